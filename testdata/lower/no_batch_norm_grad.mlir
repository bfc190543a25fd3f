func.func @main(%x: tensor<4x3xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %y: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %v = stablehlo.multiply %variance, %variance : tensor<3xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %v, %y) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.multiply %arg3, %arg3 : tensor<3xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %2 = stablehlo.subtract %arg0, %1 : tensor<4x3xf32>
    %3 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %cst = stablehlo.constant dense<1.000000e-03> : tensor<4x3xf32>
    %4 = stablehlo.add %3, %cst : tensor<4x3xf32>
    %5 = stablehlo.sqrt %4 : tensor<4x3xf32>
    %6 = stablehlo.divide %2, %5 : tensor<4x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%arg4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %8 = stablehlo.multiply %arg4, %6 : tensor<4x3xf32>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %10 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<4x3xf32>
    %11 = stablehlo.divide %10, %cst_1 : tensor<4x3xf32>
    %12 = stablehlo.subtract %arg4, %11 : tensor<4x3xf32>
    %13 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %14 = stablehlo.multiply %6, %13 : tensor<4x3xf32>
    %15 = stablehlo.divide %14, %cst_1 : tensor<4x3xf32>
    %16 = stablehlo.subtract %12, %15 : tensor<4x3xf32>
    %17 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %18 = stablehlo.divide %17, %5 : tensor<4x3xf32>
    %19 = stablehlo.multiply %18, %16 : tensor<4x3xf32>
    return %19, %9, %7 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
