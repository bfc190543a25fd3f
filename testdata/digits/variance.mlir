func.func @main(%x: tensor<64x512xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<512.0> : tensor<64xf32>
  %0 = stablehlo.multiply %x, %x : tensor<64x512xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.divide %1, %n : tensor<64xf32>
  %4 = stablehlo.divide %2, %n : tensor<64xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<64xf32>
  %6 = stablehlo.subtract %3, %5 : tensor<64xf32>
  return %6 : tensor<64xf32>
}
