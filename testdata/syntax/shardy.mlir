module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  sdy.mesh @m2 = <["x"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]> {a.b}
  sdy.mesh @m3 = <[], device_ids=[0]>
  func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}p1]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    %1 = sdy.reshard %0 <@mesh, [{}, {"x"}], replicated={"y"}> {a.b} : tensor<8x8xf32>
    %2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<4x8xf32>, %arg3: tensor<8x8xf32>) {
      sdy.return %arg2 : tensor<4x8xf32>
    } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = sdy.all_gather [{"x"}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
    %4 = sdy.all_slice [{"x"}, {}] %3 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    %5 = sdy.all_to_all [{"x"}: 0->1] %4 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    %6 = sdy.collective_permute %5 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    %7 = sdy.named_computation<"foo">(%6) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg2: tensor<8x8xf32>) {
      sdy.return %arg2 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = sdy.propagation_barrier %7 allowed_direction=NONE : tensor<8x8xf32>
    sdy.sharding_group %8 group_id=3 : tensor<8x8xf32>
    %9 = sdy.constant dense<1.000000e+00> : tensor<2xf32>
    %10 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{}, {}]>] manual_axes={} () {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<8x8xf32>
      sdy.return %cst : tensor<8x8xf32>
    } : () -> tensor<8x8xf32>
    %11 = sdy.named_computation<"foo">(%6) (%arg2: tensor<8x8xf32>) {
      sdy.return %arg2 : tensor<8x8xf32>
    } {a.b} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %12 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
    %13 = stablehlo.abs %arg0 : tensor<8x8xf32>
    %14 = stablehlo.abs %arg0 : tensor<8x8xf32>
    %15 = sdy.data_flow_edge %13 sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
    %16 = sdy.data_flow_edge %14 {a.b} : tensor<8x8xf32>
    %17 = sdy.sharding_constraint %arg0 <mesh<["q"=2]>, [{"q"}, {}]> : tensor<8x8xf32>
    return %12 : tensor<8x8xf32>
  }
}
