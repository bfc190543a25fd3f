"builtin.module"() <{sym_name = "jit_network"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<4x20x20x3xf32>, tensor<5x5x3x8xf32>, tensor<3x3x8x16xf32>, tensor<3x3x1x16xf32>, tensor<1x1x8x16xf32>, tensor<3x3x16x24xf32>, tensor<3x3x1x24xf32>, tensor<1x1x16x24xf32>, tensor<24x10xf32>) -> tensor<4x10xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg30: tensor<4x20x20x3xf32>, %arg31: tensor<5x5x3x8xf32>, %arg32: tensor<3x3x8x16xf32>, %arg33: tensor<3x3x1x16xf32>, %arg34: tensor<1x1x8x16xf32>, %arg35: tensor<3x3x16x24xf32>, %arg36: tensor<3x3x1x24xf32>, %arg37: tensor<1x1x16x24xf32>, %arg38: tensor<24x10xf32>):
    %84 = "stablehlo.convolution"(%arg30, %arg31) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<2> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<4x20x20x3xf32>, tensor<5x5x3x8xf32>) -> tensor<4x20x20x8xf32>
    %85 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %86 = "stablehlo.reduce"(%84, %85) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg59: tensor<f32>, %arg60: tensor<f32>):
      %250 = "stablehlo.add"(%arg59, %arg60) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%250) : (tensor<f32>) -> ()
    }) : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %87 = "stablehlo.constant"() <{value = dense<1.600000e+03> : tensor<f32>}> : () -> tensor<f32>
    %88 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
    %89 = "stablehlo.divide"(%86, %88) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64: 3>}> : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %91 = "stablehlo.broadcast_in_dim"(%90) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x8xf32>) -> tensor<4x20x20x8xf32>
    %92 = "stablehlo.subtract"(%84, %91) : (tensor<4x20x20x8xf32>, tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    %93 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %94 = "func.call"(%84, %93) <{callee = @_var}> : (tensor<4x20x20x8xf32>, tensor<i32>) -> tensor<8xf32>
    %95 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %96 = "stablehlo.broadcast_in_dim"(%95) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
    %97 = "stablehlo.add"(%94, %96) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %98 = "stablehlo.rsqrt"(%97) : (tensor<8xf32>) -> tensor<8xf32>
    %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64: 3>}> : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %100 = "stablehlo.broadcast_in_dim"(%99) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x8xf32>) -> tensor<4x20x20x8xf32>
    %101 = "stablehlo.multiply"(%92, %100) : (tensor<4x20x20x8xf32>, tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    %102 = "func.call"(%101) <{callee = @relu}> : (tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    %103 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %104 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %105 = "stablehlo.reduce_window"(%102, %104) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg57: tensor<f32>, %arg58: tensor<f32>):
      %249 = "stablehlo.maximum"(%arg57, %arg58) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%249) : (tensor<f32>) -> ()
    }) : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<4x10x10x8xf32>
    %106 = "stablehlo.convolution"(%105, %arg32) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<4x10x10x8xf32>, tensor<3x3x8x16xf32>) -> tensor<4x5x5x16xf32>
    %107 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %108 = "stablehlo.reduce"(%106, %107) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg55: tensor<f32>, %arg56: tensor<f32>):
      %248 = "stablehlo.add"(%arg55, %arg56) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%248) : (tensor<f32>) -> ()
    }) : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %109 = "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}> : () -> tensor<f32>
    %110 = "stablehlo.broadcast_in_dim"(%109) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %111 = "stablehlo.divide"(%108, %110) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %113 = "stablehlo.broadcast_in_dim"(%112) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %114 = "stablehlo.subtract"(%106, %113) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %115 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %116 = "func.call"(%106, %115) <{callee = @_var_0}> : (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %117 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %118 = "stablehlo.broadcast_in_dim"(%117) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %119 = "stablehlo.add"(%116, %118) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %120 = "stablehlo.rsqrt"(%119) : (tensor<16xf32>) -> tensor<16xf32>
    %121 = "stablehlo.broadcast_in_dim"(%120) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %122 = "stablehlo.broadcast_in_dim"(%121) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %123 = "stablehlo.multiply"(%114, %122) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %124 = "func.call"(%123) <{callee = @relu_2}> : (tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %125 = "stablehlo.convolution"(%124, %arg33) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 16 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<4x5x5x16xf32>, tensor<3x3x1x16xf32>) -> tensor<4x5x5x16xf32>
    %126 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %127 = "stablehlo.reduce"(%125, %126) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg53: tensor<f32>, %arg54: tensor<f32>):
      %247 = "stablehlo.add"(%arg53, %arg54) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%247) : (tensor<f32>) -> ()
    }) : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %128 = "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}> : () -> tensor<f32>
    %129 = "stablehlo.broadcast_in_dim"(%128) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %130 = "stablehlo.divide"(%127, %129) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %131 = "stablehlo.broadcast_in_dim"(%130) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %132 = "stablehlo.broadcast_in_dim"(%131) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %133 = "stablehlo.subtract"(%125, %132) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %134 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %135 = "func.call"(%125, %134) <{callee = @_var_0}> : (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %136 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %137 = "stablehlo.broadcast_in_dim"(%136) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %138 = "stablehlo.add"(%135, %137) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %139 = "stablehlo.rsqrt"(%138) : (tensor<16xf32>) -> tensor<16xf32>
    %140 = "stablehlo.broadcast_in_dim"(%139) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %141 = "stablehlo.broadcast_in_dim"(%140) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %142 = "stablehlo.multiply"(%133, %141) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %143 = "stablehlo.convolution"(%105, %arg34) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<4x10x10x8xf32>, tensor<1x1x8x16xf32>) -> tensor<4x5x5x16xf32>
    %144 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %145 = "stablehlo.reduce"(%143, %144) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg51: tensor<f32>, %arg52: tensor<f32>):
      %246 = "stablehlo.add"(%arg51, %arg52) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%246) : (tensor<f32>) -> ()
    }) : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %146 = "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}> : () -> tensor<f32>
    %147 = "stablehlo.broadcast_in_dim"(%146) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %148 = "stablehlo.divide"(%145, %147) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %150 = "stablehlo.broadcast_in_dim"(%149) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %151 = "stablehlo.subtract"(%143, %150) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %152 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %153 = "func.call"(%143, %152) <{callee = @_var_0}> : (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %154 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %155 = "stablehlo.broadcast_in_dim"(%154) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %156 = "stablehlo.add"(%153, %155) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %157 = "stablehlo.rsqrt"(%156) : (tensor<16xf32>) -> tensor<16xf32>
    %158 = "stablehlo.broadcast_in_dim"(%157) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %159 = "stablehlo.broadcast_in_dim"(%158) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %160 = "stablehlo.multiply"(%151, %159) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %161 = "stablehlo.add"(%142, %160) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %162 = "func.call"(%161) <{callee = @relu_2}> : (tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %163 = "stablehlo.convolution"(%162, %arg35) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<4x5x5x16xf32>, tensor<3x3x16x24xf32>) -> tensor<4x3x3x24xf32>
    %164 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %165 = "stablehlo.reduce"(%163, %164) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg49: tensor<f32>, %arg50: tensor<f32>):
      %245 = "stablehlo.add"(%arg49, %arg50) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%245) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %166 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %167 = "stablehlo.broadcast_in_dim"(%166) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %168 = "stablehlo.divide"(%165, %167) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %169 = "stablehlo.broadcast_in_dim"(%168) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %170 = "stablehlo.broadcast_in_dim"(%169) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %171 = "stablehlo.subtract"(%163, %170) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %172 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %173 = "func.call"(%163, %172) <{callee = @_var_3}> : (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>
    %174 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %175 = "stablehlo.broadcast_in_dim"(%174) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %176 = "stablehlo.add"(%173, %175) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %177 = "stablehlo.rsqrt"(%176) : (tensor<24xf32>) -> tensor<24xf32>
    %178 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %179 = "stablehlo.broadcast_in_dim"(%178) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %180 = "stablehlo.multiply"(%171, %179) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %181 = "func.call"(%180) <{callee = @relu_5}> : (tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %182 = "stablehlo.convolution"(%181, %arg36) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 24 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<4x3x3x24xf32>, tensor<3x3x1x24xf32>) -> tensor<4x3x3x24xf32>
    %183 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %184 = "stablehlo.reduce"(%182, %183) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg47: tensor<f32>, %arg48: tensor<f32>):
      %244 = "stablehlo.add"(%arg47, %arg48) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%244) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %185 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %186 = "stablehlo.broadcast_in_dim"(%185) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %187 = "stablehlo.divide"(%184, %186) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %188 = "stablehlo.broadcast_in_dim"(%187) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %189 = "stablehlo.broadcast_in_dim"(%188) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %190 = "stablehlo.subtract"(%182, %189) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %191 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %192 = "func.call"(%182, %191) <{callee = @_var_3}> : (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>
    %193 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %194 = "stablehlo.broadcast_in_dim"(%193) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %195 = "stablehlo.add"(%192, %194) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %196 = "stablehlo.rsqrt"(%195) : (tensor<24xf32>) -> tensor<24xf32>
    %197 = "stablehlo.broadcast_in_dim"(%196) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %198 = "stablehlo.broadcast_in_dim"(%197) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %199 = "stablehlo.multiply"(%190, %198) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %200 = "stablehlo.convolution"(%162, %arg37) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<4x5x5x16xf32>, tensor<1x1x16x24xf32>) -> tensor<4x3x3x24xf32>
    %201 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %202 = "stablehlo.reduce"(%200, %201) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg45: tensor<f32>, %arg46: tensor<f32>):
      %243 = "stablehlo.add"(%arg45, %arg46) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%243) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %203 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %204 = "stablehlo.broadcast_in_dim"(%203) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %205 = "stablehlo.divide"(%202, %204) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %206 = "stablehlo.broadcast_in_dim"(%205) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %207 = "stablehlo.broadcast_in_dim"(%206) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %208 = "stablehlo.subtract"(%200, %207) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %209 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %210 = "func.call"(%200, %209) <{callee = @_var_3}> : (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>
    %211 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %212 = "stablehlo.broadcast_in_dim"(%211) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %213 = "stablehlo.add"(%210, %212) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %214 = "stablehlo.rsqrt"(%213) : (tensor<24xf32>) -> tensor<24xf32>
    %215 = "stablehlo.broadcast_in_dim"(%214) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %216 = "stablehlo.broadcast_in_dim"(%215) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %217 = "stablehlo.multiply"(%208, %216) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %218 = "stablehlo.add"(%199, %217) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %219 = "func.call"(%218) <{callee = @relu_5}> : (tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %220 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %221 = "stablehlo.reduce"(%219, %220) <{dimensions = array<i64: 1, 2>}> ({
    ^bb0(%arg43: tensor<f32>, %arg44: tensor<f32>):
      %242 = "stablehlo.add"(%arg43, %arg44) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%242) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<4x24xf32>
    %222 = "stablehlo.constant"() <{value = dense<9.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %223 = "stablehlo.broadcast_in_dim"(%222) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x24xf32>
    %224 = "stablehlo.divide"(%221, %223) : (tensor<4x24xf32>, tensor<4x24xf32>) -> tensor<4x24xf32>
    %225 = "stablehlo.dot_general"(%224, %arg38) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x24xf32>, tensor<24x10xf32>) -> tensor<4x10xf32>
    %226 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %227 = "stablehlo.reduce"(%225, %226) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg41: tensor<f32>, %arg42: tensor<f32>):
      %241 = "stablehlo.maximum"(%arg41, %arg42) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%241) : (tensor<f32>) -> ()
    }) : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %228 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %229 = "stablehlo.broadcast_in_dim"(%228) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %230 = "stablehlo.maximum"(%229, %227) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %231 = "stablehlo.broadcast_in_dim"(%230) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %232 = "stablehlo.broadcast_in_dim"(%231) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %233 = "stablehlo.subtract"(%225, %232) : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    %234 = "stablehlo.exponential"(%233) : (tensor<4x10xf32>) -> tensor<4x10xf32>
    %235 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %236 = "stablehlo.reduce"(%234, %235) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg39: tensor<f32>, %arg40: tensor<f32>):
      %240 = "stablehlo.add"(%arg39, %arg40) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%240) : (tensor<f32>) -> ()
    }) : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %237 = "stablehlo.broadcast_in_dim"(%236) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %238 = "stablehlo.broadcast_in_dim"(%237) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %239 = "stablehlo.divide"(%234, %238) : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    "func.return"(%239) : (tensor<4x10xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x20x20x8xf32>, tensor<i32>) -> tensor<8xf32>, res_attrs = [{}], sym_name = "_var", sym_visibility = "private"}> ({
  ^bb0(%arg24: tensor<4x20x20x8xf32>, %arg25: tensor<i32>):
    %62 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %63 = "stablehlo.reduce"(%arg24, %62) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %83 = "stablehlo.add"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%83) : (tensor<f32>) -> ()
    }) : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64: 3>}> : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %65 = "stablehlo.constant"() <{value = dense<1.600000e+03> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x8xf32>
    %67 = "stablehlo.divide"(%64, %66) : (tensor<1x1x1x8xf32>, tensor<1x1x1x8xf32>) -> tensor<1x1x1x8xf32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x8xf32>) -> tensor<4x20x20x8xf32>
    %69 = "stablehlo.subtract"(%arg24, %68) : (tensor<4x20x20x8xf32>, tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    %70 = "chlo.square"(%69) : (tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    %71 = "stablehlo.convert"(%arg25) : (tensor<i32>) -> tensor<f32>
    %72 = "stablehlo.constant"() <{value = dense<1.600000e+03> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.subtract"(%72, %71) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %74 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %75 = "stablehlo.reduce"(%70, %74) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %82 = "stablehlo.add"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%82) : (tensor<f32>) -> ()
    }) : (tensor<4x20x20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %76 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
    %77 = "stablehlo.divide"(%75, %76) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %78 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %79 = "stablehlo.compare"(%73, %78) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %80 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %81 = "func.call"(%79, %77, %80) <{callee = @_where}> : (tensor<i1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    "func.return"(%81) : (tensor<8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg21: tensor<i1>, %arg22: tensor<8xf32>, %arg23: tensor<f32>):
    %59 = "stablehlo.convert"(%arg23) : (tensor<f32>) -> tensor<f32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
    %61 = "stablehlo.select"(%arg21, %arg22, %60) : (tensor<i1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    "func.return"(%61) : (tensor<8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>, res_attrs = [{}], sym_name = "relu", sym_visibility = "private"}> ({
  ^bb0(%arg20: tensor<4x20x20x8xf32>):
    %56 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x20x20x8xf32>
    %58 = "stablehlo.maximum"(%arg20, %57) : (tensor<4x20x20x8xf32>, tensor<4x20x20x8xf32>) -> tensor<4x20x20x8xf32>
    "func.return"(%58) : (tensor<4x20x20x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5x5x16xf32>, tensor<i32>) -> tensor<16xf32>, res_attrs = [{}], sym_name = "_var_0", sym_visibility = "private"}> ({
  ^bb0(%arg14: tensor<4x5x5x16xf32>, %arg15: tensor<i32>):
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.reduce"(%arg14, %34) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %55 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%55) : (tensor<f32>) -> ()
    }) : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64: 3>}> : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %37 = "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x16xf32>
    %39 = "stablehlo.divide"(%36, %38) : (tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) -> tensor<1x1x1x16xf32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x16xf32>) -> tensor<4x5x5x16xf32>
    %41 = "stablehlo.subtract"(%arg14, %40) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %42 = "chlo.square"(%41) : (tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    %43 = "stablehlo.convert"(%arg15) : (tensor<i32>) -> tensor<f32>
    %44 = "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}> : () -> tensor<f32>
    %45 = "stablehlo.subtract"(%44, %43) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %46 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %47 = "stablehlo.reduce"(%42, %46) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %54 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%54) : (tensor<f32>) -> ()
    }) : (tensor<4x5x5x16xf32>, tensor<f32>) -> tensor<16xf32>
    %48 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %49 = "stablehlo.divide"(%47, %48) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %50 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %51 = "stablehlo.compare"(%45, %50) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %52 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %53 = "func.call"(%51, %49, %52) <{callee = @_where_1}> : (tensor<i1>, tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
    "func.return"(%53) : (tensor<16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<16xf32>, tensor<f32>) -> tensor<16xf32>, res_attrs = [{}], sym_name = "_where_1", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<i1>, %arg12: tensor<16xf32>, %arg13: tensor<f32>):
    %31 = "stablehlo.convert"(%arg13) : (tensor<f32>) -> tensor<f32>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %33 = "stablehlo.select"(%arg11, %arg12, %32) : (tensor<i1>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "func.return"(%33) : (tensor<16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>, res_attrs = [{}], sym_name = "relu_2", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x5x5x16xf32>):
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5x5x16xf32>
    %30 = "stablehlo.maximum"(%arg10, %29) : (tensor<4x5x5x16xf32>, tensor<4x5x5x16xf32>) -> tensor<4x5x5x16xf32>
    "func.return"(%30) : (tensor<4x5x5x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3x3x24xf32>, tensor<i32>) -> tensor<24xf32>, res_attrs = [{}], sym_name = "_var_3", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4x3x3x24xf32>, %arg5: tensor<i32>):
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.reduce"(%arg4, %6) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %27 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%27) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 3>}> : (tensor<24xf32>) -> tensor<1x1x1x24xf32>
    %9 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x24xf32>
    %11 = "stablehlo.divide"(%8, %10) : (tensor<1x1x1x24xf32>, tensor<1x1x1x24xf32>) -> tensor<1x1x1x24xf32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x24xf32>) -> tensor<4x3x3x24xf32>
    %13 = "stablehlo.subtract"(%arg4, %12) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %14 = "chlo.square"(%13) : (tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    %15 = "stablehlo.convert"(%arg5) : (tensor<i32>) -> tensor<f32>
    %16 = "stablehlo.constant"() <{value = dense<3.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.subtract"(%16, %15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.reduce"(%14, %18) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %26 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%26) : (tensor<f32>) -> ()
    }) : (tensor<4x3x3x24xf32>, tensor<f32>) -> tensor<24xf32>
    %20 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %21 = "stablehlo.divide"(%19, %20) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.compare"(%17, %22) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %24 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %25 = "func.call"(%23, %21, %24) <{callee = @_where_4}> : (tensor<i1>, tensor<24xf32>, tensor<f32>) -> tensor<24xf32>
    "func.return"(%25) : (tensor<24xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<24xf32>, tensor<f32>) -> tensor<24xf32>, res_attrs = [{}], sym_name = "_where_4", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<24xf32>, %arg3: tensor<f32>):
    %3 = "stablehlo.convert"(%arg3) : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24xf32>
    %5 = "stablehlo.select"(%arg1, %arg2, %4) : (tensor<i1>, tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
    "func.return"(%5) : (tensor<24xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>, res_attrs = [{}], sym_name = "relu_5", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x3x3x24xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3x3x24xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x3x3x24xf32>, tensor<4x3x3x24xf32>) -> tensor<4x3x3x24xf32>
    "func.return"(%2) : (tensor<4x3x3x24xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
