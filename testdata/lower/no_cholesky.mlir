func.func @main(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
    %0 = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
    %1 = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x3x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %cst) : tensor<i32>, tensor<2x3x3xf32>, tensor<2x3x3xf32>
    cond {
      %c_2 = stablehlo.constant dense<3> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %4 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2x3x3xi32>
      %5 = stablehlo.compare EQ, %0, %4 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %6 = stablehlo.compare EQ, %1, %4 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %7 = stablehlo.and %5, %6 : tensor<2x3x3xi1>
      %cst_3 = stablehlo.constant dense<-0.000000e+00> : tensor<2x3x3xf32>
      %8 = stablehlo.select %7, %iterArg_0, %cst_3 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %cst_4 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_4) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2xf32>
      %10 = stablehlo.sqrt %9 : tensor<2xf32>
      %11 = stablehlo.select %6, %iterArg_0, %cst_3 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %12 = stablehlo.reduce(%11 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
      %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
      %14 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xf32>) -> tensor<2x3x3xf32>
      %15 = stablehlo.divide %13, %14 : tensor<2x3x3xf32>
      %16 = stablehlo.compare GT, %0, %4 : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
      %17 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xf32>) -> tensor<2x3x3xf32>
      %18 = stablehlo.select %5, %17, %cst : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %19 = stablehlo.select %16, %15, %18 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      %20 = stablehlo.transpose %19, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
      %21 = stablehlo.multiply %19, %20 : tensor<2x3x3xf32>
      %22 = stablehlo.subtract %iterArg_0, %21 : tensor<2x3x3xf32>
      %23 = stablehlo.select %6, %19, %iterArg_1 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
      stablehlo.return %3, %22, %23 : tensor<i32>, tensor<2x3x3xf32>, tensor<2x3x3xf32>
    }
    return %2#2 : tensor<2x3x3xf32>
  }
}
