func.func @batch_norm_inference(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c3_ok(%operand: tensor<2x?xf32>, %scale: tensor<5xf32>, %offset: tensor<?xf32>, %mean: tensor<?xf32>, %variance: tensor<?xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @batch_norm_inference_c2_ok(%operand: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %scale: tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>, %offset: tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>, %mean: tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>, %variance: tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<3x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @batch_norm_inference_c1(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // at feature_index = 2 : i64
  // expected-error @+1 {{batch_norm_inference_c1}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c2(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf64>, %variance: tensor<3xf32>) {
  // at tensor<3xf64>
  // expected-error @+1 {{batch_norm_inference_c2}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c3(%operand: tensor<2x3xf32>, %scale: tensor<2xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_inference_c3}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c4(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<2xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_inference_c4}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c5(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<2xf32>, %variance: tensor<3xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_inference_c5}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c6(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<2xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_inference_c6}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c7(%operand: tensor<2x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{batch_norm_inference_c7}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @batch_norm_inference_i2(%operand: tensor<2x3xf32>, %scale: tensor<3x1xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // at tensor<3x1xf32>
  // expected-error @+1 {{batch_norm_inference_i2}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_i1(%operand: tensor<2x3xi32>, %scale: tensor<3xi32>, %offset: tensor<3xi32>, %mean: tensor<3xi32>, %variance: tensor<3xi32>) {
  // at tensor<2x3xi32>
  // expected-error @+1 {{batch_norm_inference_i1}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @batch_norm_inference_i6(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>, %e: tensor<2xf32>) {
  // at "stablehlo.batch_norm_inference"
  // expected-error @+1 {{batch_norm_inference_i6}}
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{feature_index = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
