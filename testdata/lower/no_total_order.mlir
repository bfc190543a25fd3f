func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi1> {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
    %c = stablehlo.constant dense<0> : tensor<4xi32>
    %1 = stablehlo.compare LT, %0, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<4xi32>
    %2 = stablehlo.xor %0, %c_0 : tensor<4xi32>
    %3 = stablehlo.select %1, %2, %0 : tensor<4xi1>, tensor<4xi32>
    %4 = stablehlo.bitcast_convert %arg1 : (tensor<4xf32>) -> tensor<4xi32>
    %5 = stablehlo.compare LT, %4, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %6 = stablehlo.xor %4, %c_0 : tensor<4xi32>
    %7 = stablehlo.select %5, %6, %4 : tensor<4xi1>, tensor<4xi32>
    %8 = stablehlo.compare LT, %3, %7 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    return %8 : tensor<4xi1>
  }
}
