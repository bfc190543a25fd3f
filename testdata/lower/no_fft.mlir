func.func @main(%x: tensor<3x6xf32>) -> tensor<3x4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<3x6xf32>) -> tensor<3x4xcomplex<f32>>
  return %0 : tensor<3x4xcomplex<f32>>
}
// -----
module {
  func.func @main(%arg0: tensor<3x6xf32>) -> tensor<3x4xcomplex<f32>> {
    %0 = stablehlo.iota dim = 0 : tensor<6x4xi32>
    %1 = stablehlo.iota dim = 1 : tensor<6x4xi32>
    %2 = stablehlo.multiply %0, %1 : tensor<6x4xi32>
    %c = stablehlo.constant dense<6> : tensor<6x4xi32>
    %3 = stablehlo.remainder %2, %c : tensor<6x4xi32>
    %4 = stablehlo.convert %3 : (tensor<6x4xi32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<-1.04719758> : tensor<6x4xf32>
    %5 = stablehlo.multiply %4, %cst : tensor<6x4xf32>
    %6 = stablehlo.cosine %5 : tensor<6x4xf32>
    %7 = stablehlo.sine %5 : tensor<6x4xf32>
    %8 = stablehlo.complex %6, %7 : tensor<6x4xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<3x6xf32>
    %9 = stablehlo.complex %arg0, %cst_0 : tensor<3x6xcomplex<f32>>
    %10 = stablehlo.dot_general %9, %8, contracting_dims = [1] x [0] : (tensor<3x6xcomplex<f32>>, tensor<6x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    return %10 : tensor<3x4xcomplex<f32>>
  }
}
