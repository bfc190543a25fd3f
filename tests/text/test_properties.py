"""Properties, apart from attributes: in the tree, in text and in bytecode."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.bytecode.container import Container
from stablehlo_tools.formats.bytecode.write import plain_bytecode
from stablehlo_tools.ir.attributes import UNIT, Integer
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.text.parse import read
from tests import oracle
from tests.mlir_text import read_by_mlir

# Of ops that are not declared: any attribute.
APART = [
    '"foo.a"() <{b}> {b = 1 : i32} : () -> ()',
    '"foo.a"() <{}> : () -> ()',
    '"foo.a"() <{x = 1 : i32}> {y = 2 : i32} : () -> ()',
    '"foo.a"() <{a = 2 : i64, z = 1 : i64}> {a = 4 : i64, z = 3 : i64} : () -> ()',
    '"foo.a"() <"x"> : () -> ()',
    '"foo.a"() <1 : i32> {a} : () -> ()',
    '"foo.a"() <[1, unit]> : () -> ()',
    '"foo.a"() <#foo.bar<1>> : () -> ()',
    '"foo.a"() <array<f32: 0x7F800000>> : () -> ()',
    '%0 = "foo.a"() <{x}> ({\n    "foo.b"() <{y}> : () -> ()\n  }) {z} : () -> tensor<i1>',
]
# Of declared ops: what they do not have is left out, and `<{...}>` prevails over `{...}`.
TRANSPOSE = '"stablehlo.transpose"(%x) {} : (tensor<4x4xf32>) -> tensor<4x4xf32>'
DECLARED = [
    ("<{permutation = array<i64: 1, 0>, foo = 1}>", "<{permutation = array<i64: 1, 0>}>"),
    ("<{foo = 1}> {permutation = array<i64: 1, 0>}", "<{permutation = array<i64: 1, 0>}>"),
    (
        "<{permutation = array<i64: 1, 0>}> {permutation = array<i64: 0, 1>}",
        "<{permutation = array<i64: 1, 0>}>",
    ),
    (
        "<{permutation = array<i64: 1, 0>}> {foo = 1 : i64}",
        "<{permutation = array<i64: 1, 0>}> {foo = 1 : i64}",
    ),
]
REFUSED = [
    ('"stablehlo.add"(%x, %x) <{foo = 1}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>', "unknown_property"),
    ('"stablehlo.add"(%x, %x) <{}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>', "unknown_property"),
    (TRANSPOSE.format('<"x"> {permutation = array<i64: 1, 0>}'), "syntax"),
    ('"foo.a"() <{a, a}> : () -> tensor<4x4xf32>', "syntax"),
]  # fmt: skip


def module(statement: str) -> str:
    return f"module {{\n  {statement}\n}}"


def function(statement: str) -> str:
    return f"func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {{\n  %0 = {statement}\n  return %0 : tensor<4x4xf32>\n}}"


@pytest.mark.parametrize("statement", APART)
def test_they_are_printed_as_they_are_read(statement: str) -> None:
    assert stablehlo_tools.format(module(statement)).rstrip() == module(statement)


@pytest.mark.parametrize("statement", APART)
def test_bytecode_holds_them(statement: str) -> None:
    data = plain_bytecode(stablehlo_tools.parse(module(statement)))
    assert Container(memoryview(data)).version == 6
    assert stablehlo_tools.format(data).rstrip() == module(statement)


def test_the_tree_has_them_apart() -> None:
    program = stablehlo_tools.parse(module(APART[0]))
    (operation,) = program.body.operations
    assert operation.attributes == {"b": Integer(1, ELEMENT_TYPES["i32"])}
    assert operation.properties == {"b": UNIT}
    assert clone(program) == program
    assert stablehlo_tools.parse(module('"foo.a"() {b = 1 : i32} : () -> ()')) != program
    assert stablehlo_tools.parse(module('"foo.a"() <{}> : () -> ()')) != stablehlo_tools.parse(
        module('"foo.a"() : () -> ()')
    )


@pytest.mark.parametrize(("given", "kept"), DECLARED)
def test_declared_ops_keep_what_they_have(given: str, kept: str) -> None:
    text = stablehlo_tools.format(function(TRANSPOSE.format(given)), generic=True)
    assert f'"stablehlo.transpose"(%arg0) {kept} :' in text


@pytest.mark.parametrize(("statement", "code"), REFUSED)
def test_what_are_no_properties_is_an_error(statement: str, code: str) -> None:
    assert [each.code for each in read(Source(function(statement)))[1]] == [code]


def test_declared_ops_are_written_beside_others() -> None:
    text = (
        function(TRANSPOSE.format("<{permutation = array<i64: 1, 0>}> {a.b}"))
        + '\n"foo.a"() <{b}> {b = 1 : i32} : () -> ()'
    )
    assert stablehlo_tools.parse(plain_bytecode(stablehlo_tools.parse(text))) == stablehlo_tools.parse(text)


# -- against MLIR -------------------------------------------------------------------------------


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_says_the_same() -> None:
    texts = [*map(module, APART), *(function(TRANSPOSE.format(given)) for given, _ in DECLARED)]
    for text, answer in zip(texts, read_by_mlir(texts), strict=True):
        assert answer is not None
        assert stablehlo_tools.format(text).rstrip() == answer.text
        assert stablehlo_tools.format(text, generic=True).rstrip() == answer.generic
        assert stablehlo_tools.format(answer.bytecode).rstrip() == answer.debug
    assert read_by_mlir([function(statement) for statement, _ in REFUSED]) == [None] * len(REFUSED)


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_reads_our_bytecode() -> None:
    beside = '\n"foo.a"() <{b}> {b = 1 : i32} : () -> ()'
    texts = [*map(module, APART), *(function(TRANSPOSE.format(given)) + beside for given, _ in DECLARED)]
    written = [plain_bytecode(stablehlo_tools.parse(text)) for text in texts]
    both = zip(read_by_mlir(texts), read_by_mlir(written), strict=True)
    assert all(given is not None and back is not None and given.text == back.text for given, back in both)
