func.func @main(%x: tensor<8x!quant.uniform<i8:f32, 0.1:-128>>) -> tensor<8xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f32, 0.1:-128>>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8x!quant.uniform<i8:f32, 0.1:-100>>) -> tensor<8xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f32, 0.1:-100>>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
