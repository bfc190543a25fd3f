// chlo.scan, and CHLO's constants, which the specification does not describe: the numbers are our own.

func.func @chlo_constant() {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  return
}
// -----
module {
  func.func @chlo_constant() {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    return
  }
}
