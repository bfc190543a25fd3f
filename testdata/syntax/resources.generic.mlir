"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
    %0 = "stablehlo.constant"() <{value = dense_resource<blob1> : tensor<4xf32>}> : () -> tensor<4xf32>
    %1 = "stablehlo.constant"() <{value = dense_resource<"odd blob"> : tensor<1xf32>}> : () -> tensor<1xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x0400000001000000020000000300000004000000",
      "odd blob": "0x0400000001000000"
    }
  }
#-}
