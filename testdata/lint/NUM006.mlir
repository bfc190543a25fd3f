func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0.1> : tensor<8xf64>
  %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf64>
  %1 = stablehlo.multiply %0, %c : tensor<8xf64>
  %2 = stablehlo.convert %1 : (tensor<8xf64>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0.1> : tensor<8xf32>
  %0 = stablehlo.multiply %x, %c : tensor<8xf32>
  return %0 : tensor<8xf32>
}
