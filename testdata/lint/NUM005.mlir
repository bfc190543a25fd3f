func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xi1> {
  %0 = stablehlo.compare EQ, %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %0 : tensor<8xi1>
}
// -----
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xi1> {
  %near = stablehlo.constant dense<1.0e-6> : tensor<8xf32>
  %0 = stablehlo.subtract %x, %y : tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  %2 = stablehlo.compare LT, %1, %near : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %2 : tensor<8xi1>
}
