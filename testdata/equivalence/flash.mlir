module @jit_flash attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
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
    %18 = stablehlo.multiply %1, %13 : tensor<2x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%17 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %20 = stablehlo.add %18, %19 : tensor<2x16xf32>
    %21 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %23 = stablehlo.multiply %2, %22 : tensor<2x16x8xf32>
    %24 = stablehlo.dot_general %17, %4, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %25 = stablehlo.add %23, %24 : tensor<2x16x8xf32>
    %26 = stablehlo.slice %arg1 [0:2, 8:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
    %27 = stablehlo.slice %arg2 [0:2, 8:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
    %28 = stablehlo.dot_general %arg0, %26, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %cst_5 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<2x16x8xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %32 = stablehlo.maximum %10, %31 : tensor<2x16xf32>
    %33 = stablehlo.subtract %10, %32 : tensor<2x16xf32>
    %34 = stablehlo.exponential %33 : tensor<2x16xf32>
    %35 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %37 = stablehlo.subtract %30, %36 : tensor<2x16x8xf32>
    %38 = stablehlo.exponential %37 : tensor<2x16x8xf32>
    %39 = stablehlo.multiply %20, %34 : tensor<2x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16xf32>
    %41 = stablehlo.add %39, %40 : tensor<2x16xf32>
    %42 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %44 = stablehlo.multiply %25, %43 : tensor<2x16x8xf32>
    %45 = stablehlo.dot_general %38, %27, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x16x8xf32>
    %46 = stablehlo.add %44, %45 : tensor<2x16x8xf32>
    %47 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x8xf32>
    %49 = stablehlo.divide %46, %48 : tensor<2x16x8xf32>
    return %49 : tensor<2x16x8xf32>
  }
}
