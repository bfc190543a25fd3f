func.func @torch_index_select(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xi32>) {
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x2x6xf32>
  return
}
// -----
module {
  func.func @torch_index_select(%arg0: tensor<4x5x6xf32>, %arg1: tensor<4x2xi32>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x2x6xf32>
    return
  }
}
