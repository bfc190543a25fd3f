"builtin.module"() <{sym_name = "jit_solve"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x24x24xf32>, tensor<2x24x6xf32>) -> (tensor<2x24x24xf32>, tensor<2x24x6xf32>, tensor<2x24x24xcomplex<f32>>, tensor<2x13x6xcomplex<f32>>, tensor<2x24x6xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<2x24x24xf32>, %arg6: tensor<2x24x6xf32>):
    %6 = "stablehlo.transpose"(%arg5) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %7 = "stablehlo.dot_general"(%arg5, %6) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %8 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<24x24xi32>
    %9 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<24x24xi32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24x24xi32>
    %12 = "stablehlo.add"(%8, %11) : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi32>
    %13 = "stablehlo.compare"(%12, %9) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %14 = "stablehlo.convert"(%13) : (tensor<24x24xi1>) -> tensor<24x24xf32>
    %15 = "stablehlo.constant"() <{value = dense<2.400000e+01> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24x24xf32>
    %17 = "stablehlo.multiply"(%16, %14) : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<24x24xf32>) -> tensor<1x24x24xf32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x24x24xf32>) -> tensor<2x24x24xf32>
    %20 = "stablehlo.add"(%7, %19) : (tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %21 = "stablehlo.cholesky"(%20) <{lower = true}> : (tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %22 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<24x24xi32>
    %23 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24x24xi32>
    %25 = "stablehlo.add"(%22, %24) : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi32>
    %26 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<24x24xi32>
    %27 = "stablehlo.compare"(%25, %26) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<24x24xi1>) -> tensor<2x24x24xi1>
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x24x24xf32>
    %31 = "stablehlo.select"(%28, %21, %30) : (tensor<2x24x24xi1>, tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %32 = "stablehlo.triangular_solve"(%31, %arg6) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x24x24xf32>, tensor<2x24x6xf32>) -> tensor<2x24x6xf32>
    %33 = "stablehlo.triangular_solve"(%31, %32) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x24x24xf32>, tensor<2x24x6xf32>) -> tensor<2x24x6xf32>
    %34 = "stablehlo.transpose"(%arg6) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x24x6xf32>) -> tensor<2x6x24xf32>
    %35 = "func.call"(%34) <{callee = @fft}> : (tensor<2x6x24xf32>) -> tensor<2x6x13xcomplex<f32>>
    %36 = "stablehlo.transpose"(%35) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x6x13xcomplex<f32>>) -> tensor<2x13x6xcomplex<f32>>
    %37 = "func.call"(%arg5) <{callee = @fft_0}> : (tensor<2x24x24xf32>) -> tensor<2x24x24xcomplex<f32>>
    %38 = "stablehlo.transpose"(%36) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x13x6xcomplex<f32>>) -> tensor<2x6x13xcomplex<f32>>
    %39 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %40 = "func.call"(%38, %39) <{callee = @_pad}> : (tensor<2x6x13xcomplex<f32>>, tensor<i32>) -> tensor<2x6x13xcomplex<f32>>
    %41 = "func.call"(%40) <{callee = @fft_1}> : (tensor<2x6x13xcomplex<f32>>) -> tensor<2x6x24xf32>
    %42 = "stablehlo.transpose"(%41) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x6x24xf32>) -> tensor<2x24x6xf32>
    "func.return"(%31, %33, %37, %36, %42) : (tensor<2x24x24xf32>, tensor<2x24x6xf32>, tensor<2x24x24xcomplex<f32>>, tensor<2x13x6xcomplex<f32>>, tensor<2x24x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x6x24xf32>) -> tensor<2x6x13xcomplex<f32>>, res_attrs = [{}], sym_name = "fft", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<2x6x24xf32>):
    %5 = "stablehlo.fft"(%arg4) <{fft_length = array<i64: 24>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<2x6x24xf32>) -> tensor<2x6x13xcomplex<f32>>
    "func.return"(%5) : (tensor<2x6x13xcomplex<f32>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x24x24xf32>) -> tensor<2x24x24xcomplex<f32>>, res_attrs = [{}], sym_name = "fft_0", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<2x24x24xf32>):
    %3 = "stablehlo.convert"(%arg3) : (tensor<2x24x24xf32>) -> tensor<2x24x24xcomplex<f32>>
    %4 = "stablehlo.fft"(%3) <{fft_length = array<i64: 24>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x24x24xcomplex<f32>>) -> tensor<2x24x24xcomplex<f32>>
    "func.return"(%4) : (tensor<2x24x24xcomplex<f32>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x6x13xcomplex<f32>>, tensor<i32>) -> tensor<2x6x13xcomplex<f32>>, res_attrs = [{}], sym_name = "_pad", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<2x6x13xcomplex<f32>>, %arg2: tensor<i32>):
    %1 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<complex<f32>>
    %2 = "stablehlo.pad"(%arg1, %1) <{edge_padding_high = array<i64: 0, 0, 0>, edge_padding_low = array<i64: 0, 0, 0>, interior_padding = array<i64: 0, 0, 0>}> : (tensor<2x6x13xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6x13xcomplex<f32>>
    "func.return"(%2) : (tensor<2x6x13xcomplex<f32>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x6x13xcomplex<f32>>) -> tensor<2x6x24xf32>, res_attrs = [{}], sym_name = "fft_1", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x6x13xcomplex<f32>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 24>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<2x6x13xcomplex<f32>>) -> tensor<2x6x24xf32>
    "func.return"(%0) : (tensor<2x6x24xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
