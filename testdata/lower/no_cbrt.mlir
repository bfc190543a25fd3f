func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.cbrt %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// -----
module {
  func.func @main(%arg0: tensor<3xf64>) -> tensor<3xf64> {
    %0 = stablehlo.abs %arg0 : tensor<3xf64>
    %1 = stablehlo.log %0 : tensor<3xf64>
    %cst = stablehlo.constant dense<0.33333333333333331> : tensor<3xf64>
    %2 = stablehlo.multiply %1, %cst : tensor<3xf64>
    %3 = stablehlo.exponential %2 : tensor<3xf64>
    %4 = stablehlo.multiply %3, %3 : tensor<3xf64>
    %5 = stablehlo.divide %0, %4 : tensor<3xf64>
    %6 = stablehlo.subtract %3, %5 : tensor<3xf64>
    %7 = stablehlo.multiply %6, %cst : tensor<3xf64>
    %8 = stablehlo.subtract %3, %7 : tensor<3xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<3xf64>
    %9 = stablehlo.compare GT, %0, %cst_0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_1 = stablehlo.constant dense<0x7FF0000000000000> : tensor<3xf64>
    %10 = stablehlo.compare LT, %0, %cst_1 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %11 = stablehlo.and %9, %10 : tensor<3xi1>
    %12 = stablehlo.select %11, %8, %0 : tensor<3xi1>, tensor<3xf64>
    %13 = stablehlo.compare EQ, %arg0, %cst_0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<3xf64>
    %14 = stablehlo.divide %cst_2, %arg0 : tensor<3xf64>
    %15 = stablehlo.select %13, %14, %arg0 : tensor<3xi1>, tensor<3xf64>
    %16 = stablehlo.compare LT, %15, %cst_0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %17 = stablehlo.negate %12 : tensor<3xf64>
    %18 = stablehlo.select %16, %17, %12 : tensor<3xi1>, tensor<3xf64>
    return %18 : tensor<3xf64>
  }
}
