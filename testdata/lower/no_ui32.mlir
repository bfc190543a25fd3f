func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
  %1 = stablehlo.constant dense<5> : tensor<4xui32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xui32>
  %3 = stablehlo.convert %2 : (tensor<4xui32>) -> tensor<4xi32>
  %4 = stablehlo.add %x, %3 : tensor<4xi32>
  return %4 : tensor<4xi32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %c_0 = stablehlo.constant dense<5> : tensor<4xi32>
    %0 = stablehlo.multiply %c, %c_0 : tensor<4xi32>
    %1 = stablehlo.add %arg0, %0 : tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}
