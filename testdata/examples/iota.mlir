func.func @main() {
  %output_0 = stablehlo.iota dim = 0 : tensor<4x5xi32>
  check.expect_eq_const %output_0, dense<[[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 3]]> : tensor<4x5xi32>
  %output_1 = stablehlo.iota dim = 1 : tensor<4x5xi32>
  check.expect_eq_const %output_1, dense<[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]> : tensor<4x5xi32>
  return
}
