func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.log_plus_one %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
    %0 = stablehlo.add %arg0, %cst : tensor<3xf32>
    %1 = stablehlo.divide %arg0, %0 : tensor<3xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.117647059> : tensor<3xf32>
    %3 = stablehlo.multiply %cst_0, %2 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.13333334> : tensor<3xf32>
    %4 = stablehlo.add %3, %cst_1 : tensor<3xf32>
    %5 = stablehlo.multiply %4, %2 : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<0.15384616> : tensor<3xf32>
    %6 = stablehlo.add %5, %cst_2 : tensor<3xf32>
    %7 = stablehlo.multiply %6, %2 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<0.181818187> : tensor<3xf32>
    %8 = stablehlo.add %7, %cst_3 : tensor<3xf32>
    %9 = stablehlo.multiply %8, %2 : tensor<3xf32>
    %cst_4 = stablehlo.constant dense<0.222222224> : tensor<3xf32>
    %10 = stablehlo.add %9, %cst_4 : tensor<3xf32>
    %11 = stablehlo.multiply %10, %2 : tensor<3xf32>
    %cst_5 = stablehlo.constant dense<0.285714298> : tensor<3xf32>
    %12 = stablehlo.add %11, %cst_5 : tensor<3xf32>
    %13 = stablehlo.multiply %12, %2 : tensor<3xf32>
    %cst_6 = stablehlo.constant dense<4.000000e-01> : tensor<3xf32>
    %14 = stablehlo.add %13, %cst_6 : tensor<3xf32>
    %15 = stablehlo.multiply %14, %2 : tensor<3xf32>
    %cst_7 = stablehlo.constant dense<0.666666686> : tensor<3xf32>
    %16 = stablehlo.add %15, %cst_7 : tensor<3xf32>
    %17 = stablehlo.multiply %2, %16 : tensor<3xf32>
    %18 = stablehlo.subtract %arg0, %17 : tensor<3xf32>
    %19 = stablehlo.multiply %1, %18 : tensor<3xf32>
    %20 = stablehlo.subtract %arg0, %19 : tensor<3xf32>
    %21 = stablehlo.abs %arg0 : tensor<3xf32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    %22 = stablehlo.compare LT, %21, %cst_8 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
    %23 = stablehlo.add %arg0, %cst_9 : tensor<3xf32>
    %24 = stablehlo.log %23 : tensor<3xf32>
    %25 = stablehlo.select %22, %20, %24 : tensor<3xi1>, tensor<3xf32>
    return %25 : tensor<3xf32>
  }
}
