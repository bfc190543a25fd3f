module @later {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xi32>) attributes {
      test.maps = [affine_map<() -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>,
        affine_map<(d0, d1) -> (d1)>, affine_map<(d0)[s0] -> (s0, 5, -5)>,
        affine_map<(d0, d1)[s0] -> ((d0 + d1) * 2, d0 floordiv 3, d0 ceildiv 3, d0 mod 3, d0 - d1 + s0)>],
      test.sets = [affine_set<(d0)[s0] : (d0 >= 0, s0 == 0)>, affine_set<() : (1 == 0)>],
      test.layouts = [strided<[]>, strided<[3, 1], offset: 7>, strided<[?, -2], offset: ?>],
      test.types = [memref<2xf32>, memref<2x3xf32, strided<[3, 1]>>, memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<2xf32, 1>]} {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<4xf32>
    %1 = sdy.all_reduce {} %0 out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
    %2 = sdy.all_reduce max {} %1 out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
    %3 = sdy.reduce_scatter min [{}] %2 out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
    %values, %indices = chlo.top_k(%3, k = 2, is_stable = false) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    return %3, %values, %indices : tensor<4xf32>, tensor<2xf32>, tensor<2xi32>
  }
}
