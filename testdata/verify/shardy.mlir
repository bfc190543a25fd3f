// Shardy, which the specification does not describe: the numbers are our own.

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
