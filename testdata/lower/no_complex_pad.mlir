func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %0 = stablehlo.pad %x, %c, low = [1], high = [0], interior = [1]
    : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}
// -----
module {
  func.func @main(%arg0: tensor<4xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
    %cst = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %1 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = stablehlo.real %cst : (tensor<complex<f32>>) -> tensor<f32>
    %3 = stablehlo.imag %cst : (tensor<complex<f32>>) -> tensor<f32>
    %4 = stablehlo.pad %0, %2, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.pad %1, %3, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.complex %4, %5 : tensor<8xcomplex<f32>>
    return %6 : tensor<8xcomplex<f32>>
  }
}
