func.func @main(%x: tensor<6xf32>) -> (tensor<5xf32>, tensor<6xf32>, tensor<2xf32>) {
  %s = stablehlo.constant dense<[5]> : tensor<1xi64>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.custom_call @f(%x, %s) {indices_of_shape_operands = dense<[1]> : tensor<1xi64>} : (tensor<6xf32>, tensor<1xi64>) -> tensor<5xf32>
  %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<6xf32>, tensor<1xi64>) -> tensor<6xf32>
  %2:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<6xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0, %1, %2#0 : tensor<5xf32>, tensor<6xf32>, tensor<2xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<6xf32>) -> (tensor<5xf32>, tensor<6xf32>, tensor<2xf32>) {
    %c = stablehlo.constant dense<5> : tensor<1xi64>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.custom_call @f(%arg0, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<6xf32>, tensor<1xi64>) -> tensor<5xf32>
    %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%arg0, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<6xf32>, tensor<1xi64>) -> tensor<6xf32>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<6xf32> -> (tensor<2xf32>, tensor<2xi32>)
    return %0, %1, %values : tensor<5xf32>, tensor<6xf32>, tensor<2xf32>
  }
}
