func.func @main() {
  %val0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %val1 = stablehlo.tuple %three : tuple<tensor<i32>>
  %result = stablehlo.tuple %val0, %val1 : tuple<tensor<2xf32>, tuple<tensor<i32>>>
  %first = stablehlo.get_tuple_element %result[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
  %second = stablehlo.get_tuple_element %result[1] : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
  %inner = stablehlo.get_tuple_element %second[0] : (tuple<tensor<i32>>) -> tensor<i32>
  check.expect_eq_const %first, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %inner, dense<3> : tensor<i32>
  return
}
