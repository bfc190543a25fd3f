"""The tree: when two modules are the same program, and how it is walked."""

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.parse import parse

PROGRAM = """#loc = loc("a")
module @m {
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    %1 = stablehlo.subtract %0, %x : tensor<4xf32> loc(#loc)
    %2 = "a.b"(%1) ({
    ^bb0(%a: i32):
      "a.c"(%a, %0)[^bb1] : (i32, tensor<4xf32>) -> ()
    ^bb1:
      "a.d"() {x = 1 : i32} : () -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
"""


def module_of(text: str) -> Module:
    """The module of a text."""
    return parse(Source(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%0", "%sum"),
        ("%x", "%arg0"),
        ("^bb1", "^exit"),
        ("#loc", "#loc7"),
        ("stablehlo.add %x, %x :", "stablehlo.add  %x,%x  :  // the sum\n"),
        ("x = 1 : i32", "x = 0x1 : i32"),
        (
            "stablehlo.add %x, %x : tensor<4xf32>",
            '"stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>',
        ),
    ],
)
def test_names_and_spellings_do_not_matter(old: str, new: str) -> None:
    assert PROGRAM.count(old)
    assert module_of(PROGRAM) == module_of(PROGRAM.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%0, %x :", "%x, %0 :"),
        ("(%a, %0)", "(%a, %1)"),
        ("stablehlo.add", "stablehlo.multiply"),
        ("4xf32", "5xf32"),
        ("x = 1", "x = 2"),
        ("x = 1", "y = 1"),
        ("[^bb1]", "[^bb0]"),
        ("(%a: i32)", "(%a: i32, %b: i32)"),
        ('loc("a")', 'loc("b")'),
        ("@f", "@g"),
        ('      "a.d"() {x = 1 : i32} : () -> ()\n', ""),
        ("    %1 =", '    "a.e"() : () -> ()\n    %1 ='),
    ],
)
def test_what_makes_another_program(old: str, new: str) -> None:
    assert PROGRAM.count(old)
    assert module_of(PROGRAM) != module_of(PROGRAM.replace(old, new))


def test_resources_are_part_of_the_program() -> None:
    section = '{-# dialect_resources: {builtin: {a: "0x0400000001"}} #-}'
    assert module_of(PROGRAM + section) == module_of(PROGRAM + section)
    assert module_of(PROGRAM + section) != module_of(PROGRAM)


def test_a_walk_meets_every_operation_in_the_order_of_the_text() -> None:
    names = [operation.name for operation in module_of(PROGRAM).walk()]
    assert [name for name in names if name != "builtin.module"] == [
        "func.func", "stablehlo.add", "stablehlo.subtract", "a.b", "a.c", "a.d", "func.return",
    ]  # fmt: skip


def test_ancestors_are_what_is_around_an_operation_innermost_first() -> None:
    operations = {operation.name: operation for operation in module_of(PROGRAM).walk()}
    assert [each.name for each in operations["a.d"].ancestors] == ["a.b", "func.func", "builtin.module"]
    assert operations["builtin.module"].ancestors == []


def test_functions_are_found_by_name() -> None:
    module = module_of(PROGRAM)
    function = module.function("f")
    assert function is not None
    assert module.functions == [function]
    assert module.function("g") is None
    assert module["f"] is module["@f"] is function
    assert "f" in module
    assert "g" not in module
    with pytest.raises(KeyError, match="@g; the functions of this module are: @f"):
        module["g"]
    with pytest.raises(TypeError):
        list(module)  # type: ignore[call-overload]
    assert str(function.type) == "(tensor<4xf32>) -> tensor<4xf32>"
    assert function.body is not None
    assert function.arguments == function.body.arguments
    assert not function.is_private
