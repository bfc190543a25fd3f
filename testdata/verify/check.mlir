func.func @expect_eq(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  "check.expect_eq"(%lhs, %rhs) : (tensor<2x?xf32>, tensor<?x3xf32>) -> ()
  return
}

// -----

func.func @expect_eq_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{expect_eq_c1}} at tensor<2xf32>
  "check.expect_eq"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @expect_eq_const(%lhs: tensor<2xi32>) {
  check.expect_eq_const %lhs, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @expect_eq_const_c1(%lhs: tensor<2xi32>) {
  // expected-error @+1 {{expect_eq_const_c1}} at value = dense<1> : tensor<2xi64>
  "check.expect_eq_const"(%lhs) <{value = dense<1> : tensor<2xi64>}> : (tensor<2xi32>) -> ()
  return
}

// -----

func.func @expect_almost_eq(%lhs: tensor<2xf32>) {
  check.expect_almost_eq %lhs, %lhs, tolerance = 0.1 : tensor<2xf32>
  return
}

// -----

func.func @expect_almost_eq_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{expect_almost_eq_c1}} at tensor<2xf32>
  "check.expect_almost_eq"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> ()
  return
}

// -----

func.func @expect_almost_eq_i1(%lhs: tensor<2xi32>) {
  // expected-error @+1 {{expect_almost_eq_i1}} at tensor<2xi32>
  "check.expect_almost_eq"(%lhs, %lhs) : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func @expect_almost_eq_const(%lhs: tensor<2xf32>) {
  check.expect_almost_eq_const %lhs, dense<1.0> : tensor<2xf32>
  return
}

// -----

func.func @expect_almost_eq_const_c1(%lhs: tensor<2xf32>) {
  // expected-error @+1 {{expect_almost_eq_const_c1}} at value = dense<1.0> : tensor<3xf32>
  "check.expect_almost_eq_const"(%lhs) <{value = dense<1.0> : tensor<3xf32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @expect_close(%lhs: tensor<2xf32>) {
  check.expect_close %lhs, %lhs, max_ulp_difference = 3, min_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @expect_close_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xf16>) {
  // expected-error @+1 {{expect_close_c1}} at tensor<2xf32>
  "check.expect_close"(%lhs, %rhs) <{max_ulp_difference = 1 : i64, min_ulp_difference = 0 : i64}> : (tensor<2xf32>, tensor<2xf16>) -> ()
  return
}

// -----

func.func @expect_close_c2(%lhs: tensor<2xf32>) {
  // expected-error @+1 {{expect_close_c2}} at max_ulp_difference = 1
  check.expect_close %lhs, %lhs, max_ulp_difference = 1, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  return
}
