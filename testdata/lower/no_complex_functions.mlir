func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.sqrt %z : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
// -----
module {
  func.func @main(%arg0: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %1 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = stablehlo.abs %0 : tensor<4xf32>
    %3 = stablehlo.abs %1 : tensor<4xf32>
    %4 = stablehlo.maximum %2, %3 : tensor<4xf32>
    %5 = stablehlo.minimum %2, %3 : tensor<4xf32>
    %6 = stablehlo.compare EQ, %4, %5 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %7 = stablehlo.divide %5, %4 : tensor<4xf32>
    %8 = stablehlo.select %6, %cst, %7 : tensor<4xi1>, tensor<4xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<4xf32>
    %10 = stablehlo.add %9, %cst : tensor<4xf32>
    %11 = stablehlo.sqrt %10 : tensor<4xf32>
    %12 = stablehlo.compare LT, %2, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %13 = stablehlo.select %12, %8, %cst : tensor<4xi1>, tensor<4xf32>
    %14 = stablehlo.add %13, %11 : tensor<4xf32>
    %15 = stablehlo.sqrt %4 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %16 = stablehlo.multiply %14, %cst_0 : tensor<4xf32>
    %17 = stablehlo.sqrt %16 : tensor<4xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %19 = stablehlo.compare EQ, %18, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
    %20 = stablehlo.multiply %18, %cst_2 : tensor<4xf32>
    %21 = stablehlo.divide %1, %20 : tensor<4xf32>
    %22 = stablehlo.select %19, %1, %21 : tensor<4xi1>, tensor<4xf32>
    %23 = stablehlo.compare EQ, %0, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %24 = stablehlo.divide %cst, %0 : tensor<4xf32>
    %25 = stablehlo.select %23, %24, %0 : tensor<4xi1>, tensor<4xf32>
    %26 = stablehlo.compare LT, %25, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %27 = stablehlo.compare EQ, %1, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %28 = stablehlo.divide %cst, %1 : tensor<4xf32>
    %29 = stablehlo.select %27, %28, %1 : tensor<4xi1>, tensor<4xf32>
    %30 = stablehlo.compare LT, %29, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %31 = stablehlo.negate %18 : tensor<4xf32>
    %32 = stablehlo.select %30, %31, %18 : tensor<4xi1>, tensor<4xf32>
    %33 = stablehlo.abs %22 : tensor<4xf32>
    %34 = stablehlo.select %26, %33, %18 : tensor<4xi1>, tensor<4xf32>
    %35 = stablehlo.select %26, %32, %22 : tensor<4xi1>, tensor<4xf32>
    %cst_3 = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
    %36 = stablehlo.compare EQ, %3, %cst_3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %37 = stablehlo.select %36, %3, %34 : tensor<4xi1>, tensor<4xf32>
    %38 = stablehlo.select %36, %1, %35 : tensor<4xi1>, tensor<4xf32>
    %39 = stablehlo.complex %37, %38 : tensor<4xcomplex<f32>>
    return %39 : tensor<4xcomplex<f32>>
  }
}
