module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<4xf32>
    %2 = stablehlo.log_plus_one %1 : tensor<4xf32>
    %3 = stablehlo.negate %2 : tensor<4xf32>
    %cst = stablehlo.constant dense<2.500000e+00> : tensor<4xf32>
    %4 = stablehlo.subtract %3, %cst : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<2.81022636E-8> : tensor<4xf32>
    %5 = stablehlo.multiply %cst_0, %4 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<3.43273939E-7> : tensor<4xf32>
    %6 = stablehlo.add %5, %cst_1 : tensor<4xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<-3.5233877E-6> : tensor<4xf32>
    %8 = stablehlo.add %7, %cst_2 : tensor<4xf32>
    %9 = stablehlo.multiply %8, %4 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<-4.39150654E-6> : tensor<4xf32>
    %10 = stablehlo.add %9, %cst_3 : tensor<4xf32>
    %11 = stablehlo.multiply %10, %4 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<2.1858087E-4> : tensor<4xf32>
    %12 = stablehlo.add %11, %cst_4 : tensor<4xf32>
    %13 = stablehlo.multiply %12, %4 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<-0.00125372503> : tensor<4xf32>
    %14 = stablehlo.add %13, %cst_5 : tensor<4xf32>
    %15 = stablehlo.multiply %14, %4 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<-0.00417768164> : tensor<4xf32>
    %16 = stablehlo.add %15, %cst_6 : tensor<4xf32>
    %17 = stablehlo.multiply %16, %4 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<0.246640727> : tensor<4xf32>
    %18 = stablehlo.add %17, %cst_7 : tensor<4xf32>
    %19 = stablehlo.multiply %18, %4 : tensor<4xf32>
    %cst_8 = stablehlo.constant dense<1.50140941> : tensor<4xf32>
    %20 = stablehlo.add %19, %cst_8 : tensor<4xf32>
    %21 = stablehlo.sqrt %3 : tensor<4xf32>
    %cst_9 = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
    %22 = stablehlo.subtract %21, %cst_9 : tensor<4xf32>
    %cst_10 = stablehlo.constant dense<-2.00214257E-4> : tensor<4xf32>
    %23 = stablehlo.multiply %cst_10, %22 : tensor<4xf32>
    %cst_11 = stablehlo.constant dense<1.00950558E-4> : tensor<4xf32>
    %24 = stablehlo.add %23, %cst_11 : tensor<4xf32>
    %25 = stablehlo.multiply %24, %22 : tensor<4xf32>
    %cst_12 = stablehlo.constant dense<0.00134934322> : tensor<4xf32>
    %26 = stablehlo.add %25, %cst_12 : tensor<4xf32>
    %27 = stablehlo.multiply %26, %22 : tensor<4xf32>
    %cst_13 = stablehlo.constant dense<-0.00367342844> : tensor<4xf32>
    %28 = stablehlo.add %27, %cst_13 : tensor<4xf32>
    %29 = stablehlo.multiply %28, %22 : tensor<4xf32>
    %cst_14 = stablehlo.constant dense<0.00573950773> : tensor<4xf32>
    %30 = stablehlo.add %29, %cst_14 : tensor<4xf32>
    %31 = stablehlo.multiply %30, %22 : tensor<4xf32>
    %cst_15 = stablehlo.constant dense<-0.0076224613> : tensor<4xf32>
    %32 = stablehlo.add %31, %cst_15 : tensor<4xf32>
    %33 = stablehlo.multiply %32, %22 : tensor<4xf32>
    %cst_16 = stablehlo.constant dense<0.00943887047> : tensor<4xf32>
    %34 = stablehlo.add %33, %cst_16 : tensor<4xf32>
    %35 = stablehlo.multiply %34, %22 : tensor<4xf32>
    %cst_17 = stablehlo.constant dense<1.00167406> : tensor<4xf32>
    %36 = stablehlo.add %35, %cst_17 : tensor<4xf32>
    %37 = stablehlo.multiply %36, %22 : tensor<4xf32>
    %cst_18 = stablehlo.constant dense<2.83297682> : tensor<4xf32>
    %38 = stablehlo.add %37, %cst_18 : tensor<4xf32>
    %cst_19 = stablehlo.constant dense<5.000000e+00> : tensor<4xf32>
    %39 = stablehlo.compare LT, %3, %cst_19 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %40 = stablehlo.select %39, %20, %38 : tensor<4xi1>, tensor<4xf32>
    %41 = stablehlo.multiply %arg0, %40 : tensor<4xf32>
    %42 = stablehlo.abs %arg0 : tensor<4xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %43 = stablehlo.compare EQ, %42, %cst_20 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_21 = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
    %44 = stablehlo.multiply %arg0, %cst_21 : tensor<4xf32>
    %45 = stablehlo.select %43, %44, %41 : tensor<4xi1>, tensor<4xf32>
    return %45 : tensor<4xf32>
  }
}
