"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> (tensor<f32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1][0]['down']"}, {jax.result_info = "result[1][0]['norm']"}, {jax.result_info = "result[1][0]['output']"}, {jax.result_info = "result[1][0]['query_key_value']"}, {jax.result_info = "result[1][0]['up']"}, {jax.result_info = "result[1][1]['down']"}, {jax.result_info = "result[1][1]['norm']"}, {jax.result_info = "result[1][1]['output']"}, {jax.result_info = "result[1][1]['query_key_value']"}, {jax.result_info = "result[1][1]['up']"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<64x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<4x8x32xf32>, %arg8: tensor<3x32x4x8xf32>, %arg9: tensor<32x64xf32>, %arg10: tensor<64x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<4x8x32xf32>, %arg13: tensor<3x32x4x8xf32>, %arg14: tensor<32x64xf32>, %arg15: tensor<2x12x32xf32>, %arg16: tensor<2x12x32xf32>):
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.reduce"(%arg15, %7) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg89: tensor<f32>, %arg90: tensor<f32>):
      %557 = "stablehlo.add"(%arg89, %arg90) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%557) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %10 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %12 = "stablehlo.divide"(%9, %11) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %14 = "stablehlo.subtract"(%arg15, %13) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %15 = "stablehlo.broadcast_in_dim"(%arg6) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %17 = "stablehlo.multiply"(%16, %14) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %18 = "chlo.square"(%14) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg87: tensor<f32>, %arg88: tensor<f32>):
      %556 = "stablehlo.add"(%arg87, %arg88) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%556) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %22 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %24 = "stablehlo.divide"(%21, %23) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %25 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %27 = "stablehlo.add"(%24, %26) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %28 = "stablehlo.rsqrt"(%27) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %30 = "stablehlo.multiply"(%17, %29) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %31 = "stablehlo.dot_general"(%arg8, %30) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %32 = "stablehlo.transpose"(%31) <{permutation = array<i64: 0, 3, 1, 4, 2>}> : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %33 = "stablehlo.slice"(%32) <{limit_indices = array<i64: 1, 2, 4, 12, 8>, start_indices = array<i64: 0, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %34 = "stablehlo.reshape"(%33) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %35 = "stablehlo.slice"(%32) <{limit_indices = array<i64: 2, 2, 4, 12, 8>, start_indices = array<i64: 1, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %36 = "stablehlo.reshape"(%35) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %37 = "stablehlo.slice"(%32) <{limit_indices = array<i64: 3, 2, 4, 12, 8>, start_indices = array<i64: 2, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %38 = "stablehlo.reshape"(%37) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %39 = "stablehlo.dot_general"(%34, %36) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %40 = "stablehlo.constant"() <{value = dense<2.82842708> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %42 = "stablehlo.divide"(%39, %41) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %43 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xi32>) -> tensor<12x1xi32>
    %45 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xi32>) -> tensor<1x12xi32>
    %47 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %48 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %49 = "stablehlo.compare"(%47, %48) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %50 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %51:2 = "func.call"(%49, %50, %42) <{callee = @_where}> : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>)
    %52 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.reduce"(%51#0, %52) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg85: tensor<f32>, %arg86: tensor<f32>):
      %555 = "stablehlo.maximum"(%arg85, %arg86) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%555) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %54 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12xf32>
    %56 = "stablehlo.maximum"(%55, %53) : (tensor<2x4x12xf32>, tensor<2x4x12xf32>) -> tensor<2x4x12xf32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %59 = "stablehlo.subtract"(%51#0, %58) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %60 = "stablehlo.exponential"(%59) : (tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %61 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %62 = "stablehlo.reduce"(%60, %61) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg83: tensor<f32>, %arg84: tensor<f32>):
      %554 = "stablehlo.add"(%arg83, %arg84) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%554) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %65 = "stablehlo.divide"(%60, %64) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %66 = "stablehlo.multiply"(%63, %63) : (tensor<2x4x12x1xf32>, tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %67 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x1xf32>
    %69 = "stablehlo.divide"(%68, %66) : (tensor<2x4x12x1xf32>, tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %70 = "stablehlo.dot_general"(%38, %65) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %71 = "stablehlo.dot_general"(%70, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 1], rhs_contracting_dimensions = [1, 0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %72 = "stablehlo.add"(%arg15, %71) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %73 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %74 = "stablehlo.reduce"(%72, %73) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg81: tensor<f32>, %arg82: tensor<f32>):
      %553 = "stablehlo.add"(%arg81, %arg82) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%553) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %75 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %76 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %78 = "stablehlo.divide"(%75, %77) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %80 = "stablehlo.subtract"(%72, %79) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %81 = "stablehlo.broadcast_in_dim"(%arg6) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %83 = "stablehlo.multiply"(%82, %80) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %84 = "chlo.square"(%80) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %85 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x32xf32>
    %87 = "stablehlo.multiply"(%86, %80) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %88 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %89 = "stablehlo.reduce"(%84, %88) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg79: tensor<f32>, %arg80: tensor<f32>):
      %552 = "stablehlo.add"(%arg79, %arg80) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%552) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %91 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %92 = "stablehlo.broadcast_in_dim"(%91) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %93 = "stablehlo.divide"(%90, %92) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %94 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %96 = "stablehlo.add"(%93, %95) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %97 = "stablehlo.rsqrt"(%96) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %98 = "stablehlo.divide"(%97, %96) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %99 = "stablehlo.constant"() <{value = dense<-5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.broadcast_in_dim"(%99) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %101 = "stablehlo.multiply"(%100, %98) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %102 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %103 = "stablehlo.multiply"(%83, %102) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %104 = "stablehlo.dot_general"(%103, %arg9) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %105 = "stablehlo.multiply"(%104, %104) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %106 = "stablehlo.multiply"(%105, %104) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %107 = "stablehlo.multiply"(%104, %104) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %108 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %110 = "stablehlo.multiply"(%109, %107) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %111 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %113 = "stablehlo.multiply"(%112, %106) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %114 = "stablehlo.add"(%104, %113) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %115 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %116 = "stablehlo.broadcast_in_dim"(%115) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %117 = "stablehlo.multiply"(%116, %114) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %118 = "stablehlo.tanh"(%117) : (tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %119 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %120 = "stablehlo.broadcast_in_dim"(%119) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %121 = "stablehlo.subtract"(%120, %118) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %122 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %123 = "stablehlo.broadcast_in_dim"(%122) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %124 = "stablehlo.add"(%123, %118) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %125 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %126 = "stablehlo.broadcast_in_dim"(%125) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %127 = "stablehlo.multiply"(%126, %124) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %128 = "stablehlo.multiply"(%104, %127) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %129 = "stablehlo.dot_general"(%128, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %130 = "stablehlo.add"(%72, %129) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %131 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %132 = "stablehlo.reduce"(%130, %131) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg77: tensor<f32>, %arg78: tensor<f32>):
      %551 = "stablehlo.add"(%arg77, %arg78) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%551) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %133 = "stablehlo.broadcast_in_dim"(%132) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %134 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %135 = "stablehlo.broadcast_in_dim"(%134) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %136 = "stablehlo.divide"(%133, %135) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %137 = "stablehlo.broadcast_in_dim"(%136) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %138 = "stablehlo.subtract"(%130, %137) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %139 = "stablehlo.broadcast_in_dim"(%arg11) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %140 = "stablehlo.broadcast_in_dim"(%139) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %141 = "stablehlo.multiply"(%140, %138) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %142 = "chlo.square"(%138) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %143 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %144 = "stablehlo.broadcast_in_dim"(%143) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x32xf32>
    %145 = "stablehlo.multiply"(%144, %138) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %146 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %147 = "stablehlo.reduce"(%142, %146) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg75: tensor<f32>, %arg76: tensor<f32>):
      %550 = "stablehlo.add"(%arg75, %arg76) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%550) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %148 = "stablehlo.broadcast_in_dim"(%147) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %149 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %150 = "stablehlo.broadcast_in_dim"(%149) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %151 = "stablehlo.divide"(%148, %150) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %152 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %153 = "stablehlo.broadcast_in_dim"(%152) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %154 = "stablehlo.add"(%151, %153) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %155 = "stablehlo.rsqrt"(%154) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %156 = "stablehlo.divide"(%155, %154) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %157 = "stablehlo.constant"() <{value = dense<-5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %158 = "stablehlo.broadcast_in_dim"(%157) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %159 = "stablehlo.multiply"(%158, %156) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %160 = "stablehlo.broadcast_in_dim"(%155) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %161 = "stablehlo.multiply"(%141, %160) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %162 = "stablehlo.dot_general"(%arg13, %161) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x32x4x8xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x2x12xf32>
    %163 = "stablehlo.transpose"(%162) <{permutation = array<i64: 0, 3, 1, 4, 2>}> : (tensor<3x4x8x2x12xf32>) -> tensor<3x2x4x12x8xf32>
    %164 = "stablehlo.slice"(%163) <{limit_indices = array<i64: 1, 2, 4, 12, 8>, start_indices = array<i64: 0, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %165 = "stablehlo.reshape"(%164) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %166 = "stablehlo.slice"(%163) <{limit_indices = array<i64: 2, 2, 4, 12, 8>, start_indices = array<i64: 1, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %167 = "stablehlo.reshape"(%166) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %168 = "stablehlo.slice"(%163) <{limit_indices = array<i64: 3, 2, 4, 12, 8>, start_indices = array<i64: 2, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1, 1>}> : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %169 = "stablehlo.reshape"(%168) : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %170 = "stablehlo.dot_general"(%165, %167) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %171 = "stablehlo.constant"() <{value = dense<2.82842708> : tensor<f32>}> : () -> tensor<f32>
    %172 = "stablehlo.broadcast_in_dim"(%171) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %173 = "stablehlo.divide"(%170, %172) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %174 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %175 = "stablehlo.broadcast_in_dim"(%174) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xi32>) -> tensor<12x1xi32>
    %176 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %177 = "stablehlo.broadcast_in_dim"(%176) <{broadcast_dimensions = array<i64: 1>}> : (tensor<12xi32>) -> tensor<1x12xi32>
    %178 = "stablehlo.broadcast_in_dim"(%175) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<12x1xi32>) -> tensor<12x12xi32>
    %179 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x12xi32>) -> tensor<12x12xi32>
    %180 = "stablehlo.compare"(%178, %179) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %181 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %182:2 = "func.call"(%180, %181, %173) <{callee = @_where}> : (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>)
    %183 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %184 = "stablehlo.reduce"(%182#0, %183) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg73: tensor<f32>, %arg74: tensor<f32>):
      %549 = "stablehlo.maximum"(%arg73, %arg74) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%549) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %185 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %186 = "stablehlo.broadcast_in_dim"(%185) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12xf32>
    %187 = "stablehlo.maximum"(%186, %184) : (tensor<2x4x12xf32>, tensor<2x4x12xf32>) -> tensor<2x4x12xf32>
    %188 = "stablehlo.broadcast_in_dim"(%187) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %189 = "stablehlo.broadcast_in_dim"(%188) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %190 = "stablehlo.subtract"(%182#0, %189) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %191 = "stablehlo.exponential"(%190) : (tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %192 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %193 = "stablehlo.reduce"(%191, %192) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg71: tensor<f32>, %arg72: tensor<f32>):
      %548 = "stablehlo.add"(%arg71, %arg72) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%548) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %194 = "stablehlo.broadcast_in_dim"(%193) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %195 = "stablehlo.broadcast_in_dim"(%194) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %196 = "stablehlo.divide"(%191, %195) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %197 = "stablehlo.multiply"(%194, %194) : (tensor<2x4x12x1xf32>, tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %198 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %199 = "stablehlo.broadcast_in_dim"(%198) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x1xf32>
    %200 = "stablehlo.divide"(%199, %197) : (tensor<2x4x12x1xf32>, tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %201 = "stablehlo.dot_general"(%169, %196) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x8xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %202 = "stablehlo.dot_general"(%201, %arg12) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 1], rhs_contracting_dimensions = [1, 0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<4x8x32xf32>) -> tensor<2x12x32xf32>
    %203 = "stablehlo.add"(%130, %202) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %204 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %205 = "stablehlo.reduce"(%203, %204) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg69: tensor<f32>, %arg70: tensor<f32>):
      %547 = "stablehlo.add"(%arg69, %arg70) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%547) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %206 = "stablehlo.broadcast_in_dim"(%205) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %207 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %208 = "stablehlo.broadcast_in_dim"(%207) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %209 = "stablehlo.divide"(%206, %208) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %210 = "stablehlo.broadcast_in_dim"(%209) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %211 = "stablehlo.subtract"(%203, %210) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %212 = "stablehlo.broadcast_in_dim"(%arg11) <{broadcast_dimensions = array<i64: 2>}> : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %213 = "stablehlo.broadcast_in_dim"(%212) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %214 = "stablehlo.multiply"(%213, %211) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %215 = "chlo.square"(%211) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %216 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %217 = "stablehlo.broadcast_in_dim"(%216) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x32xf32>
    %218 = "stablehlo.multiply"(%217, %211) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %219 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %220 = "stablehlo.reduce"(%215, %219) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg67: tensor<f32>, %arg68: tensor<f32>):
      %546 = "stablehlo.add"(%arg67, %arg68) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%546) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %221 = "stablehlo.broadcast_in_dim"(%220) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %222 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %223 = "stablehlo.broadcast_in_dim"(%222) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %224 = "stablehlo.divide"(%221, %223) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %225 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %226 = "stablehlo.broadcast_in_dim"(%225) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %227 = "stablehlo.add"(%224, %226) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %228 = "stablehlo.rsqrt"(%227) : (tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %229 = "stablehlo.divide"(%228, %227) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %230 = "stablehlo.constant"() <{value = dense<-5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %231 = "stablehlo.broadcast_in_dim"(%230) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %232 = "stablehlo.multiply"(%231, %229) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %233 = "stablehlo.broadcast_in_dim"(%228) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %234 = "stablehlo.multiply"(%214, %233) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %235 = "stablehlo.dot_general"(%234, %arg14) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<32x64xf32>) -> tensor<2x12x64xf32>
    %236 = "stablehlo.multiply"(%235, %235) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %237 = "stablehlo.multiply"(%236, %235) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %238 = "stablehlo.multiply"(%235, %235) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %239 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %240 = "stablehlo.broadcast_in_dim"(%239) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %241 = "stablehlo.multiply"(%240, %238) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %242 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %243 = "stablehlo.broadcast_in_dim"(%242) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %244 = "stablehlo.multiply"(%243, %237) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %245 = "stablehlo.add"(%235, %244) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %246 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %247 = "stablehlo.broadcast_in_dim"(%246) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %248 = "stablehlo.multiply"(%247, %245) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %249 = "stablehlo.tanh"(%248) : (tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %250 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %251 = "stablehlo.broadcast_in_dim"(%250) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %252 = "stablehlo.subtract"(%251, %249) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %253 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %254 = "stablehlo.broadcast_in_dim"(%253) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %255 = "stablehlo.add"(%254, %249) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %256 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %257 = "stablehlo.broadcast_in_dim"(%256) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %258 = "stablehlo.multiply"(%257, %255) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %259 = "stablehlo.multiply"(%235, %258) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %260 = "stablehlo.dot_general"(%259, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<64x32xf32>) -> tensor<2x12x32xf32>
    %261 = "stablehlo.add"(%203, %260) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %262 = "stablehlo.subtract"(%261, %arg16) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %263 = "chlo.square"(%262) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %264 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %265 = "stablehlo.broadcast_in_dim"(%264) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x32xf32>
    %266 = "stablehlo.multiply"(%265, %262) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %267 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %268 = "stablehlo.reduce"(%263, %267) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg65: tensor<f32>, %arg66: tensor<f32>):
      %545 = "stablehlo.add"(%arg65, %arg66) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%545) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<f32>
    %269 = "stablehlo.constant"() <{value = dense<7.680000e+02> : tensor<f32>}> : () -> tensor<f32>
    %270 = "stablehlo.divide"(%268, %269) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %271 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %272 = "stablehlo.constant"() <{value = dense<7.680000e+02> : tensor<f32>}> : () -> tensor<f32>
    %273 = "stablehlo.divide"(%271, %272) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %274 = "stablehlo.broadcast_in_dim"(%273) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x32xf32>
    %275 = "stablehlo.multiply"(%274, %266) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %276 = "stablehlo.dot_general"(%275, %259) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<2x12x64xf32>) -> tensor<32x64xf32>
    %277 = "stablehlo.transpose"(%276) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %278 = "stablehlo.dot_general"(%275, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<64x32xf32>) -> tensor<2x12x64xf32>
    %279 = "stablehlo.multiply"(%235, %278) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %280 = "stablehlo.multiply"(%278, %258) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %281 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %282 = "stablehlo.broadcast_in_dim"(%281) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %283 = "stablehlo.multiply"(%282, %279) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %284 = "stablehlo.multiply"(%283, %252) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %285 = "stablehlo.multiply"(%284, %249) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %286 = "stablehlo.add"(%284, %285) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %287 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %288 = "stablehlo.broadcast_in_dim"(%287) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %289 = "stablehlo.multiply"(%288, %286) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %290 = "stablehlo.add"(%280, %289) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %291 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %292 = "stablehlo.broadcast_in_dim"(%291) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %293 = "stablehlo.multiply"(%292, %289) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %294 = "stablehlo.multiply"(%293, %241) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %295 = "stablehlo.add"(%290, %294) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %296 = "stablehlo.dot_general"(%295, %234) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<2x12x32xf32>) -> tensor<64x32xf32>
    %297 = "stablehlo.transpose"(%296) <{permutation = array<i64: 1, 0>}> : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %298 = "stablehlo.dot_general"(%295, %arg14) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<32x64xf32>) -> tensor<2x12x32xf32>
    %299 = "stablehlo.multiply"(%214, %298) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %300 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %301 = "stablehlo.reduce"(%299, %300) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg63: tensor<f32>, %arg64: tensor<f32>):
      %544 = "stablehlo.add"(%arg63, %arg64) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%544) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %302 = "stablehlo.reshape"(%301) : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %303 = "stablehlo.broadcast_in_dim"(%228) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %304 = "stablehlo.multiply"(%298, %303) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %305 = "stablehlo.multiply"(%302, %232) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %306 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %307 = "stablehlo.broadcast_in_dim"(%306) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %308 = "stablehlo.divide"(%305, %307) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %309 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %310 = "stablehlo.reduce"(%308, %309) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg61: tensor<f32>, %arg62: tensor<f32>):
      %543 = "stablehlo.add"(%arg61, %arg62) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%543) : (tensor<f32>) -> ()
    }) : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %311 = "stablehlo.broadcast_in_dim"(%310) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %312 = "stablehlo.multiply"(%311, %218) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %313 = "stablehlo.broadcast_in_dim"(%212) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %314 = "stablehlo.multiply"(%313, %304) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %315 = "stablehlo.add"(%312, %314) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %316 = "stablehlo.multiply"(%304, %211) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %317 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %318 = "stablehlo.reduce"(%316, %317) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg59: tensor<f32>, %arg60: tensor<f32>):
      %542 = "stablehlo.add"(%arg59, %arg60) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%542) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %319 = "stablehlo.reshape"(%318) : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %320 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %321 = "stablehlo.reduce"(%319, %320) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg57: tensor<f32>, %arg58: tensor<f32>):
      %541 = "stablehlo.add"(%arg57, %arg58) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%541) : (tensor<f32>) -> ()
    }) : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %322 = "stablehlo.negate"(%315) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %323 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %324 = "stablehlo.reduce"(%322, %323) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg55: tensor<f32>, %arg56: tensor<f32>):
      %540 = "stablehlo.add"(%arg55, %arg56) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%540) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %325 = "stablehlo.reshape"(%324) : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %326 = "stablehlo.add"(%275, %315) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %327 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %328 = "stablehlo.broadcast_in_dim"(%327) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %329 = "stablehlo.divide"(%325, %328) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %330 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %331 = "stablehlo.reduce"(%329, %330) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg53: tensor<f32>, %arg54: tensor<f32>):
      %539 = "stablehlo.add"(%arg53, %arg54) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%539) : (tensor<f32>) -> ()
    }) : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %332 = "stablehlo.broadcast_in_dim"(%331) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %333 = "stablehlo.add"(%326, %332) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %334 = "stablehlo.dot_general"(%333, %201) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<2x4x8x12xf32>) -> tensor<32x4x8xf32>
    %335 = "stablehlo.transpose"(%334) <{permutation = array<i64: 1, 2, 0>}> : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %336 = "stablehlo.dot_general"(%333, %arg12) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<4x8x32xf32>) -> tensor<2x12x4x8xf32>
    %337 = "stablehlo.transpose"(%336) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x12x4x8xf32>) -> tensor<2x4x8x12xf32>
    %338 = "stablehlo.dot_general"(%337, %169) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %339 = "stablehlo.dot_general"(%337, %196) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %340 = "stablehlo.transpose"(%339) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<2x4x8x12xf32>) -> tensor<2x4x12x8xf32>
    %341 = "stablehlo.broadcast_in_dim"(%200) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %342 = "stablehlo.multiply"(%338, %341) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %343 = "stablehlo.multiply"(%342, %191) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %344 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %345 = "stablehlo.reduce"(%343, %344) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg51: tensor<f32>, %arg52: tensor<f32>):
      %538 = "stablehlo.add"(%arg51, %arg52) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%538) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %346 = "stablehlo.reshape"(%345) : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %347 = "stablehlo.negate"(%346) : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %348 = "stablehlo.broadcast_in_dim"(%194) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %349 = "stablehlo.divide"(%338, %348) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %350 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %351 = "stablehlo.reduce"(%347, %350) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg49: tensor<f32>, %arg50: tensor<f32>):
      %537 = "stablehlo.add"(%arg49, %arg50) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%537) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x1xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %352 = "stablehlo.broadcast_in_dim"(%351) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x12xf32>
    %353 = "stablehlo.add"(%349, %352) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %354 = "stablehlo.multiply"(%353, %191) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %355 = "func.call"(%182#1, %354) <{callee = @_where_0}> : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %356 = "stablehlo.constant"() <{value = dense<2.82842708> : tensor<f32>}> : () -> tensor<f32>
    %357 = "stablehlo.broadcast_in_dim"(%356) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %358 = "stablehlo.divide"(%355, %357) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %359 = "stablehlo.dot_general"(%358, %165) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %360 = "stablehlo.dot_general"(%358, %167) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %361 = "stablehlo.broadcast_in_dim"(%340) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %362 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %363 = "stablehlo.pad"(%361, %362) <{edge_padding_high = array<i64: 0, 0, 0, 0, 0>, edge_padding_low = array<i64: 2, 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0, 0>}> : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %364 = "stablehlo.broadcast_in_dim"(%359) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %365 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %366 = "stablehlo.pad"(%364, %365) <{edge_padding_high = array<i64: 1, 0, 0, 0, 0>, edge_padding_low = array<i64: 1, 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0, 0>}> : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %367 = "stablehlo.add"(%363, %366) : (tensor<3x2x4x12x8xf32>, tensor<3x2x4x12x8xf32>) -> tensor<3x2x4x12x8xf32>
    %368 = "stablehlo.broadcast_in_dim"(%360) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %369 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %370 = "stablehlo.pad"(%368, %369) <{edge_padding_high = array<i64: 2, 0, 0, 0, 0>, edge_padding_low = array<i64: 0, 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0, 0>}> : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %371 = "stablehlo.add"(%367, %370) : (tensor<3x2x4x12x8xf32>, tensor<3x2x4x12x8xf32>) -> tensor<3x2x4x12x8xf32>
    %372 = "stablehlo.transpose"(%371) <{permutation = array<i64: 0, 2, 4, 1, 3>}> : (tensor<3x2x4x12x8xf32>) -> tensor<3x4x8x2x12xf32>
    %373 = "stablehlo.dot_general"(%372, %arg13) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1, 2], rhs_contracting_dimensions = [0, 2, 3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4x8x2x12xf32>, tensor<3x32x4x8xf32>) -> tensor<2x12x32xf32>
    %374 = "stablehlo.dot_general"(%372, %161) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [3, 4], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4x8x2x12xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x32xf32>
    %375 = "stablehlo.transpose"(%374) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<3x4x8x32xf32>) -> tensor<3x32x4x8xf32>
    %376 = "stablehlo.multiply"(%141, %373) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %377 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %378 = "stablehlo.reduce"(%376, %377) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg47: tensor<f32>, %arg48: tensor<f32>):
      %536 = "stablehlo.add"(%arg47, %arg48) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%536) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %379 = "stablehlo.reshape"(%378) : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %380 = "stablehlo.broadcast_in_dim"(%155) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %381 = "stablehlo.multiply"(%373, %380) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %382 = "stablehlo.multiply"(%379, %159) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %383 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %384 = "stablehlo.broadcast_in_dim"(%383) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %385 = "stablehlo.divide"(%382, %384) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %386 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %387 = "stablehlo.reduce"(%385, %386) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg45: tensor<f32>, %arg46: tensor<f32>):
      %535 = "stablehlo.add"(%arg45, %arg46) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%535) : (tensor<f32>) -> ()
    }) : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %388 = "stablehlo.broadcast_in_dim"(%387) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %389 = "stablehlo.multiply"(%388, %145) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %390 = "stablehlo.broadcast_in_dim"(%139) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %391 = "stablehlo.multiply"(%390, %381) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %392 = "stablehlo.add"(%389, %391) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %393 = "stablehlo.multiply"(%381, %138) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %394 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %395 = "stablehlo.reduce"(%393, %394) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg43: tensor<f32>, %arg44: tensor<f32>):
      %534 = "stablehlo.add"(%arg43, %arg44) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%534) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %396 = "stablehlo.reshape"(%395) : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %397 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %398 = "stablehlo.reduce"(%396, %397) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg41: tensor<f32>, %arg42: tensor<f32>):
      %533 = "stablehlo.add"(%arg41, %arg42) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%533) : (tensor<f32>) -> ()
    }) : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %399 = "stablehlo.add"(%321, %398) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %400 = "stablehlo.negate"(%392) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %401 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %402 = "stablehlo.reduce"(%400, %401) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg39: tensor<f32>, %arg40: tensor<f32>):
      %532 = "stablehlo.add"(%arg39, %arg40) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%532) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %403 = "stablehlo.reshape"(%402) : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %404 = "stablehlo.add"(%333, %392) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %405 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %406 = "stablehlo.broadcast_in_dim"(%405) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %407 = "stablehlo.divide"(%403, %406) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %408 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %409 = "stablehlo.reduce"(%407, %408) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg37: tensor<f32>, %arg38: tensor<f32>):
      %531 = "stablehlo.add"(%arg37, %arg38) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%531) : (tensor<f32>) -> ()
    }) : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %410 = "stablehlo.broadcast_in_dim"(%409) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %411 = "stablehlo.add"(%404, %410) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %412 = "stablehlo.dot_general"(%411, %128) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<2x12x64xf32>) -> tensor<32x64xf32>
    %413 = "stablehlo.transpose"(%412) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %414 = "stablehlo.dot_general"(%411, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<64x32xf32>) -> tensor<2x12x64xf32>
    %415 = "stablehlo.multiply"(%104, %414) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %416 = "stablehlo.multiply"(%414, %127) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %417 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %418 = "stablehlo.broadcast_in_dim"(%417) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %419 = "stablehlo.multiply"(%418, %415) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %420 = "stablehlo.multiply"(%419, %121) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %421 = "stablehlo.multiply"(%420, %118) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %422 = "stablehlo.add"(%420, %421) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %423 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %424 = "stablehlo.broadcast_in_dim"(%423) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %425 = "stablehlo.multiply"(%424, %422) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %426 = "stablehlo.add"(%416, %425) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %427 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %428 = "stablehlo.broadcast_in_dim"(%427) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x64xf32>
    %429 = "stablehlo.multiply"(%428, %425) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %430 = "stablehlo.multiply"(%429, %110) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %431 = "stablehlo.add"(%426, %430) : (tensor<2x12x64xf32>, tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %432 = "stablehlo.dot_general"(%431, %103) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<2x12x32xf32>) -> tensor<64x32xf32>
    %433 = "stablehlo.transpose"(%432) <{permutation = array<i64: 1, 0>}> : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %434 = "stablehlo.dot_general"(%431, %arg9) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x64xf32>, tensor<32x64xf32>) -> tensor<2x12x32xf32>
    %435 = "stablehlo.multiply"(%83, %434) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %436 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %437 = "stablehlo.reduce"(%435, %436) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg35: tensor<f32>, %arg36: tensor<f32>):
      %530 = "stablehlo.add"(%arg35, %arg36) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%530) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %438 = "stablehlo.reshape"(%437) : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %439 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %440 = "stablehlo.multiply"(%434, %439) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %441 = "stablehlo.multiply"(%438, %101) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %442 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %443 = "stablehlo.broadcast_in_dim"(%442) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %444 = "stablehlo.divide"(%441, %443) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %445 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %446 = "stablehlo.reduce"(%444, %445) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg33: tensor<f32>, %arg34: tensor<f32>):
      %529 = "stablehlo.add"(%arg33, %arg34) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%529) : (tensor<f32>) -> ()
    }) : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %447 = "stablehlo.broadcast_in_dim"(%446) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %448 = "stablehlo.multiply"(%447, %87) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %449 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %450 = "stablehlo.multiply"(%449, %440) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %451 = "stablehlo.add"(%448, %450) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %452 = "stablehlo.multiply"(%440, %80) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %453 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %454 = "stablehlo.reduce"(%452, %453) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg31: tensor<f32>, %arg32: tensor<f32>):
      %528 = "stablehlo.add"(%arg31, %arg32) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%528) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %455 = "stablehlo.reshape"(%454) : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %456 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %457 = "stablehlo.reduce"(%455, %456) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg29: tensor<f32>, %arg30: tensor<f32>):
      %527 = "stablehlo.add"(%arg29, %arg30) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%527) : (tensor<f32>) -> ()
    }) : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %458 = "stablehlo.negate"(%451) : (tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %459 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %460 = "stablehlo.reduce"(%458, %459) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg27: tensor<f32>, %arg28: tensor<f32>):
      %526 = "stablehlo.add"(%arg27, %arg28) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%526) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %461 = "stablehlo.reshape"(%460) : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %462 = "stablehlo.add"(%411, %451) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %463 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %464 = "stablehlo.broadcast_in_dim"(%463) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x12x1xf32>
    %465 = "stablehlo.divide"(%461, %464) : (tensor<2x12x1xf32>, tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %466 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %467 = "stablehlo.reduce"(%465, %466) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg25: tensor<f32>, %arg26: tensor<f32>):
      %525 = "stablehlo.add"(%arg25, %arg26) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%525) : (tensor<f32>) -> ()
    }) : (tensor<2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %468 = "stablehlo.broadcast_in_dim"(%467) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x12xf32>) -> tensor<2x12x32xf32>
    %469 = "stablehlo.add"(%462, %468) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %470 = "stablehlo.dot_general"(%469, %70) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<2x4x8x12xf32>) -> tensor<32x4x8xf32>
    %471 = "stablehlo.transpose"(%470) <{permutation = array<i64: 1, 2, 0>}> : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %472 = "stablehlo.dot_general"(%469, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x12x32xf32>, tensor<4x8x32xf32>) -> tensor<2x12x4x8xf32>
    %473 = "stablehlo.transpose"(%472) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x12x4x8xf32>) -> tensor<2x4x8x12xf32>
    %474 = "stablehlo.dot_general"(%473, %38) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x12xf32>
    %475 = "stablehlo.dot_general"(%473, %65) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x8x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x8x12xf32>
    %476 = "stablehlo.transpose"(%475) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<2x4x8x12xf32>) -> tensor<2x4x12x8xf32>
    %477 = "stablehlo.broadcast_in_dim"(%69) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %478 = "stablehlo.multiply"(%474, %477) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %479 = "stablehlo.multiply"(%478, %60) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %480 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %481 = "stablehlo.reduce"(%479, %480) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg23: tensor<f32>, %arg24: tensor<f32>):
      %524 = "stablehlo.add"(%arg23, %arg24) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%524) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %482 = "stablehlo.reshape"(%481) : (tensor<2x4x12xf32>) -> tensor<2x4x12x1xf32>
    %483 = "stablehlo.negate"(%482) : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %484 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x4x12x1xf32>) -> tensor<2x4x12x12xf32>
    %485 = "stablehlo.divide"(%474, %484) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %486 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %487 = "stablehlo.reduce"(%483, %486) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
      %523 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%523) : (tensor<f32>) -> ()
    }) : (tensor<2x4x12x1xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %488 = "stablehlo.broadcast_in_dim"(%487) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x4x12xf32>) -> tensor<2x4x12x12xf32>
    %489 = "stablehlo.add"(%485, %488) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %490 = "stablehlo.multiply"(%489, %60) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %491 = "func.call"(%51#1, %490) <{callee = @_where_0}> : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %492 = "stablehlo.constant"() <{value = dense<2.82842708> : tensor<f32>}> : () -> tensor<f32>
    %493 = "stablehlo.broadcast_in_dim"(%492) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %494 = "stablehlo.divide"(%491, %493) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    %495 = "stablehlo.dot_general"(%494, %34) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %496 = "stablehlo.dot_general"(%494, %36) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %497 = "stablehlo.broadcast_in_dim"(%476) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %498 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %499 = "stablehlo.pad"(%497, %498) <{edge_padding_high = array<i64: 0, 0, 0, 0, 0>, edge_padding_low = array<i64: 2, 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0, 0>}> : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %500 = "stablehlo.broadcast_in_dim"(%495) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %501 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %502 = "stablehlo.pad"(%500, %501) <{edge_padding_high = array<i64: 1, 0, 0, 0, 0>, edge_padding_low = array<i64: 1, 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0, 0>}> : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %503 = "stablehlo.add"(%499, %502) : (tensor<3x2x4x12x8xf32>, tensor<3x2x4x12x8xf32>) -> tensor<3x2x4x12x8xf32>
    %504 = "stablehlo.broadcast_in_dim"(%496) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %505 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %506 = "stablehlo.pad"(%504, %505) <{edge_padding_high = array<i64: 2, 0, 0, 0, 0>, edge_padding_low = array<i64: 0, 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0, 0>}> : (tensor<1x2x4x12x8xf32>, tensor<f32>) -> tensor<3x2x4x12x8xf32>
    %507 = "stablehlo.add"(%503, %506) : (tensor<3x2x4x12x8xf32>, tensor<3x2x4x12x8xf32>) -> tensor<3x2x4x12x8xf32>
    %508 = "stablehlo.transpose"(%507) <{permutation = array<i64: 0, 2, 4, 1, 3>}> : (tensor<3x2x4x12x8xf32>) -> tensor<3x4x8x2x12xf32>
    %509 = "stablehlo.dot_general"(%508, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1, 2], rhs_contracting_dimensions = [0, 2, 3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4x8x2x12xf32>, tensor<3x32x4x8xf32>) -> tensor<2x12x32xf32>
    %510 = "stablehlo.dot_general"(%508, %30) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [3, 4], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4x8x2x12xf32>, tensor<2x12x32xf32>) -> tensor<3x4x8x32xf32>
    %511 = "stablehlo.transpose"(%510) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<3x4x8x32xf32>) -> tensor<3x32x4x8xf32>
    %512 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %513 = "stablehlo.multiply"(%509, %512) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %514 = "stablehlo.multiply"(%513, %14) : (tensor<2x12x32xf32>, tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %515 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %516 = "stablehlo.reduce"(%514, %515) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
      %522 = "stablehlo.add"(%arg19, %arg20) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%522) : (tensor<f32>) -> ()
    }) : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<32xf32>
    %517 = "stablehlo.reshape"(%516) : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %518 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %519 = "stablehlo.reduce"(%517, %518) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
      %521 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%521) : (tensor<f32>) -> ()
    }) : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %520 = "stablehlo.add"(%457, %519) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    "func.return"(%270, %413, %520, %471, %511, %433, %277, %399, %335, %375, %297) : (tensor<f32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<32x64xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<12x12xi1>, tensor<f32>, tensor<2x4x12x12xf32>) -> (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>), res_attrs = [{}, {}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<12x12xi1>, %arg3: tensor<f32>, %arg4: tensor<2x4x12x12xf32>):
    %3 = "stablehlo.convert"(%arg3) : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64: 2, 3>}> : (tensor<12x12xi1>) -> tensor<2x4x12x12xi1>
    %5 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %6 = "stablehlo.select"(%4, %5, %arg4) : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    "func.return"(%6, %4) : (tensor<2x4x12x12xf32>, tensor<2x4x12x12xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x4x12x12xi1>, %arg1: tensor<2x4x12x12xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x12x12xf32>
    %2 = "stablehlo.select"(%arg0, %1, %arg1) : (tensor<2x4x12x12xi1>, tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) -> tensor<2x4x12x12xf32>
    "func.return"(%2) : (tensor<2x4x12x12xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
