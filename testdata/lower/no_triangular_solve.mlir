func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<2x3x2xf32>) -> tensor<2x3x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x3x3xf32>, %arg1: tensor<2x3x2xf32>) -> tensor<2x3x2xf32> {
    %0 = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
    %1 = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
    %2 = stablehlo.iota dim = 1 : tensor<2x3x2xi32>
    %3 = stablehlo.iota dim = 2 : tensor<2x3x2xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1) : tensor<i32>, tensor<2x3x2xf32>
    cond {
      %c_1 = stablehlo.constant dense<3> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %6 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3x3xi32>
      %7 = stablehlo.compare EQ, %1, %6 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %8 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3x2xi32>
      %9 = stablehlo.compare EQ, %2, %8 : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> tensor<2x3x2xi1>
      %cst = stablehlo.constant dense<-0.000000e+00> : tensor<2x3x2xf32>
      %10 = stablehlo.select %9, %iterArg_0, %cst : tensor<2x3x2xi1>, tensor<2x3x2xf32>
      %cst_2 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<2x3x2xf32>, tensor<f32>) -> tensor<2x2xf32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x3x2xf32>
      %13 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3x3xi32>
      %14 = stablehlo.compare EQ, %0, %13 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %15 = stablehlo.and %7, %14 : tensor<2x3x3xi1>
      %cst_3 = stablehlo.constant dense<-0.000000e+00> : tensor<2x3x3xf32>
      %16 = stablehlo.select %15, %arg0, %cst_3 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2xf32>
      %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<2xf32>) -> tensor<2x3x2xf32>
      %19 = stablehlo.divide %12, %18 : tensor<2x3x2xf32>
      %20 = stablehlo.select %7, %arg0, %cst_3 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
      %23 = stablehlo.compare GT, %2, %8 : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> tensor<2x3x2xi1>
      %24 = stablehlo.multiply %22, %19 : tensor<2x3x2xf32>
      %25 = stablehlo.subtract %iterArg_0, %24 : tensor<2x3x2xf32>
      %26 = stablehlo.select %23, %25, %iterArg_0 : tensor<2x3x2xi1>, tensor<2x3x2xf32>
      %27 = stablehlo.compare EQ, %2, %8 : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> tensor<2x3x2xi1>
      %28 = stablehlo.select %27, %19, %26 : tensor<2x3x2xi1>, tensor<2x3x2xf32>
      stablehlo.return %5, %28 : tensor<i32>, tensor<2x3x2xf32>
    }
    return %4#1 : tensor<2x3x2xf32>
  }
}
