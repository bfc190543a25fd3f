// The spellings of the specification's grammar, those among them that MLIR does not write: `siN` for `iN`,
// `token`, literals with types, hexadecimal numbers.
func.func @main(%0: tensor<2x3xsi32>, %1: token, %2: tuple<tensor<si8>, tuple<>>) -> tensor<2x3xsi32> {
  %3 = "stablehlo.constant"() {value = dense<[[0x0, 1, -2], [+3, 4, 0xFF]]> : tensor<2x3xsi32>} : () -> tensor<2x3xsi32>
  %4 = "stablehlo.add"(%0, %3) : (tensor<2x3xsi32>, tensor<2x3xsi32>) -> (tensor<2x3xsi32>)
  %5 = "stablehlo.iota"() {iota_dimension = 1 : si64} : () -> (tensor<2x3xui4>)
  %6 = "stablehlo.constant"() {value = dense<[(1.0, -2.5e-1), (0x7FC00000, 5.0e-1)]> : tensor<2xcomplex<f32>>} : () -> (tensor<2xcomplex<f32>>)
  %7 = "stablehlo.constant"() {value = dense<[true, false]> : tensor<2xi1>} : () -> tensor<2xi1>
  %8 = "stablehlo.get_tuple_element"(%2) {index = 0 : si32} : (tuple<tensor<si8>, tuple<>>) -> tensor<si8>
  %9 = "stablehlo.after_all"(%1) : (token) -> token
  %10 = "stablehlo.transpose"(%4) {permutation = array<i64: 1, 0>} : (tensor<2x3xsi32>) -> tensor<3x2xi32>
  %11 = "stablehlo.custom_call"(%8) {call_target_name = "a\22b\\", has_side_effect = true, api_version = 1 : si32} : (tensor<si8>) -> tensor<2x!quant.uniform<si8<-127:127>:f32:0, {0.1:-3, 2.0e-1:+4}>>
  "func.return"(%4) : (tensor<2x3xsi32>) -> ()
}
