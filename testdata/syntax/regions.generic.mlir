"builtin.module"() <{sym_name = "regions"}> ({
  "func.func"() <{arg_attrs = [{x.y = "a"}, {}, {}, {}, {}], function_type = (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<i1>, tensor<i32>) -> (tensor<2xf32>, tensor<f32>), res_attrs = [{x.y}, {}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<2xf32>, %arg4: tensor<2xf32>, %arg5: tensor<f32>, %arg6: tensor<i1>, %arg7: tensor<i32>):
    %4 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %5:2 = "stablehlo.while"(%arg7, %arg3) ({
    ^bb0(%arg35: tensor<i32>, %arg36: tensor<2xf32>):
      %27 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %28 = "stablehlo.compare"(%arg35, %27) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%28) {x.y} : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg29: tensor<i32>, %arg30: tensor<2xf32>):
      %23 = "func.call"(%arg30) <{callee = @double}> : (tensor<2xf32>) -> tensor<2xf32>
      %24 = "stablehlo.if"(%arg6) ({
        %26:2 = "stablehlo.while"(%arg29, %23) ({
        ^bb0(%arg33: tensor<i32>, %arg34: tensor<2xf32>):
          "stablehlo.return"(%arg6) : (tensor<i1>) -> ()
        }, {
        ^bb0(%arg31: tensor<i32>, %arg32: tensor<2xf32>):
          "stablehlo.return"(%arg31, %arg32) : (tensor<i32>, tensor<2xf32>) -> ()
        }) : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
        "stablehlo.return"(%26#1) : (tensor<2xf32>) -> ()
      }, {
        %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
        "stablehlo.return"(%25) : (tensor<2xf32>) -> ()
      }) {x.y} : (tensor<i1>) -> tensor<2xf32>
      "stablehlo.return"(%4, %24) : (tensor<i32>, tensor<2xf32>) -> ()
    }) {x.y} : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
    "stablehlo.while"() ({
      "stablehlo.return"(%arg6) : (tensor<i1>) -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : () -> ()
    %6 = "stablehlo.reduce"(%arg3, %arg5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg27: tensor<f32>, %arg28: tensor<f32>):
      %22 = "stablehlo.add"(%arg27, %arg28) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%22) : (tensor<f32>) -> ()
    }) {x.y} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %7 = "stablehlo.reduce"(%arg3, %arg5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg25: tensor<f32>, %arg26: tensor<f32>):
      %21 = "stablehlo.maximum"(%arg26, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%21) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.reduce"(%arg3, %arg5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg23: tensor<f32>, %arg24: tensor<f32>):
      %20 = "stablehlo.subtract"(%arg23, %arg24) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%20) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.reduce"(%arg3, %arg5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
      %19 = "stablehlo.add"(%arg21, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%19) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %10:2 = "stablehlo.reduce"(%arg3, %arg4, %arg5, %arg5) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>, %arg19: tensor<f32>, %arg20: tensor<f32>):
      %18 = "stablehlo.add"(%arg17, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%18, %arg18) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    %11:2 = "stablehlo.sort"(%arg3, %arg4) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>, %arg16: tensor<f32>):
      %17 = "stablehlo.compare"(%arg13, %arg14) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%17) : (tensor<i1>) -> ()
    }) {x.y} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %12:3 = "chlo.scan"(%arg3, %arg4, %arg4) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 2>, resultSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<2xf32>, %arg12: tensor<2xf32>):
      "stablehlo.return"(%arg10, %arg11, %arg12) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> ()
    }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    %13:2 = "chlo.scan"(%arg3, %arg4) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<2xf32>):
      "stablehlo.return"(%arg8, %arg9) : (tensor<f32>, tensor<2xf32>) -> ()
    }) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %14 = "stablehlo.composite"(%arg3) <{composite_attributes = {n = 1 : i64}, decomposition = @double, name = "x.y", version = 1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.composite"() <{decomposition = @nothing, name = "x.y"}> : () -> ()
    %15:2 = "other.op"(%arg3) <{kept = 1 : i32}> ({
      %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      "other.end"(%16) : (tensor<f32>) -> ()
    }, {
    }) {"a-b", free = 2 : i32} : (tensor<2xf32>) -> (tensor<2xf32>, i32)
    "func.return"(%5#1, %6) : (tensor<2xf32>, tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, no_inline, sym_name = "double", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<2xf32>):
    %3 = "stablehlo.add"(%arg2, %arg2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"(%3) {x.y} : (tensor<2xf32>) -> ()
  }) {x.y = 1 : i32} : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "nothing", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{arg_attrs = [{x.y}, {}], function_type = (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>, res_attrs = [{x.y}], sym_name = "declared", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> ((tensor<2xf32>) -> tensor<2xf32>), sym_name = "higher", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "odd name", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, i1) -> tensor<2xf32>, sym_name = "blocks"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: i1):
    "cf.br"(%arg0)[^bb1] {x.y} : (tensor<2xf32>) -> ()
  ^bb1(%0: tensor<2xf32>):  // 2 preds: ^bb0, ^bb2
    "other.branch"(%arg1)[^bb2, ^bb3] : (i1) -> ()
  ^bb2:  // pred: ^bb1
    %1 = "stablehlo.add"(%0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "cf.br"(%1)[^bb1] : (tensor<2xf32>) -> ()
  ^bb3:  // pred: ^bb1
    "cf.br"()[^bb4] : () -> ()
  ^bb4:  // pred: ^bb3
    "func.return"(%0) : (tensor<2xf32>) -> ()
  ^bb5(%2: tensor<2xf32>):  // no predecessors
    "func.return"(%2) : (tensor<2xf32>) -> ()
  }) : () -> ()
  "builtin.module"() <{sym_name = "inner"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
      "func.return"() : () -> ()
    }) : () -> ()
    "builtin.module"() ({
    ^bb0:
    }) : () -> ()
  }) {x.y} : () -> ()
}) : () -> ()
