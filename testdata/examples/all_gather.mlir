func.func @example(%operand0: tensor<2x2xi64>, %operand1: tensor<2x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>) {
  %result:2 = "stablehlo.all_gather"(%operand0, %operand1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>)
  return %result#0, %result#1 : tensor<2x4xi64>, tensor<2x4xi64>
}
func.func @main() {
  %operand0_0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %operand1_0 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi64>
  %operand0_1 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %operand1_1 = stablehlo.constant dense<[[15, 16], [17, 18]]> : tensor<2x2xi64>
  %results:4 = "interpreter.run_parallel"(%operand0_0, %operand1_0, %operand0_1, %operand1_1) <{
    programs = [[@example], [@example]]
  }> : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>)
  check.expect_eq_const %results#0, dense<[[1, 2, 5, 6], [3, 4, 7, 8]]> : tensor<2x4xi64>
  check.expect_eq_const %results#1, dense<[[11, 12, 15, 16], [13, 14, 17, 18]]> : tensor<2x4xi64>
  check.expect_eq_const %results#2, dense<[[1, 2, 5, 6], [3, 4, 7, 8]]> : tensor<2x4xi64>
  check.expect_eq_const %results#3, dense<[[11, 12, 15, 16], [13, 14, 17, 18]]> : tensor<2x4xi64>
  return
}
