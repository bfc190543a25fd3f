module attributes {x.b = "50%", "x.odd name" = 1 : i32, x.unit} {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: !stablehlo.token, %arg4: tensor<2xi32>, %arg5: tensor<1x8x8x4xf32>, %arg6: tensor<3x3x4x4xf32>, %arg7: tensor<2xui64>, %arg8: tensor<3x3xf32>) attributes {x.y = 2 : i64} {
    %cst = stablehlo.constant dense<[[1.000000e+00, 2.500000e+00, 0x7FC00000], [-0.000000e+00, 1.000000e+10, 3.000000e+00]]> : tensor<2x3xf32>
    %c = stablehlo.constant {x.y} dense<1> : tensor<2xui8>
    %c_0 = stablehlo.constant dense<true> : tensor<2xi1>
    %cst_1 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>
    %0 = chlo.constant {x.y} dense<0> : tensor<2xi32>
    %1 = stablehlo.iota dim = 1 {x.y} : tensor<2x3xi32>
    %2 = stablehlo.dynamic_iota %arg4, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %4 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] {x.y} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
    %5 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg4, dims = [] {known_expanding_dimensions = array<i64>, x.y} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %6 = stablehlo.broadcast %arg1, sizes = [2, 3] : (tensor<f32>) -> tensor<2x3xf32>
    %7 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
    %8 = stablehlo.dynamic_reshape %arg0, %arg4 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %9 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %10 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    %11 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %12 = stablehlo.slice %arg0 [0:2, 0:3:2] {x.y} : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %13 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
    %14 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %15 = stablehlo.dynamic_update_slice %arg0, %14, %arg2, %arg2 : (tensor<2x3xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %16 = stablehlo.real_dynamic_slice %arg0, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %17 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [2, -1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %18 = stablehlo.dynamic_pad %arg0, %arg1, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %19 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %20 = stablehlo.set_dimension_size %arg0, %arg2, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    %21 = "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %22 = stablehlo.dot_general %arg0, %9, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %23 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    %24 = stablehlo.dot_general %arg1, %arg1, contracting_dims = [] x [], precision = [] {x.y} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %25 = stablehlo.dot %arg0, %9, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %26 = stablehlo.einsum %arg0, %9, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %27 = stablehlo.unary_einsum %arg0, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
    %28 = stablehlo.convolution(%arg5, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x6x6x4xf32>
    %29 = stablehlo.convolution(%arg5, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x8x8x4xf32>
    %30 = stablehlo.fft %cst_1, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %31 = stablehlo.cholesky %arg8, lower = true : tensor<3x3xf32>
    %32 = stablehlo.rng %arg1, %arg1, %arg4, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg7, algorithm = THREE_FRY {x.y} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %output_state_2, %output_3 = stablehlo.rng_bit_generator %output_state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %values, %indices = chlo.top_k(%arg0, k = 2) {x.y} : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %33 = stablehlo.tuple %arg0, %arg3 {x.y} : tuple<tensor<2x3xf32>, !stablehlo.token>
    %34 = stablehlo.tuple  : tuple<>
    %35 = stablehlo.get_tuple_element %33[1] {x.y} : (tuple<tensor<2x3xf32>, !stablehlo.token>) -> !stablehlo.token
    %36 = stablehlo.after_all %arg3, %35 : !stablehlo.token
    %37 = stablehlo.after_all  : !stablehlo.token
    %38 = stablehlo.create_token {x.y} : !stablehlo.token
    %39 = stablehlo.partition_id : tensor<ui32>
    %40 = stablehlo.replica_id : tensor<ui32>
    %41:2 = stablehlo.optimization_barrier {x.y} %arg0, %arg1 : tensor<2x3xf32>, tensor<f32>
    %42 = stablehlo.custom_call @target(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %43 = stablehlo.custom_call @"odd target"() {api_version = 2 : i32, backend_config = "\22\\\0A%s\C3\BC", has_side_effect = true, x.y} : () -> tensor<2x3xf32>
    %44:3 = stablehlo.custom_call @x(%arg0, %arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<f32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %output_5, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg5, %cst_4, %cst_4) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %45 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return {x.y}
  }
}
