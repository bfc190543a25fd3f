func.func @if(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func.func @if_c3_ok(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  "stablehlo.if"(%pred) ({
      stablehlo.return
  }, {
      stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @if_c1(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
    // at %a
    // expected-error @+1 {{if_c1}}
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func.func @if_c1_false_branch(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
    // at %a
    // expected-error @+1 {{if_c1}}
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func.func @if_c2(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      // at tensor<2xf32>
      // expected-error @+1 {{if_c2}}
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %y : tensor<2xf64>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func.func @if_c2_count(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      // at tensor<2xf32>
      // expected-error @+1 {{if_c2}}
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x, %x : tensor<2xf32>, tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func.func @if_c3(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<2xf64>
  // expected-error @+1 {{if_c3}}
  }) : (tensor<i1>) -> tensor<2xf64>
  return
}

// -----

func.func @if_c3_count(%pred: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0:2 = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<2xf32>
  // expected-error @+1 {{if_c3}}
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @if_i1(%pred: tensor<1xi1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<1xi1>
  // expected-error @+1 {{if_i1}}
  }) : (tensor<1xi1>) -> tensor<2xf32>
  return
}

// -----

func.func @if_i1_element_type(%pred: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<i32>
  // expected-error @+1 {{if_i1}}
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}
