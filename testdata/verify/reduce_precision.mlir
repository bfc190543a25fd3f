func.func @reduce_precision(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @reduce_precision_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  return
}

// -----

func.func @reduce_precision_c2_ok(%operand: tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %operand, format = e1m0 : tensor<2xf32>
  return
}

// -----

func.func @reduce_precision_c1(%operand: tensor<2xf32>) {
  // at tensor<2xf16>
  // expected-error @+1 {{reduce_precision_c1}}
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @reduce_precision_c1_shape(%operand: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{reduce_precision_c1}}
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_precision_c2(%operand: tensor<2xf32>) {
  // at format = e0m10
  // expected-error @+1 {{reduce_precision_c2}}
  %0 = stablehlo.reduce_precision %operand, format = e0m10 : tensor<2xf32>
  return
}

// -----

func.func @reduce_precision_c3(%operand: tensor<2xf32>) {
  // at mantissa_bits = -1 : i32
  // expected-error @+1 {{reduce_precision_c3}}
  %0 = "stablehlo.reduce_precision"(%operand) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_precision_i1(%operand: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{reduce_precision_i1}}
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : tensor<2xi32>
  return
}

// -----

func.func @reduce_precision_i2(%operand: tensor<2xf32>) {
  // at "stablehlo.reduce_precision"
  // expected-error @+1 {{reduce_precision_i2}}
  %0 = "stablehlo.reduce_precision"(%operand) <{mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_precision_i3(%operand: tensor<2xf32>) {
  // at mantissa_bits = 1.0 : f32
  // expected-error @+1 {{reduce_precision_i3}}
  %0 = "stablehlo.reduce_precision"(%operand) <{exponent_bits = 5 : i32, mantissa_bits = 1.0 : f32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
