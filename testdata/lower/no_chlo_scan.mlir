func.func @scan(%input: tensor<2x3xf32>, %init: tensor<3xf32>) {
  %0, %1 = chlo.scan(%input) inits(%init) dimension = 0 {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %x, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}
// -----
module {
  func.func @scan(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1, %iterArg_1 = %cst) : tensor<i64>, tensor<3xf32>, tensor<2x3xf32>
    cond {
      %c_2 = stablehlo.constant dense<2> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i64>
      %1 = stablehlo.add %iterArg, %c_2 : tensor<i64>
      %2 = stablehlo.dynamic_slice %arg0, %iterArg, %c, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
      %3 = stablehlo.reshape %2 : (tensor<1x3xf32>) -> tensor<3xf32>
      %4 = stablehlo.reshape %3 : (tensor<3xf32>) -> tensor<1x3xf32>
      %5 = stablehlo.dynamic_update_slice %iterArg_1, %4, %iterArg, %c : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
      stablehlo.return %1, %iterArg_0, %5 : tensor<i64>, tensor<3xf32>, tensor<2x3xf32>
    }
    return
  }
}
