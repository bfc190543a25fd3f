func.func @main(%x: tensor<8x!quant.uniform<i8:f16, 1.0e+3>>) -> tensor<8xf16> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f16, 1.0e+3>>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
// -----
func.func @main(%x: tensor<8x!quant.uniform<i8:f16, 1.0e+2>>) -> tensor<8xf16> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f16, 1.0e+2>>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
