func.func @main(%below: tensor<4xf32>, %middle: tensor<4xf32>, %above: tensor<4xf32>, %right: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%below, %middle, %above, %right) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>, tensor<i32>)
  return %0#3, %0#4 : tensor<4x2xf32>, tensor<i32>
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<i32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.dynamic_slice %1, %c, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %4 = stablehlo.dynamic_slice %2, %c, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %5 = stablehlo.dynamic_slice %arg3, %c, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %6 = stablehlo.dynamic_slice %cst, %c, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %7:8 = stablehlo.while(%iterArg = %c, %iterArg_5 = %3, %iterArg_6 = %4, %iterArg_7 = %5, %iterArg_8 = %cst, %iterArg_9 = %cst, %iterArg_10 = %cst, %iterArg_11 = %cst) : tensor<i32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
    cond {
      %c_12 = stablehlo.constant dense<3> : tensor<i32>
      %21 = stablehlo.compare LT, %iterArg, %c_12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      %22 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      %23 = stablehlo.dynamic_slice %0, %22, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %24 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      %25 = stablehlo.dynamic_slice %1, %24, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %26 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      %27 = stablehlo.dynamic_slice %2, %26, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %28 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      %29 = stablehlo.dynamic_slice %arg3, %28, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %30 = stablehlo.abs %iterArg_5 : tensor<1x2xf32>
      %31 = stablehlo.abs %23 : tensor<1x2xf32>
      %32 = stablehlo.compare GE, %30, %31 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xi1>
      %33 = stablehlo.select %32, %iterArg_5, %23 : tensor<1x2xi1>, tensor<1x2xf32>
      %34 = stablehlo.select %32, %iterArg_6, %25 : tensor<1x2xi1>, tensor<1x2xf32>
      %35 = stablehlo.select %32, %6, %27 : tensor<1x2xi1>, tensor<1x2xf32>
      %36 = stablehlo.select %32, %iterArg_7, %29 : tensor<1x2xi1>, tensor<1x2xf32>
      %37 = stablehlo.select %32, %23, %iterArg_5 : tensor<1x2xi1>, tensor<1x2xf32>
      %38 = stablehlo.divide %37, %33 : tensor<1x2xf32>
      %39 = stablehlo.select %32, %25, %iterArg_6 : tensor<1x2xi1>, tensor<1x2xf32>
      %40 = stablehlo.select %32, %27, %6 : tensor<1x2xi1>, tensor<1x2xf32>
      %41 = stablehlo.select %32, %29, %iterArg_7 : tensor<1x2xi1>, tensor<1x2xf32>
      %42 = stablehlo.multiply %38, %34 : tensor<1x2xf32>
      %43 = stablehlo.subtract %39, %42 : tensor<1x2xf32>
      %44 = stablehlo.multiply %38, %35 : tensor<1x2xf32>
      %45 = stablehlo.subtract %40, %44 : tensor<1x2xf32>
      %46 = stablehlo.multiply %38, %36 : tensor<1x2xf32>
      %47 = stablehlo.subtract %41, %46 : tensor<1x2xf32>
      %48 = stablehlo.dynamic_update_slice %iterArg_8, %33, %iterArg, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
      %49 = stablehlo.dynamic_update_slice %iterArg_9, %34, %iterArg, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
      %50 = stablehlo.dynamic_update_slice %iterArg_10, %35, %iterArg, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
      %51 = stablehlo.dynamic_update_slice %iterArg_11, %36, %iterArg, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
      stablehlo.return %21, %43, %45, %47, %48, %49, %50, %51 : tensor<i32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
    }
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %8 = stablehlo.dynamic_update_slice %7#4, %7#1, %c_0, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    %9 = stablehlo.dynamic_update_slice %7#5, %6, %c_0, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    %10 = stablehlo.dynamic_update_slice %7#6, %6, %c_0, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    %11 = stablehlo.dynamic_update_slice %7#7, %7#3, %c_0, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    %12 = stablehlo.dynamic_slice %cst, %c, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %13:4 = stablehlo.while(%iterArg = %c, %iterArg_5 = %cst, %iterArg_6 = %12, %iterArg_7 = %12) : tensor<i32>, tensor<4x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
    cond {
      %c_8 = stablehlo.constant dense<4> : tensor<i32>
      %21 = stablehlo.compare LT, %iterArg, %c_8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.add %iterArg, %c_8 : tensor<i32>
      %22 = stablehlo.subtract %c_0, %iterArg : tensor<i32>
      %23 = stablehlo.dynamic_slice %8, %22, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %24 = stablehlo.dynamic_slice %9, %22, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %25 = stablehlo.dynamic_slice %10, %22, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %26 = stablehlo.dynamic_slice %11, %22, %c, sizes = [1, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %27 = stablehlo.multiply %24, %iterArg_6 : tensor<1x2xf32>
      %28 = stablehlo.subtract %26, %27 : tensor<1x2xf32>
      %29 = stablehlo.multiply %25, %iterArg_7 : tensor<1x2xf32>
      %30 = stablehlo.subtract %28, %29 : tensor<1x2xf32>
      %31 = stablehlo.divide %30, %23 : tensor<1x2xf32>
      %32 = stablehlo.dynamic_update_slice %iterArg_5, %31, %22, %c : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
      stablehlo.return %21, %32, %31, %iterArg_6 : tensor<i32>, tensor<4x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
    }
    %14 = stablehlo.iota dim = 0 : tensor<4x2xi32>
    %15 = stablehlo.compare EQ, %8, %cst : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %c_1 = stablehlo.constant dense<1> : tensor<4x2xi32>
    %16 = stablehlo.add %14, %c_1 : tensor<4x2xi32>
    %c_2 = stablehlo.constant dense<5> : tensor<4x2xi32>
    %17 = stablehlo.select %15, %16, %c_2 : tensor<4x2xi1>, tensor<4x2xi32>
    %c_3 = stablehlo.constant dense<5> : tensor<i32>
    %18 = stablehlo.reduce(%17 init: %c_3) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<4x2xi32>, tensor<i32>) -> tensor<i32>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %19 = stablehlo.compare GT, %18, %c_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %20 = stablehlo.select %19, %c, %18 : tensor<i1>, tensor<i32>
    return %13#1, %20 : tensor<4x2xf32>, tensor<i32>
  }
}
