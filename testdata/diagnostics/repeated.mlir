func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tan_h %x : tensor<4xf32>
  %1 = stablehlo.tan_h %0 : tensor<4xf32>
  %2 = stablehlo.tan_h %1 : tensor<4xf32>
  %3 = stablehlo.tan_h %2 : tensor<4xf32>
  %4 = stablehlo.tan_h %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
