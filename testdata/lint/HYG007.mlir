func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<8xf32>) -> ()
  return %x : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
