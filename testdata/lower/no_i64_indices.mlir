func.func @main(%x: tensor<4x5xf32>, %i: tensor<i64>, %j: tensor<i64>, %rows: tensor<3x1xi64>) -> (tensor<2x3xf32>, tensor<3x5xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  %1 = "stablehlo.gather"(%x, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<3x1xi64>) -> tensor<3x5xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<3x5xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x5xf32>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<3x1xi64>) -> (tensor<2x3xf32>, tensor<3x5xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<2> : tensor<i64>
    %0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<i64>
    %1 = stablehlo.convert %0 : (tensor<i64>) -> tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<2> : tensor<i64>
    %2 = stablehlo.clamp %c_1, %arg2, %c_2 : tensor<i64>
    %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
    %4 = stablehlo.dynamic_slice %arg0, %1, %3, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<3x1xi64>
    %c_4 = stablehlo.constant dense<3> : tensor<3x1xi64>
    %5 = stablehlo.clamp %c_3, %arg3, %c_4 : tensor<3x1xi64>
    %6 = stablehlo.convert %5 : (tensor<3x1xi64>) -> tensor<3x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
    return %4, %7 : tensor<2x3xf32>, tensor<3x5xf32>
  }
}
