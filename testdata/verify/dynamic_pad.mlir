func.func @dynamic_pad(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_c2_ok(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<2xi32>, %high: tensor<2xi32>, %interior: tensor<2xi32>) {
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_i3_dynamic(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<?xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  // at tensor<?xi64>
  // expected-error @+1 {{dynamic_pad_i3}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<?xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_c1(%operand: tensor<2x3xf32>, %padding_value: tensor<f64>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{dynamic_pad_c1}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_c1_result(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  // at tensor<?x?xf64>
  // expected-error @+1 {{dynamic_pad_c1}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf64>
  return
}

// -----

func.func @dynamic_pad_c2(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<1xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  // at tensor<1xi64>
  // expected-error @+1 {{dynamic_pad_c2}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_c2_interior(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<3xi64>) {
  // at tensor<3xi64>
  // expected-error @+1 {{dynamic_pad_c2}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_i2(%operand: tensor<2x3xf32>, %padding_value: tensor<1xf32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  // at tensor<1xf32>
  // expected-error @+1 {{dynamic_pad_i2}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<1xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_i3(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %low: tensor<2x1xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) {
  // at tensor<2x1xi64>
  // expected-error @+1 {{dynamic_pad_i3}}
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior) : (tensor<2x3xf32>, tensor<f32>, tensor<2x1xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
