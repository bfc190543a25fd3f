// Checks, and probes, which the specification does not describe: the numbers are our own.

func.func @expect_eq(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  check.expect_eq %lhs, %rhs : tensor<2xf32>
  return
}

// -----

func.func @expect_eq_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{expect_eq_c1}}
  "check.expect_eq"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @expect_almost_eq(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  check.expect_almost_eq %lhs, %rhs, tolerance = 0.5 : tensor<2xf32>
  return
}

// -----

func.func @expect_almost_eq_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{expect_almost_eq_c1}}
  "check.expect_almost_eq"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @expect_eq_const(%lhs: tensor<2xf32>) {
  check.expect_eq_const %lhs, dense<1.0> : tensor<2xf32>
  return
}

// -----

func.func @expect_eq_const_c1(%lhs: tensor<2xf32>) {
  // at value = dense<1.0> : tensor<3xf32>
  // expected-error @+1 {{expect_eq_const_c1}}
  "check.expect_eq_const"(%lhs) <{value = dense<1.0> : tensor<3xf32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @expect_almost_eq_const(%lhs: tensor<2xf32>) {
  check.expect_almost_eq_const %lhs, dense<1.0> : tensor<2xf32>
  return
}

// -----

func.func @expect_almost_eq_const_c1(%lhs: tensor<2xf32>) {
  // at value = dense<1.0> : tensor<3xf32>
  // expected-error @+1 {{expect_almost_eq_const_c1}}
  "check.expect_almost_eq_const"(%lhs) <{value = dense<1.0> : tensor<3xf32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @expect_close(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  check.expect_close %lhs, %rhs, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @expect_close_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{expect_close_c1}}
  check.expect_close %lhs, %rhs, max_ulp_difference = 1 : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

func.func @expect_close_c2(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at max_ulp_difference = 3
  // expected-error @+1 {{expect_close_c2}}
  check.expect_close %lhs, %rhs, max_ulp_difference = 3, min_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @probe(%operand: tensor<2xf32>) {
  %0 = interpreter.probe %operand, probe_id = "x" : tensor<2xf32>
  return
}

// -----

func.func @probe_c1(%operand: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{probe_c1}}
  %0 = "interpreter.probe"(%operand) <{probe_id = "x"}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @expect_serialized_eq(%lhs: tensor<2xf32>) {
  check.expect_serialized_eq %lhs, probe_id = "x" : tensor<2xf32>
  return
}

// -----

func.func @print(%operand: tensor<2xf32>) {
  "interpreter.print"(%operand) : (tensor<2xf32>) -> ()
  return
}
