func.func @main(%x: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xi32>
}
// -----
module {
  func.func @main(%arg0: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
    %0 = stablehlo.iota dim = 1 : tensor<3x8xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %4 = stablehlo.compare GT, %arg1, %arg2, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }) : (tensor<3x8xf32>, tensor<3x8xi32>) -> (tensor<3x8xf32>, tensor<3x8xi32>)
    %2 = stablehlo.slice %1#0 [0:3, 0:2] : (tensor<3x8xf32>) -> tensor<3x2xf32>
    %3 = stablehlo.slice %1#1 [0:3, 0:2] : (tensor<3x8xi32>) -> tensor<3x2xi32>
    return %2, %3 : tensor<3x2xf32>, tensor<3x2xi32>
  }
}
