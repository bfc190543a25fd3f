func.func @main(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %u: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x5xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x5xf32>) -> tensor<4x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<1x5xf32>
    %0 = stablehlo.concatenate %arg0, %cst, dim = 0 : (tensor<4x5xf32>, tensor<1x5xf32>) -> tensor<5x5xf32>
    %1 = stablehlo.slice %arg1 [0:3, 0:1] : (tensor<3x1xi32>) -> tensor<3x1xi32>
    %2 = stablehlo.reshape %1 : (tensor<3x1xi32>) -> tensor<3xi32>
    %c = stablehlo.constant dense<0> : tensor<3xi32>
    %3 = stablehlo.compare GE, %2, %c : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<3xi32>
    %4 = stablehlo.compare LT, %2, %c_0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %5 = stablehlo.and %3, %4 : tensor<3xi1>
    %6 = stablehlo.select %5, %2, %c_0 : tensor<3xi1>, tensor<3xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %7 = stablehlo.clamp %c_1, %6, %c_2 : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %8 = stablehlo.reshape %7 : (tensor<3xi32>) -> tensor<3x1xi32>
    %9 = "stablehlo.scatter"(%0, %8, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %11 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<5x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<5x5xf32>
    %10 = stablehlo.slice %9 [0:4, 0:5] : (tensor<5x5xf32>) -> tensor<4x5xf32>
    return %10 : tensor<4x5xf32>
  }
}
