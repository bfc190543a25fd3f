// CHLO's ops that broadcast their operands, which the specification does not describe: the numbers are our own.

func.func @broadcast_add(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_add_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_add %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_add_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_add_c2}}
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_add_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_add_c3}}
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_add_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_add_c4}}
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_atan2(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_atan2_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_atan2 %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_atan2_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_atan2_c2}}
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_atan2_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_atan2_c3}}
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_atan2_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_atan2_c4}}
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_divide(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_divide_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_divide %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_divide_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_divide_c2}}
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_divide_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_divide_c3}}
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_divide_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_divide_c4}}
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_maximum(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_maximum %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_maximum_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_maximum %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_maximum_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_maximum_c2}}
  %0 = chlo.broadcast_maximum %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_maximum_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_maximum_c3}}
  %0 = chlo.broadcast_maximum %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_maximum_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_maximum_c4}}
  %0 = chlo.broadcast_maximum %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_minimum(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_minimum %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_minimum_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_minimum %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_minimum_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_minimum_c2}}
  %0 = chlo.broadcast_minimum %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_minimum_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_minimum_c3}}
  %0 = chlo.broadcast_minimum %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_minimum_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_minimum_c4}}
  %0 = chlo.broadcast_minimum %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_multiply(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_multiply %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_multiply_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_multiply %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_multiply_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_multiply_c2}}
  %0 = chlo.broadcast_multiply %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_multiply_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_multiply_c3}}
  %0 = chlo.broadcast_multiply %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_multiply_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_multiply_c4}}
  %0 = chlo.broadcast_multiply %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_next_after(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_next_after_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_next_after %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_next_after_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_next_after_c2}}
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_next_after_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_next_after_c3}}
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_next_after_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_next_after_c4}}
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_polygamma(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_polygamma_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_polygamma %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_polygamma_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_polygamma_c2}}
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_polygamma_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_polygamma_c3}}
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_polygamma_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_polygamma_c4}}
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_power(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_power_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_power %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_power_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_power_c2}}
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_power_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_power_c3}}
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_power_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_power_c4}}
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_remainder(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_remainder_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_remainder %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_remainder_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_remainder_c2}}
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_remainder_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_remainder_c3}}
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_remainder_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_remainder_c4}}
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_subtract(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_subtract_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_subtract %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_subtract_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_subtract_c2}}
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_subtract_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_subtract_c3}}
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_subtract_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_subtract_c4}}
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_zeta(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_zeta %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_zeta_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_zeta %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_zeta_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_zeta_c2}}
  %0 = chlo.broadcast_zeta %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_zeta_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_zeta_c3}}
  %0 = chlo.broadcast_zeta %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_zeta_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_zeta_c4}}
  %0 = chlo.broadcast_zeta %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_and(%lhs: tensor<2x1xi32>, %rhs: tensor<?x3xi32>) {
  %0 = chlo.broadcast_and %lhs, %rhs : (tensor<2x1xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_and_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_and %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_and_c2(%lhs: tensor<2x1xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x1xi32>
  // expected-error @+1 {{broadcast_and_c2}}
  %0 = chlo.broadcast_and %lhs, %rhs : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @broadcast_and_c3(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi64>) {
  // at tensor<3xi32>
  // expected-error @+1 {{broadcast_and_c3}}
  %0 = chlo.broadcast_and %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_and_c4(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x3xi64>
  // expected-error @+1 {{broadcast_and_c4}}
  %0 = chlo.broadcast_and %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @broadcast_or(%lhs: tensor<2x1xi32>, %rhs: tensor<?x3xi32>) {
  %0 = chlo.broadcast_or %lhs, %rhs : (tensor<2x1xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_or_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_or %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_or_c2(%lhs: tensor<2x1xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x1xi32>
  // expected-error @+1 {{broadcast_or_c2}}
  %0 = chlo.broadcast_or %lhs, %rhs : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @broadcast_or_c3(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi64>) {
  // at tensor<3xi32>
  // expected-error @+1 {{broadcast_or_c3}}
  %0 = chlo.broadcast_or %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_or_c4(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x3xi64>
  // expected-error @+1 {{broadcast_or_c4}}
  %0 = chlo.broadcast_or %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @broadcast_xor(%lhs: tensor<2x1xi32>, %rhs: tensor<?x3xi32>) {
  %0 = chlo.broadcast_xor %lhs, %rhs : (tensor<2x1xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_xor_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_xor %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_xor_c2(%lhs: tensor<2x1xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x1xi32>
  // expected-error @+1 {{broadcast_xor_c2}}
  %0 = chlo.broadcast_xor %lhs, %rhs : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @broadcast_xor_c3(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi64>) {
  // at tensor<3xi32>
  // expected-error @+1 {{broadcast_xor_c3}}
  %0 = chlo.broadcast_xor %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_xor_c4(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x3xi64>
  // expected-error @+1 {{broadcast_xor_c4}}
  %0 = chlo.broadcast_xor %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @broadcast_shift_left(%lhs: tensor<2x1xi32>, %rhs: tensor<?x3xi32>) {
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<2x1xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_left_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_shift_left %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_left_c2(%lhs: tensor<2x1xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x1xi32>
  // expected-error @+1 {{broadcast_shift_left_c2}}
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @broadcast_shift_left_c3(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi64>) {
  // at tensor<3xi32>
  // expected-error @+1 {{broadcast_shift_left_c3}}
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_left_c4(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x3xi64>
  // expected-error @+1 {{broadcast_shift_left_c4}}
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic(%lhs: tensor<2x1xi32>, %rhs: tensor<?x3xi32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<2x1xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_c2(%lhs: tensor<2x1xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x1xi32>
  // expected-error @+1 {{broadcast_shift_right_arithmetic_c2}}
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_c3(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi64>) {
  // at tensor<3xi32>
  // expected-error @+1 {{broadcast_shift_right_arithmetic_c3}}
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_c4(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x3xi64>
  // expected-error @+1 {{broadcast_shift_right_arithmetic_c4}}
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @broadcast_shift_right_logical(%lhs: tensor<2x1xi32>, %rhs: tensor<?x3xi32>) {
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<2x1xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical_c1_ok(%lhs: tensor<2xi32>, %rhs: tensor<2x3xi32>) {
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical_c2(%lhs: tensor<2x1xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x1xi32>
  // expected-error @+1 {{broadcast_shift_right_logical_c2}}
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical_c3(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi64>) {
  // at tensor<3xi32>
  // expected-error @+1 {{broadcast_shift_right_logical_c3}}
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical_c4(%lhs: tensor<3xi32>, %rhs: tensor<2x3xi32>) {
  // at tensor<2x3xi64>
  // expected-error @+1 {{broadcast_shift_right_logical_c4}}
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @broadcast_compare(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_compare_c1_ok(%lhs: tensor<2xf32>, %rhs: tensor<2x3xf32>) {
  %0 = chlo.broadcast_compare %lhs, %rhs {broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_compare_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_compare_c2}}
  %0 = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xi1>
  return
}

// -----

func.func @broadcast_compare_c3(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_compare_c3}}
  %0 = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2x1xf32>, tensor<2x3xf64>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_complex(%lhs: tensor<2x1xf32>, %rhs: tensor<?x3xf32>) {
  %0 = chlo.broadcast_complex %lhs, %rhs : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @broadcast_complex_c2(%lhs: tensor<2x1xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{broadcast_complex_c2}}
  %0 = chlo.broadcast_complex %lhs, %rhs : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xcomplex<f32>>
  return
}

// -----

func.func @broadcast_complex_c3(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf64>) {
  // at tensor<3xf32>
  // expected-error @+1 {{broadcast_complex_c3}}
  %0 = chlo.broadcast_complex %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @broadcast_complex_c4(%lhs: tensor<3xf32>, %rhs: tensor<2x3xf32>) {
  // at tensor<2x3xcomplex<f64>>
  // expected-error @+1 {{broadcast_complex_c4}}
  %0 = chlo.broadcast_complex %lhs, %rhs : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @broadcast_select(%pred: tensor<2x1xi1>, %on_true: tensor<?x3xf32>, %on_false: tensor<f32>) {
  %0 = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<2x1xi1>, tensor<?x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_select_c1(%pred: tensor<2x1xi1>, %on_true: tensor<2x3xf32>, %on_false: tensor<f32>) {
  // at tensor<2x1xi1>
  // expected-error @+1 {{broadcast_select_c1}}
  %0 = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<2x1xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_select_c2(%pred: tensor<i1>, %on_true: tensor<2x3xf32>, %on_false: tensor<f64>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{broadcast_select_c2}}
  %0 = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<i1>, tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_select_c3(%pred: tensor<i1>, %on_true: tensor<2x3xf32>, %on_false: tensor<f32>) {
  // at tensor<2x3xf64>
  // expected-error @+1 {{broadcast_select_c3}}
  %0 = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<i1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_add_c2_bound(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{broadcast_add_c2}}
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32, #stablehlo.bounds<1>>
  return
}

// -----

func.func @broadcast_atan2_c5_strict(%lhs: tensor<2x3xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2x3xi32>
  // expected-error @+1 {{broadcast_atan2_c5}}
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_divide_c5_strict(%lhs: tensor<2x3xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2x3xi1>
  // expected-error @+1 {{broadcast_divide_c5}}
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_next_after_c5_strict(%lhs: tensor<2x3xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2x3xi32>
  // expected-error @+1 {{broadcast_next_after_c5}}
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_polygamma_c5_strict(%lhs: tensor<2x3xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2x3xi32>
  // expected-error @+1 {{broadcast_polygamma_c5}}
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_power_c5_strict(%lhs: tensor<2x3xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2x3xi1>
  // expected-error @+1 {{broadcast_power_c5}}
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_remainder_c5_strict(%lhs: tensor<2x3xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2x3xi1>
  // expected-error @+1 {{broadcast_remainder_c5}}
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_shift_left_c5_strict(%lhs: tensor<2x3xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{broadcast_shift_left_c5}}
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_c5_strict(%lhs: tensor<2x3xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{broadcast_shift_right_arithmetic_c5}}
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_shift_right_logical_c5_strict(%lhs: tensor<2x3xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{broadcast_shift_right_logical_c5}}
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_subtract_c5_strict(%lhs: tensor<2x3xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2x3xi1>
  // expected-error @+1 {{broadcast_subtract_c5}}
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_compare_i4_stablehlo(%x: tensor<2xi32>) {
  // at comparison_direction = #stablehlo<comparison_direction EQ>
  // expected-error @+1 {{broadcast_compare_i4}}
  %0 = "chlo.broadcast_compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}
