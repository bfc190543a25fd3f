func.func @broadcast(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
  return
}
// -----
module {
  func.func @broadcast(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
    return
  }
}
