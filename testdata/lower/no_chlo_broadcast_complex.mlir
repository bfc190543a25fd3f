func.func @main(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>, %p: tensor<i1>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.square %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %2 = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.conj %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %4 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.broadcast_complex %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %6 = chlo.broadcast_select %p, %x, %s : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xcomplex<f32>>, %arg2: tensor<i1>, %arg3: tensor<f32>) -> (tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>) {
    %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf32>
    %1 = chlo.square %arg1 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
    %2 = chlo.conj %arg0 : tensor<4xf32> -> tensor<4xf32>
    %3 = chlo.conj %arg1 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
    %4 = chlo.tan %arg0 : tensor<4xf32> -> tensor<4xf32>
    %5 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %6 = stablehlo.complex %arg0, %5 : tensor<4xcomplex<f32>>
    %7 = chlo.broadcast_select %arg2, %arg0, %arg3 : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0, %1, %2, %3, %4, %6, %7 : tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>
  }
}
