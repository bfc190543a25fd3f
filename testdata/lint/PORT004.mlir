func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %x {note = "checked"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %x {mine.note = "checked"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
