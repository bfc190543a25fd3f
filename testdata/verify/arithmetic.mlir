// Arithmetic on two operands.
// Each function breaks the rule that its comment names, and no other, or breaks none.

func.func @atan2(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @atan2_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @atan2_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{atan2_c1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @atan2_c1_result(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{atan2_c1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @atan2_c1_element_type(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{atan2_c1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @atan2_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{atan2_c1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @atan2_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{atan2_i1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @atan2_i1(%lhs: tensor<2xi32>, %rhs: tensor<2xf32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{atan2_i1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @atan2_i2(%lhs: tensor<2xf32>, %rhs: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{atan2_i2}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @divide(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @divide_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @divide_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{divide_c1}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @divide_c1_result(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{divide_c1}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @divide_c1_element_type(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{divide_c1}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @divide_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{divide_c1}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @divide_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{divide_i1}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @divide_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{divide_i1}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @divide_i2(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{divide_i2}}
  %0 = stablehlo.divide %lhs, %rhs : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

func.func @maximum(%lhs: tensor<2x?xi32>, %rhs: tensor<?x3xi32>) {
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @maximum_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @maximum_c1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{maximum_c1}}
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @maximum_c1_result(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{maximum_c1}}
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @maximum_c1_element_type(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // at tensor<2xi32>
  // expected-error @+1 {{maximum_c1}}
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @maximum_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{maximum_c1}}
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @maximum_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{maximum_i1}}
  %0 = stablehlo.maximum %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @minimum(%lhs: tensor<2x?xi32>, %rhs: tensor<?x3xi32>) {
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @minimum_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @minimum_c1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{minimum_c1}}
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @minimum_c1_result(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{minimum_c1}}
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @minimum_c1_element_type(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // at tensor<2xi32>
  // expected-error @+1 {{minimum_c1}}
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @minimum_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{minimum_c1}}
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @minimum_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{minimum_i1}}
  %0 = stablehlo.minimum %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @multiply(%lhs: tensor<2x?xi1>, %rhs: tensor<?x3xi1>) {
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2x?xi1>, tensor<?x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @multiply_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @multiply_c1(%lhs: tensor<2xi1>, %rhs: tensor<3xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{multiply_c1}}
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @multiply_c1_result(%lhs: tensor<2xi1>, %rhs: tensor<2xi1>) {
  // at tensor<3xi1>
  // expected-error @+1 {{multiply_c1}}
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2xi1>, tensor<2xi1>) -> tensor<3xi1>
  return
}

// -----

func.func @multiply_c1_element_type(%lhs: tensor<2xi1>, %rhs: tensor<2xi8>) {
  // at tensor<2xi1>
  // expected-error @+1 {{multiply_c1}}
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2xi1>, tensor<2xi8>) -> tensor<2xi1>
  return
}

// -----

func.func @multiply_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{multiply_c1}}
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @multiply_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{multiply_i1}}
  %0 = stablehlo.multiply %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @power(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  %0 = stablehlo.power %lhs, %rhs : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @power_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.power %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @power_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{power_c1}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @power_c1_result(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{power_c1}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @power_c1_element_type(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{power_c1}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @power_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{power_c1}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @power_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{power_i1}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @power_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{power_i1}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @power_i2(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{power_i2}}
  %0 = stablehlo.power %lhs, %rhs : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

func.func @remainder(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @remainder_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @remainder_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{remainder_c1}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @remainder_c1_result(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{remainder_c1}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @remainder_c1_element_type(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{remainder_c1}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @remainder_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{remainder_c1}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @remainder_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{remainder_i1}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @remainder_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{remainder_i1}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @remainder_i2(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{remainder_i2}}
  %0 = stablehlo.remainder %lhs, %rhs : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

func.func @subtract(%lhs: tensor<2x?xi32>, %rhs: tensor<?x3xi32>) {
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @subtract_c1_ok(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @subtract_c1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{subtract_c1}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @subtract_c1_result(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // at tensor<3xi32>
  // expected-error @+1 {{subtract_c1}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @subtract_c1_element_type(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // at tensor<2xi32>
  // expected-error @+1 {{subtract_c1}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @subtract_c1_storage_type(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{subtract_c1}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @subtract_i1_per_axis(%lhs: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{subtract_i1}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @subtract_i1(%lhs: tensor<2xi1>, %rhs: tensor<2xi32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{subtract_i1}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2xi1>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @subtract_i2(%lhs: tensor<2xi32>, %rhs: tensor<2xi1>) {
  // at tensor<2xi1>
  // expected-error @+1 {{subtract_i2}}
  %0 = stablehlo.subtract %lhs, %rhs : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

func.func @add(%lhs: tensor<2x?xi1>, %rhs: tensor<?x3xi1>) {
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x?xi1>, tensor<?x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @add_quantized_ok(%lhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 1.250000e-01>>) {
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32, 1.250000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00>>
  return
}

// -----

func.func @add_per_axis_ok(%lhs: tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.500000e-01}>>) {
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add_c6_ok(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add_c7_ok(%lhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{add_c1}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @add_c1_element_type(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{add_c1}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @add_c1_quantized_result(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{add_c1}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add_c2(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{add_c2}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add_c2_result(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2xf32>
  // expected-error @+1 {{add_c2}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf32>
  return
}

// -----

func.func @add_c3(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{add_c3}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add_c3_result(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>
  // expected-error @+1 {{add_c3}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>
  return
}

// -----

func.func @add_c4(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x!quant.uniform<i8:bf16, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{add_c4}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:bf16, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add_c5(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{add_c5}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add_c5_result(%lhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{add_c5}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add_c6(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{add_c6}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add_c7(%lhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{add_c7}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add_i1(%lhs: tensor<2xindex>, %rhs: tensor<2xf32>) {
  // at tensor<2xindex>
  // expected-error @+1 {{add_i1}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2xindex>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @complex(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %0 = stablehlo.complex %lhs, %rhs : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_c1_ok(%lhs: tensor<2x?xf64>, %rhs: tensor<?x3xf64>) {
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2x?xf64>, tensor<?x3xf64>) -> tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @complex_c1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{complex_c1}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_c1_element_type(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{complex_c1}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_c2(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<3xcomplex<f32>>
  // expected-error @+1 {{complex_c2}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @complex_c3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<2xcomplex<f64>>
  // expected-error @+1 {{complex_c3}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @complex_i1(%lhs: tensor<2xbf16>, %rhs: tensor<2xbf16>) {
  // at tensor<2xbf16>
  // expected-error @+1 {{complex_i1}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_i2(%lhs: tensor<2xf32>, %rhs: tensor<2xi32>) {
  // at tensor<2xi32>
  // expected-error @+1 {{complex_i2}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_o1(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{complex_o1}}
  %0 = stablehlo.complex %lhs, %rhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @add_operands(%lhs: tensor<2xf32>) {
  // at "stablehlo.add"
  // expected-error @+1 {{add_operands}}
  %0 = "stablehlo.add"(%lhs) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @add_results(%lhs: tensor<2xf32>) {
  // at "stablehlo.add"
  // expected-error @+1 {{add_results}}
  %0:2 = "stablehlo.add"(%lhs, %lhs) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @atan2_c1_ends(%lhs: tensor<2x?xf32>, %rhs: tensor<?x3xf32>) {
  // at tensor<4x3xf32>
  // expected-error @+1 {{atan2_c1}}
  %0 = stablehlo.atan2 %lhs, %rhs : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @add_c8(%lhs: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 1.250000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{add_c8}}
  %0 = stablehlo.add %lhs, %rhs : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32, 1.250000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00>>
  return
}
