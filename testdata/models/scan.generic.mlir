"builtin.module"() <{sym_name = "jit_network"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<40x4x8xf32>, tensor<16x16xf32>, tensor<8x16xf32>) -> (tensor<40x4xf32>, tensor<4x16xf32>, tensor<i32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<40x4x8xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<8x16xf32>):
    %28 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32>
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<40x4xf32>
    %32 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %33:6 = "stablehlo.while"(%arg11, %arg13, %arg12, %32, %29, %31) ({
    ^bb0(%arg30: tensor<40x4x8xf32>, %arg31: tensor<8x16xf32>, %arg32: tensor<16x16xf32>, %arg33: tensor<i32>, %arg34: tensor<4x16xf32>, %arg35: tensor<40x4xf32>):
      %60 = "stablehlo.constant"() <{value = dense<40> : tensor<i32>}> : () -> tensor<i32>
      %61 = "stablehlo.compare"(%arg33, %60) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%61) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg24: tensor<40x4x8xf32>, %arg25: tensor<8x16xf32>, %arg26: tensor<16x16xf32>, %arg27: tensor<i32>, %arg28: tensor<4x16xf32>, %arg29: tensor<40x4xf32>):
      %55 = "func.call"(%arg24, %arg27) <{callee = @dynamic_index_in_dim}> : (tensor<40x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %56:2 = "func.call"(%arg25, %arg26, %arg28, %55) <{callee = @closed_call}> : (tensor<8x16xf32>, tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4xf32>)
      %57 = "func.call"(%arg29, %56#1, %arg27) <{callee = @dynamic_update_index_in_dim}> : (tensor<40x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<40x4xf32>
      %58 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %59 = "stablehlo.add"(%arg27, %58) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg24, %arg25, %arg26, %59, %56#0, %57) : (tensor<40x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<40x4xf32>) -> ()
    }) : (tensor<40x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<40x4xf32>) -> (tensor<40x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<40x4xf32>)
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32>
    %36 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %37:4 = "stablehlo.while"(%arg12, %35, %33#4, %36) ({
    ^bb0(%arg18: tensor<16x16xf32>, %arg19: tensor<4x16xf32>, %arg20: tensor<4x16xf32>, %arg21: tensor<i32>):
      %45 = "stablehlo.subtract"(%arg19, %arg20) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
      %46 = "stablehlo.abs"(%45) : (tensor<4x16xf32>) -> tensor<4x16xf32>
      %47 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
      %48 = "stablehlo.reduce"(%46, %47) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
        %54 = "stablehlo.maximum"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%54) : (tensor<f32>) -> ()
      }) : (tensor<4x16xf32>, tensor<f32>) -> tensor<f32>
      %49 = "stablehlo.constant"() <{value = dense<1.000000e-03> : tensor<f32>}> : () -> tensor<f32>
      %50 = "stablehlo.compare"(%48, %49) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %51 = "stablehlo.constant"() <{value = dense<100> : tensor<i32>}> : () -> tensor<i32>
      %52 = "stablehlo.compare"(%arg21, %51) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %53 = "stablehlo.and"(%50, %52) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%53) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg14: tensor<16x16xf32>, %arg15: tensor<4x16xf32>, %arg16: tensor<4x16xf32>, %arg17: tensor<i32>):
      %38 = "stablehlo.dot_general"(%arg16, %arg14) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
      %39 = "stablehlo.cosine"(%38) : (tensor<4x16xf32>) -> tensor<4x16xf32>
      %40 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
      %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32>
      %42 = "stablehlo.multiply"(%41, %39) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
      %43 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %44 = "stablehlo.add"(%arg17, %43) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg14, %arg16, %42, %44) : (tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> ()
    }) : (tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> (tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<i32>)
    "func.return"(%33#5, %37#2, %37#3) : (tensor<40x4xf32>, tensor<4x16xf32>, tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<40x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<40x4x8xf32>, %arg10: tensor<i32>):
    %24 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %25 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.dynamic_slice"(%arg9, %arg10, %24, %25) <{slice_sizes = array<i64: 1, 4, 8>}> : (tensor<40x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    %27 = "stablehlo.reshape"(%26) : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    "func.return"(%27) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<8x16xf32>, tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4xf32>), res_attrs = [{}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<8x16xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<4x16xf32>, %arg6: tensor<4x8xf32>):
    %3 = "stablehlo.dot_general"(%arg6, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %4 = "stablehlo.negate"(%3) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %5 = "stablehlo.exponential"(%4) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %6 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32>
    %8 = "stablehlo.add"(%7, %5) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %9 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32>
    %11 = "stablehlo.divide"(%10, %8) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %12 = "stablehlo.multiply"(%11, %arg5) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %13 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32>
    %15 = "stablehlo.subtract"(%14, %11) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %16 = "stablehlo.dot_general"(%arg5, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %17 = "stablehlo.add"(%16, %3) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %18 = "stablehlo.tanh"(%17) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %19 = "stablehlo.multiply"(%15, %18) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %20 = "stablehlo.add"(%12, %19) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.reduce"(%20, %21) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %23 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
    "func.return"(%20, %22) : (tensor<4x16xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<40x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<40x4xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<40x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<1x4xf32>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1) : (tensor<40x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<40x4xf32>
    "func.return"(%2) : (tensor<40x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
