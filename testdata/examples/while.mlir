func.func @main() {
  %init_i = stablehlo.constant dense<1> : tensor<i64>
  %init_sum = stablehlo.constant dense<0> : tensor<i64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %results:2 = stablehlo.while(%iterArg = %init_i, %iterArg_0 = %init_sum) : tensor<i64>, tensor<i64>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %ten : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg_0, %one : tensor<i64>
    %2 = stablehlo.add %iterArg, %one : tensor<i64>
    stablehlo.return %2, %1 : tensor<i64>, tensor<i64>
  }
  check.expect_eq_const %results#0, dense<10> : tensor<i64>
  check.expect_eq_const %results#1, dense<9> : tensor<i64>
  return
}
