module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.asin %arg0 : tensor<4xf32> -> tensor<4xf32>
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
    %5 = stablehlo.atan2 %arg0, %4 : tensor<4xf32>
    return %5 : tensor<4xf32>
  }
}
