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
    %c_0 = stablehlo.constant dense<2> : tensor<i64>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %c_2 = stablehlo.constant dense<1> : tensor<i64>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_3 = %arg1, %iterArg_4 = %cst) : tensor<i64>, tensor<3xf32>, tensor<2x3xf32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_5 = stablehlo.constant dense<0> : tensor<i64>
      %1 = stablehlo.dynamic_slice %arg0, %iterArg, %c_5, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
      %2 = stablehlo.reshape %1 : (tensor<1x3xf32>) -> tensor<3xf32>
      %3 = stablehlo.reshape %2 : (tensor<3xf32>) -> tensor<1x3xf32>
      %c_6 = stablehlo.constant dense<0> : tensor<i64>
      %4 = stablehlo.dynamic_update_slice %iterArg_4, %3, %iterArg, %c_6 : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
      %5 = stablehlo.add %iterArg, %c_2 : tensor<i64>
      stablehlo.return %5, %iterArg_3, %4 : tensor<i64>, tensor<3xf32>, tensor<2x3xf32>
    }
    return
  }
}
