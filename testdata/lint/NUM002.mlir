func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
  %1 = stablehlo.convert %0 : (tensor<8xbf16>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
