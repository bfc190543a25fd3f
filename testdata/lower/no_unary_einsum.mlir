func.func @unary_einsum(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}
// -----
module {
  func.func @unary_einsum(%arg0: tensor<2x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    return
  }
}
