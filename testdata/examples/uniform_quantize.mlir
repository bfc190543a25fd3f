func.func @main() {
  %operand = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
  %result = stablehlo.uniform_quantize %operand : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>
  %stored = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2xi8>
  check.expect_eq_const %stored, dense<10> : tensor<2xi8>
  %again = stablehlo.uniform_quantize %result : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-20,2.000000e-01:-30}>>
  %stored_again = stablehlo.bitcast_convert %again : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-20,2.000000e-01:-30}>>) -> tensor<2xi8>
  check.expect_eq_const %stored_again, dense<[20, 45]> : tensor<2xi8>
  return
}
