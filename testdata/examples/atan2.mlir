func.func @main() {
  %lhs = stablehlo.constant dense<[0.0, 1.0, -1.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<0.0> : tensor<3xf64>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.57079637, -1.57079637]> : tensor<3xf64> {tolerance = 1.0e-7 : f64}
  return
}
