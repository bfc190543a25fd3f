module {
  func.func @first(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @second(%x: tensor<4xf33>) -> tensor<4xf32> {
    %0 = stablehlo.slice %x [0:2 : (tensor<4xf32>) -> tensor<2xf32>
    return %x : tensor<4xf32>
  }
  func.func @third(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
