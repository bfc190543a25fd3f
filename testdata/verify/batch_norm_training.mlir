func.func @batch_norm_training(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c3_ok(%operand: tensor<2x?xf32>, %scale: tensor<3xf32>, %offset: tensor<?xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<3xf32>, tensor<?xf32>) -> (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c1(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // at feature_index = -1 : i64
  // expected-error @+1 {{batch_norm_training_c1}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c2(%operand: tensor<2x3xf32>, %scale: tensor<3xf64>, %offset: tensor<3xf32>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{batch_norm_training_c2}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c2_result(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // at tensor<3xf16>
  // expected-error @+1 {{batch_norm_training_c2}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf16>)
  return
}

// -----

func.func @batch_norm_training_c3(%operand: tensor<2x3xf32>, %scale: tensor<2xf32>, %offset: tensor<3xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_training_c3}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c4(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<2xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_training_c4}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c5(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{batch_norm_training_c5}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c6(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{batch_norm_training_c6}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_training_c7(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{batch_norm_training_c7}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_i3(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<1x3xf32>) {
  // at tensor<1x3xf32>
  // expected-error @+1 {{batch_norm_training_i3}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_i1(%operand: tensor<2x3xi32>, %scale: tensor<3xi32>, %offset: tensor<3xi32>) {
  // at tensor<2x3xi32>
  // expected-error @+1 {{batch_norm_training_i1}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>)
  return
}
