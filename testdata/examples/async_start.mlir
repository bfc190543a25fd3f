func.func @example(%arg0: tensor<1x2xf32>) -> tensor<1x4xf32> {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<1x2xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{
      all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<1x2xf32>) -> tensor<1x4xf32>
    stablehlo.return %1 : tensor<1x4xf32>
  }) : (tensor<1x2xf32>) -> !stablehlo.future<tensor<1x4xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<1x4xf32>>) -> tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}
func.func @main() {
  %operand_0 = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %operand_1 = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
  %results:2 = "interpreter.run_parallel"(%operand_0, %operand_1) <{
    programs = [[@example], [@example]]
  }> : (tensor<1x2xf32>, tensor<1x2xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)
  check.expect_eq_const %results#0, dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  check.expect_eq_const %results#1, dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  return
}
