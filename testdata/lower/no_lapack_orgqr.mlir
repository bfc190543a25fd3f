func.func @main(%x: tensor<4x3xf32>, %taus: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%x, %taus) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<4x3xi32>
    %1 = stablehlo.iota dim = 1 : tensor<4x3xi32>
    %2 = stablehlo.iota dim = 0 : tensor<3xi32>
    %3 = stablehlo.compare EQ, %0, %1 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<4x3xf32>
    %4 = stablehlo.select %3, %cst, %cst_0 : tensor<4x3xi1>, tensor<4x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:2 = stablehlo.while(%iterArg = %c, %iterArg_1 = %4) : tensor<i32>, tensor<4x3xf32>
    cond {
      %c_2 = stablehlo.constant dense<3> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %c_3 = stablehlo.constant dense<2> : tensor<i32>
      %7 = stablehlo.subtract %c_3, %iterArg : tensor<i32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %9 = stablehlo.compare EQ, %2, %8 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
      %10 = stablehlo.select %9, %arg1, %cst_4 : tensor<3xi1>, tensor<3xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %11 = stablehlo.reduce(%10 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      %12 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<4x3xi32>
      %13 = stablehlo.compare EQ, %1, %12 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %cst_6 = stablehlo.constant dense<-0.000000e+00> : tensor<4x3xf32>
      %14 = stablehlo.select %13, %arg0, %cst_6 : tensor<4x3xi1>, tensor<4x3xf32>
      %cst_7 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%14 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
      %17 = stablehlo.compare EQ, %0, %12 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %18 = stablehlo.select %17, %cst, %cst_0 : tensor<4x3xi1>, tensor<4x3xf32>
      %19 = stablehlo.compare GT, %0, %12 : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
      %20 = stablehlo.multiply %16, %cst : tensor<4x3xf32>
      %21 = stablehlo.select %19, %20, %18 : tensor<4x3xi1>, tensor<4x3xf32>
      %22 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
      %23 = stablehlo.multiply %22, %21 : tensor<4x3xf32>
      %24 = stablehlo.multiply %21, %iterArg_1 : tensor<4x3xf32>
      %25 = stablehlo.reduce(%24 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
      %27 = stablehlo.multiply %23, %26 : tensor<4x3xf32>
      %28 = stablehlo.subtract %iterArg_1, %27 : tensor<4x3xf32>
      stablehlo.return %6, %28 : tensor<i32>, tensor<4x3xf32>
    }
    return %5#1 : tensor<4x3xf32>
  }
}
