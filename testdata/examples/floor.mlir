func.func @main() {
  %operand = stablehlo.constant dense<[-0.8166, -0.253, 0.253, 0.8166, 2.0]> : tensor<5xf32>
  %result = stablehlo.floor %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[-1.0, -1.0, 0.0, 0.0, 2.0]> : tensor<5xf32>
  return
}
