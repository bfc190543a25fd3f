func.func @constant() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return
}

// -----

func.func @constant_complex_ok() {
  %0 = stablehlo.constant dense<(1.0, -1.0)> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @constant_quantized_ok() {
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @constant_c1() {
  // at tensor<3xi32>
  // expected-error @+1 {{constant_c1}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @constant_c1_element_type() {
  // at tensor<2xi64>
  // expected-error @+1 {{constant_c1}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi64>
  return
}

// -----

func.func @constant_c1_quantized() {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{constant_c1}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi16>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @constant_o1() {
  // at tensor<2xindex>
  // expected-error @+1 {{constant_o1}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xindex>}> : () -> tensor<2xindex>
  return
}

// -----

func.func @constant_i1() {
  // at "stablehlo.constant"
  // expected-error @+1 {{constant_i1}}
  %0 = "stablehlo.constant"() : () -> tensor<2xi32>
  return
}

// -----

func.func @constant_i1_string() {
  // at value = "1"
  // expected-error @+1 {{constant_i1}}
  %0 = "stablehlo.constant"() <{value = "1"}> : () -> tensor<2xi32>
  return
}

// -----

func.func @constant_operands(%operand: tensor<2xi32>) {
  // at "stablehlo.constant"
  // expected-error @+1 {{constant_operands}}
  %0 = "stablehlo.constant"(%operand) <{value = dense<1> : tensor<2xi32>}> : (tensor<2xi32>) -> tensor<2xi32>
  return
}
