func.func @main(%x: tensor<2x4x5xf32>, %i: tensor<2x3x1xi32>) -> tensor<2x3x5xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<2x4x5xf32>, tensor<2x3x1xi32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x4x5xf32>, %arg1: tensor<2x3x1xi32>) -> tensor<2x3x5xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<2x3x1xi32>
    %1 = stablehlo.concatenate %0, %arg1, dim = 2 : (tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> tensor<2x3x2xi32>
    %2 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<2x4x5xf32>, tensor<2x3x2xi32>) -> tensor<2x3x5xf32>
    return %2 : tensor<2x3x5xf32>
  }
}
