module @jit_network attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<40x4x8xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<8x16xf32>) -> (tensor<40x4xf32> {jax.result_info = "result[0]"}, tensor<4x16xf32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<40x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:6 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %arg2, %iterArg_4 = %arg1, %iterArg_5 = %c, %iterArg_6 = %0, %iterArg_7 = %1) : tensor<40x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<40x4xf32>
    cond {
      %c_8 = stablehlo.constant dense<40> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_5) : (tensor<40x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %6:2 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_6, %5) : (tensor<8x16xf32>, tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4xf32>)
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_7, %6#1, %iterArg_5) : (tensor<40x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<40x4xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg_5, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %8, %6#0, %7 : tensor<40x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<40x4xf32>
    }
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4:4 = stablehlo.while(%iterArg = %arg1, %iterArg_3 = %3, %iterArg_4 = %2#4, %iterArg_5 = %c_2) : tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<i32>
    cond {
      %5 = stablehlo.subtract %iterArg_3, %iterArg_4 : tensor<4x16xf32>
      %6 = stablehlo.abs %5 : tensor<4x16xf32>
      %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<f32>
      %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
      %8 = stablehlo.compare GT, %7, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_8 = stablehlo.constant dense<100> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.and %8, %9 : tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %5 = stablehlo.dot_general %iterArg_4, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
      %6 = stablehlo.cosine %5 : tensor<4x16xf32>
      %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
      %8 = stablehlo.multiply %7, %6 : tensor<4x16xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg_5, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_4, %8, %9 : tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<i32>
    }
    return %2#5, %4#2, %4#3 : tensor<40x4xf32>, tensor<4x16xf32>, tensor<i32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<40x4x8xf32>, %arg1: tensor<i32>) -> tensor<4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4, 8] : (tensor<40x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4xf32>) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %1 = stablehlo.negate %0 : tensor<4x16xf32>
    %2 = stablehlo.exponential %1 : tensor<4x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %4 = stablehlo.add %3, %2 : tensor<4x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %6 = stablehlo.divide %5, %4 : tensor<4x16xf32>
    %7 = stablehlo.multiply %6, %arg2 : tensor<4x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %9 = stablehlo.subtract %8, %6 : tensor<4x16xf32>
    %10 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %11 = stablehlo.add %10, %0 : tensor<4x16xf32>
    %12 = stablehlo.tanh %11 : tensor<4x16xf32>
    %13 = stablehlo.multiply %9, %12 : tensor<4x16xf32>
    %14 = stablehlo.add %7, %13 : tensor<4x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
    return %14, %15 : tensor<4x16xf32>, tensor<4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<40x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) -> tensor<40x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<40x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<40x4xf32>
    return %1 : tensor<40x4xf32>
  }
}
