func.func @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = stablehlo.tan %x : tensor<4xf32> loc("model.py":12:8)
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xf8E4M3> loc("model.py":13:8)
  %2 = stablehlo.convert %1 : (tensor<4xf8E4M3>) -> tensor<4xf32> loc("model.py":13:8)
  %3:2 = chlo.top_k(%2, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>) loc("model.py":14:12)
  return %3#0, %3#1 : tensor<2xf32>, tensor<2xi32>
}
