func.func @broadcast_compare_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_compare %lhs, %rhs {broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
module {
  func.func @broadcast_compare_c1_ok(%arg0: tensor<2xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.compare EQ, %0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return
  }
}
