func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.power %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %1 = stablehlo.compare EQ, %arg1, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %2 = stablehlo.compare EQ, %0, %cst_0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %3 = stablehlo.or %1, %2 : tensor<4xi1>
    %4 = stablehlo.select %3, %cst_0, %0 : tensor<4xi1>, tensor<4xf32>
    %5 = stablehlo.select %3, %cst_0, %arg1 : tensor<4xi1>, tensor<4xf32>
    %6 = stablehlo.power %4, %5 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %7 = stablehlo.multiply %arg1, %cst_1 : tensor<4xf32>
    %8 = stablehlo.floor %arg1 : tensor<4xf32>
    %9 = stablehlo.compare EQ, %8, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %10 = stablehlo.floor %7 : tensor<4xf32>
    %11 = stablehlo.compare NE, %10, %7 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %12 = stablehlo.and %9, %11 : tensor<4xi1>
    %13 = stablehlo.compare EQ, %arg0, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %14 = stablehlo.divide %cst_0, %arg0 : tensor<4xf32>
    %15 = stablehlo.select %13, %14, %arg0 : tensor<4xi1>, tensor<4xf32>
    %16 = stablehlo.compare LT, %15, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %17 = stablehlo.and %12, %16 : tensor<4xi1>
    %18 = stablehlo.negate %6 : tensor<4xf32>
    %19 = stablehlo.select %17, %18, %6 : tensor<4xi1>, tensor<4xf32>
    %20 = stablehlo.compare LT, %arg0, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
    %21 = stablehlo.compare GT, %arg0, %cst_2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %22 = stablehlo.and %20, %21 : tensor<4xi1>
    %23 = stablehlo.not %22 : tensor<4xi1>
    %24 = stablehlo.or %9, %23 : tensor<4xi1>
    %cst_3 = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
    %25 = stablehlo.select %24, %19, %cst_3 : tensor<4xi1>, tensor<4xf32>
    return %25 : tensor<4xf32>
  }
}
