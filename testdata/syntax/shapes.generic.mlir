"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xf32>, tensor<f32>, tensor<i32>, !stablehlo.token, tensor<2xi32>, tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>, tensor<2xui64>, tensor<3x3xf32>) -> (), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: !stablehlo.token, %arg4: tensor<2xi32>, %arg5: tensor<1x8x8x4xf32>, %arg6: tensor<3x3x4x4xf32>, %arg7: tensor<2xui64>, %arg8: tensor<3x3xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[[1.000000e+00, 2.500000e+00, 0x7FC00000], [-0.000000e+00, 1.000000e+10, 3.000000e+00]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
    %1 = "stablehlo.constant"() <{value = dense<1> : tensor<2xui8>}> {x.y} : () -> tensor<2xui8>
    %2 = "stablehlo.constant"() <{value = dense<true> : tensor<2xi1>}> : () -> tensor<2xi1>
    %3 = "stablehlo.constant"() <{value = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>}> : () -> tensor<2xcomplex<f32>>
    %4 = "chlo.constant"() <{value = dense<0> : tensor<2xi32>}> {x.y} : () -> tensor<2xi32>
    %5 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> {x.y} : () -> tensor<2x3xi32>
    %6 = "stablehlo.dynamic_iota"(%arg4) <{iota_dimension = 0 : i64}> : (tensor<2xi32>) -> tensor<?x?xf32>
    %7 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x3xf32>
    %8 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> {x.y} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
    %9 = "stablehlo.dynamic_broadcast_in_dim"(%arg1, %arg4) <{broadcast_dimensions = array<i64>, known_expanding_dimensions = array<i64>}> {x.y} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %10 = "stablehlo.broadcast"(%arg1) <{broadcast_sizes = array<i64: 2, 3>}> : (tensor<f32>) -> tensor<2x3xf32>
    %11 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<6xf32>
    %12 = "stablehlo.dynamic_reshape"(%arg0, %arg4) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %13 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %14 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %15 = "stablehlo.concatenate"(%arg0, %arg0) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %16 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 2>}> {x.y} : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %17 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64>, start_indices = array<i64>, strides = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.dynamic_slice"(%arg0, %arg2, %arg2) <{slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %19 = "stablehlo.dynamic_update_slice"(%arg0, %18, %arg2, %arg2) : (tensor<2x3xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %20 = "stablehlo.real_dynamic_slice"(%arg0, %arg4, %arg4, %arg4) : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %21 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 2, -1>, edge_padding_low = array<i64: 0, 1>, interior_padding = array<i64: 0, 0>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %22 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg4, %arg4, %arg4) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %23 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>
    %24 = "stablehlo.set_dimension_size"(%arg0, %arg2) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    %25 = "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %26 = "stablehlo.dot_general"(%arg0, %13) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %27 = "stablehlo.dot_general"(%arg0, %arg0) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    %28 = "stablehlo.dot_general"(%arg1, %arg1) <{dot_dimension_numbers = #stablehlo.dot<>, precision_config = []}> {x.y} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %29 = "stablehlo.dot"(%arg0, %13) <{precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %30 = "stablehlo.einsum"(%arg0, %13) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %31 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = "ab->a"}> : (tensor<2x3xf32>) -> tensor<2xf32>
    %32 = "stablehlo.convolution"(%arg5, %arg6) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x6x6x4xf32>
    %33 = "stablehlo.convolution"(%arg5, %arg6) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: true, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x8x8x4xf32>
    %34 = "stablehlo.fft"(%3) <{fft_length = array<i64: 2>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %35 = "stablehlo.cholesky"(%arg8) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %36 = "stablehlo.rng"(%arg1, %arg1, %arg4) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %37:2 = "stablehlo.rng_bit_generator"(%arg7) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> {x.y} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %38:2 = "stablehlo.rng_bit_generator"(%37#0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %39:2 = "chlo.top_k"(%arg0) <{k = 2 : i64}> {x.y} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %40 = "stablehlo.tuple"(%arg0, %arg3) {x.y} : (tensor<2x3xf32>, !stablehlo.token) -> tuple<tensor<2x3xf32>, !stablehlo.token>
    %41 = "stablehlo.tuple"() : () -> tuple<>
    %42 = "stablehlo.get_tuple_element"(%40) <{index = 1 : i32}> {x.y} : (tuple<tensor<2x3xf32>, !stablehlo.token>) -> !stablehlo.token
    %43 = "stablehlo.after_all"(%arg3, %42) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %44 = "stablehlo.after_all"() : () -> !stablehlo.token
    %45 = "stablehlo.create_token"() {x.y} : () -> !stablehlo.token
    %46 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %47 = "stablehlo.replica_id"() : () -> tensor<ui32>
    %48:2 = "stablehlo.optimization_barrier"(%arg0, %arg1) {x.y} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>)
    %49 = "stablehlo.custom_call"(%arg0) <{call_target_name = "target"}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %50 = "stablehlo.custom_call"() <{api_version = 2 : i32, backend_config = "\22\\\0A%s\C3\BC", call_target_name = "odd target", has_side_effect = true}> {x.y} : () -> tensor<2x3xf32>
    %51:3 = "stablehlo.custom_call"(%arg0, %arg0) <{api_version = 1 : i32, call_target_name = "x", called_computations = [], has_side_effect = false, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>]}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<f32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
    %53:3 = "stablehlo.batch_norm_training"(%arg5, %52, %52) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %54 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    "func.return"() {x.y} : () -> ()
  }) {x.y = 2 : i64} : () -> ()
}) {x.b = "50%", "x.odd name" = 1 : i32, x.unit} : () -> ()
