func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %0 = stablehlo.multiply %x, %c : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>, %p: tensor<8xi1>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %0 = stablehlo.select %p, %x, %c : tensor<8xi1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}
