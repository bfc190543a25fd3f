func.func @main() {
  %operand = stablehlo.constant dense<[-1.0, 0.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.tanh %operand : tensor<3xf32>
  check.expect_eq_const %result, dense<[-0.7615942, 0.0, 0.7615942]> : tensor<3xf32>
  return
}
