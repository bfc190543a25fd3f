func.func @main(%x: tensor<6xf32>, %p: tensor<f32>) -> (tensor<3x2xf32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<20xf32>, tensor<3xf32>) {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %wide = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %six = stablehlo.constant dense<6> : tensor<1xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %wide, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  %2 = stablehlo.dynamic_iota %wide, dim = 1 : (tensor<2xi64>) -> tensor<2x6xi32>
  %3 = stablehlo.dynamic_pad %x, %p, %two, %two, %two : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<20xf32>
  %4 = stablehlo.real_dynamic_slice %x, %zero, %six, %two : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<20xf32>, tensor<3xf32>
}
// -----
module {
  func.func @main(%arg0: tensor<6xf32>, %arg1: tensor<f32>) -> (tensor<3x2xf32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<20xf32>, tensor<3xf32>) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %c_0 = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<1xi64>
    %c_2 = stablehlo.constant dense<2> : tensor<1xi64>
    %c_3 = stablehlo.constant dense<6> : tensor<1xi64>
    %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %c_0, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x6xf32>
    %2 = stablehlo.dynamic_iota %c_0, dim = 1 : (tensor<2xi64>) -> tensor<2x6xi32>
    %3 = stablehlo.dynamic_pad %arg0, %arg1, %c_2, %c_2, %c_2 : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<20xf32>
    %4 = stablehlo.slice %arg0 [0:6:2] : (tensor<6xf32>) -> tensor<3xf32>
    return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<20xf32>, tensor<3xf32>
  }
}
