func.func @main(%x: tensor<4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<3xf32>
    %1 = stablehlo.divide %0, %cst_0 : tensor<3xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<4x3xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x3xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %6 = stablehlo.divide %5, %cst_0 : tensor<3xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<4x3xf32>
    %8 = stablehlo.add %7, %cst_1 : tensor<4x3xf32>
    %9 = stablehlo.sqrt %8 : tensor<4x3xf32>
    %10 = stablehlo.divide %3, %9 : tensor<4x3xf32>
    %11 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<4x3xf32>
    %13 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %14 = stablehlo.add %12, %13 : tensor<4x3xf32>
    return %14, %1, %6 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
