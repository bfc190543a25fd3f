func.func @run_parallel(%input: tensor<i64>) {
  %0:2 = "interpreter.run_parallel"(%input, %input) {infeed = [@queue], programs = [[@one], [@one]]} : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c1(%input: tensor<i64>) {
  // at programs = []
  // expected-error @+1 {{run_parallel_c1}}
  "interpreter.run_parallel"() {programs = []} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c1_empty(%input: tensor<i64>) {
  // at programs = [[]]
  // expected-error @+1 {{run_parallel_c1}}
  "interpreter.run_parallel"() {programs = [[]]} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c2(%input: tensor<i64>) {
  // at programs = [[@none], [@none, @none]]
  // expected-error @+1 {{run_parallel_c2}}
  "interpreter.run_parallel"() {programs = [[@none], [@none, @none]]} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c3(%input: tensor<i64>) {
  // at programs = [[@bar]]
  // expected-error @+1 {{run_parallel_c3}}
  "interpreter.run_parallel"() {programs = [[@bar]]} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c3_infeed(%input: tensor<i64>) {
  // at programs = [[@none]]
  // expected-error @+1 {{run_parallel_c3}}
  "interpreter.run_parallel"() {infeed = [@bar], programs = [[@none]]} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c4(%input: tensor<i64>) {
  // at programs = [[@one]]
  // expected-error @+1 {{run_parallel_c4}}
  %0 = "interpreter.run_parallel"(%input, %input) {programs = [[@one]]} : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c5(%input: tensor<i64>) {
  // at programs = [[@one]]
  // expected-error @+1 {{run_parallel_c5}}
  "interpreter.run_parallel"(%input) {programs = [[@one]]} : (tensor<i64>) -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c6(%input: tensor<i64>) {
  // at infeed = []
  // expected-error @+1 {{run_parallel_c6}}
  "interpreter.run_parallel"() {infeed = [], programs = [[@none]]} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @run_parallel_c7(%input: tensor<i64>) {
  // at infeed = [@token]
  // expected-error @+1 {{run_parallel_c7}}
  "interpreter.run_parallel"() {infeed = [@token], programs = [[@none]]} : () -> ()
  return
}

func.func @one(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}

func.func @none() {
  return
}

func.func @queue() -> tensor<i64> {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  return %0 : tensor<i64>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}
