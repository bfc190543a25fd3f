func.func @main(%low: tensor<f32>, %high: tensor<f32>) -> tensor<2x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<2x3xf32> {
    %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.subtract %1, %0 : tensor<2x3xf32>
    %c_0 = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %c_0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
    %c_1 = stablehlo.constant dense<9> : tensor<2x3xui32>
    %3 = stablehlo.shift_right_logical %output, %c_1 : tensor<2x3xui32>
    %4 = stablehlo.convert %3 : (tensor<2x3xui32>) -> tensor<2x3xf32>
    %cst = stablehlo.constant dense<1.1920929E-7> : tensor<2x3xf32>
    %5 = stablehlo.multiply %4, %cst : tensor<2x3xf32>
    %6 = stablehlo.multiply %2, %5 : tensor<2x3xf32>
    %7 = stablehlo.add %0, %6 : tensor<2x3xf32>
    %8 = stablehlo.compare LT, %7, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %9 = stablehlo.select %8, %7, %0 : tensor<2x3xi1>, tensor<2x3xf32>
    return %9 : tensor<2x3xf32>
  }
}
