func.func @ragged_dot(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}
// -----
module {
  func.func @ragged_dot(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x11x7xf32>
    %0 = stablehlo.iota dim = 1 : tensor<2x11xi64>
    %c = stablehlo.constant dense<0> : tensor<2x11xi64>
    %1 = stablehlo.slice %arg2 [0:1] : (tensor<3xi64>) -> tensor<1xi64>
    %2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<2x11xi64>
    %4 = stablehlo.add %c, %3 : tensor<2x11xi64>
    %5 = stablehlo.compare LE, %c, %0 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %6 = stablehlo.compare LT, %0, %4 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %7 = stablehlo.and %5, %6 : tensor<2x11xi1>
    %8 = stablehlo.slice %arg1 [0:1, 0:2, 0:5, 0:7] : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
    %10 = stablehlo.dot_general %arg0, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x11x7xf32>
    %11 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x11xi1>) -> tensor<2x11x7xi1>
    %12 = stablehlo.select %11, %10, %cst : tensor<2x11x7xi1>, tensor<2x11x7xf32>
    %13 = stablehlo.slice %arg2 [1:2] : (tensor<3xi64>) -> tensor<1xi64>
    %14 = stablehlo.reshape %13 : (tensor<1xi64>) -> tensor<i64>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<i64>) -> tensor<2x11xi64>
    %16 = stablehlo.add %4, %15 : tensor<2x11xi64>
    %17 = stablehlo.compare LE, %4, %0 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %18 = stablehlo.compare LT, %0, %16 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %19 = stablehlo.and %17, %18 : tensor<2x11xi1>
    %20 = stablehlo.slice %arg1 [1:2, 0:2, 0:5, 0:7] : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
    %21 = stablehlo.reshape %20 : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
    %22 = stablehlo.dot_general %arg0, %21, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x11x7xf32>
    %23 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x11xi1>) -> tensor<2x11x7xi1>
    %24 = stablehlo.select %23, %22, %12 : tensor<2x11x7xi1>, tensor<2x11x7xf32>
    %25 = stablehlo.slice %arg2 [2:3] : (tensor<3xi64>) -> tensor<1xi64>
    %26 = stablehlo.reshape %25 : (tensor<1xi64>) -> tensor<i64>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i64>) -> tensor<2x11xi64>
    %28 = stablehlo.add %16, %27 : tensor<2x11xi64>
    %29 = stablehlo.compare LE, %16, %0 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %30 = stablehlo.compare LT, %0, %28 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %31 = stablehlo.and %29, %30 : tensor<2x11xi1>
    %32 = stablehlo.slice %arg1 [2:3, 0:2, 0:5, 0:7] : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
    %33 = stablehlo.reshape %32 : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
    %34 = stablehlo.dot_general %arg0, %33, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x11x7xf32>
    %35 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<2x11xi1>) -> tensor<2x11x7xi1>
    %36 = stablehlo.select %35, %34, %24 : tensor<2x11x7xi1>, tensor<2x11x7xf32>
    return
  }
}
