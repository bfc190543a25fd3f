func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @acme.scale(%x) {
    api_version = 4 : i32, backend_config = {factor = 2.0 : f32}
  } : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
