"builtin.module"() ({
  "func.func"() <{function_type = (i32, tensor<2x?xf32>, f32, index, i1, !shape.shape, tensor<2xindex>, !shape.witness, !shape.value_shape, !shape.size) -> i1, sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: tensor<2x?xf32>, %arg2: f32, %arg3: index, %arg4: i1, %arg5: !shape.shape, %arg6: tensor<2xindex>, %arg7: !shape.witness, %arg8: !shape.value_shape, %arg9: !shape.size):
    %0 = "shape.shape_of"(%arg1) : (tensor<2x?xf32>) -> tensor<2xindex>
    %1 = "shape.broadcast"(%arg6, %arg6) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
    %2 = "shape.num_elements"(%arg6) : (tensor<2xindex>) -> index
    %3 = "shape.const_shape"() <{shape = dense<[1, 2]> : tensor<2xindex>}> : () -> tensor<2xindex>
    %4 = "shape.const_shape"() <{shape = dense<> : tensor<0xindex>}> : () -> !shape.shape
    %5 = "shape.cstr_broadcastable"(%arg6, %arg6) : (tensor<2xindex>, tensor<2xindex>) -> !shape.witness
    %6 = "shape.cstr_eq"(%arg5, %arg5) : (!shape.shape, !shape.shape) -> !shape.witness
    %7 = "shape.cstr_require"(%arg4) <{msg = "msg"}> : (i1) -> !shape.witness
    %8 = "shape.const_witness"() <{passing = true}> : () -> !shape.witness
    %9 = "shape.const_size"() <{value = 5 : index}> : () -> !shape.size
    %10 = "shape.add"(%arg3, %arg3) : (index, index) -> index
    %11 = "shape.mul"(%arg9, %arg9) : (!shape.size, !shape.size) -> !shape.size
    %12 = "shape.div"(%arg9, %arg9) : (!shape.size, !shape.size) -> !shape.size
    %13 = "shape.any"(%arg5, %arg5) : (!shape.shape, !shape.shape) -> !shape.shape
    %14 = "shape.assuming_all"(%arg7, %arg7) : (!shape.witness, !shape.witness) -> !shape.witness
    %15 = "shape.concat"(%arg5, %arg5) : (!shape.shape, !shape.shape) -> !shape.shape
    %16 = "shape.dim"(%arg1, %arg3) : (tensor<2x?xf32>, index) -> index
    %17 = "shape.from_extents"(%arg3, %arg3) : (index, index) -> !shape.shape
    %18 = "shape.from_extent_tensor"(%arg6) : (tensor<2xindex>) -> !shape.shape
    %19 = "shape.get_extent"(%arg6, %arg3) : (tensor<2xindex>, index) -> index
    %20 = "shape.index_to_size"(%arg3) : (index) -> !shape.size
    %21 = "shape.is_broadcastable"(%arg6, %arg6) : (tensor<2xindex>, tensor<2xindex>) -> i1
    %22 = "shape.max"(%arg9, %arg9) : (!shape.size, !shape.size) -> !shape.size
    %23 = "shape.min"(%arg9, %arg9) : (!shape.size, !shape.size) -> !shape.size
    %24 = "shape.rank"(%arg6) : (tensor<2xindex>) -> index
    %25 = "shape.shape_eq"(%arg6, %arg6) : (tensor<2xindex>, tensor<2xindex>) -> i1
    %26 = "shape.size_to_index"(%arg9) : (!shape.size) -> index
    %27 = "shape.to_extent_tensor"(%arg5) : (!shape.shape) -> tensor<?xindex>
    %28 = "shape.value_of"(%arg8) : (!shape.value_shape) -> tensor<2xf32>
    %29 = "shape.with_shape"(%arg1, %arg5) : (tensor<2x?xf32>, !shape.shape) -> !shape.value_shape
    %30 = "shape.meet"(%arg5, %arg5) : (!shape.shape, !shape.shape) -> !shape.shape
    %31 = "shape.assuming"(%arg7) ({
      "shape.assuming_yield"(%arg1) : (tensor<2x?xf32>) -> ()
    }) : (!shape.witness) -> tensor<2x?xf32>
    %32 = "scf.for"(%arg3, %arg3, %arg3, %arg2) ({
    ^bb0(%arg16: index, %arg17: f32):
      "scf.yield"(%arg17) : (f32) -> ()
    }) : (index, index, index, f32) -> f32
    "scf.for"(%arg3, %arg3, %arg3) ({
    ^bb0(%arg15: index):
      %36 = "arith.addi"(%arg15, %arg15) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "scf.for"(%arg0, %arg0, %arg0) ({
    ^bb0(%arg14: i32):
      "scf.yield"() : () -> ()
    }) {a.b = 1 : i32} : (i32, i32, i32) -> ()
    %33 = "scf.if"(%arg4) ({
      "scf.yield"(%arg2) : (f32) -> ()
    }, {
      "scf.yield"(%arg2) : (f32) -> ()
    }) : (i1) -> f32
    "scf.if"(%arg4) ({
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %34:2 = "scf.while"(%arg2, %arg0) ({
    ^bb0(%arg12: f32, %arg13: i32):
      "scf.condition"(%arg4, %arg12, %arg13) : (i1, f32, i32) -> ()
    }, {
    ^bb0(%arg10: f32, %arg11: i32):
      "scf.yield"(%arg10, %arg11) : (f32, i32) -> ()
    }) : (f32, i32) -> (f32, i32)
    "cf.assert"(%arg4) <{msg = "boo"}> : (i1) -> ()
    "cf.cond_br"(%arg4, %arg2)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, f32) -> ()
  ^bb1(%35: f32):  // pred: ^bb0
    "cf.br"()[^bb2] : () -> ()
  ^bb2:  // 2 preds: ^bb0, ^bb1
    "cf.br"()[^bb3] : () -> ()
  ^bb3:  // pred: ^bb2
    "func.return"(%arg4) : (i1) -> ()
  }) : () -> ()
}) : () -> ()
