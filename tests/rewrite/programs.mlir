func.func @main(%x: tensor<4x3xf32>, %y: tensor<3x5xf32>) -> tensor<5x4xf32> {
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc->ca"} : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
// -----
func.func @main(%x: tensor<4x3xf32>, %y: tensor<3x5xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc->a"} : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4x3x2xi32>) -> (tensor<2x4xi32>, tensor<2x4x3xi32>) {
  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "abc->ca"} : (tensor<4x3x2xi32>) -> tensor<2x4xi32>
  %1 = "stablehlo.unary_einsum"(%x) {einsum_config = "abc->cab"} : (tensor<4x3x2xi32>) -> tensor<2x4x3xi32>
  return %0, %1 : tensor<2x4xi32>, tensor<2x4x3xi32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %c : tensor<f32>
    %2 = stablehlo.compare LT, %1, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}
// -----
func.func @main(%x: tensor<6xf32>, %p: tensor<f32>) -> (tensor<3x2xf32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<20xf32>, tensor<3xf32>) {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %wide = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %six = stablehlo.constant dense<6> : tensor<1xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %wide, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  %2 = stablehlo.dynamic_iota %wide, dim = 1 : (tensor<2xi64>) -> tensor<2x6xi32>
  %3 = stablehlo.dynamic_pad %x, %p, %two, %two, %two : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<20xf32>
  %4 = stablehlo.real_dynamic_slice %x, %zero, %six, %two : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<20xf32>, tensor<3xf32>
}
// -----
func.func @main(%x: tensor<9xf32>) -> tensor<4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<9xf32>) -> tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %d = stablehlo.subtract %n, %five : tensor<i32>
  %start = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %size = stablehlo.constant dense<4> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.add %start, %size : tensor<1xi32>
  %r = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<6xf32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
// -----
func.func @main(%x: tensor<1x4x5x1xf32>, %k: tensor<3x3x1x2xf32>) -> tensor<1x4x5x2xf32> {
  %p = stablehlo.constant dense<1> : tensor<2x2xi32>
  %r = "stablehlo.dynamic_conv"(%x, %k, %p) {
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x5x1xf32>, tensor<3x3x1x2xf32>, tensor<2x2xi32>) -> tensor<1x4x5x2xf32>
  return %r : tensor<1x4x5x2xf32>
}
// -----
func.func @main(%x: tensor<6xf32>) -> (tensor<5xf32>, tensor<6xf32>, tensor<2xf32>) {
  %s = stablehlo.constant dense<[5]> : tensor<1xi64>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.custom_call @f(%x, %s) {indices_of_shape_operands = dense<[1]> : tensor<1xi64>} : (tensor<6xf32>, tensor<1xi64>) -> tensor<5xf32>
  %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<6xf32>, tensor<1xi64>) -> tensor<6xf32>
  %2:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<6xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0, %1, %2#0 : tensor<5xf32>, tensor<6xf32>, tensor<2xf32>
}
// -----
func.func @main(%s: tensor<2xui64>) -> tensor<3xui32> {
  %n = stablehlo.constant dense<3> : tensor<1xi64>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui64>, tensor<3xui32>)
  return %0#1 : tensor<3xui32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %p = stablehlo.constant dense<[[3, 0]]> : tensor<1x2xi32>
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %one, %one, %one, %p) {called_computations = [@sum]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @main(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>, %p: tensor<i1>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.square %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %2 = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.conj %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %4 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.broadcast_complex %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %6 = chlo.broadcast_select %p, %x, %s : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>
}
// -----
func.func @main(%x: tensor<?x5xf32, #stablehlo.bounds<4, ?>>, %i: tensor<3xi32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<?x5xf32, #stablehlo.bounds<4, ?>>, tensor<3xi32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
// -----
func.func @main(%x: tensor<4xf32>, %p: tensor<4xf32>, %w: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>) {
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  %8 = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  %9 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  %10 = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  %11 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %12 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  %13 = chlo.erf_inv %w : tensor<4xf64> -> tensor<4xf64>
  %14 = chlo.zeta %p, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %15 = chlo.polygamma %p, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %16 = chlo.next_after %p, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %17 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %18 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  %19 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  %20 = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>
}
// -----
func.func @main(%z: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %0 = chlo.acos %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %1 = chlo.acosh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %2 = chlo.asin %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %3 = chlo.asinh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %4 = chlo.atanh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %5 = chlo.cosh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %6 = chlo.sinh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %7 = chlo.atan %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %0 = chlo.asin %x : tensor<?xf32, #stablehlo.bounds<4>> -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}
// -----
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>, %h: tensor<4xf16>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xcomplex<f32>>) {
  %0 = stablehlo.tan %x : tensor<4xf32>
  %1 = stablehlo.tan %y : tensor<4xf64>
  %2 = stablehlo.tan %h : tensor<4xf16>
  %3 = stablehlo.tan %z : tensor<4xcomplex<f32>>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<3x2x4x2xi32>, %i: tensor<2x2x3x2xi64>, %s: tensor<3x4xf32>, %j: tensor<3xui8>, %u: tensor<3xf32>) -> (tensor<2x2x3x2x2xi32>, tensor<2x2x3x2x2xi32>, tensor<3x4xf32>) {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = true} : (tensor<3x2x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  %sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  %1 = "stablehlo.dynamic_gather"(%x, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false} : (tensor<3x2x4x2xi32>, tensor<2x2x3x2xi64>, tensor<4xi64>) -> tensor<2x2x3x2x2xi32>
  %2 = "stablehlo.scatter"(%s, %j, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true} : (tensor<3x4xf32>, tensor<3xui8>, tensor<3xf32>) -> tensor<3x4xf32>
  return %0, %1, %2 : tensor<2x2x3x2x2xi32>, tensor<2x2x3x2x2xi32>, tensor<3x4xf32>
}
// -----
func.func @main(%i: tensor<300xi8>, %w: tensor<300x2xi32>) -> tensor<300xi32> {
  %0 = "stablehlo.gather"(%w, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<300x2xi32>, tensor<300xi8>) -> tensor<300xi32>
  return %0 : tensor<300xi32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %4 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<3x5xf32>, %i: tensor<7xui8>, %h: tensor<3x0xf16>, %b: tensor<9xi1>) -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<7xui8>, tensor<7xi32>, tensor<3x0xf16>, tensor<3x0xi32>, tensor<4xi1>, tensor<4xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<3x5xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %1:2 = chlo.top_k(%i, k = 7) : tensor<7xui8> -> (tensor<7xui8>, tensor<7xi32>)
  %2:2 = chlo.top_k(%h, k = 0) : tensor<3x0xf16> -> (tensor<3x0xf16>, tensor<3x0xi32>)
  %3:2 = chlo.top_k(%b, k = 4) : tensor<9xi1> -> (tensor<4xi1>, tensor<4xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1 : tensor<3x2xf32>, tensor<3x2xi32>, tensor<7xui8>, tensor<7xi32>, tensor<3x0xf16>, tensor<3x0xi32>, tensor<4xi1>, tensor<4xi32>
}
// -----
func.func @main(%i: tensor<64xi64>, %j: tensor<64xui64>, %k: tensor<64xi8>, %l: tensor<64xui4>, %m: tensor<64xi32>) -> (tensor<64xi64>, tensor<64xui64>, tensor<64xi8>, tensor<64xui4>, tensor<64xi32>) {
  %r = stablehlo.reverse %i, dims = [0] : tensor<64xi64>
  %large = stablehlo.constant dense<5270498306774157604> : tensor<64xi64>
  %a = stablehlo.multiply %r, %large : tensor<64xi64>
  %0 = "chlo.mulhi"(%i, %a) : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi64>
  %b = stablehlo.bitcast_convert %a : (tensor<64xi64>) -> tensor<64xui64>
  %1 = "chlo.mulhi"(%b, %b) : (tensor<64xui64>, tensor<64xui64>) -> tensor<64xui64>
  %2 = "chlo.mulhi"(%k, %k) : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
  %3 = "chlo.mulhi"(%l, %l) : (tensor<64xui4>, tensor<64xui4>) -> tensor<64xui4>
  %4 = "chlo.mulhi"(%m, %m) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  return %0, %1, %2, %3, %4 : tensor<64xi64>, tensor<64xui64>, tensor<64xi8>, tensor<64xui4>, tensor<64xi32>
}
// -----
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf64>, %h: tensor<64xf16>) -> (tensor<64xf32>, tensor<64xf64>, tensor<64xf16>, tensor<2xf32>) {
  %0 = chlo.erf %x : tensor<64xf32> -> tensor<64xf32>
  %1 = chlo.erf %y : tensor<64xf64> -> tensor<64xf64>
  %2 = chlo.erf %h : tensor<64xf16> -> tensor<64xf16>
  %3 = "chlo.constant"() {value = dense<[1.0, -0.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<64xf32>, tensor<64xf64>, tensor<64xf16>, tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %sizes = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %sizes : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = "chlo.constant_like"(%0) {value = 2.5 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @main(%x: tensor<3x4xi32>, %y: tensor<3x4x2xi32>, %i: tensor<3xi32>, %e: tensor<0x3xi32>) -> (tensor<3x4xi32>, tensor<3xi32>, tensor<3x4x2xi32>, tensor<3x4xi32>, tensor<3xi32>, tensor<0x3xi32>, tensor<3xi32>) {
  %0:2 = chlo.scan(%x) inits (%i) dimension=1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<3xi32>, %c: tensor<3xi32>):
    %s = stablehlo.add %a, %c : tensor<3xi32>
    %t = stablehlo.multiply %s, %c : tensor<3xi32>
    stablehlo.return %s, %t : tensor<3xi32>, tensor<3xi32>
  } : (tensor<3x4xi32>, tensor<3xi32>) -> (tensor<3x4xi32>, tensor<3xi32>)
  %1:3 = chlo.scan(%x, %y) inits (%i) dimension=1 {
  ^bb0(%a: tensor<3xi32>, %b: tensor<3x2xi32>, %c: tensor<3xi32>):
    %s = stablehlo.maximum %a, %c : tensor<3xi32>
    %n = stablehlo.negate %b : tensor<3x2xi32>
    stablehlo.return %n, %s, %s : tensor<3x2xi32>, tensor<3xi32>, tensor<3xi32>
  } : (tensor<3x4xi32>, tensor<3x4x2xi32>, tensor<3xi32>) -> (tensor<3x4x2xi32>, tensor<3x4xi32>, tensor<3xi32>)
  %2:2 = chlo.scan(%e) inits (%i) dimension=0 {
  ^bb0(%a: tensor<3xi32>, %c: tensor<3xi32>):
    %s = stablehlo.add %a, %c : tensor<3xi32>
    stablehlo.return %s, %s : tensor<3xi32>, tensor<3xi32>
  } : (tensor<0x3xi32>, tensor<3xi32>) -> (tensor<0x3xi32>, tensor<3xi32>)
  return %0#0, %0#1, %1#0, %1#1, %1#2, %2#0, %2#1 : tensor<3x4xi32>, tensor<3xi32>, tensor<3x4x2xi32>, tensor<3x4xi32>, tensor<3xi32>, tensor<0x3xi32>, tensor<3xi32>
}
// -----
func.func @main(%a: tensor<3x1xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xi1>, tensor<?x?xcomplex<f32>>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>) {
  %two = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %one = stablehlo.constant dense<[4]> : tensor<1xi32>
  %x = stablehlo.dynamic_reshape %a, %two : (tensor<3x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %y = stablehlo.dynamic_reshape %b, %one : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %i = stablehlo.convert %x : (tensor<?x?xf32>) -> tensor<?x?xi32>
  %j = stablehlo.convert %y : (tensor<?xf32>) -> tensor<?xi32>
  %0 = "chlo.broadcast_add"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = "chlo.broadcast_and"(%i, %j) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %2 = "chlo.broadcast_atan2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %3 = "chlo.broadcast_compare"(%x, %y) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  %4 = "chlo.broadcast_complex"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xcomplex<f32>>
  %5 = "chlo.broadcast_divide"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %6 = "chlo.broadcast_maximum"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %7 = "chlo.broadcast_minimum"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %8 = "chlo.broadcast_multiply"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %9 = "chlo.broadcast_next_after"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %10 = "chlo.broadcast_or"(%i, %j) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %11 = "chlo.broadcast_polygamma"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %12 = "chlo.broadcast_power"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %13 = "chlo.broadcast_remainder"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %14 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %15 = "chlo.broadcast_shift_left"(%i, %j) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %16 = "chlo.broadcast_shift_right_arithmetic"(%i, %j) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %17 = "chlo.broadcast_shift_right_logical"(%i, %j) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %18 = "chlo.broadcast_subtract"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %19 = "chlo.broadcast_xor"(%i, %j) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %20 = "chlo.broadcast_zeta"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20 : tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xi1>, tensor<?x?xcomplex<f32>>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>
}
// -----
func.func @main(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xi1> {
  %0 = "chlo.broadcast_compare"(%x, %s) {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
// -----
func.func @main(%i: tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>) {
  %0:2 = "chlo.scan"(%i) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%c: tensor<3xi32>):
    %s = stablehlo.add %c, %c : tensor<3xi32>
    stablehlo.return %c, %s : tensor<3xi32>, tensor<3xi32>
  }) : (tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<4x3xi32>, tensor<3xi32>
}
// -----
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = stablehlo.composite "mine.sum_and_difference" %x, %y {composite_attributes = {n = 1 : i32},
    decomposition = @both, version = 1 : i32} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
func.func private @both(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.subtract %x, %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "mine.with_a_body" %x ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {decomposition = @doubled} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @doubled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4x3xbf16>, %zero: tensor<bf16>) -> tensor<3x3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x3xbf16>, tensor<bf16>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
// -----
func.func @main(%x: tensor<5xbf16>, %i: tensor<2x1xi32>, %u: tensor<2xbf16>) -> tensor<5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<5xbf16>, tensor<2x1xi32>, tensor<2xbf16>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
// -----
func.func @main(%x: tensor<4xbf16>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4xbf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4xbf16>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4xbf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<5x4xf32>, %i: tensor<3x1xi64>, %u: tensor<3x4xf32>, %j: tensor<i64>, %v: tensor<2x2xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %1 = stablehlo.dynamic_update_slice %x, %v, %j, %j : (tensor<5x4xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<5x4xf32>
  return %0, %1 : tensor<5x4xf32>, tensor<5x4xf32>
}
// -----
func.func @main(%mean: tensor<f32>, %spread: tensor<f32>) -> tensor<2x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %mean, %spread, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @annotate_device_placement(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xf64>, tensor<2xi32>
}
// -----
func.func @main(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xcomplex<f32>>, tensor<2xi32>
}
// -----
func.func @main(%a: tensor<3x3xcomplex<f32>>, %b: tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  %0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xcomplex<f64>>, tensor<2xi32>
}
// -----
func.func @main(%a: tensor<3x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3xf32>
}
// -----
func.func @main(%x: tensor<4x3xf32>, %taus: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%x, %taus) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// -----
func.func @main(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%x) : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>)
  return %0#0, %0#1 : tensor<4x3xf64>, tensor<3xf64>
}
// -----
func.func @main(%x: tensor<4x3xf64>, %taus: tensor<3xf64>) -> tensor<4x3xf64> {
  %0 = stablehlo.custom_call @lapack_dorgqr_ffi(%x, %taus) : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%x) : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>) {
  %0:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%x) : (tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>)
  return %0#0, %0#1 : tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f32>>, %taus: tensor<3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>> {
  %0 = stablehlo.custom_call @lapack_cungqr_ffi(%x, %taus) : (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  return %0 : tensor<4x3xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%x) : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%x) : (tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>)
  return %0#0, %0#1 : tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f64>>, %taus: tensor<3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zungqr_ffi(%x, %taus) : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>>
  return %0 : tensor<4x3xcomplex<f64>>
}
// -----
func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<2x3x2xf32>) -> tensor<2x3x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}
// -----
func.func @main(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}
// -----
func.func @main(%a: tensor<2x3x3xcomplex<f32>>, %b: tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  return %0 : tensor<2x2x3xcomplex<f32>>
}
// -----
func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<2x2x3xf32>) -> tensor<2x2x3xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}
// -----
func.func @main(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  return %0 : tensor<2x3x2xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
// -----
func.func @main(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %0 = stablehlo.cholesky %x, lower = false : tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3x3xcomplex<f32>>
  return %0 : tensor<2x3x3xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>
}
// -----
func.func @main(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesvd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>
}
// -----
func.func @main(%x: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>
}
// -----
func.func @main(%x: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_dgesvd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>
}
// -----
func.func @main(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_cgesvd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_cheevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_zgesvd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}}
    : (tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>
}
// -----
func.func @main(%x: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_zheevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2xi32>
}
// -----
func.func @main(%x: tensor<2x3xf32>, %k: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.add %a, %k : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}
// -----
func.func @main(%x: tensor<2x5xf32>, %y: tensor<5xi8>) -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<3xi8>, tensor<3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %1:2 = stablehlo.custom_call @TopK(%y) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<5xi8>) -> (tensor<3xi8>, tensor<3xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x2xf32>, tensor<2x2xi32>, tensor<3xi8>, tensor<3xi32>
}
// -----
func.func @main(%x: tensor<5x7xcomplex<f32>>, %y: tensor<3x2xcomplex<f32>>, %z: tensor<2x4xcomplex<f32>>) -> (tensor<7xcomplex<f32>>, tensor<3x4xcomplex<f32>>) {
  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->b"} : (tensor<5x7xcomplex<f32>>) -> tensor<7xcomplex<f32>>
  %1 = "stablehlo.einsum"(%y, %z) {einsum_config = "ab,bc->ac"} : (tensor<3x2xcomplex<f32>>, tensor<2x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return %0, %1 : tensor<7xcomplex<f32>>, tensor<3x4xcomplex<f32>>
}
// -----
func.func @main(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>, %r: tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>, tensor<2xi32>) {
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%a, %b, %c, %r) : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3x2xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3x2xf64>, tensor<2xi32>)
  return %0#3, %0#4 : tensor<2x3x2xf64>, tensor<2xi32>
}
// -----
func.func @main(%a: tensor<2x3xcomplex<f32>>, %b: tensor<2x3xcomplex<f32>>, %c: tensor<2x3xcomplex<f32>>, %r: tensor<2x3x2xcomplex<f32>>) -> (tensor<2x3x2xcomplex<f32>>, tensor<2xi32>) {
  %0:5 = stablehlo.custom_call @lapack_cgtsv_ffi(%a, %b, %c, %r) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>, tensor<2xi32>)
  return %0#3, %0#4 : tensor<2x3x2xcomplex<f32>>, tensor<2xi32>
}
// -----
func.func @main(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>, %c: tensor<2x3xcomplex<f64>>, %r: tensor<2x3x2xcomplex<f64>>) -> (tensor<2x3x2xcomplex<f64>>, tensor<2xi32>) {
  %0:5 = stablehlo.custom_call @lapack_zgtsv_ffi(%a, %b, %c, %r) : (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>, tensor<2xi32>)
  return %0#3, %0#4 : tensor<2x3x2xcomplex<f64>>, tensor<2xi32>
}
// -----
func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<2x3xi32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
// -----
func.func @main(%z: tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>> {
  %0 = stablehlo.log_plus_one %z : tensor<6xcomplex<f64>>
  return %0 : tensor<6xcomplex<f64>>
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %0 = stablehlo.sqrt %z : tensor<4xcomplex<f32>>
  %1 = stablehlo.rsqrt %z : tensor<4xcomplex<f32>>
  %2 = stablehlo.log %z : tensor<4xcomplex<f32>>
  %3 = stablehlo.log_plus_one %z : tensor<4xcomplex<f32>>
  %4 = stablehlo.exponential %z : tensor<4xcomplex<f32>>
  %5 = stablehlo.exponential_minus_one %z : tensor<4xcomplex<f32>>
  %6 = stablehlo.logistic %z : tensor<4xcomplex<f32>>
  %7 = stablehlo.tanh %z : tensor<4xcomplex<f32>>
  %8 = stablehlo.sine %z : tensor<4xcomplex<f32>>
  %9 = stablehlo.cosine %z : tensor<4xcomplex<f32>>
  %10 = stablehlo.tan %z : tensor<4xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.cosine %y : tensor<4xf64>
  %2 = stablehlo.tanh %y : tensor<4xf64>
  %3 = stablehlo.exponential_minus_one %y : tensor<4xf64>
  %4 = stablehlo.log_plus_one %y : tensor<4xf64>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>, %w: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.power %z, %w : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
