func.func @fft_c5_together(%x: tensor<3x?xf32>) {
  // at tensor<3x5xcomplex<f32>>
  // expected-error @+1 {{fft_c5}}
  %0 = stablehlo.fft %x, type = RFFT, length = [3] : (tensor<3x?xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @fft_c5_together_ok(%x: tensor<3x?xf32>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [3] : (tensor<3x?xf32>) -> tensor<3x2xcomplex<f32>>
  return
}

// -----

func.func @batch_norm_inference_c4_together(%x: tensor<2x?xf32>, %s: tensor<5xf32>, %o: tensor<0xf32>) {
  // at feature_index = 1 : i64
  // expected-error @+1 {{batch_norm_inference_c4}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<5xf32>, tensor<0xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @batch_norm_training_c7_together(%x: tensor<2x?xf32>, %s: tensor<5xf32>, %o: tensor<5xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+1 {{batch_norm_training_c7}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<2x4xf32>, tensor<5xf32>, tensor<5xf32>)
  return
}

// -----

func.func @complex_c2_together(%x: tensor<2x?xf64>, %y: tensor<?x0xf64>) {
  // at tensor<2x3xcomplex<f64>>
  // expected-error @+1 {{complex_c2}}
  %0 = stablehlo.complex %x, %y : (tensor<2x?xf64>, tensor<?x0xf64>) -> tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @concatenate_c6_together(%x: tensor<?x2xf32>, %y: tensor<3x?xf32>) {
  // at tensor<?x5xf32>
  // expected-error @+1 {{concatenate_c6}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x5xf32>
  return
}

// -----

func.func @dot_general_c12_together(%x: tensor<?x4x2xf32>, %y: tensor<3x2x5xf32>) {
  // at tensor<2x4x5xf32>
  // expected-error @+1 {{dot_general_c12}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x4x2xf32>, tensor<3x2x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @map_c1_together(%x: tensor<2x?xf32>, %y: tensor<?x3xf32>) {
  // at tensor<2x4xf32>
  // expected-error @+5 {{map_c1}}
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @select_c2_together(%p: tensor<2x?xi1>, %x: tensor<?x3xf32>) {
  // at tensor<4x3xf32>
  // expected-error @+1 {{select_c2}}
  %0 = stablehlo.select %p, %x, %x : (tensor<2x?xi1>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @transpose_c3_together_ok(%x: tensor<2x?xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x?xf32>) -> tensor<?x2xf32>
  return
}
