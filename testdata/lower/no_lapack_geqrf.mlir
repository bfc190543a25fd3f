func.func @main(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<4x3xi32>
    %1 = stablehlo.iota dim = 1 : tensor<4x3xi32>
    %2 = stablehlo.iota dim = 0 : tensor<3xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %cst) : tensor<i32>, tensor<4x3xf32>, tensor<3xf32>
    cond {
      %c_2 = stablehlo.constant dense<3> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %5 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<4x3xi32>
      %6 = stablehlo.compare EQ, %1, %5 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %7 = stablehlo.compare GT, %0, %5 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %8 = stablehlo.compare EQ, %0, %5 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %9 = stablehlo.and %6, %8 : tensor<4x3xi1>
      %10 = stablehlo.and %6, %7 : tensor<4x3xi1>
      %cst_3 = stablehlo.constant dense<-0.000000e+00> : tensor<4x3xf32>
      %11 = stablehlo.select %9, %iterArg_0, %cst_3 : tensor<4x3xi1>, tensor<4x3xf32>
      %cst_4 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %12 = stablehlo.reduce(%11 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<4x3xf32>
      %13 = stablehlo.select %10, %iterArg_0, %cst_5 : tensor<4x3xi1>, tensor<4x3xf32>
      %14 = stablehlo.multiply %13, %13 : tensor<4x3xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%14 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
      %16 = stablehlo.multiply %12, %12 : tensor<f32>
      %17 = stablehlo.add %15, %16 : tensor<f32>
      %18 = stablehlo.sqrt %17 : tensor<f32>
      %19 = stablehlo.compare LT, %12, %cst_6 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %20 = stablehlo.negate %18 : tensor<f32>
      %21 = stablehlo.select %19, %18, %20 : tensor<i1>, tensor<f32>
      %22 = stablehlo.compare EQ, %15, %cst_6 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %23 = stablehlo.select %22, %cst_7, %21 : tensor<i1>, tensor<f32>
      %24 = stablehlo.select %22, %12, %21 : tensor<i1>, tensor<f32>
      %25 = stablehlo.subtract %21, %12 : tensor<f32>
      %26 = stablehlo.divide %25, %23 : tensor<f32>
      %27 = stablehlo.select %22, %cst_6, %26 : tensor<i1>, tensor<f32>
      %28 = stablehlo.subtract %12, %24 : tensor<f32>
      %29 = stablehlo.select %22, %cst_7, %28 : tensor<i1>, tensor<f32>
      %30 = stablehlo.divide %cst_7, %29 : tensor<f32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
      %32 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<4x3xi32>
      %33 = stablehlo.compare EQ, %1, %32 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %34 = stablehlo.select %33, %iterArg_0, %cst_3 : tensor<4x3xi1>, tensor<4x3xf32>
      %35 = stablehlo.reduce(%34 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
      %37 = stablehlo.compare EQ, %0, %32 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<4x3xf32>
      %38 = stablehlo.select %37, %cst_8, %cst_5 : tensor<4x3xi1>, tensor<4x3xf32>
      %39 = stablehlo.compare GT, %0, %32 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %40 = stablehlo.multiply %36, %31 : tensor<4x3xf32>
      %41 = stablehlo.select %39, %40, %38 : tensor<4x3xi1>, tensor<4x3xf32>
      %42 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
      %43 = stablehlo.multiply %42, %41 : tensor<4x3xf32>
      %44 = stablehlo.multiply %41, %iterArg_0 : tensor<4x3xf32>
      %45 = stablehlo.reduce(%44 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
      %47 = stablehlo.multiply %43, %46 : tensor<4x3xf32>
      %48 = stablehlo.subtract %iterArg_0, %47 : tensor<4x3xf32>
      %49 = stablehlo.compare GT, %1, %5 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %50 = stablehlo.select %49, %48, %iterArg_0 : tensor<4x3xi1>, tensor<4x3xf32>
      %51 = stablehlo.and %6, %7 : tensor<4x3xi1>
      %52 = stablehlo.select %51, %41, %50 : tensor<4x3xi1>, tensor<4x3xf32>
      %53 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
      %54 = stablehlo.select %9, %53, %52 : tensor<4x3xi1>, tensor<4x3xf32>
      %55 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %56 = stablehlo.compare EQ, %2, %55 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
      %57 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %58 = stablehlo.select %56, %57, %iterArg_1 : tensor<3xi1>, tensor<3xf32>
      stablehlo.return %4, %54, %58 : tensor<i32>, tensor<4x3xf32>, tensor<3xf32>
    }
    return %3#1, %3#2 : tensor<4x3xf32>, tensor<3xf32>
  }
}
