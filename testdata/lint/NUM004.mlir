func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %x : tensor<8xf32>
  %1 = stablehlo.log %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %least = stablehlo.constant dense<1.0e-6> : tensor<8xf32>
  %0 = stablehlo.abs %x : tensor<8xf32>
  %1 = stablehlo.add %0, %least : tensor<8xf32>
  %2 = stablehlo.log %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
