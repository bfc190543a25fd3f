func.func @main() -> tensor<2x2xf32> {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[1.0, 2.0], [0.0, 4.0]]> : tensor<2x2xf32>
  %0 = stablehlo.divide %x, %y : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
