"""The operation that is shown is the one with the fault, whatever its type and wherever it is executed."""

import pytest

import stablehlo_tools as st

MASKED = """
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %rows = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %columns = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %mask = stablehlo.compare GE, %rows, %columns : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %product = stablehlo.multiply %x, %y : tensor<4x4xf32>
  %kept = stablehlo.select %mask, %product, %zero : tensor<4x4xi1>, tensor<4x4xf32>
  %sine = stablehlo.sine %kept : tensor<4x4xf32>
  return %sine : tensor<4x4xf32>
}
"""
CALLED = """
func.func private @fused(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.sine %a : tensor<4xf32>
  %d = stablehlo.subtract %c, %b : tensor<4xf32>
  %e = stablehlo.tanh %d : tensor<4xf32>
  return %e : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = call @fused(%0, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""
LOOP = """
func.func @main(%x: tensor<4xf32>, %rows: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x4xf32>
  %found:3 = stablehlo.while(%i = %begin, %state = %x, %all = %zeros) : tensor<i32>, tensor<4xf32>, tensor<3x4xf32>
  cond {
    %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %rows, %i, %begin, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %sum = stablehlo.add %state, %flat : tensor<4xf32>
    %new = stablehlo.sine %sum : tensor<4xf32>
    %line = stablehlo.reshape %new : (tensor<4xf32>) -> tensor<1x4xf32>
    %kept = stablehlo.dynamic_update_slice %all, %line, %i, %begin : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    stablehlo.return %next, %new, %kept : tensor<i32>, tensor<4xf32>, tensor<3x4xf32>
  }
  return %found#2, %found#1 : tensor<3x4xf32>, tensor<4xf32>
}
"""  # noqa: E501
COUNTED = """
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<4xi32>
  %found:2 = stablehlo.while(%i = %begin, %sum = %zeros) : tensor<i32>, tensor<4xi32>
  cond {
    %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %new = stablehlo.add %sum, %x : tensor<4xi32>
    stablehlo.return %next, %new : tensor<i32>, tensor<4xi32>
  }
  return %found#1 : tensor<4xi32>
}
"""
HALVED = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %log_half = stablehlo.constant dense<-0.693147182> : tensor<4xf32>
  %shifted = stablehlo.add %x, %log_half : tensor<4xf32>
  %half = stablehlo.exponential %shifted : tensor<4xf32>
  %squared = stablehlo.multiply %half, %half : tensor<4xf32>
  %product = stablehlo.multiply %squared, %y : tensor<4xf32>
  return %product : tensor<4xf32>
}
"""
REDUCED = """
func.func @main(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%x init: %zero) across dimensions = [1]
  : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %total = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %total : tensor<f32>
  }
  %found = stablehlo.sine %sums : tensor<3xf32>
  return %found : tensor<3xf32>
}
"""


@pytest.mark.parametrize(
    ("program", "before", "after", "shown"),
    [
        pytest.param(MASKED, "compare GE", "compare GT", "%mask", id="the comparison of a mask"),
        pytest.param(MASKED, "%columns = stablehlo.iota dim = 1", "%columns = stablehlo.iota dim = 0",
                     "%columns", id="an axis of indices"),
        pytest.param(MASKED, "%mask, %product, %zero", "%mask, %zero, %product", "%kept", id="cases swapped"),
        pytest.param(HALVED, "multiply %squared", "add %squared", "%product", id="a product of powers"),
        pytest.param(CALLED, "%c, %b", "%b, %c", "%d", id="in a function that is called"),
        pytest.param(CALLED, "return %e", "return %d", "return", id="what a function returns"),
        pytest.param(CALLED, "@fused(%0", "@fused(%x", "%1", id="what a function is called with"),
        pytest.param(LOOP, "stablehlo.sine", "stablehlo.cosine", "%new", id="in the body of a loop"),
        pytest.param(LOOP, "return %next, %new", "return %next, %sum", "stablehlo.return", id="a state"),
        pytest.param(LOOP, "dense<3>", "dense<2>", "%more", id="the bound of a loop"),
        pytest.param(LOOP, "compare LT", "compare GT", "%more", id="a loop without iterations"),
        pytest.param(COUNTED, "compare LT", "compare GT", "%more", id="a loop of integers that ends"),
        pytest.param(COUNTED, "return %next, %new", "return %next, %sum", "stablehlo.return", id="a sum"),
        pytest.param(REDUCED, "stablehlo.add", "stablehlo.maximum", "%total", id="in a reducer"),
        pytest.param(REDUCED, "return %found", "return %sums", "return", id="what the program returns"),
    ],
)  # fmt: skip
def test_the_operation_at_fault_is_shown(program: str, before: str, after: str, shown: str) -> None:
    faulty = program.replace(before, after, 1)
    found = st.equivalent(program, faulty)
    assert found.verdict == "different"
    assert found.unexplained is not None
    assert found.unexplained.operation.span is not None
    line, _ = found.unexplained.operation.span.begin
    assert faulty.splitlines()[line - 1].split(" = ")[0].split()[0] == shown


_SQUARE = "tensor<4x4xf32>\n  "
_TYPES = "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>"
_PRODUCT = f"stablehlo.dot_general {{}}, %kept, contracting_dims = [1] x [0] : {_TYPES}\n  "


def test_a_mask_is_shown_where_a_pass_rewrote_what_takes_its_result() -> None:
    """Each element of the result of the select is one of the first program, too."""
    end = "%sine = stablehlo.sine %kept"
    first = MASKED.replace(end, f"%all = {_PRODUCT.format('%kept')}%sine = stablehlo.sine %all")
    less = f"%less = stablehlo.negate %kept : {_SQUARE}%part = {_PRODUCT.format('%less')}"
    made = f"{less}%all = stablehlo.negate %part : {_SQUARE}%sine = stablehlo.sine %all"
    faulty = MASKED.replace(end, made).replace("compare GE", "compare GT")
    assert st.equivalent(first, faulty.replace("compare GT", "compare GE"))
    found = st.equivalent(first, faulty)
    assert found.unexplained is not None
    assert found.unexplained.counterpart is not None
    spans = [each.span for each in (found.unexplained.operation, found.unexplained.counterpart)]
    lines = [
        text.splitlines()[span.begin[0] - 1]
        for text, span in zip((faulty, first), spans, strict=True)
        if span
    ]
    assert [line.split()[3] for line in lines] == ["GT,", "GE,"]
