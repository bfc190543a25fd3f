func.func @example() -> tensor<ui32> {
  %result = stablehlo.replica_id : tensor<ui32>
  return %result : tensor<ui32>
}
func.func @main() {
  %results:4 = "interpreter.run_parallel"() <{
    programs = [[@example, @example], [@example, @example]]
  }> : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %results#0, dense<0> : tensor<ui32>
  check.expect_eq_const %results#1, dense<0> : tensor<ui32>
  check.expect_eq_const %results#2, dense<1> : tensor<ui32>
  check.expect_eq_const %results#3, dense<1> : tensor<ui32>
  return
}
