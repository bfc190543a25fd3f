"""Operations, names and blocks are printed as MLIR prints them; testdata/syntax holds its prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.attributes import Integer, TypeAttribute
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Region
from stablehlo_tools.ir.types import ELEMENT_TYPES, FunctionType, tensor_type
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module

FOLDER = Path(__file__).resolve().parents[2] / "testdata" / "syntax"
NAMES = [
    "annotations", "arith", "attributes", "elementwise", "forms", "regions", "resources", "shape", "shapes",
    "shardy",
]  # fmt: skip
FORMS = {"pretty": ".mlir", "generic": ".generic.mlir", "debug": ".debug.mlir"}

each_file = pytest.mark.parametrize("name", NAMES)


def text_of(name: str, form: str = "pretty") -> str:
    return (FOLDER / (name + FORMS[form])).read_text(encoding="utf-8")


def read(text: str) -> Module:
    return parse(Source(text, "test"))


def printed(text: str, *, generic: bool = False) -> str:
    return print_module(read(text), generic=generic)


def statement(line: str, *, generic: bool = False) -> str:
    """What becomes of one statement of a function with some arguments."""
    head = "func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {\n"
    lines = printed(f"{head}{line}\nreturn\n}}\n", generic=generic).splitlines()
    return "\n".join(text[4:] for text in lines[3 if generic else 2 : -3])


# -- against MLIR -------------------------------------------------------------------------------


@each_file
def test_pretty_stays_pretty(name: str) -> None:
    assert printed(text_of(name)) == text_of(name)


@each_file
def test_generic_stays_generic(name: str) -> None:
    assert printed(text_of(name, "generic"), generic=True) == text_of(name, "generic")


@each_file
def test_generic_becomes_pretty(name: str) -> None:
    assert printed(text_of(name, "generic")) == text_of(name)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "shapes"])
def test_pretty_becomes_generic(name: str) -> None:
    assert printed(text_of(name), generic=True) == text_of(name, "generic")


@pytest.mark.parametrize(
    ("name", "form"),
    [*((name, form) for name in NAMES for form in ("pretty", "generic")), ("locations", "debug")],
)
def test_the_files_are_what_mlir_prints(name: str, form: str) -> None:
    jax = pytest.importorskip("jax")
    if jax.__version__ != "0.10.2":
        pytest.skip("the files were printed by jaxlib 0.10.2")
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
    from jaxlib.mlir.passmanager import PassManager

    stablehlo.register_stablehlo_passes()
    with mlir.make_ir_context() as context:
        # this pass loads the dialect of quantized types
        PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.parse("").operation)
        context.allow_unregistered_dialects = True
        operation = ir.Module.parse(text_of(name, form)).operation
        flags = {"print_generic_op_form": form == "generic", "enable_debug_info": form == "debug"}
        assert operation.get_asm(**flags) == text_of(name, form)


# -- what the pretty form cannot say ------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        '%0 = "stablehlo.iota"() : () -> tensor<2xf32>',
        '%0 = "stablehlo.iota"() <{iota_dimension = 0 : i32}> : () -> tensor<2xf32>',
        '%0 = "stablehlo.transpose"(%arg0) <{permutation = dense<0> : tensor<1xi64>}> '
        ": (tensor<2xf32>) -> tensor<2xf32>",
        '%0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = "LT"}> '
        ": (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
        '"stablehlo.add"() : () -> ()',
        '%0 = "chlo.erf"() : () -> tensor<2xf32>',
        '%0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0, 0>, '
        "strides = array<i64: 1>}> : (tensor<2xf32>) -> tensor<1xf32>",
        '%0 = "stablehlo.custom_call"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>',
    ],
)
def test_what_a_pretty_form_cannot_say_stays_generic(line: str) -> None:
    assert statement(line) == line


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ('"stablehlo.return"(%0) {x.y} :', "stablehlo.return %0 {x.y} :"),
        ('"stablehlo.return"(%x) :', "stablehlo.return %arg2 :"),
    ],
    ids=["an attribute", "another result"],
)
def test_a_reduction_is_short_only_if_nothing_is_lost(changed: str, kept: str) -> None:
    text = """%1 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %0 = stablehlo.add %x, %y : tensor<f32>
        "stablehlo.return"(%0) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>"""
    assert "applies stablehlo.add" in statement(text)
    long = statement(text.replace('"stablehlo.return"(%0) :', changed))
    assert " reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {" in long
    assert kept in long.replace("%1 = stablehlo.add", "%0 = stablehlo.add").replace("return %1", "return %0")


def test_a_loop_with_two_types_for_a_value_stays_generic() -> None:
    text = statement(
        """%0 = "stablehlo.while"(%arg0) ({
        ^bb0(%x: tensor<?xf32>):
          %1 = stablehlo.constant dense<true> : tensor<i1>
          stablehlo.return %1 : tensor<i1>
        }, {
        ^bb0(%x: tensor<?xf32>):
          stablehlo.return %x : tensor<?xf32>
        }) : (tensor<2xf32>) -> tensor<?xf32>"""
    )
    assert text.startswith('%0 = "stablehlo.while"(%arg0) ({\n^bb0(%iterArg: tensor<?xf32>):\n  %c = stable')


def test_defaults_are_left_out_of_the_pretty_form_only() -> None:
    line = (
        '%0 = "stablehlo.custom_call"(%arg0) <{api_version = 1 : i32, call_target_name = "f", '
        "has_side_effect = false}> : (tensor<2xf32>) -> tensor<2xf32>"
    )
    assert statement(line) == "%0 = stablehlo.custom_call @f(%arg0) : (tensor<2xf32>) -> tensor<2xf32>"
    assert statement(line, generic=True) == line


def test_a_literal_that_cannot_be_read_is_kept() -> None:
    line = "%c = stablehlo.constant dense<[1, 2]> : tensor<3xi32>"
    assert statement(line) == line


# -- unknown ops --------------------------------------------------------------------------------


def test_properties_and_attributes_of_unknown_ops_stay_apart() -> None:
    line = '%0:2 = "a.b-c"(%arg0) <{p = 1 : i64, q}> {r.s = "%x", "t u"} : (tensor<2xf32>) -> (i32, f80)'
    assert statement(line) == line
    assert statement(line, generic=True) == line


def test_old_generic_attributes_become_properties() -> None:
    old = '%0 = "stablehlo.sort"(%arg0) ({\n}) {x.y, dimension = 0 : i64} : (tensor<2xf32>) -> tensor<2xf32>'
    assert statement(old).splitlines()[0] == '%0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({'
    assert statement(old).splitlines()[-1] == "}) {x.y} : (tensor<2xf32>) -> tensor<2xf32>"


# -- modules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["module {}", "module {\n}", "module {\n^bb0:\n}"])
def test_an_empty_module(text: str) -> None:
    assert printed(text) == "module {\n}\n"
    assert printed(text, generic=True) == '"builtin.module"() ({\n^bb0:\n}) : () -> ()\n'


def test_a_module_that_is_not_written_is_printed() -> None:
    bare = "func.func @f() {\n  return\n}\n"
    assert printed(bare) == "module {\n  func.func @f() {\n    return\n  }\n}\n"
    assert read(bare) == read(printed(bare))


def test_several_modules_get_one_around_them() -> None:
    assert printed("module @a {}\nmodule @b {}") == "module {\n  module @a {\n  }\n  module @b {\n  }\n}\n"


# -- programs that no text stands for -------------------------------------------------------------


def test_an_attribute_that_was_changed_is_printed_as_it_is_now() -> None:
    module = read("func.func @f() {\n  %0 = stablehlo.iota dim = 0 : tensor<2x3xf32>\n}")
    assert module.functions[0].body is not None
    (iota,) = module.functions[0].body.operations
    assert "dim = 0" in print_module(module)
    iota.attributes = {"iota_dimension": Integer(1, ELEMENT_TYPES["i64"])}
    assert "dim = 1" in print_module(module)


def nested(depth: int) -> Module:
    """A module with operations within operations, made without a text."""
    module = Module()
    holder: Operation = module
    for _ in range(depth):
        region = Region(holder)
        holder.regions += (region,)
        block = Block(region)
        region.blocks.append(block)
        holder = Operation("a.b", [], {})
        holder.block = block
        block.operations.append(holder)
    return module


@pytest.mark.parametrize("generic", [False, True])
def test_regions_nest_deeper_than_calls_may(generic: bool) -> None:
    depth = 1500
    text = print_module(nested(depth), generic=generic)
    assert text.count("\n") == 2 * depth + 1
    assert text.splitlines()[depth] == f'{"  " * depth}"a.b"() : () -> ()'


def test_a_function_made_without_a_text() -> None:
    module = read("module {}")
    type = TypeAttribute(FunctionType((tensor_type([2], "f32"),), ()))
    function = Function("func.func", [], {"sym_name": "f", "function_type": type})
    function.regions += (Region(function),)
    module.body.operations.append(function)
    assert print_module(module) == "module {\n  func.func @f(tensor<2xf32>)\n}\n"


@pytest.mark.parametrize(
    "line",
    [
        "%0 = tensor.cast %arg0 : tensor<2xf32> to tensor<?xf32>",
        "%0:2 = builtin.unrealized_conversion_cast %arg0, %arg1 : tensor<2xf32>, tensor<f32> to i32, i64",
        '"tensor.cast"(%arg0) : (tensor<2xf32>) -> ()',
        "%0 = stablehlo.convolution(%arg0, %arg0) dim_numbers = [b, f]x[i, o]->[b, f], window = {} "
        "{padding = dense<0> : tensor<i64>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
        "%0 = stablehlo.convolution(%arg0, %arg0) dim_numbers = [b, f]x[i, o]->[b, f], window = {} "
        "{padding = dense<0> : tensor<999999999999x2xi64>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
    ],
)
def test_casts_and_odd_paddings_come_back(line: str) -> None:
    program = f"func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {{\n{line}\nreturn\n}}\n"
    assert read(printed(program)) == read(program)
    assert read(printed(program, generic=True)) == read(program)
