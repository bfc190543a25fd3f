func.func @collective_reduce(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c3_ok(%operand0: tensor<2x?xf32>, %operand1: tensor<4xf32>) {
  %0:2 = "stablehlo.collective_reduce"(%operand0, %operand1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x?xf32>, tensor<4xf32>) -> (tensor<?x3xf32>, tensor<4xf32>)
  return
}

// -----

func.func @collective_reduce_c3_root_ok(%operand0: tensor<2x3xf32>, %operand1: tensor<1xi32>) {
  %0 = "stablehlo.collective_reduce"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c8_ok(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c4_ok(%operand: tensor<2xi8>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @collective_reduce_c1(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_reduce_c1}}
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c2(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_reduce_c2}}
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c2_padding(%operand: tensor<2x3xf32>) {
  // at replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_reduce_c2}}
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c3(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x4xf32>
  // expected-error @+1 {{collective_reduce_c3}}
  }) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @collective_reduce_c3_root(%operand0: tensor<2x3xf32>, %operand1: tensor<2xi32>) {
  %0 = "stablehlo.collective_reduce"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{collective_reduce_c3}}
  }) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c3_shape(%operand0: tensor<2x3xf32>, %operand1: tensor<1xi32>) {
  %0 = "stablehlo.collective_reduce"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x4xf32>
  // expected-error @+1 {{collective_reduce_c3}}
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @collective_reduce_c4(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    // at %b
    // expected-error @+1 {{collective_reduce_c4}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c4_results(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{collective_reduce_c4}}
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c4_not_promotable(%operand: tensor<2xi32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      // at tensor<i8>
      // expected-error @+1 {{collective_reduce_c4}}
      stablehlo.return %a : tensor<i8>
  }) : (tensor<2xi32>) -> tensor<2xi8>
  return
}

// -----

func.func @collective_reduce_c5() {
  // at "stablehlo.collective_reduce"
  // expected-error @+1 {{collective_reduce_c5}}
  "stablehlo.collective_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : () -> ()
  return
}

// -----

func.func @collective_reduce_c6(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf64>
  // expected-error @+1 {{collective_reduce_c6}}
  }) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @collective_reduce_c7(%operand0: tensor<2x3xf32>, %operand1: tensor<1xi64>) {
  %0 = "stablehlo.collective_reduce"(%operand0, %operand1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{collective_reduce_c7}}
  }) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_c8(%operand: tensor<2x3xf32>) {
  // at use_global_device_ids
  // expected-error @+1 {{collective_reduce_c8}}
  %0 = "stablehlo.collective_reduce"(%operand) <{use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_reduce_i1(%operand: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = "stablehlo.collective_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{collective_reduce_i1}}
  }) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}
