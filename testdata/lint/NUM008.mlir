func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<2000000000> : tensor<i32>
  %1 = stablehlo.add %0, %0 : tensor<i32>
  return %1 : tensor<i32>
}
// -----
func.func @main() -> tensor<i64> {
  %0 = stablehlo.constant dense<2000000000> : tensor<i64>
  %1 = stablehlo.add %0, %0 : tensor<i64>
  return %1 : tensor<i64>
}
