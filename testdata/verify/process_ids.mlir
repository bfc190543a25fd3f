func.func @replica_id() {
  %0 = stablehlo.replica_id : tensor<ui32>
  return
}

// -----

func.func @replica_id_o1() {
  // at tensor<i32>
  // expected-error @+1 {{replica_id_o1}}
  %0 = stablehlo.replica_id : tensor<i32>
  return
}

// -----

func.func @replica_id_o1_rank() {
  // at tensor<1xui32>
  // expected-error @+1 {{replica_id_o1}}
  %0 = stablehlo.replica_id : tensor<1xui32>
  return
}

// -----

func.func @partition_id() {
  %0 = stablehlo.partition_id : tensor<ui32>
  return
}

// -----

func.func @partition_id_o1() {
  // at tensor<i32>
  // expected-error @+1 {{partition_id_o1}}
  %0 = stablehlo.partition_id : tensor<i32>
  return
}

// -----

func.func @partition_id_o1_rank() {
  // at tensor<1xui32>
  // expected-error @+1 {{partition_id_o1}}
  %0 = stablehlo.partition_id : tensor<1xui32>
  return
}
