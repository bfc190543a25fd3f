module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.next_after %arg0, %arg1 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
    %1 = stablehlo.bitcast_convert %arg1 : (tensor<4xf32>) -> tensor<4xi32>
    %c = stablehlo.constant dense<-2147483648> : tensor<4xi32>
    %2 = stablehlo.and %0, %c : tensor<4xi32>
    %3 = stablehlo.and %1, %c : tensor<4xi32>
    %4 = stablehlo.compare NE, %2, %3 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<4xi32>
    %5 = stablehlo.and %0, %c_0 : tensor<4xi32>
    %6 = stablehlo.and %1, %c_0 : tensor<4xi32>
    %7 = stablehlo.compare GT, %5, %6 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %8 = stablehlo.or %4, %7 : tensor<4xi1>
    %c_1 = stablehlo.constant dense<-1> : tensor<4xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<4xi32>
    %9 = stablehlo.select %8, %c_1, %c_2 : tensor<4xi1>, tensor<4xi32>
    %10 = stablehlo.and %0, %c_0 : tensor<4xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<4xi32>
    %11 = stablehlo.compare EQ, %10, %c_3 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %12 = stablehlo.and %1, %c : tensor<4xi32>
    %13 = stablehlo.or %12, %c_2 : tensor<4xi32>
    %14 = stablehlo.add %0, %9 : tensor<4xi32>
    %15 = stablehlo.select %11, %13, %14 : tensor<4xi1>, tensor<4xi32>
    %16 = stablehlo.bitcast_convert %15 : (tensor<4xi32>) -> tensor<4xf32>
    %17 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %18 = stablehlo.compare EQ, %arg1, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %19 = stablehlo.and %17, %18 : tensor<4xi1>
    %20 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
    %21 = stablehlo.select %19, %16, %cst : tensor<4xi1>, tensor<4xf32>
    %22 = stablehlo.select %20, %arg1, %21 : tensor<4xi1>, tensor<4xf32>
    return %22 : tensor<4xf32>
  }
}
