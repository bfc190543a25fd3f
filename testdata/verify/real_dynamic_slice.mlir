func.func @real_dynamic_slice(%operand: tensor<2x3xf32>, %start_indices: tensor<2xi64>, %limit_indices: tensor<2xi64>, %strides: tensor<2xi64>) {
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_c1_ok(%operand: tensor<2x3xf32>, %start_indices: tensor<2xindex>, %limit_indices: tensor<2xindex>, %strides: tensor<2xindex>) {
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_c1(%operand: tensor<2x3xf32>, %start_indices: tensor<1xi64>, %limit_indices: tensor<2xi64>, %strides: tensor<2xi64>) {
  // at tensor<1xi64>
  // expected-error @+1 {{real_dynamic_slice_c1}}
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3xf32>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_c1_strides(%operand: tensor<2x3xf32>, %start_indices: tensor<2xi64>, %limit_indices: tensor<2xi64>, %strides: tensor<3xi64>) {
  // at tensor<3xi64>
  // expected-error @+1 {{real_dynamic_slice_c1}}
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_c2(%operand: tensor<2x3xf32>, %start_indices: tensor<2xi64>, %limit_indices: tensor<2xi64>, %strides: tensor<2xi64>) {
  // at tensor<?x?xf64>
  // expected-error @+1 {{real_dynamic_slice_c2}}
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf64>
  return
}

// -----

func.func @real_dynamic_slice_i2(%operand: tensor<2x3xf32>, %start_indices: tensor<2x1xi64>, %limit_indices: tensor<2xi64>, %strides: tensor<2xi64>) {
  // at tensor<2x1xi64>
  // expected-error @+1 {{real_dynamic_slice_i2}}
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_i1(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %start_indices: tensor<2xi64>, %limit_indices: tensor<2xi64>, %strides: tensor<2xi64>) {
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{real_dynamic_slice_i1}}
  %0 = "stablehlo.real_dynamic_slice"(%operand, %start_indices, %limit_indices, %strides) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
