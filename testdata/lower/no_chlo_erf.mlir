module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<-4.000000e+00> : tensor<4xf32>
    %0 = stablehlo.maximum %arg0, %cst : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<4xf32>
    %1 = stablehlo.minimum %0, %cst_0 : tensor<4xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<-2.72614237E-10> : tensor<4xf32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<2.77068146E-8> : tensor<4xf32>
    %4 = stablehlo.add %3, %cst_2 : tensor<4xf32>
    %5 = stablehlo.multiply %4, %2 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<-2.10102394E-6> : tensor<4xf32>
    %6 = stablehlo.add %5, %cst_3 : tensor<4xf32>
    %7 = stablehlo.multiply %6, %2 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<-5.69250624E-5> : tensor<4xf32>
    %8 = stablehlo.add %7, %cst_4 : tensor<4xf32>
    %9 = stablehlo.multiply %8, %2 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<-7.34990637E-4> : tensor<4xf32>
    %10 = stablehlo.add %9, %cst_5 : tensor<4xf32>
    %11 = stablehlo.multiply %10, %2 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<-2.954600e-03> : tensor<4xf32>
    %12 = stablehlo.add %11, %cst_6 : tensor<4xf32>
    %13 = stablehlo.multiply %12, %2 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<-0.0160960332> : tensor<4xf32>
    %14 = stablehlo.add %13, %cst_7 : tensor<4xf32>
    %cst_8 = stablehlo.constant dense<-1.45660715E-5> : tensor<4xf32>
    %15 = stablehlo.multiply %cst_8, %2 : tensor<4xf32>
    %cst_9 = stablehlo.constant dense<-2.13374049E-4> : tensor<4xf32>
    %16 = stablehlo.add %15, %cst_9 : tensor<4xf32>
    %17 = stablehlo.multiply %16, %2 : tensor<4xf32>
    %cst_10 = stablehlo.constant dense<-0.00168282702> : tensor<4xf32>
    %18 = stablehlo.add %17, %cst_10 : tensor<4xf32>
    %19 = stablehlo.multiply %18, %2 : tensor<4xf32>
    %cst_11 = stablehlo.constant dense<-0.00737332925> : tensor<4xf32>
    %20 = stablehlo.add %19, %cst_11 : tensor<4xf32>
    %21 = stablehlo.multiply %20, %2 : tensor<4xf32>
    %cst_12 = stablehlo.constant dense<-0.0142647391> : tensor<4xf32>
    %22 = stablehlo.add %21, %cst_12 : tensor<4xf32>
    %23 = stablehlo.divide %14, %22 : tensor<4xf32>
    %24 = stablehlo.multiply %1, %23 : tensor<4xf32>
    %cst_13 = stablehlo.constant dense<-1.000000e+00> : tensor<4xf32>
    %25 = stablehlo.maximum %24, %cst_13 : tensor<4xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %26 = stablehlo.minimum %25, %cst_14 : tensor<4xf32>
    return %26 : tensor<4xf32>
  }
}
