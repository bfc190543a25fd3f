func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.tanh %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// -----
module {
  func.func @main(%arg0: tensor<3xf64>) -> tensor<3xf64> {
    %0 = stablehlo.abs %arg0 : tensor<3xf64>
    %cst = stablehlo.constant dense<2.000000e+01> : tensor<3xf64>
    %1 = stablehlo.minimum %0, %cst : tensor<3xf64>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<3xf64>
    %2 = stablehlo.multiply %1, %cst_0 : tensor<3xf64>
    %3 = stablehlo.exponential_minus_one %2 : tensor<3xf64>
    %4 = stablehlo.add %3, %cst_0 : tensor<3xf64>
    %5 = stablehlo.divide %3, %4 : tensor<3xf64>
    %6 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %7 = stablehlo.select %6, %5, %arg0 : tensor<3xi1>, tensor<3xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<3xf64>
    %8 = stablehlo.compare EQ, %arg0, %cst_1 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<3xf64>
    %9 = stablehlo.divide %cst_2, %arg0 : tensor<3xf64>
    %10 = stablehlo.select %8, %9, %arg0 : tensor<3xi1>, tensor<3xf64>
    %11 = stablehlo.compare LT, %10, %cst_1 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %12 = stablehlo.negate %7 : tensor<3xf64>
    %13 = stablehlo.select %11, %12, %7 : tensor<3xi1>, tensor<3xf64>
    return %13 : tensor<3xf64>
  }
}
