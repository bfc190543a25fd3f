"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<8xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 9>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<1x9xf32>
    "func.return"(%0) : (tensor<1x9xf32>) -> ()
  }) : () -> ()
}) : () -> ()
