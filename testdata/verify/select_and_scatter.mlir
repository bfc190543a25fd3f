func.func @select_and_scatter(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c2_ok(%operand: tensor<?x6xf32>, %source: tensor<7x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<?x6xf32>, tensor<7x2xf32>, tensor<f32>) -> tensor<?x6xf32>
  return
}

// -----

func.func @select_and_scatter_c10_ok(%operand: tensor<4x6xi8>, %source: tensor<2x2xi8>, %init_value: tensor<i8>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<4x6xi8>, tensor<2x2xi8>, tensor<i8>) -> tensor<4x6xi32>
  return
}

// -----

func.func @select_and_scatter_c1(%operand: tensor<4x6xf32>, %source: tensor<2x2xi32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<4x6xf32>
  // expected-error @+1 {{select_and_scatter_c1}}
  }) : (tensor<4x6xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c2(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at window_dimensions = array<i64: 2, 3>
  // expected-error @+1 {{select_and_scatter_c2}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c3(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<i32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<i32>
  // expected-error @+1 {{select_and_scatter_c3}}
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c4(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  // at window_dimensions = array<i64: 2>
  // expected-error @+1 {{select_and_scatter_c4}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c5(%operand: tensor<4x6xf32>, %source: tensor<3x2xf32>, %init_value: tensor<f32>) {
  // at window_dimensions = array<i64: 0, 3>
  // expected-error @+1 {{select_and_scatter_c5}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 0, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c6(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  // at window_strides = array<i64: 2, 3, 1>
  // expected-error @+1 {{select_and_scatter_c6}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c7(%operand: tensor<4x6xf32>, %source: tensor<?x2xf32>, %init_value: tensor<f32>) {
  // at window_strides = array<i64: 0, 3>
  // expected-error @+1 {{select_and_scatter_c7}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 0, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<?x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c8(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  // at padding = dense<0> : tensor<2x1xi64>
  // expected-error @+1 {{select_and_scatter_c8}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{padding = dense<0> : tensor<2x1xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c9(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    // at %b
    // expected-error @+1 {{select_and_scatter_c9}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c9_result(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{select_and_scatter_c9}}
      stablehlo.return %a : tensor<f32>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c10(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    // at %b
    // expected-error @+1 {{select_and_scatter_c10}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c10_tuple(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.tuple %a : tuple<tensor<f32>>
      // at tuple<tensor<f32>>
      // expected-error @+1 {{select_and_scatter_c10}}
      stablehlo.return %t : tuple<tensor<f32>>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c10_not_promotable(%operand: tensor<4x6xi32>, %source: tensor<2x2xi32>, %init_value: tensor<i32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      // at tensor<i8>
      // expected-error @+1 {{select_and_scatter_c10}}
      stablehlo.return %a : tensor<i8>
  }) : (tensor<4x6xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x6xi8>
  return
}

// -----

func.func @select_and_scatter_c10_results(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{select_and_scatter_c10}}
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_c11(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<4x5xf32>
  // expected-error @+1 {{select_and_scatter_c11}}
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c12(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<4x6xf64>
  // expected-error @+1 {{select_and_scatter_c12}}
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf64>
  return
}

// -----

func.func @select_and_scatter_i1(%operand: tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01,1.000000e+00}>>, %source: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %init_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01,1.000000e+00}>>
  // expected-error @+1 {{select_and_scatter_i1}}
  }) : (tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01,1.000000e+00}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @select_and_scatter_i2(%operand: tensor<4x6x!quant.uniform<i8:f32, 5.000000e-01>>, %source: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %init_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{select_and_scatter_i2}}
  }) : (tensor<4x6x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @select_and_scatter_i3(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<1xf32>) {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<1xf32>
  // expected-error @+1 {{select_and_scatter_i3}}
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select_and_scatter_regions(%operand: tensor<4x6xf32>, %source: tensor<2x2xf32>, %init_value: tensor<f32>) {
  // at "stablehlo.select_and_scatter"
  // expected-error @+1 {{select_and_scatter_regions}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}
