module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.acosh %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %0 = stablehlo.subtract %arg0, %cst : tensor<4xf32>
    %1 = stablehlo.add %arg0, %cst : tensor<4xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
    %3 = stablehlo.sqrt %2 : tensor<4xf32>
    %4 = stablehlo.add %0, %3 : tensor<4xf32>
    %5 = stablehlo.log_plus_one %4 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<1.8446743E+19> : tensor<4xf32>
    %6 = stablehlo.compare LT, %arg0, %cst_0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %7 = stablehlo.log %arg0 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.693147182> : tensor<4xf32>
    %8 = stablehlo.add %7, %cst_1 : tensor<4xf32>
    %9 = stablehlo.select %6, %5, %8 : tensor<4xi1>, tensor<4xf32>
    %10 = stablehlo.compare LT, %arg0, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
    %11 = stablehlo.select %10, %cst_2, %9 : tensor<4xi1>, tensor<4xf32>
    return %11 : tensor<4xf32>
  }
}
