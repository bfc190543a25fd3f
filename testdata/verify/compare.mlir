func.func @compare(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  %0 = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @compare_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.compare LT, %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_signed_ok(%lhs: tensor<2xi32>) {
  %0 = stablehlo.compare LT, %lhs, %lhs, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_unsigned_ok(%lhs: tensor<2xui32>) {
  %0 = stablehlo.compare LT, %lhs, %lhs, UNSIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_boolean_ok(%lhs: tensor<2xi1>) {
  %0 = stablehlo.compare LT, %lhs, %lhs, UNSIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_complex_ok(%lhs: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %lhs, %lhs, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_without_type_ok(%lhs: tensor<2xui32>) {
  %0 = stablehlo.compare LT, %lhs, %lhs : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{compare_c1}}
  %0 = stablehlo.compare LT, %lhs, %rhs : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{compare_c1}}
  %0 = stablehlo.compare LT, %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{compare_c2}}
  %0 = stablehlo.compare LT, %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2_result(%lhs: tensor<2xf32>) {
  // at tensor<3xi1>
  // expected-error @+1 {{compare_c2}}
  %0 = stablehlo.compare LT, %lhs, %lhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @compare_c3_strict(%lhs: tensor<2xi32>) {
  // at UNSIGNED
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare LT, %lhs, %lhs, UNSIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3(%lhs: tensor<2xi32>) {
  // at TOTALORDER
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare LT, %lhs, %lhs, TOTALORDER : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_unsigned_strict(%lhs: tensor<2xui32>) {
  // at SIGNED
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare LT, %lhs, %lhs, SIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_boolean_strict(%lhs: tensor<2xi1>) {
  // at SIGNED
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare LT, %lhs, %lhs, SIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_boolean(%lhs: tensor<2xi1>) {
  // at FLOAT
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare LT, %lhs, %lhs, FLOAT : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_float_strict(%lhs: tensor<2xf32>) {
  // at UNSIGNED
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare LT, %lhs, %lhs, UNSIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_complex(%lhs: tensor<2xcomplex<f32>>) {
  // at TOTALORDER
  // expected-error @+1 {{compare_c3}}
  %0 = stablehlo.compare EQ, %lhs, %lhs, TOTALORDER : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_i1(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{compare_i1}}
  %0 = stablehlo.compare LT, %lhs, %lhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_o1(%lhs: tensor<2xf32>) {
  // at tensor<2xi8>
  // expected-error @+1 {{compare_o1}}
  %0 = stablehlo.compare LT, %lhs, %lhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi8>
  return
}

// -----

func.func @compare_i3(%lhs: tensor<2xf32>) {
  // at "stablehlo.compare"
  // expected-error @+1 {{compare_i3}}
  %0 = "stablehlo.compare"(%lhs, %lhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_i3_word(%lhs: tensor<2xf32>) {
  // at ABOVE
  // expected-error @+1 {{compare_i3}}
  %0 = stablehlo.compare ABOVE, %lhs, %lhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_i3_chlo(%x: tensor<2xi32>) {
  // at comparison_direction = #chlo<comparison_direction EQ>
  // expected-error @+1 {{compare_i3}}
  %0 = "stablehlo.compare"(%x, %x) <{comparison_direction = #chlo<comparison_direction EQ>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}
