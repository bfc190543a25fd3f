module {
  func.func @f(%arg0: i32, %arg1: tensor<2x?xf32>, %arg2: f32, %arg3: index, %arg4: i1, %arg5: !shape.shape, %arg6: tensor<2xindex>, %arg7: !shape.witness, %arg8: !shape.value_shape, %arg9: !shape.size) -> i1 {
    %0 = shape.shape_of %arg1 : tensor<2x?xf32> -> tensor<2xindex>
    %1 = shape.broadcast %arg6, %arg6 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    %2 = shape.num_elements %arg6 : tensor<2xindex> -> index
    %3 = shape.const_shape [1, 2] : tensor<2xindex>
    %4 = shape.const_shape [] : !shape.shape
    %5 = shape.cstr_broadcastable %arg6, %arg6 : tensor<2xindex>, tensor<2xindex>
    %6 = shape.cstr_eq %arg5, %arg5 : !shape.shape, !shape.shape
    %7 = shape.cstr_require %arg4, "msg"
    %8 = shape.const_witness true
    %c5 = shape.const_size 5
    %9 = shape.add %arg3, %arg3 : index, index -> index
    %10 = shape.mul %arg9, %arg9 : !shape.size, !shape.size -> !shape.size
    %11 = shape.div %arg9, %arg9 : !shape.size, !shape.size -> !shape.size
    %12 = shape.any %arg5, %arg5 : !shape.shape, !shape.shape -> !shape.shape
    %13 = shape.assuming_all %arg7, %arg7
    %14 = shape.concat %arg5, %arg5 : !shape.shape, !shape.shape -> !shape.shape
    %15 = shape.dim %arg1, %arg3 : tensor<2x?xf32>, index -> index
    %16 = shape.from_extents %arg3, %arg3 : index, index
    %17 = shape.from_extent_tensor %arg6 : tensor<2xindex>
    %18 = shape.get_extent %arg6, %arg3 : tensor<2xindex>, index -> index
    %19 = shape.index_to_size %arg3
    %20 = shape.is_broadcastable %arg6, %arg6 : tensor<2xindex>, tensor<2xindex>
    %21 = shape.max %arg9, %arg9 : !shape.size, !shape.size -> !shape.size
    %22 = shape.min %arg9, %arg9 : !shape.size, !shape.size -> !shape.size
    %23 = shape.rank %arg6 : tensor<2xindex> -> index
    %24 = shape.shape_eq %arg6, %arg6 : tensor<2xindex>, tensor<2xindex>
    %25 = shape.size_to_index %arg9 : !shape.size
    %26 = shape.to_extent_tensor %arg5 : !shape.shape -> tensor<?xindex>
    %27 = shape.value_of %arg8 : tensor<2xf32>
    %28 = shape.with_shape %arg1, %arg5 : tensor<2x?xf32>, !shape.shape
    %29 = shape.meet %arg5, %arg5 : !shape.shape, !shape.shape -> !shape.shape
    %30 = shape.assuming %arg7 -> (tensor<2x?xf32>) {
      shape.assuming_yield %arg1 : tensor<2x?xf32>
    }
    %31 = scf.for %arg10 = %arg3 to %arg3 step %arg3 iter_args(%arg11 = %arg2) -> (f32) {
      scf.yield %arg11 : f32
    }
    scf.for %arg10 = %arg3 to %arg3 step %arg3 {
      %35 = arith.addi %arg10, %arg10 : index
    }
    scf.for %arg10 = %arg0 to %arg0 step %arg0  : i32 {
    } {a.b = 1 : i32}
    %32 = scf.if %arg4 -> (f32) {
      scf.yield %arg2 : f32
    } else {
      scf.yield %arg2 : f32
    }
    scf.if %arg4 {
    }
    %33:2 = scf.while (%arg10 = %arg2, %arg11 = %arg0) : (f32, i32) -> (f32, i32) {
      scf.condition(%arg4) %arg10, %arg11 : f32, i32
    } do {
    ^bb0(%arg10: f32, %arg11: i32):
      scf.yield %arg10, %arg11 : f32, i32
    }
    cf.assert %arg4, "boo"
    cf.cond_br %arg4, ^bb1(%arg2 : f32), ^bb2
  ^bb1(%34: f32):  // pred: ^bb0
    cf.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    cf.br ^bb3
  ^bb3:  // pred: ^bb2
    return %arg4 : i1
  }
}
