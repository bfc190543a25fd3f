"builtin.module"() <{sym_name = "jit_decoder"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<64x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<4x8x32xf32>, %arg6: tensor<3x32x4x8xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<4x8x32xf32>, %arg11: tensor<3x32x4x8xf32>, %arg12: tensor<32x64xf32>, %arg13: tensor<2x12x32xf32>):
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.reduce"(%arg13, %4) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg36: tensor<f32>, %arg37: tensor<f32>):
      %227 = "stablehlo.add"(%arg36, %arg37) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%227) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %7 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %9 = "stablehlo.divide"(%6, %8) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %11 = "stablehlo.subtract"(%arg13, %10) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %12 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %14 = "stablehlo.multiply"(%13, %11) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %15 = "chlo.square"(%11) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg34: tensor<f32>, %arg35: tensor<f32>):
      %226 = "stablehlo.add"(%arg34, %arg35) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%226) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %19 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %21 = "stablehlo.divide"(%18, %20) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %22 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %24 = "stablehlo.add"(%21, %23) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %25 = "stablehlo.rsqrt"(%24) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %27 = "stablehlo.multiply"(%14, %26) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %28 = "stablehlo.dot_general"(%arg6, %27) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %29 = "stablehlo.transpose"(%28) <{permutation = array<i64: 0, 3, 1, 4, 2>}> : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %30 = "stablehlo.slice"(%29) <{limit_indices = array<i64: 1, 2, 4, 12, 8>, start_indices = array<i64: 0, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %31 = "stablehlo.reshape"(%30) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %32 = "stablehlo.slice"(%29) <{limit_indices = array<i64: 2, 2, 4, 12, 8>, start_indices = array<i64: 1, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %33 = "stablehlo.reshape"(%32) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %34 = "stablehlo.slice"(%29) <{limit_indices = array<i64: 3, 2, 4, 12, 8>, start_indices = array<i64: 2, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %35 = "stablehlo.reshape"(%34) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %36 = "stablehlo.dot_general"(%31, %33) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %37 = "stablehlo.constant"() <{value = dense<2.82842708> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %39 = "stablehlo.divide"(%36, %38) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %40 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xi32>) -> tensor<12x1xi32>
    %42 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xi32>) -> tensor<1x12xi32>
    %44 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %45 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %46 = "stablehlo.compare"(%44, %45) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %47 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %48 = "func.call"(%46, %47, %39) <{callee = @_where}> : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %49 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %50 = "stablehlo.reduce"(%48, %49) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
      %225 = "stablehlo.maximum"(%arg32, %arg33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%225) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %51 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %52 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12xf32>
    %53 = "stablehlo.maximum"(%52, %50) : (tensor<2x4x12xf32>, tensor<2x4x12xf32>) -> tensor<2x4x12xf32>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %56 = "stablehlo.subtract"(%48, %55) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %57 = "stablehlo.exponential"(%56) : (tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %58 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %59 = "stablehlo.reduce"(%57, %58) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %224 = "stablehlo.add"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%224) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %62 = "stablehlo.divide"(%57, %61) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %63 = "stablehlo.dot_general"(%35, %62) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %64 = "stablehlo.dot_general"(%63, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 1], rhs_contracting_dimensions = [1, 0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %65 = "stablehlo.add"(%arg13, %64) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %66 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.reduce"(%65, %66) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %223 = "stablehlo.add"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%223) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %69 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %70 = "stablehlo.broadcast_in_dim"(%69) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %71 = "stablehlo.divide"(%68, %70) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %73 = "stablehlo.subtract"(%65, %72) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %74 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %75 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %76 = "stablehlo.multiply"(%75, %73) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %77 = "chlo.square"(%73) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %78 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %79 = "stablehlo.reduce"(%77, %78) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %222 = "stablehlo.add"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%222) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %80 = "stablehlo.broadcast_in_dim"(%79) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %81 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %83 = "stablehlo.divide"(%80, %82) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %84 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %85 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %86 = "stablehlo.add"(%83, %85) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %87 = "stablehlo.rsqrt"(%86) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %88 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %89 = "stablehlo.multiply"(%76, %88) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %90 = "stablehlo.dot_general"(%89, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %91 = "stablehlo.multiply"(%90, %90) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %92 = "stablehlo.multiply"(%91, %90) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %93 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %94 = "stablehlo.broadcast_in_dim"(%93) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %95 = "stablehlo.multiply"(%94, %92) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %96 = "stablehlo.add"(%90, %95) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %97 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %99 = "stablehlo.multiply"(%98, %96) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %100 = "stablehlo.tanh"(%99) : (tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %101 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %103 = "stablehlo.add"(%102, %100) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %104 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %105 = "stablehlo.broadcast_in_dim"(%104) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %106 = "stablehlo.multiply"(%105, %103) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %107 = "stablehlo.multiply"(%90, %106) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %108 = "stablehlo.dot_general"(%107, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %109 = "stablehlo.add"(%65, %108) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %110 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %111 = "stablehlo.reduce"(%109, %110) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %221 = "stablehlo.add"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%221) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %113 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %114 = "stablehlo.broadcast_in_dim"(%113) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %115 = "stablehlo.divide"(%112, %114) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %116 = "stablehlo.broadcast_in_dim"(%115) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %117 = "stablehlo.subtract"(%109, %116) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %118 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %120 = "stablehlo.multiply"(%119, %117) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %121 = "chlo.square"(%117) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %122 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %123 = "stablehlo.reduce"(%121, %122) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %220 = "stablehlo.add"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%220) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %124 = "stablehlo.broadcast_in_dim"(%123) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %125 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %126 = "stablehlo.broadcast_in_dim"(%125) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %127 = "stablehlo.divide"(%124, %126) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %128 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %129 = "stablehlo.broadcast_in_dim"(%128) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %130 = "stablehlo.add"(%127, %129) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %131 = "stablehlo.rsqrt"(%130) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %132 = "stablehlo.broadcast_in_dim"(%131) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %133 = "stablehlo.multiply"(%120, %132) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %134 = "stablehlo.dot_general"(%arg11, %133) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %135 = "stablehlo.transpose"(%134) <{permutation = array<i64: 0, 3, 1, 4, 2>}> : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %136 = "stablehlo.slice"(%135) <{limit_indices = array<i64: 1, 2, 4, 12, 8>, start_indices = array<i64: 0, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %137 = "stablehlo.reshape"(%136) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %138 = "stablehlo.slice"(%135) <{limit_indices = array<i64: 2, 2, 4, 12, 8>, start_indices = array<i64: 1, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %139 = "stablehlo.reshape"(%138) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %140 = "stablehlo.slice"(%135) <{limit_indices = array<i64: 3, 2, 4, 12, 8>, start_indices = array<i64: 2, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %141 = "stablehlo.reshape"(%140) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %142 = "stablehlo.dot_general"(%137, %139) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %143 = "stablehlo.constant"() <{value = dense<2.82842708> : tensor<f32>}> : () -> tensor<f32>
    %144 = "stablehlo.broadcast_in_dim"(%143) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %145 = "stablehlo.divide"(%142, %144) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %146 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %147 = "stablehlo.broadcast_in_dim"(%146) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xi32>) -> tensor<12x1xi32>
    %148 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xi32>) -> tensor<1x12xi32>
    %150 = "stablehlo.broadcast_in_dim"(%147) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %151 = "stablehlo.broadcast_in_dim"(%149) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %152 = "stablehlo.compare"(%150, %151) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %153 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %154 = "func.call"(%152, %153, %145) <{callee = @_where}> : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %155 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %156 = "stablehlo.reduce"(%154, %155) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %219 = "stablehlo.maximum"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%219) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %157 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %158 = "stablehlo.broadcast_in_dim"(%157) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12xf32>
    %159 = "stablehlo.maximum"(%158, %156) : (tensor<2x4x12xf32>, tensor<2x4x12xf32>) -> tensor<2x4x12xf32>
    %160 = "stablehlo.broadcast_in_dim"(%159) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %161 = "stablehlo.broadcast_in_dim"(%160) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %162 = "stablehlo.subtract"(%154, %161) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %163 = "stablehlo.exponential"(%162) : (tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %164 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %165 = "stablehlo.reduce"(%163, %164) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %218 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%218) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %166 = "stablehlo.broadcast_in_dim"(%165) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %167 = "stablehlo.broadcast_in_dim"(%166) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %168 = "stablehlo.divide"(%163, %167) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %169 = "stablehlo.dot_general"(%141, %168) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %170 = "stablehlo.dot_general"(%169, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 1], rhs_contracting_dimensions = [1, 0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %171 = "stablehlo.add"(%109, %170) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %172 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %173 = "stablehlo.reduce"(%171, %172) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %217 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%217) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %174 = "stablehlo.broadcast_in_dim"(%173) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %175 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %176 = "stablehlo.broadcast_in_dim"(%175) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %177 = "stablehlo.divide"(%174, %176) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %178 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %179 = "stablehlo.subtract"(%171, %178) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %180 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %181 = "stablehlo.broadcast_in_dim"(%180) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %182 = "stablehlo.multiply"(%181, %179) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %183 = "chlo.square"(%179) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %184 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %185 = "stablehlo.reduce"(%183, %184) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %216 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%216) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %186 = "stablehlo.broadcast_in_dim"(%185) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %187 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %188 = "stablehlo.broadcast_in_dim"(%187) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %189 = "stablehlo.divide"(%186, %188) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %190 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %191 = "stablehlo.broadcast_in_dim"(%190) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %192 = "stablehlo.add"(%189, %191) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %193 = "stablehlo.rsqrt"(%192) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %194 = "stablehlo.broadcast_in_dim"(%193) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %195 = "stablehlo.multiply"(%182, %194) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %196 = "stablehlo.dot_general"(%195, %arg12) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %197 = "stablehlo.multiply"(%196, %196) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %198 = "stablehlo.multiply"(%197, %196) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %199 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %200 = "stablehlo.broadcast_in_dim"(%199) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %201 = "stablehlo.multiply"(%200, %198) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %202 = "stablehlo.add"(%196, %201) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %203 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %204 = "stablehlo.broadcast_in_dim"(%203) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %205 = "stablehlo.multiply"(%204, %202) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %206 = "stablehlo.tanh"(%205) : (tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %207 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %208 = "stablehlo.broadcast_in_dim"(%207) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %209 = "stablehlo.add"(%208, %206) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %210 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %211 = "stablehlo.broadcast_in_dim"(%210) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %212 = "stablehlo.multiply"(%211, %209) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %213 = "stablehlo.multiply"(%196, %212) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %214 = "stablehlo.dot_general"(%213, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %215 = "stablehlo.add"(%171, %214) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    "func.return"(%215) : (tensor<2x12x32xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<12x12xi1>, %arg1: tensor<f32>, %arg2: tensor<2x4x12x12xf32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 2, 3>}> : (tensor<12x12xi1>) -> tensor<2x4x12x12xi1>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %3 = "stablehlo.select"(%1, %2, %arg2) : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    "func.return"(%3) : (tensor<2x4x12x12xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
