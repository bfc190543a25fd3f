func.func @reduce(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_applies_ok(%input: tensor<2x?xf32>, %init_value: tensor<f32>) {
  %0 = stablehlo.reduce(%input init: %init_value) applies stablehlo.add across dimensions = [0] : (tensor<2x?xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_two_inputs_ok(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<i32>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @reduce_c5_ok(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c5_none_ok(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce_c6_ok(%input: tensor<2x3xi8>, %init_value: tensor<i8>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_c2_quantized_ok(%input: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %init_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  }) : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @reduce_c1(%input0: tensor<2x3xf32>, %input1: tensor<2x4xf32>, %init_value0: tensor<f32>, %init_value1: tensor<f32>) {
  %0:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  // at tensor<2x4xf32>
  // expected-error @+1 {{reduce_c1}}
  }) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @reduce_c2(%input: tensor<2x3xf32>, %init_value: tensor<i32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{reduce_c2}}
  }) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_precision(%input: tensor<2x3xf32>, %init_value: tensor<f64>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{reduce_c2}}
  }) : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c3() {
  // at "stablehlo.reduce"
  // expected-error @+1 {{reduce_c3}}
  "stablehlo.reduce"() <{dimensions = array<i64: 1>}> ({
      stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @reduce_c3_results(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0:2 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2xf32>
  // expected-error @+3 {{reduce_c3}}
  // at tensor<2xf32>
  // expected-error @+1 {{reduce_c8}}
  }) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @reduce_c4(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at dimensions = array<i64: 2>
  // expected-error @+1 {{reduce_c4}}
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce_c4_negative(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at dimensions = array<i64: -1>
  // expected-error @+1 {{reduce_c4}}
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: -1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce_c5(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at dimensions = array<i64: 1, 1>
  // expected-error @+1 {{reduce_c5}}
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    // at %b
    // expected-error @+1 {{reduce_c6}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_precision(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    // at %b
    // expected-error @+1 {{reduce_c6}}
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_count(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    // at %a
    // expected-error @+1 {{reduce_c6}}
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_results(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    // at %a
    // expected-error @+1 {{reduce_c6}}
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_not_promotable(%input: tensor<2x3xi32>, %init_value: tensor<i32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      // at tensor<i8>
      // expected-error @+1 {{reduce_c6}}
      stablehlo.return %a : tensor<i8>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @reduce_c6_shape(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
      // at tensor<2xf32>
      // expected-error @+1 {{reduce_c6}}
      stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_tuple(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tuple<tensor<f32>>, %b: tuple<tensor<f32>>):
      // at tuple<tensor<f32>>
      // expected-error @+1 {{reduce_c6}}
      stablehlo.return %a : tuple<tensor<f32>>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_not_left(%input: tensor<8x5xf32>, %init_value: tensor<4xf32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      // at tensor<4xf32>
      // expected-error @+1 {{reduce_c6}}
      stablehlo.return %a : tensor<4xf32>
  }) : (tensor<8x5xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reduce_c6_order(%input: tensor<8x5x7xf32>, %init_value: tensor<7x5xf32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<7x5xf32>, %b: tensor<7x5xf32>):
      // at tensor<7x5xf32>
      // expected-error @+1 {{reduce_c6}}
      stablehlo.return %a : tensor<7x5xf32>
  }) : (tensor<8x5x7xf32>, tensor<7x5xf32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @reduce_c6_unknown_strict(%input: tensor<8x?xf32>, %init_value: tensor<4xf32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 0>}> ({
    // at %a
    // expected-error @+1 {{reduce_c6}}
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      stablehlo.return %a : tensor<4xf32>
  }) : (tensor<8x?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @reduce_c6_strict(%input: tensor<8x5x7xf32>, %init_value: tensor<7xf32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 0>}> ({
    // at %a
    // expected-error @+1 {{reduce_c6}}
    ^bb0(%a: tensor<7xf32>, %b: tensor<7xf32>):
      stablehlo.return %a : tensor<7xf32>
  }) : (tensor<8x5x7xf32>, tensor<7xf32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @reduce_c7(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<3xf32>
  // expected-error @+1 {{reduce_c7}}
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c7_rank(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x1xf32>
  // expected-error @+1 {{reduce_c7}}
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_c8(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2xf64>
  // expected-error @+1 {{reduce_c8}}
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
  return
}

// -----

func.func @reduce_i1(%input: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %init_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{reduce_i1}}
  }) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @reduce_i3(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at "stablehlo.reduce"
  // expected-error @+1 {{reduce_i3}}
  %0 = "stablehlo.reduce"(%input, %init_value) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_regions(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at "stablehlo.reduce"
  // expected-error @+1 {{reduce_regions}}
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_o1_tuple(%input: tensor<2x3xf32>, %init_value: tensor<f32>) {
  // at tuple<>
  // expected-error @+5 {{reduce_o1}}
  %0 = "stablehlo.reduce"(%input, %init_value) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tuple<>
  return
}
