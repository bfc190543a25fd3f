module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.cosh %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<4xf32>
    %1 = stablehlo.exponential %0 : tensor<4xf32>
    %2 = stablehlo.multiply %1, %cst : tensor<4xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<4xf32>
    %4 = stablehlo.negate %arg0 : tensor<4xf32>
    %5 = stablehlo.multiply %4, %cst : tensor<4xf32>
    %6 = stablehlo.exponential %5 : tensor<4xf32>
    %7 = stablehlo.multiply %6, %cst : tensor<4xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<4xf32>
    %9 = stablehlo.add %3, %8 : tensor<4xf32>
    return %9 : tensor<4xf32>
  }
}
