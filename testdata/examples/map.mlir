func.func @main() {
  %input0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %input1 = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi64>
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>):
    %1 = stablehlo.multiply %arg2, %arg3 : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[0, 5], [12, 21]]> : tensor<2x2xi64>
  return
}
