func.func @convert(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.convert %operand : (tensor<2x?xf32>) -> tensor<?x3xcomplex<f64>>
  return
}

// -----

func.func @convert_boolean_ok(%operand: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.convert %operand : (tensor<2xf8E4M3FN>) -> tensor<2xi1>
  return
}

// -----

func.func @convert_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xi32>
  // expected-error @+1 {{convert_c1}}
  %0 = stablehlo.convert %operand : (tensor<2x3xf32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @convert_c1_rank(%operand: tensor<f32>) {
  // at tensor<1xi32>
  // expected-error @+1 {{convert_c1}}
  %0 = stablehlo.convert %operand : (tensor<f32>) -> tensor<1xi32>
  return
}

// -----

func.func @convert_i1(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{convert_i1}}
  %0 = stablehlo.convert %operand : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf32>
  return
}

// -----

func.func @convert_o1(%operand: tensor<2xf32>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{convert_o1}}
  %0 = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
