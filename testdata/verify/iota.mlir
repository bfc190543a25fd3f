func.func @iota() {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return
}

// -----

func.func @iota_o1_quantized_ok() {
  %0 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @iota_o1_complex_ok() {
  %0 = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @iota_c1() {
  // at dim = 2
  // expected-error @+1 {{iota_c1}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}

// -----

func.func @iota_c1_negative() {
  // at iota_dimension = -1 : i64
  // expected-error @+1 {{iota_c1}}
  %0 = "stablehlo.iota"() <{iota_dimension = -1 : i64}> : () -> tensor<2x3xi32>
  return
}

// -----

func.func @iota_c1_scalar() {
  // at dim = 0
  // expected-error @+1 {{iota_c1}}
  %0 = stablehlo.iota dim = 0 : tensor<i32>
  return
}

// -----

func.func @iota_o1() {
  // at tensor<2xi1>
  // expected-error @+1 {{iota_o1}}
  %0 = stablehlo.iota dim = 0 : tensor<2xi1>
  return
}

// -----

func.func @iota_o1_per_axis() {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{iota_o1}}
  %0 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @iota_o1_dynamic() {
  // at tensor<?xi32>
  // expected-error @+1 {{iota_o1}}
  %0 = stablehlo.iota dim = 0 : tensor<?xi32>
  return
}

// -----

func.func @iota_i1() {
  // at "stablehlo.iota"
  // expected-error @+1 {{iota_i1}}
  %0 = "stablehlo.iota"() : () -> tensor<2x3xi32>
  return
}

// -----

func.func @iota_i1_list() {
  // at iota_dimension = array<i64: 1>
  // expected-error @+1 {{iota_i1}}
  %0 = "stablehlo.iota"() <{iota_dimension = array<i64: 1>}> : () -> tensor<2x3xi32>
  return
}

// -----

func.func @iota_i1_width() {
  // at iota_dimension = 0 : i32
  // expected-error @+1 {{iota_i1}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i32}> : () -> tensor<2xf32>
  return
}
