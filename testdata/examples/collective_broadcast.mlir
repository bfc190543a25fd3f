func.func @example(%operand: tensor<1x2xi64>) -> (tensor<1x2xi64>) {
  %result = "stablehlo.collective_broadcast"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : (tensor<1x2xi64>) -> tensor<1x2xi64>
  return %result : tensor<1x2xi64>
}
func.func @main() {
  %operand_0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %operand_1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
  %operand_2 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
  %operand_3 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %results:4 = "interpreter.run_parallel"(%operand_0, %operand_1, %operand_2, %operand_3) <{
    programs = [[@example], [@example], [@example], [@example]]
  }> : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>) -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
  check.expect_eq_const %results#0, dense<0> : tensor<1x2xi64>
  check.expect_eq_const %results#1, dense<[[5, 6]]> : tensor<1x2xi64>
  check.expect_eq_const %results#2, dense<[[5, 6]]> : tensor<1x2xi64>
  check.expect_eq_const %results#3, dense<0> : tensor<1x2xi64>
  return
}
