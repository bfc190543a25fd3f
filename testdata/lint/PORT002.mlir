func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "mhlo.bitcast"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
