module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.asinh %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %2 = stablehlo.add %1, %cst : tensor<4xf32>
    %3 = stablehlo.sqrt %2 : tensor<4xf32>
    %4 = stablehlo.add %3, %cst : tensor<4xf32>
    %5 = stablehlo.divide %1, %4 : tensor<4xf32>
    %6 = stablehlo.add %0, %5 : tensor<4xf32>
    %7 = stablehlo.log_plus_one %6 : tensor<4xf32>
    %8 = stablehlo.sign %arg0 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<1.8446743E+19> : tensor<4xf32>
    %9 = stablehlo.compare LT, %0, %cst_0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %10 = stablehlo.log %0 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.693147182> : tensor<4xf32>
    %11 = stablehlo.add %10, %cst_1 : tensor<4xf32>
    %12 = stablehlo.select %9, %7, %11 : tensor<4xi1>, tensor<4xf32>
    %13 = stablehlo.multiply %8, %12 : tensor<4xf32>
    return %13 : tensor<4xf32>
  }
}
