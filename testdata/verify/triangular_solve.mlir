func.func @triangular_solve(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @triangular_solve_c3_ok(%a: tensor<2x3x3xf32>, %b: tensor<2x5x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return
}

// -----

func.func @triangular_solve_c3_dynamic_ok(%a: tensor<?x3x?xcomplex<f64>>, %b: tensor<2x?x5xcomplex<f64>>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<?x3x?xcomplex<f64>>, tensor<2x?x5xcomplex<f64>>) -> tensor<2x?x5xcomplex<f64>>
  return
}

// -----

func.func @triangular_solve_c1(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf64>) {
  // at tensor<2x3x3xf32>
  // expected-error @+1 {{triangular_solve_c1}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  return
}

// -----

func.func @triangular_solve_c2(%a: tensor<3x3xf32>, %b: tensor<2x3x5xf32>) {
  // at tensor<2x3x5xf32>
  // expected-error @+1 {{triangular_solve_c2}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @triangular_solve_c2_rank(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{triangular_solve_c2}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @triangular_solve_c3(%a: tensor<2x3x4xf32>, %b: tensor<2x3x5xf32>) {
  // at tensor<2x3x4xf32>
  // expected-error @+1 {{triangular_solve_c3}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @triangular_solve_c3_left(%a: tensor<2x3x3xf32>, %b: tensor<2x5x3xf32>) {
  // at left_side = true
  // expected-error @+1 {{triangular_solve_c3}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return
}

// -----

func.func @triangular_solve_c3_right(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf32>) {
  // at left_side = false
  // expected-error @+1 {{triangular_solve_c3}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @triangular_solve_c3_batch(%a: tensor<2x3x3xf32>, %b: tensor<4x3x5xf32>) {
  // at tensor<2x3x3xf32>
  // expected-error @+1 {{triangular_solve_c3}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
  return
}

// -----

func.func @triangular_solve_c4(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf32>) {
  // at tensor<2x3x4xf32>
  // expected-error @+1 {{triangular_solve_c4}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @triangular_solve_c4_element_type(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf32>) {
  // at tensor<2x3x5xf64>
  // expected-error @+1 {{triangular_solve_c4}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf64>
  return
}

// -----

func.func @triangular_solve_i1(%a: tensor<2x3x3xi32>, %b: tensor<2x3x5xf32>) {
  // at tensor<2x3x3xi32>
  // expected-error @+1 {{triangular_solve_i1}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xi32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @triangular_solve_i2(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xi32>) {
  // at tensor<2x3x5xi32>
  // expected-error @+1 {{triangular_solve_i2}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xi32>) -> tensor<2x3x5xi32>
  return
}

// -----

func.func @triangular_solve_i6(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf32>) {
  // at transpose_a = #stablehlo<transpose CONJUGATE>
  // expected-error @+1 {{triangular_solve_i6}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose CONJUGATE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}
