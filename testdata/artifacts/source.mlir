#fused = loc(fused<"tag">["a.py":3:4, "name"("b.py":1:2)])
module @program attributes {mhlo.num_partitions = 1 : i32, jax.note = "caf\C3\A9"} {
  func.func public @main(%image: tensor<1x4x4x2xf32> {jax.arg_info = "x"} loc("image"), %n: tensor<i32> loc("n")) -> (tensor<1x2x2x3xf32> {jax.result_info = "out"}) {
    %kernel = stablehlo.constant dense<[[[[0.5, 1.0, -2.5], [0x7FC00000, 0.0, -0.0]]]]> : tensor<1x1x2x3xf32> loc("kernel")
    %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x3xf32>) -> tensor<1x2x2x3xf32> loc(callsite("conv"("model.py":10:4) at "model.py":20:8))
    %mask = stablehlo.constant dense<[[[[true, false, true], [true, true, true]], [[false, false, true], [true, false, true]]]]> : tensor<1x2x2x3xi1> loc(#fused)
    %small = stablehlo.constant dense<[1, -2, 7]> : tensor<3xi4>
    %max, %at = func.call @reduce(%0) : (tensor<1x2x2x3xf32>) -> (tensor<f32>, tensor<1x2x2x3xf32>)
    %1 = stablehlo.select %mask, %0, %at : tensor<1x2x2x3xi1>, tensor<1x2x2x3xf32>
    %2 = stablehlo.custom_call @target(%1, %small) {has_side_effect = true, called_computations = [@reduce], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<1x2x2x3xf32>, tensor<3xi4>) -> tensor<1x2x2x3xf32>
    return %2 : tensor<1x2x2x3xf32>
  }
  func.func private @reduce(%x: tensor<1x2x2x3xf32>) -> (tensor<f32>, tensor<1x2x2x3xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<1x2x2x3xf32>, tensor<f32>) -> tensor<f32>
    %limit = stablehlo.constant dense<3> : tensor<i32>
    %1:2 = stablehlo.while(%i = %limit, %y = %x) : tensor<i32>, tensor<1x2x2x3xf32>
    cond {
      %none = stablehlo.constant dense<0> : tensor<i32>
      %more = stablehlo.compare GT, %i, %none, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %less = stablehlo.subtract %i, %one : tensor<i32>
      %sorted = "stablehlo.sort"(%y) <{dimension = 3 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
      stablehlo.return %less, %sorted : tensor<i32>, tensor<1x2x2x3xf32>
    }
    return %0, %1#1 : tensor<f32>, tensor<1x2x2x3xf32>
  }
}
