func.func @after_all(%a: !stablehlo.token, %b: !stablehlo.token) {
  %0 = stablehlo.after_all %a, %b : !stablehlo.token
  return
}

// -----

func.func @after_all_i1(%a: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{after_all_i1}}
  %0 = "stablehlo.after_all"(%a) : (tensor<f32>) -> !stablehlo.token
  return
}

// -----

func.func @after_all_o1(%a: !stablehlo.token) {
  // at tensor<f32>
  // expected-error @+1 {{after_all_o1}}
  %0 = "stablehlo.after_all"(%a) : (!stablehlo.token) -> tensor<f32>
  return
}

// -----

func.func @create_token() {
  %0 = stablehlo.create_token : !stablehlo.token
  return
}

// -----

func.func @create_token_o1() {
  // at tensor<f32>
  // expected-error @+1 {{create_token_o1}}
  %0 = "stablehlo.create_token"() : () -> tensor<f32>
  return
}

// -----

func.func @create_token_operands(%a: !stablehlo.token) {
  // at "stablehlo.create_token"
  // expected-error @+1 {{create_token_operands}}
  %0 = "stablehlo.create_token"(%a) : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @infeed(%token: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%token) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_c2_ok(%token: !stablehlo.token) {
  %0 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @infeed_c1(%token: !stablehlo.token) {
  // at "stablehlo.infeed"
  // expected-error @+1 {{infeed_c1}}
  "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_c2(%token: !stablehlo.token) {
  // at !stablehlo.token
  // expected-error @+1 {{infeed_c2}}
  %0:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_c3(%token: !stablehlo.token) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{infeed_c3}}
  %0:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @infeed_c4(%token: !stablehlo.token) {
  // at layout = [[1, 0], [0]]
  // expected-error @+1 {{infeed_c4}}
  %0:2 = "stablehlo.infeed"(%token) <{layout = [[1, 0], [0]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_c4_numbers(%token: !stablehlo.token) {
  // at layout = [["1"]]
  // expected-error @+1 {{infeed_c4}}
  %0:2 = "stablehlo.infeed"(%token) <{layout = [["1"]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_i1(%token: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{infeed_i1}}
  %0 = "stablehlo.infeed"(%token) : (tensor<f32>) -> !stablehlo.token
  return
}

// -----

func.func @outfeed(%a: tensor<2x3xf32>, %b: tensor<2xi32>, %token: !stablehlo.token) {
  %0 = "stablehlo.outfeed"(%a, %b, %token) <{outfeed_config = ""}> : (tensor<2x3xf32>, tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @outfeed_i2(%token: tensor<f32>) {
  // at tensor<f32>
  // expected-error @+1 {{outfeed_i2}}
  %0 = "stablehlo.outfeed"(%token) : (tensor<f32>) -> !stablehlo.token
  return
}

// -----

func.func @outfeed_i1(%a: !stablehlo.token, %token: !stablehlo.token) {
  // at !stablehlo.token
  // expected-error @+1 {{outfeed_i1}}
  %0 = "stablehlo.outfeed"(%a, %token) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @outfeed_o1(%token: !stablehlo.token) {
  // at tensor<f32>
  // expected-error @+1 {{outfeed_o1}}
  %0 = "stablehlo.outfeed"(%token) : (!stablehlo.token) -> tensor<f32>
  return
}
