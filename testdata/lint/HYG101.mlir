func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<f32>, %arg1: tensor<f32> loc("y")) -> (tensor<f32> {jax.result_info = "z"}) {
  %0 = stablehlo.add %x, %arg1 : tensor<f32>
  return %0 : tensor<f32>
}
