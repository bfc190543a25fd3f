func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<4xf32> {
    %0 = stablehlo.slice %arg0 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
    %1 = stablehlo.optimization_barrier %0 : tensor<4xf32>
    %2 = stablehlo.reverse %1, dims = [0] : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
