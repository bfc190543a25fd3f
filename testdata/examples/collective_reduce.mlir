func.func @example_0(%operand: tensor<1x2xi64>) -> (tensor<1x2xi64>) {
  %result = "stablehlo.collective_reduce"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, has_dynamic_root = false, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<1x2xi64>) -> tensor<1x2xi64>
  return %result : tensor<1x2xi64>
}
func.func @example_1(%operand: tensor<1x2xi64>, %root: tensor<1xi32>) -> (tensor<1x2xi64>) {
  %result = "stablehlo.collective_reduce"(%operand, %root) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, has_dynamic_root = true, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<1x2xi64>, tensor<1xi32>) -> tensor<1x2xi64>
  return %result : tensor<1x2xi64>
}
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %operand_1_0 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
  %operand_2_0 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
  %operand_3_0 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %results_0:4 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0, %operand_2_0, %operand_3_0) <{
    programs = [[@example_0], [@example_0], [@example_0], [@example_0]]
  }> : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>) -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
  check.expect_eq_const %results_0#0, dense<[[16, 20]]> : tensor<1x2xi64>
  check.expect_eq_const %results_0#1, dense<0> : tensor<1x2xi64>
  check.expect_eq_const %results_0#2, dense<0> : tensor<1x2xi64>
  check.expect_eq_const %results_0#3, dense<0> : tensor<1x2xi64>
  %operand_0_1 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %root_1 = stablehlo.constant dense<[3]> : tensor<1xi32>
  %operand_1_1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
  %operand_2_1 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
  %operand_3_1 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %results_1:4 = "interpreter.run_parallel"(%operand_0_1, %root_1, %operand_1_1, %root_1, %operand_2_1, %root_1, %operand_3_1, %root_1) <{
    programs = [[@example_1], [@example_1], [@example_1], [@example_1]]
  }> : (tensor<1x2xi64>, tensor<1xi32>, tensor<1x2xi64>, tensor<1xi32>, tensor<1x2xi64>, tensor<1xi32>, tensor<1x2xi64>, tensor<1xi32>) -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
  check.expect_eq_const %results_1#0, dense<0> : tensor<1x2xi64>
  check.expect_eq_const %results_1#1, dense<0> : tensor<1x2xi64>
  check.expect_eq_const %results_1#2, dense<0> : tensor<1x2xi64>
  check.expect_eq_const %results_1#3, dense<[[16, 20]]> : tensor<1x2xi64>
  return
}
