func.func @reshape(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %operand : (tensor<2x3xf32>) -> tensor<3x1x2xf32>
  return
}

// -----

func.func @reshape_scalar_ok(%operand: tensor<f32>) {
  %0 = stablehlo.reshape %operand : (tensor<f32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @reshape_c2_ok(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.reshape %operand : (tensor<2x?xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @reshape_c2_empty_ok(%operand: tensor<0x3xf32>) {
  %0 = stablehlo.reshape %operand : (tensor<0x3xf32>) -> tensor<5x0xf32>
  return
}

// -----

func.func @reshape_c3_ok(%operand: tensor<3x4x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.reshape %operand : (tensor<3x4x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) -> tensor<12x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @reshape_c1(%operand: tensor<2x3xf32>) {
  // at tensor<6xi32>
  // expected-error @+1 {{reshape_c1}}
  %0 = stablehlo.reshape %operand : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @reshape_c1_scale(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<6x!quant.uniform<i8:f32, 2.500000e-01:3>>
  // expected-error @+1 {{reshape_c1}}
  %0 = stablehlo.reshape %operand : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<6x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @reshape_c1_per_axis(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x3x1x!quant.uniform<i8:f32:0, {5.000000e-01,1.250000e-01}>>
  // expected-error @+1 {{reshape_c1}}
  %0 = stablehlo.reshape %operand : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x1x!quant.uniform<i8:f32:0, {5.000000e-01,1.250000e-01}>>
  return
}

// -----

func.func @reshape_c1_per_axis_to_per_tensor(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<6x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{reshape_c1}}
  %0 = stablehlo.reshape %operand : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @reshape_c2(%operand: tensor<2x3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{reshape_c2}}
  %0 = stablehlo.reshape %operand : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @reshape_c2_scalar(%operand: tensor<f32>) {
  // at tensor<0xf32>
  // expected-error @+1 {{reshape_c2}}
  %0 = stablehlo.reshape %operand : (tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @reshape_c3_before(%operand: tensor<3x2x?x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<3x2x?x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{reshape_c3}}
  %0 = stablehlo.reshape %operand : (tensor<3x2x?x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<4x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @reshape_c3_after(%operand: tensor<?x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<?x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{reshape_c3}}
  %0 = stablehlo.reshape %operand : (tensor<?x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @reshape_o1(%operand: tensor<2xi32>) {
  // at tensor<2xindex>
  // expected-error @+1 {{reshape_o1}}
  %0 = stablehlo.reshape %operand : (tensor<2xi32>) -> tensor<2xindex>
  return
}

// -----

func.func @reshape_o1_dynamic(%operand: tensor<2x3xf32>) {
  // at tensor<?xf32>
  // expected-error @+1 {{reshape_o1}}
  %0 = stablehlo.reshape %operand : (tensor<2x3xf32>) -> tensor<?xf32>
  return
}
