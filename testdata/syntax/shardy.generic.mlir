"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=4]>, sym_name = "mesh"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]>, sym_name = "m2"}> {a.b} : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[0]>, sym_name = "m3"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, {}], function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>, res_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}p1]>}], sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{}, {"x"}], replicated={"y"}>}> {a.b} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "sdy.manual_computation"(%arg0, %arg1) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]>, manual_axes = #sdy<manual_axes{"x", "y"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}> ({
    ^bb0(%arg4: tensor<4x8xf32>, %arg5: tensor<8x8xf32>):
      "sdy.return"(%arg4) : (tensor<4x8xf32>) -> ()
    }) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = "sdy.all_gather"(%0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = "sdy.all_slice"(%3) <{out_sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = "sdy.all_to_all"(%4) <{out_sharding = #sdy.sharding<@mesh, [{}, {"x"}]>, params = #sdy<all_to_all_param_list[{"x"}: 0->1]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = "sdy.collective_permute"(%5) <{out_sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = "sdy.named_computation"(%6) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>, name = "foo", out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>}> ({
    ^bb0(%arg3: tensor<8x8xf32>):
      "sdy.return"(%arg3) : (tensor<8x8xf32>) -> ()
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = "sdy.propagation_barrier"(%7) <{allowed_direction = 0 : i32}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "sdy.sharding_group"(%8) <{group_id = 3 : i64}> : (tensor<8x8xf32>) -> ()
    %9 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    %10 = "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>}> ({
      %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<8x8xf32>}> : () -> tensor<8x8xf32>
      "sdy.return"(%18) : (tensor<8x8xf32>) -> ()
    }) : () -> tensor<8x8xf32>
    %11 = "sdy.named_computation"(%6) <{name = "foo"}> ({
    ^bb0(%arg2: tensor<8x8xf32>):
      "sdy.return"(%arg2) : (tensor<8x8xf32>) -> ()
    }) {a.b} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %12 = "stablehlo.add"(%arg0, %arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %13 = "stablehlo.abs"(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %14 = "stablehlo.abs"(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %15 = "sdy.data_flow_edge"(%13) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %16 = "sdy.data_flow_edge"(%14) {a.b} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %17 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<mesh<["q"=2]>, [{"q"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"(%12) : (tensor<8x8xf32>) -> ()
  }) : () -> ()
}) : () -> ()
