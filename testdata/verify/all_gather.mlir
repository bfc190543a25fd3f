func.func @all_gather(%operand: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_two_operands_ok(%operand0: tensor<2x2xf32>, %operand1: tensor<3x5xi32>) {
  %0:2 = "stablehlo.all_gather"(%operand0, %operand1) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>, tensor<3x5xi32>) -> (tensor<2x4xf32>, tensor<3x10xi32>)
  return
}

// -----

func.func @all_gather_c5_ok(%operand: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c6_ok(%operand: tensor<?x2xf32>) {
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x2xf32>) -> tensor<3x?xf32>
  return
}

// -----

func.func @all_gather_c1(%operand: tensor<2x2xf32>) {
  // at all_gather_dim = 2 : i64
  // expected-error @+1 {{all_gather_c1}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c1_negative(%operand: tensor<2x2xf32>) {
  // at all_gather_dim = -1 : i64
  // expected-error @+1 {{all_gather_c1}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c2(%operand: tensor<2x2xf32>) {
  // at replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  // expected-error @+1 {{all_gather_c2}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c4(%operand: tensor<2x2xf32>) {
  // at replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>
  // expected-error @+1 {{all_gather_c4}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c3(%operand: tensor<2x2xf32>) {
  // at replica_groups = dense<> : tensor<0x2xi64>
  // expected-error @+1 {{all_gather_c3}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c3_all_ok(%operand: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c6_empty(%operand: tensor<2x0xf32>) {
  // at all_gather_dim = 1 : i64
  // expected-error @+1 {{all_gather_c6}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x0xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c5(%operand: tensor<2x2xf32>) {
  // at use_global_device_ids
  // expected-error @+1 {{all_gather_c5}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c6(%operand: tensor<2x2xf32>) {
  // at all_gather_dim = 1 : i64
  // expected-error @+1 {{all_gather_c6}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @all_gather_c6_other_dimension(%operand: tensor<2x2xf32>) {
  // at tensor<3x4xf32>
  // expected-error @+1 {{all_gather_c6}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @all_gather_c6_element_type(%operand: tensor<2x2xf32>) {
  // at tensor<2x4xf64>
  // expected-error @+1 {{all_gather_c6}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf64>
  return
}

// -----

func.func @all_gather_c1_scalar(%operand: tensor<f32>) {
  // at all_gather_dim = 0 : i64
  // expected-error @+1 {{all_gather_c1}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @all_gather_i1(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{all_gather_i1}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @all_gather_i3(%operand: tensor<2x2xf32>) {
  // at "stablehlo.all_gather"
  // expected-error @+1 {{all_gather_i3}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_i3_rank(%operand: tensor<2x2xf32>) {
  // at replica_groups = dense<[0, 1]> : tensor<2xi64>
  // expected-error @+1 {{all_gather_i3}}
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}
