func.func @ragged_dot(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c16_ok(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c17_ok(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<2x3xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<2x3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c17_unknown_ok(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<?x3xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<?x3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c19_ok(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<4x2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c1(%lhs: tensor<2x11x5xf32>, %rhs: tensor<5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_batching_dimensions = [0]
  // expected-error @+1 {{ragged_dot_c1}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c2(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_contracting_dimensions = [2]
  // expected-error @+1 {{ragged_dot_c2}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c3(%lhs: tensor<2x2x3xf32>, %rhs: tensor<2x2x2x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_batching_dimensions = [0, 1]
  // expected-error @+1 {{ragged_dot_c3}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x2x3xf32>, tensor<2x2x2x7xf32>, tensor<4xi64>) -> tensor<2x2x3x7xf32>
  return
}

// -----

func.func @ragged_dot_c4(%lhs: tensor<2x11x2xf32>, %rhs: tensor<2x7xf32>, %group_sizes: tensor<4xi64>) {
  // at rhs_batching_dimensions = [0]
  // expected-error @+1 {{ragged_dot_c4}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x2xf32>, tensor<2x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c5(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_batching_dimensions = [3]
  // expected-error @+1 {{ragged_dot_c5}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<4x2x2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c6(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_contracting_dimensions = [3]
  // expected-error @+1 {{ragged_dot_c6}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x5x7xf32>
  return
}

// -----

func.func @ragged_dot_c7(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at rhs_batching_dimensions = [3]
  // expected-error @+1 {{ragged_dot_c7}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x2x7xf32>
  return
}

// -----

func.func @ragged_dot_c8(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at rhs_contracting_dimensions = [3]
  // expected-error @+1 {{ragged_dot_c8}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x5x7xf32>
  return
}

// -----

func.func @ragged_dot_c9(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_batching_dimensions = [0]
  // expected-error @+1 {{ragged_dot_c9}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c10(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x6x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_contracting_dimensions = [2]
  // expected-error @+1 {{ragged_dot_c10}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x6x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c11(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>, #chlo<precision DEFAULT>]
  // expected-error @+1 {{ragged_dot_c11}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c11_ok(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>]} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c12_none(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_ragged_dimensions = []
  // expected-error @+1 {{ragged_dot_c12}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c12(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at lhs_ragged_dimensions = [0, 0]
  // expected-error @+1 {{ragged_dot_c12}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 0], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c13(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  // at lhs_ragged_dimensions = [3]
  // expected-error @+1 {{ragged_dot_c13}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [3], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c13_negative(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  // at lhs_ragged_dimensions = [-1]
  // expected-error @+1 {{ragged_dot_c13}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [-1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c14(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  // at rhs_group_dimensions = [4]
  // expected-error @+1 {{ragged_dot_c14}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [4]>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c15(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<2xi64>) {
  // at rhs_group_dimensions = [1]
  // expected-error @+1 {{ragged_dot_c15}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<2xi64>) -> tensor<2x11x3x7xf32>
  return
}

// -----

func.func @ragged_dot_c16(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x4xf32>, %group_sizes: tensor<4xi64>) {
  // at rhs_group_dimensions = [2]
  // expected-error @+1 {{ragged_dot_c16}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [2]>} : (tensor<2x11x5xf32>, tensor<2x5x4xf32>, tensor<4xi64>) -> tensor<2x11xf32>
  return
}

// -----

func.func @ragged_dot_c16_free(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  // at rhs_group_dimensions = []
  // expected-error @+1 {{ragged_dot_c16}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c17(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<4x3xi64>) {
  // at lhs_ragged_dimensions = [1]
  // expected-error @+1 {{ragged_dot_c17}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4x3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c17_rank(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<2x11x3xi64>) {
  // at lhs_ragged_dimensions = [1]
  // expected-error @+1 {{ragged_dot_c17}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<2x11x3xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c17_scalar(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<i64>) {
  // at lhs_ragged_dimensions = [2]
  // expected-error @+1 {{ragged_dot_c17}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<i64>) -> tensor<4x2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c18(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at rhs_group_dimensions = [0]
  // expected-error @+1 {{ragged_dot_c18}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c19(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %group_sizes: tensor<4xi64>) {
  // at tensor<2x11x7xf32>
  // expected-error @+1 {{ragged_dot_c19}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c19_free(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  // at tensor<2x11x8xf32>
  // expected-error @+1 {{ragged_dot_c19}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x8xf32>
  return
}
