func.func @dot_general(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_outer_product_ok(%lhs: tensor<2xi8>, %rhs: tensor<3xi8>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [] x [] : (tensor<2xi8>, tensor<3xi8>) -> tensor<2x3xi32>
  return
}

// -----

func.func @dot_general_c12_ok(%lhs: tensor<?x3xf32>, %rhs: tensor<3x?xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dot_general_c9_ok(%lhs: tensor<?x3xf32>, %rhs: tensor<2x4xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<?x3xf32>, tensor<2x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_c10_ok(%lhs: tensor<2x?xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c15_ok(%lhs: tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:3>>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i32:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c16_ok(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {1.000000e+00,5.000000e-01}>>
  return
}

// -----

func.func @dot_general_c20_ok(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c21_ok(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c1(%lhs: tensor<2x3xf32>, %rhs: tensor<4xf32>) {
  // at [0]
  // expected-error @+1 {{dot_general_c1}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_c2(%lhs: tensor<2x3xf32>, %rhs: tensor<4xf32>) {
  // at [1]
  // expected-error @+1 {{dot_general_c2}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [] : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c3(%lhs: tensor<2x2xf32>, %rhs: tensor<2x2x5xf32>) {
  // at [0]
  // expected-error @+1 {{dot_general_c3}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x2xf32>, tensor<2x2x5xf32>) -> tensor<2x2x5xf32>
  return
}

// -----

func.func @dot_general_c3_batching(%lhs: tensor<2x3xf32>, %rhs: tensor<2x2x5xf32>) {
  // at [0, 0]
  // expected-error @+1 {{dot_general_c3}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0, 0] x [0, 1], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<2x2x5xf32>) -> tensor<2x2x3x5xf32>
  return
}

// -----

func.func @dot_general_c4(%lhs: tensor<2x2xf32>, %rhs: tensor<2x5xf32>) {
  // at [0]
  // expected-error @+1 {{dot_general_c4}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c5(%lhs: tensor<2x3xf32>, %rhs: tensor<2x5xf32>) {
  // at [2]
  // expected-error @+1 {{dot_general_c5}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [2] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c5_negative(%lhs: tensor<3x2xf32>, %rhs: tensor<2x5xf32>) {
  // at [-1]
  // expected-error @+1 {{dot_general_c5}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [-1] x [0], contracting_dims = [] x [] : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<2x3x2x5xf32>
  return
}

// -----

func.func @dot_general_c6(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at [2]
  // expected-error @+1 {{dot_general_c6}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [2] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_c7(%lhs: tensor<2x3xf32>, %rhs: tensor<2x5xf32>) {
  // at [2]
  // expected-error @+1 {{dot_general_c7}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [2], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x3x2x5xf32>
  return
}

// -----

func.func @dot_general_c8(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at [2]
  // expected-error @+1 {{dot_general_c8}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [2] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_c9(%lhs: tensor<2x3xf32>, %rhs: tensor<4x5xf32>) {
  // at [0]
  // expected-error @+1 {{dot_general_c9}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c10(%lhs: tensor<2x3xf32>, %rhs: tensor<4x5xf32>) {
  // at [1]
  // expected-error @+1 {{dot_general_c10}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c11(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at precision = [DEFAULT, DEFAULT, DEFAULT]
  // expected-error @+1 {{dot_general_c11}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c11_strict(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at precision = [HIGH]
  // expected-error @+1 {{dot_general_c11}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], precision = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c12(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at tensor<4x2xf32>
  // expected-error @+1 {{dot_general_c12}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @dot_general_c12_rank(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at tensor<2x3x4xf32>
  // expected-error @+1 {{dot_general_c12}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_c13_strict(%lhs: tensor<2x3xf8E4M3FN>, %rhs: tensor<3x4xf8E5M2>) {
  // at tensor<2x3xf8E4M3FN>
  // expected-error @+1 {{dot_general_c13}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E5M2>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c13(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xcomplex<f32>>) {
  // at tensor<2x3xf32>
  // expected-error @+1 {{dot_general_c13}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xcomplex<f32>>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c14(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x4xf32>) {
  // at tensor<3x4xf32>
  // expected-error @+1 {{dot_general_c14}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c14_result(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  // at tensor<2x2xf32>
  // expected-error @+1 {{dot_general_c14}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c15(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
  // at tensor<3x4x!quant.uniform<i8:f32, 2.500000e-01:3>>
  // expected-error @+1 {{dot_general_c15}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c16(%lhs: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // at [0]
  // expected-error @+1 {{dot_general_c16}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c17(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x4x!quant.uniform<i16:f32, 5.000000e-01>>) {
  // at tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{dot_general_c17}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c18(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x4x!quant.uniform<i8:bf16, 5.000000e-01>>) {
  // at tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  // expected-error @+1 {{dot_general_c18}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:bf16, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c18_result(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x4x!quant.uniform<i8:bf16, 5.000000e-01>>
  // expected-error @+1 {{dot_general_c18}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:bf16, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_c19(%lhs: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %rhs: tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dot_general_c19}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dot_general_c20(%lhs: tensor<2x3xbf16>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x3xbf16>
  // expected-error @+1 {{dot_general_c20}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xbf16>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4xbf16>
  return
}

// -----

func.func @dot_general_c20_result(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x4xf64>
  // expected-error @+1 {{dot_general_c20}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4xf64>
  return
}

// -----

func.func @dot_general_c21(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at precision = [HIGH, DEFAULT]
  // expected-error @+1 {{dot_general_c21}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c22(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at lhs_component_count = 0
  // expected-error @+1 {{dot_general_c22}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c23(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at rhs_component_count = 0
  // expected-error @+1 {{dot_general_c23}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c24(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at num_primitive_operations = 0
  // expected-error @+1 {{dot_general_c24}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c25(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // at lhs_precision_type = tf32
  // expected-error @+1 {{dot_general_c25}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_i1(%lhs: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %rhs: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // at tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  // expected-error @+1 {{dot_general_i1}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general_i7(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // at precision = [LOW, HIGH]
  // expected-error @+1 {{dot_general_i7}}
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [0] x [0], precision = [LOW, HIGH] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @dot_general_operands(%lhs: tensor<2xf32>) {
  // at "stablehlo.dot_general"
  // expected-error @+1 {{dot_general_operands}}
  %0 = "stablehlo.dot_general"(%lhs) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_i7_chlo(%x: tensor<2x2xf32>) {
  // at precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>]
  // expected-error @+1 {{dot_general_i7}}
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>]}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
