// The collectives of Shardy, by the rules of its verifier.

func.func @all_gather_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) {
  %0 = sdy.all_gather [{"z":(2)4}, {}] %a out_sharding=<@mesh, [{"x", "z":(1)2}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_gather_not_at_the_end(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // at [{"x"}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_gather_rank(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // at [{"x"}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_gather [{"x"}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_gather_result(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // at [{}, {"y"}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_gather [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_gather_major_part(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) {
  // at [{"z":(1)2}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_gather [{"z":(1)2}, {}] %a out_sharding=<@mesh, [{"z":(2)4}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_gather_without_sharding(%a: tensor<64x64xf32>) {
  // at [{"x"}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_gather_other_mesh(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at [{"x"}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@other, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>
sdy.mesh @other = <["x"=2, "y"=4, "z"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]>

// -----

func.func @mesh_axes_all_gather_axis_twice(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // at [{"x"}, {"x"}]
  // expected-error @+1 {{mesh_axes}}
  %0 = sdy.all_gather [{"x"}, {"x"}] %a out_sharding=<@mesh, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @all_slice_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)2}, {}]>}) {
  %0 = sdy.all_slice [{"z":(2)4, "x"}, {}] %a out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @all_slice_without_sharding_ok(%a: tensor<64x64xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_slice_result(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at [{"y"}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_slice [{"y"}, {}] %a out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @reduce_scatter_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>}) {
  %0 = sdy.reduce_scatter [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_reduce_scatter_result(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // at [{"x"}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.reduce_scatter [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @all_to_all_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_to_all_range(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at [{"x"}: 0->2]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_to_all_in_place(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at [{"x"}: 0->0]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_to_all [{"x"}: 0->0] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_to_all_swap(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // at [{"x"}: 0->1, {"y"}: 1->0]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 1->0] %a out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_to_all_not_at_the_end(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // at [{"x"}: 0->1]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_to_all_result(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at [{"x"}: 0->1]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @all_reduce_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>}) {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_reduce_dimensions(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at {"y"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_reduce_along_a_dimension(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at {"x"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_reduce_order(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // at {"y", "x"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_reduce {"y", "x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_reduce_replicated(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}>}) {
  // at {"x"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_all_reduce_still_unreduced(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
  // at {"x"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_permute_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = sdy.collective_permute %a out_sharding=<@other, [{"z":(1)2}, {"y"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>
sdy.mesh @other = <["x"=2, "y"=4, "z"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]>

// -----

func.func @collective_sharding_collective_permute_sizes(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // at out_sharding=<@mesh, [{"y"}, {"x"}]>
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_collective_permute_equal_mesh(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at out_sharding=<@equal, [{"x"}, {}]>
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.collective_permute %a out_sharding=<@equal, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>
sdy.mesh @equal = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_collective_permute_other_axes(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at out_sharding=<@axes, [{"x"}, {}]>
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.collective_permute %a out_sharding=<@axes, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>
sdy.mesh @axes = <["x"=2]>

// -----

func.func @sharded_to_unreduced_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}], unreduced={"z"}>}) {
  %0 = sdy.sharded_to_unreduced [{"y"}, {}] %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y", "z"}> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_sharded_to_unreduced_lost(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at [{"x"}, {}]
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @replicated_to_unreduced_ok(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], replicated={"y"}>}) {
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_replicated_to_unreduced_empty(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at {}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.replicated_to_unreduced {} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_replicated_to_unreduced_sharded(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // at {"x"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>

// -----

func.func @collective_sharding_replicated_to_unreduced_twice(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
  // at {"x"}
  // expected-error @+1 {{collective_sharding}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<64x64xf32>
  return
}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=8]>
