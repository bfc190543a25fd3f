func.func @main(%x: tensor<4x3xbf16>, %zero: tensor<bf16>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x3xbf16>, tensor<bf16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x3xbf16>, %arg1: tensor<bf16>) -> tensor<3xf32> {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xbf16>) -> tensor<4x3xf32>
    %1 = stablehlo.convert %arg1 : (tensor<bf16>) -> tensor<f32>
    %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %2 : tensor<3xf32>
  }
}
