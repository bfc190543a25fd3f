func.func @uniform_quantize(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize_c1_ok(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x?xf32>) -> tensor<?x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @uniform_quantize_c2_ok(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{uniform_quantize_c1}}
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize_c2(%operand: tensor<2x3xbf16>) {
  // at tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{uniform_quantize_c2}}
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3xbf16>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize_c2_quantized(%operand: tensor<2x3x!quant.uniform<i8:bf16, 5.000000e-01>>) {
  // at tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{uniform_quantize_c2}}
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3x!quant.uniform<i8:bf16, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize_i1(%operand: tensor<2x3xi32>) {
  // at tensor<2x3xi32>
  // expected-error @+1 {{uniform_quantize_i1}}
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3xi32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize_o1(%operand: tensor<2x3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{uniform_quantize_o1}}
  %0 = stablehlo.uniform_quantize %operand : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @uniform_dequantize(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3xf32>
  return
}

// -----

func.func @uniform_dequantize_c1_ok(%operand: tensor<2x?x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x?x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<?x3xf32>
  return
}

// -----

func.func @uniform_dequantize_c1(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{uniform_dequantize_c1}}
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3x2xf32>
  return
}

// -----

func.func @uniform_dequantize_c2(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x3xbf16>
  // expected-error @+1 {{uniform_dequantize_c2}}
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3xbf16>
  return
}

// -----

func.func @uniform_dequantize_i1(%operand: tensor<2x3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{uniform_dequantize_i1}}
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @uniform_dequantize_o1(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x3xi8>
  // expected-error @+1 {{uniform_dequantize_o1}}
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantized_wide_ok(%x: tensor<2x!quant.uniform<i8:f80, 5.000000e-01>>, %y: tensor<2x!quant.uniform<i8:f128, 5.000000e-01>>) {
  return
}
