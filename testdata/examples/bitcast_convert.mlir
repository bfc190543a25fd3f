func.func @main() {
  %operand = stablehlo.constant dense<3.512700564088504e-303> : tensor<f64>
  %result = stablehlo.bitcast_convert %operand : (tensor<f64>) -> tensor<4xf16>
  check.expect_eq_const %result, dense<[-23.73, -0.000173, 5.402, 0.00001734]> : tensor<4xf16>
  return
}
