func.func @reverse(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %operand, dims = [1, 0] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c1_ok(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.reverse %operand, dims = [] : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @reverse_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{reverse_c1}}
  %0 = stablehlo.reverse %operand, dims = [0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reverse_c1_element_type(%operand: tensor<2xf32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{reverse_c1}}
  %0 = stablehlo.reverse %operand, dims = [0] : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @reverse_c2(%operand: tensor<2x3xf32>) {
  // at dims = [1, 1]
  // expected-error @+1 {{reverse_c2}}
  %0 = stablehlo.reverse %operand, dims = [1, 1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c3(%operand: tensor<2x3xf32>) {
  // at dims = [2]
  // expected-error @+1 {{reverse_c3}}
  %0 = stablehlo.reverse %operand, dims = [2] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c3_negative(%operand: tensor<2x3xf32>) {
  // at dims = [0, -1]
  // expected-error @+1 {{reverse_c3}}
  %0 = stablehlo.reverse %operand, dims = [0, -1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_i1(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{reverse_i1}}
  %0 = stablehlo.reverse %operand, dims = [0] : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @reverse_i2(%operand: tensor<2xf32>) {
  // at "stablehlo.reverse"
  // expected-error @+1 {{reverse_i2}}
  %0 = "stablehlo.reverse"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
