func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // shlo: ignore[HYG002] the exporter keeps it for a later version
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // shlo: ignore[HYG002] the exporter keeps it for a later version
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %x : tensor<8xf32>
}
