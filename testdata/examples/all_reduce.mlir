func.func @example(%operand0: tensor<4xi64>, %operand1: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>) {
  %result:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
  return %result#0, %result#1 : tensor<4xi64>, tensor<4xi64>
}
func.func @main() {
  %operand0_0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %operand1_0 = stablehlo.constant dense<[9, 10, 11, 12]> : tensor<4xi64>
  %operand0_1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
  %operand1_1 = stablehlo.constant dense<[13, 14, 15, 16]> : tensor<4xi64>
  %results:4 = "interpreter.run_parallel"(%operand0_0, %operand1_0, %operand0_1, %operand1_1) <{
    programs = [[@example], [@example]]
  }> : (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
  check.expect_eq_const %results#0, dense<[6, 8, 10, 12]> : tensor<4xi64>
  check.expect_eq_const %results#1, dense<[22, 24, 26, 28]> : tensor<4xi64>
  check.expect_eq_const %results#2, dense<[6, 8, 10, 12]> : tensor<4xi64>
  check.expect_eq_const %results#3, dense<[22, 24, 26, 28]> : tensor<4xi64>
  return
}
