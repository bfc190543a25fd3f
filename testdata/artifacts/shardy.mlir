module { sdy.mesh @m = <["x"=2,"y"=4]> 
sdy.mesh @n = <["x"=2,"y"=4], device_ids=[7,6,5,4,3,2,1,0]>
sdy.mesh @e = <[], device_ids=[3]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m,[{?},{"y", ?}p1],replicated={"x"}>}, %b: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<mesh<["a"=2]>,[{"a"}p0,{}]>}, %c: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m,[{},{}],replicated={"x"}, unreduced={"y"}>}) -> tensor<8x8xf32> {
 %1 = sdy.manual_computation(%a) in_shardings=[<@m,[{"x"},{}]>] out_shardings=[<@m,[{"x"},{}]>] manual_axes={"x"} (%q: tensor<4x8xf32>) { sdy.return %q: tensor<4x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>
 %2 = sdy.all_gather [{"x"},{}] %1 out_sharding=<@m,[{},{}]> : tensor<8x8xf32>
 %3 = stablehlo.custom_call @f(%2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, jk]) {i=8, j=2, k=4} need_replication={k} blocked_propagation={j}, custom>} : (tensor<8x8xf32>)->tensor<8x8xf32>
 %4 = stablehlo.custom_call @f(%2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} permutation={j} blocked_propagation={i}>} : (tensor<8x8xf32>)->tensor<8x8xf32>
 %5 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@m,[{},{"x"}]> : tensor<8x8xf32>
 return %5: tensor<8x8xf32> }}
