func.func @main(%x: tensor<8xf32>, %mask: tensor<8xi1>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>, %mask: tensor<8xi1>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.select %mask, %0, %x : tensor<8xi1>, tensor<8xf32>
  return %1 : tensor<8xf32>
}
