"""Strings, bounds, quantized types and literals that MLIR reads or refuses, and what it makes of those."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from tests import oracle
from tests.agreement.compare import our_verdict
from tests.agreement.mlir import Mlir


def attribute(text: str) -> str:
    """A module with that attribute."""
    return f"module attributes {{a.x = {text}}} {{\n}}"


def argument(type: str) -> str:
    """A function that takes that type."""
    return f"func.func private @f({type})"


def statement(text: str, arguments: str = "") -> str:
    """A function of that one operation."""
    return f"func.func @f({arguments}) {{\n  {text}\n  return\n}}"


STRINGS = [
    (attribute(r'"a\n\t\22\\\"b"'), ()),
    (attribute(r'"\0A\ff"'), ()),
    (attribute('"a" // "\\q"\n'), ()),
    (attribute(r'"a\qb"'), ("syntax",)),
    (attribute(r'"a\0"'), ("syntax",)),
    (attribute(r'"a\0gb"'), ("syntax",)),
    (attribute(r'"a\r"'), ("syntax",)),
    (attribute(r'#a.b<"\q">'), ("syntax",)),
    (r'module @"a\qb" {}', ("syntax",)),
    (r'module attributes {"a.\q" = 1} {}', ("syntax",)),
    ('func.func private @f() loc(#loc)\n#loc = loc("a\\qb")', ("syntax",)),
]  # fmt: skip
NAMES = [
    (argument("!sdy.foo"), ("unknown_type",)),
    (argument("!stablehlo<foo>"), ("unknown_type",)),
    (argument("tensor<2x!arith.foo>"), ("unknown_type",)),
    (argument("!shape.foo"), ("unknown_type",)),
    (argument("!shape.size"), ()),
    (argument("!shape<size>"), ()),
    (argument("!quant<any<i8:f32>>"), ()),
    ('func.func @f(%t: !stablehlo<token>) -> !stablehlo.token {\n  return %t : !stablehlo.token\n}', ()),
    (attribute("#foo : i32"), ("syntax",)),
    (attribute("#stablehlo.foo : i32"), ("unknown_attribute",)),
    (attribute("#arith<fastmath<none>>"), ()),
    (attribute("#arith<fastmath<foo>>"), ("unknown_attribute",)),
    (attribute("#stablehlo.foo"), ("unknown_attribute",)),
    (attribute("#sdy.foo"), ("unknown_attribute",)),
    (attribute("#sdy.foo<1>"), ("unknown_attribute",)),
    (attribute("#arith.foo"), ("unknown_attribute",)),
    (attribute("#func<foo>"), ("unknown_attribute",)),
    ('func.func @""() {\n  func.call @""() : () -> ()\n  return\n}', ()),
    ('module @"" {}', ()),
    ('"func.func"() <{function_type = () -> (), sym_name = 1}> ({\n  func.return\n}) : () -> ()', ("sym_name",)),
    ('"sdy.foo"() : () -> ()', ("unknown_op",)),
    ('""() : () -> ()', ("syntax",)),
    ("func.func private @f()\nfunc.func private %g()", ("syntax",)),
    ("func.func @f() {\n  call @f() : () -> ()\n  call %f() : () -> ()\n  return\n}", ("syntax",)),
    (statement("%0#0 = stablehlo.abs %a : tensor<4xf32>", "%a: tensor<4xf32>"), ("syntax",)),
    (statement("%0#0, %1 = stablehlo.optimization_barrier %a, %a : tensor<4xf32>, tensor<4xf32>", "%a: tensor<4xf32>"), ("syntax",)),
    ('sdy.mesh @m = <["x"=2]>\nfunc.func @f(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@f, [{"x"}]>}) { return }', ("undefined_mesh",)),
    ("func.func private @a-b()", ("syntax",)),
    ('func.func private @"a-b"()', ()),
    ("func.func private @a.b$c_1()", ()),
    ("func.func private @f(%a: f32 {a.b = 1}, %b: f32)", ()),
    ("func.func private @f(f32 {a.b = 1}, f32)", ()),
    ("func.func private @f(%a: f32, f32)", ("syntax",)),
    ("func.func private @f(f32, %a: f32)", ("syntax",)),
    (attribute('loc("a":1)'), ()),
    (attribute('loc("a":1 to 2)'), ("syntax",)),
]  # fmt: skip
SIGNATURES = [
    (statement("%0 = stablehlo.abs %a : tensor<4xf32>", "%a: tensor<4xf32>"), ()),
    (statement("%0 = stablehlo.abs %a : (tensor<4xf32>) -> tensor<4xf32>", "%a: tensor<4xf32>"), ()),
    (statement("%0 = stablehlo.abs %a : tensor<4xf32> -> tensor<4xf32>", "%a: tensor<4xf32>"), ("syntax",)),
    (statement("%0 = chlo.tan %a : tensor<4xf32> -> tensor<4xf32>", "%a: tensor<4xf32>"), ()),
]  # fmt: skip
BOUNDS = [
    (argument("tensor<f32, #stablehlo.bounds<>>"), ()),
    (argument("tensor<?xf32, #stablehlo.bounds< 3 >>"), ()),
    (argument("tensor<f32, #stablehlo.bounds<3>>"), ("syntax",)),
    (argument("tensor<f32, #stablehlo.bounds<?>>"), ("syntax",)),
    (argument("tensor<?xf32, #stablehlo.bounds<>>"), ("syntax",)),
    (argument("tensor<*xf32, #stablehlo.bounds<3>>"), ("syntax",)),
    (argument("tensor<?xf32, #stablehlo.bounds<9223372036854775808>>"), ("syntax",)),
    (attribute("#stablehlo.bounds<?, 3>"), ()),
    (attribute("#stablehlo.bounds<>"), ()),
    (attribute("#stablehlo.bounds<a>"), ("syntax",)),
    (attribute("#stablehlo.bounds<1,>"), ("syntax",)),
]  # fmt: skip
STORAGE = [
    (argument("tensor<2x!quant.uniform<u8:f32, 1.0>>"), ()),
    (argument("tensor<2x!quant.uniform<ui8:f32, 1.0>>"), ()),
    (argument("tensor<2x!quant.uniform<i2:f32, 1.0>>"), ()),
    (argument("tensor<2x!quant.uniform<i33:f32, 1.0>>"), ("unknown_type",)),
    (argument("tensor<2x!quant.uniform<s8:f32, 1.0>>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0, 2.0}, {3.0, 4.0}}>"), ()),
    (attribute("!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0, 2.0}, {3.0}}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0, 2.0}, {{3.0, 4.0}}}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:f32:{0:1}, {}>"), ("syntax",)),
    (attribute("!quant.uniform<i8:f32:{0:1}, 1.0>"), ("syntax",)),
    (attribute("!quant.uniform<i8:f32:{0:0}, {1.0}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:f32:{-1:1}, {1.0}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:f32:{0:1}, {1.0, -2.0}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:f16:{0:1}, {1.0e6}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8:i32:{0:1}, {1.0}>"), ("unknown_type",)),
    (attribute("!quant.uniform<i8<-8:200>:f32:{0:1}, {1.0}>"), ("unknown_type",)),
    (statement("%0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i3:f32, 1.0>>) -> tensor<2xf32>",
               "%a: tensor<2x!quant.uniform<i3:f32, 1.0>>"), ("unknown_type", "unknown_type")),
]  # fmt: skip
PERMUTE = (
    '%0 = "stablehlo.collective_permute"(%a) {{source_target_pairs = {}}} : (tensor<4xf32>) -> tensor<4xf32>'
)
REDUCE = "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] {} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>"
LITERALS = [
    (statement(PERMUTE.format("dense<> : tensor<0x2xi64>"), "%a: tensor<4xf32>"), ()),
    (statement(PERMUTE.format("dense<> : tensor<0x0xi64>"), "%a: tensor<4xf32>"), ("collective_permute_i2",)),
    (statement(PERMUTE.format("dense<> : tensor<0x3xi64>"), "%a: tensor<4xf32>"), ("collective_permute_i2",)),
    (statement(PERMUTE.format("dense<> : tensor<0xi64>"), "%a: tensor<4xf32>"), ("collective_permute_i2",)),
    (statement("%0 = stablehlo.constant {value = dense<1> : tensor<i32>} dense<1> : tensor<i32>"), ("syntax",)),
    (statement(REDUCE.format(""), "%a: tensor<4xf32>, %i: tensor<f32>"), ()),
    (statement(REDUCE.format("{dimensions = array<i64: 0>}"), "%a: tensor<4xf32>, %i: tensor<f32>"), ("syntax",)),
]  # fmt: skip
CLAUSES = [
    (statement("%0 = stablehlo.transpose %a, dims = [0], dims = [0] : (tensor<4xf32>) -> tensor<4xf32>", "%a: tensor<4xf32>"), ("syntax",)),
    (statement("%0 = stablehlo.fft %a, type = RFFT, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>", "%a: tensor<8xf32>"), ("syntax",)),
]  # fmt: skip
ALL = [*CLAUSES, *NAMES, *SIGNATURES, *STRINGS, *BOUNDS, *STORAGE, *LITERALS]


@pytest.mark.parametrize(("text", "codes"), ALL)
def test_what_is_read(text: str, codes: tuple[str, ...]) -> None:
    assert tuple(said.partition(":")[0] for said in our_verdict(text)) == codes


def test_mlir_reads_the_same() -> None:
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    with Mlir() as mlir:
        assert [text for text, codes in ALL if bool(mlir.verdict(text)) is not bool(codes)] == []


# -- what is printed, as MLIR does -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (argument("tensor<2x!quant.uniform<u8:f32, 0.5:128>>"), "tensor<2x!quant.uniform<u8:f32, 5.000000e-01:128>>"),
        (argument("tensor<2x!quant.uniform<ui8:f32, 0.5>>"), "tensor<2x!quant.uniform<ui8:f32, 5.000000e-01>>"),
        (attribute("#stablehlo.type_extensions<bounds = [2, ?]>"), "a.x = #stablehlo.bounds<2, ?>"),
        (attribute("#a<b> : i32"), "a.x = #a.b : i32"),
        (attribute("#a.b : i32"), "a.x = #a.b : i32"),
        (attribute("#a<b$>"), "a.x = #a<b$>"),
        (
            statement('%0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi8>}> {a.b} : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>'),
            "%cst = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> {a.b} : () -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>\n",
        ),
    ],
)  # fmt: skip
def test_what_is_printed(text: str, line: str) -> None:
    printed = print_module(parse(Source(text)))
    assert line in printed
    assert parse(Source(printed)) == parse(Source(text))
