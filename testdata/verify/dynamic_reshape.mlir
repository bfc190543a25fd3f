func.func @dynamic_reshape(%operand: tensor<2x3xf32>, %output_shape: tensor<1xi64>) {
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reshape_c2_ok(%operand: tensor<?x3xf32>, %output_shape: tensor<2xindex>) {
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_reshape_c3_ok(%operand: tensor<3x4x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>, %output_shape: tensor<2xi64>) {
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<3x4x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>, tensor<2xi64>) -> tensor<12x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_reshape_c4_ok(%operand: tensor<2x3xf32>, %output_shape: tensor<1xi32>) {
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reshape_c1(%operand: tensor<2x3xf32>, %output_shape: tensor<1xi64>) {
  // at tensor<?xi32>
  // expected-error @+1 {{dynamic_reshape_c1}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

func.func @dynamic_reshape_c1_per_axis(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %output_shape: tensor<3xi64>) {
  // at tensor<2x3x1x!quant.uniform<i8:f32:0, {5.000000e-01,1.250000e-01}>>
  // expected-error @+1 {{dynamic_reshape_c1}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<3xi64>) -> tensor<2x3x1x!quant.uniform<i8:f32:0, {5.000000e-01,1.250000e-01}>>
  return
}

// -----

func.func @dynamic_reshape_c2(%operand: tensor<2x3xf32>, %output_shape: tensor<1xi64>) {
  // at tensor<7xf32>
  // expected-error @+1 {{dynamic_reshape_c2}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<7xf32>
  return
}

// -----

func.func @dynamic_reshape_c3_before(%operand: tensor<3x2x?x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, %output_shape: tensor<3xi64>) {
  // at tensor<3x2x?x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_reshape_c3}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<3x2x?x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, tensor<3xi64>) -> tensor<4x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_reshape_c3_after(%operand: tensor<?x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, %output_shape: tensor<3xi64>) {
  // at tensor<?x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_reshape_c3}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<?x2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, tensor<3xi64>) -> tensor<3x2x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_reshape_c4(%operand: tensor<2x3xf32>, %output_shape: tensor<2xi64>) {
  // at tensor<?xf32>
  // expected-error @+1 {{dynamic_reshape_c4}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reshape_c5(%operand: tensor<?xf32>) {
  %sizes = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // at tensor<2x3xf32>
  // expected-error @+1 {{dynamic_reshape_c5}}
  %0 = stablehlo.dynamic_reshape %operand, %sizes : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_reshape_c5_operand(%operand: tensor<6xf32>) {
  %sizes = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // at tensor<2xi64>
  // expected-error @+1 {{dynamic_reshape_c5}}
  %0 = stablehlo.dynamic_reshape %operand, %sizes : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_reshape_i2(%operand: tensor<2x3xf32>, %output_shape: tensor<1xf32>) {
  // at tensor<1xf32>
  // expected-error @+1 {{dynamic_reshape_i2}}
  %0 = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<?xf32>
  return
}
