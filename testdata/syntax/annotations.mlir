module @"odd name" attributes {mhlo.cross_program_prefetches = [#mhlo.cross_program_prefetch<parameter = 0, indices = [], offset = 1>], mhlo.frontend_attributes = {a.b = "c", xla.x = "y"}, mhlo.input_output_alias = [{alias = {kind = 0 : i64, parameter_index = [], parameter_number = 0 : i64}, output_index = [0]}], mhlo.is_dynamic = true, mhlo.num_partitions = 1 : i32, mhlo.x = #mhlo.type_extensions<bounds = [3]>} {
  stablehlo.custom_call @dummy() : () -> ()
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<2x2xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default", mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 0 : i32}, %arg1: tensor<2x2xf32> {mhlo.memory_kind = "pinned_host"}) -> (tensor<2x2xf32> {jax.result_info = "[0]['a\22b']", mhlo.layout_mode = "{0,1}"}) attributes {execution_thread = "main", llvm.linkage = #llvm.linkage<external>} {
    %0 = stablehlo.custom_call @"weird \22name\22"(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i32, "b c" = dense<1.000000e+00> : tensor<1xf32>}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>], xla_shape = "f32[2,2]{0,1:T(2,128)}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.custom_call @"\E2\82\ACx\00\01\09\0A"(%0) {backend_config = "\0A\02\FF", called_computations = [@helper], has_side_effect = true, mhlo.sharding = "{replicated}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.exponential %1 {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x2xf32>
    %3 = stablehlo.exponential %2 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x2xf32>
    %4 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> {mhlo.frontend_attributes = {grad_x = "true"}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %5 = "stablehlo.all_gather"(%4) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
    %6 = stablehlo.composite "ns.op" %4 {composite_attributes = {axis = -1 : i64, flag, name = "x"}, decomposition = @helper, version = 2 : i32} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %cst = stablehlo.constant dense_resource<blob1> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
    %cst_1 = stablehlo.constant {mhlo.x = 1 : i64} dense<[[1.000000e+00, 0x7FC00000], [0xFF800000, -0.000000e+00]]> : tensor<2x2xf32>
    %7 = call @"<lambda>"(%4) {no_inline} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %8 = stablehlo.create_token : !stablehlo.token
    %9:2 = "stablehlo.infeed"(%8) <{infeed_config = "a", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x2xf32>, !stablehlo.token)
    return %4 : tensor<2x2xf32>
  }
  func.func private @helper(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    return %arg0 : tensor<2x2xf32>
  }
  func.func private @"<lambda>"(tensor<2x2xf32>) -> tensor<2x2xf32>
  func.func private @d(tensor<2x2xf32> {a.b}, i32) -> (tensor<2x2xf32>, i1)
}

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x040000000000803F00000040"
    }
  }
#-}
