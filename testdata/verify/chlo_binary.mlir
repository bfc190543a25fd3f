// CHLO's special functions, which the specification does not describe: the numbers are our own.

func.func @next_after(%a: tensor<2x?xf32>, %b: tensor<?x3xf32>) {
  %0 = chlo.next_after %a, %b : tensor<2x?xf32>, tensor<?x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @next_after_c1(%a: tensor<3xf32>, %b: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{next_after_c1}}
  %0 = chlo.next_after %a, %b : tensor<3xf32>, tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @next_after_c1_result(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // at tensor<3xf64>
  // expected-error @+1 {{next_after_c1}}
  %0 = chlo.next_after %a, %b : tensor<3xf32>, tensor<3xf32> -> tensor<3xf64>
  return
}

// -----

func.func @polygamma(%a: tensor<2x?xf32>, %b: tensor<?x3xf32>) {
  %0 = chlo.polygamma %a, %b : tensor<2x?xf32>, tensor<?x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @polygamma_c1(%a: tensor<3xf32>, %b: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{polygamma_c1}}
  %0 = chlo.polygamma %a, %b : tensor<3xf32>, tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @polygamma_c1_result(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // at tensor<3xf64>
  // expected-error @+1 {{polygamma_c1}}
  %0 = chlo.polygamma %a, %b : tensor<3xf32>, tensor<3xf32> -> tensor<3xf64>
  return
}

// -----

func.func @zeta(%a: tensor<2x?xf32>, %b: tensor<?x3xf32>) {
  %0 = chlo.zeta %a, %b : tensor<2x?xf32>, tensor<?x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @zeta_c1(%a: tensor<3xf32>, %b: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{zeta_c1}}
  %0 = chlo.zeta %a, %b : tensor<3xf32>, tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @zeta_c1_result(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // at tensor<3xf64>
  // expected-error @+1 {{zeta_c1}}
  %0 = chlo.zeta %a, %b : tensor<3xf32>, tensor<3xf32> -> tensor<3xf64>
  return
}

// -----

func.func @mulhi(%a: tensor<2x?xi32>, %b: tensor<?x3xi32>) {
  %0 = chlo.mulhi %a, %b : tensor<2x?xi32>, tensor<?x3xi32> -> tensor<2x3xi32>
  return
}

// -----

func.func @mulhi_c1(%a: tensor<3xi32>, %b: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{mulhi_c1}}
  %0 = chlo.mulhi %a, %b : tensor<3xi32>, tensor<2xi32> -> tensor<3xi32>
  return
}

// -----

func.func @mulhi_c1_result(%a: tensor<3xi32>, %b: tensor<3xi32>) {
  // at tensor<3xi64>
  // expected-error @+1 {{mulhi_c1}}
  %0 = chlo.mulhi %a, %b : tensor<3xi32>, tensor<3xi32> -> tensor<3xi64>
  return
}

// -----

func.func @bessel_i1e(%operand: tensor<2x?xf32>) {
  %0 = chlo.bessel_i1e %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @bessel_i1e_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{bessel_i1e_c1}}
  %0 = chlo.bessel_i1e %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @digamma(%operand: tensor<2x?xf32>) {
  %0 = chlo.digamma %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @digamma_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{digamma_c1}}
  %0 = chlo.digamma %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @lgamma(%operand: tensor<2x?xf32>) {
  %0 = chlo.lgamma %operand : tensor<2x?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @lgamma_c1(%operand: tensor<2x3xf32>) {
  // at tensor<3x2xf32>
  // expected-error @+1 {{lgamma_c1}}
  %0 = chlo.lgamma %operand : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}
