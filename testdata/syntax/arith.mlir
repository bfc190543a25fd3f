module {
  func.func @f(%arg0: i32, %arg1: i32, %arg2: tensor<2x?xf32>, %arg3: f32, %arg4: f32, %arg5: index, %arg6: i1, %arg7: !shape.shape, %arg8: tensor<2xindex>, %arg9: tensor<2xi1>, %arg10: tensor<2xf32>, %arg11: !shape.witness, %arg12: !shape.value_shape, %arg13: !shape.size) {
    %0 = arith.addi %arg0, %arg1 overflow<nsw, nuw> : i32
    %1 = arith.addi %arg0, %arg1 : i32
    %2 = arith.addf %arg3, %arg4 fastmath<fast> : f32
    %3 = arith.addf %arg3, %arg4 {foo = 1 : i32} : f32
    %4 = arith.cmpi slt, %arg0, %arg1 : i32
    %5 = arith.cmpf ogt, %arg3, %arg4 fastmath<fast> : f32
    %6 = arith.cmpf ogt, %arg3, %arg4 : f32
    %7 = arith.select %arg6, %arg0, %arg1 : i32
    %8 = arith.select %arg9, %arg10, %arg10 : tensor<2xi1>, tensor<2xf32>
    %c5_i32 = arith.constant 5 : i32
    %true = arith.constant true
    %c0 = arith.constant 0 : index
    %cst = arith.constant dense<1> : tensor<2xi32>
    %cst_0 = arith.constant -1.000000e+00 : f32
    %9 = arith.extsi %arg0 : i32 to i64
    %10 = arith.truncf %arg3 : f32 to f16
    %11 = arith.truncf %arg3 to_nearest_even : f32 to f16
    %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
    %12 = arith.trunci %arg0 overflow<nsw> : i32 to i8
    %13 = arith.negf %arg3 : f32
    %c-1_i8 = arith.constant -1 : i8
    %cst_1 = arith.constant {a.b} dense<1.000000e+00> : tensor<2xf32>
    %14 = arith.extf %arg3 fastmath<fast> : f32 to f64
    %15 = arith.uitofp %arg0 : i32 to f32
    %16 = arith.index_cast %arg8 : tensor<2xindex> to tensor<2xi32>
    %17 = arith.divsi %arg0, %arg1 : i32
    %18 = arith.divui %arg0, %arg1 : i32
    %19 = arith.bitcast %arg0 : i32 to f32
    %20 = arith.xori %arg0, %arg1 : i32
    %c1_i64 = arith.constant 1 : i64
    %false = arith.constant false
    %21 = arith.shrui %arg0, %arg1 : i32
    %22 = arith.index_castui %arg0 : i32 to index
    %dim = tensor.dim %arg2, %arg5 : tensor<2x?xf32>
    %extracted = tensor.extract %arg2[%arg5, %arg5] : tensor<2x?xf32>
    %from_elements = tensor.from_elements %arg3, %arg4 : tensor<2xf32>
    %inserted = tensor.insert %arg3 into %arg2[%arg5, %arg5] : tensor<2x?xf32>
    %cast = tensor.cast %arg2 : tensor<2x?xf32> to tensor<?x?xf32>
    %rank = tensor.rank %arg2 : tensor<2x?xf32>
    %23 = tensor.empty(%arg5) : tensor<2x?xf32>
    %reshape = tensor.reshape %arg2(%arg8) : (tensor<2x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %splat = tensor.splat %arg3 : tensor<2xf32>
    %collapsed = tensor.collapse_shape %arg2 [[0, 1]] : tensor<2x?xf32> into tensor<?xf32>
    %concat = tensor.concat dim(0) %arg10, %arg10 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %24 = tensor.bitcast %arg10 : tensor<2xf32> to tensor<2xi32>
    %splat_2 = tensor.splat %arg3[%arg5] : tensor<?xf32>
    %25 = tensor.empty() : tensor<2xf32>
    return
  }
}
