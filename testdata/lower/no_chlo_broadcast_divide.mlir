func.func @broadcast_divide_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_divide %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
module {
  func.func @broadcast_divide_c1_ok(%arg0: tensor<2xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.divide %0, %arg1 : tensor<2x3xf32>
    return
  }
}
