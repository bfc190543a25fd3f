func.func @quantized_c7_ok(%operand: tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:10>>) -> tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:10>> {
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:10>>
  return %0 : tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:10>>
}

// -----

func.func @quantized_c13_ok(%operand: tensor<?x2x!quant.uniform<u4:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<?x2xf32> {
  %0 = stablehlo.uniform_dequantize %operand : (tensor<?x2x!quant.uniform<u4:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// at tensor<2x3x!quant.uniform<i8<10:-10>:f32, 5.000000e-01>>
// expected-error @+1 {{quantized_c3}}
func.func @quantized_c3(%operand: tensor<2x3x!quant.uniform<i8<10:-10>:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8<10:-10>:f32, 5.000000e-01>> {
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8<10:-10>:f32, 5.000000e-01>>
  return %0 : tensor<2x3x!quant.uniform<i8<10:-10>:f32, 5.000000e-01>>
}

// -----

// at tensor<2x3x!quant.uniform<i8<-129:127>:f32, 5.000000e-01>>
// expected-error @+1 {{quantized_c3}}
func.func @quantized_c3_range(%operand: tensor<2x3x!quant.uniform<i8<-129:127>:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8<-129:127>:f32, 5.000000e-01>> {
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8<-129:127>:f32, 5.000000e-01>>
  return %0 : tensor<2x3x!quant.uniform<i8<-129:127>:f32, 5.000000e-01>>
}

// -----

// at tensor<2x3x!quant.uniform<i8:f16, 1.000000e+05>>
// expected-error @+1 {{quantized_c4}}
func.func @quantized_c4(%operand: tensor<2x3x!quant.uniform<i8:f16, 1.000000e+05>>) -> tensor<2x3x!quant.uniform<i8:f16, 1.000000e+05>> {
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8:f16, 1.000000e+05>>
  return %0 : tensor<2x3x!quant.uniform<i8:f16, 1.000000e+05>>
}

// -----

// at tensor<2x3x!quant.uniform<i8:f32, 0.000000e+00>>
// expected-error @+1 {{quantized_c5}}
func.func @quantized_c5(%operand: tensor<2x3x!quant.uniform<i8:f32, 0.000000e+00>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.000000e+00>> {
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8:f32, 0.000000e+00>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 0.000000e+00>>
}

// -----

// at tensor<2x3x!quant.uniform<i8:f32, 0x7FF0000000000000>>
// expected-error @+1 {{quantized_c6}}
func.func @quantized_c6(%operand: tensor<2x3x!quant.uniform<i8:f32, 0x7FF0000000000000>>) -> tensor<2x3x!quant.uniform<i8:f32, 0x7FF0000000000000>> {
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8:f32, 0x7FF0000000000000>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 0x7FF0000000000000>>
}

// -----

func.func @quantized_c7(%operand: tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:11>>) -> tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:11>> {
  // at tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:11>>
  // expected-error @+1 {{quantized_c7}}
  %0 = stablehlo.abs %operand : tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:11>>
  return %0 : tensor<2x3x!quant.uniform<i8<-10:10>:f32, 5.000000e-01:11>>
}

// -----

// at tensor<2x!quant.uniform<i8:f32:-1, {5.000000e-01,2.500000e-01}>>
// expected-error @+1 {{quantized_c11}}
func.func @quantized_c11(%operand: tensor<2x!quant.uniform<i8:f32:-1, {5.000000e-01,2.500000e-01}>>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x!quant.uniform<i8:f32:-1, {5.000000e-01,2.500000e-01}>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @quantized_c10(%operand: tensor<2x!quant.uniform<i8:f32, {5.000000e-01,2.500000e-01}>>) -> tensor<2xf32> {
  // at tensor<2x!quant.uniform<i8:f32, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{quantized_c10}}
  %0 = stablehlo.uniform_dequantize %operand : (tensor<2x!quant.uniform<i8:f32, {5.000000e-01,2.500000e-01}>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @quantized_c12_returned(%a: tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>) {
  %0:3 = "chlo.scan"(%a, %a, %a) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 2>, resultSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%b: tensor<!quant.uniform<i4:f32:0, {1.0,1.0}>>, %c: tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>, %d: tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>):
      // at tensor<!quant.uniform<i4:f32:0, {1.0,1.0}>>
      // expected-error @+1 {{quantized_c12}}
      "stablehlo.return"(%b, %c, %d) : (tensor<!quant.uniform<i4:f32:0, {1.0,1.0}>>, tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>, tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>) -> ()
    }) : (tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>, tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>, tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>) -> (tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>, tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>, tensor<2x!quant.uniform<i4:f32:0, {1.0,1.0}>>)
  return
}

// -----

func.func @quantized_c12(%operand: tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {
  // at tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{quantized_c12}}
  %0 = stablehlo.abs %operand : tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return %0 : tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
}

// -----

func.func @quantized_c13(%operand: tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>> {
  // at tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{quantized_c13}}
  %0 = stablehlo.abs %operand : tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return %0 : tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
}

// -----

// at tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
// expected-error @+1 {{quantized_c13}}
func.func @quantized_c13_unused(%operand: tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>> {
  return %operand : tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
}

// -----

func.func @quantized_c13_result(%operand: tensor<3xf32>) {
  // at tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{quantized_c13}}
  %0 = stablehlo.uniform_quantize %operand : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3xf32>
  return
}

// -----

func.func @quantized_c13_region(%pred: tensor<i1>, %operand: tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = "stablehlo.if"(%pred) ({
    // at tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
    // expected-error @+1 {{quantized_c13}}
    %1 = stablehlo.uniform_dequantize %operand : (tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }, {
    %1 = stablehlo.uniform_dequantize %operand : (tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  return
}
