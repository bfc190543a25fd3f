"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_ceil"}> ({
  ^bb0(%arg234: tensor<2xf32>):
    %338 = "stablehlo.ceil"(%arg234) : (tensor<2xf32>) -> tensor<2xf32>
    %339 = "stablehlo.ceil"(%arg234) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %340 = "stablehlo.ceil"(%arg234) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_floor"}> ({
  ^bb0(%arg233: tensor<2xf32>):
    %335 = "stablehlo.floor"(%arg233) : (tensor<2xf32>) -> tensor<2xf32>
    %336 = "stablehlo.floor"(%arg233) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %337 = "stablehlo.floor"(%arg233) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_negate"}> ({
  ^bb0(%arg232: tensor<2xf32>):
    %332 = "stablehlo.negate"(%arg232) : (tensor<2xf32>) -> tensor<2xf32>
    %333 = "stablehlo.negate"(%arg232) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %334 = "stablehlo.negate"(%arg232) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_sign"}> ({
  ^bb0(%arg231: tensor<2xf32>):
    %329 = "stablehlo.sign"(%arg231) : (tensor<2xf32>) -> tensor<2xf32>
    %330 = "stablehlo.sign"(%arg231) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %331 = "stablehlo.sign"(%arg231) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_round_nearest_afz"}> ({
  ^bb0(%arg230: tensor<2xf32>):
    %326 = "stablehlo.round_nearest_afz"(%arg230) : (tensor<2xf32>) -> tensor<2xf32>
    %327 = "stablehlo.round_nearest_afz"(%arg230) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %328 = "stablehlo.round_nearest_afz"(%arg230) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_round_nearest_even"}> ({
  ^bb0(%arg229: tensor<2xf32>):
    %323 = "stablehlo.round_nearest_even"(%arg229) : (tensor<2xf32>) -> tensor<2xf32>
    %324 = "stablehlo.round_nearest_even"(%arg229) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %325 = "stablehlo.round_nearest_even"(%arg229) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_abs"}> ({
  ^bb0(%arg228: tensor<2xf32>):
    %320 = "stablehlo.abs"(%arg228) : (tensor<2xf32>) -> tensor<2xf32>
    %321 = "stablehlo.abs"(%arg228) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %322 = "stablehlo.abs"(%arg228) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_cbrt"}> ({
  ^bb0(%arg227: tensor<2xf32>):
    %317 = "stablehlo.cbrt"(%arg227) : (tensor<2xf32>) -> tensor<2xf32>
    %318 = "stablehlo.cbrt"(%arg227) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %319 = "stablehlo.cbrt"(%arg227) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_cosine"}> ({
  ^bb0(%arg226: tensor<2xf32>):
    %314 = "stablehlo.cosine"(%arg226) : (tensor<2xf32>) -> tensor<2xf32>
    %315 = "stablehlo.cosine"(%arg226) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %316 = "stablehlo.cosine"(%arg226) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_exponential"}> ({
  ^bb0(%arg225: tensor<2xf32>):
    %311 = "stablehlo.exponential"(%arg225) : (tensor<2xf32>) -> tensor<2xf32>
    %312 = "stablehlo.exponential"(%arg225) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %313 = "stablehlo.exponential"(%arg225) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_exponential_minus_one"}> ({
  ^bb0(%arg224: tensor<2xf32>):
    %308 = "stablehlo.exponential_minus_one"(%arg224) : (tensor<2xf32>) -> tensor<2xf32>
    %309 = "stablehlo.exponential_minus_one"(%arg224) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %310 = "stablehlo.exponential_minus_one"(%arg224) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_log"}> ({
  ^bb0(%arg223: tensor<2xf32>):
    %305 = "stablehlo.log"(%arg223) : (tensor<2xf32>) -> tensor<2xf32>
    %306 = "stablehlo.log"(%arg223) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %307 = "stablehlo.log"(%arg223) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_log_plus_one"}> ({
  ^bb0(%arg222: tensor<2xf32>):
    %302 = "stablehlo.log_plus_one"(%arg222) : (tensor<2xf32>) -> tensor<2xf32>
    %303 = "stablehlo.log_plus_one"(%arg222) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %304 = "stablehlo.log_plus_one"(%arg222) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_logistic"}> ({
  ^bb0(%arg221: tensor<2xf32>):
    %299 = "stablehlo.logistic"(%arg221) : (tensor<2xf32>) -> tensor<2xf32>
    %300 = "stablehlo.logistic"(%arg221) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %301 = "stablehlo.logistic"(%arg221) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_rsqrt"}> ({
  ^bb0(%arg220: tensor<2xf32>):
    %296 = "stablehlo.rsqrt"(%arg220) : (tensor<2xf32>) -> tensor<2xf32>
    %297 = "stablehlo.rsqrt"(%arg220) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %298 = "stablehlo.rsqrt"(%arg220) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_sine"}> ({
  ^bb0(%arg219: tensor<2xf32>):
    %293 = "stablehlo.sine"(%arg219) : (tensor<2xf32>) -> tensor<2xf32>
    %294 = "stablehlo.sine"(%arg219) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %295 = "stablehlo.sine"(%arg219) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_sqrt"}> ({
  ^bb0(%arg218: tensor<2xf32>):
    %290 = "stablehlo.sqrt"(%arg218) : (tensor<2xf32>) -> tensor<2xf32>
    %291 = "stablehlo.sqrt"(%arg218) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %292 = "stablehlo.sqrt"(%arg218) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_tan"}> ({
  ^bb0(%arg217: tensor<2xf32>):
    %287 = "stablehlo.tan"(%arg217) : (tensor<2xf32>) -> tensor<2xf32>
    %288 = "stablehlo.tan"(%arg217) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %289 = "stablehlo.tan"(%arg217) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_tanh"}> ({
  ^bb0(%arg216: tensor<2xf32>):
    %284 = "stablehlo.tanh"(%arg216) : (tensor<2xf32>) -> tensor<2xf32>
    %285 = "stablehlo.tanh"(%arg216) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %286 = "stablehlo.tanh"(%arg216) : (tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "stablehlo_not"}> ({
  ^bb0(%arg215: tensor<2xi32>):
    %281 = "stablehlo.not"(%arg215) : (tensor<2xi32>) -> tensor<2xi32>
    %282 = "stablehlo.not"(%arg215) {mark = "x"} : (tensor<2xi32>) -> tensor<2xi32>
    %283 = "stablehlo.not"(%arg215) : (tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "stablehlo_popcnt"}> ({
  ^bb0(%arg214: tensor<2xi32>):
    %278 = "stablehlo.popcnt"(%arg214) : (tensor<2xi32>) -> tensor<2xi32>
    %279 = "stablehlo.popcnt"(%arg214) {mark = "x"} : (tensor<2xi32>) -> tensor<2xi32>
    %280 = "stablehlo.popcnt"(%arg214) : (tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "stablehlo_count_leading_zeros"}> ({
  ^bb0(%arg213: tensor<2xi32>):
    %275 = "stablehlo.count_leading_zeros"(%arg213) : (tensor<2xi32>) -> tensor<2xi32>
    %276 = "stablehlo.count_leading_zeros"(%arg213) {mark = "x"} : (tensor<2xi32>) -> tensor<2xi32>
    %277 = "stablehlo.count_leading_zeros"(%arg213) : (tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_is_finite"}> ({
  ^bb0(%arg212: tensor<2xf32>):
    %273 = "stablehlo.is_finite"(%arg212) : (tensor<2xf32>) -> tensor<2xi1>
    %274 = "stablehlo.is_finite"(%arg212) {mark = "x"} : (tensor<2xf32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>) -> (), sym_name = "stablehlo_real"}> ({
  ^bb0(%arg211: tensor<2xcomplex<f32>>):
    %271 = "stablehlo.real"(%arg211) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %272 = "stablehlo.real"(%arg211) {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>) -> (), sym_name = "stablehlo_imag"}> ({
  ^bb0(%arg210: tensor<2xcomplex<f32>>):
    %269 = "stablehlo.imag"(%arg210) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %270 = "stablehlo.imag"(%arg210) {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_convert"}> ({
  ^bb0(%arg209: tensor<2xf32>):
    %266 = "stablehlo.convert"(%arg209) : (tensor<2xf32>) -> tensor<2xf32>
    %267 = "stablehlo.convert"(%arg209) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    %268 = "stablehlo.convert"(%arg209) : (tensor<2xf32>) -> tensor<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_add"}> ({
  ^bb0(%arg207: tensor<2xf32>, %arg208: tensor<2xf32>):
    %263 = "stablehlo.add"(%arg207, %arg208) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %264 = "stablehlo.add"(%arg207, %arg208) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %265 = "stablehlo.add"(%arg207, %arg208) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_atan2"}> ({
  ^bb0(%arg205: tensor<2xf32>, %arg206: tensor<2xf32>):
    %260 = "stablehlo.atan2"(%arg205, %arg206) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %261 = "stablehlo.atan2"(%arg205, %arg206) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %262 = "stablehlo.atan2"(%arg205, %arg206) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_divide"}> ({
  ^bb0(%arg203: tensor<2xf32>, %arg204: tensor<2xf32>):
    %257 = "stablehlo.divide"(%arg203, %arg204) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %258 = "stablehlo.divide"(%arg203, %arg204) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %259 = "stablehlo.divide"(%arg203, %arg204) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_maximum"}> ({
  ^bb0(%arg201: tensor<2xf32>, %arg202: tensor<2xf32>):
    %254 = "stablehlo.maximum"(%arg201, %arg202) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %255 = "stablehlo.maximum"(%arg201, %arg202) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %256 = "stablehlo.maximum"(%arg201, %arg202) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_minimum"}> ({
  ^bb0(%arg199: tensor<2xf32>, %arg200: tensor<2xf32>):
    %251 = "stablehlo.minimum"(%arg199, %arg200) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %252 = "stablehlo.minimum"(%arg199, %arg200) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %253 = "stablehlo.minimum"(%arg199, %arg200) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_multiply"}> ({
  ^bb0(%arg197: tensor<2xf32>, %arg198: tensor<2xf32>):
    %248 = "stablehlo.multiply"(%arg197, %arg198) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %249 = "stablehlo.multiply"(%arg197, %arg198) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %250 = "stablehlo.multiply"(%arg197, %arg198) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_power"}> ({
  ^bb0(%arg195: tensor<2xf32>, %arg196: tensor<2xf32>):
    %245 = "stablehlo.power"(%arg195, %arg196) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %246 = "stablehlo.power"(%arg195, %arg196) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %247 = "stablehlo.power"(%arg195, %arg196) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_remainder"}> ({
  ^bb0(%arg193: tensor<2xf32>, %arg194: tensor<2xf32>):
    %242 = "stablehlo.remainder"(%arg193, %arg194) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %243 = "stablehlo.remainder"(%arg193, %arg194) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %244 = "stablehlo.remainder"(%arg193, %arg194) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_subtract"}> ({
  ^bb0(%arg191: tensor<2xf32>, %arg192: tensor<2xf32>):
    %239 = "stablehlo.subtract"(%arg191, %arg192) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %240 = "stablehlo.subtract"(%arg191, %arg192) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %241 = "stablehlo.subtract"(%arg191, %arg192) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "stablehlo_and"}> ({
  ^bb0(%arg189: tensor<2xi32>, %arg190: tensor<2xi32>):
    %236 = "stablehlo.and"(%arg189, %arg190) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %237 = "stablehlo.and"(%arg189, %arg190) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %238 = "stablehlo.and"(%arg189, %arg190) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "stablehlo_or"}> ({
  ^bb0(%arg187: tensor<2xi32>, %arg188: tensor<2xi32>):
    %233 = "stablehlo.or"(%arg187, %arg188) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %234 = "stablehlo.or"(%arg187, %arg188) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %235 = "stablehlo.or"(%arg187, %arg188) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "stablehlo_xor"}> ({
  ^bb0(%arg185: tensor<2xi32>, %arg186: tensor<2xi32>):
    %230 = "stablehlo.xor"(%arg185, %arg186) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %231 = "stablehlo.xor"(%arg185, %arg186) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %232 = "stablehlo.xor"(%arg185, %arg186) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "stablehlo_shift_left"}> ({
  ^bb0(%arg183: tensor<2xi32>, %arg184: tensor<2xi32>):
    %227 = "stablehlo.shift_left"(%arg183, %arg184) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %228 = "stablehlo.shift_left"(%arg183, %arg184) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %229 = "stablehlo.shift_left"(%arg183, %arg184) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "stablehlo_shift_right_arithmetic"}> ({
  ^bb0(%arg181: tensor<2xi32>, %arg182: tensor<2xi32>):
    %224 = "stablehlo.shift_right_arithmetic"(%arg181, %arg182) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %225 = "stablehlo.shift_right_arithmetic"(%arg181, %arg182) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %226 = "stablehlo.shift_right_arithmetic"(%arg181, %arg182) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "stablehlo_shift_right_logical"}> ({
  ^bb0(%arg179: tensor<2xi32>, %arg180: tensor<2xi32>):
    %221 = "stablehlo.shift_right_logical"(%arg179, %arg180) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %222 = "stablehlo.shift_right_logical"(%arg179, %arg180) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %223 = "stablehlo.shift_right_logical"(%arg179, %arg180) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_complex"}> ({
  ^bb0(%arg177: tensor<2xf32>, %arg178: tensor<2xf32>):
    %218 = "stablehlo.complex"(%arg177, %arg178) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %219 = "stablehlo.complex"(%arg177, %arg178) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %220 = "stablehlo.complex"(%arg177, %arg178) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_compare"}> ({
  ^bb0(%arg175: tensor<2xf32>, %arg176: tensor<2xf32>):
    %216 = "stablehlo.compare"(%arg175, %arg176) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %217 = "stablehlo.compare"(%arg175, %arg176) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_select"}> ({
  ^bb0(%arg172: tensor<2xi1>, %arg173: tensor<2xf32>, %arg174: tensor<2xf32>):
    %213 = "stablehlo.select"(%arg172, %arg173, %arg174) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %214 = "stablehlo.select"(%arg172, %arg173, %arg174) {mark = "x"} : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %215 = "stablehlo.select"(%arg172, %arg173, %arg174) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_clamp"}> ({
  ^bb0(%arg169: tensor<2xf32>, %arg170: tensor<2xf32>, %arg171: tensor<2xf32>):
    %211 = "stablehlo.clamp"(%arg169, %arg170, %arg171) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %212 = "stablehlo.clamp"(%arg169, %arg170, %arg171) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>, tensor<2xf32>, tensor<f32>) -> (), sym_name = "stablehlo_clamp_of_scalars"}> ({
  ^bb0(%arg166: tensor<f32>, %arg167: tensor<2xf32>, %arg168: tensor<f32>):
    %210 = "stablehlo.clamp"(%arg166, %arg167, %arg168) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_bitcast_convert"}> ({
  ^bb0(%arg165: tensor<2xf32>):
    %208 = "stablehlo.bitcast_convert"(%arg165) : (tensor<2xf32>) -> tensor<2xi32>
    %209 = "stablehlo.bitcast_convert"(%arg165) {mark = "x"} : (tensor<2xf32>) -> tensor<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_reshape"}> ({
  ^bb0(%arg164: tensor<2xf32>):
    %206 = "stablehlo.reshape"(%arg164) : (tensor<2xf32>) -> tensor<2xf32>
    %207 = "stablehlo.reshape"(%arg164) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_uniform_quantize"}> ({
  ^bb0(%arg163: tensor<2xf32>):
    %204 = "stablehlo.uniform_quantize"(%arg163) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
    %205 = "stablehlo.uniform_quantize"(%arg163) {mark = "x"} : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> (), sym_name = "stablehlo_uniform_dequantize"}> ({
  ^bb0(%arg162: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>):
    %202 = "stablehlo.uniform_dequantize"(%arg162) : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2xf32>
    %203 = "stablehlo.uniform_dequantize"(%arg162) {mark = "x"} : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_reduce_precision"}> ({
  ^bb0(%arg161: tensor<2xf32>):
    %200 = "stablehlo.reduce_precision"(%arg161) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
    %201 = "stablehlo.reduce_precision"(%arg161) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "stablehlo_replica_id"}> ({
    %198 = "stablehlo.replica_id"() : () -> tensor<ui32>
    %199 = "stablehlo.replica_id"() {mark = "x"} : () -> tensor<ui32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "stablehlo_partition_id"}> ({
    %196 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %197 = "stablehlo.partition_id"() {mark = "x"} : () -> tensor<ui32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "stablehlo_create_token"}> ({
    %194 = "stablehlo.create_token"() : () -> !stablehlo.token
    %195 = "stablehlo.create_token"() {mark = "x"} : () -> !stablehlo.token
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!stablehlo.token, !stablehlo.token) -> (), sym_name = "stablehlo_after_all"}> ({
  ^bb0(%arg159: !stablehlo.token, %arg160: !stablehlo.token):
    %190 = "stablehlo.after_all"(%arg159, %arg160) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %191 = "stablehlo.after_all"(%arg159, %arg160) {mark = "x"} : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %192 = "stablehlo.after_all"() : () -> !stablehlo.token
    %193 = "stablehlo.after_all"() {mark = "x"} : () -> !stablehlo.token
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "stablehlo_constant"}> ({
    %187 = "stablehlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %188 = "stablehlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> {mark = "x"} : () -> tensor<2xf32>
    %189 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "stablehlo_iota"}> ({
    %185 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xf32>
    %186 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> {mark = "x"} : () -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<1xi64>) -> (), sym_name = "stablehlo_dynamic_iota"}> ({
  ^bb0(%arg158: tensor<1xi64>):
    %183 = "stablehlo.dynamic_iota"(%arg158) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xf32>
    %184 = "stablehlo.dynamic_iota"(%arg158) <{iota_dimension = 0 : i64}> {mark = "x"} : (tensor<1xi64>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "stablehlo_concatenate"}> ({
  ^bb0(%arg156: tensor<2xf32>, %arg157: tensor<2xf32>):
    %180 = "stablehlo.concatenate"(%arg156, %arg157) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %181 = "stablehlo.concatenate"(%arg156, %arg157) <{dimension = 0 : i64}> {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %182 = "stablehlo.concatenate"(%arg156) <{dimension = 0 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_broadcast"}> ({
  ^bb0(%arg155: tensor<2xf32>):
    %177 = "stablehlo.broadcast"(%arg155) <{broadcast_sizes = array<i64: 3>}> : (tensor<2xf32>) -> tensor<3x2xf32>
    %178 = "stablehlo.broadcast"(%arg155) <{broadcast_sizes = array<i64: 3>}> {mark = "x"} : (tensor<2xf32>) -> tensor<3x2xf32>
    %179 = "stablehlo.broadcast"(%arg155) <{broadcast_sizes = array<i64>}> : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_broadcast_in_dim"}> ({
  ^bb0(%arg154: tensor<2xf32>):
    %175 = "stablehlo.broadcast_in_dim"(%arg154) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf32>) -> tensor<2x2xf32>
    %176 = "stablehlo.broadcast_in_dim"(%arg154) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi64>) -> (), sym_name = "stablehlo_dynamic_broadcast_in_dim"}> ({
  ^bb0(%arg152: tensor<2xf32>, %arg153: tensor<2xi64>):
    %173 = "stablehlo.dynamic_broadcast_in_dim"(%arg152, %arg153) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x2xf32>
    %174 = "stablehlo.dynamic_broadcast_in_dim"(%arg152, %arg153) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>}> {mark = "x"} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x3xf32>) -> (), sym_name = "stablehlo_transpose"}> ({
  ^bb0(%arg151: tensor<2x3xf32>):
    %171 = "stablehlo.transpose"(%arg151) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %172 = "stablehlo.transpose"(%arg151) <{permutation = array<i64: 1, 0>}> {mark = "x"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_reverse"}> ({
  ^bb0(%arg150: tensor<2xf32>):
    %169 = "stablehlo.reverse"(%arg150) <{dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2xf32>
    %170 = "stablehlo.reverse"(%arg150) <{dimensions = array<i64: 0>}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<f32>) -> (), sym_name = "stablehlo_pad"}> ({
  ^bb0(%arg148: tensor<2xf32>, %arg149: tensor<f32>):
    %166 = "stablehlo.pad"(%arg148, %arg149) <{edge_padding_high = array<i64: 2>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
    %167 = "stablehlo.pad"(%arg148, %arg149) <{edge_padding_high = array<i64: 2>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
    %168 = "stablehlo.pad"(%arg149, %arg149) <{edge_padding_high = array<i64>, edge_padding_low = array<i64>, interior_padding = array<i64>}> : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x4xf32>) -> (), sym_name = "stablehlo_slice"}> ({
  ^bb0(%arg147: tensor<2x4xf32>):
    %164 = "stablehlo.slice"(%arg147) <{limit_indices = array<i64: 1, 4>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 2>}> : (tensor<2x4xf32>) -> tensor<1x2xf32>
    %165 = "stablehlo.slice"(%arg147) <{limit_indices = array<i64: 1, 4>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 2>}> {mark = "x"} : (tensor<2x4xf32>) -> tensor<1x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<i64>) -> (), sym_name = "stablehlo_dynamic_slice"}> ({
  ^bb0(%arg145: tensor<2xf32>, %arg146: tensor<i64>):
    %162 = "stablehlo.dynamic_slice"(%arg145, %arg146) <{slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<i64>) -> tensor<1xf32>
    %163 = "stablehlo.dynamic_slice"(%arg145, %arg146) <{slice_sizes = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<i64>) -> tensor<1xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>) -> (), sym_name = "stablehlo_slice_of_rank_zero"}> ({
  ^bb0(%arg144: tensor<f32>):
    %161 = "stablehlo.slice"(%arg144) <{limit_indices = array<i64>, start_indices = array<i64>, strides = array<i64>}> : (tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<1xf32>, tensor<i64>) -> (), sym_name = "stablehlo_dynamic_update_slice"}> ({
  ^bb0(%arg141: tensor<2xf32>, %arg142: tensor<1xf32>, %arg143: tensor<i64>):
    %159 = "stablehlo.dynamic_update_slice"(%arg141, %arg142, %arg143) : (tensor<2xf32>, tensor<1xf32>, tensor<i64>) -> tensor<2xf32>
    %160 = "stablehlo.dynamic_update_slice"(%arg141, %arg142, %arg143) {mark = "x"} : (tensor<2xf32>, tensor<1xf32>, tensor<i64>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<1xi64>) -> (), sym_name = "stablehlo_dynamic_reshape"}> ({
  ^bb0(%arg139: tensor<2xf32>, %arg140: tensor<1xi64>):
    %157 = "stablehlo.dynamic_reshape"(%arg139, %arg140) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
    %158 = "stablehlo.dynamic_reshape"(%arg139, %arg140) {mark = "x"} : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (), sym_name = "stablehlo_dynamic_pad"}> ({
  ^bb0(%arg134: tensor<2xf32>, %arg135: tensor<f32>, %arg136: tensor<1xi64>, %arg137: tensor<1xi64>, %arg138: tensor<1xi64>):
    %155 = "stablehlo.dynamic_pad"(%arg134, %arg135, %arg136, %arg137, %arg138) : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %156 = "stablehlo.dynamic_pad"(%arg134, %arg135, %arg136, %arg137, %arg138) {mark = "x"} : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (), sym_name = "stablehlo_real_dynamic_slice"}> ({
  ^bb0(%arg130: tensor<2xf32>, %arg131: tensor<1xi64>, %arg132: tensor<1xi64>, %arg133: tensor<1xi64>):
    %153 = "stablehlo.real_dynamic_slice"(%arg130, %arg131, %arg132, %arg133) : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %154 = "stablehlo.real_dynamic_slice"(%arg130, %arg131, %arg132, %arg133) {mark = "x"} : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_get_dimension_size"}> ({
  ^bb0(%arg129: tensor<2xf32>):
    %151 = "stablehlo.get_dimension_size"(%arg129) <{dimension = 0 : i64}> : (tensor<2xf32>) -> tensor<i32>
    %152 = "stablehlo.get_dimension_size"(%arg129) <{dimension = 0 : i64}> {mark = "x"} : (tensor<2xf32>) -> tensor<i32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<i32>) -> (), sym_name = "stablehlo_set_dimension_size"}> ({
  ^bb0(%arg127: tensor<2xf32>, %arg128: tensor<i32>):
    %149 = "stablehlo.set_dimension_size"(%arg127, %arg128) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<2>>
    %150 = "stablehlo.set_dimension_size"(%arg127, %arg128) <{dimension = 0 : i64}> {mark = "x"} : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<2>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x2xf32>) -> (), sym_name = "stablehlo_cholesky"}> ({
  ^bb0(%arg126: tensor<2x2xf32>):
    %147 = "stablehlo.cholesky"(%arg126) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %148 = "stablehlo.cholesky"(%arg126) <{lower = true}> {mark = "x"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>) -> (), sym_name = "stablehlo_fft"}> ({
  ^bb0(%arg125: tensor<2xcomplex<f32>>):
    %145 = "stablehlo.fft"(%arg125) <{fft_length = array<i64: 2>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %146 = "stablehlo.fft"(%arg125) <{fft_length = array<i64: 2>, fft_type = #stablehlo<fft_type FFT>}> {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x2xf32>, tensor<2x2xf32>) -> (), sym_name = "stablehlo_dot"}> ({
  ^bb0(%arg123: tensor<2x2xf32>, %arg124: tensor<2x2xf32>):
    %143 = "stablehlo.dot"(%arg123, %arg124) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %144 = "stablehlo.dot"(%arg123, %arg124) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> {mark = "x"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x2xf32>, tensor<2x2x2xf32>) -> (), sym_name = "stablehlo_dot_general"}> ({
  ^bb0(%arg121: tensor<2x2xf32>, %arg122: tensor<2x2x2xf32>):
    %138 = "stablehlo.dot_general"(%arg121, %arg121) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %139 = "stablehlo.dot_general"(%arg121, %arg121) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %140 = "stablehlo.dot_general"(%arg121, %arg121) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %141 = "stablehlo.dot_general"(%arg122, %arg122) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> {mark = "x"} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %142 = "stablehlo.dot_general"(%arg121, %arg121) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x2xf32>, tensor<2x2xf32>) -> (), sym_name = "stablehlo_einsum"}> ({
  ^bb0(%arg119: tensor<2x2xf32>, %arg120: tensor<2x2xf32>):
    %136 = "stablehlo.einsum"(%arg119, %arg120) <{einsum_config = "ab,bc->ac"}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %137 = "stablehlo.einsum"(%arg119, %arg120) <{einsum_config = "ab,bc->ac"}> {mark = "x"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x2xf32>) -> (), sym_name = "stablehlo_unary_einsum"}> ({
  ^bb0(%arg118: tensor<2x2xf32>):
    %134 = "stablehlo.unary_einsum"(%arg118) <{einsum_config = "ab->a"}> : (tensor<2x2xf32>) -> tensor<2xf32>
    %135 = "stablehlo.unary_einsum"(%arg118) <{einsum_config = "ab->a"}> {mark = "x"} : (tensor<2x2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (), sym_name = "stablehlo_rng"}> ({
  ^bb0(%arg115: tensor<f32>, %arg116: tensor<f32>, %arg117: tensor<1xi64>):
    %132 = "stablehlo.rng"(%arg115, %arg116, %arg117) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    %133 = "stablehlo.rng"(%arg115, %arg116, %arg117) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> {mark = "x"} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xui64>) -> (), sym_name = "stablehlo_rng_bit_generator"}> ({
  ^bb0(%arg114: tensor<2xui64>):
    %130:2 = "stablehlo.rng_bit_generator"(%arg114) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    %131:2 = "stablehlo.rng_bit_generator"(%arg114) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> {mark = "x"} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi32>) -> (), sym_name = "stablehlo_optimization_barrier"}> ({
  ^bb0(%arg112: tensor<2xf32>, %arg113: tensor<2xi32>):
    %128:2 = "stablehlo.optimization_barrier"(%arg112, %arg113) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
    %129:2 = "stablehlo.optimization_barrier"(%arg112, %arg113) {mark = "x"} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
    "stablehlo.optimization_barrier"() : () -> ()
    "stablehlo.optimization_barrier"() {mark = "x"} : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi32>) -> (), sym_name = "stablehlo_tuple"}> ({
  ^bb0(%arg110: tensor<2xf32>, %arg111: tensor<2xi32>):
    %125 = "stablehlo.tuple"(%arg110, %arg111) : (tensor<2xf32>, tensor<2xi32>) -> tuple<tensor<2xf32>, tensor<2xi32>>
    %126 = "stablehlo.tuple"(%arg110, %arg111) {mark = "x"} : (tensor<2xf32>, tensor<2xi32>) -> tuple<tensor<2xf32>, tensor<2xi32>>
    %127 = "stablehlo.tuple"() : () -> tuple<>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tuple<tensor<2xf32>, tensor<2xi32>>) -> (), sym_name = "stablehlo_get_tuple_element"}> ({
  ^bb0(%arg109: tuple<tensor<2xf32>, tensor<2xi32>>):
    %123 = "stablehlo.get_tuple_element"(%arg109) <{index = 1 : i32}> : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
    %124 = "stablehlo.get_tuple_element"(%arg109) <{index = 1 : i32}> {mark = "x"} : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_custom_call"}> ({
  ^bb0(%arg108: tensor<2xf32>):
    %121 = "stablehlo.custom_call"(%arg108) <{call_target_name = "f"}> : (tensor<2xf32>) -> tensor<2xf32>
    %122 = "stablehlo.custom_call"(%arg108) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "a.b c", called_computations = [@g], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.custom_call"() <{call_target_name = "f"}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "g", sym_visibility = "private"}> ({
  ^bb0(%arg107: tensor<2xf32>):
    "func.return"(%arg107) : (tensor<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "none", sym_visibility = "private"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "stablehlo_composite"}> ({
  ^bb0(%arg105: tensor<2xf32>):
    %118 = "stablehlo.composite"(%arg105) <{decomposition = @g, name = "a.b"}> : (tensor<2xf32>) -> tensor<2xf32>
    %119 = "stablehlo.composite"(%arg105) <{composite_attributes = {c = 1 : i32}, decomposition = @g, name = "a.b", version = 2 : i32}> {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.composite"() <{decomposition = @none, name = "a.b"}> : () -> ()
    %120 = "stablehlo.composite"(%arg105) <{decomposition = @g, name = "a.b"}> ({
    ^bb0(%arg106: tensor<f32>):
      "stablehlo.return"(%arg106) : (tensor<f32>) -> ()
    }) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> (), sym_name = "stablehlo_convolution"}> ({
  ^bb0(%arg103: tensor<1x8x8x1xf32>, %arg104: tensor<3x3x1x1xf32>):
    %115 = "stablehlo.convolution"(%arg103, %arg104) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>
    %116 = "stablehlo.convolution"(%arg103, %arg104) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 2>}> {mark = "x"} : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
    %117 = "stablehlo.convolution"(%arg103, %arg104) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>}> : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<f32>, tensor<2xi32>, tensor<i32>) -> (), sym_name = "stablehlo_reduce"}> ({
  ^bb0(%arg87: tensor<2xf32>, %arg88: tensor<f32>, %arg89: tensor<2xi32>, %arg90: tensor<i32>):
    %105 = "stablehlo.reduce"(%arg87, %arg88) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg101: tensor<f32>, %arg102: tensor<f32>):
      %114 = "stablehlo.add"(%arg101, %arg102) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%114) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %106 = "stablehlo.reduce"(%arg87, %arg88) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg99: tensor<f32>, %arg100: tensor<f32>):
      %113 = "stablehlo.maximum"(%arg99, %arg100) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%113) : (tensor<f32>) -> ()
    }) {mark = "x"} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %107 = "stablehlo.reduce"(%arg87, %arg88) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg97: tensor<f32>, %arg98: tensor<f32>):
      %112 = "stablehlo.subtract"(%arg97, %arg98) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%112) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %108:2 = "stablehlo.reduce"(%arg87, %arg89, %arg88, %arg90) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg93: tensor<f32>, %arg94: tensor<i32>, %arg95: tensor<f32>, %arg96: tensor<i32>):
      %111 = "stablehlo.add"(%arg93, %arg95) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%111, %arg94) : (tensor<f32>, tensor<i32>) -> ()
    }) {mark = "x"} : (tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    %109 = "stablehlo.reduce"(%arg88, %arg88) <{dimensions = array<i64>}> ({
    ^bb0(%arg91: tensor<f32>, %arg92: tensor<f32>):
      %110 = "stablehlo.add"(%arg91, %arg92) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%110) : (tensor<f32>) -> ()
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i64>, tensor<2xf32>) -> (), sym_name = "stablehlo_while"}> ({
  ^bb0(%arg79: tensor<i64>, %arg80: tensor<2xf32>):
    %100 = "stablehlo.while"(%arg79) ({
    ^bb0(%arg86: tensor<i64>):
      %104 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
      "stablehlo.return"(%104) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg85: tensor<i64>):
      "stablehlo.return"(%arg85) : (tensor<i64>) -> ()
    }) : (tensor<i64>) -> tensor<i64>
    %101:2 = "stablehlo.while"(%arg79, %arg80) ({
    ^bb0(%arg83: tensor<i64>, %arg84: tensor<2xf32>):
      %103 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
      "stablehlo.return"(%103) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg81: tensor<i64>, %arg82: tensor<2xf32>):
      "stablehlo.return"(%arg81, %arg82) {mark = "x"} : (tensor<i64>, tensor<2xf32>) -> ()
    }) {mark = "x"} : (tensor<i64>, tensor<2xf32>) -> (tensor<i64>, tensor<2xf32>)
    "stablehlo.while"() ({
      %102 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
      "stablehlo.return"(%102) : (tensor<i1>) -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_acos"}> ({
  ^bb0(%arg78: tensor<2xf32>):
    %98 = "chlo.acos"(%arg78) : (tensor<2xf32>) -> tensor<2xf32>
    %99 = "chlo.acos"(%arg78) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_acosh"}> ({
  ^bb0(%arg77: tensor<2xf32>):
    %96 = "chlo.acosh"(%arg77) : (tensor<2xf32>) -> tensor<2xf32>
    %97 = "chlo.acosh"(%arg77) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_asin"}> ({
  ^bb0(%arg76: tensor<2xf32>):
    %94 = "chlo.asin"(%arg76) : (tensor<2xf32>) -> tensor<2xf32>
    %95 = "chlo.asin"(%arg76) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_asinh"}> ({
  ^bb0(%arg75: tensor<2xf32>):
    %92 = "chlo.asinh"(%arg75) : (tensor<2xf32>) -> tensor<2xf32>
    %93 = "chlo.asinh"(%arg75) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_atan"}> ({
  ^bb0(%arg74: tensor<2xf32>):
    %90 = "chlo.atan"(%arg74) : (tensor<2xf32>) -> tensor<2xf32>
    %91 = "chlo.atan"(%arg74) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_atanh"}> ({
  ^bb0(%arg73: tensor<2xf32>):
    %88 = "chlo.atanh"(%arg73) : (tensor<2xf32>) -> tensor<2xf32>
    %89 = "chlo.atanh"(%arg73) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_bessel_i1e"}> ({
  ^bb0(%arg72: tensor<2xf32>):
    %86 = "chlo.bessel_i1e"(%arg72) : (tensor<2xf32>) -> tensor<2xf32>
    %87 = "chlo.bessel_i1e"(%arg72) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_conj"}> ({
  ^bb0(%arg71: tensor<2xf32>):
    %84 = "chlo.conj"(%arg71) : (tensor<2xf32>) -> tensor<2xf32>
    %85 = "chlo.conj"(%arg71) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_cosh"}> ({
  ^bb0(%arg70: tensor<2xf32>):
    %82 = "chlo.cosh"(%arg70) : (tensor<2xf32>) -> tensor<2xf32>
    %83 = "chlo.cosh"(%arg70) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_digamma"}> ({
  ^bb0(%arg69: tensor<2xf32>):
    %80 = "chlo.digamma"(%arg69) : (tensor<2xf32>) -> tensor<2xf32>
    %81 = "chlo.digamma"(%arg69) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_erf"}> ({
  ^bb0(%arg68: tensor<2xf32>):
    %78 = "chlo.erf"(%arg68) : (tensor<2xf32>) -> tensor<2xf32>
    %79 = "chlo.erf"(%arg68) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_erf_inv"}> ({
  ^bb0(%arg67: tensor<2xf32>):
    %76 = "chlo.erf_inv"(%arg67) : (tensor<2xf32>) -> tensor<2xf32>
    %77 = "chlo.erf_inv"(%arg67) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_erfc"}> ({
  ^bb0(%arg66: tensor<2xf32>):
    %74 = "chlo.erfc"(%arg66) : (tensor<2xf32>) -> tensor<2xf32>
    %75 = "chlo.erfc"(%arg66) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_lgamma"}> ({
  ^bb0(%arg65: tensor<2xf32>):
    %72 = "chlo.lgamma"(%arg65) : (tensor<2xf32>) -> tensor<2xf32>
    %73 = "chlo.lgamma"(%arg65) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_sinh"}> ({
  ^bb0(%arg64: tensor<2xf32>):
    %70 = "chlo.sinh"(%arg64) : (tensor<2xf32>) -> tensor<2xf32>
    %71 = "chlo.sinh"(%arg64) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_square"}> ({
  ^bb0(%arg63: tensor<2xf32>):
    %68 = "chlo.square"(%arg63) : (tensor<2xf32>) -> tensor<2xf32>
    %69 = "chlo.square"(%arg63) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_tan"}> ({
  ^bb0(%arg62: tensor<2xf32>):
    %66 = "chlo.tan"(%arg62) : (tensor<2xf32>) -> tensor<2xf32>
    %67 = "chlo.tan"(%arg62) {mark = "x"} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>) -> (), sym_name = "chlo__asin_acos_kernel"}> ({
  ^bb0(%arg61: tensor<2xcomplex<f32>>):
    %64 = "chlo._asin_acos_kernel"(%arg61) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %65 = "chlo._asin_acos_kernel"(%arg61) {mark = "x"} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_is_inf"}> ({
  ^bb0(%arg60: tensor<2xf32>):
    %62 = "chlo.is_inf"(%arg60) : (tensor<2xf32>) -> tensor<2xi1>
    %63 = "chlo.is_inf"(%arg60) {mark = "x"} : (tensor<2xf32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_is_pos_inf"}> ({
  ^bb0(%arg59: tensor<2xf32>):
    %60 = "chlo.is_pos_inf"(%arg59) : (tensor<2xf32>) -> tensor<2xi1>
    %61 = "chlo.is_pos_inf"(%arg59) {mark = "x"} : (tensor<2xf32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "chlo_is_neg_inf"}> ({
  ^bb0(%arg58: tensor<2xf32>):
    %58 = "chlo.is_neg_inf"(%arg58) : (tensor<2xf32>) -> tensor<2xi1>
    %59 = "chlo.is_neg_inf"(%arg58) {mark = "x"} : (tensor<2xf32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "chlo_next_after"}> ({
  ^bb0(%arg56: tensor<2xf32>, %arg57: tensor<2xf32>):
    %56 = "chlo.next_after"(%arg56, %arg57) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %57 = "chlo.next_after"(%arg56, %arg57) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "chlo_polygamma"}> ({
  ^bb0(%arg54: tensor<2xf32>, %arg55: tensor<2xf32>):
    %54 = "chlo.polygamma"(%arg54, %arg55) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %55 = "chlo.polygamma"(%arg54, %arg55) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "chlo_zeta"}> ({
  ^bb0(%arg52: tensor<2xf32>, %arg53: tensor<2xf32>):
    %52 = "chlo.zeta"(%arg52, %arg53) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %53 = "chlo.zeta"(%arg52, %arg53) {mark = "x"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "chlo_mulhi"}> ({
  ^bb0(%arg50: tensor<2xi32>, %arg51: tensor<2xi32>):
    %50 = "chlo.mulhi"(%arg50, %arg51) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %51 = "chlo.mulhi"(%arg50, %arg51) {mark = "x"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_add"}> ({
  ^bb0(%arg48: tensor<2xf32>, %arg49: tensor<2x2xf32>):
    %48 = "chlo.broadcast_add"(%arg48, %arg49) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %49 = "chlo.broadcast_add"(%arg48, %arg49) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_atan2"}> ({
  ^bb0(%arg46: tensor<2xf32>, %arg47: tensor<2x2xf32>):
    %46 = "chlo.broadcast_atan2"(%arg46, %arg47) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %47 = "chlo.broadcast_atan2"(%arg46, %arg47) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_divide"}> ({
  ^bb0(%arg44: tensor<2xf32>, %arg45: tensor<2x2xf32>):
    %44 = "chlo.broadcast_divide"(%arg44, %arg45) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %45 = "chlo.broadcast_divide"(%arg44, %arg45) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_maximum"}> ({
  ^bb0(%arg42: tensor<2xf32>, %arg43: tensor<2x2xf32>):
    %42 = "chlo.broadcast_maximum"(%arg42, %arg43) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %43 = "chlo.broadcast_maximum"(%arg42, %arg43) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_minimum"}> ({
  ^bb0(%arg40: tensor<2xf32>, %arg41: tensor<2x2xf32>):
    %40 = "chlo.broadcast_minimum"(%arg40, %arg41) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %41 = "chlo.broadcast_minimum"(%arg40, %arg41) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_multiply"}> ({
  ^bb0(%arg38: tensor<2xf32>, %arg39: tensor<2x2xf32>):
    %38 = "chlo.broadcast_multiply"(%arg38, %arg39) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %39 = "chlo.broadcast_multiply"(%arg38, %arg39) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_next_after"}> ({
  ^bb0(%arg36: tensor<2xf32>, %arg37: tensor<2x2xf32>):
    %36 = "chlo.broadcast_next_after"(%arg36, %arg37) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %37 = "chlo.broadcast_next_after"(%arg36, %arg37) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_polygamma"}> ({
  ^bb0(%arg34: tensor<2xf32>, %arg35: tensor<2x2xf32>):
    %34 = "chlo.broadcast_polygamma"(%arg34, %arg35) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %35 = "chlo.broadcast_polygamma"(%arg34, %arg35) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_power"}> ({
  ^bb0(%arg32: tensor<2xf32>, %arg33: tensor<2x2xf32>):
    %32 = "chlo.broadcast_power"(%arg32, %arg33) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %33 = "chlo.broadcast_power"(%arg32, %arg33) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_remainder"}> ({
  ^bb0(%arg30: tensor<2xf32>, %arg31: tensor<2x2xf32>):
    %30 = "chlo.broadcast_remainder"(%arg30, %arg31) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %31 = "chlo.broadcast_remainder"(%arg30, %arg31) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_subtract"}> ({
  ^bb0(%arg28: tensor<2xf32>, %arg29: tensor<2x2xf32>):
    %28 = "chlo.broadcast_subtract"(%arg28, %arg29) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %29 = "chlo.broadcast_subtract"(%arg28, %arg29) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_zeta"}> ({
  ^bb0(%arg26: tensor<2xf32>, %arg27: tensor<2x2xf32>):
    %26 = "chlo.broadcast_zeta"(%arg26, %arg27) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %27 = "chlo.broadcast_zeta"(%arg26, %arg27) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "chlo_broadcast_and"}> ({
  ^bb0(%arg24: tensor<2xi32>, %arg25: tensor<2x2xi32>):
    %24 = "chlo.broadcast_and"(%arg24, %arg25) : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %25 = "chlo.broadcast_and"(%arg24, %arg25) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "chlo_broadcast_or"}> ({
  ^bb0(%arg22: tensor<2xi32>, %arg23: tensor<2x2xi32>):
    %22 = "chlo.broadcast_or"(%arg22, %arg23) : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %23 = "chlo.broadcast_or"(%arg22, %arg23) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "chlo_broadcast_xor"}> ({
  ^bb0(%arg20: tensor<2xi32>, %arg21: tensor<2x2xi32>):
    %20 = "chlo.broadcast_xor"(%arg20, %arg21) : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %21 = "chlo.broadcast_xor"(%arg20, %arg21) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "chlo_broadcast_shift_left"}> ({
  ^bb0(%arg18: tensor<2xi32>, %arg19: tensor<2x2xi32>):
    %18 = "chlo.broadcast_shift_left"(%arg18, %arg19) : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %19 = "chlo.broadcast_shift_left"(%arg18, %arg19) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "chlo_broadcast_shift_right_arithmetic"}> ({
  ^bb0(%arg16: tensor<2xi32>, %arg17: tensor<2x2xi32>):
    %16 = "chlo.broadcast_shift_right_arithmetic"(%arg16, %arg17) : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %17 = "chlo.broadcast_shift_right_arithmetic"(%arg16, %arg17) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "chlo_broadcast_shift_right_logical"}> ({
  ^bb0(%arg14: tensor<2xi32>, %arg15: tensor<2x2xi32>):
    %14 = "chlo.broadcast_shift_right_logical"(%arg14, %arg15) : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %15 = "chlo.broadcast_shift_right_logical"(%arg14, %arg15) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_complex"}> ({
  ^bb0(%arg12: tensor<2xf32>, %arg13: tensor<2x2xf32>):
    %12 = "chlo.broadcast_complex"(%arg12, %arg13) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
    %13 = "chlo.broadcast_complex"(%arg12, %arg13) <{broadcast_dimensions = array<i64: 1>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2x2xf32>) -> (), sym_name = "chlo_broadcast_compare"}> ({
  ^bb0(%arg10: tensor<2xf32>, %arg11: tensor<2x2xf32>):
    %10 = "chlo.broadcast_compare"(%arg10, %arg11) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %11 = "chlo.broadcast_compare"(%arg10, %arg11) <{broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>}> {mark = "x"} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "chlo_broadcast_select"}> ({
  ^bb0(%arg7: tensor<i1>, %arg8: tensor<2xf32>, %arg9: tensor<2xf32>):
    %8 = "chlo.broadcast_select"(%arg7, %arg8, %arg9) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %9 = "chlo.broadcast_select"(%arg7, %arg8, %arg9) {mark = "x"} : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "chlo_constant"}> ({
    %6 = "chlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %7 = "chlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> {mark = "x"} : () -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5xf32>) -> (), sym_name = "chlo_top_k"}> ({
  ^bb0(%arg6: tensor<5xf32>):
    %4:2 = "chlo.top_k"(%arg6) <{k = 2 : i64}> : (tensor<5xf32>) -> (tensor<2xf32>, tensor<2xi32>)
    %5:2 = "chlo.top_k"(%arg6) <{k = 2 : i64}> {mark = "x"} : (tensor<5xf32>) -> (tensor<2xf32>, tensor<2xi32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x3xf32>, tensor<3xf32>) -> (), sym_name = "chlo_scan"}> ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>):
    %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: tensor<3xf32>, %arg5: tensor<3xf32>):
      %3 = "stablehlo.add"(%arg4, %arg5) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%3, %3) : (tensor<3xf32>, tensor<3xf32>) -> ()
    }) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
    %1:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, is_associative = true, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: tensor<3xf32>, %arg3: tensor<3xf32>):
      %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%2, %2) : (tensor<3xf32>, tensor<3xf32>) -> ()
    }) {mark = "x"} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
