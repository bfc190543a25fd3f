func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>
  %1 = stablehlo.complex %y, %y : tensor<4xcomplex<f32>>
  %2 = stablehlo.multiply %x, %1 : tensor<4xcomplex<f32>>
  %3 = stablehlo.add %2, %0 : tensor<4xcomplex<f32>>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<4xcomplex<f32>>
  %5 = stablehlo.real %4 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %4, %5 : tensor<4xcomplex<f32>>, tensor<4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
    %0 = stablehlo.multiply %arg0, %arg2 : tensor<4xf32>
    %1 = stablehlo.multiply %arg1, %arg2 : tensor<4xf32>
    %2 = stablehlo.subtract %0, %1 : tensor<4xf32>
    %3 = stablehlo.multiply %arg0, %arg2 : tensor<4xf32>
    %4 = stablehlo.multiply %arg1, %arg2 : tensor<4xf32>
    %5 = stablehlo.add %3, %4 : tensor<4xf32>
    %6 = stablehlo.add %2, %cst : tensor<4xf32>
    %7 = stablehlo.add %5, %cst_0 : tensor<4xf32>
    %8 = stablehlo.reverse %6, dims = [0] : tensor<4xf32>
    %9 = stablehlo.reverse %7, dims = [0] : tensor<4xf32>
    return %8, %9, %8 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
