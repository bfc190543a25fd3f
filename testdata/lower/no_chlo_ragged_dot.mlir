func.func @ragged_dot(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}
// -----
module {
  func.func @ragged_dot(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x11x7xf32>
    %0 = stablehlo.iota dim = 1 : tensor<2x11xi64>
    %1 = stablehlo.convert %arg2 : tensor<3xi64>
    %c = stablehlo.constant dense<0> : tensor<2x11xi64>
    %2 = stablehlo.slice %1 [0:1] : (tensor<3xi64>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i64>) -> tensor<2x11xi64>
    %5 = stablehlo.add %c, %4 : tensor<2x11xi64>
    %6 = stablehlo.compare LE, %c, %0 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %7 = stablehlo.compare LT, %0, %5 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %8 = stablehlo.and %6, %7 : tensor<2x11xi1>
    %9 = stablehlo.slice %arg1 [0:1, 0:2, 0:5, 0:7] : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
    %11 = stablehlo.dot_general %arg0, %10, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x11x7xf32>
    %12 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<2x11xi1>) -> tensor<2x11x7xi1>
    %13 = stablehlo.select %12, %11, %cst : tensor<2x11x7xi1>, tensor<2x11x7xf32>
    %14 = stablehlo.slice %1 [1:2] : (tensor<3xi64>) -> tensor<1xi64>
    %15 = stablehlo.reshape %14 : (tensor<1xi64>) -> tensor<i64>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i64>) -> tensor<2x11xi64>
    %17 = stablehlo.add %5, %16 : tensor<2x11xi64>
    %18 = stablehlo.compare LE, %5, %0 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %19 = stablehlo.compare LT, %0, %17 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %20 = stablehlo.and %18, %19 : tensor<2x11xi1>
    %21 = stablehlo.slice %arg1 [1:2, 0:2, 0:5, 0:7] : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
    %23 = stablehlo.dot_general %arg0, %22, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x11x7xf32>
    %24 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<2x11xi1>) -> tensor<2x11x7xi1>
    %25 = stablehlo.select %24, %23, %13 : tensor<2x11x7xi1>, tensor<2x11x7xf32>
    %26 = stablehlo.slice %1 [2:3] : (tensor<3xi64>) -> tensor<1xi64>
    %27 = stablehlo.reshape %26 : (tensor<1xi64>) -> tensor<i64>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i64>) -> tensor<2x11xi64>
    %29 = stablehlo.add %17, %28 : tensor<2x11xi64>
    %30 = stablehlo.compare LE, %17, %0 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %31 = stablehlo.compare LT, %0, %29 : (tensor<2x11xi64>, tensor<2x11xi64>) -> tensor<2x11xi1>
    %32 = stablehlo.and %30, %31 : tensor<2x11xi1>
    %33 = stablehlo.slice %arg1 [2:3, 0:2, 0:5, 0:7] : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
    %34 = stablehlo.reshape %33 : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
    %35 = stablehlo.dot_general %arg0, %34, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x11x7xf32>
    %36 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<2x11xi1>) -> tensor<2x11x7xi1>
    %37 = stablehlo.select %36, %35, %25 : tensor<2x11x7xi1>, tensor<2x11x7xf32>
    return
  }
}
