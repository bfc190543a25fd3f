func.func @main(%s: tensor<2xui64>) -> tensor<3xui32> {
  %n = stablehlo.constant dense<3> : tensor<1xi64>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui64>, tensor<3xui32>)
  return %0#1 : tensor<3xui32>
}
// -----
module {
  func.func @main(%arg0: tensor<2xui64>) -> tensor<3xui32> {
    %c = stablehlo.constant dense<3> : tensor<1xi64>
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    return %output : tensor<3xui32>
  }
}
