sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x8xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<6x8xi8> {
  return %x : tensor<6x8xi8>
}
// -----
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x8xi8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<6x8xi8> {
  return %x : tensor<6x8xi8>
}
