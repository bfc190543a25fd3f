func.func @dynamic_broadcast_in_dim(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c8_ok(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>, known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c5_ok(%operand: tensor<?x1xf32>, %output_dimensions: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<?x1xf32>, tensor<3xi64>) -> tensor<4x?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c1_per_axis_ok(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %output_dimensions: tensor<2xi32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c6_ok(%operand: tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>, %output_dimensions: tensor<1xi32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>, tensor<1xi32>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c11_ok(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xindex>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c1(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at tensor<?x?x?xf64>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf64>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c1_per_axis(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %output_dimensions: tensor<1xi64>) {
  // at tensor<2x!quant.uniform<i16:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<1xi64>) -> tensor<2x!quant.uniform<i16:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c2(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at broadcast_dimensions = array<i64: 2>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c3(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at broadcast_dimensions = array<i64: 3, 0>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c3}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 3, 0>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c4(%operand: tensor<3x3xf32>, %output_dimensions: tensor<3xi64>) {
  // at broadcast_dimensions = array<i64: 2, 2>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c4}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 2>}> : (tensor<3x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c5(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at broadcast_dimensions = array<i64: 2, 0>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c5}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<4x?x5xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c6(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %output_dimensions: tensor<2xi64>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c6}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c6_scales(%operand: tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>, %output_dimensions: tensor<1xi64>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c6}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32:0, {5.000000e-01}>>, tensor<1xi64>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c7(%operand: tensor<3x1xf32>, %output_dimensions: tensor<2xi64>) {
  // at tensor<?x?x?xf32>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c7}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<2xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c8(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at known_expanding_dimensions = array<i64: 1>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c8}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>, known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c9(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at known_expanding_dimensions = array<i64: 2>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c9}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>, known_expanding_dimensions = array<i64: 2>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c10(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xi64>) {
  // at known_nonexpanding_dimensions = array<i64: -1>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c10}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>, known_nonexpanding_dimensions = array<i64: -1>}> : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c11(%operand: tensor<?xf32>) {
  %sizes = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // at tensor<2x3xf32>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c11}}
  %0 = stablehlo.dynamic_broadcast_in_dim %operand, %sizes, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c11_operand(%operand: tensor<3xf32>) {
  %sizes = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // at tensor<2xi64>
  // expected-error @+1 {{dynamic_broadcast_in_dim_c11}}
  %0 = stablehlo.dynamic_broadcast_in_dim %operand, %sizes, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_i2(%operand: tensor<3x1xf32>, %output_dimensions: tensor<3xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{dynamic_broadcast_in_dim_i2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<3xf32>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_i2_rank(%operand: tensor<3x1xf32>, %output_dimensions: tensor<1x3xi64>) {
  // at tensor<1x3xi64>
  // expected-error @+1 {{dynamic_broadcast_in_dim_i2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) <{broadcast_dimensions = array<i64: 2, 0>}> : (tensor<3x1xf32>, tensor<1x3xi64>) -> tensor<?x?x?xf32>
  return
}
