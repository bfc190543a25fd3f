func.func @main(%x: tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<i32>)
  return %0#1, %0#2, %0#3 : tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>) {
    %0 = stablehlo.abs %arg0 : tensor<3x2xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<3x2xf32>
    %1 = stablehlo.compare LT, %0, %cst : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.compare EQ, %2, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.divide %cst_1, %4 : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %7 = stablehlo.multiply %arg0, %6 : tensor<3x2xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.reduce(%1 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
    %9 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %10 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %11 = stablehlo.compare EQ, %9, %10 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<2x2xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf32>
    %12 = stablehlo.select %11, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %13 = stablehlo.concatenate %7, %12, dim = 0 : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %14 = stablehlo.slice %13 [0:5, 0:1] : (tensor<5x2xf32>) -> tensor<5x1xf32>
    %15 = stablehlo.slice %13 [0:5, 1:2] : (tensor<5x2xf32>) -> tensor<5x1xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %16:4 = stablehlo.while(%iterArg = %c_4, %iterArg_16 = %14, %iterArg_17 = %15, %iterArg_18 = %cst_1) : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
    cond {
      %c_19 = stablehlo.constant dense<30> : tensor<i32>
      %77 = stablehlo.compare LT, %iterArg, %c_19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_20 = stablehlo.constant dense<1.31130219E-6> : tensor<f32>
      %78 = stablehlo.compare GT, %iterArg_18, %cst_20 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %79 = stablehlo.and %77, %78 : tensor<i1>
      stablehlo.return %79 : tensor<i1>
    } do {
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.add %iterArg, %c_19 : tensor<i32>
      %78:4 = stablehlo.while(%iterArg_20 = %c_4, %iterArg_21 = %iterArg_16, %iterArg_22 = %iterArg_17, %iterArg_23 = %cst_0) : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
      cond {
        %79 = stablehlo.compare LT, %iterArg_20, %c_19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %79 : tensor<i1>
      } do {
        %79 = stablehlo.add %iterArg_20, %c_19 : tensor<i32>
        %80 = stablehlo.slice %iterArg_21 [0:3, 0:1] : (tensor<5x1xf32>) -> tensor<3x1xf32>
        %81 = stablehlo.slice %iterArg_22 [0:3, 0:1] : (tensor<5x1xf32>) -> tensor<3x1xf32>
        %82 = stablehlo.multiply %80, %80 : tensor<3x1xf32>
        %83 = stablehlo.reduce(%82 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<1xf32>
        %84 = stablehlo.multiply %81, %81 : tensor<3x1xf32>
        %85 = stablehlo.reduce(%84 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<1xf32>
        %86 = stablehlo.multiply %80, %81 : tensor<3x1xf32>
        %87 = stablehlo.reduce(%86 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<1xf32>
        %88 = stablehlo.abs %87 : tensor<1xf32>
        %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
        %89 = stablehlo.compare EQ, %88, %cst_24 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
        %90 = stablehlo.select %89, %cst_25, %88 : tensor<1xi1>, tensor<1xf32>
        %91 = stablehlo.subtract %85, %83 : tensor<1xf32>
        %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<1xf32>
        %92 = stablehlo.multiply %90, %cst_26 : tensor<1xf32>
        %93 = stablehlo.divide %91, %92 : tensor<1xf32>
        %94 = stablehlo.abs %93 : tensor<1xf32>
        %95 = stablehlo.multiply %93, %93 : tensor<1xf32>
        %96 = stablehlo.add %95, %cst_25 : tensor<1xf32>
        %97 = stablehlo.sqrt %96 : tensor<1xf32>
        %98 = stablehlo.add %94, %97 : tensor<1xf32>
        %99 = stablehlo.divide %cst_25, %98 : tensor<1xf32>
        %100 = stablehlo.compare LT, %93, %cst_24 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %101 = stablehlo.negate %99 : tensor<1xf32>
        %102 = stablehlo.select %100, %101, %99 : tensor<1xi1>, tensor<1xf32>
        %103 = stablehlo.select %89, %cst_24, %102 : tensor<1xi1>, tensor<1xf32>
        %104 = stablehlo.multiply %103, %103 : tensor<1xf32>
        %105 = stablehlo.add %104, %cst_25 : tensor<1xf32>
        %106 = stablehlo.rsqrt %105 : tensor<1xf32>
        %107 = stablehlo.divide %cst_25, %90 : tensor<1xf32>
        %108 = stablehlo.multiply %87, %107 : tensor<1xf32>
        %109 = stablehlo.multiply %106, %103 : tensor<1xf32>
        %110 = stablehlo.multiply %108, %109 : tensor<1xf32>
        %111 = stablehlo.broadcast_in_dim %110, dims = [1] : (tensor<1xf32>) -> tensor<5x1xf32>
        %112 = stablehlo.sqrt %83 : tensor<1xf32>
        %113 = stablehlo.sqrt %85 : tensor<1xf32>
        %114 = stablehlo.multiply %112, %113 : tensor<1xf32>
        %115 = stablehlo.select %89, %cst_25, %114 : tensor<1xi1>, tensor<1xf32>
        %116 = stablehlo.divide %88, %115 : tensor<1xf32>
        %117 = stablehlo.select %89, %88, %116 : tensor<1xi1>, tensor<1xf32>
        %118 = stablehlo.broadcast_in_dim %106, dims = [1] : (tensor<1xf32>) -> tensor<5x1xf32>
        %119 = stablehlo.multiply %iterArg_21, %118 : tensor<5x1xf32>
        %120 = stablehlo.multiply %111, %iterArg_22 : tensor<5x1xf32>
        %121 = stablehlo.subtract %119, %120 : tensor<5x1xf32>
        %122 = stablehlo.multiply %111, %iterArg_21 : tensor<5x1xf32>
        %123 = stablehlo.broadcast_in_dim %106, dims = [1] : (tensor<1xf32>) -> tensor<5x1xf32>
        %124 = stablehlo.multiply %iterArg_22, %123 : tensor<5x1xf32>
        %125 = stablehlo.add %122, %124 : tensor<5x1xf32>
        %126 = stablehlo.reduce(%117 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
        %127 = stablehlo.maximum %iterArg_23, %126 : tensor<f32>
        stablehlo.return %79, %121, %125, %127 : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
      }
      stablehlo.return %77, %78#1, %78#2, %78#3 : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
    }
    %17 = stablehlo.concatenate %16#1, %16#2, dim = 1 : (tensor<5x1xf32>, tensor<5x1xf32>) -> tensor<5x2xf32>
    %18 = stablehlo.slice %17 [0:5, 0:2] : (tensor<5x2xf32>) -> tensor<5x2xf32>
    %19 = stablehlo.slice %18 [3:5, 0:2] : (tensor<5x2xf32>) -> tensor<2x2xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<2x2xf32>
    %21 = stablehlo.reduce(%20 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %22 = stablehlo.sqrt %21 : tensor<2xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %23 = stablehlo.divide %cst_5, %22 : tensor<2xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [1] : (tensor<2xf32>) -> tensor<5x2xf32>
    %25 = stablehlo.multiply %18, %24 : tensor<5x2xf32>
    %26 = stablehlo.slice %25 [0:3, 0:2] : (tensor<5x2xf32>) -> tensor<3x2xf32>
    %27 = stablehlo.slice %25 [3:5, 0:2] : (tensor<5x2xf32>) -> tensor<2x2xf32>
    %28 = stablehlo.multiply %26, %26 : tensor<3x2xf32>
    %29 = stablehlo.reduce(%28 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %30 = stablehlo.negate %29 : tensor<2xf32>
    %31 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %32 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %33 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %34 = stablehlo.broadcast_in_dim %30, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %35 = stablehlo.compare LT, %34, %33 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %36 = stablehlo.compare EQ, %34, %33 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %37 = stablehlo.compare LT, %32, %31 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %38 = stablehlo.and %36, %37 : tensor<2x2xi1>
    %39 = stablehlo.or %35, %38 : tensor<2x2xi1>
    %40 = stablehlo.convert %39 : (tensor<2x2xi1>) -> tensor<2x2xi32>
    %41 = stablehlo.reduce(%40 init: %c_4) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0] : (tensor<2xi32>) -> tensor<2x2xi32>
    %43 = stablehlo.compare EQ, %32, %42 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %44 = stablehlo.select %43, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %45 = stablehlo.dot_general %26, %44, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %46 = stablehlo.dot_general %27, %44, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %47 = stablehlo.iota dim = 0 : tensor<3x2xi32>
    %48 = stablehlo.iota dim = 1 : tensor<3x2xi32>
    %49 = stablehlo.iota dim = 0 : tensor<2xi32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
    %50:3 = stablehlo.while(%iterArg = %c_4, %iterArg_16 = %45, %iterArg_17 = %cst_6) : tensor<i32>, tensor<3x2xf32>, tensor<2xf32>
    cond {
      %c_18 = stablehlo.constant dense<2> : tensor<i32>
      %77 = stablehlo.compare LT, %iterArg, %c_18 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %77 : tensor<i1>
    } do {
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.add %iterArg, %c_18 : tensor<i32>
      %78 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
      %79 = stablehlo.compare EQ, %48, %78 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %80 = stablehlo.compare GT, %47, %78 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %81 = stablehlo.compare EQ, %47, %78 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %82 = stablehlo.and %79, %81 : tensor<3x2xi1>
      %83 = stablehlo.and %79, %80 : tensor<3x2xi1>
      %cst_19 = stablehlo.constant dense<-0.000000e+00> : tensor<3x2xf32>
      %84 = stablehlo.select %82, %iterArg_16, %cst_19 : tensor<3x2xi1>, tensor<3x2xf32>
      %cst_20 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %85 = stablehlo.reduce(%84 init: %cst_20) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
      %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<3x2xf32>
      %86 = stablehlo.select %83, %iterArg_16, %cst_21 : tensor<3x2xi1>, tensor<3x2xf32>
      %87 = stablehlo.multiply %86, %86 : tensor<3x2xf32>
      %88 = stablehlo.reduce(%87 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
      %89 = stablehlo.multiply %85, %85 : tensor<f32>
      %90 = stablehlo.add %88, %89 : tensor<f32>
      %91 = stablehlo.sqrt %90 : tensor<f32>
      %92 = stablehlo.compare LT, %85, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %93 = stablehlo.negate %91 : tensor<f32>
      %94 = stablehlo.select %92, %91, %93 : tensor<i1>, tensor<f32>
      %95 = stablehlo.compare EQ, %88, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %96 = stablehlo.select %95, %cst_1, %94 : tensor<i1>, tensor<f32>
      %97 = stablehlo.select %95, %85, %94 : tensor<i1>, tensor<f32>
      %98 = stablehlo.subtract %94, %85 : tensor<f32>
      %99 = stablehlo.divide %98, %96 : tensor<f32>
      %100 = stablehlo.select %95, %cst_0, %99 : tensor<i1>, tensor<f32>
      %101 = stablehlo.subtract %85, %97 : tensor<f32>
      %102 = stablehlo.select %95, %cst_1, %101 : tensor<i1>, tensor<f32>
      %103 = stablehlo.divide %cst_1, %102 : tensor<f32>
      %104 = stablehlo.broadcast_in_dim %103, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %105 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
      %106 = stablehlo.compare EQ, %48, %105 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %107 = stablehlo.select %106, %iterArg_16, %cst_19 : tensor<3x2xi1>, tensor<3x2xf32>
      %108 = stablehlo.reduce(%107 init: %cst_20) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %109 = stablehlo.broadcast_in_dim %108, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
      %110 = stablehlo.compare EQ, %47, %105 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<3x2xf32>
      %111 = stablehlo.select %110, %cst_22, %cst_21 : tensor<3x2xi1>, tensor<3x2xf32>
      %112 = stablehlo.compare GT, %47, %105 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %113 = stablehlo.multiply %109, %104 : tensor<3x2xf32>
      %114 = stablehlo.select %112, %113, %111 : tensor<3x2xi1>, tensor<3x2xf32>
      %115 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %116 = stablehlo.multiply %115, %114 : tensor<3x2xf32>
      %117 = stablehlo.multiply %114, %iterArg_16 : tensor<3x2xf32>
      %118 = stablehlo.reduce(%117 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
      %119 = stablehlo.broadcast_in_dim %118, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
      %120 = stablehlo.multiply %116, %119 : tensor<3x2xf32>
      %121 = stablehlo.subtract %iterArg_16, %120 : tensor<3x2xf32>
      %122 = stablehlo.compare GT, %48, %78 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %123 = stablehlo.select %122, %121, %iterArg_16 : tensor<3x2xi1>, tensor<3x2xf32>
      %124 = stablehlo.and %79, %80 : tensor<3x2xi1>
      %125 = stablehlo.select %124, %114, %123 : tensor<3x2xi1>, tensor<3x2xf32>
      %126 = stablehlo.broadcast_in_dim %97, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %127 = stablehlo.select %82, %126, %125 : tensor<3x2xi1>, tensor<3x2xf32>
      %128 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %129 = stablehlo.compare EQ, %49, %128 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %130 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %131 = stablehlo.select %129, %130, %iterArg_17 : tensor<2xi1>, tensor<2xf32>
      stablehlo.return %77, %127, %131 : tensor<i32>, tensor<3x2xf32>, tensor<2xf32>
    }
    %51 = stablehlo.iota dim = 0 : tensor<3x2xi32>
    %52 = stablehlo.iota dim = 1 : tensor<3x2xi32>
    %53 = stablehlo.compare EQ, %51, %52 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
    %cst_7 = stablehlo.constant dense<-0.000000e+00> : tensor<3x2xf32>
    %54 = stablehlo.select %53, %50#1, %cst_7 : tensor<3x2xi1>, tensor<3x2xf32>
    %cst_8 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %56 = stablehlo.iota dim = 0 : tensor<3x2xi32>
    %57 = stablehlo.iota dim = 1 : tensor<3x2xi32>
    %58 = stablehlo.iota dim = 0 : tensor<2xi32>
    %59 = stablehlo.compare EQ, %56, %57 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<3x2xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<3x2xf32>
    %60 = stablehlo.select %59, %cst_9, %cst_10 : tensor<3x2xi1>, tensor<3x2xf32>
    %61:2 = stablehlo.while(%iterArg = %c_4, %iterArg_16 = %60) : tensor<i32>, tensor<3x2xf32>
    cond {
      %c_17 = stablehlo.constant dense<2> : tensor<i32>
      %77 = stablehlo.compare LT, %iterArg, %c_17 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %77 : tensor<i1>
    } do {
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.add %iterArg, %c_17 : tensor<i32>
      %78 = stablehlo.subtract %c_17, %iterArg : tensor<i32>
      %79 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %80 = stablehlo.compare EQ, %58, %79 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %81 = stablehlo.select %80, %50#2, %cst_6 : tensor<2xi1>, tensor<2xf32>
      %82 = stablehlo.reduce(%81 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
      %83 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
      %84 = stablehlo.compare EQ, %57, %83 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %85 = stablehlo.select %84, %50#1, %cst_7 : tensor<3x2xi1>, tensor<3x2xf32>
      %86 = stablehlo.reduce(%85 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
      %88 = stablehlo.compare EQ, %56, %83 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %89 = stablehlo.select %88, %cst_9, %cst_10 : tensor<3x2xi1>, tensor<3x2xf32>
      %90 = stablehlo.compare GT, %56, %83 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %91 = stablehlo.multiply %87, %cst_9 : tensor<3x2xf32>
      %92 = stablehlo.select %90, %91, %89 : tensor<3x2xi1>, tensor<3x2xf32>
      %93 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %94 = stablehlo.multiply %93, %92 : tensor<3x2xf32>
      %95 = stablehlo.multiply %92, %iterArg_16 : tensor<3x2xf32>
      %96 = stablehlo.reduce(%95 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
      %97 = stablehlo.broadcast_in_dim %96, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
      %98 = stablehlo.multiply %94, %97 : tensor<3x2xf32>
      %99 = stablehlo.subtract %iterArg_16, %98 : tensor<3x2xf32>
      stablehlo.return %77, %99 : tensor<i32>, tensor<3x2xf32>
    }
    %62 = stablehlo.abs %55 : tensor<2xf32>
    %63 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<2xf32>
    %65 = stablehlo.compare LT, %55, %cst_6 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_11 = stablehlo.constant dense<-1.000000e+00> : tensor<2xf32>
    %66 = stablehlo.select %65, %cst_11, %cst_5 : tensor<2xi1>, tensor<2xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %68 = stablehlo.multiply %46, %67 : tensor<2x2xf32>
    %69 = stablehlo.transpose %68, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %70 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %cst_12 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
    %71 = stablehlo.select %70, %64, %cst_12 : tensor<2xi1>, tensor<2xf32>
    %72 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<3x2xi1>
    %cst_13 = stablehlo.constant dense<0x7FC00000> : tensor<3x2xf32>
    %73 = stablehlo.select %72, %61#1, %cst_13 : tensor<3x2xi1>, tensor<3x2xf32>
    %74 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<2x2xi1>
    %cst_14 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
    %75 = stablehlo.select %74, %69, %cst_14 : tensor<2x2xi1>, tensor<2x2xf32>
    %c_15 = stablehlo.constant dense<1> : tensor<i32>
    %76 = stablehlo.select %8, %c_4, %c_15 : tensor<i1>, tensor<i32>
    return %71, %73, %75 : tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>
  }
}
