func.func @select(%pred: tensor<i1>, %on_true: tensor<2x?xf32>, %on_false: tensor<?x3xf32>) {
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<i1>, tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @select_c1_ok(%pred: tensor<2x?xi1>, %on_true: tensor<?x3xf32>, %on_false: tensor<2x3xf32>) {
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<2x?xi1>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @select_c2_ok(%pred: tensor<i1>, %on_true: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %on_false: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<i1>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @select_c1(%pred: tensor<3xi1>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  // at tensor<3xi1>
  // expected-error @+1 {{select_c1}}
  %0 = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @select_c1_rank(%pred: tensor<2xi1>, %on_true: tensor<2x3xf32>, %on_false: tensor<2x3xf32>) {
  // at tensor<2xi1>
  // expected-error @+1 {{select_c1}}
  %0 = stablehlo.select %pred, %on_true, %on_false : tensor<2xi1>, tensor<2x3xf32>
  return
}

// -----

func.func @select_c2(%pred: tensor<i1>, %on_true: tensor<2xf32>, %on_false: tensor<3xf32>) {
  // at tensor<2xf32>
  // expected-error @+1 {{select_c2}}
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @select_c2_result(%pred: tensor<2xi1>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  // at tensor<2xf64>
  // expected-error @+1 {{select_c2}}
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @select_c2_storage_type(%pred: tensor<i1>, %on_true: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %on_false: tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{select_c2}}
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<i1>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @select_i1(%pred: tensor<i32>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  // at tensor<i32>
  // expected-error @+1 {{select_i1}}
  %0 = stablehlo.select %pred, %on_true, %on_false : tensor<i32>, tensor<2xf32>
  return
}

// -----

func.func @select_i2(%pred: tensor<i1>, %on_true: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %on_false: tensor<2xf32>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{select_i2}}
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<i1>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @select_i3(%pred: tensor<i1>, %on_true: tensor<2xf32>, %on_false: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{select_i3}}
  %0 = stablehlo.select %pred, %on_true, %on_false : (tensor<i1>, tensor<2xf32>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2xf32>
  return
}
