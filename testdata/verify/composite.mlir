func.func @composite(%input: tensor<2xf32>) {
  %0 = stablehlo.composite "my.op" %input {decomposition = @decomposition} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c1_ok(%input: tensor<2xf32>) {
  %0 = stablehlo.composite "my.$._op" %input {decomposition = @decomposition} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c1(%input: tensor<2xf32>) {
  // at "my_op"
  // expected-error @+1 {{composite_c1}}
  %0 = stablehlo.composite "my_op" %input {decomposition = @decomposition} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c1_digit(%input: tensor<2xf32>) {
  // at "1my.op"
  // expected-error @+1 {{composite_c1}}
  %0 = stablehlo.composite "1my.op" %input {decomposition = @decomposition} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c2(%input: tensor<2xf32>) {
  // at decomposition = @missing
  // expected-error @+1 {{composite_c2}}
  %0 = stablehlo.composite "my.op" %input {decomposition = @missing} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c3(%input: tensor<3xf32>) {
  // at decomposition = @decomposition
  // expected-error @+1 {{composite_c3}}
  %0 = stablehlo.composite "my.op" %input {decomposition = @decomposition} : (tensor<3xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c3_count(%input0: tensor<2xf32>, %input1: tensor<2xf32>) {
  // at decomposition = @decomposition
  // expected-error @+1 {{composite_c3}}
  %0 = stablehlo.composite "my.op" %input0, %input1 {decomposition = @decomposition} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c4(%input: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{composite_c4}}
  %0 = stablehlo.composite "my.op" %input {decomposition = @decomposition} : (tensor<2xf32>) -> tensor<2xf64>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_c4_count(%input: tensor<2xf32>) {
  // at decomposition = @decomposition
  // expected-error @+1 {{composite_c4}}
  stablehlo.composite "my.op" %input {decomposition = @decomposition} : (tensor<2xf32>) -> ()
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @composite_i3(%input: tensor<2xf32>) {
  // at composite_attributes = 1 : i64
  // expected-error @+1 {{composite_i3}}
  %0 = stablehlo.composite "my.op" %input {composite_attributes = 1 : i64, decomposition = @decomposition} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

func.func private @decomposition(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
