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
    %2 = stablehlo.abs %arg0 : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.compare EQ, %3, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %6 = stablehlo.divide %cst_1, %5 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %8 = stablehlo.multiply %arg0, %7 : tensor<3x2xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%1 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
    %10 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %11 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %12 = stablehlo.compare EQ, %10, %11 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<2x2xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf32>
    %13 = stablehlo.select %12, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %14 = stablehlo.concatenate %8, %13, dim = 0 : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %15 = stablehlo.slice %14 [0:5, 0:1] : (tensor<5x2xf32>) -> tensor<5x1xf32>
    %16 = stablehlo.slice %14 [0:5, 1:2] : (tensor<5x2xf32>) -> tensor<5x1xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %17:4 = stablehlo.while(%iterArg = %c_4, %iterArg_16 = %15, %iterArg_17 = %16, %iterArg_18 = %cst_1) : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
    cond {
      %c_19 = stablehlo.constant dense<30> : tensor<i32>
      %78 = stablehlo.compare LT, %iterArg, %c_19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_20 = stablehlo.constant dense<1.31130219E-6> : tensor<f32>
      %79 = stablehlo.compare GT, %iterArg_18, %cst_20 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %80 = stablehlo.and %78, %79 : tensor<i1>
      stablehlo.return %80 : tensor<i1>
    } do {
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %78 = stablehlo.add %iterArg, %c_19 : tensor<i32>
      %79:4 = stablehlo.while(%iterArg_20 = %c_4, %iterArg_21 = %iterArg_16, %iterArg_22 = %iterArg_17, %iterArg_23 = %cst_0) : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
      cond {
        %80 = stablehlo.compare LT, %iterArg_20, %c_19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %80 : tensor<i1>
      } do {
        %80 = stablehlo.add %iterArg_20, %c_19 : tensor<i32>
        %81 = stablehlo.slice %iterArg_21 [0:3, 0:1] : (tensor<5x1xf32>) -> tensor<3x1xf32>
        %82 = stablehlo.slice %iterArg_22 [0:3, 0:1] : (tensor<5x1xf32>) -> tensor<3x1xf32>
        %83 = stablehlo.multiply %81, %81 : tensor<3x1xf32>
        %84 = stablehlo.reduce(%83 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<1xf32>
        %85 = stablehlo.multiply %82, %82 : tensor<3x1xf32>
        %86 = stablehlo.reduce(%85 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<1xf32>
        %87 = stablehlo.multiply %81, %82 : tensor<3x1xf32>
        %88 = stablehlo.reduce(%87 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<1xf32>
        %89 = stablehlo.abs %88 : tensor<1xf32>
        %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
        %90 = stablehlo.compare EQ, %89, %cst_24 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
        %91 = stablehlo.select %90, %cst_25, %89 : tensor<1xi1>, tensor<1xf32>
        %92 = stablehlo.subtract %86, %84 : tensor<1xf32>
        %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<1xf32>
        %93 = stablehlo.multiply %91, %cst_26 : tensor<1xf32>
        %94 = stablehlo.divide %92, %93 : tensor<1xf32>
        %95 = stablehlo.abs %94 : tensor<1xf32>
        %96 = stablehlo.multiply %94, %94 : tensor<1xf32>
        %97 = stablehlo.add %96, %cst_25 : tensor<1xf32>
        %98 = stablehlo.sqrt %97 : tensor<1xf32>
        %99 = stablehlo.add %95, %98 : tensor<1xf32>
        %100 = stablehlo.divide %cst_25, %99 : tensor<1xf32>
        %101 = stablehlo.compare LT, %94, %cst_24 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
        %102 = stablehlo.negate %100 : tensor<1xf32>
        %103 = stablehlo.select %101, %102, %100 : tensor<1xi1>, tensor<1xf32>
        %104 = stablehlo.select %90, %cst_24, %103 : tensor<1xi1>, tensor<1xf32>
        %105 = stablehlo.multiply %104, %104 : tensor<1xf32>
        %106 = stablehlo.add %105, %cst_25 : tensor<1xf32>
        %107 = stablehlo.rsqrt %106 : tensor<1xf32>
        %108 = stablehlo.divide %cst_25, %91 : tensor<1xf32>
        %109 = stablehlo.multiply %88, %108 : tensor<1xf32>
        %110 = stablehlo.multiply %107, %104 : tensor<1xf32>
        %111 = stablehlo.multiply %109, %110 : tensor<1xf32>
        %112 = stablehlo.broadcast_in_dim %111, dims = [1] : (tensor<1xf32>) -> tensor<5x1xf32>
        %113 = stablehlo.sqrt %84 : tensor<1xf32>
        %114 = stablehlo.sqrt %86 : tensor<1xf32>
        %115 = stablehlo.multiply %113, %114 : tensor<1xf32>
        %116 = stablehlo.select %90, %cst_25, %115 : tensor<1xi1>, tensor<1xf32>
        %117 = stablehlo.divide %89, %116 : tensor<1xf32>
        %118 = stablehlo.select %90, %89, %117 : tensor<1xi1>, tensor<1xf32>
        %119 = stablehlo.broadcast_in_dim %107, dims = [1] : (tensor<1xf32>) -> tensor<5x1xf32>
        %120 = stablehlo.multiply %iterArg_21, %119 : tensor<5x1xf32>
        %121 = stablehlo.multiply %112, %iterArg_22 : tensor<5x1xf32>
        %122 = stablehlo.subtract %120, %121 : tensor<5x1xf32>
        %123 = stablehlo.multiply %112, %iterArg_21 : tensor<5x1xf32>
        %124 = stablehlo.broadcast_in_dim %107, dims = [1] : (tensor<1xf32>) -> tensor<5x1xf32>
        %125 = stablehlo.multiply %iterArg_22, %124 : tensor<5x1xf32>
        %126 = stablehlo.add %123, %125 : tensor<5x1xf32>
        %127 = stablehlo.reduce(%118 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
        %128 = stablehlo.maximum %iterArg_23, %127 : tensor<f32>
        stablehlo.return %80, %122, %126, %128 : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
      }
      stablehlo.return %78, %79#1, %79#2, %79#3 : tensor<i32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<f32>
    }
    %18 = stablehlo.concatenate %17#1, %17#2, dim = 1 : (tensor<5x1xf32>, tensor<5x1xf32>) -> tensor<5x2xf32>
    %19 = stablehlo.slice %18 [0:5, 0:2] : (tensor<5x2xf32>) -> tensor<5x2xf32>
    %20 = stablehlo.slice %19 [3:5, 0:2] : (tensor<5x2xf32>) -> tensor<2x2xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<2x2xf32>
    %22 = stablehlo.reduce(%21 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %23 = stablehlo.sqrt %22 : tensor<2xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %24 = stablehlo.divide %cst_5, %23 : tensor<2xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<2xf32>) -> tensor<5x2xf32>
    %26 = stablehlo.multiply %19, %25 : tensor<5x2xf32>
    %27 = stablehlo.slice %26 [0:3, 0:2] : (tensor<5x2xf32>) -> tensor<3x2xf32>
    %28 = stablehlo.slice %26 [3:5, 0:2] : (tensor<5x2xf32>) -> tensor<2x2xf32>
    %29 = stablehlo.multiply %27, %27 : tensor<3x2xf32>
    %30 = stablehlo.reduce(%29 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %31 = stablehlo.negate %30 : tensor<2xf32>
    %32 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %33 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %34 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %35 = stablehlo.broadcast_in_dim %31, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %36 = stablehlo.compare LT, %35, %34 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %37 = stablehlo.compare EQ, %35, %34 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %38 = stablehlo.compare LT, %33, %32 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %39 = stablehlo.and %37, %38 : tensor<2x2xi1>
    %40 = stablehlo.or %36, %39 : tensor<2x2xi1>
    %41 = stablehlo.convert %40 : (tensor<2x2xi1>) -> tensor<2x2xi32>
    %42 = stablehlo.reduce(%41 init: %c_4) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0] : (tensor<2xi32>) -> tensor<2x2xi32>
    %44 = stablehlo.compare EQ, %33, %43 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %45 = stablehlo.select %44, %cst_2, %cst_3 : tensor<2x2xi1>, tensor<2x2xf32>
    %46 = stablehlo.dot_general %27, %45, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %47 = stablehlo.dot_general %28, %45, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %48 = stablehlo.iota dim = 0 : tensor<3x2xi32>
    %49 = stablehlo.iota dim = 1 : tensor<3x2xi32>
    %50 = stablehlo.iota dim = 0 : tensor<2xi32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
    %51:3 = stablehlo.while(%iterArg = %c_4, %iterArg_16 = %46, %iterArg_17 = %cst_6) : tensor<i32>, tensor<3x2xf32>, tensor<2xf32>
    cond {
      %c_18 = stablehlo.constant dense<2> : tensor<i32>
      %78 = stablehlo.compare LT, %iterArg, %c_18 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %78 : tensor<i1>
    } do {
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %78 = stablehlo.add %iterArg, %c_18 : tensor<i32>
      %79 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
      %80 = stablehlo.compare EQ, %49, %79 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %81 = stablehlo.compare GT, %48, %79 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %82 = stablehlo.compare EQ, %48, %79 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %83 = stablehlo.and %80, %82 : tensor<3x2xi1>
      %84 = stablehlo.and %80, %81 : tensor<3x2xi1>
      %cst_19 = stablehlo.constant dense<-0.000000e+00> : tensor<3x2xf32>
      %85 = stablehlo.select %83, %iterArg_16, %cst_19 : tensor<3x2xi1>, tensor<3x2xf32>
      %cst_20 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %86 = stablehlo.reduce(%85 init: %cst_20) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
      %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<3x2xf32>
      %87 = stablehlo.select %84, %iterArg_16, %cst_21 : tensor<3x2xi1>, tensor<3x2xf32>
      %88 = stablehlo.multiply %87, %87 : tensor<3x2xf32>
      %89 = stablehlo.reduce(%88 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
      %90 = stablehlo.multiply %86, %86 : tensor<f32>
      %91 = stablehlo.add %89, %90 : tensor<f32>
      %92 = stablehlo.sqrt %91 : tensor<f32>
      %93 = stablehlo.compare LT, %86, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %94 = stablehlo.negate %92 : tensor<f32>
      %95 = stablehlo.select %93, %92, %94 : tensor<i1>, tensor<f32>
      %96 = stablehlo.compare EQ, %89, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %97 = stablehlo.select %96, %cst_1, %95 : tensor<i1>, tensor<f32>
      %98 = stablehlo.select %96, %86, %95 : tensor<i1>, tensor<f32>
      %99 = stablehlo.subtract %95, %86 : tensor<f32>
      %100 = stablehlo.divide %99, %97 : tensor<f32>
      %101 = stablehlo.select %96, %cst_0, %100 : tensor<i1>, tensor<f32>
      %102 = stablehlo.subtract %86, %98 : tensor<f32>
      %103 = stablehlo.select %96, %cst_1, %102 : tensor<i1>, tensor<f32>
      %104 = stablehlo.divide %cst_1, %103 : tensor<f32>
      %105 = stablehlo.broadcast_in_dim %104, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %106 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
      %107 = stablehlo.compare EQ, %49, %106 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %108 = stablehlo.select %107, %iterArg_16, %cst_19 : tensor<3x2xi1>, tensor<3x2xf32>
      %109 = stablehlo.reduce(%108 init: %cst_20) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %110 = stablehlo.broadcast_in_dim %109, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
      %111 = stablehlo.compare EQ, %48, %106 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<3x2xf32>
      %112 = stablehlo.select %111, %cst_22, %cst_21 : tensor<3x2xi1>, tensor<3x2xf32>
      %113 = stablehlo.compare GT, %48, %106 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %114 = stablehlo.multiply %110, %105 : tensor<3x2xf32>
      %115 = stablehlo.select %113, %114, %112 : tensor<3x2xi1>, tensor<3x2xf32>
      %116 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %117 = stablehlo.multiply %116, %115 : tensor<3x2xf32>
      %118 = stablehlo.multiply %115, %iterArg_16 : tensor<3x2xf32>
      %119 = stablehlo.reduce(%118 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
      %120 = stablehlo.broadcast_in_dim %119, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
      %121 = stablehlo.multiply %117, %120 : tensor<3x2xf32>
      %122 = stablehlo.subtract %iterArg_16, %121 : tensor<3x2xf32>
      %123 = stablehlo.compare GT, %49, %79 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %124 = stablehlo.select %123, %122, %iterArg_16 : tensor<3x2xi1>, tensor<3x2xf32>
      %125 = stablehlo.and %80, %81 : tensor<3x2xi1>
      %126 = stablehlo.select %125, %115, %124 : tensor<3x2xi1>, tensor<3x2xf32>
      %127 = stablehlo.broadcast_in_dim %98, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %128 = stablehlo.select %83, %127, %126 : tensor<3x2xi1>, tensor<3x2xf32>
      %129 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %130 = stablehlo.compare EQ, %50, %129 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %131 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %132 = stablehlo.select %130, %131, %iterArg_17 : tensor<2xi1>, tensor<2xf32>
      stablehlo.return %78, %128, %132 : tensor<i32>, tensor<3x2xf32>, tensor<2xf32>
    }
    %52 = stablehlo.iota dim = 0 : tensor<3x2xi32>
    %53 = stablehlo.iota dim = 1 : tensor<3x2xi32>
    %54 = stablehlo.compare EQ, %52, %53 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
    %cst_7 = stablehlo.constant dense<-0.000000e+00> : tensor<3x2xf32>
    %55 = stablehlo.select %54, %51#1, %cst_7 : tensor<3x2xi1>, tensor<3x2xf32>
    %cst_8 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %57 = stablehlo.iota dim = 0 : tensor<3x2xi32>
    %58 = stablehlo.iota dim = 1 : tensor<3x2xi32>
    %59 = stablehlo.iota dim = 0 : tensor<2xi32>
    %60 = stablehlo.compare EQ, %57, %58 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<3x2xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<3x2xf32>
    %61 = stablehlo.select %60, %cst_9, %cst_10 : tensor<3x2xi1>, tensor<3x2xf32>
    %62:2 = stablehlo.while(%iterArg = %c_4, %iterArg_16 = %61) : tensor<i32>, tensor<3x2xf32>
    cond {
      %c_17 = stablehlo.constant dense<2> : tensor<i32>
      %78 = stablehlo.compare LT, %iterArg, %c_17 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %78 : tensor<i1>
    } do {
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %78 = stablehlo.add %iterArg, %c_17 : tensor<i32>
      %79 = stablehlo.subtract %c_17, %iterArg : tensor<i32>
      %80 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %81 = stablehlo.compare EQ, %59, %80 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %82 = stablehlo.select %81, %51#2, %cst_6 : tensor<2xi1>, tensor<2xf32>
      %83 = stablehlo.reduce(%82 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
      %84 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
      %85 = stablehlo.compare EQ, %58, %84 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %86 = stablehlo.select %85, %51#1, %cst_7 : tensor<3x2xi1>, tensor<3x2xf32>
      %87 = stablehlo.reduce(%86 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %88 = stablehlo.broadcast_in_dim %87, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
      %89 = stablehlo.compare EQ, %57, %84 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %90 = stablehlo.select %89, %cst_9, %cst_10 : tensor<3x2xi1>, tensor<3x2xf32>
      %91 = stablehlo.compare GT, %57, %84 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
      %92 = stablehlo.multiply %88, %cst_9 : tensor<3x2xf32>
      %93 = stablehlo.select %91, %92, %90 : tensor<3x2xi1>, tensor<3x2xf32>
      %94 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
      %95 = stablehlo.multiply %94, %93 : tensor<3x2xf32>
      %96 = stablehlo.multiply %93, %iterArg_16 : tensor<3x2xf32>
      %97 = stablehlo.reduce(%96 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
      %98 = stablehlo.broadcast_in_dim %97, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
      %99 = stablehlo.multiply %95, %98 : tensor<3x2xf32>
      %100 = stablehlo.subtract %iterArg_16, %99 : tensor<3x2xf32>
      stablehlo.return %78, %100 : tensor<i32>, tensor<3x2xf32>
    }
    %63 = stablehlo.abs %56 : tensor<2xf32>
    %64 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %65 = stablehlo.multiply %63, %64 : tensor<2xf32>
    %66 = stablehlo.compare LT, %56, %cst_6 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_11 = stablehlo.constant dense<-1.000000e+00> : tensor<2xf32>
    %67 = stablehlo.select %66, %cst_11, %cst_5 : tensor<2xi1>, tensor<2xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %69 = stablehlo.multiply %47, %68 : tensor<2x2xf32>
    %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %71 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %cst_12 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
    %72 = stablehlo.select %71, %65, %cst_12 : tensor<2xi1>, tensor<2xf32>
    %73 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<3x2xi1>
    %cst_13 = stablehlo.constant dense<0x7FC00000> : tensor<3x2xf32>
    %74 = stablehlo.select %73, %62#1, %cst_13 : tensor<3x2xi1>, tensor<3x2xf32>
    %75 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<2x2xi1>
    %cst_14 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
    %76 = stablehlo.select %75, %70, %cst_14 : tensor<2x2xi1>, tensor<2x2xf32>
    %c_15 = stablehlo.constant dense<1> : tensor<i32>
    %77 = stablehlo.select %9, %c_4, %c_15 : tensor<i1>, tensor<i32>
    return %72, %74, %76 : tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>
  }
}
