func.func @main() {
  %operand = "stablehlo.constant"() <{value = dense<10> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[4.0, 15.0]> : tensor<2xf32>
  return
}
