// Ops of CHLO, which the specification does not describe: MLIR's own rules.
// Each function breaks the rule that its comment names, and no other, or breaks none.

func.func @acos(%operand: tensor<2x?xf32>) {
  %0 = chlo.acos %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @acos_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{acos_c1}}
  %0 = chlo.acos %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @acos_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{acos_c1}}
  %0 = chlo.acos %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @acos_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{acos_i1}}
  %0 = chlo.acos %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @acosh(%operand: tensor<2x?xf32>) {
  %0 = chlo.acosh %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @acosh_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{acosh_c1}}
  %0 = chlo.acosh %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @acosh_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{acosh_c1}}
  %0 = chlo.acosh %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @acosh_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{acosh_i1}}
  %0 = chlo.acosh %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @asin(%operand: tensor<2x?xf32>) {
  %0 = chlo.asin %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @asin_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{asin_c1}}
  %0 = chlo.asin %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @asin_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{asin_c1}}
  %0 = chlo.asin %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @asin_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{asin_i1}}
  %0 = chlo.asin %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @asinh(%operand: tensor<2x?xf32>) {
  %0 = chlo.asinh %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @asinh_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{asinh_c1}}
  %0 = chlo.asinh %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @asinh_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{asinh_c1}}
  %0 = chlo.asinh %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @asinh_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{asinh_i1}}
  %0 = chlo.asinh %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @atan(%operand: tensor<2x?xf32>) {
  %0 = chlo.atan %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @atan_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{atan_c1}}
  %0 = chlo.atan %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @atan_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{atan_c1}}
  %0 = chlo.atan %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @atan_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{atan_i1}}
  %0 = chlo.atan %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @atanh(%operand: tensor<2x?xf32>) {
  %0 = chlo.atanh %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @atanh_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{atanh_c1}}
  %0 = chlo.atanh %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @atanh_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{atanh_c1}}
  %0 = chlo.atanh %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @atanh_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{atanh_i1}}
  %0 = chlo.atanh %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @cosh(%operand: tensor<2x?xf32>) {
  %0 = chlo.cosh %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @cosh_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{cosh_c1}}
  %0 = chlo.cosh %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @cosh_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{cosh_c1}}
  %0 = chlo.cosh %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @cosh_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{cosh_i1}}
  %0 = chlo.cosh %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @sinh(%operand: tensor<2x?xf32>) {
  %0 = chlo.sinh %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @sinh_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{sinh_c1}}
  %0 = chlo.sinh %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @sinh_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{sinh_c1}}
  %0 = chlo.sinh %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @sinh_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{sinh_i1}}
  %0 = chlo.sinh %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @erf(%operand: tensor<2x?xf32>) {
  %0 = chlo.erf %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @erf_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{erf_c1}}
  %0 = chlo.erf %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @erf_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{erf_c1}}
  %0 = chlo.erf %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @erf_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{erf_i1}}
  %0 = chlo.erf %operand : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @erf_inv(%operand: tensor<2x?xf32>) {
  %0 = chlo.erf_inv %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @erf_inv_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{erf_inv_c1}}
  %0 = chlo.erf_inv %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @erf_inv_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{erf_inv_c1}}
  %0 = chlo.erf_inv %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @erf_inv_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{erf_inv_i1}}
  %0 = chlo.erf_inv %operand : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @erfc(%operand: tensor<2x?xf32>) {
  %0 = chlo.erfc %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @erfc_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{erfc_c1}}
  %0 = chlo.erfc %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @erfc_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{erfc_c1}}
  %0 = chlo.erfc %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @erfc_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{erfc_i1}}
  %0 = chlo.erfc %operand : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @conj(%operand: tensor<2x?xf32>) {
  %0 = chlo.conj %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @conj_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{conj_c1}}
  %0 = chlo.conj %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @conj_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{conj_c1}}
  %0 = chlo.conj %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @conj_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{conj_i1}}
  %0 = chlo.conj %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @square(%operand: tensor<2x?xf32>) {
  %0 = chlo.square %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @square_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{square_c1}}
  %0 = chlo.square %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @square_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{square_c1}}
  %0 = chlo.square %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @square_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{square_i1}}
  %0 = chlo.square %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @chlo_tan(%operand: tensor<2x?xf32>) {
  %0 = chlo.tan %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @chlo_tan_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{tan_c1}}
  %0 = chlo.tan %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @chlo_tan_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{tan_c1}}
  %0 = chlo.tan %operand : tensor<2xf32> -> tensor<2xf64>
  return
}

// -----

func.func @chlo_tan_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{tan_i1}}
  %0 = chlo.tan %operand : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @is_inf(%operand: tensor<2x?xf32>) {
  %0 = chlo.is_inf %operand : tensor<2x?xf32> -> tensor<?x3xi1>
  return
}

// -----

func.func @is_inf_c1(%operand: tensor<2xf32>) {
  // at tensor<3xi1>
  // expected-error @+1 {{is_inf_c1}}
  %0 = chlo.is_inf %operand : tensor<2xf32> -> tensor<3xi1>
  return
}

// -----

func.func @is_inf_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{is_inf_i1}}
  %0 = chlo.is_inf %operand : tensor<2xi32> -> tensor<2xi1>
  return
}

// -----

func.func @is_inf_o1(%operand: tensor<2xf32>) {
  // at tensor<2xi8>
  // expected-error @+1 {{is_inf_o1}}
  %0 = chlo.is_inf %operand : tensor<2xf32> -> tensor<2xi8>
  return
}

// -----

func.func @is_pos_inf(%operand: tensor<2x?xf32>) {
  %0 = chlo.is_pos_inf %operand : tensor<2x?xf32> -> tensor<?x3xi1>
  return
}

// -----

func.func @is_pos_inf_c1(%operand: tensor<2xf32>) {
  // at tensor<3xi1>
  // expected-error @+1 {{is_pos_inf_c1}}
  %0 = chlo.is_pos_inf %operand : tensor<2xf32> -> tensor<3xi1>
  return
}

// -----

func.func @is_pos_inf_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{is_pos_inf_i1}}
  %0 = chlo.is_pos_inf %operand : tensor<2xi32> -> tensor<2xi1>
  return
}

// -----

func.func @is_pos_inf_o1(%operand: tensor<2xf32>) {
  // at tensor<2xi8>
  // expected-error @+1 {{is_pos_inf_o1}}
  %0 = chlo.is_pos_inf %operand : tensor<2xf32> -> tensor<2xi8>
  return
}

// -----

func.func @is_neg_inf(%operand: tensor<2x?xf32>) {
  %0 = chlo.is_neg_inf %operand : tensor<2x?xf32> -> tensor<?x3xi1>
  return
}

// -----

func.func @is_neg_inf_c1(%operand: tensor<2xf32>) {
  // at tensor<3xi1>
  // expected-error @+1 {{is_neg_inf_c1}}
  %0 = chlo.is_neg_inf %operand : tensor<2xf32> -> tensor<3xi1>
  return
}

// -----

func.func @is_neg_inf_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{is_neg_inf_i1}}
  %0 = chlo.is_neg_inf %operand : tensor<2xi32> -> tensor<2xi1>
  return
}

// -----

func.func @is_neg_inf_o1(%operand: tensor<2xf32>) {
  // at tensor<2xi8>
  // expected-error @+1 {{is_neg_inf_o1}}
  %0 = chlo.is_neg_inf %operand : tensor<2xf32> -> tensor<2xi8>
  return
}

// -----

func.func @top_k(%operand: tensor<3x8xf32>) {
  %0, %1 = chlo.top_k(%operand, k = 8) : tensor<3x8xf32> -> (tensor<3x8xf32>, tensor<3x8xi32>)
  return
}

// -----

func.func @top_k_c2_ok(%operand: tensor<?x?xi32>) {
  %0, %1 = chlo.top_k(%operand, k = 4) : tensor<?x?xi32> -> (tensor<?x4xi32>, tensor<3x4xi32>)
  return
}

// -----

func.func @top_k_c2_zero_ok(%operand: tensor<8xf32>) {
  %0, %1 = chlo.top_k(%operand, k = 0) : tensor<8xf32> -> (tensor<0xf32>, tensor<0xi32>)
  return
}

// -----

func.func @top_k_c1(%operand: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{top_k_c1}}
  %0, %1 = chlo.top_k(%operand, k = 1) : tensor<f32> -> (tensor<f32>, tensor<i32>)
  return
}

// -----

func.func @top_k_c2(%operand: tensor<3x8xf32>) {
  // at k = 9
  // expected-error @+1 {{top_k_c2}}
  %0, %1 = chlo.top_k(%operand, k = 9) : tensor<3x8xf32> -> (tensor<3x9xf32>, tensor<3x9xi32>)
  return
}

// -----

func.func @top_k_c3(%operand: tensor<3x8xf32>) {
  // at tensor<3x5xf32>
  // expected-error @+1 {{top_k_c3}}
  %0, %1 = chlo.top_k(%operand, k = 4) : tensor<3x8xf32> -> (tensor<3x5xf32>, tensor<3x4xi32>)
  return
}

// -----

func.func @top_k_c3_indices(%operand: tensor<3x8xf32>) {
  // at tensor<3x4xf32>
  // expected-error @+1 {{top_k_c3}}
  %0, %1 = chlo.top_k(%operand, k = 4) : tensor<3x8xf32> -> (tensor<3x4xf32>, tensor<2x4xi32>)
  return
}

// -----

func.func @top_k_c4(%operand: tensor<8xf32>) {
  // at tensor<4xf64>
  // expected-error @+1 {{top_k_c4}}
  %0, %1 = chlo.top_k(%operand, k = 4) : tensor<8xf32> -> (tensor<4xf64>, tensor<4xi32>)
  return
}

// -----

func.func @top_k_c5(%operand: tensor<8xf32>) {
  // at tensor<4xi64>
  // expected-error @+1 {{top_k_c5}}
  %0, %1 = chlo.top_k(%operand, k = 4) : tensor<8xf32> -> (tensor<4xf32>, tensor<4xi64>)
  return
}

// -----

func.func @top_k_i1(%operand: tensor<8xcomplex<f32>>) {
  // at tensor<8xcomplex<f32>>
  // expected-error @+1 {{top_k_i1}}
  %0, %1 = chlo.top_k(%operand, k = 4) : tensor<8xcomplex<f32>> -> (tensor<4xcomplex<f32>>, tensor<4xi32>)
  return
}

// -----

func.func @top_k_i2(%operand: tensor<8xf32>) {
  // at "chlo.top_k"
  // expected-error @+1 {{top_k_i2}}
  %0, %1 = "chlo.top_k"(%operand) : (tensor<8xf32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}
