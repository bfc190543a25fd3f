func.func @meets(%x: tensor<i64>) {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i64>) -> tensor<i64>
  return
}
func.func @does_not(%x: tensor<i64>) {
  return
}
func.func @main() {
  %c = stablehlo.constant dense<1> : tensor<i64>
  "interpreter.run_parallel"(%c, %c) <{programs = [[@meets], [@does_not]]}> : (tensor<i64>, tensor<i64>) -> ()
  return
}
