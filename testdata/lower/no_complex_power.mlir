func.func @main(%x: tensor<3xcomplex<f32>>, %w: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = stablehlo.power %x, %w : tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}
// -----
module {
  func.func @main(%arg0: tensor<3xcomplex<f32>>, %arg1: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
    %0 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %1 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %2 = stablehlo.real %arg1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %3 = stablehlo.imag %arg1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %4 = stablehlo.convert %2 : (tensor<3xf32>) -> tensor<3xf64>
    %5 = stablehlo.convert %3 : (tensor<3xf32>) -> tensor<3xf64>
    %6 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %7 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %8 = stablehlo.convert %6 : (tensor<3xf32>) -> tensor<3xf64>
    %9 = stablehlo.convert %7 : (tensor<3xf32>) -> tensor<3xf64>
    %10 = stablehlo.abs %8 : tensor<3xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf64>
    %11 = stablehlo.subtract %10, %cst : tensor<3xf64>
    %12 = stablehlo.abs %8 : tensor<3xf64>
    %13 = stablehlo.abs %9 : tensor<3xf64>
    %14 = stablehlo.maximum %12, %13 : tensor<3xf64>
    %15 = stablehlo.minimum %12, %13 : tensor<3xf64>
    %16 = stablehlo.compare EQ, %14, %15 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %17 = stablehlo.divide %15, %14 : tensor<3xf64>
    %18 = stablehlo.select %16, %cst, %17 : tensor<3xi1>, tensor<3xf64>
    %19 = stablehlo.compare GT, %13, %12 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %20 = stablehlo.subtract %13, %cst : tensor<3xf64>
    %21 = stablehlo.add %13, %cst : tensor<3xf64>
    %22 = stablehlo.multiply %20, %21 : tensor<3xf64>
    %23 = stablehlo.multiply %8, %8 : tensor<3xf64>
    %24 = stablehlo.add %22, %23 : tensor<3xf64>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<3xf64>
    %25 = stablehlo.add %11, %cst_0 : tensor<3xf64>
    %26 = stablehlo.multiply %11, %25 : tensor<3xf64>
    %27 = stablehlo.multiply %9, %9 : tensor<3xf64>
    %28 = stablehlo.add %26, %27 : tensor<3xf64>
    %29 = stablehlo.select %19, %24, %28 : tensor<3xi1>, tensor<3xf64>
    %30 = stablehlo.log %14 : tensor<3xf64>
    %31 = stablehlo.multiply %18, %18 : tensor<3xf64>
    %32 = stablehlo.log_plus_one %31 : tensor<3xf64>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<3xf64>
    %33 = stablehlo.multiply %32, %cst_1 : tensor<3xf64>
    %34 = stablehlo.add %30, %33 : tensor<3xf64>
    %35 = stablehlo.compare GT, %14, %cst_1 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %36 = stablehlo.compare LT, %14, %cst_0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %37 = stablehlo.and %35, %36 : tensor<3xi1>
    %38 = stablehlo.log_plus_one %29 : tensor<3xf64>
    %39 = stablehlo.multiply %38, %cst_1 : tensor<3xf64>
    %40 = stablehlo.select %37, %39, %34 : tensor<3xi1>, tensor<3xf64>
    %41 = stablehlo.atan2 %9, %8 : tensor<3xf64>
    %42 = stablehlo.complex %40, %41 : tensor<3xcomplex<f64>>
    %43 = stablehlo.real %42 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %44 = stablehlo.imag %42 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
    %45 = stablehlo.multiply %4, %43 : tensor<3xf64>
    %46 = stablehlo.multiply %5, %44 : tensor<3xf64>
    %47 = stablehlo.subtract %45, %46 : tensor<3xf64>
    %48 = stablehlo.multiply %4, %44 : tensor<3xf64>
    %49 = stablehlo.multiply %5, %43 : tensor<3xf64>
    %50 = stablehlo.add %48, %49 : tensor<3xf64>
    %51 = stablehlo.multiply %47, %cst_1 : tensor<3xf64>
    %52 = stablehlo.exponential %51 : tensor<3xf64>
    %53 = stablehlo.cosine %50 : tensor<3xf64>
    %54 = stablehlo.multiply %52, %53 : tensor<3xf64>
    %55 = stablehlo.multiply %54, %52 : tensor<3xf64>
    %56 = stablehlo.sine %50 : tensor<3xf64>
    %57 = stablehlo.multiply %52, %56 : tensor<3xf64>
    %58 = stablehlo.multiply %57, %52 : tensor<3xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<3xf64>
    %59 = stablehlo.compare EQ, %50, %cst_2 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %60 = stablehlo.select %59, %50, %58 : tensor<3xi1>, tensor<3xf64>
    %61 = stablehlo.compare EQ, %8, %cst_2 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %62 = stablehlo.compare EQ, %9, %cst_2 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %63 = stablehlo.and %61, %62 : tensor<3xi1>
    %64 = stablehlo.compare EQ, %4, %cst_2 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %65 = stablehlo.compare EQ, %5, %cst_2 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %66 = stablehlo.and %64, %65 : tensor<3xi1>
    %67 = stablehlo.compare GT, %4, %cst_2 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_3 = stablehlo.constant dense<0x7FF8000000000000> : tensor<3xf64>
    %68 = stablehlo.select %67, %cst_2, %cst_3 : tensor<3xi1>, tensor<3xf64>
    %69 = stablehlo.select %63, %68, %55 : tensor<3xi1>, tensor<3xf64>
    %70 = stablehlo.select %66, %cst, %69 : tensor<3xi1>, tensor<3xf64>
    %71 = stablehlo.select %63, %68, %60 : tensor<3xi1>, tensor<3xf64>
    %72 = stablehlo.select %66, %cst_2, %71 : tensor<3xi1>, tensor<3xf64>
    %73 = stablehlo.convert %70 : (tensor<3xf64>) -> tensor<3xf32>
    %74 = stablehlo.convert %72 : (tensor<3xf64>) -> tensor<3xf32>
    %75 = stablehlo.complex %73, %74 : tensor<3xcomplex<f32>>
    return %75 : tensor<3xcomplex<f32>>
  }
}
