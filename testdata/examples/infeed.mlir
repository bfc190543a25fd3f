func.func @queue0() -> tensor<2x2xi64> {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}
func.func @queue1() -> tensor<2x2xi64> {
  %0 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}
func.func @example(%token: !stablehlo.token) -> (tensor<2x2xi64>, tensor<2x2xi64>) {
  %results0:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  %results1:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  return %results0#0, %results1#0 : tensor<2x2xi64>, tensor<2x2xi64>
}
func.func @main() {
  %token = stablehlo.after_all : !stablehlo.token
  %results:2 = "interpreter.run_parallel"(%token) <{
    infeed = [@queue0, @queue1], programs = [[@example]]
  }> : (!stablehlo.token) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  check.expect_eq_const %results#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %results#1, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  return
}
