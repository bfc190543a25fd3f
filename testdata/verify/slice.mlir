func.func @slice(%operand: tensor<3x8xf32>) {
  %0 = stablehlo.slice %operand [1:3, 4:8:3] : (tensor<3x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @slice_scalar_ok(%operand: tensor<f32>) {
  %0 = stablehlo.slice %operand [] : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @slice_c3_empty_ok(%operand: tensor<3xf32>) {
  %0 = stablehlo.slice %operand [3:3] : (tensor<3xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice_c3_ok(%operand: tensor<?xf32>) {
  %0 = stablehlo.slice %operand [1:9] : (tensor<?xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @slice_c1_ok(%operand: tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.slice %operand [0:2] : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @slice_c1(%operand: tensor<3xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{slice_c1}}
  %0 = stablehlo.slice %operand [0:2] : (tensor<3xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @slice_c2(%operand: tensor<3x8xf32>) {
  // at 0:2
  // expected-error @+1 {{slice_c2}}
  %0 = stablehlo.slice %operand [0:2] : (tensor<3x8xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c2_strides(%operand: tensor<3x8xf32>) {
  // at strides = array<i64: 1>
  // expected-error @+1 {{slice_c2}}
  %0 = "stablehlo.slice"(%operand) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 1>, strides = array<i64: 1>}> : (tensor<3x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @slice_c3_negative(%operand: tensor<3xf32>) {
  // at -1:2
  // expected-error @+1 {{slice_c3}}
  %0 = stablehlo.slice %operand [-1:2] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c3(%operand: tensor<3xf32>) {
  // at 2:4
  // expected-error @+1 {{slice_c3}}
  %0 = stablehlo.slice %operand [2:4] : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c3_order(%operand: tensor<3x3xf32>) {
  // at 2:1:2
  // expected-error @+1 {{slice_c3}}
  %0 = stablehlo.slice %operand [0:3, 2:1:2] : (tensor<3x3xf32>) -> tensor<3x0xf32>
  return
}

// -----

func.func @slice_c3_first_dimension(%operand: tensor<3x8xf32>) {
  // at 0:4
  // expected-error @+1 {{slice_c3}}
  %0 = stablehlo.slice %operand [0:4, 0:8] : (tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @slice_c3_bounded(%operand: tensor<?xf32, #stablehlo.bounds<4>>) {
  // at 0:5
  // expected-error @+1 {{slice_c3}}
  %0 = stablehlo.slice %operand [0:5] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}

// -----

func.func @slice_c4(%operand: tensor<3xf32>) {
  // at 0:2:0
  // expected-error @+1 {{slice_c4}}
  %0 = stablehlo.slice %operand [0:2:0] : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c4_negative(%operand: tensor<3xf32>) {
  // at 0:0:-1
  // expected-error @+1 {{slice_c4}}
  %0 = stablehlo.slice %operand [0:0:-1] : (tensor<3xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice_c5(%operand: tensor<3xf32>) {
  // at tensor<1xf32>
  // expected-error @+1 {{slice_c5}}
  %0 = stablehlo.slice %operand [0:3:2] : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_c5_rank(%operand: tensor<3xf32>) {
  // at tensor<3x1xf32>
  // expected-error @+1 {{slice_c5}}
  %0 = stablehlo.slice %operand [0:3] : (tensor<3xf32>) -> tensor<3x1xf32>
  return
}

// -----

func.func @slice_i1(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{slice_i1}}
  %0 = stablehlo.slice %operand [0:2] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @slice_i2(%operand: tensor<3xf32>) {
  // at "stablehlo.slice"
  // expected-error @+1 {{slice_i2}}
  %0 = "stablehlo.slice"(%operand) <{limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<3xf32>) -> tensor<2xf32>
  return
}
