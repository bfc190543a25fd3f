func.func @map(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c1_ok(%input0: tensor<2x?xf32>, %input1: tensor<?x3xi32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x?xf32>, tensor<?x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c4_ok(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @map_c1(%input0: tensor<2x3xf32>, %input1: tensor<2x4xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{map_c1}}
  }) : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c1_result(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x4xf32>
  // expected-error @+1 {{map_c1}}
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @map_c2() {
  // at "stablehlo.map"
  // expected-error @+1 {{map_c2}}
  %0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : () -> tensor<i1>
  return
}

// -----

func.func @map_c3(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  // at dimensions = array<i64: 1, 0>
  // expected-error @+1 {{map_c3}}
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 1, 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c3_count(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  // at dimensions = array<i64: 0>
  // expected-error @+1 {{map_c3}}
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c4(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    // at %b
    // expected-error @+1 {{map_c4}}
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c4_count(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{map_c4}}
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c4_result(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{map_c4}}
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @map_c4_results(%input0: tensor<2x3xf32>, %input1: tensor<2x3xf32>) {
  %0 = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{map_c4}}
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_i1(%input: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = "stablehlo.map"(%input) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{map_i1}}
  }) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
