module @jit_solve attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x24x24xf32>, %arg1: tensor<2x24x6xf32>) -> (tensor<2x24x24xf32> {jax.result_info = "result[0]"}, tensor<2x24x6xf32> {jax.result_info = "result[1]"}, tensor<2x24x24xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<2x13x6xcomplex<f32>> {jax.result_info = "result[3]"}, tensor<2x24x6xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %1 = stablehlo.dot_general %arg0, %0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %2 = stablehlo.iota dim = 0 : tensor<24x24xi32>
    %3 = stablehlo.iota dim = 1 : tensor<24x24xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
    %5 = stablehlo.add %2, %4 : tensor<24x24xi32>
    %6 = stablehlo.compare EQ, %5, %3, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %7 = stablehlo.convert %6 : (tensor<24x24xi1>) -> tensor<24x24xf32>
    %cst = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<24x24xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [1, 2] : (tensor<24x24xf32>) -> tensor<1x24x24xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x24x24xf32>) -> tensor<2x24x24xf32>
    %12 = stablehlo.add %1, %11 : tensor<2x24x24xf32>
    %13 = stablehlo.cholesky %12, lower = true : tensor<2x24x24xf32>
    %14 = stablehlo.iota dim = 0 : tensor<24x24xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
    %16 = stablehlo.add %14, %15 : tensor<24x24xi32>
    %17 = stablehlo.iota dim = 1 : tensor<24x24xi32>
    %18 = stablehlo.compare GE, %16, %17, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %19 = stablehlo.broadcast_in_dim %18, dims = [1, 2] : (tensor<24x24xi1>) -> tensor<2x24x24xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x24x24xf32>
    %21 = stablehlo.select %19, %13, %20 : tensor<2x24x24xi1>, tensor<2x24x24xf32>
    %22 = "stablehlo.triangular_solve"(%21, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x24x24xf32>, tensor<2x24x6xf32>) -> tensor<2x24x6xf32>
    %23 = "stablehlo.triangular_solve"(%21, %22) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x24x24xf32>, tensor<2x24x6xf32>) -> tensor<2x24x6xf32>
    %24 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<2x24x6xf32>) -> tensor<2x6x24xf32>
    %25 = call @fft(%24) : (tensor<2x6x24xf32>) -> tensor<2x6x13xcomplex<f32>>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1] : (tensor<2x6x13xcomplex<f32>>) -> tensor<2x13x6xcomplex<f32>>
    %27 = call @fft_0(%arg0) : (tensor<2x24x24xf32>) -> tensor<2x24x24xcomplex<f32>>
    %28 = stablehlo.transpose %26, dims = [0, 2, 1] : (tensor<2x13x6xcomplex<f32>>) -> tensor<2x6x13xcomplex<f32>>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %29 = call @_pad(%28, %c_2) : (tensor<2x6x13xcomplex<f32>>, tensor<i32>) -> tensor<2x6x13xcomplex<f32>>
    %30 = call @fft_1(%29) : (tensor<2x6x13xcomplex<f32>>) -> tensor<2x6x24xf32>
    %31 = stablehlo.transpose %30, dims = [0, 2, 1] : (tensor<2x6x24xf32>) -> tensor<2x24x6xf32>
    return %21, %23, %27, %26, %31 : tensor<2x24x24xf32>, tensor<2x24x6xf32>, tensor<2x24x24xcomplex<f32>>, tensor<2x13x6xcomplex<f32>>, tensor<2x24x6xf32>
  }
  func.func private @fft(%arg0: tensor<2x6x24xf32>) -> tensor<2x6x13xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [24] : (tensor<2x6x24xf32>) -> tensor<2x6x13xcomplex<f32>>
    return %0 : tensor<2x6x13xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<2x24x24xf32>) -> tensor<2x24x24xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<2x24x24xf32>) -> tensor<2x24x24xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [24] : (tensor<2x24x24xcomplex<f32>>) -> tensor<2x24x24xcomplex<f32>>
    return %1 : tensor<2x24x24xcomplex<f32>>
  }
  func.func private @_pad(%arg0: tensor<2x6x13xcomplex<f32>>, %arg1: tensor<i32>) -> tensor<2x6x13xcomplex<f32>> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<complex<f32>>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x6x13xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6x13xcomplex<f32>>
    return %1 : tensor<2x6x13xcomplex<f32>>
  }
  func.func private @fft_1(%arg0: tensor<2x6x13xcomplex<f32>>) -> tensor<2x6x24xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [24] : (tensor<2x6x13xcomplex<f32>>) -> tensor<2x6x24xf32>
    return %0 : tensor<2x6x24xf32>
  }
}
