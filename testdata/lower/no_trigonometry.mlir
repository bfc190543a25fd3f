func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.sine %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.abs %arg0 : tensor<3xf32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<3xf32>) -> tensor<3xui32>
    %c = stablehlo.constant dense<23> : tensor<3xui32>
    %2 = stablehlo.shift_right_logical %1, %c : tensor<3xui32>
    %c_0 = stablehlo.constant dense<8> : tensor<3xui32>
    %3 = stablehlo.divide %2, %c_0 : tensor<3xui32>
    %c_1 = stablehlo.constant dense<8388607> : tensor<3xui32>
    %4 = stablehlo.and %1, %c_1 : tensor<3xui32>
    %c_2 = stablehlo.constant dense<8388608> : tensor<3xui32>
    %5 = stablehlo.or %4, %c_2 : tensor<3xui32>
    %6 = stablehlo.multiply %3, %c_0 : tensor<3xui32>
    %7 = stablehlo.subtract %2, %6 : tensor<3xui32>
    %8 = stablehlo.shift_left %5, %7 : tensor<3xui32>
    %9 = stablehlo.convert %3 : (tensor<3xui32>) -> tensor<3xi32>
    %c_3 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 162, 41721, 10680707, 2734261102, 4186140238, 2205044292, 1850622997, 1313084713, 1142237692, 355073063, 704390999, 4230436817, 660066805, 1473377588, 3522507997, 4113882560]> : tensor<32xui32>
    %10 = "stablehlo.gather"(%c_3, %9) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<32xui32>, tensor<3xi32>) -> tensor<3xui32>
    %c_4 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 162, 41721, 10680707, 2734261102, 4186140238, 2205044292, 1850622997, 1313084713, 1142237692, 355073063, 704390999, 4230436817, 660066805, 1473377588, 3522507997, 4113882560, 886948059, 3720403810, 3235603093, 3680671129]> : tensor<32xui32>
    %11 = "stablehlo.gather"(%c_4, %9) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<32xui32>, tensor<3xi32>) -> tensor<3xui32>
    %c_5 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 162, 41721, 10680707, 2734261102, 4186140238, 2205044292, 1850622997, 1313084713, 1142237692, 355073063, 704390999, 4230436817, 660066805, 1473377588, 3522507997, 4113882560, 886948059, 3720403810, 3235603093, 3680671129, 1653971260, 2509847619, 2570863504, 1011060801]> : tensor<32xui32>
    %12 = "stablehlo.gather"(%c_5, %9) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<32xui32>, tensor<3xi32>) -> tensor<3xui32>
    %13 = stablehlo.multiply %8, %11 : tensor<3xui32>
    %14 = stablehlo.convert %8 : (tensor<3xui32>) -> tensor<3xui64>
    %15 = stablehlo.convert %12 : (tensor<3xui32>) -> tensor<3xui64>
    %16 = stablehlo.multiply %14, %15 : tensor<3xui64>
    %c_6 = stablehlo.constant dense<32> : tensor<3xui64>
    %17 = stablehlo.shift_right_logical %16, %c_6 : tensor<3xui64>
    %18 = stablehlo.convert %17 : (tensor<3xui64>) -> tensor<3xui32>
    %19 = stablehlo.add %13, %18 : tensor<3xui32>
    %20 = stablehlo.multiply %8, %10 : tensor<3xui32>
    %21 = stablehlo.convert %8 : (tensor<3xui32>) -> tensor<3xui64>
    %22 = stablehlo.convert %11 : (tensor<3xui32>) -> tensor<3xui64>
    %23 = stablehlo.multiply %21, %22 : tensor<3xui64>
    %24 = stablehlo.shift_right_logical %23, %c_6 : tensor<3xui64>
    %25 = stablehlo.convert %24 : (tensor<3xui64>) -> tensor<3xui32>
    %26 = stablehlo.add %20, %25 : tensor<3xui32>
    %27 = stablehlo.compare LT, %19, %13 : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xi1>
    %28 = stablehlo.convert %27 : (tensor<3xi1>) -> tensor<3xui32>
    %29 = stablehlo.add %26, %28 : tensor<3xui32>
    %c_7 = stablehlo.constant dense<536870912> : tensor<3xui32>
    %30 = stablehlo.add %29, %c_7 : tensor<3xui32>
    %c_8 = stablehlo.constant dense<30> : tensor<3xui32>
    %31 = stablehlo.shift_right_logical %30, %c_8 : tensor<3xui32>
    %32 = stablehlo.shift_left %31, %c_8 : tensor<3xui32>
    %33 = stablehlo.subtract %29, %32 : tensor<3xui32>
    %34 = stablehlo.bitcast_convert %33 : (tensor<3xui32>) -> tensor<3xi32>
    %35 = stablehlo.convert %34 : (tensor<3xi32>) -> tensor<3xf32>
    %cst = stablehlo.constant dense<1.46291812E-9> : tensor<3xf32>
    %36 = stablehlo.multiply %35, %cst : tensor<3xf32>
    %37 = stablehlo.convert %19 : (tensor<3xui32>) -> tensor<3xf32>
    %cst_9 = stablehlo.constant dense<3.40612167E-19> : tensor<3xf32>
    %38 = stablehlo.multiply %37, %cst_9 : tensor<3xf32>
    %39 = stablehlo.add %36, %38 : tensor<3xf32>
    %cst_10 = stablehlo.constant dense<0.785398185> : tensor<3xf32>
    %40 = stablehlo.compare LT, %0, %cst_10 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %41 = stablehlo.select %40, %0, %39 : tensor<3xi1>, tensor<3xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<3xui32>
    %42 = stablehlo.select %40, %c_11, %31 : tensor<3xi1>, tensor<3xui32>
    %43 = stablehlo.multiply %41, %41 : tensor<3xf32>
    %44 = stablehlo.abs %arg0 : tensor<3xf32>
    %cst_12 = stablehlo.constant dense<0x7F800000> : tensor<3xf32>
    %45 = stablehlo.compare LT, %44, %cst_12 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_13 = stablehlo.constant dense<2.75573188E-6> : tensor<3xf32>
    %46 = stablehlo.multiply %cst_13, %43 : tensor<3xf32>
    %cst_14 = stablehlo.constant dense<-1.98412701E-4> : tensor<3xf32>
    %47 = stablehlo.add %46, %cst_14 : tensor<3xf32>
    %48 = stablehlo.multiply %47, %43 : tensor<3xf32>
    %cst_15 = stablehlo.constant dense<0.00833333377> : tensor<3xf32>
    %49 = stablehlo.add %48, %cst_15 : tensor<3xf32>
    %50 = stablehlo.multiply %49, %43 : tensor<3xf32>
    %cst_16 = stablehlo.constant dense<-0.166666672> : tensor<3xf32>
    %51 = stablehlo.add %50, %cst_16 : tensor<3xf32>
    %52 = stablehlo.multiply %43, %51 : tensor<3xf32>
    %53 = stablehlo.multiply %41, %52 : tensor<3xf32>
    %54 = stablehlo.add %41, %53 : tensor<3xf32>
    %cst_17 = stablehlo.constant dense<-2.755732E-7> : tensor<3xf32>
    %55 = stablehlo.multiply %cst_17, %43 : tensor<3xf32>
    %cst_18 = stablehlo.constant dense<2.48015876E-5> : tensor<3xf32>
    %56 = stablehlo.add %55, %cst_18 : tensor<3xf32>
    %57 = stablehlo.multiply %56, %43 : tensor<3xf32>
    %cst_19 = stablehlo.constant dense<-0.00138888892> : tensor<3xf32>
    %58 = stablehlo.add %57, %cst_19 : tensor<3xf32>
    %59 = stablehlo.multiply %58, %43 : tensor<3xf32>
    %cst_20 = stablehlo.constant dense<0.0416666679> : tensor<3xf32>
    %60 = stablehlo.add %59, %cst_20 : tensor<3xf32>
    %61 = stablehlo.multiply %43, %60 : tensor<3xf32>
    %62 = stablehlo.multiply %43, %61 : tensor<3xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    %63 = stablehlo.multiply %43, %cst_21 : tensor<3xf32>
    %64 = stablehlo.subtract %62, %63 : tensor<3xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
    %65 = stablehlo.add %64, %cst_22 : tensor<3xf32>
    %cst_23 = stablehlo.constant dense<0x7FC00000> : tensor<3xf32>
    %66 = stablehlo.select %45, %54, %cst_23 : tensor<3xi1>, tensor<3xf32>
    %67 = stablehlo.select %45, %65, %cst_23 : tensor<3xi1>, tensor<3xf32>
    %c_24 = stablehlo.constant dense<1> : tensor<3xui32>
    %68 = stablehlo.and %42, %c_24 : tensor<3xui32>
    %69 = stablehlo.compare EQ, %68, %c_24 : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xi1>
    %70 = stablehlo.select %69, %67, %66 : tensor<3xi1>, tensor<3xf32>
    %71 = stablehlo.compare GT, %42, %c_24 : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xi1>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
    %72 = stablehlo.compare EQ, %arg0, %cst_25 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %73 = stablehlo.divide %cst_22, %arg0 : tensor<3xf32>
    %74 = stablehlo.select %72, %73, %arg0 : tensor<3xi1>, tensor<3xf32>
    %75 = stablehlo.compare LT, %74, %cst_25 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %76 = stablehlo.xor %71, %75 : tensor<3xi1>
    %77 = stablehlo.negate %70 : tensor<3xf32>
    %78 = stablehlo.select %76, %77, %70 : tensor<3xi1>, tensor<3xf32>
    return %78 : tensor<3xf32>
  }
}
