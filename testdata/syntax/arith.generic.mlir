"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, tensor<2x?xf32>, f32, f32, index, i1, !shape.shape, tensor<2xindex>, tensor<2xi1>, tensor<2xf32>, !shape.witness, !shape.value_shape, !shape.size) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: tensor<2x?xf32>, %arg3: f32, %arg4: f32, %arg5: index, %arg6: i1, %arg7: !shape.shape, %arg8: tensor<2xindex>, %arg9: tensor<2xi1>, %arg10: tensor<2xf32>, %arg11: !shape.witness, %arg12: !shape.value_shape, %arg13: !shape.size):
    %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %1 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %2 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %3 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> {foo = 1 : i32} : (f32, f32) -> f32
    %4 = "arith.cmpi"(%arg0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %5 = "arith.cmpf"(%arg3, %arg4) <{fastmath = #arith.fastmath<fast>, predicate = 2 : i64}> : (f32, f32) -> i1
    %6 = "arith.cmpf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %7 = "arith.select"(%arg6, %arg0, %arg1) : (i1, i32, i32) -> i32
    %8 = "arith.select"(%arg9, %arg10, %arg10) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %9 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = true}> : () -> i1
    %11 = "arith.constant"() <{value = 0 : index}> : () -> index
    %12 = "arith.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
    %13 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %14 = "arith.extsi"(%arg0) : (i32) -> i64
    %15 = "arith.truncf"(%arg3) : (f32) -> f16
    %16 = "arith.truncf"(%arg3) <{roundingmode = 0 : i32}> : (f32) -> f16
    %17:2 = "arith.mulsi_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i32)
    %18:2 = "arith.addui_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i1)
    %19 = "arith.trunci"(%arg0) <{overflowFlags = #arith.overflow<nsw>}> : (i32) -> i8
    %20 = "arith.negf"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %21 = "arith.constant"() <{value = -1 : i8}> : () -> i8
    %22 = "arith.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> {a.b} : () -> tensor<2xf32>
    %23 = "arith.extf"(%arg3) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f64
    %24 = "arith.uitofp"(%arg0) : (i32) -> f32
    %25 = "arith.index_cast"(%arg8) : (tensor<2xindex>) -> tensor<2xi32>
    %26 = "arith.divsi"(%arg0, %arg1) : (i32, i32) -> i32
    %27 = "arith.divui"(%arg0, %arg1) : (i32, i32) -> i32
    %28 = "arith.bitcast"(%arg0) : (i32) -> f32
    %29 = "arith.xori"(%arg0, %arg1) : (i32, i32) -> i32
    %30 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %31 = "arith.constant"() <{value = false}> : () -> i1
    %32 = "arith.shrui"(%arg0, %arg1) : (i32, i32) -> i32
    %33 = "arith.index_castui"(%arg0) : (i32) -> index
    %34 = "tensor.dim"(%arg2, %arg5) : (tensor<2x?xf32>, index) -> index
    %35 = "tensor.extract"(%arg2, %arg5, %arg5) : (tensor<2x?xf32>, index, index) -> f32
    %36 = "tensor.from_elements"(%arg3, %arg4) : (f32, f32) -> tensor<2xf32>
    %37 = "tensor.insert"(%arg3, %arg2, %arg5, %arg5) : (f32, tensor<2x?xf32>, index, index) -> tensor<2x?xf32>
    %38 = "tensor.cast"(%arg2) : (tensor<2x?xf32>) -> tensor<?x?xf32>
    %39 = "tensor.rank"(%arg2) : (tensor<2x?xf32>) -> index
    %40 = "tensor.empty"(%arg5) : (index) -> tensor<2x?xf32>
    %41 = "tensor.reshape"(%arg2, %arg8) : (tensor<2x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %42 = "tensor.splat"(%arg3) : (f32) -> tensor<2xf32>
    %43 = "tensor.collapse_shape"(%arg2) <{reassociation = [[0, 1]]}> : (tensor<2x?xf32>) -> tensor<?xf32>
    %44 = "tensor.concat"(%arg10, %arg10) <{dim = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %45 = "tensor.bitcast"(%arg10) : (tensor<2xf32>) -> tensor<2xi32>
    %46 = "tensor.splat"(%arg3, %arg5) : (f32, index) -> tensor<?xf32>
    %47 = "tensor.empty"() : () -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
