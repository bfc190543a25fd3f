module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.sinh %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %1 = stablehlo.add %0, %cst : tensor<4xf32>
    %2 = stablehlo.divide %0, %1 : tensor<4xf32>
    %3 = stablehlo.add %0, %2 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %4 = stablehlo.multiply %3, %cst_0 : tensor<4xf32>
    %5 = stablehlo.abs %arg0 : tensor<4xf32>
    %6 = stablehlo.compare LT, %5, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %7 = stablehlo.multiply %arg0, %cst_0 : tensor<4xf32>
    %8 = stablehlo.exponential %7 : tensor<4xf32>
    %9 = stablehlo.multiply %8, %cst_0 : tensor<4xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<4xf32>
    %11 = stablehlo.negate %arg0 : tensor<4xf32>
    %12 = stablehlo.multiply %11, %cst_0 : tensor<4xf32>
    %13 = stablehlo.exponential %12 : tensor<4xf32>
    %14 = stablehlo.multiply %13, %cst_0 : tensor<4xf32>
    %15 = stablehlo.multiply %14, %13 : tensor<4xf32>
    %16 = stablehlo.subtract %10, %15 : tensor<4xf32>
    %17 = stablehlo.select %6, %4, %16 : tensor<4xi1>, tensor<4xf32>
    return %17 : tensor<4xf32>
  }
}
