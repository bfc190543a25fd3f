func.func @main() {
  %operand = stablehlo.constant dense<[[0.0, 1.5707963267948966], [3.14159265, 4.71238898038469]]> : tensor<2x2xf64>
  %result = stablehlo.tan %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<[[0.0, 1.63312e+16], [0.0, 5.44375e+15]]> : tensor<2x2xf64> {tolerance = 5.0e+10 : f64}
  return
}
