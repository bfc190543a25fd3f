module @names {
  func.func @main(%input: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.exponental %input : tensor<4xf32>
    %1 = stablehlo.iota dim = 0 : tensor<4xf32>
    %2 = stablehlo.add %inputs, %1 : tensor<4xf32>
    %3 = call @helpr(%2) : (tensor<4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
  func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
