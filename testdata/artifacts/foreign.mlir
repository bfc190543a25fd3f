module attributes {
  mhlo.comparison = #mhlo<comparison_direction LT>, mhlo.dot = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
  mhlo.convolution = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
  mhlo.gather = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
  mhlo.algorithm = #mhlo.rng_algorithm<PHILOX>, mhlo.bounds = #mhlo.type_extensions<bounds = [3, ?]>,
  mhlo.fusion = #mhlo<fusion_kind kLoop>, mhlo.kind = #mhlo<kind sharding>,
  mhlo.accuracy = #mhlo.result_accuracy<rtol = 5.000000e-01, ulps = 2, mode = #mhlo.result_accuracy_mode<TOLERANCE>>
} {
  func.func @main(%arg0: i1, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    cf.cond_br %arg0, ^bb1(%arg1 : tensor<2xf32>), ^bb2
  ^bb1(%0: tensor<2xf32>):
    %1 = "other.known"(%0) <{name = "a", number = 1 : i32}> {more = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  ^bb2:
    %2 = "other.known"(%arg1) <{number = 7 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}
