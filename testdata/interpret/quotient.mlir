func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %0 = stablehlo.divide %x, %y : tensor<2xi32>
  %1 = stablehlo.compare EQ, %y, %zero : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %2 = stablehlo.select %1, %zero, %0 : tensor<2xi1>, tensor<2xi32>
  return %2 : tensor<2xi32>
}
