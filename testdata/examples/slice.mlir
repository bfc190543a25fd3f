func.func @main() {
  %operand = stablehlo.constant dense<[[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]> : tensor<3x4xi64>
  %result = stablehlo.slice %operand [1:3, 2:4] : (tensor<3x4xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<1> : tensor<2x2xi64>
  return
}
