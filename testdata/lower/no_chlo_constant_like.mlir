func.func @main(%x: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %sizes = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %sizes : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = "chlo.constant_like"(%0) {value = 2.5 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x4xf32>) -> tensor<?x?xf32> {
    %c = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
    %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %cst = stablehlo.constant dense<2.500000e+00> : tensor<f32>
    %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.concatenate %2, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %cst, %5, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    return %6 : tensor<?x?xf32>
  }
}
