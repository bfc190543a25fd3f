func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %activated = stablehlo.tanh %product : tensor<4x8xf32>
  %doubled = stablehlo.add %activated, %activated : tensor<4x8xf32>
  %result = stablehlo.subtract %x, %doubled : tensor<4x8xf32>
  return %result : tensor<4x8xf32>
}
