func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.remainder %x, %y : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// -----
module {
  func.func @main(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>) -> tensor<3xf64> {
    %0 = stablehlo.abs %arg0 : tensor<3xf64>
    %1 = stablehlo.bitcast_convert %0 : (tensor<3xf64>) -> tensor<3xi64>
    %c = stablehlo.constant dense<52> : tensor<3xi64>
    %2 = stablehlo.shift_right_logical %1, %c : tensor<3xi64>
    %c_0 = stablehlo.constant dense<4503599627370495> : tensor<3xi64>
    %3 = stablehlo.and %1, %c_0 : tensor<3xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<3xi64>
    %4 = stablehlo.compare GT, %2, %c_1 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_2 = stablehlo.constant dense<4503599627370496> : tensor<3xi64>
    %5 = stablehlo.or %3, %c_2 : tensor<3xi64>
    %6 = stablehlo.select %4, %5, %3 : tensor<3xi1>, tensor<3xi64>
    %c_3 = stablehlo.constant dense<1> : tensor<3xi64>
    %7 = stablehlo.maximum %2, %c_3 : tensor<3xi64>
    %8 = stablehlo.abs %arg1 : tensor<3xf64>
    %9 = stablehlo.bitcast_convert %8 : (tensor<3xf64>) -> tensor<3xi64>
    %10 = stablehlo.shift_right_logical %9, %c : tensor<3xi64>
    %11 = stablehlo.and %9, %c_0 : tensor<3xi64>
    %12 = stablehlo.compare GT, %10, %c_1 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %13 = stablehlo.or %11, %c_2 : tensor<3xi64>
    %14 = stablehlo.select %12, %13, %11 : tensor<3xi1>, tensor<3xi64>
    %15 = stablehlo.maximum %10, %c_3 : tensor<3xi64>
    %16 = stablehlo.maximum %14, %c_3 : tensor<3xi64>
    %17 = stablehlo.remainder %6, %16 : tensor<3xi64>
    %18 = stablehlo.subtract %7, %15 : tensor<3xi64>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %19:3 = stablehlo.while(%iterArg = %c_4, %iterArg_9 = %17, %iterArg_10 = %18) : tensor<i32>, tensor<3xi64>, tensor<3xi64>
    cond {
      %c_11 = stablehlo.constant dense<205> : tensor<i32>
      %40 = stablehlo.compare LT, %iterArg, %c_11 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_12 = stablehlo.constant dense<0> : tensor<i64>
      %41 = stablehlo.reduce(%iterArg_10 init: %c_12) applies stablehlo.maximum across dimensions = [0] : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
      %42 = stablehlo.compare GT, %41, %c_12 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %43 = stablehlo.and %40, %42 : tensor<i1>
      stablehlo.return %43 : tensor<i1>
    } do {
      %c_11 = stablehlo.constant dense<1> : tensor<i32>
      %40 = stablehlo.add %iterArg, %c_11 : tensor<i32>
      %41 = stablehlo.maximum %iterArg_10, %c_1 : tensor<3xi64>
      %c_12 = stablehlo.constant dense<10> : tensor<3xi64>
      %42 = stablehlo.minimum %41, %c_12 : tensor<3xi64>
      %43 = stablehlo.shift_left %iterArg_9, %42 : tensor<3xi64>
      %44 = stablehlo.remainder %43, %16 : tensor<3xi64>
      %45 = stablehlo.subtract %iterArg_10, %42 : tensor<3xi64>
      stablehlo.return %40, %44, %45 : tensor<i32>, tensor<3xi64>, tensor<3xi64>
    }
    %20 = stablehlo.shift_left %15, %c : tensor<3xi64>
    %21 = stablehlo.bitcast_convert %20 : (tensor<3xi64>) -> tensor<3xf64>
    %22 = stablehlo.convert %19#1 : (tensor<3xi64>) -> tensor<3xf64>
    %cst = stablehlo.constant dense<2.2204460492503131E-16> : tensor<3xf64>
    %23 = stablehlo.multiply %22, %cst : tensor<3xf64>
    %24 = stablehlo.multiply %23, %21 : tensor<3xf64>
    %25 = stablehlo.compare LT, %7, %15 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %26 = stablehlo.abs %arg0 : tensor<3xf64>
    %27 = stablehlo.select %25, %26, %24 : tensor<3xi1>, tensor<3xf64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<3xf64>
    %28 = stablehlo.compare EQ, %arg0, %cst_5 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<3xf64>
    %29 = stablehlo.divide %cst_6, %arg0 : tensor<3xf64>
    %30 = stablehlo.select %28, %29, %arg0 : tensor<3xi1>, tensor<3xf64>
    %31 = stablehlo.compare LT, %30, %cst_5 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %32 = stablehlo.negate %27 : tensor<3xf64>
    %33 = stablehlo.select %31, %32, %27 : tensor<3xi1>, tensor<3xf64>
    %34 = stablehlo.abs %arg0 : tensor<3xf64>
    %cst_7 = stablehlo.constant dense<0x7FF0000000000000> : tensor<3xf64>
    %35 = stablehlo.compare LT, %34, %cst_7 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %36 = stablehlo.abs %arg1 : tensor<3xf64>
    %37 = stablehlo.compare GT, %36, %cst_5 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %38 = stablehlo.and %35, %37 : tensor<3xi1>
    %cst_8 = stablehlo.constant dense<0x7FF8000000000000> : tensor<3xf64>
    %39 = stablehlo.select %38, %33, %cst_8 : tensor<3xi1>, tensor<3xf64>
    return %39 : tensor<3xf64>
  }
}
