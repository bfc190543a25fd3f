func.func @all_to_all(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_to_all_same_dimension_ok(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_two_operands_ok(%operand0: tensor<2x4xf32>, %operand1: tensor<3x2xi32>) {
  %0:2 = "stablehlo.all_to_all"(%operand0, %operand1) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<3x2xi32>) -> (tensor<4x2xf32>, tensor<6x1xi32>)
  return
}

// -----

func.func @all_to_all_c2_ok(%operand: tensor<2x?xf32>) {
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x?xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @all_to_all_c6_ok(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.all_to_all"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_to_all_c1(%operand: tensor<2x4xf32>) {
  // at split_dimension = 2 : i64
  // expected-error @+1 {{all_to_all_c1}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_to_all_c2(%operand: tensor<2x3xf32>) {
  // at split_dimension = 1 : i64
  // expected-error @+1 {{all_to_all_c2}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @all_to_all_c3(%operand: tensor<2x4xf32>) {
  // at concat_dimension = 2 : i64
  // expected-error @+1 {{all_to_all_c3}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @all_to_all_c4(%operand: tensor<2x4xf32>) {
  // at split_count = 0 : i64
  // expected-error @+1 {{all_to_all_c4}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_to_all_c5(%operand: tensor<2x4xf32>) {
  // at replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  // expected-error @+1 {{all_to_all_c5}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_to_all_c7(%operand: tensor<2x4xf32>) {
  // at replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>
  // expected-error @+1 {{all_to_all_c7}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_to_all_c8(%operand: tensor<2x4xf32>) {
  // at replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>
  // expected-error @+1 {{all_to_all_c8}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_to_all_c9_element_type(%operand: tensor<2x4xf32>) {
  // at tensor<4x2xf64>
  // expected-error @+1 {{all_to_all_c9}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf64>
  return
}

// -----

func.func @all_to_all_c9_other(%operand: tensor<2x4x3xf32>) {
  // at tensor<4x2x5xf32>
  // expected-error @+1 {{all_to_all_c9}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4x3xf32>) -> tensor<4x2x5xf32>
  return
}

// -----

func.func @all_to_all_c9_rank(%operand: tensor<2x4xf32>) {
  // at tensor<4x2x1xf32>
  // expected-error @+1 {{all_to_all_c9}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

func.func @all_to_all_c9_same_dimension(%operand: tensor<2x4xf32>) {
  // at tensor<2x5xf32>
  // expected-error @+1 {{all_to_all_c9}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @all_to_all_c9_split(%operand: tensor<2x4xf32>) {
  // at tensor<4x3xf32>
  // expected-error @+1 {{all_to_all_c9}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @all_to_all_c9_concat(%operand: tensor<2x4xf32>) {
  // at tensor<5x2xf32>
  // expected-error @+1 {{all_to_all_c9}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @all_to_all_i1(%operand: tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{all_to_all_i1}}
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<4x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
