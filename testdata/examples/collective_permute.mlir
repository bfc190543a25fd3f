func.func @example(%operand: tensor<2x2xi64>) -> (tensor<2x2xi64>) {
  %result = "stablehlo.collective_permute"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x2xi64>) -> tensor<2x2xi64>
  return %result : tensor<2x2xi64>
}
func.func @main() {
  %operand_0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %operand_1 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %operand_2 = stablehlo.constant dense<[[9, 10], [11, 12]]> : tensor<2x2xi64>
  %results:3 = "interpreter.run_parallel"(%operand_0, %operand_1, %operand_2) <{
    programs = [[@example], [@example], [@example]]
  }> : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
  check.expect_eq_const %results#0, dense<0> : tensor<2x2xi64>
  check.expect_eq_const %results#1, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %results#2, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  return
}
