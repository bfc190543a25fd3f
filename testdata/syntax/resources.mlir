module {
  func.func @main() {
    %cst = stablehlo.constant dense_resource<blob1> : tensor<4xf32>
    %cst_0 = stablehlo.constant dense_resource<"odd blob"> : tensor<1xf32>
    return
  }
}

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x0400000001000000020000000300000004000000",
      "odd blob": "0x0400000001000000"
    }
  }
#-}
