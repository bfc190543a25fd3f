func.func @main(%x: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %v = %w) : tensor<i32>, tensor<8xf32>, tensor<8x8xf32>
  cond {
    %last = stablehlo.constant dense<64> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %nothing = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.reduce(%v init: %nothing) applies stablehlo.add across dimensions = [0]
      : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.multiply %y, %2 : tensor<8xf32>
    stablehlo.return %1, %3, %v : tensor<i32>, tensor<8xf32>, tensor<8x8xf32>
  }
  return %0#1 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%w init: %nothing) applies stablehlo.add across dimensions = [0]
    : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %last = stablehlo.constant dense<64> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %y, %s : tensor<8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
