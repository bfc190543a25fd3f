func.func @tuple(%val0: tensor<2xf32>, %val1: !stablehlo.token) {
  %0 = "stablehlo.tuple"(%val0, %val1) : (tensor<2xf32>, !stablehlo.token) -> tuple<tensor<2xf32>, !stablehlo.token>
  return
}

// -----

func.func @tuple_c1_ok() {
  %0 = "stablehlo.tuple"() : () -> tuple<>
  return
}

// -----

func.func @tuple_c1(%val0: tensor<2xf32>, %val1: !stablehlo.token) {
  // at tuple<tensor<3xf32>, !stablehlo.token>
  // expected-error @+1 {{tuple_c1}}
  %0 = "stablehlo.tuple"(%val0, %val1) : (tensor<2xf32>, !stablehlo.token) -> tuple<tensor<3xf32>, !stablehlo.token>
  return
}

// -----

func.func @tuple_c1_count(%val0: tensor<2xf32>, %val1: !stablehlo.token) {
  // at tuple<tensor<2xf32>>
  // expected-error @+1 {{tuple_c1}}
  %0 = "stablehlo.tuple"(%val0, %val1) : (tensor<2xf32>, !stablehlo.token) -> tuple<tensor<2xf32>>
  return
}

// -----

func.func @tuple_o1(%val0: tensor<2xf32>, %val1: !stablehlo.token) {
  // at tensor<2xf32>
  // expected-error @+1 {{tuple_o1}}
  %0 = "stablehlo.tuple"(%val0, %val1) : (tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @get_tuple_element(%operand: tuple<tensor<2xf32>, !stablehlo.token>) {
  %0 = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  return
}

// -----

func.func @get_tuple_element_c2_ok(%operand: tuple<tensor<2xf32>, !stablehlo.token>) {
  %0 = "stablehlo.get_tuple_element"(%operand) <{index = 1 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> !stablehlo.token
  return
}

// -----

func.func @get_tuple_element_c1(%operand: tuple<tensor<2xf32>, !stablehlo.token>) {
  // at index = 2 : i32
  // expected-error @+1 {{get_tuple_element_c1}}
  %0 = "stablehlo.get_tuple_element"(%operand) <{index = 2 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  return
}

// -----

func.func @get_tuple_element_c1_negative(%operand: tuple<tensor<2xf32>, !stablehlo.token>) {
  // at index = -1 : i32
  // expected-error @+1 {{get_tuple_element_c1}}
  %0 = "stablehlo.get_tuple_element"(%operand) <{index = -1 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> !stablehlo.token
  return
}

// -----

func.func @get_tuple_element_c2(%operand: tuple<tensor<2xf32>, !stablehlo.token>) {
  // at tensor<2xf64>
  // expected-error @+1 {{get_tuple_element_c2}}
  %0 = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf64>
  return
}

// -----

func.func @get_tuple_element_i1(%operand: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{get_tuple_element_i1}}
  %0 = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @get_tuple_element_i2(%operand: tuple<tensor<2xf32>>) {
  // at "stablehlo.get_tuple_element"
  // expected-error @+1 {{get_tuple_element_i2}}
  %0 = "stablehlo.get_tuple_element"(%operand) : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @tuple_c1_unknown(%val0: tensor<2xf32>) {
  // at tuple<tensor<?xf32>>
  // expected-error @+1 {{tuple_c1}}
  %0 = "stablehlo.tuple"(%val0) : (tensor<2xf32>) -> tuple<tensor<?xf32>>
  return
}
