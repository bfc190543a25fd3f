func.func @clamp(%min: tensor<2x?xf32>, %operand: tensor<?x3xf32>, %max: tensor<2x3xf32>) {
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<2x?xf32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @clamp_scalars_ok(%min: tensor<f32>, %operand: tensor<2x3xf32>, %max: tensor<f32>) {
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @clamp_quantized_ok(%min: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %operand: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>, %max: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @clamp_c1(%min: tensor<1xf32>, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  // at tensor<1xf32>
  // expected-error @+1 {{clamp_c1}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c2(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<2x1xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{clamp_c2}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c3(%min: tensor<i64>, %operand: tensor<2xi32>, %max: tensor<i32>) {
  // at tensor<i64>
  // expected-error @+1 {{clamp_c3}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<i64>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return
}

// -----

func.func @clamp_c3_max(%min: tensor<i32>, %operand: tensor<2xi32>, %max: tensor<ui32>) {
  // at tensor<ui32>
  // expected-error @+1 {{clamp_c3}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<i32>, tensor<2xi32>, tensor<ui32>) -> tensor<2xi32>
  return
}

// -----

func.func @clamp_c4(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<f32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{clamp_c4}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @clamp_c4_element_type(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<f32>) {
  // at tensor<2xf16>
  // expected-error @+1 {{clamp_c4}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf16>
  return
}

// -----

func.func @clamp_i1(%min: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %max: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{clamp_i1}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @clamp_i3(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<index>) {
  // at tensor<index>
  // expected-error @+1 {{clamp_i3}}
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<2xf32>, tensor<index>) -> tensor<2xf32>
  return
}
