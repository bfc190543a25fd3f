func.func @sort(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %0:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %t = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

func.func @sort_c4_ok(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = -2 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c2_ok(%input: tensor<?x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @sort_c1() {
  // at "stablehlo.sort"
  // expected-error @+1 {{sort_c1}}
  "stablehlo.sort"() <{dimension = 1 : i64, is_stable = true}> ({
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @sort_c2(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  // at tensor<2x3xf64>
  // expected-error @+1 {{sort_c2}}
  }) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @sort_c2_shape(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  // at tensor<2x4xf32>
  // expected-error @+1 {{sort_c2}}
  }) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sort_c3(%input0: tensor<2x3xf32>, %input1: tensor<2x4xi32>) {
  %0:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  // at tensor<2x4xi32>
  // expected-error @+1 {{sort_c3}}
  }) : (tensor<2x3xf32>, tensor<2x4xi32>) -> (tensor<2x3xf32>, tensor<2x4xi32>)
  return
}

// -----

func.func @sort_c4(%input: tensor<2x3xf32>) {
  // at dimension = 2 : i64
  // expected-error @+1 {{sort_c4}}
  %0 = "stablehlo.sort"(%input) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c4_negative(%input: tensor<2x3xf32>) {
  // at dimension = -3 : i64
  // expected-error @+1 {{sort_c4}}
  %0 = "stablehlo.sort"(%input) <{dimension = -3 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c5(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    // at %b
    // expected-error @+1 {{sort_c5}}
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c5_count(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      // at tensor<i1>
      // expected-error @+1 {{sort_c5}}
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c5_result(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{sort_c5}}
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c5_results(%input: tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      // at tensor<i1>
      // expected-error @+1 {{sort_c5}}
      stablehlo.return %t, %t : tensor<i1>, tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c5_order(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %0:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
    // at %b
    // expected-error @+1 {{sort_c5}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

func.func @sort_i1(%input: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{sort_i1}}
  }) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}
