func.func @main(%x: tensor<4096xbf16>) -> tensor<4096xbf16> {
  %shift = stablehlo.constant dense<64.0> : tensor<4096xbf16>
  %0 = stablehlo.multiply %x, %x : tensor<4096xbf16>
  %1 = stablehlo.add %0, %shift : tensor<4096xbf16>
  %2 = stablehlo.subtract %1, %shift : tensor<4096xbf16>
  %3 = stablehlo.tanh %2 : tensor<4096xbf16>
  return %3 : tensor<4096xbf16>
}
