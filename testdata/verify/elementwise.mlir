// Ops of one operand that map each element by itself.
// Each function breaks the rule that its comment names, and no other, or breaks none.

func.func @cbrt(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.cbrt %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @cbrt_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.cbrt %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @cbrt_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{cbrt_c1}}
  %0 = stablehlo.cbrt %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @cbrt_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{cbrt_c1}}
  %0 = stablehlo.cbrt %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @cbrt_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{cbrt_c1}}
  %0 = stablehlo.cbrt %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @cbrt_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{cbrt_i1}}
  %0 = stablehlo.cbrt %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @cbrt_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{cbrt_i1}}
  %0 = stablehlo.cbrt %operand : tensor<2xi32>
  return
}

// -----

func.func @cosine(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.cosine %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @cosine_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.cosine %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @cosine_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{cosine_c1}}
  %0 = stablehlo.cosine %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @cosine_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{cosine_c1}}
  %0 = stablehlo.cosine %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @cosine_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{cosine_c1}}
  %0 = stablehlo.cosine %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @cosine_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{cosine_i1}}
  %0 = stablehlo.cosine %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @cosine_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{cosine_i1}}
  %0 = stablehlo.cosine %operand : tensor<2xi32>
  return
}

// -----

func.func @exponential(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.exponential %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @exponential_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.exponential %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @exponential_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{exponential_c1}}
  %0 = stablehlo.exponential %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @exponential_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{exponential_c1}}
  %0 = stablehlo.exponential %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @exponential_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{exponential_c1}}
  %0 = stablehlo.exponential %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @exponential_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{exponential_i1}}
  %0 = stablehlo.exponential %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @exponential_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{exponential_i1}}
  %0 = stablehlo.exponential %operand : tensor<2xi32>
  return
}

// -----

func.func @exponential_minus_one(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.exponential_minus_one %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @exponential_minus_one_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.exponential_minus_one %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @exponential_minus_one_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{exponential_minus_one_c1}}
  %0 = stablehlo.exponential_minus_one %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @exponential_minus_one_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{exponential_minus_one_c1}}
  %0 = stablehlo.exponential_minus_one %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @exponential_minus_one_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{exponential_minus_one_c1}}
  %0 = stablehlo.exponential_minus_one %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @exponential_minus_one_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{exponential_minus_one_i1}}
  %0 = stablehlo.exponential_minus_one %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @exponential_minus_one_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{exponential_minus_one_i1}}
  %0 = stablehlo.exponential_minus_one %operand : tensor<2xi32>
  return
}

// -----

func.func @log(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.log %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @log_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.log %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @log_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{log_c1}}
  %0 = stablehlo.log %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @log_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{log_c1}}
  %0 = stablehlo.log %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @log_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{log_c1}}
  %0 = stablehlo.log %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @log_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{log_i1}}
  %0 = stablehlo.log %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @log_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{log_i1}}
  %0 = stablehlo.log %operand : tensor<2xi32>
  return
}

// -----

func.func @log_plus_one(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.log_plus_one %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @log_plus_one_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.log_plus_one %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @log_plus_one_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{log_plus_one_c1}}
  %0 = stablehlo.log_plus_one %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @log_plus_one_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{log_plus_one_c1}}
  %0 = stablehlo.log_plus_one %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @log_plus_one_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{log_plus_one_c1}}
  %0 = stablehlo.log_plus_one %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @log_plus_one_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{log_plus_one_i1}}
  %0 = stablehlo.log_plus_one %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @log_plus_one_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{log_plus_one_i1}}
  %0 = stablehlo.log_plus_one %operand : tensor<2xi32>
  return
}

// -----

func.func @logistic(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.logistic %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @logistic_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.logistic %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @logistic_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{logistic_c1}}
  %0 = stablehlo.logistic %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @logistic_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{logistic_c1}}
  %0 = stablehlo.logistic %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @logistic_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{logistic_c1}}
  %0 = stablehlo.logistic %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @logistic_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{logistic_i1}}
  %0 = stablehlo.logistic %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @logistic_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{logistic_i1}}
  %0 = stablehlo.logistic %operand : tensor<2xi32>
  return
}

// -----

func.func @rsqrt(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.rsqrt %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rsqrt_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.rsqrt %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @rsqrt_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{rsqrt_c1}}
  %0 = stablehlo.rsqrt %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @rsqrt_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{rsqrt_c1}}
  %0 = stablehlo.rsqrt %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @rsqrt_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{rsqrt_c1}}
  %0 = stablehlo.rsqrt %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @rsqrt_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{rsqrt_i1}}
  %0 = stablehlo.rsqrt %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @rsqrt_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{rsqrt_i1}}
  %0 = stablehlo.rsqrt %operand : tensor<2xi32>
  return
}

// -----

func.func @sine(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.sine %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @sine_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.sine %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @sine_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{sine_c1}}
  %0 = stablehlo.sine %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @sine_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{sine_c1}}
  %0 = stablehlo.sine %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sine_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{sine_c1}}
  %0 = stablehlo.sine %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @sine_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{sine_i1}}
  %0 = stablehlo.sine %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @sine_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{sine_i1}}
  %0 = stablehlo.sine %operand : tensor<2xi32>
  return
}

// -----

func.func @sqrt(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.sqrt %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @sqrt_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.sqrt %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @sqrt_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{sqrt_c1}}
  %0 = stablehlo.sqrt %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @sqrt_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{sqrt_c1}}
  %0 = stablehlo.sqrt %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sqrt_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{sqrt_c1}}
  %0 = stablehlo.sqrt %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @sqrt_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{sqrt_i1}}
  %0 = stablehlo.sqrt %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @sqrt_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{sqrt_i1}}
  %0 = stablehlo.sqrt %operand : tensor<2xi32>
  return
}

// -----

func.func @tan(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.tan %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @tan_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.tan %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @tan_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{tan_c1}}
  %0 = stablehlo.tan %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @tan_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{tan_c1}}
  %0 = stablehlo.tan %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @tan_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{tan_c1}}
  %0 = stablehlo.tan %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @tan_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{tan_i1}}
  %0 = stablehlo.tan %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @tan_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{tan_i1}}
  %0 = stablehlo.tan %operand : tensor<2xi32>
  return
}

// -----

func.func @tanh(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.tanh %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @tanh_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.tanh %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @tanh_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{tanh_c1}}
  %0 = stablehlo.tanh %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @tanh_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{tanh_c1}}
  %0 = stablehlo.tanh %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @tanh_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{tanh_c1}}
  %0 = stablehlo.tanh %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @tanh_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{tanh_i1}}
  %0 = stablehlo.tanh %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @tanh_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{tanh_i1}}
  %0 = stablehlo.tanh %operand : tensor<2xi32>
  return
}

// -----

func.func @cbrt_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.cbrt"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @cbrt_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{cbrt_c2}}
  %0 = "stablehlo.cbrt"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @cosine_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.cosine"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @cosine_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{cosine_c2}}
  %0 = "stablehlo.cosine"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @exponential_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.exponential"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @exponential_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{exponential_c2}}
  %0 = "stablehlo.exponential"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @exponential_minus_one_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.exponential_minus_one"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @exponential_minus_one_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{exponential_minus_one_c2}}
  %0 = "stablehlo.exponential_minus_one"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @log_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.log"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @log_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{log_c2}}
  %0 = "stablehlo.log"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @log_plus_one_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.log_plus_one"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @log_plus_one_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{log_plus_one_c2}}
  %0 = "stablehlo.log_plus_one"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @logistic_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.logistic"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @logistic_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{logistic_c2}}
  %0 = "stablehlo.logistic"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @rsqrt_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.rsqrt"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @rsqrt_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{rsqrt_c2}}
  %0 = "stablehlo.rsqrt"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @sine_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.sine"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @sine_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{sine_c2}}
  %0 = "stablehlo.sine"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @sqrt_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.sqrt"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @sqrt_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{sqrt_c2}}
  %0 = "stablehlo.sqrt"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tan_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.tan"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tan_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{tan_c2}}
  %0 = "stablehlo.tan"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tanh_c2_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.tanh"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tanh_c2(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>
  // expected-error @+1 {{tanh_c2}}
  %0 = "stablehlo.tanh"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tanh_c2_highest_ok(%operand: tensor<2xf32>) {
  %0 = "stablehlo.tanh"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tanh_c2_negative(%operand: tensor<2xf32>) {
  // at result_accuracy = #stablehlo.result_accuracy<atol = -1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
  // expected-error @+1 {{tanh_c2}}
  %0 = "stablehlo.tanh"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = -1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @ceil(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.ceil %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @ceil_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.ceil %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @ceil_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{ceil_c1}}
  %0 = stablehlo.ceil %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @ceil_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{ceil_c1}}
  %0 = stablehlo.ceil %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @ceil_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{ceil_c1}}
  %0 = stablehlo.ceil %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @ceil_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{ceil_i1}}
  %0 = stablehlo.ceil %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @ceil_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{ceil_i1}}
  %0 = stablehlo.ceil %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @floor(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.floor %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @floor_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.floor %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @floor_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{floor_c1}}
  %0 = stablehlo.floor %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @floor_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{floor_c1}}
  %0 = stablehlo.floor %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @floor_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{floor_c1}}
  %0 = stablehlo.floor %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @floor_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{floor_i1}}
  %0 = stablehlo.floor %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @floor_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{floor_i1}}
  %0 = stablehlo.floor %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @round_nearest_afz(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.round_nearest_afz %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @round_nearest_afz_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.round_nearest_afz %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @round_nearest_afz_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{round_nearest_afz_c1}}
  %0 = stablehlo.round_nearest_afz %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @round_nearest_afz_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{round_nearest_afz_c1}}
  %0 = stablehlo.round_nearest_afz %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @round_nearest_afz_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{round_nearest_afz_c1}}
  %0 = stablehlo.round_nearest_afz %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @round_nearest_afz_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{round_nearest_afz_i1}}
  %0 = stablehlo.round_nearest_afz %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @round_nearest_afz_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{round_nearest_afz_i1}}
  %0 = stablehlo.round_nearest_afz %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @round_nearest_even(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.round_nearest_even %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @round_nearest_even_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.round_nearest_even %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @round_nearest_even_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{round_nearest_even_c1}}
  %0 = stablehlo.round_nearest_even %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @round_nearest_even_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{round_nearest_even_c1}}
  %0 = stablehlo.round_nearest_even %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @round_nearest_even_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{round_nearest_even_c1}}
  %0 = stablehlo.round_nearest_even %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @round_nearest_even_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{round_nearest_even_i1}}
  %0 = stablehlo.round_nearest_even %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @round_nearest_even_i1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{round_nearest_even_i1}}
  %0 = stablehlo.round_nearest_even %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @negate(%operand: tensor<2x?xi32>) {
  %0 = stablehlo.negate %operand : (tensor<2x?xi32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @negate_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.negate %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @negate_c1(%operand: tensor<2x3xi32>) {
  // at tensor<3x2xi32>
  // expected-error @+1 {{negate_c1}}
  %0 = stablehlo.negate %operand : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @negate_c1_element_type(%operand: tensor<2xi32>) {
  // at tensor<2xi64>
  // expected-error @+1 {{negate_c1}}
  %0 = stablehlo.negate %operand : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @negate_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{negate_c1}}
  %0 = stablehlo.negate %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @negate_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{negate_i1}}
  %0 = stablehlo.negate %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @negate_i1(%operand: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{negate_i1}}
  %0 = stablehlo.negate %operand : tensor<2xi1>
  return
}

// -----

func.func @sign(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.sign %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @sign_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.sign %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @sign_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{sign_c1}}
  %0 = stablehlo.sign %operand : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @sign_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{sign_c1}}
  %0 = stablehlo.sign %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sign_c1_storage_type(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  // expected-error @+1 {{sign_c1}}
  %0 = stablehlo.sign %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @sign_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{sign_i1}}
  %0 = stablehlo.sign %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @sign_i1(%operand: tensor<2xui8>) {
  // at tensor<2xui8>
  // expected-error @+1 {{sign_i1}}
  %0 = stablehlo.sign %operand : tensor<2xui8>
  return
}

// -----

func.func @abs(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.abs %operand : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @abs_c2_ok(%operand: tensor<2xcomplex<f64>>) {
  %0 = stablehlo.abs %operand : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return
}

// -----

func.func @abs_c2_quantized_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.abs %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @abs_c1(%operand: tensor<2x3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{abs_c1}}
  %0 = stablehlo.abs %operand : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @abs_c1_complex(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<3xf32>
  // expected-error @+1 {{abs_c1}}
  %0 = stablehlo.abs %operand : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @abs_c2(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xf64>
  // expected-error @+1 {{abs_c2}}
  %0 = stablehlo.abs %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @abs_c2_complex(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xf64>
  // expected-error @+1 {{abs_c2}}
  %0 = stablehlo.abs %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @abs_o1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{abs_o1}}
  %0 = stablehlo.abs %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @abs_c2_integer(%operand: tensor<2xi32>) {
  // at tensor<2xi64>
  // expected-error @+1 {{abs_c2}}
  %0 = stablehlo.abs %operand : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @abs_c2_quantized(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>
  // expected-error @+1 {{abs_c2}}
  %0 = stablehlo.abs %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>
  return
}

// -----

func.func @abs_i1(%operand: tensor<2xui32>) {
  // at tensor<2xui32>
  // expected-error @+1 {{abs_i1}}
  %0 = stablehlo.abs %operand : tensor<2xui32>
  return
}

// -----

func.func @abs_i1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{abs_i1}}
  %0 = stablehlo.abs %operand : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @is_finite(%x: tensor<2x?xf32>) {
  %0 = stablehlo.is_finite %x : (tensor<2x?xf32>) -> tensor<?x3xi1>
  return
}

// -----

func.func @is_finite_i1_ok(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.is_finite %x : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xi1>
  return
}

// -----

func.func @is_finite_c1(%x: tensor<2xf32>) {
  // at tensor<3xi1>
  // expected-error @+1 {{is_finite_c1}}
  %0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @is_finite_c1_rank(%x: tensor<2xf32>) {
  // at tensor<i1>
  // expected-error @+1 {{is_finite_c1}}
  %0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<i1>
  return
}

// -----

func.func @is_finite_i1(%x: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{is_finite_i1}}
  %0 = stablehlo.is_finite %x : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @is_finite_i1_per_axis(%x: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{is_finite_i1}}
  %0 = stablehlo.is_finite %x : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2xi1>
  return
}

// -----

func.func @is_finite_o1(%x: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{is_finite_o1}}
  %0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @real(%operand: tensor<2x?xcomplex<f32>>) {
  %0 = stablehlo.real %operand : (tensor<2x?xcomplex<f32>>) -> tensor<?x3xf32>
  return
}

// -----

func.func @real_c2_ok(%operand: tensor<2xf16>) {
  %0 = stablehlo.real %operand : tensor<2xf16>
  return
}

// -----

func.func @real_c1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<3xf32>
  // expected-error @+1 {{real_c1}}
  %0 = stablehlo.real %operand : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @real_c2(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xf64>
  // expected-error @+1 {{real_c2}}
  %0 = stablehlo.real %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @real_c2_float(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{real_c2}}
  %0 = stablehlo.real %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @real_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{real_i1}}
  %0 = stablehlo.real %operand : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @real_o1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{real_o1}}
  %0 = stablehlo.real %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @imag(%operand: tensor<2x?xcomplex<f32>>) {
  %0 = stablehlo.imag %operand : (tensor<2x?xcomplex<f32>>) -> tensor<?x3xf32>
  return
}

// -----

func.func @imag_c2_ok(%operand: tensor<2xf16>) {
  %0 = stablehlo.imag %operand : tensor<2xf16>
  return
}

// -----

func.func @imag_c1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<3xf32>
  // expected-error @+1 {{imag_c1}}
  %0 = stablehlo.imag %operand : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @imag_c2(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xf64>
  // expected-error @+1 {{imag_c2}}
  %0 = stablehlo.imag %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @imag_c2_float(%operand: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{imag_c2}}
  %0 = stablehlo.imag %operand : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @imag_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{imag_i1}}
  %0 = stablehlo.imag %operand : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @imag_o1(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xcomplex<f32>>
  // expected-error @+1 {{imag_o1}}
  %0 = stablehlo.imag %operand : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @tanh_operands(%a: tensor<2xf32>) {
  // at "stablehlo.tanh"
  // expected-error @+1 {{tanh_operands}}
  %0 = "stablehlo.tanh"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tanh_results(%operand: tensor<2xf32>) {
  // at "stablehlo.tanh"
  // expected-error @+1 {{tanh_results}}
  "stablehlo.tanh"(%operand) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @tanh_regions(%operand: tensor<2xf32>) {
  // at "stablehlo.tanh"
  // expected-error @+1 {{tanh_regions}}
  %0 = "stablehlo.tanh"(%operand) ({}) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @tanh_i1_token(%operand: !stablehlo.token) {
  // at !stablehlo.token
  // expected-error @+1 {{tanh_i1}}
  %0 = stablehlo.tanh %operand : !stablehlo.token
  return
}

// -----

func.func @tanh_i1_tuple(%operand: tuple<tensor<f32>>) {
  // at tuple<tensor<f32>>
  // expected-error @+1 {{tanh_i1}}
  %0 = stablehlo.tanh %operand : tuple<tensor<f32>>
  return
}

// -----

func.func @negate_i1_index(%operand: tensor<2xindex>) {
  // at tensor<2xindex>
  // expected-error @+1 {{negate_i1}}
  %0 = stablehlo.negate %operand : tensor<2xindex>
  return
}

// -----

func.func @tanh_c1_dynamic(%operand: tensor<?x2xf32>) {
  // at tensor<?x3xf32>
  // expected-error @+1 {{tanh_c1}}
  %0 = stablehlo.tanh %operand : (tensor<?x2xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @tanh_c1_bounded_ok(%operand: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = stablehlo.tanh %operand : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4xf32>
  return
}

// -----

func.func @tanh_c1_bounded(%operand: tensor<?xf32, #stablehlo.bounds<4>>) {
  // at tensor<5xf32>
  // expected-error @+1 {{tanh_c1}}
  %0 = stablehlo.tanh %operand : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}

// -----

func.func @invalid_field_cosine(%operand: tensor<2xf32>) {
  // at rtol
  // expected-error @+1 {{invalid_field}}
  %0 = "stablehlo.cosine"(%operand) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 1, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
