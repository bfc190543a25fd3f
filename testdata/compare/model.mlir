func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %activated = stablehlo.tanh %product : tensor<4x8xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4x8xf32>
  %doubled = stablehlo.multiply %activated, %two : tensor<4x8xf32>
  %result = stablehlo.subtract %doubled, %x : tensor<4x8xf32>
  return %result : tensor<4x8xf32>
}
