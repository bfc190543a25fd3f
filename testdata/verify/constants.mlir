func.func @integer_constant_c1_ok() {
  %0 = stablehlo.constant dense<[127, -0x80]> : tensor<2xi8>
  %1 = stablehlo.constant dense<[255, 0xFF]> : tensor<2xui8>
  return
}

// -----

func.func @integer_constant_c1() {
  // at dense<[0, 256]>
  // expected-error @+1 {{integer_constant_c1}}
  %0 = stablehlo.constant dense<[0, 256]> : tensor<2xi8>
  return
}

// -----

func.func @integer_constant_c1_negative() {
  // at dense<-129>
  // expected-error @+1 {{integer_constant_c1}}
  %0 = stablehlo.constant dense<-129> : tensor<2xi8>
  return
}

// -----

func.func @integer_constant_c1_attribute() {
  // at 256
  // expected-error @+1 {{integer_constant_c1}}
  %0 = stablehlo.constant {foo = 256 : i8} dense<1> : tensor<i8>
  return
}

// -----

func.func @integer_constant_c1_strict() {
  // at dense<[0, 255]>
  // expected-error @+1 {{integer_constant_c1}}
  %0 = stablehlo.constant dense<[0, 255]> : tensor<2xi8>
  return
}

// -----

func.func @integer_constant_c1_attribute_strict() {
  // at stablehlo.constant
  // expected-error @+1 {{integer_constant_c1}}
  %0 = stablehlo.constant {foo = 0x80 : i8} dense<1> : tensor<i8>
  return
}

// -----

func.func @float_constant_c1_ok() {
  %0 = stablehlo.constant dense<[3.4e38, -1.0e-60]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[65504.0, 6.5504e4]> : tensor<2xf16>
  return
}

// -----

func.func @float_constant_c1() {
  // at dense<[1.0, 2]>
  // expected-error @+1 {{float_constant_c1}}
  %0 = stablehlo.constant dense<[1.0, 2]> : tensor<2xf32>
  return
}

// -----

func.func @float_constant_c1_sign() {
  // at dense<-0x7F800000>
  // expected-error @+1 {{float_constant_c1}}
  %0 = stablehlo.constant dense<-0x7F800000> : tensor<2xf32>
  return
}

// -----

func.func @float_constant_c1_strict() {
  // at dense<[1.0, -1.0e+39]>
  // expected-error @+1 {{float_constant_c1}}
  %0 = stablehlo.constant dense<[1.0, -1.0e+39]> : tensor<2xf32>
  return
}

// -----

func.func @float_constant_c1_narrow_strict() {
  // at dense<65536.0>
  // expected-error @+1 {{float_constant_c1}}
  %0 = stablehlo.constant dense<65536.0> : tensor<2xf16>
  return
}

// -----

func.func @float_constant_c1_attribute_strict() {
  // at stablehlo.constant
  // expected-error @+1 {{float_constant_c1}}
  %0 = stablehlo.constant {foo = 1.0e+309 : f64} dense<1.0> : tensor<f32>
  return
}

// -----

func.func @float_constant_c2_ok() {
  %0 = stablehlo.constant dense<[0x7F800000, 0xff800000]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[0x7FC0, 1.0]> : tensor<2xbf16>
  %2 = stablehlo.constant dense<0x3F> : tensor<f6E2M3FN>
  return
}

// -----

func.func @float_constant_c2() {
  // at dense<0x7F8>
  // expected-error @+1 {{float_constant_c2}}
  %0 = stablehlo.constant dense<0x7F8> : tensor<f32>
  return
}

// -----

func.func @float_constant_c2_byte_strict() {
  // at dense<0x07>
  // expected-error @+1 {{float_constant_c2}}
  %0 = stablehlo.constant dense<0x07> : tensor<f4E2M1FN>
  return
}

// -----

func.func @float_constant_c2_zeros() {
  // at dense<[0x07F800000, 1.0]>
  // expected-error @+1 {{float_constant_c2}}
  %0 = stablehlo.constant dense<[0x07F800000, 1.0]> : tensor<2xf32>
  return
}

// -----

func.func @float_constant_c2_attribute_strict() {
  // at stablehlo.constant
  // expected-error @+1 {{float_constant_c2}}
  %0 = stablehlo.constant {foo = 0x7F8 : f32} dense<1.0> : tensor<f32>
  return
}

// -----

func.func @complex_constant_c1_ok() {
  %0 = stablehlo.constant dense<[(1.0, -2.0), (0x7F800000, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_constant_c1() {
  // at dense<(1, 2.0)>
  // expected-error @+1 {{complex_constant_c1}}
  %0 = stablehlo.constant dense<(1, 2.0)> : tensor<complex<f32>>
  return
}

// -----

func.func @complex_constant_c1_digits() {
  // at dense<[(1.0, 2.0), (0x7F8, 2.0)]>
  // expected-error @+1 {{complex_constant_c1}}
  %0 = stablehlo.constant dense<[(1.0, 2.0), (0x7F8, 2.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_constant_c2_ok() {
  %0 = stablehlo.constant dense<(1.0, 0x7FF0000000000000)> : tensor<complex<f64>>
  return
}

// -----

func.func @complex_constant_c2() {
  // at dense<(1.0, 2)>
  // expected-error @+1 {{complex_constant_c2}}
  %0 = stablehlo.constant dense<(1.0, 2)> : tensor<complex<f32>>
  return
}

// -----

func.func @complex_constant_c2_strict() {
  // at dense<(1.0, 1.0e+39)>
  // expected-error @+1 {{complex_constant_c2}}
  %0 = stablehlo.constant dense<(1.0, 1.0e+39)> : tensor<complex<f32>>
  return
}

// -----

func.func @tensor_constant_c1_ok() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.constant dense<[[1, -2], [0x3, 4]]> : tensor<2x2xi32>
  return
}

// -----

func.func @tensor_constant_c1() {
  // at dense<[1, true]>
  // expected-error @+1 {{tensor_constant_c1}}
  %0 = stablehlo.constant dense<[1, true]> : tensor<2xi32>
  return
}

// -----

func.func @tensor_constant_c1_complex() {
  // at dense<1.0>
  // expected-error @+1 {{tensor_constant_c1}}
  %0 = stablehlo.constant dense<1.0> : tensor<complex<f32>>
  return
}

// -----

func.func @tensor_constant_c1_strict() {
  // at dense<[1, true]>
  // expected-error @+1 {{tensor_constant_c1}}
  %0 = stablehlo.constant dense<[1, true]> : tensor<2xi1>
  return
}

// -----

func.func @tensor_constant_c2_ok() {
  %0 = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<> : tensor<0x3xf32>
  return
}

// -----

func.func @tensor_constant_c2() {
  // at dense<[1.0, 2.0, 3.0]>
  // expected-error @+1 {{tensor_constant_c2}}
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<2xf32>
  return
}

// -----

func.func @tensor_constant_c2_ragged() {
  // at dense<[[1, 2], [3]]>
  // expected-error @+1 {{tensor_constant_c2}}
  %0 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
  return
}

// -----

func.func @quantized_tensor_constant_c1_ok() {
  %0 = "stablehlo.constant"() <{value = dense<[10, -20]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @quantized_tensor_constant_c1() {
  // at value = dense<[10, 2.0]> : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{quantized_tensor_constant_c1}}
  %0 = "stablehlo.constant"() <{value = dense<[10, 2.0]> : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @quantized_tensor_constant_c2_ok() {
  %0 = "stablehlo.constant"() <{value = dense<10> : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @quantized_tensor_constant_c2() {
  // at value = dense<[10, 20, 30]> : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{quantized_tensor_constant_c2}}
  %0 = "stablehlo.constant"() <{value = dense<[10, 20, 30]> : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
