func.func @create_token() {
  %0 = stablehlo.create_token : !stablehlo.token
  return
}
// -----
module {
  func.func @create_token() {
    %0 = stablehlo.after_all  : !stablehlo.token
    return
  }
}
