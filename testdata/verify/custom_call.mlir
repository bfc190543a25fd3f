func.func @custom_call(%input0: tensor<2x3xf32>, %input1: !stablehlo.token) {
  %0 = "stablehlo.custom_call"(%input0, %input1) <{call_target_name = "f"}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c1_ok(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c3_ok(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c4_ok(%input0: tensor<2x3xf32>, %input1: !stablehlo.token) {
  %0 = "stablehlo.custom_call"(%input0, %input1) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "f"}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c1(%input: tensor<2x3xf32>) {
  // at operand_layouts = [dense<[0, 1]> : tensor<2xindex>]
  // expected-error @+1 {{custom_call_c1}}
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c2(%input: tensor<2x3xf32>) {
  // at operand_layouts = [dense<[0, 2]> : tensor<2xindex>]
  // expected-error @+1 {{custom_call_c2}}
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c2_type(%input: tensor<2x3xf32>) {
  // at operand_layouts = [dense<[0, 1]> : tensor<2xi64>]
  // expected-error @+1 {{custom_call_c2}}
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xi64>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c2_count(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  // at operand_layouts = [dense<[0, 1]> : tensor<2xindex>]
  // expected-error @+1 {{custom_call_c2}}
  %0 = "stablehlo.custom_call"(%input0, %input1) <{call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c3(%input: tensor<2x3xf64>) {
  // at output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  // expected-error @+1 {{custom_call_c3}}
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c3_index(%input: tensor<2x3xf32>) {
  // at output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]
  // expected-error @+1 {{custom_call_c3}}
  %0 = "stablehlo.custom_call"(%input) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c4(%input0: tensor<2x3xf32>, %input1: !stablehlo.token) {
  // at backend_config = "a"
  // expected-error @+1 {{custom_call_c4}}
  %0 = "stablehlo.custom_call"(%input0, %input1) <{api_version = 4 : i32, backend_config = "a", call_target_name = "f"}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c4_dictionary(%input0: tensor<2x3xf32>, %input1: !stablehlo.token) {
  // at backend_config = {a = 1 : i32}
  // expected-error @+1 {{custom_call_c4}}
  %0 = "stablehlo.custom_call"(%input0, %input1) <{api_version = 2 : i32, backend_config = {a = 1 : i32}, call_target_name = "f"}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_i2(%input0: tensor<2x3xf32>, %input1: !stablehlo.token) {
  // at "stablehlo.custom_call"
  // expected-error @+1 {{custom_call_i2}}
  %0 = "stablehlo.custom_call"(%input0, %input1) <{has_side_effect = true}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c5_ok(%input: tensor<2xf32>) {
  %0 = stablehlo.custom_call @Pin(%input) : (tensor<2xf32>) -> memref<2xf32>
  %1 = stablehlo.custom_call @Unpin(%0) : (memref<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @CreateBuffer() : () -> memref<2xf32>
  return
}

// -----

func.func @custom_call_c6_ok(%input: memref<2xf32>) {
  %0 = stablehlo.custom_call @foo(%input) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @custom_call_c5(%input: tensor<2xf32>) {
  // at @Pin
  // expected-error @+1 {{custom_call_c5}}
  %0 = stablehlo.custom_call @Pin(%input) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_c5_inputs(%input: tensor<2xf32>) {
  // at @CreateBuffer
  // expected-error @+1 {{custom_call_c5}}
  %0 = stablehlo.custom_call @CreateBuffer(%input) : (tensor<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @custom_call_c5_element_type(%input: memref<2xf32>) {
  // at @Unpin
  // expected-error @+1 {{custom_call_c5}}
  %0 = stablehlo.custom_call @Unpin(%input) : (memref<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @custom_call_c6(%input: memref<2xf32>) {
  // at memref<2xf32>
  // expected-error @+1 {{custom_call_c6}}
  %0 = stablehlo.custom_call @foo(%input) : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @custom_call_c6_twice(%input: memref<2xf32>) {
  // at output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]
  // expected-error @+1 {{custom_call_c6}}
  %0:2 = stablehlo.custom_call @foo(%input) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @custom_call_c7(%input0: tensor<2x3xf32>) {
  // at api_version = 5 : i32
  // expected-error @+1 {{custom_call_c7}}
  %0 = "stablehlo.custom_call"(%input0) <{api_version = 5 : i32, call_target_name = "f"}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
