func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.power %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %1 = stablehlo.compare EQ, %arg1, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %2 = stablehlo.compare EQ, %0, %cst_0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %3 = stablehlo.or %1, %2 : tensor<4xi1>
    %4 = stablehlo.power %0, %arg1 : tensor<4xf32>
    %5 = stablehlo.select %3, %cst_0, %4 : tensor<4xi1>, tensor<4xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %6 = stablehlo.multiply %arg1, %cst_1 : tensor<4xf32>
    %7 = stablehlo.floor %arg1 : tensor<4xf32>
    %8 = stablehlo.compare EQ, %7, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %9 = stablehlo.floor %6 : tensor<4xf32>
    %10 = stablehlo.compare NE, %9, %6 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %11 = stablehlo.and %8, %10 : tensor<4xi1>
    %12 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
    %c = stablehlo.constant dense<0> : tensor<4xi32>
    %13 = stablehlo.compare LT, %12, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %14 = stablehlo.and %11, %13 : tensor<4xi1>
    %15 = stablehlo.negate %5 : tensor<4xf32>
    %16 = stablehlo.select %14, %15, %5 : tensor<4xi1>, tensor<4xf32>
    %17 = stablehlo.compare LT, %arg0, %cst : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
    %18 = stablehlo.compare GT, %arg0, %cst_2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %19 = stablehlo.and %17, %18 : tensor<4xi1>
    %20 = stablehlo.not %19 : tensor<4xi1>
    %21 = stablehlo.or %8, %20 : tensor<4xi1>
    %cst_3 = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
    %22 = stablehlo.select %21, %16, %cst_3 : tensor<4xi1>, tensor<4xf32>
    return %22 : tensor<4xf32>
  }
}
