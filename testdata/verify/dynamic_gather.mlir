func.func @dynamic_gather(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_batching_ok(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>, %slice_sizes: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<3xi64>) -> tensor<2x5x?xf32>
  return
}

// -----

func.func @dynamic_gather_c11_ok(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi32>) {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c1(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at offset_dims = [2]
  // expected-error @+1 {{dynamic_gather_c1}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c2(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at index_vector_dim = 4
  // expected-error @+1 {{dynamic_gather_c2}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 4>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c3(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at start_index_map = [1]
  // expected-error @+1 {{dynamic_gather_c3}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c4(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at offset_dims = [3, 2]
  // expected-error @+1 {{dynamic_gather_c4}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c5(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at offset_dims = [2, 4]
  // expected-error @+1 {{dynamic_gather_c5}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c6(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at collapsed_slice_dims = [0, 0]
  // expected-error @+1 {{dynamic_gather_c6}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c6_order(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at collapsed_slice_dims = [1, 0]
  // expected-error @+1 {{dynamic_gather_c6}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c7(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at collapsed_slice_dims = [3]
  // expected-error @+1 {{dynamic_gather_c7}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c13(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at tensor<2x4x?x?xf32>
  // expected-error @+1 {{dynamic_gather_c13}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x4x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c13_rank(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at tensor<2x3x?x?x?xf32>
  // expected-error @+1 {{dynamic_gather_c13}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c9(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at start_index_map = [1, 1]
  // expected-error @+1 {{dynamic_gather_c9}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c10(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at start_index_map = [1, 3]
  // expected-error @+1 {{dynamic_gather_c10}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c11(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<2xi64>) {
  // at tensor<2xi64>
  // expected-error @+1 {{dynamic_gather_c11}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c14(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at tensor<2x3x?x?xf64>
  // expected-error @+1 {{dynamic_gather_c14}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf64>
  return
}

// -----

func.func @dynamic_gather_c15(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at operand_batching_dims = [3]
  // expected-error @+1 {{dynamic_gather_c15}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<3xi64>) -> tensor<2x5x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_c15_order(%operand: tensor<2x3x4xf32>, %start_indices: tensor<3x2x1xi64>, %slice_sizes: tensor<3xi64>) {
  // at operand_batching_dims = [1, 0]
  // expected-error @+1 {{dynamic_gather_c15}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>}> : (tensor<2x3x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> tensor<3x2x?xf32>
  return
}

// -----

func.func @dynamic_gather_c17(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at start_indices_batching_dims = [3]
  // expected-error @+1 {{dynamic_gather_c17}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1, 2], index_vector_dim = 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<3xi64>) -> tensor<2x5x?xf32>
  return
}

// -----

func.func @dynamic_gather_c17_twice(%operand: tensor<2x2x4xf32>, %start_indices: tensor<2x5x1xi64>, %slice_sizes: tensor<3xi64>) {
  // at start_indices_batching_dims = [0, 0]
  // expected-error @+1 {{dynamic_gather_c17}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>}> : (tensor<2x2x4xf32>, tensor<2x5x1xi64>, tensor<3xi64>) -> tensor<2x5x?xf32>
  return
}

// -----

func.func @dynamic_gather_c18(%operand: tensor<2x3x4xf32>, %start_indices: tensor<5x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at index_vector_dim = 1
  // expected-error @+1 {{dynamic_gather_c18}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1, 2], index_vector_dim = 1>}> : (tensor<2x3x4xf32>, tensor<5x2xi64>, tensor<3xi64>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather_c19(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at operand_batching_dims = [0]
  // expected-error @+1 {{dynamic_gather_c19}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<3xi64>) -> tensor<2x5x?xf32>
  return
}

// -----

func.func @dynamic_gather_c20(%operand: tensor<3x3x4xf32>, %start_indices: tensor<2x5x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at operand_batching_dims = [0]
  // expected-error @+1 {{dynamic_gather_c20}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>}> : (tensor<3x3x4xf32>, tensor<2x5x2xi64>, tensor<3xi64>) -> tensor<2x5x?xf32>
  return
}

// -----

func.func @dynamic_gather_i1(%operand: tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) {
  // at tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
  // expected-error @+1 {{dynamic_gather_i1}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_i2(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xf32>, %slice_sizes: tensor<3xi64>) {
  // at tensor<2x3x2xf32>
  // expected-error @+1 {{dynamic_gather_i2}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xf32>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_i3(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3x1xi64>) {
  // at tensor<3x1xi64>
  // expected-error @+1 {{dynamic_gather_i3}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3x1xi64>) -> tensor<2x3x?x?xf32>
  return
}
