func.func @concatenate(%lhs: tensor<2x3xf32>, %rhs: tensor<2x5xf32>) {
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @concatenate_c2_ok(%lhs: tensor<?x3xf32>, %rhs: tensor<2x?xf32>) {
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 1 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x9xf32>
  return
}

// -----

func.func @concatenate_c3_ok(%lhs: tensor<3xf32>) {
  %0 = stablehlo.concatenate %lhs, dim = 0 : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @concatenate_c6_ok(%lhs: tensor<3xf32>, %rhs: tensor<?xf32>) {
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @concatenate_c1(%lhs: tensor<3xf32>, %rhs: tensor<5xf64>) {
  // at tensor<5xf64>
  // expected-error @+1 {{concatenate_c1}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<3xf32>, tensor<5xf64>) -> tensor<8xf32>
  return
}

// -----

func.func @concatenate_c2(%lhs: tensor<2x3xf32>, %rhs: tensor<4x3xf32>) {
  // at dim = 1
  // expected-error @+1 {{concatenate_c2}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_c2_rank(%lhs: tensor<2x3xf32>, %rhs: tensor<2x3x1xf32>) {
  // at tensor<2x3x1xf32>
  // expected-error @+1 {{concatenate_c2}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 1 : (tensor<2x3xf32>, tensor<2x3x1xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_c3() {
  // at "stablehlo.concatenate"
  // expected-error @+1 {{concatenate_c3}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_c4(%lhs: tensor<2x3xf32>) {
  // at dim = 2
  // expected-error @+1 {{concatenate_c4}}
  %0 = stablehlo.concatenate %lhs, %lhs, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_c4_negative(%lhs: tensor<2x3xf32>) {
  // at dimension = -1 : i64
  // expected-error @+1 {{concatenate_c4}}
  %0 = "stablehlo.concatenate"(%lhs, %lhs) <{dimension = -1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_c4_scalar(%lhs: tensor<f32>) {
  // at dim = 0
  // expected-error @+1 {{concatenate_c4}}
  %0 = stablehlo.concatenate %lhs, %lhs, dim = 0 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_c5(%lhs: tensor<3xf32>, %rhs: tensor<5xf32>) {
  // at tensor<8xf64>
  // expected-error @+1 {{concatenate_c5}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<3xf32>, tensor<5xf32>) -> tensor<8xf64>
  return
}

// -----

func.func @concatenate_c6(%lhs: tensor<3xf32>, %rhs: tensor<5xf32>) {
  // at tensor<9xf32>
  // expected-error @+1 {{concatenate_c6}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<3xf32>, tensor<5xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @concatenate_c6_dynamic(%lhs: tensor<3xf32>, %rhs: tensor<?xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{concatenate_c6}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<3xf32>, tensor<?xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_c6_rank(%lhs: tensor<3xf32>, %rhs: tensor<5xf32>) {
  // at tensor<8x1xf32>
  // expected-error @+1 {{concatenate_c6}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<3xf32>, tensor<5xf32>) -> tensor<8x1xf32>
  return
}

// -----

func.func @concatenate_i1(%lhs: tensor<2xf32>, %rhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{concatenate_i1}}
  %0 = stablehlo.concatenate %lhs, %rhs, dim = 0 : (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_i2(%lhs: tensor<2xf32>) {
  // at "stablehlo.concatenate"
  // expected-error @+1 {{concatenate_i2}}
  %0 = "stablehlo.concatenate"(%lhs) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
