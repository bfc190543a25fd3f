// Any numbers from a to b - 1 will do.
func.func @main() {
  %a = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %shape = stablehlo.constant dense<3> : tensor<2xi64>
  %result = stablehlo.rng %a, %b, %shape, distribution =  UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<3x3xi32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %clamped = stablehlo.clamp %a, %result, %c : (tensor<i32>, tensor<3x3xi32>, tensor<i32>) -> tensor<3x3xi32>
  check.expect_eq %result, %clamped : tensor<3x3xi32>
  return
}
