func.func @main(%x: tensor<8x4xf32>) -> tensor<4xf32> {
  %i = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0],
    collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 4>}
    : (tensor<8x4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<8x4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [2:3, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
