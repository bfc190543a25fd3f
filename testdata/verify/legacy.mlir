func.func @broadcast(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
  return
}

// -----

func.func @broadcast_c3_ok(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x?xf32>) -> tensor<4x5x2x3xf32>
  return
}

// -----

func.func @broadcast_c1(%operand: tensor<2x3xf32>) {
  // at tensor<4x5x2x3xf64>
  // expected-error @+1 {{broadcast_c1}}
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf64>
  return
}

// -----

func.func @broadcast_c2(%operand: tensor<2x3xf32>) {
  // at sizes = [-1]
  // expected-error @+1 {{broadcast_c2}}
  %0 = stablehlo.broadcast %operand, sizes = [-1] : (tensor<2x3xf32>) -> tensor<?x2x3xf32>
  return
}

// -----

func.func @broadcast_c3(%operand: tensor<2x3xf32>) {
  // at tensor<5x4x2x3xf32>
  // expected-error @+1 {{broadcast_c3}}
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<5x4x2x3xf32>
  return
}

// -----

func.func @broadcast_c3_rank(%operand: tensor<2x3xf32>) {
  // at tensor<4x5x2xf32>
  // expected-error @+1 {{broadcast_c3}}
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2xf32>
  return
}

// -----

func.func @broadcast_i1(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{broadcast_i1}}
  %0 = stablehlo.broadcast %operand, sizes = [4, 5] : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<4x5x2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @einsum(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_c2_ok(%lhs: tensor<2x?xf32>, %rhs: tensor<?x4xf32>) {
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_c1(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at config = "ijk,jk->ik"
  // expected-error @+1 {{einsum_c1}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ijk,jk->ik" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_c1_arrow(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at config = "ij,jk"
  // expected-error @+1 {{einsum_c1}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_c2(%lhs: tensor<2x3xf32>, %rhs: tensor<5x4xf32>) {
  // at config = "ij,jk->ik"
  // expected-error @+1 {{einsum_c2}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_c2_result(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at config = "ij,jk->ik"
  // expected-error @+1 {{einsum_c2}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @unary_einsum(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unary_einsum_c1(%operand: tensor<2x3xf32>) {
  // at config = "ijk->i"
  // expected-error @+1 {{unary_einsum_c1}}
  %0 = stablehlo.unary_einsum %operand, config = "ijk->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unary_einsum_c2(%operand: tensor<2x3xf32>) {
  // at config = "ij->i"
  // expected-error @+1 {{unary_einsum_c2}}
  %0 = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @unary_einsum_c2_diagonal(%operand: tensor<2x3xf32>) {
  // at config = "ii->i"
  // expected-error @+1 {{unary_einsum_c2}}
  %0 = stablehlo.unary_einsum %operand, config = "ii->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_vectors_ok(%lhs: tensor<3xf32>, %rhs: tensor<?xf32>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<3xf32>, tensor<?xf32>) -> tensor<f32>
  return
}

// -----

func.func @dot_c4_ok(%lhs: tensor<?x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @dot_c5_ok(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot %lhs, %rhs, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_c1(%lhs: tensor<2x2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at tensor<2x2x3xf32>
  // expected-error @+1 {{dot_c1}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x2x3xf32>, tensor<3x4xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

func.func @dot_c1_scalar(%lhs: tensor<f32>, %rhs: tensor<3x4xf32>) {
  // at tensor<f32>
  // expected-error @+1 {{dot_c1}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<f32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_c2(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4x5xf32>) {
  // at tensor<3x4x5xf32>
  // expected-error @+1 {{dot_c2}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @dot_c3(%lhs: tensor<2x3xf32>, %rhs: tensor<2x4xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{dot_c3}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_c4(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at tensor<4x2xf32>
  // expected-error @+1 {{dot_c4}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @dot_c5(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at precision = [HIGH, DEFAULT, HIGH]
  // expected-error @+1 {{dot_c5}}
  %0 = stablehlo.dot %lhs, %rhs, precision = [HIGH, DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_c5_one_ok(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot %lhs, %rhs, precision = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_c6(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xi1>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{dot_c6}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4xi1>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_c6_ok(%lhs: tensor<2x3xi8>, %rhs: tensor<3x4xi8>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_i1(%lhs: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dot_i1}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @torch_index_select(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xi32>) {
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x2x6xf32>
  return
}

// -----

func.func @torch_index_select_c3_ok(%operand: tensor<?x5x6xf32>, %index: tensor<4x2xi32>) {
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<?x5x6xf32>, tensor<4x2xi32>) -> tensor<4x2x6xf32>
  return
}

// -----

func.func @torch_index_select_c1(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xi32>) {
  // at dim = 3 : i64
  // expected-error @+1 {{torch_index_select_c1}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 3 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x5x6x2xf32>
  return
}

// -----

func.func @torch_index_select_c1_batch_dims(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xi32>) {
  // at batch_dims = -1 : i64
  // expected-error @+1 {{torch_index_select_c1}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = -1 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x2x6xf32>
  return
}

// -----

func.func @torch_index_select_c2(%operand: tensor<4x5x6xf32>, %index: tensor<4xi32>) {
  // at batch_dims = 2 : i64
  // expected-error @+1 {{torch_index_select_c2}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 2 : i64, dim = 2 : i64}> : (tensor<4x5x6xf32>, tensor<4xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @torch_index_select_c3(%operand: tensor<3x5x6xf32>, %index: tensor<4x2xi32>) {
  // at batch_dims = 1 : i64
  // expected-error @+1 {{torch_index_select_c3}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<3x5x6xf32>, tensor<4x2xi32>) -> tensor<3x2x6xf32>
  return
}

// -----

func.func @torch_index_select_c4(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xi32>) {
  // at tensor<4x2x6xf64>
  // expected-error @+1 {{torch_index_select_c4}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x2x6xf64>
  return
}

// -----

func.func @torch_index_select_c5(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xi32>) {
  // at tensor<4x3x6xf32>
  // expected-error @+1 {{torch_index_select_c5}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @torch_index_select_i2(%operand: tensor<4x5x6xf32>, %index: tensor<4x2xf32>) {
  // at tensor<4x2xf32>
  // expected-error @+1 {{torch_index_select_i2}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<4x2xf32>) -> tensor<4x2x6xf32>
  return
}

// -----

func.func @einsum_o1(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at tensor<2x4x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01}>>
  // expected-error @+1 {{einsum_o1}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01}>>
  return
}
