func.func @transpose(%operand: tensor<2x3x4xf32>) {
  %0 = stablehlo.transpose %operand, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @transpose_c3_ok(%operand: tensor<?x3xf32>) {
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<?x5xf32>
  return
}

// -----

func.func @transpose_c4_ok(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @transpose_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf64>
  // expected-error @+1 {{transpose_c1}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return
}

// -----

func.func @transpose_c1_zero_point(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  // expected-error @+1 {{transpose_c1}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  return
}

// -----

func.func @transpose_c1_per_axis(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,1.250000e-01}>>
  // expected-error @+1 {{transpose_c1}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,1.250000e-01}>>
  return
}

// -----

func.func @transpose_c2(%operand: tensor<2x2xf32>) {
  // at dims = [0, 0]
  // expected-error @+1 {{transpose_c2}}
  %0 = stablehlo.transpose %operand, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transpose_c2_out_of_range(%operand: tensor<2x3xf32>) {
  // at dims = [1, 2]
  // expected-error @+1 {{transpose_c2}}
  %0 = stablehlo.transpose %operand, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c2_too_few(%operand: tensor<2x3xf32>) {
  // at dims = [0]
  // expected-error @+1 {{transpose_c2}}
  %0 = stablehlo.transpose %operand, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_c3(%operand: tensor<2x3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{transpose_c3}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_c3_rank(%operand: tensor<2x3xf32>) {
  // at tensor<3x2x1xf32>
  // expected-error @+1 {{transpose_c3}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2x1xf32>
  return
}

// -----

func.func @transpose_c4(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at dims = [1, 0]
  // expected-error @+1 {{transpose_c4}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @transpose_i2(%operand: tensor<2x2xf32>) {
  // at "stablehlo.transpose"
  // expected-error @+1 {{transpose_i2}}
  %0 = "stablehlo.transpose"(%operand) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transpose_i2_misspelt(%operand: tensor<2x2xf32>) {
  // at permutations = array<i64: 1, 0>
  // expected-error @+1 {{transpose_i2}}
  %0 = "stablehlo.transpose"(%operand) <{permutations = array<i64: 1, 0>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
