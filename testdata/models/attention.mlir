module @jit_decoder attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<4x8x32xf32>, %arg3: tensor<3x32x4x8xf32>, %arg4: tensor<32x64xf32>, %arg5: tensor<64x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<4x8x32xf32>, %arg8: tensor<3x32x4x8xf32>, %arg9: tensor<32x64xf32>, %arg10: tensor<2x12x32xf32>) -> (tensor<2x12x32xf32> {jax.result_info = "result"}) {
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
    %37 = call @_where(%36, %cst_5, %29) : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x4x12xf32>
    %40 = stablehlo.maximum %39, %38 : tensor<2x4x12xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %43 = stablehlo.subtract %37, %42 : tensor<2x4x12x12xf32>
    %44 = stablehlo.exponential %43 : tensor<2x4x12x12xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %48 = stablehlo.divide %44, %47 : tensor<2x4x12x12xf32>
    %49 = stablehlo.dot_general %26, %48, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %50 = stablehlo.dot_general %49, %arg2, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %51 = stablehlo.add %arg10, %50 : tensor<2x12x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %55 = stablehlo.divide %53, %54 : tensor<2x12x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %57 = stablehlo.subtract %51, %56 : tensor<2x12x32xf32>
    %58 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %60 = stablehlo.multiply %59, %57 : tensor<2x12x32xf32>
    %61 = chlo.square %57 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %65 = stablehlo.divide %63, %64 : tensor<2x12x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %67 = stablehlo.add %65, %66 : tensor<2x12x1xf32>
    %68 = stablehlo.rsqrt %67 : tensor<2x12x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %70 = stablehlo.multiply %60, %69 : tensor<2x12x32xf32>
    %71 = stablehlo.dot_general %70, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %72 = stablehlo.multiply %71, %71 : tensor<2x12x64xf32>
    %73 = stablehlo.multiply %72, %71 : tensor<2x12x64xf32>
    %cst_14 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %75 = stablehlo.multiply %74, %73 : tensor<2x12x64xf32>
    %76 = stablehlo.add %71, %75 : tensor<2x12x64xf32>
    %cst_15 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %78 = stablehlo.multiply %77, %76 : tensor<2x12x64xf32>
    %79 = stablehlo.tanh %78 : tensor<2x12x64xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %81 = stablehlo.add %80, %79 : tensor<2x12x64xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %83 = stablehlo.multiply %82, %81 : tensor<2x12x64xf32>
    %84 = stablehlo.multiply %71, %83 : tensor<2x12x64xf32>
    %85 = stablehlo.dot_general %84, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %86 = stablehlo.add %51, %85 : tensor<2x12x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.reduce(%86 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_19 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %90 = stablehlo.divide %88, %89 : tensor<2x12x1xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %92 = stablehlo.subtract %86, %91 : tensor<2x12x32xf32>
    %93 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %95 = stablehlo.multiply %94, %92 : tensor<2x12x32xf32>
    %96 = chlo.square %92 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%96 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_21 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %100 = stablehlo.divide %98, %99 : tensor<2x12x1xf32>
    %cst_22 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %102 = stablehlo.add %100, %101 : tensor<2x12x1xf32>
    %103 = stablehlo.rsqrt %102 : tensor<2x12x1xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %105 = stablehlo.multiply %95, %104 : tensor<2x12x32xf32>
    %106 = stablehlo.dot_general %arg8, %105, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %107 = stablehlo.transpose %106, dims = [0, 3, 1, 4, 2] : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %108 = stablehlo.slice %107 [0:1, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %109 = stablehlo.reshape %108 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %110 = stablehlo.slice %107 [1:2, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %111 = stablehlo.reshape %110 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %112 = stablehlo.slice %107 [2:3, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %113 = stablehlo.reshape %112 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %114 = stablehlo.dot_general %109, %111, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %cst_23 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %116 = stablehlo.divide %114, %115 : tensor<2x4x12x12xf32>
    %117 = stablehlo.iota dim = 0 : tensor<12xi32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %119 = stablehlo.iota dim = 0 : tensor<12xi32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [1] : (tensor<12xi32>) -> tensor<1x12xi32>
    %121 = stablehlo.broadcast_in_dim %118, dims = [0, 1] : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %122 = stablehlo.broadcast_in_dim %120, dims = [0, 1] : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %123 = stablehlo.compare LT, %121, %122, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %cst_24 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %124 = call @_where(%123, %cst_24, %116) : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %125 = stablehlo.reduce(%124 init: %cst_25) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x4x12xf32>
    %127 = stablehlo.maximum %126, %125 : tensor<2x4x12xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %130 = stablehlo.subtract %124, %129 : tensor<2x4x12x12xf32>
    %131 = stablehlo.exponential %130 : tensor<2x4x12x12xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_27) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %133 = stablehlo.broadcast_in_dim %132, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %135 = stablehlo.divide %131, %134 : tensor<2x4x12x12xf32>
    %136 = stablehlo.dot_general %113, %135, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %137 = stablehlo.dot_general %136, %arg7, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %138 = stablehlo.add %86, %137 : tensor<2x12x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %142 = stablehlo.divide %140, %141 : tensor<2x12x1xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %144 = stablehlo.subtract %138, %143 : tensor<2x12x32xf32>
    %145 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %147 = stablehlo.multiply %146, %144 : tensor<2x12x32xf32>
    %148 = chlo.square %144 : tensor<2x12x32xf32> -> tensor<2x12x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.reduce(%148 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_31 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %152 = stablehlo.divide %150, %151 : tensor<2x12x1xf32>
    %cst_32 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %154 = stablehlo.add %152, %153 : tensor<2x12x1xf32>
    %155 = stablehlo.rsqrt %154 : tensor<2x12x1xf32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %157 = stablehlo.multiply %147, %156 : tensor<2x12x32xf32>
    %158 = stablehlo.dot_general %157, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %159 = stablehlo.multiply %158, %158 : tensor<2x12x64xf32>
    %160 = stablehlo.multiply %159, %158 : tensor<2x12x64xf32>
    %cst_33 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %162 = stablehlo.multiply %161, %160 : tensor<2x12x64xf32>
    %163 = stablehlo.add %158, %162 : tensor<2x12x64xf32>
    %cst_34 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %165 = stablehlo.multiply %164, %163 : tensor<2x12x64xf32>
    %166 = stablehlo.tanh %165 : tensor<2x12x64xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %168 = stablehlo.add %167, %166 : tensor<2x12x64xf32>
    %cst_36 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x12x64xf32>
    %170 = stablehlo.multiply %169, %168 : tensor<2x12x64xf32>
    %171 = stablehlo.multiply %158, %170 : tensor<2x12x64xf32>
    %172 = stablehlo.dot_general %171, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %173 = stablehlo.add %138, %172 : tensor<2x12x32xf32>
    return %173 : tensor<2x12x32xf32>
  }
  func.func private @_where(%arg0: tensor<12x12xi1>, %arg1: tensor<f32>, %arg2: tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<12x12xi1>) -> tensor<2x4x12x12xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>
    return %3 : tensor<2x4x12x12xf32>
  }
}
