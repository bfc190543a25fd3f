func.func @main() -> tensor<f32> {
  %c = stablehlo.constant dense<-0.25> : tensor<8xf32>
  %0 = stablehlo.abs %c : tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// -----
module {
  func.func @main() -> tensor<f32> {
    %cst = stablehlo.constant dense<-2.500000e-01> : tensor<8xf32>
    %0 = stablehlo.abs %cst : tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.optimization_barrier %0 : tensor<8xf32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}
