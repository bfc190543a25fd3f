func.func @main(%y: tensor<2x3xf32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.atan2 %y, %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.abs %arg0 : tensor<2x3xf32>
    %1 = stablehlo.abs %arg1 : tensor<2x3xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<2x3xf32>
    %3 = stablehlo.minimum %1, %0 : tensor<2x3xf32>
    %4 = stablehlo.compare EQ, %2, %3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    %5 = stablehlo.divide %3, %2 : tensor<2x3xf32>
    %6 = stablehlo.select %4, %cst, %5 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    %7 = stablehlo.compare EQ, %2, %cst_0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %8 = stablehlo.select %7, %2, %6 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<0.414213568> : tensor<2x3xf32>
    %9 = stablehlo.compare GT, %8, %cst_1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %10 = stablehlo.subtract %8, %cst : tensor<2x3xf32>
    %11 = stablehlo.add %8, %cst : tensor<2x3xf32>
    %12 = stablehlo.divide %10, %11 : tensor<2x3xf32>
    %13 = stablehlo.select %9, %12, %8 : tensor<2x3xi1>, tensor<2x3xf32>
    %14 = stablehlo.multiply %13, %13 : tensor<2x3xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<2x3xf32>
    %16 = stablehlo.multiply %13, %13 : tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<-0.0645171925> : tensor<2x3xf32>
    %17 = stablehlo.multiply %cst_2, %16 : tensor<2x3xf32>
    %cst_3 = stablehlo.constant dense<0.107436679> : tensor<2x3xf32>
    %18 = stablehlo.add %17, %cst_3 : tensor<2x3xf32>
    %19 = stablehlo.multiply %18, %16 : tensor<2x3xf32>
    %cst_4 = stablehlo.constant dense<-0.142639503> : tensor<2x3xf32>
    %20 = stablehlo.add %19, %cst_4 : tensor<2x3xf32>
    %21 = stablehlo.multiply %20, %16 : tensor<2x3xf32>
    %cst_5 = stablehlo.constant dense<0.199995399> : tensor<2x3xf32>
    %22 = stablehlo.add %21, %cst_5 : tensor<2x3xf32>
    %23 = stablehlo.multiply %22, %16 : tensor<2x3xf32>
    %cst_6 = stablehlo.constant dense<-0.333333313> : tensor<2x3xf32>
    %24 = stablehlo.add %23, %cst_6 : tensor<2x3xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<2x3xf32>
    %26 = stablehlo.add %13, %25 : tensor<2x3xf32>
    %cst_7 = stablehlo.constant dense<0.785398185> : tensor<2x3xf32>
    %27 = stablehlo.add %26, %cst_7 : tensor<2x3xf32>
    %28 = stablehlo.select %9, %27, %26 : tensor<2x3xi1>, tensor<2x3xf32>
    %29 = stablehlo.compare GT, %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_8 = stablehlo.constant dense<1.57079637> : tensor<2x3xf32>
    %30 = stablehlo.subtract %cst_8, %28 : tensor<2x3xf32>
    %31 = stablehlo.select %29, %30, %28 : tensor<2x3xi1>, tensor<2x3xf32>
    %32 = stablehlo.compare EQ, %arg1, %cst_0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %33 = stablehlo.divide %cst, %arg1 : tensor<2x3xf32>
    %34 = stablehlo.select %32, %33, %arg1 : tensor<2x3xi1>, tensor<2x3xf32>
    %35 = stablehlo.compare LT, %34, %cst_0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_9 = stablehlo.constant dense<3.14159274> : tensor<2x3xf32>
    %36 = stablehlo.subtract %cst_9, %31 : tensor<2x3xf32>
    %37 = stablehlo.select %35, %36, %31 : tensor<2x3xi1>, tensor<2x3xf32>
    %38 = stablehlo.compare EQ, %arg0, %cst_0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %39 = stablehlo.divide %cst, %arg0 : tensor<2x3xf32>
    %40 = stablehlo.select %38, %39, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %41 = stablehlo.compare LT, %40, %cst_0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %42 = stablehlo.negate %37 : tensor<2x3xf32>
    %43 = stablehlo.select %41, %42, %37 : tensor<2x3xi1>, tensor<2x3xf32>
    return %43 : tensor<2x3xf32>
  }
}
