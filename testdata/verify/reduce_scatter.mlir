func.func @reduce_scatter(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c1_ok(%operand: tensor<2x?xf32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x?xf32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @reduce_scatter_c6_ok(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c7_ok(%operand: tensor<2x4xi8>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<2x4xi8>) -> tensor<2x2xi32>
  return
}

// -----

func.func @reduce_scatter_c1(%operand: tensor<2x3xf32>) {
  // at scatter_dimension = 1 : i64
  // expected-error @+1 {{reduce_scatter_c1}}
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @reduce_scatter_c2(%operand: tensor<2x4xf32>) {
  // at scatter_dimension = 2 : i64
  // expected-error @+1 {{reduce_scatter_c2}}
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c3(%operand: tensor<2x4xf32>) {
  // at replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  // expected-error @+1 {{reduce_scatter_c3}}
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c5(%operand: tensor<2x4xf32>) {
  // at replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>
  // expected-error @+1 {{reduce_scatter_c5}}
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c6(%operand: tensor<2x4xf32>) {
  // at use_global_device_ids
  // expected-error @+1 {{reduce_scatter_c6}}
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c7(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    // at %b
    // expected-error @+1 {{reduce_scatter_c7}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_c7_not_promotable(%operand: tensor<2x4xi32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      // at tensor<i8>
      // expected-error @+1 {{reduce_scatter_c7}}
      stablehlo.return %a : tensor<i8>
  }) : (tensor<2x4xi32>) -> tensor<2x2xi8>
  return
}

// -----

func.func @reduce_scatter_c8(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x4xf32>
  // expected-error @+1 {{reduce_scatter_c8}}
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @reduce_scatter_c9(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x2xf64>
  // expected-error @+1 {{reduce_scatter_c9}}
  }) : (tensor<2x4xf32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @reduce_scatter_i1(%operand: tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{reduce_scatter_i1}}
  }) : (tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
