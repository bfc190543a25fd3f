func.func @main(%x: tensor<3x8xi32>, %y: tensor<3x8xf32>) -> (tensor<3x8xi32>, tensor<3x8xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %lt = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<3x8xi32>, tensor<3x8xf32>) -> (tensor<3x8xi32>, tensor<3x8xf32>)
  return %0#0, %0#1 : tensor<3x8xi32>, tensor<3x8xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<3x8xi32>, %arg1: tensor<3x8xf32>) -> (tensor<3x8xi32>, tensor<3x8xf32>) {
    %0 = stablehlo.iota dim = 1 : tensor<3x8xi32>
    %1:3 = "stablehlo.sort"(%arg0, %arg1, %0) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<i32>, %arg7: tensor<i32>):
      %3 = stablehlo.compare LT, %arg2, %arg3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.compare LT, %arg3, %arg2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %5 = stablehlo.not %4 : tensor<i1>
      %6 = stablehlo.compare LT, %arg6, %arg7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %3, %7 : tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x8xi32>, tensor<3x8xf32>, tensor<3x8xi32>) -> (tensor<3x8xi32>, tensor<3x8xf32>, tensor<3x8xi32>)
    %2:2 = stablehlo.optimization_barrier %1#0, %1#1 : tensor<3x8xi32>, tensor<3x8xf32>
    return %2#0, %2#1 : tensor<3x8xi32>, tensor<3x8xf32>
  }
}
