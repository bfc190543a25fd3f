func.func @sender(%operand: tensor<2x2xi64>) -> !stablehlo.token {
  %token = stablehlo.after_all : !stablehlo.token
  %result = "stablehlo.send"(%operand, %token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
  return %result : !stablehlo.token
}
func.func @receiver(%token: !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token) {
  %results0, %results1 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  return %results0, %results1 : tensor<2x2xi64>, !stablehlo.token
}
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %token = stablehlo.after_all : !stablehlo.token
  %sent, %results:2 = "interpreter.run_parallel"(%operand, %token) <{
    programs = [[@sender, @receiver]]
  }> : (tensor<2x2xi64>, !stablehlo.token) -> (!stablehlo.token, tensor<2x2xi64>, !stablehlo.token)
  %all = stablehlo.after_all %sent, %results#1 : !stablehlo.token
  check.expect_eq_const %results#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  return
}
