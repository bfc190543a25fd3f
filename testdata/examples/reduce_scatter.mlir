func.func @example(%operand: tensor<2x4xi64>) -> (tensor<2x2xi64>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<2x4xi64>) -> tensor<2x2xi64>
  return %result : tensor<2x2xi64>
}
func.func @main() {
  %operand_0 = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
  %operand_1 = stablehlo.constant dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi64>
  %results:2 = "interpreter.run_parallel"(%operand_0, %operand_1) <{
    programs = [[@example], [@example]]
  }> : (tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  check.expect_eq_const %results#0, dense<[[10, 12], [18, 20]]> : tensor<2x2xi64>
  check.expect_eq_const %results#1, dense<[[14, 16], [22, 24]]> : tensor<2x2xi64>
  return
}
