func.func @reduce_window(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c15_ok(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{base_dilations = array<i64: 2, 1>, padding = dense<[[0, 1], [-1, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @reduce_window_c15_dynamic_ok(%input: tensor<?x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<?x6xf32>, tensor<f32>) -> tensor<7x2xf32>
  return
}

// -----

func.func @reduce_window_c15_empty_window_ok(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 5, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<0x2xf32>
  return
}

// -----

func.func @reduce_window_two_inputs_ok(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %0:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<i32>
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return
}

// -----

func.func @reduce_window_c13_ok(%input: tensor<4x6xi8>, %init_value: tensor<i8>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<2x2xi32>
  return
}

// -----

func.func @reduce_window_c1() {
  // at "stablehlo.reduce_window"
  // expected-error @+1 {{reduce_window_c1}}
  "stablehlo.reduce_window"() <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
      stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @reduce_window_c2(%input0: tensor<4x6xf32>, %input1: tensor<4x7xf32>, %init_value0: tensor<f32>, %init_value1: tensor<f32>) {
  %0:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  // at tensor<4x7xf32>
  // expected-error @+1 {{reduce_window_c2}}
  }) : (tensor<4x6xf32>, tensor<4x7xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

// -----

func.func @reduce_window_c3(%input: tensor<4x6xf32>, %init_value: tensor<i32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<4x6xf32>
  // expected-error @+1 {{reduce_window_c3}}
  }) : (tensor<4x6xf32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c4(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at window_dimensions = array<i64: 2, 3, 1>
  // expected-error @+1 {{reduce_window_c4}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3, 1>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c5(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at window_dimensions = array<i64: 0, 3>
  // expected-error @+1 {{reduce_window_c5}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 0, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reduce_window_c6(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at window_strides = array<i64: 2>
  // expected-error @+1 {{reduce_window_c6}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c7(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at window_strides = array<i64: 0, 3>
  // expected-error @+1 {{reduce_window_c7}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 0, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @reduce_window_c8(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at base_dilations = array<i64: 1>
  // expected-error @+1 {{reduce_window_c8}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{base_dilations = array<i64: 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c9(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at base_dilations = array<i64: 0, 1>
  // expected-error @+1 {{reduce_window_c9}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{base_dilations = array<i64: 0, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<0x2xf32>
  return
}

// -----

func.func @reduce_window_c10(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at window_dilations = array<i64: 1, 1, 1>
  // expected-error @+1 {{reduce_window_c10}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c11(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at window_dilations = array<i64: 1, 0>
  // expected-error @+1 {{reduce_window_c11}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dilations = array<i64: 1, 0>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c12(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at padding = dense<0> : tensor<1x2xi64>
  // expected-error @+1 {{reduce_window_c12}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c12_columns(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at padding = dense<0> : tensor<2x3xi64>
  // expected-error @+1 {{reduce_window_c12}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{padding = dense<0> : tensor<2x3xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c13(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    // at %b
    // expected-error @+1 {{reduce_window_c13}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c13_tuple(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.tuple %a : tuple<tensor<f32>>
      // at tuple<tensor<f32>>
      // expected-error @+1 {{reduce_window_c13}}
      stablehlo.return %t : tuple<tensor<f32>>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c13_strict(%input: tensor<4x6xf32>, %init_value: tensor<3xf32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    // at %a
    // expected-error @+1 {{reduce_window_c13}}
    ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
      stablehlo.return %a : tensor<3xf32>
  }) : (tensor<4x6xf32>, tensor<3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c13_shape(%input: tensor<4x6xf32>, %init_value: tensor<4xf32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      // at tensor<4xf32>
      // expected-error @+1 {{reduce_window_c13}}
      stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_c13_not_promotable(%input: tensor<4x6xi32>, %init_value: tensor<i32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      // at tensor<i8>
      // expected-error @+1 {{reduce_window_c13}}
      stablehlo.return %a : tensor<i8>
  }) : (tensor<4x6xi32>, tensor<i32>) -> tensor<2x2xi8>
  return
}

// -----

func.func @reduce_window_c14(%input0: tensor<4x6xf32>, %input1: tensor<4x6xf32>, %init_value0: tensor<f32>, %init_value1: tensor<f32>) {
  %0:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+3 {{reduce_window_c14}}
  // at tensor<2x3xf32>
  // expected-error @+1 {{reduce_window_c15}}
  }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x2xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @reduce_window_c15(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{reduce_window_c15}}
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce_window_c15_rank(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2xf32>
  // expected-error @+1 {{reduce_window_c15}}
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_window_c16(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x2xf64>
  // expected-error @+1 {{reduce_window_c16}}
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @reduce_window_i1(%input: tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01,1.000000e+00}>>, %init_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01,1.000000e+00}>>
  // expected-error @+1 {{reduce_window_i1}}
  }) : (tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01,1.000000e+00}>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @reduce_window_c13_init(%input: tensor<4x6xf32>, %init_value: tensor<2xf32>) {
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{reduce_window_c13}}
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_window_i3(%input: tensor<4x6xf32>, %init_value: tensor<f32>) {
  // at "stablehlo.reduce_window"
  // expected-error @+1 {{reduce_window_i3}}
  %0 = "stablehlo.reduce_window"(%input, %init_value) <{window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}
