func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %1 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %2 = stablehlo.compare GT, %0, %1 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = stablehlo.compare EQ, %0, %1 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %5 = stablehlo.select %4, %arg0, %3 : tensor<2x2xi1>, tensor<2x2xf32>
    %6 = stablehlo.select %2, %arg0, %5 : tensor<2x2xi1>, tensor<2x2xf32>
    %7 = stablehlo.abs %6 : tensor<2x2xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<2x2xf32>
    %8 = stablehlo.compare LT, %7, %cst : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %10 = stablehlo.compare EQ, %9, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.select %10, %cst_1, %9 : tensor<i1>, tensor<f32>
    %12 = stablehlo.divide %cst_1, %11 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %14 = stablehlo.multiply %6, %13 : tensor<2x2xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %15 = stablehlo.reduce(%8 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %16 = stablehlo.multiply %14, %14 : tensor<2x2xf32>
    %17 = stablehlo.reduce(%16 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %18 = stablehlo.sqrt %17 : tensor<f32>
    %19 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %20 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %21 = stablehlo.compare EQ, %19, %20 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<2x2xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf32>
    %22 = stablehlo.select %21, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.multiply %18, %cst_4 : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<2x2xf32>
    %26 = stablehlo.add %14, %25 : tensor<2x2xf32>
    %27 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %28 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %29 = stablehlo.compare EQ, %27, %28 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %30 = stablehlo.select %29, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %31 = stablehlo.concatenate %26, %30, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    %32 = stablehlo.slice %31 [0:4, 0:1] : (tensor<4x2xf32>) -> tensor<4x1xf32>
    %33 = stablehlo.slice %31 [0:4, 1:2] : (tensor<4x2xf32>) -> tensor<4x1xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %34:4 = stablehlo.while(%iterArg = %c_5, %iterArg_10 = %32, %iterArg_11 = %33, %iterArg_12 = %cst_1) : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
    cond {
      %c_13 = stablehlo.constant dense<30> : tensor<i32>
      %74 = stablehlo.compare LT, %iterArg, %c_13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_14 = stablehlo.constant dense<1.1920929E-6> : tensor<f32>
      %75 = stablehlo.compare GT, %iterArg_12, %cst_14 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %76 = stablehlo.and %74, %75 : tensor<i1>
      stablehlo.return %76 : tensor<i1>
    } do {
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %74 = stablehlo.add %iterArg, %c_13 : tensor<i32>
      %75:4 = stablehlo.while(%iterArg_14 = %c_5, %iterArg_15 = %iterArg_10, %iterArg_16 = %iterArg_11, %iterArg_17 = %cst_0) : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
      cond {
        %76 = stablehlo.compare LT, %iterArg_14, %c_13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %76 : tensor<i1>
      } do {
        %76 = stablehlo.add %iterArg_14, %c_13 : tensor<i32>
        %77 = stablehlo.slice %iterArg_15 [0:2, 0:1] : (tensor<4x1xf32>) -> tensor<2x1xf32>
        %78 = stablehlo.slice %iterArg_16 [0:2, 0:1] : (tensor<4x1xf32>) -> tensor<2x1xf32>
        %79 = stablehlo.multiply %77, %77 : tensor<2x1xf32>
        %80 = stablehlo.reduce(%79 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
        %81 = stablehlo.multiply %78, %78 : tensor<2x1xf32>
        %82 = stablehlo.reduce(%81 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
        %83 = stablehlo.multiply %77, %78 : tensor<2x1xf32>
        %84 = stablehlo.reduce(%83 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
        %85 = stablehlo.abs %84 : tensor<1xf32>
        %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
        %86 = stablehlo.compare EQ, %85, %cst_18 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
        %87 = stablehlo.select %86, %cst_19, %85 : tensor<1xi1>, tensor<1xf32>
        %88 = stablehlo.subtract %82, %80 : tensor<1xf32>
        %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<1xf32>
        %89 = stablehlo.multiply %87, %cst_20 : tensor<1xf32>
        %90 = stablehlo.divide %88, %89 : tensor<1xf32>
        %91 = stablehlo.abs %90 : tensor<1xf32>
        %92 = stablehlo.multiply %90, %90 : tensor<1xf32>
        %93 = stablehlo.add %92, %cst_19 : tensor<1xf32>
        %94 = stablehlo.sqrt %93 : tensor<1xf32>
        %95 = stablehlo.add %91, %94 : tensor<1xf32>
        %96 = stablehlo.divide %cst_19, %95 : tensor<1xf32>
        %97 = stablehlo.compare LT, %90, %cst_18 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %98 = stablehlo.negate %96 : tensor<1xf32>
        %99 = stablehlo.select %97, %98, %96 : tensor<1xi1>, tensor<1xf32>
        %100 = stablehlo.select %86, %cst_18, %99 : tensor<1xi1>, tensor<1xf32>
        %101 = stablehlo.multiply %100, %100 : tensor<1xf32>
        %102 = stablehlo.add %101, %cst_19 : tensor<1xf32>
        %103 = stablehlo.rsqrt %102 : tensor<1xf32>
        %104 = stablehlo.divide %cst_19, %87 : tensor<1xf32>
        %105 = stablehlo.multiply %84, %104 : tensor<1xf32>
        %106 = stablehlo.multiply %103, %100 : tensor<1xf32>
        %107 = stablehlo.multiply %105, %106 : tensor<1xf32>
        %108 = stablehlo.broadcast_in_dim %107, dims = [1] : (tensor<1xf32>) -> tensor<4x1xf32>
        %109 = stablehlo.sqrt %80 : tensor<1xf32>
        %110 = stablehlo.sqrt %82 : tensor<1xf32>
        %111 = stablehlo.multiply %109, %110 : tensor<1xf32>
        %112 = stablehlo.select %86, %cst_19, %111 : tensor<1xi1>, tensor<1xf32>
        %113 = stablehlo.divide %85, %112 : tensor<1xf32>
        %114 = stablehlo.select %86, %85, %113 : tensor<1xi1>, tensor<1xf32>
        %115 = stablehlo.broadcast_in_dim %103, dims = [1] : (tensor<1xf32>) -> tensor<4x1xf32>
        %116 = stablehlo.multiply %iterArg_15, %115 : tensor<4x1xf32>
        %117 = stablehlo.multiply %108, %iterArg_16 : tensor<4x1xf32>
        %118 = stablehlo.subtract %116, %117 : tensor<4x1xf32>
        %119 = stablehlo.multiply %108, %iterArg_15 : tensor<4x1xf32>
        %120 = stablehlo.broadcast_in_dim %103, dims = [1] : (tensor<1xf32>) -> tensor<4x1xf32>
        %121 = stablehlo.multiply %iterArg_16, %120 : tensor<4x1xf32>
        %122 = stablehlo.add %119, %121 : tensor<4x1xf32>
        %123 = stablehlo.reduce(%114 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
        %124 = stablehlo.maximum %iterArg_17, %123 : tensor<f32>
        stablehlo.return %76, %118, %122, %124 : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
      }
      stablehlo.return %74, %75#1, %75#2, %75#3 : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
    }
    %35 = stablehlo.concatenate %34#1, %34#2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
    %36 = stablehlo.slice %35 [0:4, 0:2] : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %37 = stablehlo.slice %36 [2:4, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %38 = stablehlo.multiply %37, %37 : tensor<2x2xf32>
    %39 = stablehlo.reduce(%38 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %40 = stablehlo.sqrt %39 : tensor<2xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %41 = stablehlo.divide %cst_6, %40 : tensor<2xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
    %43 = stablehlo.multiply %36, %42 : tensor<4x2xf32>
    %44 = stablehlo.slice %43 [0:2, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %45 = stablehlo.slice %43 [2:4, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %46 = stablehlo.dot_general %14, %45, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %47 = stablehlo.multiply %45, %46 : tensor<2x2xf32>
    %48 = stablehlo.reduce(%47 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %49 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %50 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %51 = stablehlo.broadcast_in_dim %48, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %52 = stablehlo.broadcast_in_dim %48, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %53 = stablehlo.compare LT, %52, %51 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %54 = stablehlo.compare EQ, %52, %51 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %55 = stablehlo.compare LT, %50, %49 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %56 = stablehlo.and %54, %55 : tensor<2x2xi1>
    %57 = stablehlo.or %53, %56 : tensor<2x2xi1>
    %58 = stablehlo.convert %57 : (tensor<2x2xi1>) -> tensor<2x2xi32>
    %59 = stablehlo.reduce(%58 init: %c_5) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<2xi32>) -> tensor<2x2xi32>
    %61 = stablehlo.compare EQ, %50, %60 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %62 = stablehlo.select %61, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %63 = stablehlo.broadcast_in_dim %48, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<2x2xf32>
    %65 = stablehlo.reduce(%64 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %66 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %67 = stablehlo.multiply %65, %66 : tensor<2xf32>
    %68 = stablehlo.dot_general %45, %62, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %69 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i1>) -> tensor<2x2xi1>
    %cst_7 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
    %70 = stablehlo.select %69, %68, %cst_7 : tensor<2x2xi1>, tensor<2x2xf32>
    %71 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %cst_8 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
    %72 = stablehlo.select %71, %67, %cst_8 : tensor<2xi1>, tensor<2xf32>
    %c_9 = stablehlo.constant dense<1> : tensor<i32>
    %73 = stablehlo.select %15, %c_5, %c_9 : tensor<i1>, tensor<i32>
    return %70, %72 : tensor<2x2xf32>, tensor<2xf32>
  }
}
