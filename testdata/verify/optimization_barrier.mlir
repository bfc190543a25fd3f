func.func @optimization_barrier(%operand: tensor<2x3xf32>, %token: !stablehlo.token) {
  %0:2 = "stablehlo.optimization_barrier"(%operand, %token) : (tensor<2x3xf32>, !stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @optimization_barrier_c1_ok() {
  "stablehlo.optimization_barrier"() : () -> ()
  return
}

// -----

func.func @optimization_barrier_c1(%operand: tensor<2xf32>) {
  // at tensor<3xf32>
  // expected-error @+1 {{optimization_barrier_c1}}
  %0 = "stablehlo.optimization_barrier"(%operand) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @optimization_barrier_c1_count(%operand: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{optimization_barrier_c1}}
  %0 = "stablehlo.optimization_barrier"(%operand, %operand) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @optimization_barrier_i1(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{optimization_barrier_i1}}
  %0 = "stablehlo.optimization_barrier"(%operand) : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @optimization_barrier_c1_unknown(%x: tensor<2x?xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{optimization_barrier_c1}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2x?xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @optimization_barrier_c1_unknown_ok(%x: tensor<2x?xf32>) {
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}
