func.func @main(%x: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>) {
    %0 = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
    %1 = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
    %2 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %c = stablehlo.constant dense<0> : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<2xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3:4 = stablehlo.while(%iterArg = %c_1, %iterArg_2 = %arg0, %iterArg_3 = %c, %iterArg_4 = %c_0) : tensor<i32>, tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>
    cond {
      %c_5 = stablehlo.constant dense<3> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_5 : tensor<i32>
      %5 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3x3xi32>
      %6 = stablehlo.compare EQ, %0, %5 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %7 = stablehlo.compare EQ, %1, %5 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %8 = stablehlo.abs %iterArg_2 : tensor<2x3x3xf32>
      %9 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3x3xi32>
      %10 = stablehlo.compare GE, %0, %9 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %11 = stablehlo.and %7, %10 : tensor<2x3x3xi1>
      %cst = stablehlo.constant dense<-1.000000e+00> : tensor<2x3x3xf32>
      %12 = stablehlo.select %11, %8, %cst : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %13 = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
      %14 = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
      %cst_6 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%12 init: %cst_6) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2xf32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<2xf32>) -> tensor<2x3x3xf32>
      %17 = stablehlo.compare EQ, %12, %16 : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xi1>
      %18 = stablehlo.and %11, %17 : tensor<2x3x3xi1>
      %c_7 = stablehlo.constant dense<3> : tensor<2x3x3xi32>
      %19 = stablehlo.select %18, %0, %c_7 : tensor<2x3x3xi1>, tensor<2x3x3xi32>
      %c_8 = stablehlo.constant dense<3> : tensor<i32>
      %20 = stablehlo.reduce(%19 init: %c_8) applies stablehlo.minimum across dimensions = [1, 2] : (tensor<2x3x3xi32>, tensor<i32>) -> tensor<2xi32>
      %21 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %c_9 = stablehlo.constant dense<3> : tensor<2xi32>
      %22 = stablehlo.compare EQ, %20, %c_9 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %23 = stablehlo.select %22, %21, %20 : tensor<2xi1>, tensor<2xi32>
      %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<2xi32>) -> tensor<2x3x3xi32>
      %25 = stablehlo.compare EQ, %0, %24 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %cst_10 = stablehlo.constant dense<-0.000000e+00> : tensor<2x3x3xf32>
      %26 = stablehlo.select %25, %iterArg_2, %cst_10 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %cst_11 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %27 = stablehlo.reduce(%26 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
      %29 = stablehlo.select %6, %iterArg_2, %cst_10 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %30 = stablehlo.reduce(%29 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
      %32 = stablehlo.select %25, %31, %iterArg_2 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %33 = stablehlo.select %6, %28, %32 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %34 = stablehlo.select %7, %33, %cst_10 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %35 = stablehlo.reduce(%34 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
      %37 = stablehlo.select %7, %28, %cst_10 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %38 = stablehlo.reduce(%37 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<2x3x3xf32>
      %40 = stablehlo.compare EQ, %39, %cst_12 : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xi1>
      %41 = stablehlo.divide %36, %39 : tensor<2x3x3xf32>
      %42 = stablehlo.select %40, %36, %41 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %43 = stablehlo.compare GT, %0, %5 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %44 = stablehlo.compare GT, %1, %5 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %45 = stablehlo.and %43, %44 : tensor<2x3x3xi1>
      %46 = stablehlo.multiply %42, %28 : tensor<2x3x3xf32>
      %47 = stablehlo.subtract %33, %46 : tensor<2x3x3xf32>
      %48 = stablehlo.select %45, %47, %33 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %49 = stablehlo.and %43, %7 : tensor<2x3x3xi1>
      %50 = stablehlo.select %49, %42, %48 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %51 = stablehlo.and %6, %7 : tensor<2x3x3xi1>
      %52 = stablehlo.select %51, %50, %cst_10 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2xf32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
      %54 = stablehlo.compare EQ, %53, %cst_13 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
      %55 = stablehlo.compare EQ, %iterArg_4, %c_0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %56 = stablehlo.and %54, %55 : tensor<2xi1>
      %57 = stablehlo.add %iterArg, %c_5 : tensor<i32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %c_14 = stablehlo.constant dense<1> : tensor<2xi32>
      %59 = stablehlo.add %23, %c_14 : tensor<2xi32>
      %60 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
      %61 = stablehlo.compare EQ, %2, %60 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
      %62 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
      %63 = stablehlo.select %61, %62, %iterArg_3 : tensor<2x3xi1>, tensor<2x3xi32>
      %64 = stablehlo.select %56, %58, %iterArg_4 : tensor<2xi1>, tensor<2xi32>
      stablehlo.return %4, %50, %63, %64 : tensor<i32>, tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>
    }
    return %3#1, %3#2, %3#3 : tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>
  }
}
