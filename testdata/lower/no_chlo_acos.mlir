module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.acos %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %1 = stablehlo.add %0, %cst : tensor<4xf32>
    %2 = stablehlo.add %arg0, %cst : tensor<4xf32>
    %3 = stablehlo.multiply %1, %2 : tensor<4xf32>
    %4 = stablehlo.sqrt %3 : tensor<4xf32>
    %5 = stablehlo.add %arg0, %cst : tensor<4xf32>
    %6 = stablehlo.atan2 %4, %5 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
    %7 = stablehlo.multiply %6, %cst_0 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<-1.000000e+00> : tensor<4xf32>
    %8 = stablehlo.compare EQ, %arg0, %cst_1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_2 = stablehlo.constant dense<3.14159274> : tensor<4xf32>
    %9 = stablehlo.select %8, %cst_2, %7 : tensor<4xi1>, tensor<4xf32>
    return %9 : tensor<4xf32>
  }
}
