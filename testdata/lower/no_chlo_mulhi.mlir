module {
  func.func @main(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
    %0 = stablehlo.convert %arg0 : (tensor<4xi32>) -> tensor<4xi64>
    %1 = stablehlo.convert %arg1 : (tensor<4xi32>) -> tensor<4xi64>
    %2 = stablehlo.multiply %0, %1 : tensor<4xi64>
    %c = stablehlo.constant dense<32> : tensor<4xi64>
    %3 = stablehlo.shift_right_arithmetic %2, %c : tensor<4xi64>
    %4 = stablehlo.convert %3 : (tensor<4xi64>) -> tensor<4xi32>
    return %4 : tensor<4xi32>
  }
}
