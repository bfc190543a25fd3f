func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.log %z : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
// -----
module {
  func.func @main(%arg0: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %1 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = stablehlo.abs %0 : tensor<4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %3 = stablehlo.subtract %2, %cst : tensor<4xf32>
    %4 = stablehlo.abs %0 : tensor<4xf32>
    %5 = stablehlo.abs %1 : tensor<4xf32>
    %6 = stablehlo.maximum %4, %5 : tensor<4xf32>
    %7 = stablehlo.minimum %4, %5 : tensor<4xf32>
    %8 = stablehlo.compare GT, %5, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %9 = stablehlo.subtract %5, %cst : tensor<4xf32>
    %10 = stablehlo.add %5, %cst : tensor<4xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<4xf32>
    %12 = stablehlo.multiply %0, %0 : tensor<4xf32>
    %13 = stablehlo.add %11, %12 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
    %14 = stablehlo.add %3, %cst_0 : tensor<4xf32>
    %15 = stablehlo.multiply %3, %14 : tensor<4xf32>
    %16 = stablehlo.multiply %1, %1 : tensor<4xf32>
    %17 = stablehlo.add %15, %16 : tensor<4xf32>
    %18 = stablehlo.select %8, %13, %17 : tensor<4xi1>, tensor<4xf32>
    %19 = stablehlo.compare EQ, %6, %7 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %20 = stablehlo.divide %7, %6 : tensor<4xf32>
    %21 = stablehlo.select %19, %cst, %20 : tensor<4xi1>, tensor<4xf32>
    %22 = stablehlo.log %6 : tensor<4xf32>
    %23 = stablehlo.multiply %21, %21 : tensor<4xf32>
    %24 = stablehlo.log_plus_one %23 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %25 = stablehlo.multiply %24, %cst_1 : tensor<4xf32>
    %26 = stablehlo.add %22, %25 : tensor<4xf32>
    %27 = stablehlo.compare GT, %6, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %28 = stablehlo.compare LT, %6, %cst_0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %29 = stablehlo.and %27, %28 : tensor<4xi1>
    %30 = stablehlo.log_plus_one %18 : tensor<4xf32>
    %31 = stablehlo.multiply %30, %cst_1 : tensor<4xf32>
    %32 = stablehlo.select %29, %31, %26 : tensor<4xi1>, tensor<4xf32>
    %33 = stablehlo.atan2 %1, %0 : tensor<4xf32>
    %34 = stablehlo.complex %32, %33 : tensor<4xcomplex<f32>>
    return %34 : tensor<4xcomplex<f32>>
  }
}
