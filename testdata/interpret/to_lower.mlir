func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.composite "my.double" %0 {decomposition = @double} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2, %3 = chlo.top_k(%1, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %2 : tensor<2x2xf32>
}
func.func private @double(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
