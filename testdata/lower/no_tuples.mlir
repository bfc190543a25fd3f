func.func @main(%x: tensor<2xf32>, %y: tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<i32>>
  %1 = call @f(%0) : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %3 = stablehlo.tuple %1, %2 : tuple<tensor<2xf32>, tensor<i32>>
  return %3 : tuple<tensor<2xf32>, tensor<i32>>
}
func.func private @f(%t: tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32> {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<i32>) -> (tensor<2xf32>, tensor<i32>) {
    %0 = call @f(%arg0, %arg1) : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
    return %0, %arg1 : tensor<2xf32>, tensor<i32>
  }
  func.func private @f(%arg0: tensor<2xf32>, %arg1: tensor<i32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
