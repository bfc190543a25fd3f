func.func @main(%x: tensor<4x5xf32>, %source: tensor<2x2xf32>, %zero: tensor<f32>) -> tensor<4x5xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ge = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<4x5xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<f32>) -> tensor<4x5xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<20xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<20xi32>) -> tensor<4x5xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2:2 = "stablehlo.reduce_window"(%arg0, %1, %cst, %c) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<f32>, %arg6: tensor<i32>):
      %8 = stablehlo.compare GE, %arg3, %arg5 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_0 = stablehlo.constant dense<-1> : tensor<i32>
      %9 = stablehlo.compare EQ, %arg4, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.compare EQ, %arg6, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %11 = stablehlo.not %9 : tensor<i1>
      %12 = stablehlo.and %8, %11 : tensor<i1>
      %13 = stablehlo.or %12, %10 : tensor<i1>
      %14 = stablehlo.select %13, %arg3, %arg5 : tensor<i1>, tensor<f32>
      %15 = stablehlo.select %13, %arg4, %arg6 : tensor<i1>, tensor<i32>
      stablehlo.return %14, %15 : tensor<f32>, tensor<i32>
    }) : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %4 = stablehlo.reshape %2#1 : (tensor<2x2xi32>) -> tensor<4x1xi32>
    %5 = stablehlo.reshape %arg1 : (tensor<2x2xf32>) -> tensor<4xf32>
    %6 = "stablehlo.scatter"(%3, %4, %5) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %8 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<20xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<20xf32>
    %7 = stablehlo.reshape %6 : (tensor<20xf32>) -> tensor<4x5xf32>
    return %7 : tensor<4x5xf32>
  }
}
