func.func @fft(%operand: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %operand, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_ifft_ok(%operand: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %operand, type = IFFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_rfft_ok(%operand: tensor<3x8xf32>) {
  %0 = stablehlo.fft %operand, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_irfft_ok(%operand: tensor<3x5xcomplex<f64>>) {
  %0 = stablehlo.fft %operand, type = IRFFT, length = [9] : (tensor<3x5xcomplex<f64>>) -> tensor<3x9xf64>
  return
}

// -----

func.func @fft_c3_ok(%operand: tensor<2x3x4xcomplex<f32>>) {
  %0 = stablehlo.fft %operand, type = FFT, length = [2, 3, 4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @fft_c4_ok(%operand: tensor<3x?xf32>) {
  %0 = stablehlo.fft %operand, type = RFFT, length = [8] : (tensor<3x?xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @fft_c5_ok(%operand: tensor<3x0xf32>) {
  %0 = stablehlo.fft %operand, type = RFFT, length = [0] : (tensor<3x0xf32>) -> tensor<3x0xcomplex<f32>>
  return
}

// -----

func.func @fft_c1(%operand: tensor<8xcomplex<f32>>) {
  // at length = [8, 8]
  // expected-error @+1 {{fft_c1}}
  %0 = stablehlo.fft %operand, type = FFT, length = [8, 8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_c2(%operand: tensor<8xcomplex<f32>>) {
  // at tensor<8xcomplex<f64>>
  // expected-error @+1 {{fft_c2}}
  %0 = stablehlo.fft %operand, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>>
  return
}

// -----

func.func @fft_c2_float(%operand: tensor<8xf32>) {
  // at tensor<8xf32>
  // expected-error @+1 {{fft_c2}}
  %0 = stablehlo.fft %operand, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_c2_rfft(%operand: tensor<8xcomplex<f32>>) {
  // at tensor<8xcomplex<f32>>
  // expected-error @+1 {{fft_c2}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_rfft_result(%operand: tensor<8xf32>) {
  // at tensor<5xcomplex<f64>>
  // expected-error @+1 {{fft_c2}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f64>>
  return
}

// -----

func.func @fft_c2_irfft(%operand: tensor<5xf32>) {
  // at tensor<5xf32>
  // expected-error @+1 {{fft_c2}}
  %0 = stablehlo.fft %operand, type = IRFFT, length = [8] : (tensor<5xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_c2_irfft_result(%operand: tensor<5xcomplex<f32>>) {
  // at tensor<8xcomplex<f32>>
  // expected-error @+1 {{fft_c2}}
  %0 = stablehlo.fft %operand, type = IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_c3(%operand: tensor<8xcomplex<f32>>) {
  // at length = []
  // expected-error @+1 {{fft_c3}}
  %0 = stablehlo.fft %operand, type = FFT, length = [] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_c3_four(%operand: tensor<2x2x2x8xcomplex<f32>>) {
  // at length = [2, 2, 2, 8]
  // expected-error @+1 {{fft_c3}}
  %0 = stablehlo.fft %operand, type = FFT, length = [2, 2, 2, 8] : (tensor<2x2x2x8xcomplex<f32>>) -> tensor<2x2x2x8xcomplex<f32>>
  return
}

// -----

func.func @fft_c4(%operand: tensor<3x8xf32>) {
  // at type = RFFT
  // expected-error @+1 {{fft_c4}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [16] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @fft_c4_irfft(%operand: tensor<2x5xcomplex<f32>>) {
  // at type = IRFFT
  // expected-error @+1 {{fft_c4}}
  %0 = stablehlo.fft %operand, type = IRFFT, length = [3, 8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  return
}

// -----

func.func @fft_c5(%operand: tensor<3x8xcomplex<f32>>) {
  // at tensor<4x8xcomplex<f32>>
  // expected-error @+1 {{fft_c5}}
  %0 = stablehlo.fft %operand, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

func.func @fft_c5_rfft(%operand: tensor<8xf32>) {
  // at tensor<4xcomplex<f32>>
  // expected-error @+1 {{fft_c5}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft_c5_irfft(%operand: tensor<6xcomplex<f32>>) {
  // at length = [8]
  // expected-error @+1 {{fft_c5}}
  %0 = stablehlo.fft %operand, type = IRFFT, length = [8] : (tensor<6xcomplex<f32>>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_i1(%operand: tensor<8xi32>) {
  // at tensor<8xi32>
  // expected-error @+1 {{fft_i1}}
  %0 = stablehlo.fft %operand, type = FFT, length = [8] : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @fft_i2(%operand: tensor<8xcomplex<f32>>) {
  // at type = DCT
  // expected-error @+1 {{fft_i2}}
  %0 = stablehlo.fft %operand, type = DCT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_i3(%operand: tensor<8xcomplex<f32>>) {
  // at "stablehlo.fft"
  // expected-error @+1 {{fft_i3}}
  %0 = "stablehlo.fft"(%operand) <{fft_type = #stablehlo<fft_type FFT>}> : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}
