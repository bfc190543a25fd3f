func.func private @unused(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

func.func @main(%x: tensor<8xf32>, %mask: tensor<8xi1>) -> tensor<8xf32> {
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %1 = stablehlo.exponential %x : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  // shlo: ignore[HYG002] kept for a later version
  %3 = stablehlo.negate %2 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
