// Shardy, which the specification does not describe: the numbers are our own.

func.func @sdy_constant() {
  %0 = sdy.constant dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @sdy_constant_c1() {
  // at tensor<3xi32>
  // expected-error @+1 {{constant_c1}}
  %0 = "sdy.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @sharding_constraint(%a: tensor<4xf32>) {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @sharding_constraint_c1(%a: tensor<4xf32>) {
  // at tensor<5xf32>
  // expected-error @+1 {{sharding_constraint_c1}}
  %0 = "sdy.sharding_constraint"(%a) <{sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @sharding_constraint_i2(%a: tensor<4xf32>) {
  // at sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
  // expected-error @+1 {{sharding_constraint_i2}}
  %0 = "sdy.sharding_constraint"(%a) <{sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @reshard(%a: tensor<4xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"x"}]> : tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @reshard_c1(%a: tensor<4xf32>) {
  // at tensor<5xf32>
  // expected-error @+1 {{reshard_c1}}
  %0 = "sdy.reshard"(%a) <{sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @reshard_i2(%a: tensor<4xf32>) {
  // at sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
  // expected-error @+1 {{reshard_i2}}
  %0 = "sdy.reshard"(%a) <{sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @manual_computation(%a: tensor<4xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @manual_computation_c1(%a: tensor<4xf32>) {
  // at in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>]>
  // expected-error @+1 {{manual_computation_c1}}
  %0 = "sdy.manual_computation"(%a) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> ({
    ^bb0(%b: tensor<2xf32>):
      sdy.return %b : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @manual_computation_c2(%a: tensor<4xf32>) {
  // at tensor<4xf32>
  // expected-error @+4 {{manual_computation_c2}}
  %0 = "sdy.manual_computation"(%a) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
    ^bb0(%b: tensor<2xf32>):
      sdy.return %b : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @manual_computation_c3(%a: tensor<4xf32>) {
  // at %b
  // expected-error @+2 {{manual_computation_c3}}
  %0 = "sdy.manual_computation"(%a) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> ({
    ^bb0(%b: tensor<2xf32>, %c: tensor<2xf32>):
      sdy.return %b : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @manual_computation_c4(%a: tensor<4xf32>) {
  // at tensor<4xf32>
  // expected-error @+4 {{manual_computation_c4}}
  %0 = "sdy.manual_computation"(%a) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> ({
    ^bb0(%b: tensor<2xf32>):
      sdy.return %b, %b : tensor<2xf32>, tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @sharding_ok(%a: tensor<4x8xf32>) {
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y":(1)2}, {"y":(2)2, ?}p1]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_rank(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----
func.func @sharding_of_one_result(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_count(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @undefined_mesh(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mash, [{"x"}, {}]>]>
  // expected-error @+1 {{undefined_mesh}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mash, [{"x"}, {}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_unknown(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_twice(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"x"}]>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"x"}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_overlap(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}, {"y"}]>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}, {"y"}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_part(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)3}, {}]>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)3}, {}]>]>} : tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @undefined_mesh_of_groups(%a: tensor<4x8xf32>) {
  // at replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mash, axes = [#stablehlo.axis_ref<name = "x">]>
  // expected-error @+1 {{undefined_mesh}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mash, axes = [#stablehlo.axis_ref<name = "x">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @named_computation(%operand: tensor<4xf32>) {
  %0 = sdy.named_computation<"double">(%operand) (%a: tensor<4xf32>) {
    %1 = stablehlo.add %a, %a : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @named_computation_c1(%operand: tensor<4xf32>) {
  // at %a
  // expected-error @+1 {{named_computation_c1}}
  %0 = "sdy.named_computation"(%operand) <{name = "first"}> ({ ^bb0(%a: tensor<2xf32>):
    sdy.return %a : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @named_computation_c2(%operand: tensor<4xf32>) {
  // at tensor<4xf32>
  // expected-error @+4 {{named_computation_c2}}
  %0 = sdy.named_computation<"first">(%operand) (%a: tensor<4xf32>) {
    %1 = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @manual_computation_part_operand(%a: tensor<8xf32>) {
  // at %b
  // expected-error @+1 {{manual_computation_part}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<8xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @manual_computation_part_operand_free(%a: tensor<8xf32>) {
  // at %b
  // expected-error @+1 {{manual_computation_part}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<1xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<1xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @manual_computation_part_operand_rank(%a: tensor<8xf32>) {
  // at %b
  // expected-error @+1 {{manual_computation_part}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4x1xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<4x1xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @manual_computation_part_operand_element_type(%a: tensor<8xf32>) {
  // at %b
  // expected-error @+1 {{manual_computation_part}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xi32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<4xi32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @manual_computation_part_operand_unknown(%a: tensor<8xf32>) {
  // at %b
  // expected-error @+1 {{manual_computation_part}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<?xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<?xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @manual_computation_part_result(%a: tensor<8xf32>) {
  // at tensor<8xf32>
  // expected-error @+3 {{manual_computation_part}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<4xf32>) -> tensor<8xf32>
    sdy.return %c : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_free_before_manual(%a: tensor<8xf32>) {
  // at in_shardings=[<@mesh, [{"y", "x"}]>]
  // expected-error @+1 {{mesh_axes}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y", "x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_indivisible(%a: tensor<6xf32>) {
  // at out_shardings=[<@mesh, [{"y"}]>]
  // expected-error @+1 {{sharding}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"y"} (%b: tensor<6xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<6xf32>) -> tensor<1xf32>
    sdy.return %c : tensor<1xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_of_manual_computation(%a: tensor<8xf32>) {
  // at manual_axes={"x", "z"}
  // expected-error @+1 {{mesh_axes}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x", "z"} (%b: tensor<4xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @manual_computation_along_some_ok(%a: tensor<8x?xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y":(1)2, "x"}, {"y":(2)2}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"y"} (%b: tensor<4x?xf32>) {
    %c = stablehlo.custom_call @f(%b) : (tensor<4x?xf32>) -> tensor<3x2xf32>
    sdy.return %c : tensor<3x2xf32>
  } : (tensor<8x?xf32>) -> tensor<3x2xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_maximal_ok(%a: tensor<4x8xf32>) {
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @one = <[], device_ids=[0]>

// -----

func.func @sharding_maximal_of_dimensions(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@one, [{}, {}]>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@one, [{}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @one = <[], device_ids=[0]>

// -----

func.func @sharding_without_dimensions(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_of_token_ok(%a: !stablehlo.token) {
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (!stablehlo.token) -> !stablehlo.token
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_of_token(%a: !stablehlo.token) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (!stablehlo.token) -> !stablehlo.token
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_priority_of_nothing(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}p1, {}]>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}p1, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_all_of_an_axis(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)4}, {}]>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)4}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_consecutive(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2, "y":(2)2}, {}]>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2, "y":(2)2}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_consecutive_apart_ok(%a: tensor<4x8xf32>) {
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}, {"y":(2)2}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_replicated_twice(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], replicated={"x"}>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], replicated={"x"}>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_unreduced_unknown(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"z"}>]>
  // expected-error @+1 {{mesh_axes}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"z"}>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_replicated_in_disorder(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"y", "x"}>]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"y", "x"}>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_rule_ok(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, jl])->([i, jl]) {i=2, j=4, k=4, l=2} reduction={k} blocked_propagation={i}, custom>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_count(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([i, j]) {i=2, j=8, k=4}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([i, j]) {i=2, j=8, k=4}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_rank(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i], [k, j])->([i, j]) {i=2, j=8, k=4}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [k, j])->([i, j]) {i=2, j=8, k=4}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_unknown(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, l]) {i=2, j=8, k=4}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, l]) {i=2, j=8, k=4}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_unused(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4, l=3}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4, l=3}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_repeated(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [k, j])->([i, j]) {i=2, j=8, k=4}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [k, j])->([i, j]) {i=2, j=8, k=4}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_of_one(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([il, k], [k, j])->([il, j]) {i=2, j=8, k=4, l=1}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([il, k], [k, j])->([il, j]) {i=2, j=8, k=4, l=1}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_reduction_unknown(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4} reduction={l}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4} reduction={l}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_reduction_in_disorder(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4} reduction={k, i}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4} reduction={k, i}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @sharding_rule_two_kinds(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4} reduction={k} need_replication={k}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=2, j=8, k=4} reduction={k} need_replication={k}>} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @mesh_axes_of_two_meshes(%a: tensor<8xf32>) {
  // at manual_axes={"x"}
  // expected-error @+1 {{mesh_axes}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@other, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["x"=2]>

// -----

func.func @manual_axes_of_equal_meshes_ok(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@other, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["x"=2, "y"=4]>

// -----

func.func @manual_axes_listed_twice_ok(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x", "x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_bound_around(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    // at <@mesh, [{"x"}]>
    // expected-error @+1 {{mesh_axes}}
    %c = sdy.sharding_constraint %b <@mesh, [{"x"}]> : tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @mesh_axes_manual_twice(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    // at manual_axes={"x"}
    // expected-error @+1 {{mesh_axes}}
    %c = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x"} (%d: tensor<4xf32>) {
      sdy.return %d : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_without_results(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
  // expected-error @+1 {{sharding}}
  stablehlo.custom_call @f(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4x8xf32>) -> ()
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_without_results_along_axes(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"x"}>]>
  // expected-error @+1 {{sharding}}
  stablehlo.custom_call @f(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"x"}>]>} : (tensor<4x8xf32>) -> ()
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

func.func @sharding_maximal_without_results(%a: tensor<4x8xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[<@one, [{}]>]>
  // expected-error @+1 {{sharding}}
  stablehlo.custom_call @f(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, [{}]>]>} : (tensor<4x8xf32>) -> ()
  return
}
sdy.mesh @one = <[], device_ids=[0]>

// -----

func.func @sharding_rule_of_another_kind(%a: tensor<4x8xf32>) {
  // at sdy.sharding_rule = 1
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = 1} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @unknown_attribute_size_of_a_factor(%a: tensor<4x8xf32>) {
  // at #sdy.op_sharding_rule
  // expected-error @+1 {{unknown_attribute}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=9223372036854775808, j=8}>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @sharding_without_results_ok(%a: tensor<4x8xf32>) {
  stablehlo.custom_call @f(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<4x8xf32>) -> ()
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

// at func.func
// expected-error @+1 {{sharding}}
func.func @sharding_of_an_argument_per_value(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}) {
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4]>

// -----

// at func.func
// expected-error @+1 {{sharding}}
func.func @sharding_of_a_result(%a: tensor<4x8xf32>) -> (tensor<4x8xf32> {sdy.sharding = "x"}) {
  return %a : tensor<4x8xf32>
}

// -----

// at func.func
// expected-error @+1 {{sharding}}
func.func @sharding_of_a_function() attributes {sdy.sharding = 1 : i32} {
  return
}

// -----

func.func @use_before_definition(%a: tensor<4xf32>) {
  %0 = sdy.named_computation<"f">(%a) (%b: tensor<4xf32>) {
    // at %a
    // expected-error @+1 {{use_before_definition}}
    %c = stablehlo.add %b, %a : tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sharding_rule_reduced_result(%a: tensor<2x4xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=4} reduction={j}>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=4} reduction={j}>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sharding_rule_without_sizes(%a: tensor<2x4xf32>) {
  // at sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j])>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j])>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sharding_edges_ok(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = sdy.func_data_flow_edge %a : tensor<2x4xf32>
  %1 = func.call @called(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = sdy.func_data_flow_edge %1 : tensor<2x4xf32>
  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={} (%b: tensor<2x4xf32>) {
    %c = sdy.data_flow_edge %b : tensor<2x4xf32>
    sdy.return %c : tensor<2x4xf32>
  } : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = sdy.data_flow_edge %3 : tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}
func.func private @called(tensor<2x4xf32>) -> tensor<2x4xf32>
sdy.mesh @mesh = <["x"=2]>

// -----

func.func @sharding_edge_of_a_result(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.abs %a : tensor<2x4xf32>
  // at %0
  // expected-error @+1 {{sharding}}
  %1 = sdy.func_data_flow_edge %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

func.func @sharding_edge_users(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // at %a
  // expected-error @+1 {{sharding}}
  %0 = sdy.data_flow_edge %a : tensor<2x4xf32>
  return %a : tensor<2x4xf32>
}

// -----

func.func @sharding_edge_of_edge(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = sdy.data_flow_edge %a : tensor<2x4xf32>
  // at %0
  // expected-error @+1 {{sharding}}
  %1 = sdy.data_flow_edge %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

func.func @sharding_of_no_value(%a: tensor<4xf32>) {
  // at sdy.sharding = #sdy.sharding_per_value<[]>
  // expected-error @+1 {{sharding}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<4xf32>
  stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[]>} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @foreign_types_barrier_to_nothing(%a: tensor<4xf32>) {
  %0 = "sdy.propagation_barrier"(%a) <{allowed_direction = 2 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  // at "sdy.propagation_barrier"
  // expected-error @+1 {{foreign_types}}
  %1 = "sdy.propagation_barrier"(%a) <{allowed_direction = 3 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
