func.func @main(%x: tensor<4x8xi8>) -> tensor<8x4xi8> {
  %0 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>}
    : (tensor<4x8xi8>) -> tensor<8x4xi8>
  return %0 : tensor<8x4xi8>
}
// -----
func.func @main(%x: tensor<4x8xi8>) -> tensor<8x4xi8> {
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<4x8xi8>) -> tensor<8x4xi8>
  return %0 : tensor<8x4xi8>
}
