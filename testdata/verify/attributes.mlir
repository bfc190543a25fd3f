func.func @tensor_constant_c2_dense_shape() {
  // at x.a = dense<[]> : tensor<0x2xi32>
  // expected-error @+1 {{tensor_constant_c2}}
  %0 = stablehlo.constant {x.a = dense<[]> : tensor<0x2xi32>} dense<1> : tensor<i32>
  return
}

// -----

func.func @tensor_constant_c2_dense_in_list() {
  // at x.a = [1, {a = dense<[1, 2, 3]> : tensor<2xi32>}]
  // expected-error @+1 {{tensor_constant_c2}}
  %0 = stablehlo.constant {x.a = [1, {a = dense<[1, 2, 3]> : tensor<2xi32>}]} dense<1> : tensor<i32>
  return
}

// -----

func.func @literal_dense_of_number() {
  // at dense<1>
  // expected-error @+1 {{literal}}
  %0 = stablehlo.constant {x.a = dense<1> : i32} dense<1> : tensor<i32>
  return
}

// -----

func.func @tensor_constant_c2_dense_vector() {
  // at x.a = dense<[1, 2, 3]> : vector<2xi32>
  // expected-error @+1 {{tensor_constant_c2}}
  %0 = stablehlo.constant {x.a = dense<[1, 2, 3]> : vector<2xi32>} dense<1> : tensor<i32>
  return
}

// -----

func.func @literal_dense_resource_of_number() {
  // at tensor<i32>
  // expected-error @+1 {{literal}}
  %0 = stablehlo.constant {x.a = dense_resource<x> : i32} dense<1> : tensor<i32>
  return
}

// -----

func.func @integer_constant_c1_integer_si8() {
  // at 128
  // expected-error @+1 {{integer_constant_c1}}
  %0 = stablehlo.constant {x.a = 128 : si8} dense<1> : tensor<i32>
  return
}

// -----

func.func @literal_float_without_point() {
  // at 1e5
  // expected-error @+1 {{literal}}
  %0 = stablehlo.constant {x.a = 1e5} dense<1> : tensor<i32>
  return
}

// -----

func.func @literal_sparse_index() {
  // at <[[0, 0], [1, 5]], [1, 5]>
  // expected-error @+1 {{literal}}
  %0 = stablehlo.constant {x.a = sparse<[[0, 0], [1, 5]], [1, 5]> : tensor<3x4xi32>} dense<1> : tensor<i32>
  return
}

// -----

func.func @literal_sparse_count() {
  // at <[[0]], [1, 2]>
  // expected-error @+1 {{literal}}
  %0 = stablehlo.constant {x.a = sparse<[[0]], [1, 2]> : tensor<3xi32>} dense<1> : tensor<i32>
  return
}

// -----

func.func @affine_affine_twice() {
  // at d0
  // expected-error @+1 {{affine}}
  %0 = stablehlo.constant {x.a = affine_map<(d0, d0) -> (d0)>} dense<1> : tensor<i32>
  return
}

// -----

func.func @affine_affine_undeclared() {
  // at d1
  // expected-error @+1 {{affine}}
  %0 = stablehlo.constant {x.a = affine_map<(d0) -> (d1)>} dense<1> : tensor<i32>
  return
}

// -----

func.func @affine_affine_product() {
  // at *
  // expected-error @+1 {{affine}}
  %0 = stablehlo.constant {x.a = affine_map<(d0) -> (d0 * d0)>} dense<1> : tensor<i32>
  return
}

// -----

func.func @affine_affine_divisor() {
  // at floordiv
  // expected-error @+1 {{affine}}
  %0 = stablehlo.constant {x.a = affine_map<(d0)[s0] -> (s0 floordiv d0)>} dense<1> : tensor<i32>
  return
}

// -----

func.func @affine_affine_set() {
  // at d1
  // expected-error @+1 {{affine}}
  %0 = stablehlo.constant {x.a = affine_set<(d0) : (d0 - d1 >= 0)>} dense<1> : tensor<i32>
  return
}

// -----

func.func @syntax_unranked_encoding() {
  // at *
  // expected-error @+1 {{syntax}}
  %0 = stablehlo.constant {x.a = tensor<*xf32, "x">} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_tensor_of_tensors() {
  // at 2x
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = tensor<2xtensor<f32>>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_vector_empty() {
  // at 0x
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = vector<0xf32>} dense<1> : tensor<i32>
  return
}

// -----

func.func @syntax_vector_unknown_size() {
  // at ?
  // expected-error @+1 {{syntax}}
  %0 = stablehlo.constant {x.a = vector<?xf32>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_vector_of_complex() {
  // at 2x
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = vector<2xcomplex<f32>>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_complex_of_index() {
  // at index
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = complex<index>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_memref_of_functions() {
  // at 2x
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = memref<2x() -> ()>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_memref_layout() {
  // at 2x
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = memref<2xf32, strided<[1, 2]>>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_type_memref_two_spaces() {
  // at 2x
  // expected-error @+1 {{unknown_type}}
  %0 = stablehlo.constant {x.a = memref<2xf32, 1, 2>} dense<1> : tensor<i32>
  return
}

// -----

func.func @unknown_attribute_unknown_name() {
  // at #stablehlo.nothing
  // expected-error @+1 {{unknown_attribute}}
  %0 = stablehlo.constant {x.a = #stablehlo.nothing} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_enum_word() {
  // at HIHG
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #stablehlo<precision HIHG>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_enum_kind() {
  // at fft_type
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #chlo<fft_type FFT>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_convolution_unknown() {
  // at ?
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #stablehlo.conv<[b, 0, f, ?]x[0, i, o]->[b, 0, f]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @missing_field_alias_fields() {
  // at #stablehlo.output_operand_alias
  // expected-error @+1 {{missing_field}}
  %0 = stablehlo.constant {x.a = #stablehlo.output_operand_alias<operand_index = 0>} dense<1> : tensor<i32>
  return
}

// -----

func.func @missing_field_accuracy_mode_missing() {
  // at #stablehlo.result_accuracy
  // expected-error @+1 {{missing_field}}
  %0 = stablehlo.constant {x.a = #stablehlo.result_accuracy<>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_accuracy_negative() {
  // at x.a = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_accuracy_default() {
  // at x.a = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_field_accuracy_order() {
  // at mode
  // expected-error @+1 {{invalid_field}}
  %0 = stablehlo.constant {x.a = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>, atol = 1.0>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_algorithm_unknown() {
  // at #stablehlo.dot_algorithm
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #stablehlo.dot_algorithm<lhs_precision_type = i8, rhs_precision_type = i8, accumulation_type = i32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_field_dot_field() {
  // at lhs_contracting_dimensions
  // expected-error @+1 {{invalid_field}}
  %0 = stablehlo.constant {x.a = #stablehlo.dot<lhs_contracting_dimensions = 1, rhs_contracting_dimensions = [0]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_field_sub_axis() {
  // at sub_axis_info
  // expected-error @+1 {{invalid_field}}
  %0 = stablehlo.constant {x.a = #stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.axis_ref<name = "y">>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_mesh_size() {
  // at x.a = #sdy.mesh<["x"=0]>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #sdy.mesh<["x"=0]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_mesh_twice() {
  // at x.a = #sdy.mesh<["x"=2, "x"=2]>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #sdy.mesh<["x"=2, "x"=2]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_mesh_ids() {
  // at x.a = #sdy.mesh<["x"=2], device_ids=[0]>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #sdy.mesh<["x"=2], device_ids=[0]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_mesh_negative_id() {
  // at x.a = #sdy.mesh<["x"=2], device_ids=[-1, 0]>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #sdy.mesh<["x"=2], device_ids=[-1, 0]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_mesh_same_ids() {
  // at x.a = #sdy.mesh<["x"=2], device_ids=[0, 0]>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #sdy.mesh<["x"=2], device_ids=[0, 0]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @syntax_sharding_priority() {
  // at p
  // expected-error @+1 {{syntax}}
  %0 = stablehlo.constant {x.a = #sdy.sharding<@m, [{"x"}p-1]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @invalid_attribute_sharding_mesh() {
  // at x.a = #sdy.sharding<mesh<["x"=0]>, [{}]>
  // expected-error @+1 {{invalid_attribute}}
  %0 = stablehlo.constant {x.a = #sdy.sharding<mesh<["x"=0]>, [{}]>} dense<1> : tensor<i32>
  return
}

// -----

func.func @quantized_c5_quantized() {
  // at x.a = !quant.uniform<i8:f32, -0.5>
  // expected-error @+1 {{quantized_c5}}
  %0 = stablehlo.constant {x.a = !quant.uniform<i8:f32, -0.5>} dense<1> : tensor<i32>
  return
}

// -----

func.func @tensor_constant_c1_property_of_an_unknown_op() {
  // at a = [dense<1.0> : tensor<2xi32>]
  // expected-error @+1 {{tensor_constant_c1}}
  "x.a"() <{a = [dense<1.0> : tensor<2xi32>]}> {b = 1 : i32} : () -> ()
  return
}

// -----

func.func @tensor_constant_c2_properties_that_are_a_list() {
  // at "x.a"
  // expected-error @+1 {{tensor_constant_c2}}
  "x.a"() <[dense<[1]> : tensor<?xi32>]> : () -> ()
  return
}

// -----

func.func @literal_property_that_the_op_has_not() {
  // at "stablehlo.iota"
  // expected-error @+1 {{literal}}
  %0 = "stablehlo.iota"() <{a = dense<2> : tensor<2xi1>, iota_dimension = 0 : i64}> : () -> tensor<2xi32>
  return
}

// -----

func.func @undefined_mesh_of_an_attribute() {
  // at x.a = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = []>
  // expected-error @+1 {{undefined_mesh}}
  %0 = stablehlo.constant {x.a = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = []>} dense<1> : tensor<i32>
  return
}
