func.func @main(%x: tensor<8xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<8xf32>):
    %1 = stablehlo.slice %y [2:5] : (tensor<8xf32>) -> tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }) : (tensor<8xf32>) -> !stablehlo.future<tensor<3xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<3xf32>>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<3xf32> {
    %0 = stablehlo.slice %arg0 [2:5] : (tensor<8xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
