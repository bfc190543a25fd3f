func.func @cholesky(%a: tensor<2x3x3xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>
  return
}

// -----

func.func @cholesky_c3_ok(%a: tensor<?x3xcomplex<f32>>) {
  %0 = stablehlo.cholesky %a, lower = true : (tensor<?x3xcomplex<f32>>) -> tensor<3x?xcomplex<f32>>
  return
}

// -----

func.func @cholesky_c1(%a: tensor<3x3xf32>) {
  // at tensor<3x3xf64>
  // expected-error @+1 {{cholesky_c1}}
  %0 = stablehlo.cholesky %a, lower = true : (tensor<3x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

func.func @cholesky_c1_shape(%a: tensor<3x3xf32>) {
  // at tensor<1x3x3xf32>
  // expected-error @+1 {{cholesky_c1}}
  %0 = stablehlo.cholesky %a, lower = true : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @cholesky_c2(%a: tensor<3xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{cholesky_c2}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<3xf32>
  return
}

// -----

func.func @cholesky_c2_scalar(%a: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{cholesky_c2}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<f32>
  return
}

// -----

func.func @cholesky_c3(%a: tensor<2x3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{cholesky_c3}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x3xf32>
  return
}

// -----

func.func @cholesky_i1(%a: tensor<3x3xi32>) {
  // at tensor<3x3xi32>
  // expected-error @+1 {{cholesky_i1}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xi32>
  return
}
