func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tan %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  %1 = stablehlo.cosine %x : tensor<8xf32>
  %2 = stablehlo.divide %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
