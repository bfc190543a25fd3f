func.func @main(%x: tensor<2x4x5xi32>, %i: tensor<2x3x1xi32>, %u: tensor<2x3x5xi32>) -> tensor<2x4x5xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<2x4x5xi32>, tensor<2x3x1xi32>, tensor<2x3x5xi32>) -> tensor<2x4x5xi32>
  return %0 : tensor<2x4x5xi32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x4x5xi32>, %arg1: tensor<2x3x1xi32>, %arg2: tensor<2x3x5xi32>) -> tensor<2x4x5xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<2x3x1xi32>
    %1 = stablehlo.concatenate %0, %arg1, dim = 2 : (tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> tensor<2x3x2xi32>
    %2 = "stablehlo.scatter"(%arg0, %1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %3 = stablehlo.add %arg3, %arg4 : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }) : (tensor<2x4x5xi32>, tensor<2x3x2xi32>, tensor<2x3x5xi32>) -> tensor<2x4x5xi32>
    return %2 : tensor<2x4x5xi32>
  }
}
