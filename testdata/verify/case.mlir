func.func @case(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @case_c1_ok(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @case_c1(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  // at "stablehlo.case"
  // expected-error @+1 {{case_c1}}
  %0 = "stablehlo.case"(%index) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @case_c2(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
    // at %a
    // expected-error @+1 {{case_c2}}
    ^bb0(%a: tensor<i32>):
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @case_c3(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  }, {
      // at tensor<2xf64>
      // expected-error @+1 {{case_c3}}
      stablehlo.return %y : tensor<2xf64>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @case_c3_count(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      // at stablehlo.return
      // expected-error @+1 {{case_c3}}
      stablehlo.return
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @case_c4(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<2xf64>
  // expected-error @+1 {{case_c4}}
  }) : (tensor<i32>) -> tensor<2xf64>
  return
}

// -----

func.func @case_c4_count(%index: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  "stablehlo.case"(%index) ({
      // at tensor<2xf32>
      // expected-error @+1 {{case_c4}}
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_i1(%index: tensor<i64>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<i64>
  // expected-error @+1 {{case_i1}}
  }) : (tensor<i64>) -> tensor<2xf32>
  return
}

// -----

func.func @case_i1_rank(%index: tensor<1xi32>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  %0 = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<2xf32>
  }, {
      stablehlo.return %x : tensor<2xf32>
  // at tensor<1xi32>
  // expected-error @+1 {{case_i1}}
  }) : (tensor<1xi32>) -> tensor<2xf32>
  return
}
