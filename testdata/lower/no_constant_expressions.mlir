func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = stablehlo.constant dense<2> : tensor<4xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xi32>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<4xi32>
  %4 = stablehlo.add %x, %3 : tensor<4xi32>
  return %4 : tensor<4xi32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %c_0 = stablehlo.constant dense<2> : tensor<4xi32>
    %c_1 = stablehlo.constant dense<[2, 4, 6, 8]> : tensor<4xi32>
    %c_2 = stablehlo.constant dense<[8, 6, 4, 2]> : tensor<4xi32>
    %0 = stablehlo.add %arg0, %c_2 : tensor<4xi32>
    return %0 : tensor<4xi32>
  }
}
