func.func @main() {
  %lhs = stablehlo.constant dense<[-2.0, -0.0, -36.0, 5.0, 3.0, 10000.0]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.1, 2.0, -1.0, 10.0]> : tensor<6xf64>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf64>
  check.expect_almost_eq_const %result, dense<[4.0, 0.0, 0xFFF8000000000000, 25.0, 0.333333343, 1.0e+40]> : tensor<6xf64> {tolerance = 1.0e-7 : f64}
  return
}
