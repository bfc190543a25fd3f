func.func @main(%x: tensor<3x4x5xf32>, %i: tensor<2x1xi32>, %u: tensor<3x2x5xf32>) -> tensor<3x4x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<3x4x5xf32>, tensor<2x1xi32>, tensor<3x2x5xf32>) -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<3x4x5xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<3x2x5xf32>) -> tensor<3x4x5xf32> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0, 2] : (tensor<3x4x5xf32>) -> tensor<4x3x5xf32>
    %1 = stablehlo.transpose %arg2, dims = [1, 0, 2] : (tensor<3x2x5xf32>) -> tensor<2x3x5xf32>
    %2 = "stablehlo.scatter"(%0, %arg1, %1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x3x5xf32>, tensor<2x1xi32>, tensor<2x3x5xf32>) -> tensor<4x3x5xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<4x3x5xf32>) -> tensor<3x4x5xf32>
    return %3 : tensor<3x4x5xf32>
  }
}
