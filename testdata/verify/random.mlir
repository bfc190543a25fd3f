func.func @rng(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rng_c2_ok(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rng_c1_integer_ok(%a: tensor<i32>, %b: tensor<i32>, %shape: tensor<2xi64>) {
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @rng_c1(%a: tensor<f32>, %b: tensor<f64>, %shape: tensor<2xi64>) {
  // at tensor<f32>
  // expected-error @+1 {{rng_c1}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rng_c1_result(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // at tensor<?x3xf64>
  // expected-error @+1 {{rng_c1}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x3xf64>
  return
}

// -----

func.func @rng_c2(%a: tensor<i32>, %b: tensor<i32>, %shape: tensor<2xi64>) {
  // at tensor<i32>
  // expected-error @+1 {{rng_c2}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

func.func @rng_i1(%a: tensor<1xf32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // at tensor<1xf32>
  // expected-error @+1 {{rng_i1}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<1xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rng_i1_element_type(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>, %shape: tensor<2xi64>) {
  // at tensor<complex<f32>>
  // expected-error @+1 {{rng_i1}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<complex<f32>>, tensor<complex<f32>>, tensor<2xi64>) -> tensor<?x3xcomplex<f32>>
  return
}

// -----

func.func @rng_i3(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{rng_i3}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rng_i4(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // at distribution = BINOMIAL
  // expected-error @+1 {{rng_i4}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = BINOMIAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @rng_bit_generator(%initial_state: tensor<2xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c1_ok(%initial_state: tensor<?xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<?xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_ok(%initial_state: tensor<3xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_default_ok(%initial_state: tensor<4xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = DEFAULT : (tensor<4xui64>) -> (tensor<4xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_float_ok(%initial_state: tensor<f32>) {
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<f32>) -> (tensor<f32>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_rank(%initial_state: tensor<2x1xui64>) {
  // at tensor<2x1xui64>
  // expected-error @+1 {{rng_bit_generator_c2}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = DEFAULT : (tensor<2x1xui64>) -> (tensor<2x1xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c1(%initial_state: tensor<2xui64>) {
  // at tensor<3xui64>
  // expected-error @+1 {{rng_bit_generator_c1}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2(%initial_state: tensor<3xui64>) {
  // at tensor<3xui64>
  // expected-error @+1 {{rng_bit_generator_c2}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_philox(%initial_state: tensor<4xui64>) {
  // at tensor<4xui64>
  // expected-error @+1 {{rng_bit_generator_c2}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_i2(%initial_state: tensor<2xui32>) {
  // at tensor<2xui32>
  // expected-error @+1 {{rng_bit_generator_i2}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<2xui32>) -> (tensor<2xui32>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_o2(%initial_state: tensor<2xui64>) {
  // at tensor<3xi1>
  // expected-error @+1 {{rng_bit_generator_o2}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi1>)
  return
}

// -----

func.func @rng_bit_generator_i1(%initial_state: tensor<2xui64>) {
  // at algorithm = MERSENNE
  // expected-error @+1 {{rng_bit_generator_i1}}
  %0, %1 = stablehlo.rng_bit_generator %initial_state, algorithm = MERSENNE : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  return
}

// -----

func.func @rng_bit_generator_o2_dynamic(%initial_state: tensor<2xui64>) {
  // at tensor<?xui32>
  // expected-error @+1 {{rng_bit_generator_o2}}
  %0:2 = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return
}
