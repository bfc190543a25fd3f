func.func @scatter(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_batching_ok(%input: tensor<2x3x4xf32>, %scatter_indices: tensor<2x5x2xi64>, %update: tensor<2x5x4xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_two_inputs_ok(%input0: tensor<3x4x2xf32>, %input1: tensor<3x4x2xi32>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xf32>, %update1: tensor<2x3x2x2xi32>) {
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<i32>
  }) : (tensor<3x4x2xf32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_c4_ok(%input: tensor<3x?x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x?x9x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x?x2xf32>, tensor<2x3x2xi64>, tensor<2x?x9x2xf32>) -> tensor<3x?x2xf32>
  return
}

// -----

func.func @scatter_c22_ok(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3xi32>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3xi32>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c25_ok(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      stablehlo.return %a : tensor<f64>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf64>
  return
}

// -----

func.func @scatter_c1(%input0: tensor<3x4x2xf32>, %input1: tensor<3x4x5xf32>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xf32>, %update1: tensor<2x3x2x2xf32>) {
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  // at tensor<3x4x5xf32>
  // expected-error @+1 {{scatter_c1}}
  }) : (tensor<3x4x2xf32>, tensor<3x4x5xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x5xf32>)
  return
}

// -----

func.func @scatter_c2(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2xf32>) {
  // at update_window_dims = [2]
  // expected-error @+1 {{scatter_c2}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c3(%input0: tensor<3x4x2xf32>, %input1: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xf32>, %update1: tensor<2x3x1x2xf32>) {
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  // at tensor<2x3x1x2xf32>
  // expected-error @+1 {{scatter_c3}}
  }) : (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x1x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>)
  return
}

// -----

func.func @scatter_c4_scatter_dims(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x4x2x2xf32>) {
  // at update_window_dims = [2, 3]
  // expected-error @+1 {{scatter_c4}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x4x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c4_window(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x5x2xf32>) {
  // at update_window_dims = [2, 3]
  // expected-error @+1 {{scatter_c4}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x5x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c4_rank(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x2x2xf32>) {
  // at update_window_dims = [1, 2]
  // expected-error @+1 {{scatter_c4}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c5(%scatter_indices: tensor<2x3x2xi64>) {
  // at "stablehlo.scatter"
  // expected-error @+1 {{scatter_c5}}
  "stablehlo.scatter"(%scatter_indices) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0:
      stablehlo.return
  }) : (tensor<2x3x2xi64>) -> ()
  return
}

// -----

func.func @scatter_c6(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3x2x2xi32>
  // expected-error @+1 {{scatter_c6}}
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c7(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  // at update_window_dims = [3, 2]
  // expected-error @+1 {{scatter_c7}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c8(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2xf32>) {
  // at update_window_dims = [2, 3]
  // expected-error @+1 {{scatter_c8}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c9(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2xf32>) {
  // at inserted_window_dims = [0, 0]
  // expected-error @+1 {{scatter_c9}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c10(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2xf32>) {
  // at inserted_window_dims = [1, 0]
  // expected-error @+1 {{scatter_c10}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c11(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  // at inserted_window_dims = [3]
  // expected-error @+1 {{scatter_c11}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c12(%input: tensor<2x3x4xf32>, %scatter_indices: tensor<3x2x1xi64>, %update: tensor<3x2x4xf32>) {
  // at input_batching_dims = [1, 0]
  // expected-error @+1 {{scatter_c12}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_c13(%input: tensor<2x3x4xf32>, %scatter_indices: tensor<2x5x2xi64>, %update: tensor<2x5x4xf32>) {
  // at input_batching_dims = [3]
  // expected-error @+1 {{scatter_c13}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_c14(%input: tensor<2x2x4xf32>, %scatter_indices: tensor<2x5x1xi64>, %update: tensor<2x5x4xf32>) {
  // at scatter_indices_batching_dims = [0, 0]
  // expected-error @+1 {{scatter_c14}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x2x4xf32>, tensor<2x5x1xi64>, tensor<2x5x4xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

func.func @scatter_c15(%input: tensor<2x3x4xf32>, %scatter_indices: tensor<2x5x2xi64>, %update: tensor<2x5x4xf32>) {
  // at scatter_indices_batching_dims = [3]
  // expected-error @+1 {{scatter_c15}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_c16(%input: tensor<2x3x4xf32>, %scatter_indices: tensor<5x2xi64>, %update: tensor<5x4xf32>) {
  // at index_vector_dim = 1
  // expected-error @+1 {{scatter_c16}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<5x2xi64>, tensor<5x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_c17(%input: tensor<2x3x4xf32>, %scatter_indices: tensor<2x5x2xi64>, %update: tensor<2x5x4xf32>) {
  // at input_batching_dims = [0]
  // expected-error @+1 {{scatter_c17}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<2x5x2xi64>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_c18(%input: tensor<3x3x4xf32>, %scatter_indices: tensor<2x5x2xi64>, %update: tensor<2x5x4xf32>) {
  // at input_batching_dims = [0]
  // expected-error @+1 {{scatter_c18}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x3x4xf32>, tensor<2x5x2xi64>, tensor<2x5x4xf32>) -> tensor<3x3x4xf32>
  return
}

// -----

func.func @scatter_c19(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  // at scatter_dims_to_operand_dims = [1]
  // expected-error @+1 {{scatter_c19}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c20(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  // at scatter_dims_to_operand_dims = [1, 1]
  // expected-error @+1 {{scatter_c20}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c21(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  // at scatter_dims_to_operand_dims = [1, 3]
  // expected-error @+1 {{scatter_c21}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c22(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2x2xf32>) {
  // at index_vector_dim = 4
  // expected-error @+1 {{scatter_c22}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 4>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c23(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    // at %b
    // expected-error @+1 {{scatter_c23}}
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c23_tuple(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.tuple %a : tuple<tensor<f32>>
      // at tuple<tensor<f32>>
      // expected-error @+1 {{scatter_c23}}
      stablehlo.return %t : tuple<tensor<f32>>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c23_result(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      // at tensor<f32>
      // expected-error @+1 {{scatter_c23}}
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_c23_not_promotable(%input: tensor<3x4x2xi32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      // at tensor<i8>
      // expected-error @+1 {{scatter_c23}}
      stablehlo.return %a : tensor<i8>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi8>
  return
}

// -----

func.func @scatter_c24(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<3x4x3xf32>
  // expected-error @+1 {{scatter_c24}}
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x3xf32>
  return
}

// -----

func.func @scatter_c25(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<3x4x2xf64>
  // expected-error @+1 {{scatter_c25}}
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf64>
  return
}

// -----

func.func @scatter_i1(%input: tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  // at tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
  // expected-error @+1 {{scatter_i1}}
  }) : (tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
  return
}

// -----

func.func @scatter_i2(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xf32>, %update: tensor<2x3x2x2xf32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<2x3x2xf32>
  // expected-error @+1 {{scatter_i2}}
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @scatter_i3(%input: tensor<3x4x2xf32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  // at tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
  // expected-error @+1 {{scatter_i3}}
  }) : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>) -> tensor<3x4x2xf32>
  return
}
