func.func @main(%x: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xf32>, tensor<2xi32>
}
// -----
module {
  func.func @main(%arg0: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>) {
    %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3xf32>
    %1 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %2 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %3 = stablehlo.compare GE, %1, %2 : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %4 = stablehlo.broadcast_in_dim %3, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
    %5 = stablehlo.select %4, %0, %arg0 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
    %6 = stablehlo.compare NE, %0, %0 : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xi1>
    %7 = stablehlo.and %6, %4 : tensor<2x3x3xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c) applies stablehlo.or across dimensions = [1, 2] : (tensor<2x3x3xi1>, tensor<i1>) -> tensor<2xi1>
    %9 = stablehlo.convert %8 : (tensor<2xi1>) -> tensor<2xi32>
    return %5, %9 : tensor<2x3x3xf32>, tensor<2xi32>
  }
}
