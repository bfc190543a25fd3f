module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<4x8x32xf32>, %arg3: tensor<3x32x4x8xf32>, %arg4: tensor<32x64xf32>, %arg5: tensor<64x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<4x8x32xf32>, %arg8: tensor<3x32x4x8xf32>, %arg9: tensor<32x64xf32>, %arg10: tensor<2x12x32xf32>, %arg11: tensor<2x12x32xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x32xf32> {jax.result_info = "result[1][0]['down']"}, tensor<32xf32> {jax.result_info = "result[1][0]['norm']"}, tensor<4x8x32xf32> {jax.result_info = "result[1][0]['output']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][0]['query_key_value']"}, tensor<32x64xf32> {jax.result_info = "result[1][0]['up']"}, tensor<64x32xf32> {jax.result_info = "result[1][1]['down']"}, tensor<32xf32> {jax.result_info = "result[1][1]['norm']"}, tensor<4x8x32xf32> {jax.result_info = "result[1][1]['output']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['query_key_value']"}, tensor<32x64xf32> {jax.result_info = "result[1][1]['up']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x12x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %5 = stablehlo.subtract %arg10, %4 : tensor<2x12x32xf32>
    %6 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<2x12x32xf32>
    %9 = chlo.square %5 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<2x12x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %15 = stablehlo.add %13, %14 : tensor<2x12x1xf32>
    %16 = stablehlo.rsqrt %15 : tensor<2x12x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %18 = stablehlo.multiply %8, %17 : tensor<2x12x32xf32>
    %19 = stablehlo.dot_general %arg3, %18, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %20 = stablehlo.transpose %19, dims = [0, 3, 1, 4, 2] : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %21 = stablehlo.slice %20 [0:1, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %23 = stablehlo.slice %20 [1:2, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %24 = stablehlo.reshape %23 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %25 = stablehlo.slice %20 [2:3, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %26 = stablehlo.reshape %25 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %27 = stablehlo.dot_general %22, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %cst_4 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %29 = stablehlo.divide %27, %28 : tensor<2x4x12x12xf32>
    %30 = stablehlo.iota dim = 0 : tensor<12xi32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %32 = stablehlo.iota dim = 0 : tensor<12xi32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [1] : (tensor<12xi32>) -> tensor<1x12xi32>
    %34 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %35 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %36 = stablehlo.compare LT, %34, %35, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %37:2 = call @_where(%36, %cst_5, %29) : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>)
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.reduce(%37#0 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x4x12xf32>
    %40 = stablehlo.maximum %39, %38 : tensor<2x4x12xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %43 = stablehlo.subtract %37#0, %42 : tensor<2x4x12x12xf32>
    %44 = stablehlo.exponential %43 : tensor<2x4x12x12xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %48 = stablehlo.divide %44, %47 : tensor<2x4x12x12xf32>
    %49 = stablehlo.multiply %46, %46 : tensor<2x4x12x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x4x12x1xf32>
    %51 = stablehlo.divide %50, %49 : tensor<2x4x12x1xf32>
    %52 = stablehlo.dot_general %26, %48, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %53 = stablehlo.dot_general %52, %arg2, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %54 = stablehlo.add %arg10, %53 : tensor<2x12x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_11 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<2x12x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %60 = stablehlo.subtract %54, %59 : tensor<2x12x32xf32>
    %61 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %63 = stablehlo.multiply %62, %60 : tensor<2x12x32xf32>
    %64 = chlo.square %60 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x12x32xf32>
    %66 = stablehlo.multiply %65, %60 : tensor<2x12x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%64 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_14 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %70 = stablehlo.divide %68, %69 : tensor<2x12x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %72 = stablehlo.add %70, %71 : tensor<2x12x1xf32>
    %73 = stablehlo.rsqrt %72 : tensor<2x12x1xf32>
    %74 = stablehlo.divide %73, %72 : tensor<2x12x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<2x12x1xf32>
    %77 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %78 = stablehlo.multiply %63, %77 : tensor<2x12x32xf32>
    %79 = stablehlo.dot_general %78, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %80 = stablehlo.multiply %79, %79 : tensor<2x12x64xf32>
    %81 = stablehlo.multiply %80, %79 : tensor<2x12x64xf32>
    %82 = stablehlo.multiply %79, %79 : tensor<2x12x64xf32>
    %cst_17 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %84 = stablehlo.multiply %83, %82 : tensor<2x12x64xf32>
    %cst_18 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %86 = stablehlo.multiply %85, %81 : tensor<2x12x64xf32>
    %87 = stablehlo.add %79, %86 : tensor<2x12x64xf32>
    %cst_19 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %89 = stablehlo.multiply %88, %87 : tensor<2x12x64xf32>
    %90 = stablehlo.tanh %89 : tensor<2x12x64xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %92 = stablehlo.subtract %91, %90 : tensor<2x12x64xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %94 = stablehlo.add %93, %90 : tensor<2x12x64xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %96 = stablehlo.multiply %95, %94 : tensor<2x12x64xf32>
    %97 = stablehlo.multiply %79, %96 : tensor<2x12x64xf32>
    %98 = stablehlo.dot_general %97, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %99 = stablehlo.add %54, %98 : tensor<2x12x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_24 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %103 = stablehlo.divide %101, %102 : tensor<2x12x1xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %105 = stablehlo.subtract %99, %104 : tensor<2x12x32xf32>
    %106 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %108 = stablehlo.multiply %107, %105 : tensor<2x12x32xf32>
    %109 = chlo.square %105 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x12x32xf32>
    %111 = stablehlo.multiply %110, %105 : tensor<2x12x32xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%109 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_27 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %115 = stablehlo.divide %113, %114 : tensor<2x12x1xf32>
    %cst_28 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %117 = stablehlo.add %115, %116 : tensor<2x12x1xf32>
    %118 = stablehlo.rsqrt %117 : tensor<2x12x1xf32>
    %119 = stablehlo.divide %118, %117 : tensor<2x12x1xf32>
    %cst_29 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %121 = stablehlo.multiply %120, %119 : tensor<2x12x1xf32>
    %122 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %123 = stablehlo.multiply %108, %122 : tensor<2x12x32xf32>
    %124 = stablehlo.dot_general %arg8, %123, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %125 = stablehlo.transpose %124, dims = [0, 3, 1, 4, 2] : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %126 = stablehlo.slice %125 [0:1, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %127 = stablehlo.reshape %126 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %128 = stablehlo.slice %125 [1:2, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %129 = stablehlo.reshape %128 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %130 = stablehlo.slice %125 [2:3, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %131 = stablehlo.reshape %130 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %132 = stablehlo.dot_general %127, %129, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %cst_30 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %134 = stablehlo.divide %132, %133 : tensor<2x4x12x12xf32>
    %135 = stablehlo.iota dim = 0 : tensor<12xi32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %137 = stablehlo.iota dim = 0 : tensor<12xi32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [1] : (tensor<12xi32>) -> tensor<1x12xi32>
    %139 = stablehlo.broadcast_in_dim %136, dims = [0, 1] : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %140 = stablehlo.broadcast_in_dim %138, dims = [0, 1] : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %141 = stablehlo.compare LT, %139, %140, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %cst_31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %142:2 = call @_where(%141, %cst_31, %134) : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>)
    %cst_32 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %143 = stablehlo.reduce(%142#0 init: %cst_32) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x4x12xf32>
    %145 = stablehlo.maximum %144, %143 : tensor<2x4x12xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %148 = stablehlo.subtract %142#0, %147 : tensor<2x4x12x12xf32>
    %149 = stablehlo.exponential %148 : tensor<2x4x12x12xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%149 init: %cst_34) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %153 = stablehlo.divide %149, %152 : tensor<2x4x12x12xf32>
    %154 = stablehlo.multiply %151, %151 : tensor<2x4x12x1xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x4x12x1xf32>
    %156 = stablehlo.divide %155, %154 : tensor<2x4x12x1xf32>
    %157 = stablehlo.dot_general %131, %153, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %158 = stablehlo.dot_general %157, %arg7, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %159 = stablehlo.add %99, %158 : tensor<2x12x32xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.reduce(%159 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %161 = stablehlo.broadcast_in_dim %160, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_37 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %163 = stablehlo.divide %161, %162 : tensor<2x12x1xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %165 = stablehlo.subtract %159, %164 : tensor<2x12x32xf32>
    %166 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %168 = stablehlo.multiply %167, %165 : tensor<2x12x32xf32>
    %169 = chlo.square %165 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_38 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x12x32xf32>
    %171 = stablehlo.multiply %170, %165 : tensor<2x12x32xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %172 = stablehlo.reduce(%169 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_40 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %175 = stablehlo.divide %173, %174 : tensor<2x12x1xf32>
    %cst_41 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %177 = stablehlo.add %175, %176 : tensor<2x12x1xf32>
    %178 = stablehlo.rsqrt %177 : tensor<2x12x1xf32>
    %179 = stablehlo.divide %178, %177 : tensor<2x12x1xf32>
    %cst_42 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %181 = stablehlo.multiply %180, %179 : tensor<2x12x1xf32>
    %182 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %183 = stablehlo.multiply %168, %182 : tensor<2x12x32xf32>
    %184 = stablehlo.dot_general %183, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %185 = stablehlo.multiply %184, %184 : tensor<2x12x64xf32>
    %186 = stablehlo.multiply %185, %184 : tensor<2x12x64xf32>
    %187 = stablehlo.multiply %184, %184 : tensor<2x12x64xf32>
    %cst_43 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %189 = stablehlo.multiply %188, %187 : tensor<2x12x64xf32>
    %cst_44 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %191 = stablehlo.multiply %190, %186 : tensor<2x12x64xf32>
    %192 = stablehlo.add %184, %191 : tensor<2x12x64xf32>
    %cst_45 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %194 = stablehlo.multiply %193, %192 : tensor<2x12x64xf32>
    %195 = stablehlo.tanh %194 : tensor<2x12x64xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %197 = stablehlo.subtract %196, %195 : tensor<2x12x64xf32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %199 = stablehlo.add %198, %195 : tensor<2x12x64xf32>
    %cst_48 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %201 = stablehlo.multiply %200, %199 : tensor<2x12x64xf32>
    %202 = stablehlo.multiply %184, %201 : tensor<2x12x64xf32>
    %203 = stablehlo.dot_general %202, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %204 = stablehlo.add %159, %203 : tensor<2x12x32xf32>
    %205 = stablehlo.subtract %204, %arg11 : tensor<2x12x32xf32>
    %206 = chlo.square %205 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_49 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x12x32xf32>
    %208 = stablehlo.multiply %207, %205 : tensor<2x12x32xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %209 = stablehlo.reduce(%206 init: %cst_50) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_51 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %210 = stablehlo.divide %209, %cst_51 : tensor<f32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_53 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %211 = stablehlo.divide %cst_52, %cst_53 : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [] : (tensor<f32>) -> tensor<2x12x32xf32>
    %213 = stablehlo.multiply %212, %208 : tensor<2x12x32xf32>
    %214 = stablehlo.dot_general %213, %202, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<2x12x64xf32>) -> tensor<32x64xf32>
    %215 = stablehlo.transpose %214, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %216 = stablehlo.dot_general %213, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<64x32xf32>) -> tensor<2x12x64xf32>
    %217 = stablehlo.multiply %184, %216 : tensor<2x12x64xf32>
    %218 = stablehlo.multiply %216, %201 : tensor<2x12x64xf32>
    %cst_54 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %220 = stablehlo.multiply %219, %217 : tensor<2x12x64xf32>
    %221 = stablehlo.multiply %220, %197 : tensor<2x12x64xf32>
    %222 = stablehlo.multiply %221, %195 : tensor<2x12x64xf32>
    %223 = stablehlo.add %221, %222 : tensor<2x12x64xf32>
    %cst_55 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %225 = stablehlo.multiply %224, %223 : tensor<2x12x64xf32>
    %226 = stablehlo.add %218, %225 : tensor<2x12x64xf32>
    %cst_56 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %228 = stablehlo.multiply %227, %225 : tensor<2x12x64xf32>
    %229 = stablehlo.multiply %228, %189 : tensor<2x12x64xf32>
    %230 = stablehlo.add %226, %229 : tensor<2x12x64xf32>
    %231 = stablehlo.dot_general %230, %183, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<2x12x32xf32>) -> tensor<64x32xf32>
    %232 = stablehlo.transpose %231, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %233 = stablehlo.dot_general %230, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<32x64xf32>) -> tensor<2x12x32xf32>
    %234 = stablehlo.multiply %168, %233 : tensor<2x12x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %235 = stablehlo.reduce(%234 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %236 = stablehlo.reshape %235 : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %237 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %238 = stablehlo.multiply %233, %237 : tensor<2x12x32xf32>
    %239 = stablehlo.multiply %236, %181 : tensor<2x12x1xf32>
    %cst_58 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %241 = stablehlo.divide %239, %240 : tensor<2x12x1xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %242 = stablehlo.reduce(%241 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %243 = stablehlo.broadcast_in_dim %242, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %244 = stablehlo.multiply %243, %171 : tensor<2x12x32xf32>
    %245 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %246 = stablehlo.multiply %245, %238 : tensor<2x12x32xf32>
    %247 = stablehlo.add %244, %246 : tensor<2x12x32xf32>
    %248 = stablehlo.multiply %238, %165 : tensor<2x12x32xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %249 = stablehlo.reduce(%248 init: %cst_60) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %250 = stablehlo.reshape %249 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %251 = stablehlo.reduce(%250 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %252 = stablehlo.negate %247 : tensor<2x12x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %253 = stablehlo.reduce(%252 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %254 = stablehlo.reshape %253 : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %255 = stablehlo.add %213, %247 : tensor<2x12x32xf32>
    %cst_63 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %257 = stablehlo.divide %254, %256 : tensor<2x12x1xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %258 = stablehlo.reduce(%257 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %260 = stablehlo.add %255, %259 : tensor<2x12x32xf32>
    %261 = stablehlo.dot_general %260, %157, contracting_dims = [0, 1] x [0, 3], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<2x4x8x12xf32>) -> tensor<32x4x8xf32>
    %262 = stablehlo.transpose %261, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %263 = stablehlo.dot_general %260, %arg7, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<4x8x32xf32>) -> tensor<2x12x4x8xf32>
    %264 = stablehlo.transpose %263, dims = [0, 2, 3, 1] : (tensor<2x12x4x8xf32>) -> tensor<2x4x8x12xf32>
    %265 = stablehlo.dot_general %264, %131, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %266 = stablehlo.dot_general %264, %153, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %267 = stablehlo.transpose %266, dims = [0, 1, 3, 2] : (tensor<2x4x8x12xf32>) -> tensor<2x4x12x8xf32>
    %268 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %269 = stablehlo.multiply %265, %268 : tensor<2x4x12x12xf32>
    %270 = stablehlo.multiply %269, %149 : tensor<2x4x12x12xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %271 = stablehlo.reduce(%270 init: %cst_65) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %272 = stablehlo.reshape %271 : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %273 = stablehlo.negate %272 : tensor<2x4x12x1xf32>
    %274 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %275 = stablehlo.divide %265, %274 : tensor<2x4x12x12xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %276 = stablehlo.reduce(%273 init: %cst_66) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x1xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %277 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x12xf32>
    %278 = stablehlo.add %275, %277 : tensor<2x4x12x12xf32>
    %279 = stablehlo.multiply %278, %149 : tensor<2x4x12x12xf32>
    %280 = call @_where_0(%142#1, %279) : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %cst_67 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %282 = stablehlo.divide %280, %281 : tensor<2x4x12x12xf32>
    %283 = stablehlo.dot_general %282, %127, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %284 = stablehlo.dot_general %282, %129, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %285 = stablehlo.broadcast_in_dim %267, dims = [1, 2, 3, 4] : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %286 = stablehlo.pad %285, %cst_68, low = [2, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %287 = stablehlo.broadcast_in_dim %283, dims = [1, 2, 3, 4] : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %288 = stablehlo.pad %287, %cst_69, low = [1, 0, 0, 0, 0], high = [1, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %289 = stablehlo.add %286, %288 : tensor<3x2x4x12x8xf32>
    %290 = stablehlo.broadcast_in_dim %284, dims = [1, 2, 3, 4] : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %291 = stablehlo.pad %290, %cst_70, low = [0, 0, 0, 0, 0], high = [2, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %292 = stablehlo.add %289, %291 : tensor<3x2x4x12x8xf32>
    %293 = stablehlo.transpose %292, dims = [0, 2, 4, 1, 3] : (tensor<3x2x4x12x8xf32>) -> tensor<3x4x8x2x12xf32>
    %294 = stablehlo.dot_general %293, %arg8, contracting_dims = [0, 1, 2] x [0, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<3x4x8x2x12xf32>, tensor<3x32x4x8xf32>) -> tensor<2x12x32xf32>
    %295 = stablehlo.dot_general %293, %123, contracting_dims = [3, 4] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<3x4x8x2x12xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x32xf32>
    %296 = stablehlo.transpose %295, dims = [0, 3, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<3x32x4x8xf32>
    %297 = stablehlo.multiply %108, %294 : tensor<2x12x32xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %298 = stablehlo.reduce(%297 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %299 = stablehlo.reshape %298 : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %300 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %301 = stablehlo.multiply %294, %300 : tensor<2x12x32xf32>
    %302 = stablehlo.multiply %299, %121 : tensor<2x12x1xf32>
    %cst_72 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %303 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %304 = stablehlo.divide %302, %303 : tensor<2x12x1xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %305 = stablehlo.reduce(%304 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %306 = stablehlo.broadcast_in_dim %305, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %307 = stablehlo.multiply %306, %111 : tensor<2x12x32xf32>
    %308 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %309 = stablehlo.multiply %308, %301 : tensor<2x12x32xf32>
    %310 = stablehlo.add %307, %309 : tensor<2x12x32xf32>
    %311 = stablehlo.multiply %301, %105 : tensor<2x12x32xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %313 = stablehlo.reshape %312 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.reduce(%313 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %315 = stablehlo.add %251, %314 : tensor<32xf32>
    %316 = stablehlo.negate %310 : tensor<2x12x32xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %317 = stablehlo.reduce(%316 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %318 = stablehlo.reshape %317 : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %319 = stablehlo.add %260, %310 : tensor<2x12x32xf32>
    %cst_77 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %321 = stablehlo.divide %318, %320 : tensor<2x12x1xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %322 = stablehlo.reduce(%321 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %323 = stablehlo.broadcast_in_dim %322, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %324 = stablehlo.add %319, %323 : tensor<2x12x32xf32>
    %325 = stablehlo.dot_general %324, %97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<2x12x64xf32>) -> tensor<32x64xf32>
    %326 = stablehlo.transpose %325, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %327 = stablehlo.dot_general %324, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<64x32xf32>) -> tensor<2x12x64xf32>
    %328 = stablehlo.multiply %79, %327 : tensor<2x12x64xf32>
    %329 = stablehlo.multiply %327, %96 : tensor<2x12x64xf32>
    %cst_79 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %331 = stablehlo.multiply %330, %328 : tensor<2x12x64xf32>
    %332 = stablehlo.multiply %331, %92 : tensor<2x12x64xf32>
    %333 = stablehlo.multiply %332, %90 : tensor<2x12x64xf32>
    %334 = stablehlo.add %332, %333 : tensor<2x12x64xf32>
    %cst_80 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %336 = stablehlo.multiply %335, %334 : tensor<2x12x64xf32>
    %337 = stablehlo.add %329, %336 : tensor<2x12x64xf32>
    %cst_81 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %338 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %339 = stablehlo.multiply %338, %336 : tensor<2x12x64xf32>
    %340 = stablehlo.multiply %339, %84 : tensor<2x12x64xf32>
    %341 = stablehlo.add %337, %340 : tensor<2x12x64xf32>
    %342 = stablehlo.dot_general %341, %78, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<2x12x32xf32>) -> tensor<64x32xf32>
    %343 = stablehlo.transpose %342, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %344 = stablehlo.dot_general %341, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<32x64xf32>) -> tensor<2x12x32xf32>
    %345 = stablehlo.multiply %63, %344 : tensor<2x12x32xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.reduce(%345 init: %cst_82) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %347 = stablehlo.reshape %346 : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %348 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %349 = stablehlo.multiply %344, %348 : tensor<2x12x32xf32>
    %350 = stablehlo.multiply %347, %76 : tensor<2x12x1xf32>
    %cst_83 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %352 = stablehlo.divide %350, %351 : tensor<2x12x1xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %353 = stablehlo.reduce(%352 init: %cst_84) applies stablehlo.add across dimensions = [2] : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %354 = stablehlo.broadcast_in_dim %353, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %355 = stablehlo.multiply %354, %66 : tensor<2x12x32xf32>
    %356 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %357 = stablehlo.multiply %356, %349 : tensor<2x12x32xf32>
    %358 = stablehlo.add %355, %357 : tensor<2x12x32xf32>
    %359 = stablehlo.multiply %349, %60 : tensor<2x12x32xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %360 = stablehlo.reduce(%359 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %361 = stablehlo.reshape %360 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %362 = stablehlo.reduce(%361 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %363 = stablehlo.negate %358 : tensor<2x12x32xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %364 = stablehlo.reduce(%363 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %365 = stablehlo.reshape %364 : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %366 = stablehlo.add %324, %358 : tensor<2x12x32xf32>
    %cst_88 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %368 = stablehlo.divide %365, %367 : tensor<2x12x1xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.reduce(%368 init: %cst_89) applies stablehlo.add across dimensions = [2] : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %371 = stablehlo.add %366, %370 : tensor<2x12x32xf32>
    %372 = stablehlo.dot_general %371, %52, contracting_dims = [0, 1] x [0, 3], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<2x4x8x12xf32>) -> tensor<32x4x8xf32>
    %373 = stablehlo.transpose %372, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %374 = stablehlo.dot_general %371, %arg2, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<4x8x32xf32>) -> tensor<2x12x4x8xf32>
    %375 = stablehlo.transpose %374, dims = [0, 2, 3, 1] : (tensor<2x12x4x8xf32>) -> tensor<2x4x8x12xf32>
    %376 = stablehlo.dot_general %375, %26, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %377 = stablehlo.dot_general %375, %48, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %378 = stablehlo.transpose %377, dims = [0, 1, 3, 2] : (tensor<2x4x8x12xf32>) -> tensor<2x4x12x8xf32>
    %379 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %380 = stablehlo.multiply %376, %379 : tensor<2x4x12x12xf32>
    %381 = stablehlo.multiply %380, %44 : tensor<2x4x12x12xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %382 = stablehlo.reduce(%381 init: %cst_90) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %383 = stablehlo.reshape %382 : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %384 = stablehlo.negate %383 : tensor<2x4x12x1xf32>
    %385 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %386 = stablehlo.divide %376, %385 : tensor<2x4x12x12xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%384 init: %cst_91) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x1xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %388 = stablehlo.broadcast_in_dim %387, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x12xf32>
    %389 = stablehlo.add %386, %388 : tensor<2x4x12x12xf32>
    %390 = stablehlo.multiply %389, %44 : tensor<2x4x12x12xf32>
    %391 = call @_where_0(%37#1, %390) : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %cst_92 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %393 = stablehlo.divide %391, %392 : tensor<2x4x12x12xf32>
    %394 = stablehlo.dot_general %393, %22, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %395 = stablehlo.dot_general %393, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %396 = stablehlo.broadcast_in_dim %378, dims = [1, 2, 3, 4] : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %397 = stablehlo.pad %396, %cst_93, low = [2, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %398 = stablehlo.broadcast_in_dim %394, dims = [1, 2, 3, 4] : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %399 = stablehlo.pad %398, %cst_94, low = [1, 0, 0, 0, 0], high = [1, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %400 = stablehlo.add %397, %399 : tensor<3x2x4x12x8xf32>
    %401 = stablehlo.broadcast_in_dim %395, dims = [1, 2, 3, 4] : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.pad %401, %cst_95, low = [0, 0, 0, 0, 0], high = [2, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %403 = stablehlo.add %400, %402 : tensor<3x2x4x12x8xf32>
    %404 = stablehlo.transpose %403, dims = [0, 2, 4, 1, 3] : (tensor<3x2x4x12x8xf32>) -> tensor<3x4x8x2x12xf32>
    %405 = stablehlo.dot_general %404, %arg3, contracting_dims = [0, 1, 2] x [0, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<3x4x8x2x12xf32>, tensor<3x32x4x8xf32>) -> tensor<2x12x32xf32>
    %406 = stablehlo.dot_general %404, %18, contracting_dims = [3, 4] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<3x4x8x2x12xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x32xf32>
    %407 = stablehlo.transpose %406, dims = [0, 3, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<3x32x4x8xf32>
    %408 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %409 = stablehlo.multiply %405, %408 : tensor<2x12x32xf32>
    %410 = stablehlo.multiply %409, %5 : tensor<2x12x32xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %411 = stablehlo.reduce(%410 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %412 = stablehlo.reshape %411 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %413 = stablehlo.reduce(%412 init: %cst_97) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %414 = stablehlo.add %362, %413 : tensor<32xf32>
    return %210, %326, %414, %373, %407, %343, %215, %315, %262, %296, %232 : tensor<f32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>
  }
  func.func private @_where(%arg0: tensor<12x12xi1>, %arg1: tensor<f32>, %arg2: tensor<2x4x12x12xf32>) -> (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<12x12xi1>) -> tensor<2x4x12x12xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>
    return %3, %1 : tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>
  }
  func.func private @_where_0(%arg0: tensor<2x4x12x12xi1>, %arg1: tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %1 = stablehlo.select %arg0, %0, %arg1 : tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>
    return %1 : tensor<2x4x12x12xf32>
  }
}
