"builtin.module"() <{sym_name = "elementwise"}> ({
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi32>, tensor<2xi1>, tensor<i1>, tensor<?xf32>) -> (), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi1>, %arg3: tensor<i1>, %arg4: tensor<?xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = "stablehlo.cbrt"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "stablehlo.ceil"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = "stablehlo.cosine"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = "stablehlo.exponential"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %5 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %6 = "stablehlo.floor"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %7 = "stablehlo.log"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %8 = "stablehlo.log_plus_one"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %9 = "stablehlo.logistic"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %10 = "stablehlo.negate"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %11 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %12 = "stablehlo.round_nearest_even"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %13 = "stablehlo.rsqrt"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %14 = "stablehlo.sign"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %15 = "stablehlo.sine"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %16 = "stablehlo.sqrt"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %17 = "stablehlo.tan"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %18 = "stablehlo.tanh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %19 = "stablehlo.count_leading_zeros"(%arg1) : (tensor<2xi32>) -> tensor<2xi32>
    %20 = "stablehlo.not"(%arg1) : (tensor<2xi32>) -> tensor<2xi32>
    %21 = "stablehlo.popcnt"(%arg1) : (tensor<2xi32>) -> tensor<2xi32>
    %22 = "stablehlo.add"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %23 = "stablehlo.atan2"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %24 = "stablehlo.divide"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %25 = "stablehlo.maximum"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %26 = "stablehlo.minimum"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %27 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %28 = "stablehlo.power"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %29 = "stablehlo.remainder"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %30 = "stablehlo.subtract"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %31 = "stablehlo.and"(%arg1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %32 = "stablehlo.or"(%arg1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %33 = "stablehlo.xor"(%arg1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %34 = "stablehlo.shift_left"(%arg1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %35 = "stablehlo.shift_right_arithmetic"(%arg1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %36 = "stablehlo.shift_right_logical"(%arg1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %37 = "stablehlo.add"(%arg0, %arg4) {x.y = 1 : i64} : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
    %38 = "stablehlo.complex"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %39 = "stablehlo.real"(%38) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %40 = "stablehlo.imag"(%38) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %41 = "stablehlo.complex"(%arg0, %arg0) {x.y} : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xcomplex<f32>>
    %42 = "stablehlo.is_finite"(%arg0) : (tensor<2xf32>) -> tensor<2xi1>
    %43 = "stablehlo.select"(%arg2, %arg0, %arg0) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %44 = "stablehlo.select"(%arg3, %arg0, %arg4) {x.y} : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
    %45 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %46 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GE>}> {x.y} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %47 = "stablehlo.clamp"(%arg0, %arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %48 = "stablehlo.convert"(%arg0) : (tensor<2xf32>) -> tensor<2xbf16>
    %49 = "stablehlo.convert"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %50 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xf32>) -> tensor<2xi32>
    %51 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> {x.y} : (tensor<2xf32>) -> tensor<2xf32>
    %52 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
    %53 = "chlo.acos"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %54 = "chlo.acosh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %55 = "chlo.asin"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %56 = "chlo.asinh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %57 = "chlo.atan"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %58 = "chlo.atanh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %59 = "chlo.bessel_i1e"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %60 = "chlo.conj"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %61 = "chlo.cosh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %62 = "chlo.digamma"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %63 = "chlo.erf"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %64 = "chlo.erf_inv"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %65 = "chlo.erfc"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %66 = "chlo.lgamma"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %67 = "chlo.sinh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %68 = "chlo.square"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %69 = "chlo.tan"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %70 = "chlo.is_inf"(%arg0) : (tensor<2xf32>) -> tensor<2xi1>
    %71 = "chlo.is_neg_inf"(%arg0) : (tensor<2xf32>) -> tensor<2xi1>
    %72 = "chlo.is_pos_inf"(%arg0) : (tensor<2xf32>) -> tensor<2xi1>
    %73 = "chlo.next_after"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %74 = "chlo.polygamma"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %75 = "chlo.zeta"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %76 = "chlo.mulhi"(%arg1, %arg1) {x.y} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %77 = "chlo.broadcast_add"(%arg0, %arg0) <{broadcast_dimensions = array<i64: 0>}> {x.y} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %78 = "chlo.broadcast_compare"(%arg0, %arg0) <{comparison_direction = #chlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %79 = "chlo.broadcast_select"(%arg3, %arg0, %arg0) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %80 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> {x.y} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
