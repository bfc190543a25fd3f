func.func @main(%x: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %v = stablehlo.multiply %variance, %variance : tensor<3xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) -> tensor<2x3x4xf32> {
    %0 = stablehlo.multiply %arg4, %arg4 : tensor<3xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
    %2 = stablehlo.subtract %arg0, %1 : tensor<2x3x4xf32>
    %3 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
    %cst = stablehlo.constant dense<1.000000e-03> : tensor<2x3x4xf32>
    %4 = stablehlo.add %3, %cst : tensor<2x3x4xf32>
    %5 = stablehlo.sqrt %4 : tensor<2x3x4xf32>
    %6 = stablehlo.divide %2, %5 : tensor<2x3x4xf32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<2x3x4xf32>
    %9 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
    %10 = stablehlo.add %8, %9 : tensor<2x3x4xf32>
    return %10 : tensor<2x3x4xf32>
  }
}
