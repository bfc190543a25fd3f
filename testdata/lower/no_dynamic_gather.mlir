func.func @main(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<6xf32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<6xf32>) -> tensor<2x3xf32> {
    %c = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
    %c_0 = stablehlo.constant dense<3> : tensor<1xi64>
    %0 = "stablehlo.gather"(%arg0, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3>}> : (tensor<6xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
