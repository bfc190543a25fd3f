module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x16x8xf32>, %arg1: tensor<2x16x8xf32>, %arg2: tensor<2x16x8xf32>) -> (tensor<2x16x8xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %3 = stablehlo.slice %arg1 [0:2, 0:8, 0:8] : (tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
    %4 = stablehlo.slice %arg2 [0:2, 0:8, 0:8] : (tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
    %5 = stablehlo.dot_general %arg0, %3, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %7 = stablehlo.multiply %5, %6 : tensor<2x16x8xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %9 = stablehlo.convert %0 : tensor<2x16xf32>
    %10 = stablehlo.maximum %9, %8 : tensor<2x16xf32>
    %11 = stablehlo.convert %0 : tensor<2x16xf32>
    %12 = stablehlo.subtract %11, %10 : tensor<2x16xf32>
    %13 = stablehlo.exponential %12 : tensor<2x16xf32>
    %14 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %16 = stablehlo.subtract %7, %15 : tensor<2x16x8xf32>
    %17 = stablehlo.exponential %16 : tensor<2x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %19 = stablehlo.add %1, %18 : tensor<2x16xf32>
    %20 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %22 = stablehlo.multiply %2, %21 : tensor<2x16x8xf32>
    %23 = stablehlo.dot_general %17, %4, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %24 = stablehlo.add %22, %23 : tensor<2x16x8xf32>
    %25 = stablehlo.slice %arg1 [0:2, 8:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
    %26 = stablehlo.slice %arg2 [0:2, 8:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
    %27 = stablehlo.dot_general %arg0, %25, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %cst_5 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<2x16x8xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_6) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %31 = stablehlo.maximum %10, %30 : tensor<2x16xf32>
    %32 = stablehlo.subtract %10, %31 : tensor<2x16xf32>
    %33 = stablehlo.exponential %32 : tensor<2x16xf32>
    %34 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %36 = stablehlo.subtract %29, %35 : tensor<2x16x8xf32>
    %37 = stablehlo.exponential %36 : tensor<2x16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %39 = stablehlo.add %19, %38 : tensor<2x16xf32>
    %40 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %42 = stablehlo.multiply %24, %41 : tensor<2x16x8xf32>
    %43 = stablehlo.dot_general %37, %26, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %44 = stablehlo.add %42, %43 : tensor<2x16x8xf32>
    %45 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %47 = stablehlo.divide %44, %46 : tensor<2x16x8xf32>
    return %47 : tensor<2x16x8xf32>
  }
}
