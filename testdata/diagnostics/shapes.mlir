func.func @main(%x: tensor<4x8xf32>, %y: tensor<7x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {mhlo.frontend_attributes = {scope = "attention"}} : (tensor<4x8xf32>, tensor<7x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
