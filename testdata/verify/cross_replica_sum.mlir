func.func @cross_replica_sum(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cross_replica_sum_c3_ok(%operand: tensor<2x?xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @cross_replica_sum_c1(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  // expected-error @+1 {{cross_replica_sum_c1}}
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cross_replica_sum_c2(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>
  // expected-error @+1 {{cross_replica_sum_c2}}
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cross_replica_sum_c3(%operand: tensor<2x3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{cross_replica_sum_c3}}
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @cross_replica_sum_i1(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{cross_replica_sum_i1}}
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
