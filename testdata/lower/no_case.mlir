func.func @main(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    %a = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    %b = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %b : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<i32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = "stablehlo.if"(%0) ({
      %2 = stablehlo.negate %arg1 : tensor<2xf32>
      stablehlo.return %2 : tensor<2xf32>
    }, {
      %c_0 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.compare EQ, %arg0, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = "stablehlo.if"(%2) ({
        %4 = stablehlo.abs %arg1 : tensor<2xf32>
        stablehlo.return %4 : tensor<2xf32>
      }, {
        stablehlo.return %arg1 : tensor<2xf32>
      }) : (tensor<i1>) -> tensor<2xf32>
      stablehlo.return %3 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
