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
    %9 = stablehlo.abs %6 : tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.compare EQ, %10, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.select %11, %cst_1, %10 : tensor<i1>, tensor<f32>
    %13 = stablehlo.divide %cst_1, %12 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %15 = stablehlo.multiply %6, %14 : tensor<2x2xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %16 = stablehlo.reduce(%8 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %17 = stablehlo.multiply %15, %15 : tensor<2x2xf32>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %19 = stablehlo.sqrt %18 : tensor<f32>
    %20 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %21 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %22 = stablehlo.compare EQ, %20, %21 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<2x2xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf32>
    %23 = stablehlo.select %22, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %24 = stablehlo.multiply %19, %cst_4 : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %26 = stablehlo.multiply %23, %25 : tensor<2x2xf32>
    %27 = stablehlo.add %15, %26 : tensor<2x2xf32>
    %28 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %29 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %30 = stablehlo.compare EQ, %28, %29 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %31 = stablehlo.select %30, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %32 = stablehlo.concatenate %27, %31, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    %33 = stablehlo.slice %32 [0:4, 0:1] : (tensor<4x2xf32>) -> tensor<4x1xf32>
    %34 = stablehlo.slice %32 [0:4, 1:2] : (tensor<4x2xf32>) -> tensor<4x1xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %35:4 = stablehlo.while(%iterArg = %c_5, %iterArg_10 = %33, %iterArg_11 = %34, %iterArg_12 = %cst_1) : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
    cond {
      %c_13 = stablehlo.constant dense<30> : tensor<i32>
      %75 = stablehlo.compare LT, %iterArg, %c_13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_14 = stablehlo.constant dense<1.1920929E-6> : tensor<f32>
      %76 = stablehlo.compare GT, %iterArg_12, %cst_14 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %77 = stablehlo.and %75, %76 : tensor<i1>
      stablehlo.return %77 : tensor<i1>
    } do {
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %75 = stablehlo.add %iterArg, %c_13 : tensor<i32>
      %76:4 = stablehlo.while(%iterArg_14 = %c_5, %iterArg_15 = %iterArg_10, %iterArg_16 = %iterArg_11, %iterArg_17 = %cst_0) : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
      cond {
        %77 = stablehlo.compare LT, %iterArg_14, %c_13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %77 : tensor<i1>
      } do {
        %77 = stablehlo.add %iterArg_14, %c_13 : tensor<i32>
        %78 = stablehlo.slice %iterArg_15 [0:2, 0:1] : (tensor<4x1xf32>) -> tensor<2x1xf32>
        %79 = stablehlo.slice %iterArg_16 [0:2, 0:1] : (tensor<4x1xf32>) -> tensor<2x1xf32>
        %80 = stablehlo.multiply %78, %78 : tensor<2x1xf32>
        %81 = stablehlo.reduce(%80 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
        %82 = stablehlo.multiply %79, %79 : tensor<2x1xf32>
        %83 = stablehlo.reduce(%82 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
        %84 = stablehlo.multiply %78, %79 : tensor<2x1xf32>
        %85 = stablehlo.reduce(%84 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
        %86 = stablehlo.abs %85 : tensor<1xf32>
        %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
        %87 = stablehlo.compare EQ, %86, %cst_18 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
        %88 = stablehlo.select %87, %cst_19, %86 : tensor<1xi1>, tensor<1xf32>
        %89 = stablehlo.subtract %83, %81 : tensor<1xf32>
        %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<1xf32>
        %90 = stablehlo.multiply %88, %cst_20 : tensor<1xf32>
        %91 = stablehlo.divide %89, %90 : tensor<1xf32>
        %92 = stablehlo.abs %91 : tensor<1xf32>
        %93 = stablehlo.multiply %91, %91 : tensor<1xf32>
        %94 = stablehlo.add %93, %cst_19 : tensor<1xf32>
        %95 = stablehlo.sqrt %94 : tensor<1xf32>
        %96 = stablehlo.add %92, %95 : tensor<1xf32>
        %97 = stablehlo.divide %cst_19, %96 : tensor<1xf32>
        %98 = stablehlo.compare LT, %91, %cst_18 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %99 = stablehlo.negate %97 : tensor<1xf32>
        %100 = stablehlo.select %98, %99, %97 : tensor<1xi1>, tensor<1xf32>
        %101 = stablehlo.select %87, %cst_18, %100 : tensor<1xi1>, tensor<1xf32>
        %102 = stablehlo.multiply %101, %101 : tensor<1xf32>
        %103 = stablehlo.add %102, %cst_19 : tensor<1xf32>
        %104 = stablehlo.rsqrt %103 : tensor<1xf32>
        %105 = stablehlo.divide %cst_19, %88 : tensor<1xf32>
        %106 = stablehlo.multiply %85, %105 : tensor<1xf32>
        %107 = stablehlo.multiply %104, %101 : tensor<1xf32>
        %108 = stablehlo.multiply %106, %107 : tensor<1xf32>
        %109 = stablehlo.broadcast_in_dim %108, dims = [1] : (tensor<1xf32>) -> tensor<4x1xf32>
        %110 = stablehlo.sqrt %81 : tensor<1xf32>
        %111 = stablehlo.sqrt %83 : tensor<1xf32>
        %112 = stablehlo.multiply %110, %111 : tensor<1xf32>
        %113 = stablehlo.select %87, %cst_19, %112 : tensor<1xi1>, tensor<1xf32>
        %114 = stablehlo.divide %86, %113 : tensor<1xf32>
        %115 = stablehlo.select %87, %86, %114 : tensor<1xi1>, tensor<1xf32>
        %116 = stablehlo.broadcast_in_dim %104, dims = [1] : (tensor<1xf32>) -> tensor<4x1xf32>
        %117 = stablehlo.multiply %iterArg_15, %116 : tensor<4x1xf32>
        %118 = stablehlo.multiply %109, %iterArg_16 : tensor<4x1xf32>
        %119 = stablehlo.subtract %117, %118 : tensor<4x1xf32>
        %120 = stablehlo.multiply %109, %iterArg_15 : tensor<4x1xf32>
        %121 = stablehlo.broadcast_in_dim %104, dims = [1] : (tensor<1xf32>) -> tensor<4x1xf32>
        %122 = stablehlo.multiply %iterArg_16, %121 : tensor<4x1xf32>
        %123 = stablehlo.add %120, %122 : tensor<4x1xf32>
        %124 = stablehlo.reduce(%115 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
        %125 = stablehlo.maximum %iterArg_17, %124 : tensor<f32>
        stablehlo.return %77, %119, %123, %125 : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
      }
      stablehlo.return %75, %76#1, %76#2, %76#3 : tensor<i32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<f32>
    }
    %36 = stablehlo.concatenate %35#1, %35#2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
    %37 = stablehlo.slice %36 [0:4, 0:2] : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %38 = stablehlo.slice %37 [2:4, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %39 = stablehlo.multiply %38, %38 : tensor<2x2xf32>
    %40 = stablehlo.reduce(%39 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %41 = stablehlo.sqrt %40 : tensor<2xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %42 = stablehlo.divide %cst_6, %41 : tensor<2xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
    %44 = stablehlo.multiply %37, %43 : tensor<4x2xf32>
    %45 = stablehlo.slice %44 [0:2, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %46 = stablehlo.slice %44 [2:4, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %47 = stablehlo.dot_general %15, %46, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %48 = stablehlo.multiply %46, %47 : tensor<2x2xf32>
    %49 = stablehlo.reduce(%48 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %50 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %51 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %52 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %53 = stablehlo.broadcast_in_dim %49, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %54 = stablehlo.compare LT, %53, %52 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %55 = stablehlo.compare EQ, %53, %52 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %56 = stablehlo.compare LT, %51, %50 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %57 = stablehlo.and %55, %56 : tensor<2x2xi1>
    %58 = stablehlo.or %54, %57 : tensor<2x2xi1>
    %59 = stablehlo.convert %58 : (tensor<2x2xi1>) -> tensor<2x2xi32>
    %60 = stablehlo.reduce(%59 init: %c_5) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0] : (tensor<2xi32>) -> tensor<2x2xi32>
    %62 = stablehlo.compare EQ, %51, %61 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %63 = stablehlo.select %62, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %64 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %65 = stablehlo.multiply %63, %64 : tensor<2x2xf32>
    %66 = stablehlo.reduce(%65 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %67 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %68 = stablehlo.multiply %66, %67 : tensor<2xf32>
    %69 = stablehlo.dot_general %46, %63, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %70 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i1>) -> tensor<2x2xi1>
    %cst_7 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
    %71 = stablehlo.select %70, %69, %cst_7 : tensor<2x2xi1>, tensor<2x2xf32>
    %72 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %cst_8 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
    %73 = stablehlo.select %72, %68, %cst_8 : tensor<2xi1>, tensor<2xf32>
    %c_9 = stablehlo.constant dense<1> : tensor<i32>
    %74 = stablehlo.select %16, %c_5, %c_9 : tensor<i1>, tensor<i32>
    return %71, %73 : tensor<2x2xf32>, tensor<2xf32>
  }
}
