func.func @set_dimension_size(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return
}

// -----

func.func @set_dimension_size_c3_ok(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @set_dimension_size_c1(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  // at dim = 2
  // expected-error @+1 {{set_dimension_size_c1}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 2 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @set_dimension_size_c2(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  // at tensor<2x?xf64, #stablehlo.bounds<?, 3>>
  // expected-error @+1 {{set_dimension_size_c2}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf64, #stablehlo.bounds<?, 3>>
  return
}

// -----

func.func @set_dimension_size_c3(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  // at tensor<4x?xf32, #stablehlo.bounds<?, 3>>
  // expected-error @+1 {{set_dimension_size_c3}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 3>>
  return
}

// -----

func.func @set_dimension_size_c3_rank(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  // at tensor<2x?x1xf32, #stablehlo.bounds<?, 3, ?>>
  // expected-error @+1 {{set_dimension_size_c3}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?x1xf32, #stablehlo.bounds<?, 3, ?>>
  return
}

// -----

func.func @set_dimension_size_i2(%operand: tensor<2x3xf32>, %size: tensor<i64>) {
  // at tensor<i64>
  // expected-error @+1 {{set_dimension_size_i2}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return
}

// -----

func.func @set_dimension_size_i2_rank(%operand: tensor<2x3xf32>, %size: tensor<1xi32>) {
  // at tensor<1xi32>
  // expected-error @+1 {{set_dimension_size_i2}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return
}

// -----

func.func @set_dimension_size_c3_lower_rank(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{set_dimension_size_c3}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @set_dimension_size_c4(%operand: tensor<2x3xf32>, %size: tensor<i32>) {
  // at dim = 1
  // expected-error @+1 {{set_dimension_size_c4}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @set_dimension_size_i1(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01}>>, %size: tensor<i32>) {
  // at tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01}>>
  // expected-error @+1 {{set_dimension_size_i1}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01}>>, tensor<i32>) -> tensor<2x?x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01}>, #stablehlo.bounds<?, 3>>
  return
}
