func.func @dynamic_iota(%output_shape: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

func.func @dynamic_iota_c1_ok(%output_shape: tensor<2xindex>) {
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = 1 : i64}> : (tensor<2xindex>) -> tensor<?x3xi32>
  return
}

// -----

func.func @dynamic_iota_c1(%output_shape: tensor<2xi64>) {
  // at tensor<2xi64>
  // expected-error @+1 {{dynamic_iota_c1}}
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = 2 : i64}> : (tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

func.func @dynamic_iota_c1_negative(%output_shape: tensor<2xi64>) {
  // at iota_dimension = -1 : i64
  // expected-error @+1 {{dynamic_iota_c1}}
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = -1 : i64}> : (tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

func.func @dynamic_iota_c2(%output_shape: tensor<3xi64>) {
  // at tensor<?x3xi32>
  // expected-error @+1 {{dynamic_iota_c2}}
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = 1 : i64}> : (tensor<3xi64>) -> tensor<?x3xi32>
  return
}

// -----

func.func @dynamic_iota_i1(%output_shape: tensor<2xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{dynamic_iota_i1}}
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = 1 : i64}> : (tensor<2xf32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @dynamic_iota_o1(%output_shape: tensor<2xi64>) {
  // at tensor<?x3xi1>
  // expected-error @+1 {{dynamic_iota_o1}}
  %0 = "stablehlo.dynamic_iota"(%output_shape) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<?x3xi1>
  return
}
