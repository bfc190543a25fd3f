func.func @add_dependency(%operand: tensor<4xf32>, %token: !stablehlo.token) {
  %0 = mhlo.add_dependency %operand, %token : (tensor<4xf32>, !stablehlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @add_dependency_c1(%operand: tensor<4xf32>, %token: !stablehlo.token) {
  // at tensor<5xf32>
  // expected-error @+1 {{add_dependency_c1}}
  %0 = mhlo.add_dependency %operand, %token : (tensor<4xf32>, !stablehlo.token) -> tensor<5xf32>
  return
}

// -----

func.func @stochastic_convert(%operand: tensor<4xf32>, %random: tensor<4xui32>) {
  %0 = "mhlo.stochastic_convert"(%operand, %random) : (tensor<4xf32>, tensor<4xui32>) -> tensor<4xi8>
  return
}

// -----

func.func @stochastic_convert_c1(%operand: tensor<4xf32>, %random: tensor<4xui32>) {
  // at tensor<5xi8>
  // expected-error @+1 {{stochastic_convert_c1}}
  %0 = "mhlo.stochastic_convert"(%operand, %random) : (tensor<4xf32>, tensor<4xui32>) -> tensor<5xi8>
  return
}

// -----

func.func @stochastic_convert_c2(%operand: tensor<4xf32>, %random: tensor<4xui16>) {
  // at tensor<4xui16>
  // expected-error @+1 {{stochastic_convert_c2}}
  %0 = "mhlo.stochastic_convert"(%operand, %random) : (tensor<4xf32>, tensor<4xui16>) -> tensor<4xi8>
  return
}

// -----

func.func @xla_rng_get_and_update_state() {
  %0 = mhlo.xla.rng_get_and_update_state {delta = 3 : i64}
  return
}

// -----

func.func @xla_rng_get_and_update_state_c1() {
  // at tensor<1xui64>
  // expected-error @+1 {{xla_rng_get_and_update_state_c1}}
  %0 = "mhlo.xla.rng_get_and_update_state"() {delta = 3 : i64} : () -> tensor<1xui64>
  return
}

// -----

func.func @xla_rng_get_and_update_state_c2() {
  // at tensor<2xi64>
  // expected-error @+1 {{xla_rng_get_and_update_state_c2}}
  %0 = "mhlo.xla.rng_get_and_update_state"() {delta = 3 : i64} : () -> tensor<2xi64>
  return
}
