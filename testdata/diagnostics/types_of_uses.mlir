func.func @main(%x: tensor<4xf32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.negate %y : tensor<8xi32>
  return %0 : tensor<4xf32>
}
