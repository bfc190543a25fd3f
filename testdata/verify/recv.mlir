func.func @recv(%token: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c4_ok(%token: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c5_ok(%token: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c7_ok(%token: !stablehlo.token) {
  %0 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_c1(%token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  // expected-error @+1 {{recv_c1}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c2(%token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  // expected-error @+1 {{recv_c2}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c3(%token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  // expected-error @+1 {{recv_c3}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c4(%token: !stablehlo.token) {
  // at source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>
  // expected-error @+1 {{recv_c4}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c5(%token: !stablehlo.token) {
  // at channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>
  // expected-error @+1 {{recv_c5}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c5_host(%token: !stablehlo.token) {
  // at channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>
  // expected-error @+1 {{recv_c5}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c6(%token: !stablehlo.token) {
  // at "stablehlo.recv"
  // expected-error @+1 {{recv_c6}}
  "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> ()
  return
}

// -----

func.func @recv_c7(%token: !stablehlo.token) {
  // at !stablehlo.token
  // expected-error @+1 {{recv_c7}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @recv_c8(%token: !stablehlo.token) {
  // at tensor<2xf32>
  // expected-error @+1 {{recv_c8}}
  %0 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @recv_i1(%token: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{recv_i1}}
  %0 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<f32>) -> !stablehlo.token
  return
}

// -----

func.func @recv_o1_dynamic(%token: !stablehlo.token) {
  // at tensor<?xf32>
  // expected-error @+1 {{recv_o1}}
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}
