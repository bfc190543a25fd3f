func.func @async_start(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %r : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  return
}

// -----

func.func @async_start_c2_ok(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = stablehlo.slice %a [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
      stablehlo.return %r : tensor<1x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<1x3xf32>>
  return
}

// -----

func.func @async_start_c1(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %s = stablehlo.slice %r [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
      // at tensor<2x3xf32>
      // expected-error @+1 {{async_start_c1}}
      stablehlo.return %r : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  return
}

// -----

func.func @async_start_c2(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = stablehlo.negate %a : tensor<2x3xf32>
      // at tensor<2x3xf32>
      // expected-error @+1 {{async_start_c2}}
      stablehlo.return %r : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  return
}

// -----

func.func @async_start_c3(%operand: tensor<2x4xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    // at %a
    // expected-error @+1 {{async_start_c3}}
    ^bb0(%a: tensor<2x3xf32>):
      %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %r : tensor<2x3xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  return
}

// -----

func.func @async_start_c4(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %r : tensor<2x3xf32>
  // at !stablehlo.future<tensor<2x4xf32>>
  // expected-error @+1 {{async_start_c4}}
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x4xf32>>
  return
}

// -----

func.func @async_start_c4_count(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %r : tensor<2x3xf32>
  // at !stablehlo.future<tensor<2x3xf32>, tensor<2x3xf32>>
  // expected-error @+1 {{async_start_c4}}
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>, tensor<2x3xf32>>
  return
}

// -----

func.func @async_start_o1(%operand: tensor<2x3xf32>) {
  %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<2x3xf32>):
      %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %r : tensor<2x3xf32>
  // at tensor<2x3xf32>
  // expected-error @+1 {{async_start_o1}}
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @async_done(%operand: !stablehlo.future<tensor<2x3xf32>, tensor<i32>>) {
  %0:2 = "stablehlo.async_done"(%operand) : (!stablehlo.future<tensor<2x3xf32>, tensor<i32>>) -> (tensor<2x3xf32>, tensor<i32>)
  return
}

// -----

func.func @async_done_c1(%operand: !stablehlo.future<tensor<2x3xf32>>) {
  // at !stablehlo.future<tensor<2x3xf32>>
  // expected-error @+1 {{async_done_c1}}
  %0 = "stablehlo.async_done"(%operand) : (!stablehlo.future<tensor<2x3xf32>>) -> tensor<2x4xf32>
  return
}

// -----

func.func @async_done_c1_count(%operand: !stablehlo.future<tensor<2x3xf32>>) {
  // at !stablehlo.future<tensor<2x3xf32>>
  // expected-error @+1 {{async_done_c1}}
  "stablehlo.async_done"(%operand) : (!stablehlo.future<tensor<2x3xf32>>) -> ()
  return
}

// -----

func.func @async_done_i1(%operand: tensor<2x3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{async_done_i1}}
  %0 = "stablehlo.async_done"(%operand) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
