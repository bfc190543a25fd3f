func.func @send(%input: tensor<2xf32>, %token: !stablehlo.token) {
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c4_ok(%input: tensor<2xf32>, %token: !stablehlo.token) {
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c5_ok(%input: tensor<2xf32>, %token: !stablehlo.token) {
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c1(%input: tensor<2xf32>, %token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  // expected-error @+1 {{send_c1}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c2(%input: tensor<2xf32>, %token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  // expected-error @+1 {{send_c2}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c3(%input: tensor<2xf32>, %token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  // expected-error @+1 {{send_c3}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c4(%input: tensor<2xf32>, %token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>
  // expected-error @+1 {{send_c4}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c5(%input: tensor<2xf32>, %token: !stablehlo.token) {
  // at channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>
  // expected-error @+1 {{send_c5}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c5_host(%input: tensor<2xf32>, %token: !stablehlo.token) {
  // at channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  // expected-error @+1 {{send_c5}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_i2(%input: tensor<2xf32>, %token: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{send_i2}}
  %0 = "stablehlo.send"(%input, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>, tensor<f32>) -> !stablehlo.token
  return
}

// -----

func.func @send_i3(%token: !stablehlo.token) {
  // at "stablehlo.send"
  // expected-error @+1 {{send_i3}}
  %0 = "stablehlo.send"(%token) : (!stablehlo.token) -> !stablehlo.token
  return
}
