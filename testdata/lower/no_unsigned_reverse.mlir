func.func @main(%x: tensor<2x4xui8>) -> tensor<2x4xui8> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<2x4xui8>
  return %0 : tensor<2x4xui8>
}
// -----
module {
  func.func @main(%arg0: tensor<2x4xui8>) -> tensor<2x4xui8> {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x4xui8>) -> tensor<2x4xi8>
    %1 = stablehlo.reverse %0, dims = [1] : tensor<2x4xi8>
    %2 = stablehlo.bitcast_convert %1 : (tensor<2x4xi8>) -> tensor<2x4xui8>
    return %2 : tensor<2x4xui8>
  }
}
