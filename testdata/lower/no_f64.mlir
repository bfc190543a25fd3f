func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.constant dense<1.500000e+00> : tensor<4xf64>
  %1 = stablehlo.multiply %x, %0 : tensor<4xf64>
  %2 = stablehlo.tanh %1 : tensor<4xf64>
  return %2 : tensor<4xf64>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<4xf32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<4xf32>
    %1 = stablehlo.tanh %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
