module @regions {
  func.func public @main(%arg0: tensor<2xf32> {x.y = "a"}, %arg1: tensor<2xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>, %arg4: tensor<i32>) -> (tensor<2xf32> {x.y}, tensor<f32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %arg4, %iterArg_0 = %arg0) : tensor<i32>, tensor<2xf32> attributes {x.y}
    cond {
      %c_1 = stablehlo.constant dense<3> : tensor<i32>
      %11 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 {x.y} : tensor<i1>
    } do {
      %11 = func.call @double(%iterArg_0) : (tensor<2xf32>) -> tensor<2xf32>
      %12 = "stablehlo.if"(%arg3) ({
        %13:2 = stablehlo.while(%iterArg_1 = %iterArg, %iterArg_2 = %11) : tensor<i32>, tensor<2xf32>
        cond {
          stablehlo.return %arg3 : tensor<i1>
        } do {
          stablehlo.return %iterArg_1, %iterArg_2 : tensor<i32>, tensor<2xf32>
        }
        stablehlo.return %13#1 : tensor<2xf32>
      }, {
        %cst = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
        stablehlo.return %cst : tensor<2xf32>
      }) {x.y} : (tensor<i1>) -> tensor<2xf32>
      stablehlo.return %c, %12 : tensor<i32>, tensor<2xf32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %arg3 : tensor<i1>
    } do {
      stablehlo.return 
    }
    %1 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [0] {x.y} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg5: tensor<f32>, %arg6: tensor<f32>)  {
      %11 = stablehlo.maximum %arg6, %arg5 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }
    %3 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg5: tensor<f32>, %arg6: tensor<f32>)  {
      %11 = stablehlo.subtract %arg5, %arg6 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }
    %4 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg5: tensor<f32>, %arg6: tensor<f32>)  {
      %11 = stablehlo.add %arg5, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }
    %5:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg2) across dimensions = [0] : (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<f32>, %arg8: tensor<f32>)  {
      %11 = stablehlo.add %arg5, %arg7 : tensor<f32>
      stablehlo.return %11, %arg6 : tensor<f32>, tensor<f32>
    }
    %6:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
      %11 = stablehlo.compare LT, %arg5, %arg6, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) {x.y} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %7:3 = chlo.scan(%arg0) inits (%arg1, %arg1) dimension=0  attributes {is_reverse = true} {
    ^bb0(%input: tensor<f32>, %carry: tensor<2xf32>, %carry_0: tensor<2xf32>):
      stablehlo.return %input, %carry, %carry_0 : tensor<f32>, tensor<2xf32>, tensor<2xf32>
    } : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    %8:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
    ^bb0(%input: tensor<f32>, %carry: tensor<2xf32>):
      stablehlo.return %input, %carry : tensor<f32>, tensor<2xf32>
    } : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %9 = stablehlo.composite "x.y" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @double, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.composite "x.y"  {decomposition = @nothing} : () -> ()
    %10:2 = "other.op"(%arg0) <{kept = 1 : i32}> ({
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      "other.end"(%cst) : (tensor<f32>) -> ()
    }, {
    }) {"a-b", free = 2 : i32} : (tensor<2xf32>) -> (tensor<2xf32>, i32)
    return %0#1, %1 : tensor<2xf32>, tensor<f32>
  }
  func.func private @double(%arg0: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline, x.y = 1 : i32} {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    return {x.y} %0 : tensor<2xf32>
  }
  func.func private @nothing()
  func.func private @declared(tensor<2xf32> {x.y}, tensor<f32>) -> (tensor<2xf32> {x.y})
  func.func private @higher() -> ((tensor<2xf32>) -> tensor<2xf32>)
  func.func private @"odd name"()
  func.func @blocks(%arg0: tensor<2xf32>, %arg1: i1) -> tensor<2xf32> {
    cf.br ^bb1(%arg0 : tensor<2xf32>) {x.y}
  ^bb1(%0: tensor<2xf32>):  // 2 preds: ^bb0, ^bb2
    "other.branch"(%arg1)[^bb2, ^bb3] : (i1) -> ()
  ^bb2:  // pred: ^bb1
    %1 = stablehlo.add %0, %arg0 : tensor<2xf32>
    cf.br ^bb1(%1 : tensor<2xf32>)
  ^bb3:  // pred: ^bb1
    cf.br ^bb4
  ^bb4:  // pred: ^bb3
    return %0 : tensor<2xf32>
  ^bb5(%2: tensor<2xf32>):  // no predecessors
    return %2 : tensor<2xf32>
  }
  module @inner attributes {x.y} {
    func.func @f() {
      return
    }
    module {
    }
  }
}
