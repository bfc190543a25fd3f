func.func @main(%x: tensor<1x4x5x1xf32>, %k: tensor<3x3x1x2xf32>) -> tensor<1x4x5x2xf32> {
  %p = stablehlo.constant dense<1> : tensor<2x2xi32>
  %r = "stablehlo.dynamic_conv"(%x, %k, %p) {
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x5x1xf32>, tensor<3x3x1x2xf32>, tensor<2x2xi32>) -> tensor<1x4x5x2xf32>
  return %r : tensor<1x4x5x2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<1x4x5x1xf32>, %arg1: tensor<3x3x1x2xf32>) -> tensor<1x4x5x2xf32> {
    %c = stablehlo.constant dense<1> : tensor<2x2xi32>
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x5x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x4x5x2xf32>
    return %0 : tensor<1x4x5x2xf32>
  }
}
