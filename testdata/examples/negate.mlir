func.func @main() {
  %operand_0 = stablehlo.constant dense<[0, -2]> : tensor<2xi32>
  %result_0 = stablehlo.negate %operand_0 : tensor<2xi32>
  check.expect_eq_const %result_0, dense<[0, 2]> : tensor<2xi32>
  %operand_1 = stablehlo.constant dense<[(2.5, 0.0)]> : tensor<1xcomplex<f32>>
  %result_1 = stablehlo.negate %operand_1 : tensor<1xcomplex<f32>>
  check.expect_eq_const %result_1, dense<[(-2.5, -0.0)]> : tensor<1xcomplex<f32>>
  return
}
