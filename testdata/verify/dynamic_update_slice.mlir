func.func @dynamic_update_slice(%operand: tensor<3x8xf32>, %update: tensor<1x8xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %i : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @dynamic_update_slice_c4_ok(%operand: tensor<f32>, %update: tensor<f32>) {
  %0 = stablehlo.dynamic_update_slice %operand, %update : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dynamic_update_slice_c6_ok(%operand: tensor<?x8xf32>, %update: tensor<9x?xf32>, %i: tensor<ui8>) {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %i : (tensor<?x8xf32>, tensor<9x?xf32>, tensor<ui8>, tensor<ui8>) -> tensor<?x8xf32>
  return
}

// -----

func.func @dynamic_update_slice_c1(%operand: tensor<3xf32>, %update: tensor<1xf32>, %i: tensor<i32>) {
  // at tensor<1xf32>
  // expected-error @+1 {{dynamic_update_slice_c1}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_update_slice_c1_element_type(%operand: tensor<3xf32>, %update: tensor<1xf32>, %i: tensor<i32>) {
  // at tensor<3xf64>
  // expected-error @+1 {{dynamic_update_slice_c1}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf64>
  return
}

// -----

func.func @dynamic_update_slice_c2(%operand: tensor<3xf32>, %update: tensor<1xf64>, %i: tensor<i32>) {
  // at tensor<1xf64>
  // expected-error @+1 {{dynamic_update_slice_c2}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<3xf32>, tensor<1xf64>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3(%operand: tensor<3xf32>, %update: tensor<f32>, %i: tensor<i32>) {
  // at tensor<f32>
  // expected-error @+1 {{dynamic_update_slice_c3}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c4(%operand: tensor<3x8xf32>, %update: tensor<1x8xf32>, %i: tensor<i32>) {
  // at tensor<i32>
  // expected-error @+1 {{dynamic_update_slice_c4}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @dynamic_update_slice_c5(%operand: tensor<3x8xf32>, %update: tensor<1x8xf32>, %i: tensor<i32>, %j: tensor<ui32>) {
  // at tensor<ui32>
  // expected-error @+1 {{dynamic_update_slice_c5}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %j : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<ui32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @dynamic_update_slice_c6(%operand: tensor<3x8xf32>, %update: tensor<1x9xf32>, %i: tensor<i32>) {
  // at tensor<3x8xf32>
  // expected-error @+1 {{dynamic_update_slice_c6}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %i : (tensor<3x8xf32>, tensor<1x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @dynamic_update_slice_i2(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %update: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %i: tensor<i32>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_update_slice_i2}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<i32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_update_slice_i3(%operand: tensor<3xf32>, %update: tensor<1xf32>, %i: tensor<1xi32>) {
  // at tensor<1xi32>
  // expected-error @+1 {{dynamic_update_slice_i3}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<3xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_update_slice_operands(%operand: tensor<f32>) {
  // at "stablehlo.dynamic_update_slice"
  // expected-error @+1 {{dynamic_update_slice_operands}}
  %0 = "stablehlo.dynamic_update_slice"(%operand) : (tensor<f32>) -> tensor<f32>
  return
}
