func.func @collective_broadcast(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c3_ok(%operand0: tensor<2x3xf32>, %operand1: tensor<4xi32>) {
  %0:2 = "stablehlo.collective_broadcast"(%operand0, %operand1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>, tensor<4xi32>) -> (tensor<2x3xf32>, tensor<4xi32>)
  return
}

// -----

func.func @collective_broadcast_c4_ok(%operand0: tensor<2x3xf32>, %operand1: tensor<1xi32>) {
  %0 = "stablehlo.collective_broadcast"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c1(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_broadcast_c1}}
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c2(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_broadcast_c2}}
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c2_padding(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_broadcast_c2}}
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c3() {
  // at "stablehlo.collective_broadcast"
  // expected-error @+1 {{collective_broadcast_c3}}
  "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

func.func @collective_broadcast_c3_type(%operand: tensor<2x3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{collective_broadcast_c3}}
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @collective_broadcast_c4(%operand: tensor<0xi32>) {
  // at tensor<0xi32>
  // expected-error @+1 {{collective_broadcast_c4}}
  "stablehlo.collective_broadcast"(%operand) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0xi32>) -> ()
  return
}

// -----

func.func @collective_broadcast_c4_root(%operand0: tensor<2x3xf32>, %operand1: tensor<1xi64>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{collective_broadcast_c4}}
  %0 = "stablehlo.collective_broadcast"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c4_root_shape(%operand0: tensor<2x3xf32>, %operand1: tensor<2xi32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{collective_broadcast_c4}}
  %0 = "stablehlo.collective_broadcast"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c4_type(%operand0: tensor<2x3xf32>, %operand1: tensor<1xi32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{collective_broadcast_c4}}
  %0 = "stablehlo.collective_broadcast"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @collective_broadcast_c5(%operand: tensor<2x3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+3 {{collective_broadcast_c3}}
  // at tensor<2x3xf32>
  // expected-error @+1 {{collective_broadcast_c5}}
  %0:2 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @collective_broadcast_i1(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{collective_broadcast_i1}}
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}
