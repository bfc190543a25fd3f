func.func @main() {
  %operand = stablehlo.constant dense<[[0.0, 1.5707964], [3.1415927, 4.712389]]> : tensor<2x2xf32>
  %result = stablehlo.cosine %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 0.0], [-1.0, 0.0]]> : tensor<2x2xf32> {tolerance = 1.0e-7 : f64}
  return
}
