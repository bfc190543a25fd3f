func.func @dynamic_conv(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_raw_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c4_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi32>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c10_ok(%lhs: tensor<4x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<2x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c11_ok(%lhs: tensor<1x4x4xf32>, %rhs: tensor<3x2x6xf32>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<1x4x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<1x?x6xf32>
  return
}

// -----

func.func @dynamic_conv_c28_ok(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 2.500000e-01:3>>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x?x4x!quant.uniform<i32:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv_c29_ok(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>, tensor<1x2xi64>) -> tensor<1x?x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_conv_c34_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c24_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c2_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2>, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c1(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4x1xf32>, %padding: tensor<1x2xi64>) {
  // at tensor<3x2x4x1xf32>
  // expected-error @+1 {{dynamic_conv_c1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4x1xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c2_strict(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at window_strides = array<i64: 1, 1>
  // expected-error @+1 {{dynamic_conv_c2}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c2(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  // at window_strides = array<i64: 1>
  // expected-error @+1 {{dynamic_conv_c2}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1>}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c3(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at window_strides = array<i64: 0>
  // expected-error @+1 {{dynamic_conv_c3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 0>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c4(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<2x2xi64>) {
  // at tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv_c4}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c4_columns(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x3xi64>) {
  // at tensor<1x3xi64>
  // expected-error @+1 {{dynamic_conv_c4}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x3xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c5(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at lhs_dilation = array<i64: 1, 1>
  // expected-error @+1 {{dynamic_conv_c5}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c6(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at lhs_dilation = array<i64: 0>
  // expected-error @+1 {{dynamic_conv_c6}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 0>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c7(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at rhs_dilation = array<i64: 1, 1>
  // expected-error @+1 {{dynamic_conv_c7}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c8(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at rhs_dilation = array<i64: 0>
  // expected-error @+1 {{dynamic_conv_c8}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 0>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c9(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at window_reversal = array<i1: true, false>
  // expected-error @+1 {{dynamic_conv_c9}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: true, false>}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c10(%lhs: tensor<3x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  // expected-error @+1 {{dynamic_conv_c10}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<3x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c11(%lhs: tensor<1x4x3xf32>, %rhs: tensor<3x?x4xf32>, %padding: tensor<1x2xi64>) {
  // at dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  // expected-error @+1 {{dynamic_conv_c11}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<1x4x3xf32>, tensor<3x?x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c12(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at input_spatial_dimensions = []
  // expected-error @+1 {{dynamic_conv_c12}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c13(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at input_batch_dimension = 0
  // expected-error @+1 {{dynamic_conv_c13}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [0], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c13_range(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at input_batch_dimension = 0
  // expected-error @+1 {{dynamic_conv_c13}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [3], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c14(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x3x4xf32>, %padding: tensor<1x2xi64>) {
  // at dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  // expected-error @+1 {{dynamic_conv_c14}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c15(%lhs: tensor<2x4x2xf32>, %rhs: tensor<3x2x3xf32>, %padding: tensor<1x2xi64>) {
  // at dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  // expected-error @+1 {{dynamic_conv_c15}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<2x4x2xf32>, tensor<3x2x3xf32>, tensor<1x2xi64>) -> tensor<1x?x3xf32>
  return
}

// -----

func.func @dynamic_conv_c16(%lhs: tensor<1x4x4xf32>, %rhs: tensor<3x2x3xf32>, %padding: tensor<1x2xi64>) {
  // at dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  // expected-error @+1 {{dynamic_conv_c16}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<1x4x4xf32>, tensor<3x2x3xf32>, tensor<1x2xi64>) -> tensor<1x?x3xf32>
  return
}

// -----

func.func @dynamic_conv_c17(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at kernel_spatial_dimensions = []
  // expected-error @+1 {{dynamic_conv_c17}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c18(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at kernel_spatial_dimensions = [1]
  // expected-error @+1 {{dynamic_conv_c18}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [1], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c18_range(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at kernel_spatial_dimensions = [3]
  // expected-error @+1 {{dynamic_conv_c18}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [3], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c19(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at output_spatial_dimensions = []
  // expected-error @+1 {{dynamic_conv_c19}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = []>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c20(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at output_batch_dimension = 0
  // expected-error @+1 {{dynamic_conv_c20}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [0]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c20_range(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at output_batch_dimension = 0
  // expected-error @+1 {{dynamic_conv_c20}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [3]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c21(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at feature_group_count = 0 : i64
  // expected-error @+1 {{dynamic_conv_c21}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c22(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at batch_group_count = 0 : i64
  // expected-error @+1 {{dynamic_conv_c22}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c23(%lhs: tensor<2x4x4xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at feature_group_count = 2 : i64
  // expected-error @+1 {{dynamic_conv_c23}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<2x4x4xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c24_strict(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at precision_config = [#stablehlo<precision HIGH>]
  // expected-error @+1 {{dynamic_conv_c24}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c24(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]
  // expected-error @+1 {{dynamic_conv_c24}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c26(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at tensor<1x?x4x1xf32>
  // expected-error @+3 {{dynamic_conv_c25}}
  // at tensor<1x?x4x1xf32>
  // expected-error @+1 {{dynamic_conv_c26}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4x1xf32>
  return
}

// -----

func.func @dynamic_conv_c25(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at tensor<2x?x4xf32>
  // expected-error @+1 {{dynamic_conv_c25}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<2x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c27(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf64>, %padding: tensor<1x2xi64>) {
  // at tensor<1x4x2xf32>
  // expected-error @+1 {{dynamic_conv_c27}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf64>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c27_strict(%lhs: tensor<1x4x2xi16>, %rhs: tensor<3x2x4xi16>, %padding: tensor<1x2xi64>) {
  // at tensor<1x?x4xf32>
  // expected-error @+1 {{dynamic_conv_c27}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xi16>, tensor<3x2x4xi16>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_c28(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4xf32>, %padding: tensor<1x2xi64>) {
  // at tensor<3x2x4xf32>
  // expected-error @+1 {{dynamic_conv_c28}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv_c29(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, %padding: tensor<1x2xi64>) {
  // at dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  // expected-error @+1 {{dynamic_conv_c29}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, tensor<1x2xi64>) -> tensor<1x?x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv_c30(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>, %padding: tensor<1x2xi64>) {
  // at tensor<1x2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_conv_c30}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>, tensor<1x2xi64>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_conv_c31(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4x!quant.uniform<i16:f32, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  // at tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{dynamic_conv_c31}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x?x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv_c32(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4x!quant.uniform<i8:bf16, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  // at tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{dynamic_conv_c32}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4x!quant.uniform<i8:bf16, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x?x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv_c33(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  // at tensor<1x?x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_conv_c33}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x?x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_conv_c34(%lhs: tensor<1x4x2xbf16>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  // at tensor<1x4x2xbf16>
  // expected-error @+1 {{dynamic_conv_c34}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xbf16>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x?x4xbf16>
  return
}

// -----

func.func @dynamic_conv_i1(%lhs: tensor<2x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, %padding: tensor<1x2xi64>) {
  // at tensor<2x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dynamic_conv_i1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<2x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<2x?x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv_i3(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<2xi64>) {
  // at tensor<2xi64>
  // expected-error @+1 {{dynamic_conv_i3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<2xi64>) -> tensor<1x?x4xf32>
  return
}

// -----

func.func @dynamic_conv_i3_dynamic(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<?x2xi64>) {
  // at tensor<?x2xi64>
  // expected-error @+1 {{dynamic_conv_i3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>, tensor<?x2xi64>) -> tensor<1x?x4xf32>
  return
}
