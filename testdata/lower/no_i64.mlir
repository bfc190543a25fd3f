func.func @main(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = stablehlo.iota dim = 0 : tensor<4xi64>
  %1 = stablehlo.add %x, %0 : tensor<4xi64>
  return %1 : tensor<4xi64>
}
// -----
module {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<4xi32>
    %1 = stablehlo.add %arg0, %0 : tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}
