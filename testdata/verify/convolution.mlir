func.func @convolution(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_raw_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_two_dimensions_ok(%lhs: tensor<1x2x9x7xf32>, %rhs: tensor<4x2x3x3xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x9x7xf32>, tensor<4x2x3x3xf32>) -> tensor<1x5x5x4xf32>
  return
}

// -----

func.func @convolution_c25_dilated_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<2x2x4xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 0]], lhs_dilate = [2], rhs_dilate = [2], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

func.func @convolution_c25_dynamic_ok(%lhs: tensor<?x?x2xf32>, %rhs: tensor<3x2x4xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x2xf32>, tensor<3x2x4xf32>) -> tensor<1x7x4xf32>
  return
}

// -----

func.func @convolution_c25_empty_window_ok(%lhs: tensor<1x2x2xf32>, %rhs: tensor<3x2x4xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xf32>, tensor<3x2x4xf32>) -> tensor<1x0x4xf32>
  return
}

// -----

func.func @convolution_c10_ok(%lhs: tensor<4x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x4x2xf32>, tensor<3x2x4xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

func.func @convolution_c11_ok(%lhs: tensor<1x4x4xf32>, %rhs: tensor<3x2x6xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4xf32>, tensor<3x2x6xf32>) -> tensor<1x2x6xf32>
  return
}

// -----

func.func @convolution_c24_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c28_ok(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 2.500000e-01:3>>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x2x4x!quant.uniform<i32:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution_c29_ok(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @convolution_c34_ok(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c1(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4x1xf32>) {
  // at tensor<3x2x4x1xf32>
  // expected-error @+1 {{convolution_c1}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4x1xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c2(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at stride = [1, 1]
  // expected-error @+1 {{convolution_c2}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c3(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at stride = [0]
  // expected-error @+1 {{convolution_c3}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c4(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at pad = [[0, 0], [0, 0]]
  // expected-error @+1 {{convolution_c4}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0], [0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c5(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at lhs_dilate = [1, 1]
  // expected-error @+1 {{convolution_c5}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c6(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at lhs_dilate = [0]
  // expected-error @+1 {{convolution_c6}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [0], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x0x4xf32>
  return
}

// -----

func.func @convolution_c7(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at rhs_dilate = [1, 1]
  // expected-error @+1 {{convolution_c7}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1, 1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c8(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at rhs_dilate = [0]
  // expected-error @+1 {{convolution_c8}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [0], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x4x4xf32>
  return
}

// -----

func.func @convolution_c9(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at reverse = [false, true]
  // expected-error @+1 {{convolution_c9}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c10(%lhs: tensor<3x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c10}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<3x4x2xf32>, tensor<3x2x4xf32>) -> tensor<?x2x4xf32>
  return
}

// -----

func.func @convolution_c11(%lhs: tensor<1x4x3xf32>, %rhs: tensor<3x?x4xf32>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c11}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x3xf32>, tensor<3x?x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c12(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at input_spatial_dimensions = []
  // expected-error @+1 {{convolution_c12}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c13(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at input_batch_dimension = 0
  // expected-error @+1 {{convolution_c13}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [0], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x0x4xf32>
  return
}

// -----

func.func @convolution_c13_range(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at input_batch_dimension = 0
  // expected-error @+1 {{convolution_c13}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [3], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c14(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x3x4xf32>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c14}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x3x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c14_groups(%lhs: tensor<1x4x4xf32>, %rhs: tensor<3x4x6xf32>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c14}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4xf32>, tensor<3x4x6xf32>) -> tensor<1x2x6xf32>
  return
}

// -----

func.func @convolution_c15(%lhs: tensor<2x4x2xf32>, %rhs: tensor<3x2x3xf32>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c15}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<3x2x3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @convolution_c16(%lhs: tensor<1x4x4xf32>, %rhs: tensor<3x2x3xf32>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c16}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4xf32>, tensor<3x2x3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @convolution_c17(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at kernel_spatial_dimensions = []
  // expected-error @+1 {{convolution_c17}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c18(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at kernel_spatial_dimensions = [1]
  // expected-error @+1 {{convolution_c18}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [1], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x3x4xf32>
  return
}

// -----

func.func @convolution_c18_range(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at kernel_spatial_dimensions = [3]
  // expected-error @+1 {{convolution_c18}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [3], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c19(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at output_spatial_dimensions = []
  // expected-error @+1 {{convolution_c19}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = []>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c20(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at output_batch_dimension = 0
  // expected-error @+1 {{convolution_c20}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [0]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c20_range(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at output_batch_dimension = 0
  // expected-error @+1 {{convolution_c20}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [3]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c21(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at feature_group_count = 0 : i64
  // expected-error @+1 {{convolution_c21}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c22(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at batch_group_count = 0 : i64
  // expected-error @+1 {{convolution_c22}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c23(%lhs: tensor<2x4x4xf32>, %rhs: tensor<3x2x4xf32>) {
  // at feature_group_count = 2 : i64
  // expected-error @+1 {{convolution_c23}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x4x4xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c24_strict(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at precision_config = [#stablehlo<precision HIGH>]
  // expected-error @+1 {{convolution_c24}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c24(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]
  // expected-error @+1 {{convolution_c24}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c25(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at tensor<1x3x4xf32>
  // expected-error @+1 {{convolution_c25}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x3x4xf32>
  return
}

// -----

func.func @convolution_c25_batch(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at tensor<2x2x4xf32>
  // expected-error @+1 {{convolution_c25}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

func.func @convolution_c25_feature(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at tensor<1x2x2xf32>
  // expected-error @+1 {{convolution_c25}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

func.func @convolution_c26(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at tensor<1x2x4x1xf32>
  // expected-error @+3 {{convolution_c25}}
  // at tensor<1x2x4x1xf32>
  // expected-error @+1 {{convolution_c26}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4x1xf32>
  return
}

// -----

func.func @convolution_c27(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf64>) {
  // at tensor<1x4x2xf32>
  // expected-error @+1 {{convolution_c27}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf64>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c27_result(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at tensor<1x4x2xf32>
  // expected-error @+1 {{convolution_c27}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xi32>
  return
}

// -----

func.func @convolution_c27_float_strict(%lhs: tensor<1x4x2xi8>, %rhs: tensor<3x2x4xi8>) {
  // at tensor<1x2x4xbf16>
  // expected-error @+1 {{convolution_c27}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xi8>, tensor<3x2x4xi8>) -> tensor<1x2x4xbf16>
  return
}

// -----

func.func @convolution_c27_result_strict(%lhs: tensor<1x4x2xi8>, %rhs: tensor<3x2x4xi8>) {
  // at tensor<1x2x4xi32>
  // expected-error @+1 {{convolution_c27}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xi8>, tensor<3x2x4xi8>) -> tensor<1x2x4xi32>
  return
}

// -----

func.func @convolution_c28(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4xf32>) {
  // at tensor<3x2x4xf32>
  // expected-error @+1 {{convolution_c28}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4xf32>) -> tensor<1x2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution_c28_result(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<1x2x2xf32>
  // expected-error @+1 {{convolution_c28}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x2xf32>
  return
}

// -----

func.func @convolution_c29(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  // at dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c29}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution_c30(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<1x2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{convolution_c30}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @convolution_c31(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{convolution_c31}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<1x2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution_c32(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x4x!quant.uniform<i8:bf16, 5.000000e-01>>) {
  // at tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{convolution_c32}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x4x!quant.uniform<i8:bf16, 5.000000e-01>>) -> tensor<1x2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution_c33(%lhs: tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<1x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{convolution_c33}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x2x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @convolution_c34(%lhs: tensor<1x4x2xbf16>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<1x4x2xbf16>
  // expected-error @+1 {{convolution_c34}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xbf16>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x2x4xbf16>
  return
}

// -----

func.func @convolution_i1(%lhs: tensor<2x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{convolution_i1}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<3x2x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution_i17(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at stablehlo.convolution
  // expected-error @+1 {{convolution_i17}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @convolution_c12_unknown(%lhs: tensor<1x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // at dim_numbers = [b, ?, f]x[0, i, o]->[b, 0, f]
  // expected-error @+1 {{convolution_c12}}
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, ?, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x4xf32>
  return
}
