module @jit_network attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x20x20x3xf32>, %arg1: tensor<5x5x3x8xf32>, %arg2: tensor<3x3x8x16xf32>, %arg3: tensor<3x3x1x16xf32>, %arg4: tensor<1x1x8x16xf32>, %arg5: tensor<3x3x16x24xf32>, %arg6: tensor<3x3x1x24xf32>, %arg7: tensor<1x1x16x24xf32>, %arg8: tensor<24x10xf32>) -> (tensor<4x10xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x20x20x3xf32>, tensor<5x5x3x8xf32>) -> tensor<4x20x20x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+03> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<4x20x20x8xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<4x20x20x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7 = call @_var(%0, %c) : (tensor<4x20x20x8xf32>, tensor<i32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.add %7, %8 : tensor<8xf32>
    %10 = stablehlo.rsqrt %9 : tensor<8xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<4x20x20x8xf32>
    %13 = stablehlo.multiply %6, %12 : tensor<4x20x20x8xf32>
    %14 = call @relu(%13) : (tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.reduce_window"(%14, %15) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %122 = stablehlo.maximum %arg9, %arg10 : tensor<f32>
      stablehlo.return %122 : tensor<f32>
    }) : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<4x10x10x8xf32>
    %17 = stablehlo.convolution(%16, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x10x10x8xf32>, tensor<3x3x8x16xf32>) -> tensor<4x5x5x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %20 = stablehlo.divide %18, %19 : tensor<16xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<4x5x5x16xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %24 = call @_var_0(%17, %c_5) : (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %26 = stablehlo.add %24, %25 : tensor<16xf32>
    %27 = stablehlo.rsqrt %26 : tensor<16xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %30 = stablehlo.multiply %23, %29 : tensor<4x5x5x16xf32>
    %31 = call @relu_2(%30) : (tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %32 = stablehlo.convolution(%31, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x5x5x16xf32>, tensor<3x3x1x16xf32>) -> tensor<4x5x5x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %35 = stablehlo.divide %33, %34 : tensor<16xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %38 = stablehlo.subtract %32, %37 : tensor<4x5x5x16xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %39 = call @_var_0(%32, %c_9) : (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %41 = stablehlo.add %39, %40 : tensor<16xf32>
    %42 = stablehlo.rsqrt %41 : tensor<16xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %45 = stablehlo.multiply %38, %44 : tensor<4x5x5x16xf32>
    %46 = stablehlo.convolution(%16, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x10x10x8xf32>, tensor<1x1x8x16xf32>) -> tensor<4x5x5x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %49 = stablehlo.divide %47, %48 : tensor<16xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %52 = stablehlo.subtract %46, %51 : tensor<4x5x5x16xf32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %53 = call @_var_0(%46, %c_13) : (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %55 = stablehlo.add %53, %54 : tensor<16xf32>
    %56 = stablehlo.rsqrt %55 : tensor<16xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %59 = stablehlo.multiply %52, %58 : tensor<4x5x5x16xf32>
    %60 = stablehlo.add %45, %59 : tensor<4x5x5x16xf32>
    %61 = call @relu_2(%60) : (tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %62 = stablehlo.convolution(%61, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x5x5x16xf32>, tensor<3x3x16x24xf32>) -> tensor<4x3x3x24xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %cst_16 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %65 = stablehlo.divide %63, %64 : tensor<24xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %68 = stablehlo.subtract %62, %67 : tensor<4x3x3x24xf32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %69 = call @_var_3(%62, %c_17) : (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %71 = stablehlo.add %69, %70 : tensor<24xf32>
    %72 = stablehlo.rsqrt %71 : tensor<24xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %75 = stablehlo.multiply %68, %74 : tensor<4x3x3x24xf32>
    %76 = call @relu_5(%75) : (tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %77 = stablehlo.convolution(%76, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 24 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x3x3x24xf32>, tensor<3x3x1x24xf32>) -> tensor<4x3x3x24xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_19) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %cst_20 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %80 = stablehlo.divide %78, %79 : tensor<24xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %83 = stablehlo.subtract %77, %82 : tensor<4x3x3x24xf32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %84 = call @_var_3(%77, %c_21) : (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %86 = stablehlo.add %84, %85 : tensor<24xf32>
    %87 = stablehlo.rsqrt %86 : tensor<24xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %90 = stablehlo.multiply %83, %89 : tensor<4x3x3x24xf32>
    %91 = stablehlo.convolution(%61, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x5x5x16xf32>, tensor<1x1x16x24xf32>) -> tensor<4x3x3x24xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_23) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %cst_24 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %94 = stablehlo.divide %92, %93 : tensor<24xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %97 = stablehlo.subtract %91, %96 : tensor<4x3x3x24xf32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %98 = call @_var_3(%91, %c_25) : (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>
    %cst_26 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %100 = stablehlo.add %98, %99 : tensor<24xf32>
    %101 = stablehlo.rsqrt %100 : tensor<24xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %104 = stablehlo.multiply %97, %103 : tensor<4x3x3x24xf32>
    %105 = stablehlo.add %90, %104 : tensor<4x3x3x24xf32>
    %106 = call @relu_5(%105) : (tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_27) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<4x24xf32>
    %cst_28 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x24xf32>
    %109 = stablehlo.divide %107, %108 : tensor<4x24xf32>
    %110 = stablehlo.dot_general %109, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x24xf32>, tensor<24x10xf32>) -> tensor<4x10xf32>
    %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %111 = stablehlo.reduce(%110 init: %cst_29) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %113 = stablehlo.maximum %112, %111 : tensor<4xf32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %116 = stablehlo.subtract %110, %115 : tensor<4x10xf32>
    %117 = stablehlo.exponential %116 : tensor<4x10xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_31) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %121 = stablehlo.divide %117, %120 : tensor<4x10xf32>
    return %121 : tensor<4x10xf32>
  }
  func.func private @_var(%arg0: tensor<4x20x20x8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+03> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1x8xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x1x1x8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<4x20x20x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x20x20x8xf32>
    %6 = chlo.square %5 : tensor<4x20x20x8xf32> -> tensor<4x20x20x8xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.600000e+03> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %11 = stablehlo.divide %9, %10 : tensor<8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %13 = call @_where(%12, %11, %cst_4) : (tensor<i1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    return %13 : tensor<8xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) -> tensor<8xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<8xf32>
    return %2 : tensor<8xf32>
  }
  func.func private @relu(%arg0: tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x20x20x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x20x20x8xf32>
    return %1 : tensor<4x20x20x8xf32>
  }
  func.func private @_var_0(%arg0: tensor<4x5x5x16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1x16xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x1x1x16xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x5x5x16xf32>
    %6 = chlo.square %5 : tensor<4x5x5x16xf32> -> tensor<4x5x5x16xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %11 = stablehlo.divide %9, %10 : tensor<16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %13 = call @_where_1(%12, %11, %cst_4) : (tensor<i1>, tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
    return %13 : tensor<16xf32>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<16xf32>, %arg2: tensor<f32>) -> tensor<16xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<16xf32>
    return %2 : tensor<16xf32>
  }
  func.func private @relu_2(%arg0: tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5x5x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x5x5x16xf32>
    return %1 : tensor<4x5x5x16xf32>
  }
  func.func private @_var_3(%arg0: tensor<4x3x3x24xf32>, %arg1: tensor<i32>) -> tensor<24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [3] : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %cst_0 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1x24xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x1x1x24xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x3x3x24xf32>
    %6 = chlo.square %5 : tensor<4x3x3x24xf32> -> tensor<4x3x3x24xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %11 = stablehlo.divide %9, %10 : tensor<24xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %13 = call @_where_4(%12, %11, %cst_4) : (tensor<i1>, tensor<24xf32>, tensor<f32>) -> tensor<24xf32>
    return %13 : tensor<24xf32>
  }
  func.func private @_where_4(%arg0: tensor<i1>, %arg1: tensor<24xf32>, %arg2: tensor<f32>) -> tensor<24xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<24xf32>
    return %2 : tensor<24xf32>
  }
  func.func private @relu_5(%arg0: tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3x3x24xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x3x3x24xf32>
    return %1 : tensor<4x3x3x24xf32>
  }
}
