func.func @main() -> tensor<8xf32> {
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main() -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
