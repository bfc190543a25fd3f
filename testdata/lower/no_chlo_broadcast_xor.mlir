func.func @broadcast_xor_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_xor %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
module {
  func.func @broadcast_xor_c1_ok(%arg0: tensor<2xi32>, %arg1: tensor<2x3xi32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
    %1 = stablehlo.xor %0, %arg1 : tensor<2x3xi32>
    return
  }
}
