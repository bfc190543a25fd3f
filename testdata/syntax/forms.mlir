module {
  func.func @stablehlo_ceil(%arg0: tensor<2xf32>) {
    %0 = stablehlo.ceil %arg0 : tensor<2xf32>
    %1 = stablehlo.ceil %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.ceil %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_floor(%arg0: tensor<2xf32>) {
    %0 = stablehlo.floor %arg0 : tensor<2xf32>
    %1 = stablehlo.floor %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.floor %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_negate(%arg0: tensor<2xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<2xf32>
    %1 = stablehlo.negate %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.negate %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_sign(%arg0: tensor<2xf32>) {
    %0 = stablehlo.sign %arg0 : tensor<2xf32>
    %1 = stablehlo.sign %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.sign %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_round_nearest_afz(%arg0: tensor<2xf32>) {
    %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xf32>
    %1 = stablehlo.round_nearest_afz %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.round_nearest_afz %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_round_nearest_even(%arg0: tensor<2xf32>) {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf32>
    %1 = stablehlo.round_nearest_even %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.round_nearest_even %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_abs(%arg0: tensor<2xf32>) {
    %0 = stablehlo.abs %arg0 : tensor<2xf32>
    %1 = stablehlo.abs %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.abs %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_cbrt(%arg0: tensor<2xf32>) {
    %0 = stablehlo.cbrt %arg0 : tensor<2xf32>
    %1 = stablehlo.cbrt %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.cbrt %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_cosine(%arg0: tensor<2xf32>) {
    %0 = stablehlo.cosine %arg0 : tensor<2xf32>
    %1 = stablehlo.cosine %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.cosine %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_exponential(%arg0: tensor<2xf32>) {
    %0 = stablehlo.exponential %arg0 : tensor<2xf32>
    %1 = stablehlo.exponential %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.exponential %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_exponential_minus_one(%arg0: tensor<2xf32>) {
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xf32>
    %1 = stablehlo.exponential_minus_one %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.exponential_minus_one %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_log(%arg0: tensor<2xf32>) {
    %0 = stablehlo.log %arg0 : tensor<2xf32>
    %1 = stablehlo.log %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.log %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_log_plus_one(%arg0: tensor<2xf32>) {
    %0 = stablehlo.log_plus_one %arg0 : tensor<2xf32>
    %1 = stablehlo.log_plus_one %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.log_plus_one %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_logistic(%arg0: tensor<2xf32>) {
    %0 = stablehlo.logistic %arg0 : tensor<2xf32>
    %1 = stablehlo.logistic %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.logistic %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_rsqrt(%arg0: tensor<2xf32>) {
    %0 = stablehlo.rsqrt %arg0 : tensor<2xf32>
    %1 = stablehlo.rsqrt %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.rsqrt %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_sine(%arg0: tensor<2xf32>) {
    %0 = stablehlo.sine %arg0 : tensor<2xf32>
    %1 = stablehlo.sine %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.sine %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_sqrt(%arg0: tensor<2xf32>) {
    %0 = stablehlo.sqrt %arg0 : tensor<2xf32>
    %1 = stablehlo.sqrt %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.sqrt %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_tan(%arg0: tensor<2xf32>) {
    %0 = stablehlo.tan %arg0 : tensor<2xf32>
    %1 = stablehlo.tan %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.tan %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_tanh(%arg0: tensor<2xf32>) {
    %0 = stablehlo.tanh %arg0 : tensor<2xf32>
    %1 = stablehlo.tanh %arg0 {mark = "x", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %2 = stablehlo.tanh %arg0 : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_not(%arg0: tensor<2xi32>) {
    %0 = stablehlo.not %arg0 : tensor<2xi32>
    %1 = stablehlo.not %arg0 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.not %arg0 : (tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_popcnt(%arg0: tensor<2xi32>) {
    %0 = stablehlo.popcnt %arg0 : tensor<2xi32>
    %1 = stablehlo.popcnt %arg0 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.popcnt %arg0 : (tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_count_leading_zeros(%arg0: tensor<2xi32>) {
    %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xi32>
    %1 = stablehlo.count_leading_zeros %arg0 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.count_leading_zeros %arg0 : (tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_is_finite(%arg0: tensor<2xf32>) {
    %0 = stablehlo.is_finite %arg0 : (tensor<2xf32>) -> tensor<2xi1>
    %1 = stablehlo.is_finite %arg0 {mark = "x"} : (tensor<2xf32>) -> tensor<2xi1>
    return
  }
  func.func @stablehlo_real(%arg0: tensor<2xcomplex<f32>>) {
    %0 = stablehlo.real %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %1 = stablehlo.real %arg0 {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_imag(%arg0: tensor<2xcomplex<f32>>) {
    %0 = stablehlo.imag %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %1 = stablehlo.imag %arg0 {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_convert(%arg0: tensor<2xf32>) {
    %0 = stablehlo.convert %arg0 : tensor<2xf32>
    %1 = stablehlo.convert %arg0 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi32>
    return
  }
  func.func @stablehlo_add(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.add %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.add %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_atan2(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.atan2 %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.atan2 %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.atan2 %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_divide(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.divide %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.divide %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_maximum(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.maximum %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.maximum %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_minimum(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.minimum %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.minimum %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.minimum %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_multiply(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.multiply %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.multiply %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_power(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.power %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.power %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.power %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_remainder(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.remainder %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.remainder %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_subtract(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.subtract %arg0, %arg1 {mark = "x"} : tensor<2xf32>
    %2 = stablehlo.subtract %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_and(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<2xi32>
    %1 = stablehlo.and %arg0, %arg1 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.and %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_or(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.or %arg0, %arg1 : tensor<2xi32>
    %1 = stablehlo.or %arg0, %arg1 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.or %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_xor(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.xor %arg0, %arg1 : tensor<2xi32>
    %1 = stablehlo.xor %arg0, %arg1 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.xor %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_shift_left(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<2xi32>
    %1 = stablehlo.shift_left %arg0, %arg1 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.shift_left %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_shift_right_arithmetic(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<2xi32>
    %1 = stablehlo.shift_right_arithmetic %arg0, %arg1 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_shift_right_logical(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<2xi32>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 {mark = "x"} : tensor<2xi32>
    %2 = stablehlo.shift_right_logical %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    return
  }
  func.func @stablehlo_complex(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : tensor<2xcomplex<f32>>
    %1 = stablehlo.complex %arg0, %arg1 {mark = "x"} : tensor<2xcomplex<f32>>
    %2 = stablehlo.complex %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xcomplex<f32>>
    return
  }
  func.func @stablehlo_compare(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %1 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    return
  }
  func.func @stablehlo_select(%arg0: tensor<2xi1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2xi1>, tensor<2xf32>
    %1 = stablehlo.select %arg0, %arg1, %arg2 {mark = "x"} : tensor<2xi1>, tensor<2xf32>
    %2 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_clamp(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : tensor<2xf32>
    %1 = stablehlo.clamp %arg0, %arg1, %arg2 {mark = "x"} : tensor<2xf32>
    return
  }
  func.func @stablehlo_clamp_of_scalars(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<f32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_bitcast_convert(%arg0: tensor<2xf32>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2xf32>) -> tensor<2xi32>
    %1 = stablehlo.bitcast_convert %arg0 {mark = "x"} : (tensor<2xf32>) -> tensor<2xi32>
    return
  }
  func.func @stablehlo_reshape(%arg0: tensor<2xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.reshape %arg0 {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_uniform_quantize(%arg0: tensor<2xf32>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
    %1 = stablehlo.uniform_quantize %arg0 {mark = "x"} : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
    return
  }
  func.func @stablehlo_uniform_dequantize(%arg0: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2xf32>
    %1 = stablehlo.uniform_dequantize %arg0 {mark = "x"} : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_reduce_precision(%arg0: tensor<2xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2xf32>
    %1 = stablehlo.reduce_precision %arg0, format = e5m10 {mark = "x"} : tensor<2xf32>
    return
  }
  func.func @stablehlo_replica_id() {
    %0 = stablehlo.replica_id : tensor<ui32>
    %1 = stablehlo.replica_id {mark = "x"} : tensor<ui32>
    return
  }
  func.func @stablehlo_partition_id() {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.partition_id {mark = "x"} : tensor<ui32>
    return
  }
  func.func @stablehlo_create_token() {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.create_token {mark = "x"} : !stablehlo.token
    return
  }
  func.func @stablehlo_after_all(%arg0: !stablehlo.token, %arg1: !stablehlo.token) {
    %0 = stablehlo.after_all %arg0, %arg1 : !stablehlo.token
    %1 = stablehlo.after_all %arg0, %arg1 {mark = "x"} : !stablehlo.token
    %2 = stablehlo.after_all  : !stablehlo.token
    %3 = stablehlo.after_all  {mark = "x"} : !stablehlo.token
    return
  }
  func.func @stablehlo_constant() {
    %cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %cst_0 = stablehlo.constant {mark = "x"} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    return
  }
  func.func @stablehlo_iota() {
    %0 = stablehlo.iota dim = 0 : tensor<2xf32>
    %1 = stablehlo.iota dim = 0 {mark = "x"} : tensor<2xf32>
    return
  }
  func.func @stablehlo_dynamic_iota(%arg0: tensor<1xi64>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
    %1 = stablehlo.dynamic_iota %arg0, dim = 0 {mark = "x"} : (tensor<1xi64>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_concatenate(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %1 = stablehlo.concatenate %arg0, %arg1, dim = 0 {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %2 = stablehlo.concatenate %arg0, dim = 0 : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_broadcast(%arg0: tensor<2xf32>) {
    %0 = stablehlo.broadcast %arg0, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.broadcast %arg0, sizes = [3] {mark = "x"} : (tensor<2xf32>) -> tensor<3x2xf32>
    %2 = stablehlo.broadcast %arg0, sizes = [] : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_broadcast_in_dim(%arg0: tensor<2xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] {mark = "x"} : (tensor<2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @stablehlo_dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x2xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>, mark = "x"} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x2xf32>
    return
  }
  func.func @stablehlo_transpose(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0] {mark = "x"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @stablehlo_reverse(%arg0: tensor<2xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2xf32>
    %1 = stablehlo.reverse %arg0, dims = [0] {mark = "x"} : tensor<2xf32>
    return
  }
  func.func @stablehlo_pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [1] {mark = "x"} : (tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.pad %arg1, %arg1, low = [], high = [], interior = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @stablehlo_slice(%arg0: tensor<2x4xf32>) {
    %0 = stablehlo.slice %arg0 [0:1, 1:4:2] : (tensor<2x4xf32>) -> tensor<1x2xf32>
    %1 = stablehlo.slice %arg0 [0:1, 1:4:2] {mark = "x"} : (tensor<2x4xf32>) -> tensor<1x2xf32>
    return
  }
  func.func @stablehlo_dynamic_slice(%arg0: tensor<2xf32>, %arg1: tensor<i64>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<2xf32>, tensor<i64>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] {mark = "x"} : (tensor<2xf32>, tensor<i64>) -> tensor<1xf32>
    return
  }
  func.func @stablehlo_slice_of_rank_zero(%arg0: tensor<f32>) {
    %0 = stablehlo.slice %arg0 [] : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @stablehlo_dynamic_update_slice(%arg0: tensor<2xf32>, %arg1: tensor<1xf32>, %arg2: tensor<i64>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<2xf32>, tensor<1xf32>, tensor<i64>) -> tensor<2xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 {mark = "x"} : (tensor<2xf32>, tensor<1xf32>, tensor<i64>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_dynamic_reshape(%arg0: tensor<2xf32>, %arg1: tensor<1xi64>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
    %1 = stablehlo.dynamic_reshape %arg0, %arg1 {mark = "x"} : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_dynamic_pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>, %arg4: tensor<1xi64>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %1 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 {mark = "x"} : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_real_dynamic_slice(%arg0: tensor<2xf32>, %arg1: tensor<1xi64>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %1 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 {mark = "x"} : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_get_dimension_size(%arg0: tensor<2xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<2xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 0 {mark = "x"} : (tensor<2xf32>) -> tensor<i32>
    return
  }
  func.func @stablehlo_set_dimension_size(%arg0: tensor<2xf32>, %arg1: tensor<i32>) {
    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<2>>
    %1 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 {mark = "x"} : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<2>>
    return
  }
  func.func @stablehlo_cholesky(%arg0: tensor<2x2xf32>) {
    %0 = stablehlo.cholesky %arg0 : tensor<2x2xf32>
    %1 = stablehlo.cholesky %arg0, lower = true {mark = "x"} : tensor<2x2xf32>
    return
  }
  func.func @stablehlo_fft(%arg0: tensor<2xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %1 = stablehlo.fft %arg0, type = FFT, length = [2] {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    return
  }
  func.func @stablehlo_dot(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.dot %arg0, %arg1, precision = [DEFAULT, HIGHEST] {mark = "x"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @stablehlo_dot_general(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2x2xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.dot_general %arg1, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> {mark = "x"} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %4 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0], precision = [] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @stablehlo_einsum(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" {mark = "x"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @stablehlo_unary_einsum(%arg0: tensor<2x2xf32>) {
    %0 = stablehlo.unary_einsum %arg0, config = "ab->a" : (tensor<2x2xf32>) -> tensor<2xf32>
    %1 = stablehlo.unary_einsum %arg0, config = "ab->a" {mark = "x"} : (tensor<2x2xf32>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_rng(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    %1 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM {mark = "x"} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
  func.func @stablehlo_rng_bit_generator(%arg0: tensor<2xui64>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    %output_state_0, %output_1 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY {mark = "x"} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    return
  }
  func.func @stablehlo_optimization_barrier(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
    %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xf32>, tensor<2xi32>
    %1:2 = stablehlo.optimization_barrier {mark = "x"} %arg0, %arg1 : tensor<2xf32>, tensor<2xi32>
    stablehlo.optimization_barrier()
    stablehlo.optimization_barrier {mark = "x"}()
    return
  }
  func.func @stablehlo_tuple(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, tensor<2xi32>>
    %1 = stablehlo.tuple %arg0, %arg1 {mark = "x"} : tuple<tensor<2xf32>, tensor<2xi32>>
    %2 = stablehlo.tuple  : tuple<>
    return
  }
  func.func @stablehlo_get_tuple_element(%arg0: tuple<tensor<2xf32>, tensor<2xi32>>) {
    %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
    %1 = stablehlo.get_tuple_element %arg0[1] {mark = "x"} : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
    return
  }
  func.func @stablehlo_custom_call(%arg0: tensor<2xf32>) {
    %0 = stablehlo.custom_call @f(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.custom_call @"a.b c"(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i32}, called_computations = [@g], has_side_effect = true, mark = "x", operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.custom_call @f() : () -> ()
    return
  }
  func.func private @g(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
  func.func private @none() {
    return
  }
  func.func @stablehlo_composite(%arg0: tensor<2xf32>) {
    %0 = stablehlo.composite "a.b" %arg0 {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.composite "a.b" %arg0 {composite_attributes = {c = 1 : i32}, decomposition = @g, mark = "x", version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.composite "a.b"  {decomposition = @none} : () -> ()
    %2 = stablehlo.composite "a.b" %arg0 ({
    ^bb0(%arg1: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) {decomposition = @g, mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @stablehlo_convolution(%arg0: tensor<1x8x8x1xf32>, %arg1: tensor<3x3x1x1xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>
    %1 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, mark = "x", precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
    %2 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>
    return
  }
  func.func @stablehlo_reduce(%arg0: tensor<2xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<i32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0] {mark = "x"} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg4: tensor<f32>, %arg5: tensor<f32>)  {
      %5 = stablehlo.subtract %arg4, %arg5 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }
    %3:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0] {mark = "x"} : (tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
      %5 = stablehlo.add %arg4, %arg6 : tensor<f32>
      stablehlo.return %5, %arg5 : tensor<f32>, tensor<i32>
    }
    %4 = stablehlo.reduce(%arg1 init: %arg1) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @stablehlo_while(%arg0: tensor<i64>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<i64>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return %iterArg : tensor<i64>
    }
    %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i64>, tensor<2xf32> attributes {mark = "x"}
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return %iterArg, %iterArg_0 {mark = "x"} : tensor<i64>, tensor<2xf32>
    }
    stablehlo.while()
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return 
    }
    return
  }
  func.func @chlo_acos(%arg0: tensor<2xf32>) {
    %0 = chlo.acos %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.acos %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_acosh(%arg0: tensor<2xf32>) {
    %0 = chlo.acosh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.acosh %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_asin(%arg0: tensor<2xf32>) {
    %0 = chlo.asin %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.asin %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_asinh(%arg0: tensor<2xf32>) {
    %0 = chlo.asinh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.asinh %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_atan(%arg0: tensor<2xf32>) {
    %0 = chlo.atan %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.atan %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_atanh(%arg0: tensor<2xf32>) {
    %0 = chlo.atanh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.atanh %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_bessel_i1e(%arg0: tensor<2xf32>) {
    %0 = chlo.bessel_i1e %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.bessel_i1e %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_conj(%arg0: tensor<2xf32>) {
    %0 = chlo.conj %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.conj %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_cosh(%arg0: tensor<2xf32>) {
    %0 = chlo.cosh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.cosh %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_digamma(%arg0: tensor<2xf32>) {
    %0 = chlo.digamma %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.digamma %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_erf(%arg0: tensor<2xf32>) {
    %0 = chlo.erf %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.erf %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_erf_inv(%arg0: tensor<2xf32>) {
    %0 = chlo.erf_inv %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.erf_inv %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_erfc(%arg0: tensor<2xf32>) {
    %0 = chlo.erfc %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.erfc %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_lgamma(%arg0: tensor<2xf32>) {
    %0 = chlo.lgamma %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.lgamma %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_sinh(%arg0: tensor<2xf32>) {
    %0 = chlo.sinh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.sinh %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_square(%arg0: tensor<2xf32>) {
    %0 = chlo.square %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.square %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_tan(%arg0: tensor<2xf32>) {
    %0 = chlo.tan %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.tan %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo__asin_acos_kernel(%arg0: tensor<2xcomplex<f32>>) {
    %0 = chlo._asin_acos_kernel %arg0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
    %1 = chlo._asin_acos_kernel %arg0 {mark = "x"} : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
    return
  }
  func.func @chlo_is_inf(%arg0: tensor<2xf32>) {
    %0 = chlo.is_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
    %1 = chlo.is_inf %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xi1>
    return
  }
  func.func @chlo_is_pos_inf(%arg0: tensor<2xf32>) {
    %0 = chlo.is_pos_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
    %1 = chlo.is_pos_inf %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xi1>
    return
  }
  func.func @chlo_is_neg_inf(%arg0: tensor<2xf32>) {
    %0 = chlo.is_neg_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
    %1 = chlo.is_neg_inf %arg0 {mark = "x"} : tensor<2xf32> -> tensor<2xi1>
    return
  }
  func.func @chlo_next_after(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.next_after %arg0, %arg1 {mark = "x"} : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_polygamma(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.polygamma %arg0, %arg1 {mark = "x"} : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_zeta(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.zeta %arg0, %arg1 {mark = "x"} : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    return
  }
  func.func @chlo_mulhi(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
    %1 = chlo.mulhi %arg0, %arg1 {mark = "x"} : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
    return
  }
  func.func @chlo_broadcast_add(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_atan2(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_atan2 %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_divide(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_divide %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_maximum(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_maximum %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_minimum(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_minimum %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_multiply(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_multiply %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_next_after(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_next_after %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_polygamma(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_polygamma %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_power(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_power %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_remainder(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_remainder %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_subtract(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_zeta(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = chlo.broadcast_zeta %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @chlo_broadcast_and(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>) {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %1 = chlo.broadcast_and %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return
  }
  func.func @chlo_broadcast_or(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>) {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %1 = chlo.broadcast_or %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return
  }
  func.func @chlo_broadcast_xor(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>) {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %1 = chlo.broadcast_xor %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return
  }
  func.func @chlo_broadcast_shift_left(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>) {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %1 = chlo.broadcast_shift_left %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return
  }
  func.func @chlo_broadcast_shift_right_arithmetic(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>) {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %1 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return
  }
  func.func @chlo_broadcast_shift_right_logical(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>) {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %1 = chlo.broadcast_shift_right_logical %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return
  }
  func.func @chlo_broadcast_complex(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
    %1 = chlo.broadcast_complex %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
    return
  }
  func.func @chlo_broadcast_compare(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) {
    %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %1 = chlo.broadcast_compare %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>, mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    return
  }
  func.func @chlo_broadcast_select(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = chlo.broadcast_select %arg0, %arg1, %arg2 {mark = "x"} : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @chlo_constant() {
    %0 = chlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %1 = chlo.constant {mark = "x"} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    return
  }
  func.func @chlo_top_k(%arg0: tensor<5xf32>) {
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<5xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %values_0, %indices_1 = chlo.top_k(%arg0, k = 2) {mark = "x"} : tensor<5xf32> -> (tensor<2xf32>, tensor<2xi32>)
    return
  }
  func.func @chlo_scan(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
    ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
      %2 = stablehlo.add %input, %carry : tensor<3xf32>
      stablehlo.return %2, %2 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
    %1:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  attributes {is_associative = true, is_reverse = true, mark = "x"} {
    ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
      %2 = stablehlo.add %input, %carry : tensor<3xf32>
      stablehlo.return %2, %2 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
    return
  }
}
