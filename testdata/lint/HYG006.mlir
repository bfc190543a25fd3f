func.func @main() -> tensor<4xf64> {
  %0 = stablehlo.constant dense<[0.1, 0.2, 0.3, 0.4]> : tensor<4xf64>
  return %0 : tensor<4xf64>
}
// -----
func.func @main(%weights: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.constant dense<0.1> : tensor<4xf64>
  %1 = stablehlo.multiply %weights, %0 : tensor<4xf64>
  return %1 : tensor<4xf64>
}
