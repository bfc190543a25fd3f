func.func @pad(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %0 = stablehlo.pad %operand, %padding_value, low = [0, -1], high = [1, 2], interior = [2, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @pad_c4_empty_ok(%operand: tensor<0xf32>, %padding_value: tensor<f32>) {
  %0 = stablehlo.pad %operand, %padding_value, low = [1], high = [2], interior = [3] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c4_ok(%operand: tensor<?xf32>, %padding_value: tensor<f32>) {
  %0 = stablehlo.pad %operand, %padding_value, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c1_ok(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %padding_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @pad_c1(%operand: tensor<2xf32>, %padding_value: tensor<f64>) {
  // at tensor<2xf32>
  // expected-error @+1 {{pad_c1}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_c1_result(%operand: tensor<2xf32>, %padding_value: tensor<f32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{pad_c1}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf64>
  return
}

// -----

func.func @pad_c1_quantized(%operand: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %padding_value: tensor<!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{pad_c1}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @pad_c2(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  // at interior = [0]
  // expected-error @+1 {{pad_c2}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c2_high(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  // at low = [0, 0]
  // expected-error @+1 {{pad_c2}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0, 0], high = [0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c3(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  // at interior = [0, -1]
  // expected-error @+1 {{pad_c3}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0, 0], high = [0, 2], interior = [0, -1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c4(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  // at tensor<3x4xf32>
  // expected-error @+1 {{pad_c4}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0, 1], high = [0, 1], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @pad_c4_dynamic(%operand: tensor<?xf32>, %padding_value: tensor<f32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{pad_c4}}
  %0 = stablehlo.pad %operand, %padding_value, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_c4_rank(%operand: tensor<2xf32>, %padding_value: tensor<f32>) {
  // at tensor<2x1xf32>
  // expected-error @+1 {{pad_c4}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @pad_i2(%operand: tensor<2xf32>, %padding_value: tensor<1xf32>) {
  // at tensor<1xf32>
  // expected-error @+1 {{pad_i2}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_i1(%operand: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %padding_value: tensor<!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{pad_i1}}
  %0 = stablehlo.pad %operand, %padding_value, low = [0], high = [0], interior = [0] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @pad_i3(%operand: tensor<2xf32>, %padding_value: tensor<f32>) {
  // at "stablehlo.pad"
  // expected-error @+1 {{pad_i3}}
  %0 = "stablehlo.pad"(%operand, %padding_value) <{edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_i3_type(%operand: tensor<2xf32>, %padding_value: tensor<f32>) {
  // at edge_padding_low = array<i32: 0>
  // expected-error @+1 {{pad_i3}}
  %0 = "stablehlo.pad"(%operand, %padding_value) {edge_padding_low = array<i32: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
