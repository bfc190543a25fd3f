func.func @main() {
  %operand0 = stablehlo.constant dense<0.0> : tensor<f32>
  %operand1 = stablehlo.constant dense<1.0> : tensor<f32>
  %result:2 = stablehlo.optimization_barrier %operand0, %operand1 : tensor<f32>, tensor<f32>
  check.expect_eq_const %result#0, dense<0.0> : tensor<f32>
  check.expect_eq_const %result#1, dense<1.0> : tensor<f32>
  return
}
