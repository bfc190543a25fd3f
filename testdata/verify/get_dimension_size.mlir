func.func @get_dimension_size(%operand: tensor<2x?xf32>) {
  %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_c1(%operand: tensor<2x3xf32>) {
  // at dim = 2
  // expected-error @+1 {{get_dimension_size_c1}}
  %0 = stablehlo.get_dimension_size %operand, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_c1_negative(%operand: tensor<2x3xf32>) {
  // at dimension = -1 : i64
  // expected-error @+1 {{get_dimension_size_c1}}
  %0 = "stablehlo.get_dimension_size"(%operand) <{dimension = -1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_o1(%operand: tensor<2x3xf32>) {
  // at tensor<i64>
  // expected-error @+1 {{get_dimension_size_o1}}
  %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x3xf32>) -> tensor<i64>
  return
}

// -----

func.func @get_dimension_size_o1_rank(%operand: tensor<2x3xf32>) {
  // at tensor<1xi32>
  // expected-error @+1 {{get_dimension_size_o1}}
  %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x3xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @get_dimension_size_i2(%operand: tensor<2xf32>) {
  // at "stablehlo.get_dimension_size"
  // expected-error @+1 {{get_dimension_size_i2}}
  %0 = "stablehlo.get_dimension_size"(%operand) : (tensor<2xf32>) -> tensor<i32>
  return
}
