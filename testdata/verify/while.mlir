func.func @while(%operand0: tensor<2xf32>, %operand1: !stablehlo.token) {
  %0:2 = "stablehlo.while"(%operand0, %operand1) ({
    ^bb0(%a: tensor<2xf32>, %b: !stablehlo.token):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>, %b: !stablehlo.token):
      stablehlo.return %a, %b : tensor<2xf32>, !stablehlo.token
  }) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @while_c3_ok() {
  "stablehlo.while"() ({
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
      stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @while_c1_ok(%start: tensor<i32>) {
  %0 = stablehlo.while(%i = %start) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return
}

// -----

func.func @while_c1(%operand: tensor<2xf32>) {
  %0 = "stablehlo.while"(%operand) ({
    // at %a
    // expected-error @+1 {{while_c1}}
    ^bb0(%a: tensor<3xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_c1_count(%operand: tensor<2xf32>) {
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      // at tensor<i1>
      // expected-error @+1 {{while_c1}}
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_c1_result(%operand: tensor<i32>) {
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<i32>):
      // at tensor<i32>
      // expected-error @+1 {{while_c1}}
      stablehlo.return %a : tensor<i32>
  }, {
    ^bb0(%a: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_c1_results(%operand: tensor<2xf32>) {
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      // at tensor<i1>
      // expected-error @+1 {{while_c1}}
      stablehlo.return %t, %t : tensor<i1>, tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_c2(%operand: tensor<2xf32>) {
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    // at %a
    // expected-error @+1 {{while_c2}}
    ^bb0(%a: tensor<2xf64>):
      stablehlo.return %a : tensor<2xf64>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_c2_result(%operand0: tensor<2xf32>, %operand1: tensor<2xi32>) {
  %0:2 = "stablehlo.while"(%operand0, %operand1) ({
    ^bb0(%a: tensor<2xf32>, %b: tensor<2xi32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>, %b: tensor<2xi32>):
      // at tensor<2xi32>
      // expected-error @+1 {{while_c2}}
      stablehlo.return %b, %a : tensor<2xi32>, tensor<2xf32>
  }) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @while_c2_results(%operand: tensor<2xf32>) {
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>):
      // at stablehlo.return
      // expected-error @+1 {{while_c2}}
      stablehlo.return
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_c3(%operand: tensor<2xf32>) {
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %a : tensor<2xf32>
  // at tensor<3xf32>
  // expected-error @+1 {{while_c3}}
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @while_c3_count(%operand: tensor<2xf32>) {
  %0:2 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>):
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %a : tensor<2xf32>
  // at tensor<2xf32>
  // expected-error @+1 {{while_c3}}
  }) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @while_regions(%operand: tensor<2xf32>) {
  // at "stablehlo.while"
  // expected-error @+1 {{while_regions}}
  %0 = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<2xf32>):
      stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
