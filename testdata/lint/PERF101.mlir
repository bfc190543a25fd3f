func.func @main(%x: tensor<1x8x16x16xf32>, %w: tensor<3x3x8x4xf32>) -> tensor<1x4x14x14xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x16x16xf32>, tensor<3x3x8x4xf32>) -> tensor<1x4x14x14xf32>
  return %0 : tensor<1x4x14x14xf32>
}
// -----
func.func @main(%x: tensor<1x16x16x8xf32>, %w: tensor<3x3x8x4xf32>) -> tensor<1x14x14x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x16x16x8xf32>, tensor<3x3x8x4xf32>) -> tensor<1x14x14x4xf32>
  return %0 : tensor<1x14x14x4xf32>
}
