func.func @main() {
  %first = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %second = stablehlo.tuple %three : tuple<tensor<i64>>
  %operand = stablehlo.tuple %first, %second : tuple<tensor<2xf64>, tuple<tensor<i64>>>
  %result = stablehlo.get_tuple_element %operand[0] : (tuple<tensor<2xf64>, tuple<tensor<i64>>>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[1.0, 2.0]> : tensor<2xf64>
  return
}
