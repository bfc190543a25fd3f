module @jit_linear attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x3xf32> loc("x"), %arg1: tensor<2xf32> loc("params['bias']"), %arg2: tensor<2x3xf32> loc("params['weight']")) -> (tensor<1x2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %3 = stablehlo.add %1, %2 : tensor<1x2xf32>
    return %3 : tensor<1x2xf32>
  }
}
