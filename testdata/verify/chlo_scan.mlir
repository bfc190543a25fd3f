// chlo.scan, and CHLO's constants, which the specification does not describe: the numbers are our own.

func.func @chlo_constant() {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @chlo_constant_c1() {
  // at tensor<2xi32>
  // expected-error @+1 {{constant_c1}}
  %0 = "chlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<2xi32>
  return
}

// -----

func.func @constant_like(%operand: tensor<2x?xf32>) {
  %0 = "chlo.constant_like"(%operand) <{value = 1 : i32}> : (tensor<2x?xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @constant_like_c1(%operand: tensor<2x?xf32>) {
  // at tensor<3x?xi32>
  // expected-error @+1 {{constant_like_c1}}
  %0 = "chlo.constant_like"(%operand) <{value = 1 : i32}> : (tensor<2x?xf32>) -> tensor<3x?xi32>
  return
}

// -----

func.func @constant_like_c2(%operand: tensor<2x?xf32>) {
  // at value = 1 : i64
  // expected-error @+1 {{constant_like_c2}}
  %0 = "chlo.constant_like"(%operand) <{value = 1 : i64}> : (tensor<2x?xf32>) -> tensor<2x?xi32>
  return
}

// -----

func.func @scan(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %x, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_reverse_ok(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 attributes {is_reverse = true, scan_dim_size = 2 : i64} {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %x, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c1(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  // at dimension = 2
  // expected-error @+1 {{scan_c1}}
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 2 {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %x, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c2(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  // at scan_dim_size = 3 : i64
  // expected-error @+1 {{scan_c2}}
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %x, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c3(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 {
  ^bb0(%x: tensor<2xf32>, %c: tensor<3xf32>):
    %v0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  // at tensor<3xf32>
  // expected-error @+1 {{scan_c3}}
    stablehlo.return %v0, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c4(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    %v0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // at tensor<2xf32>
  // expected-error @+1 {{scan_c4}}
    stablehlo.return %v0, %c : tensor<2xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c5(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %x, %c : tensor<3xf32>, tensor<3xf32>
  // at tensor<4xf32>
  // expected-error @+1 {{scan_c5}}
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)
  return
}
