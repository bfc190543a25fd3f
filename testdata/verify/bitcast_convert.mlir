func.func @bitcast_convert(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x?xf32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @bitcast_convert_c1_smaller_ok(%operand: tensor<?x3xf64>) {
  %0 = stablehlo.bitcast_convert %operand : (tensor<?x3xf64>) -> tensor<2x3x4xi16>
  return
}

// -----

func.func @bitcast_convert_c1_larger_ok(%operand: tensor<2x?x4xf8E5M2>) {
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x?x4xf8E5M2>) -> tensor<?x3xf32>
  return
}

// -----

func.func @bitcast_convert_c1_quantized_ok(%operand: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<u8:f32, 5.000000e-01>>
  return
}

// -----

func.func @bitcast_convert_c2_ok(%operand: tensor<2xcomplex<f64>>) {
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f32>>
  return
}

// -----

func.func @bitcast_convert_c1_equal(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xi32>
  // expected-error @+1 {{bitcast_convert_c1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x3xf32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @bitcast_convert_c1_smaller(%operand: tensor<2xf32>) {
  // at tensor<2x4xi16>
  // expected-error @+1 {{bitcast_convert_c1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xf32>) -> tensor<2x4xi16>
  return
}

// -----

func.func @bitcast_convert_c1_smaller_rank(%operand: tensor<2xf32>) {
  // at tensor<2xi16>
  // expected-error @+1 {{bitcast_convert_c1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xf32>) -> tensor<2xi16>
  return
}

// -----

func.func @bitcast_convert_c1_smaller_leading(%operand: tensor<2xf32>) {
  // at tensor<3x2xi16>
  // expected-error @+1 {{bitcast_convert_c1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xf32>) -> tensor<3x2xi16>
  return
}

// -----

func.func @bitcast_convert_c1_larger(%operand: tensor<2x2xi8>) {
  // at tensor<2x2xi8>
  // expected-error @+1 {{bitcast_convert_c1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @bitcast_convert_c1_larger_scalar(%operand: tensor<i8>) {
  // at tensor<i8>
  // expected-error @+1 {{bitcast_convert_c1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<i8>) -> tensor<i32>
  return
}

// -----

func.func @bitcast_convert_c2(%operand: tensor<2xcomplex<f32>>) {
  // at tensor<2xi64>
  // expected-error @+1 {{bitcast_convert_c2}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xcomplex<f32>>) -> tensor<2xi64>
  return
}

// -----

func.func @bitcast_convert_c2_result(%operand: tensor<2x2xf32>) {
  // at tensor<2x2xf32>
  // expected-error @+1 {{bitcast_convert_c2}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @bitcast_convert_i1(%operand: tensor<2xindex>) {
  // at tensor<2xindex>
  // expected-error @+1 {{bitcast_convert_i1}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xindex>) -> tensor<2xi64>
  return
}
