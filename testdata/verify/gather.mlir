func.func @gather(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_batching_ok(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2xf32>
  return
}

// -----

func.func @gather_c2_ok(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3xi32>) {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3xi32>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c22_ok(%operand: tensor<?x4x2xf32>, %start_indices: tensor<?x3x2xi64>) {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<?x4x2xf32>, tensor<?x3x2xi64>) -> tensor<2x?x2x2xf32>
  return
}

// -----

func.func @gather_c3_ok(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x?xi64>) {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x?xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c1(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at offset_dims = [2]
  // expected-error @+1 {{gather_c1}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c2(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at index_vector_dim = 4
  // expected-error @+1 {{gather_c2}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2x2xf32>
  return
}

// -----

func.func @gather_c2_negative(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at index_vector_dim = -1
  // expected-error @+1 {{gather_c2}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2x2x3x2xf32>
  return
}

// -----

func.func @gather_c3(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at start_index_map = [1]
  // expected-error @+1 {{gather_c3}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c4(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at offset_dims = [3, 2]
  // expected-error @+1 {{gather_c4}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c4_twice(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at offset_dims = [2, 2]
  // expected-error @+1 {{gather_c4}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c5(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at offset_dims = [2, 4]
  // expected-error @+1 {{gather_c5}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c5_negative(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at offset_dims = [-1, 3]
  // expected-error @+1 {{gather_c5}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [-1, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c6(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at collapsed_slice_dims = [0, 0]
  // expected-error @+1 {{gather_c6}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c7(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at collapsed_slice_dims = [1, 0]
  // expected-error @+1 {{gather_c7}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @gather_c8(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at collapsed_slice_dims = [3]
  // expected-error @+1 {{gather_c8}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2x1xf32>
  return
}

// -----

func.func @gather_c9(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at slice_sizes = array<i64: 2, 2, 2>
  // expected-error @+1 {{gather_c9}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c10(%operand: tensor<2x3x4xf32>, %start_indices: tensor<3x2x1xi64>) {
  // at operand_batching_dims = [1, 0]
  // expected-error @+1 {{gather_c10}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<3x2x1xi64>) -> tensor<3x2x4xf32>
  return
}

// -----

func.func @gather_c11(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  // at operand_batching_dims = [3]
  // expected-error @+1 {{gather_c11}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2x1xf32>
  return
}

// -----

func.func @gather_c12(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  // at slice_sizes = array<i64: 2, 1, 2>
  // expected-error @+1 {{gather_c12}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2xf32>
  return
}

// -----

func.func @gather_c13(%operand: tensor<2x2x4xf32>, %start_indices: tensor<2x5x1xi64>) {
  // at start_indices_batching_dims = [0, 0]
  // expected-error @+1 {{gather_c13}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x2x4xf32>, tensor<2x5x1xi64>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @gather_c14(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  // at start_indices_batching_dims = [3]
  // expected-error @+1 {{gather_c14}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2xf32>
  return
}

// -----

func.func @gather_c15(%operand: tensor<2x3x4xf32>, %start_indices: tensor<5x2xi64>) {
  // at index_vector_dim = 1
  // expected-error @+1 {{gather_c15}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<5x2xi64>) -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_c16(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  // at operand_batching_dims = [0]
  // expected-error @+1 {{gather_c16}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2xf32>
  return
}

// -----

func.func @gather_c17(%operand: tensor<3x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  // at operand_batching_dims = [0]
  // expected-error @+1 {{gather_c17}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2xf32>
  return
}

// -----

func.func @gather_c18(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at start_index_map = [1, 1]
  // expected-error @+1 {{gather_c18}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c18_batching(%operand: tensor<2x3x4xf32>, %start_indices: tensor<2x5x2xi64>) {
  // at start_index_map = [0, 2]
  // expected-error @+1 {{gather_c18}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5x2xf32>
  return
}

// -----

func.func @gather_c19(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at start_index_map = [1, 3]
  // expected-error @+1 {{gather_c19}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c20(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at slice_sizes = array<i64: 1, 2>
  // expected-error @+1 {{gather_c20}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c21(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at slice_sizes = array<i64: 1, 5, 2>
  // expected-error @+1 {{gather_c21}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x5x2xf32>
  return
}

// -----

func.func @gather_c21_negative(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at slice_sizes = array<i64: -1, 2, 2>
  // expected-error @+1 {{gather_c21}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: -1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_c22(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at tensor<2x3x2x1xf32>
  // expected-error @+1 {{gather_c22}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x1xf32>
  return
}

// -----

func.func @gather_c22_rank(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at tensor<2x3x2xf32>
  // expected-error @+1 {{gather_c22}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @gather_c22_order(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at tensor<2x2x2x3xf32>
  // expected-error @+1 {{gather_c22}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x2x2x3xf32>
  return
}

// -----

func.func @gather_c23(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xi64>) {
  // at tensor<2x3x2x2xf64>
  // expected-error @+1 {{gather_c23}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf64>
  return
}

// -----

func.func @gather_i1(%operand: tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, %start_indices: tensor<2x3x2xi64>) {
  // at tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
  // expected-error @+1 {{gather_i1}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_i2(%operand: tensor<3x4x2xf32>, %start_indices: tensor<2x3x2xf32>) {
  // at tensor<2x3x2xf32>
  // expected-error @+1 {{gather_i2}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_i9(%operand: tensor<3xf32>, %start_indices: tensor<2x1xi64>) {
  // at "stablehlo.gather"
  // expected-error @+1 {{gather_i9}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_i3(%operand: tensor<3xf32>, %start_indices: tensor<2x1xi64>) {
  // at "stablehlo.gather"
  // expected-error @+1 {{gather_i3}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}
