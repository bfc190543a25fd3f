"""From statements to a tree: which value, which block a name means, and names that mean none."""

import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.statement.statement_cache import StatementCache


def errors_of(text: str) -> list[Diagnostic]:
    """What is wrong with a text."""
    return read(Source(text))[1]


def mistakes(text: str) -> list[tuple[str, str]]:
    """The code of each error, and the text at its caret."""
    return [(error.code, error.span.text if error.span else "") for error in errors_of(text)]


def operations(text: str) -> list[Operation]:
    """The operations of the module, those of its function where it has one."""
    found = parse(Source(text)).body.operations
    return found[0].regions[0].blocks[0].operations if found[0].name == "func.func" else found


# -- values ---------------------------------------------------------------------------------------


def test_operands_are_the_values_of_that_name() -> None:
    first, second, third = operations(
        '%a = "a.b"() : () -> i32\n%b = "a.b"() : () -> i32\n"a.c"(%b, %a, %b) : (i32, i32, i32) -> ()'
    )
    (a,), (b,) = first.results, second.results
    assert [operand is value for operand, value in zip(third.operands, (b, a, b), strict=True)] == [True] * 3


def test_one_name_for_several_results() -> None:
    first, second = operations('%a:2, %b = "a.b"() : () -> (i32, f32, i1)\n"a.c"(%a#1, %b) : (f32, i1) -> ()')
    assert [value.name for value in first.results] == ["%a#0", "%a#1", "%b"]
    assert second.operands == [first.results[1], first.results[2]]


def test_a_value_may_be_used_before_its_definition() -> None:
    first, second = operations('"a.c"(%a) : (i32) -> ()\n%a = "a.b"() : () -> i32')
    assert first.operands == second.results


def test_a_value_of_an_outer_region_may_be_defined_behind_its_use() -> None:
    first, second = operations(
        '"a.c"() ({\n  "a.d"(%a) : (i32) -> ()\n}) : () -> ()\n%a = "a.b"() : () -> i32'
    )
    assert first.regions[0].blocks[0].operations[0].operands == second.results


def test_names_of_a_region_end_with_it() -> None:
    text = '"a.c"() ({\n  %a = "a.b"() : () -> i32\n}) : () -> ()\n"a.d"(%a) : (i32) -> ()'
    assert mistakes(text) == [("undefined_value", "%a")]
    sibling = '"a.c"() ({\n  %a = "a.b"() : () -> i32\n}, {\n  %a = "a.b"() : () -> i32\n}) : () -> ()'
    assert mistakes(sibling) == []


def test_a_name_of_an_outer_region_cannot_be_defined_again() -> None:
    text = '%a = "a.b"() : () -> i32\n"a.c"() ({\n  %a = "a.b"() : () -> i32\n}) : () -> ()'
    (error,) = errors_of(text)
    assert error.code == "redefined_value"
    assert [label.span.begin for label in error.related] == [(1, 1)]
    assert error.span is not None
    assert error.span.begin == (3, 3)


def test_a_function_sees_no_value_from_outside() -> None:
    text = '%a = "a.b"() : () -> i32\nfunc.func @f() {\n  %b = "a.c"(%a) : (i32) -> i32\n  return\n}'
    assert mistakes(text) == [("undefined_value", "%a")]
    assert mistakes(text.replace("(%a) : (i32)", "() : ()").replace("%b", "%a")) == []


def test_an_undefined_value_is_one_error_however_often_it_is_used() -> None:
    text = '%abc = "a.b"() : () -> i32\n"a.c"(%abd) : (i32) -> ()\n"a.c"(%abd) : (i32) -> ()'
    (error,) = errors_of(text)
    assert error.helps == ("did you mean `%abc`?",)


def test_a_result_too_many() -> None:
    (error,) = errors_of('%a:2 = "a.b"() : () -> (i32, i32)\n"a.c"(%a#2) : (i32) -> ()')
    assert (error.code, error.helps) == ("undefined_value", ("`%a` has 2 results",))


@pytest.mark.parametrize(
    ("known", "text", "at"),
    [
        ('%0 = "x.a"() : () -> i32', '#loc = "x.a"() : () -> i32', "#loc"),
        ('%0 = "x.b"() : () -> i32\n"x.c"(%0) : (i32) -> ()', '"x.c"(#loc) : (i32) -> ()', "#loc"),
        ('#loc = loc("x")\n"x.d"() : () -> () loc(#loc)', '"x.d"() : () -> () loc(%0)', "%0"),
    ],
)
def test_what_is_known_of_like_statements_does_not_hide_a_name_of_another_kind(
    known: str, text: str, at: str
) -> None:
    statements = StatementCache()
    assert read(Source(known), statements)[1] == []
    assert [error.span.text for error in read(Source(text), statements)[1] if error.span] == [at]


# -- blocks ---------------------------------------------------------------------------------------


BLOCKS = """func.func @f(%c: i1, %x: i32) -> i32 {
  "cf.cond_br"(%c, %x, %x)[^left, ^right] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> ()
^left(%a: i32):
  "cf.br"(%a)[^right] : (i32) -> ()
^right(%b: i32):
  return %b : i32
}
"""


def test_successors_are_blocks() -> None:
    (function,) = parse(Source(BLOCKS)).body.operations
    entry, left, right = function.regions[0].blocks
    assert [block for block, _ in entry.operations[0].successors] == [left, right]
    assert [block for block, _ in left.operations[0].successors] == [right]
    assert left.operations[0].operands == left.arguments
    assert right.operations[0].operands == right.arguments


def test_a_block_that_is_not_there() -> None:
    ((code, at),) = mistakes(BLOCKS.replace("(%a)[^right]", "(%a)[^wrong]"))
    assert (code, at.strip()) == ("undefined_block", '"cf.br"(%a)[^wrong] : (i32) -> ()')


def test_two_blocks_of_one_name() -> None:
    text = 'func.func @f() {\n  "cf.br"()[^a] : () -> ()\n^a:\n  "cf.br"()[^a] : () -> ()\n^a:\n  return\n}'
    assert mistakes(text) == [("redefined_block", "^a:")]


def test_arguments_of_blocks_share_their_region() -> None:
    assert mistakes(BLOCKS.replace("%b", "%a"))[0][0] == "redefined_value"
    assert mistakes(BLOCKS.replace("return %b", "return %a")) == []


def test_labels_belong_to_their_region() -> None:
    inner = '"a.b"() ({\n  "cf.br"()[^right] : () -> ()\n}) : () -> ()\n  return %b'
    assert [code for code, _ in mistakes(BLOCKS.replace("return %b", inner))] == ["undefined_block"]


# -- modules and errors -----------------------------------------------------------------------------


def test_a_module_is_made_around_what_stands_alone() -> None:
    alone = parse(Source("func.func @f() { return }"))
    written = parse(Source("module { func.func @f() { return } }"))
    assert (alone.is_implicit, written.is_implicit) == (True, False)
    assert alone == written


def test_what_uses_the_results_of_an_unreadable_statement_is_not_to_blame() -> None:
    text = '%a = stablehlo.nonsense\n"a.c"(%a) : (i32) -> ()'
    assert mistakes(text) == [("unknown_op", "stablehlo.nonsense")]


def test_errors_come_in_the_order_of_the_text() -> None:
    text = '"a.b"(%x) : (i32) -> ()\n"a.b"(,) : () -> ()\n"a.b"(%y) : (i32) -> ()\n'
    found = errors_of(text)
    assert [error.span.begin[0] for error in found if error.span] == sorted(
        error.span.begin[0] for error in found if error.span
    )
    assert {"%x", "%y"} <= {at for _, at in mistakes(text)}


@pytest.mark.parametrize("name", ["stablehlo.subtract", "stablehlo.reshape", "chlo.mulhi", "func.call"])
def test_a_reduction_applies_what_commutes(name: str) -> None:
    (error,) = errors_of(
        "func.func @f(%x: tensor<2x3xf32>, %c: tensor<f32>) {\n"
        f"  %0 = stablehlo.reduce(%x init: %c) applies {name} across dimensions = [1]"
        " : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>\n  return\n}\n"
    )
    assert (error.code, error.span and error.span.text) == ("syntax", name)
    assert "stablehlo.add, stablehlo.and, stablehlo.maximum" in error.message
