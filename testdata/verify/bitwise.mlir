// Ops on the bits of booleans and integers.
// Each function breaks the rule that its comment names, and no other, or breaks none.

func.func @and(%lhs: tensor<2x?xi1>, %rhs: tensor<?x3xi1>) {
  %0 = stablehlo.and %lhs, %rhs : (tensor<2x?xi1>, tensor<?x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @and_c1(%lhs: tensor<2xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{and_c1}}
  %0 = stablehlo.and %lhs, %rhs : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @and_c1_result(%lhs: tensor<2xi1>, %rhs: tensor<2xi1>) {
  // at tensor<3xi1>
  // expected-error @+1 {{and_c1}}
  %0 = stablehlo.and %lhs, %rhs : (tensor<2xi1>, tensor<2xi1>) -> tensor<3xi1>
  return
}

// -----

func.func @and_c1_element_type(%lhs: tensor<2xi1>, %rhs: tensor<2xi8>) {
  // at tensor<2xi1>
  // expected-error @+1 {{and_c1}}
  %0 = stablehlo.and %lhs, %rhs : (tensor<2xi1>, tensor<2xi8>) -> tensor<2xi1>
  return
}

// -----

func.func @and_i1(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  // at tensor<2xf32>
  // expected-error @+1 {{and_i1}}
  %0 = stablehlo.and %lhs, %rhs : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @and_i2(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{and_i2}}
  %0 = stablehlo.and %lhs, %rhs : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @or(%lhs: tensor<2x?xi1>, %rhs: tensor<?x3xi1>) {
  %0 = stablehlo.or %lhs, %rhs : (tensor<2x?xi1>, tensor<?x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @or_c1(%lhs: tensor<2xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{or_c1}}
  %0 = stablehlo.or %lhs, %rhs : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @or_c1_result(%lhs: tensor<2xi1>, %rhs: tensor<2xi1>) {
  // at tensor<3xi1>
  // expected-error @+1 {{or_c1}}
  %0 = stablehlo.or %lhs, %rhs : (tensor<2xi1>, tensor<2xi1>) -> tensor<3xi1>
  return
}

// -----

func.func @or_c1_element_type(%lhs: tensor<2xi1>, %rhs: tensor<2xi8>) {
  // at tensor<2xi1>
  // expected-error @+1 {{or_c1}}
  %0 = stablehlo.or %lhs, %rhs : (tensor<2xi1>, tensor<2xi8>) -> tensor<2xi1>
  return
}

// -----

func.func @or_i1(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  // at tensor<2xf32>
  // expected-error @+1 {{or_i1}}
  %0 = stablehlo.or %lhs, %rhs : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @or_i2(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{or_i2}}
  %0 = stablehlo.or %lhs, %rhs : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @xor(%lhs: tensor<2x?xi1>, %rhs: tensor<?x3xi1>) {
  %0 = stablehlo.xor %lhs, %rhs : (tensor<2x?xi1>, tensor<?x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @xor_c1(%lhs: tensor<2xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{xor_c1}}
  %0 = stablehlo.xor %lhs, %rhs : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @xor_c1_result(%lhs: tensor<2xi1>, %rhs: tensor<2xi1>) {
  // at tensor<3xi1>
  // expected-error @+1 {{xor_c1}}
  %0 = stablehlo.xor %lhs, %rhs : (tensor<2xi1>, tensor<2xi1>) -> tensor<3xi1>
  return
}

// -----

func.func @xor_c1_element_type(%lhs: tensor<2xi1>, %rhs: tensor<2xi8>) {
  // at tensor<2xi1>
  // expected-error @+1 {{xor_c1}}
  %0 = stablehlo.xor %lhs, %rhs : (tensor<2xi1>, tensor<2xi8>) -> tensor<2xi1>
  return
}

// -----

func.func @xor_i1(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  // at tensor<2xf32>
  // expected-error @+1 {{xor_i1}}
  %0 = stablehlo.xor %lhs, %rhs : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @xor_i2(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{xor_i2}}
  %0 = stablehlo.xor %lhs, %rhs : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @shift_left(%lhs: tensor<2x?xi32>, %rhs: tensor<?x3xi32>) {
  %0 = stablehlo.shift_left %lhs, %rhs : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @shift_left_c1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{shift_left_c1}}
  %0 = stablehlo.shift_left %lhs, %rhs : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_left_c1_result(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{shift_left_c1}}
  %0 = stablehlo.shift_left %lhs, %rhs : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @shift_left_c1_element_type(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // at tensor<2xi32>
  // expected-error @+1 {{shift_left_c1}}
  %0 = stablehlo.shift_left %lhs, %rhs : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_left_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xi32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{shift_left_i1}}
  %0 = stablehlo.shift_left %lhs, %rhs : (tensor<2xi1>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_left_i2(%lhs: tensor<2xi32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{shift_left_i2}}
  %0 = stablehlo.shift_left %lhs, %rhs : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_arithmetic(%lhs: tensor<2x?xi32>, %rhs: tensor<?x3xi32>) {
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @shift_right_arithmetic_c1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{shift_right_arithmetic_c1}}
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_arithmetic_c1_result(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{shift_right_arithmetic_c1}}
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @shift_right_arithmetic_c1_element_type(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // at tensor<2xi32>
  // expected-error @+1 {{shift_right_arithmetic_c1}}
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_arithmetic_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xi32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{shift_right_arithmetic_i1}}
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : (tensor<2xi1>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_arithmetic_i2(%lhs: tensor<2xi32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{shift_right_arithmetic_i2}}
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_logical(%lhs: tensor<2x?xi32>, %rhs: tensor<?x3xi32>) {
  %0 = stablehlo.shift_right_logical %lhs, %rhs : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @shift_right_logical_c1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{shift_right_logical_c1}}
  %0 = stablehlo.shift_right_logical %lhs, %rhs : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_logical_c1_result(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{shift_right_logical_c1}}
  %0 = stablehlo.shift_right_logical %lhs, %rhs : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @shift_right_logical_c1_element_type(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // at tensor<2xi32>
  // expected-error @+1 {{shift_right_logical_c1}}
  %0 = stablehlo.shift_right_logical %lhs, %rhs : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_logical_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xi32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{shift_right_logical_i1}}
  %0 = stablehlo.shift_right_logical %lhs, %rhs : (tensor<2xi1>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_logical_i2(%lhs: tensor<2xi32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{shift_right_logical_i2}}
  %0 = stablehlo.shift_right_logical %lhs, %rhs : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

func.func @not(%operand: tensor<2x?xi1>) {
  %0 = stablehlo.not %operand : (tensor<2x?xi1>) -> tensor<?x3xi1>
  return
}

// -----

func.func @not_c1(%operand: tensor<2x3xi1>) {
  // at tensor<3x2xi1>
  // expected-error @+1 {{not_c1}}
  %0 = stablehlo.not %operand : (tensor<2x3xi1>) -> tensor<3x2xi1>
  return
}

// -----

func.func @not_c1_element_type(%operand: tensor<2xi1>) {
  // at tensor<2xi8>
  // expected-error @+1 {{not_c1}}
  %0 = stablehlo.not %operand : (tensor<2xi1>) -> tensor<2xi8>
  return
}

// -----

func.func @not_i1(%operand: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{not_i1}}
  %0 = stablehlo.not %operand : tensor<2xf32>
  return
}

// -----

func.func @popcnt(%operand: tensor<2x?xi32>) {
  %0 = stablehlo.popcnt %operand : (tensor<2x?xi32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @popcnt_c1(%operand: tensor<2x3xi32>) {
  // at tensor<3x2xi32>
  // expected-error @+1 {{popcnt_c1}}
  %0 = stablehlo.popcnt %operand : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @popcnt_c1_element_type(%operand: tensor<2xi32>) {
  // at tensor<2xi64>
  // expected-error @+1 {{popcnt_c1}}
  %0 = stablehlo.popcnt %operand : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @popcnt_i1(%operand: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{popcnt_i1}}
  %0 = stablehlo.popcnt %operand : tensor<2xi1>
  return
}

// -----

func.func @count_leading_zeros(%operand: tensor<2x?xi32>) {
  %0 = stablehlo.count_leading_zeros %operand : (tensor<2x?xi32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @count_leading_zeros_c1(%operand: tensor<2x3xi32>) {
  // at tensor<3x2xi32>
  // expected-error @+1 {{count_leading_zeros_c1}}
  %0 = stablehlo.count_leading_zeros %operand : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @count_leading_zeros_c1_element_type(%operand: tensor<2xi32>) {
  // at tensor<2xi64>
  // expected-error @+1 {{count_leading_zeros_c1}}
  %0 = stablehlo.count_leading_zeros %operand : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @count_leading_zeros_i1(%operand: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{count_leading_zeros_i1}}
  %0 = stablehlo.count_leading_zeros %operand : tensor<2xi1>
  return
}
