func.func @main(%x: tensor<4xf32>, %y: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.add %0, %y : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xi8>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %0 = stablehlo.divide %arg0, %cst : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
    %1 = stablehlo.add %0, %cst_0 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %2 = stablehlo.clamp %cst_1, %1, %cst_2 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.round_nearest_even %2 : tensor<4xf32>
    %4 = stablehlo.compare NE, %3, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %5 = stablehlo.select %4, %cst_3, %3 : tensor<4xi1>, tensor<4xf32>
    %6 = stablehlo.convert %5 : (tensor<4xf32>) -> tensor<4xi32>
    %7 = stablehlo.convert %6 : (tensor<4xi32>) -> tensor<4xi8>
    %8 = stablehlo.convert %7 : (tensor<4xi8>) -> tensor<4xi32>
    %c = stablehlo.constant dense<3> : tensor<4xi32>
    %9 = stablehlo.subtract %8, %c : tensor<4xi32>
    %10 = stablehlo.convert %9 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %11 = stablehlo.multiply %10, %cst_4 : tensor<4xf32>
    %12 = stablehlo.convert %arg1 : (tensor<4xi8>) -> tensor<4xi32>
    %13 = stablehlo.subtract %12, %c : tensor<4xi32>
    %14 = stablehlo.convert %13 : (tensor<4xi32>) -> tensor<4xf32>
    %15 = stablehlo.multiply %14, %cst_4 : tensor<4xf32>
    %16 = stablehlo.add %11, %15 : tensor<4xf32>
    %17 = stablehlo.divide %16, %cst_4 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
    %18 = stablehlo.add %17, %cst_5 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %19 = stablehlo.clamp %cst_6, %18, %cst_7 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %20 = stablehlo.round_nearest_even %19 : tensor<4xf32>
    %21 = stablehlo.compare NE, %20, %20 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
    %22 = stablehlo.select %21, %cst_8, %20 : tensor<4xi1>, tensor<4xf32>
    %23 = stablehlo.convert %22 : (tensor<4xf32>) -> tensor<4xi32>
    %24 = stablehlo.convert %23 : (tensor<4xi32>) -> tensor<4xi8>
    %25 = stablehlo.convert %24 : (tensor<4xi8>) -> tensor<4xi32>
    %c_9 = stablehlo.constant dense<3> : tensor<4xi32>
    %26 = stablehlo.subtract %25, %c_9 : tensor<4xi32>
    %27 = stablehlo.convert %26 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
    %28 = stablehlo.multiply %27, %cst_10 : tensor<4xf32>
    return %28 : tensor<4xf32>
  }
}
