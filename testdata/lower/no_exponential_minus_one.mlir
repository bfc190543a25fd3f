func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.exponential_minus_one %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %cst = stablehlo.constant dense<2.75573188E-6> : tensor<3xf32>
    %0 = stablehlo.multiply %cst, %arg0 : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<2.48015876E-5> : tensor<3xf32>
    %1 = stablehlo.add %0, %cst_0 : tensor<3xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<1.98412701E-4> : tensor<3xf32>
    %3 = stablehlo.add %2, %cst_1 : tensor<3xf32>
    %4 = stablehlo.multiply %3, %arg0 : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<0.00138888892> : tensor<3xf32>
    %5 = stablehlo.add %4, %cst_2 : tensor<3xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<0.00833333377> : tensor<3xf32>
    %7 = stablehlo.add %6, %cst_3 : tensor<3xf32>
    %8 = stablehlo.multiply %7, %arg0 : tensor<3xf32>
    %cst_4 = stablehlo.constant dense<0.0416666679> : tensor<3xf32>
    %9 = stablehlo.add %8, %cst_4 : tensor<3xf32>
    %10 = stablehlo.multiply %9, %arg0 : tensor<3xf32>
    %cst_5 = stablehlo.constant dense<0.166666672> : tensor<3xf32>
    %11 = stablehlo.add %10, %cst_5 : tensor<3xf32>
    %12 = stablehlo.multiply %11, %arg0 : tensor<3xf32>
    %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    %13 = stablehlo.add %12, %cst_6 : tensor<3xf32>
    %14 = stablehlo.multiply %13, %arg0 : tensor<3xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
    %15 = stablehlo.add %14, %cst_7 : tensor<3xf32>
    %16 = stablehlo.multiply %arg0, %15 : tensor<3xf32>
    %17 = stablehlo.abs %arg0 : tensor<3xf32>
    %18 = stablehlo.compare LT, %17, %cst_6 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %19 = stablehlo.exponential %arg0 : tensor<3xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
    %20 = stablehlo.subtract %19, %cst_8 : tensor<3xf32>
    %21 = stablehlo.select %18, %16, %20 : tensor<3xi1>, tensor<3xf32>
    return %21 : tensor<3xf32>
  }
}
