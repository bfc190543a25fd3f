func.func @square(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main() {
  %operand = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %result = stablehlo.composite "my.square" %operand {decomposition = @square} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[4.0, 9.0]> : tensor<2xf32>
  return
}
