func.func @dynamic_slice(%operand: tensor<3x8xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

func.func @dynamic_slice_c2_ok(%operand: tensor<f32>) {
  %0 = stablehlo.dynamic_slice %operand, sizes = [] : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dynamic_slice_c4_ok(%operand: tensor<?xf32>, %i: tensor<ui64>) {
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [9] : (tensor<?xf32>, tensor<ui64>) -> tensor<9xf32>
  return
}

// -----

func.func @dynamic_slice_c1(%operand: tensor<3xf32>, %i: tensor<i32>) {
  // at tensor<1xf64>
  // expected-error @+1 {{dynamic_slice_c1}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [1] : (tensor<3xf32>, tensor<i32>) -> tensor<1xf64>
  return
}

// -----

func.func @dynamic_slice_c2(%operand: tensor<3x8xf32>, %i: tensor<i32>) {
  // at sizes = [1, 8]
  // expected-error @+1 {{dynamic_slice_c2}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

func.func @dynamic_slice_c2_sizes(%operand: tensor<3x8xf32>, %i: tensor<i32>) {
  // at sizes = [1]
  // expected-error @+1 {{dynamic_slice_c2}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [1] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_c3(%operand: tensor<3x8xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // at tensor<i64>
  // expected-error @+1 {{dynamic_slice_c3}}
  %0 = stablehlo.dynamic_slice %operand, %i, %j, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i64>) -> tensor<1x8xf32>
  return
}

// -----

func.func @dynamic_slice_c4(%operand: tensor<3x8xf32>, %i: tensor<i32>) {
  // at sizes = [4, 8]
  // expected-error @+1 {{dynamic_slice_c4}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [4, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @dynamic_slice_c5(%operand: tensor<3x8xf32>, %i: tensor<i32>) {
  // at tensor<1x8xf32>
  // expected-error @+1 {{dynamic_slice_c5}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [2, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

func.func @dynamic_slice_c5_rank(%operand: tensor<3xf32>, %i: tensor<i32>) {
  // at tensor<f32>
  // expected-error @+1 {{dynamic_slice_c5}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [1] : (tensor<3xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @dynamic_slice_i1(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %i: tensor<i32>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_slice_i1}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [2] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<i32>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_slice_i2(%operand: tensor<3xf32>, %i: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{dynamic_slice_i2}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_i2_rank(%operand: tensor<3xf32>, %i: tensor<1xi32>) {
  // at tensor<1xi32>
  // expected-error @+1 {{dynamic_slice_i2}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [1] : (tensor<3xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_i3(%operand: tensor<3xf32>, %i: tensor<i32>) {
  // at "stablehlo.dynamic_slice"
  // expected-error @+1 {{dynamic_slice_i3}}
  %0 = "stablehlo.dynamic_slice"(%operand, %i) : (tensor<3xf32>, tensor<i32>) -> tensor<1xf32>
  return
}
