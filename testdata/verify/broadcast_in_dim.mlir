func.func @broadcast_in_dim(%operand: tensor<3x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [2, 0] : (tensor<3x1xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_scalar_ok(%operand: tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c5_ok(%operand: tensor<?x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0, 1] : (tensor<?x1xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c1_per_axis_ok(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @broadcast_in_dim_c6_ok(%operand: tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>) {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
  return
}

// -----

func.func @broadcast_in_dim_c1(%operand: tensor<3xf32>) {
  // at tensor<3xf64>
  // expected-error @+1 {{broadcast_in_dim_c1}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<3xf32>) -> tensor<3xf64>
  return
}

// -----

func.func @broadcast_in_dim_c1_scale(%operand: tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>
  // expected-error @+1 {{broadcast_in_dim_c1}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @broadcast_in_dim_c1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i16:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{broadcast_in_dim_c1}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x!quant.uniform<i16:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @broadcast_in_dim_c1_per_axis_to_per_tensor(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{broadcast_in_dim_c1}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @broadcast_in_dim_c2(%operand: tensor<3xf32>) {
  // at dims = [0, 1]
  // expected-error @+1 {{broadcast_in_dim_c2}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0, 1] : (tensor<3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c2_too_few(%operand: tensor<3x2xf32>) {
  // at dims = [0]
  // expected-error @+1 {{broadcast_in_dim_c2}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3(%operand: tensor<3xf32>) {
  // at dims = [2]
  // expected-error @+1 {{broadcast_in_dim_c3}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3_negative(%operand: tensor<3xf32>) {
  // at dims = [-1]
  // expected-error @+1 {{broadcast_in_dim_c3}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [-1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c4(%operand: tensor<3x3xf32>) {
  // at dims = [1, 1]
  // expected-error @+1 {{broadcast_in_dim_c4}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c5(%operand: tensor<3x2xf32>) {
  // at dims = [0, 1]
  // expected-error @+1 {{broadcast_in_dim_c5}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0, 1] : (tensor<3x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast_in_dim_c5_result_of_one(%operand: tensor<3xf32>) {
  // at dims = [0]
  // expected-error @+1 {{broadcast_in_dim_c5}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c6(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{broadcast_in_dim_c6}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @broadcast_in_dim_c6_scales(%operand: tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{broadcast_in_dim_c6}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @broadcast_in_dim_c6_zero_points(%operand: tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01:1}>>
  // expected-error @+1 {{broadcast_in_dim_c6}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01:1}>>
  return
}

// -----

func.func @broadcast_in_dim_o1_dynamic(%operand: tensor<3xf32>) {
  // at tensor<?x3xf32>
  // expected-error @+1 {{broadcast_in_dim_o1}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_i2(%operand: tensor<3xf32>) {
  // at "stablehlo.broadcast_in_dim"
  // expected-error @+1 {{broadcast_in_dim_i2}}
  %0 = "stablehlo.broadcast_in_dim"(%operand) : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_i2_integer(%operand: tensor<3xf32>) {
  // at broadcast_dimensions = 1 : i64
  // expected-error @+1 {{broadcast_in_dim_i2}}
  %0 = "stablehlo.broadcast_in_dim"(%operand) <{broadcast_dimensions = 1 : i64}> : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
