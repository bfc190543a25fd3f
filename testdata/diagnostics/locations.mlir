#loc1 = loc("x")
module @jit_f {
  func.func public @main(%arg0: tensor<4x8xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<4xf32> loc(#loc9)
    return %0 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("model.py":42:11 to :30)
#loc3 = loc("train.py":7:4 to :20)
#loc4 = loc("attention"(#loc2))
#loc5 = loc("<module>"(#loc3))
#loc8 = loc(callsite(#loc4 at #loc5))
#loc9 = loc("jit(f)/reshape"(#loc8))
