func.func @collective_permute(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c4_ok(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.collective_permute"(%operand) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c5_ok(%operand: tensor<2x?xf32>) {
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @collective_permute_c1(%operand: tensor<2x3xf32>) {
  // at source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  // expected-error @+1 {{collective_permute_c1}}
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c2(%operand: tensor<2x3xf32>) {
  // at source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  // expected-error @+1 {{collective_permute_c2}}
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c3(%operand: tensor<2x3xf32>) {
  // at source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  // expected-error @+1 {{collective_permute_c3}}
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c4(%operand: tensor<2x3xf32>) {
  // at source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>
  // expected-error @+1 {{collective_permute_c4}}
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c5(%operand: tensor<2x3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{collective_permute_c5}}
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @collective_permute_i1(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{collective_permute_i1}}
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @collective_permute_i2(%operand: tensor<2xf32>) {
  // at "stablehlo.collective_permute"
  // expected-error @+1 {{collective_permute_i2}}
  %0 = "stablehlo.collective_permute"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_permute_i3(%operand: tensor<2x2xi64>) {
  // at channel_handle = #stablehlo<fft_type FFT>
  // expected-error @+1 {{collective_permute_i3}}
  %0 = "stablehlo.collective_permute"(%operand) <{channel_handle = #stablehlo<fft_type FFT>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xi64>) -> tensor<2x2xi64>
  return
}
