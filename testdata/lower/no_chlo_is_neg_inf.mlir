module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xi1> {
    %0 = chlo.is_neg_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
    return %0 : tensor<4xi1>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xi1> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
    %0 = stablehlo.compare EQ, %arg0, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    return %0 : tensor<4xi1>
  }
}
