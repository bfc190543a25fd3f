"""Numbers of every element type, as attributes, in `array<...>` and in `dense<...>`, in text and in bytecode."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, Severity
from stablehlo_tools.formats.bytecode.write import plain_bytecode
from tests import oracle
from tests.mlir_text import read_by_mlir

# What is written, and what MLIR prints of it; nothing where that is the same.
PRINTED = [
    ("array<i8: 255, 0xff, -1, -128>", "array<i8: -1, -1, -1, -128>"),
    ("array<i16: 65535>", "array<i16: -1>"),
    ("array<i64: 18446744073709551615, 9223372036854775808>", "array<i64: -1, -9223372036854775808>"),
    ("array<ui8: 255>", ""),
    ("array<si8: 127, -128>", ""),
    ("array<i24: 0x800000>", "array<i24: -8388608>"),
    ("array<i128: 170141183460469231731687303715884105728>", "array<i128: -170141183460469231731687303715884105728>"),
    ("array<i1: true, false>", ""),
    ("array<f32>", ""),
    ("array<f32: 0x4B800000, 0x7F800000, 0xFF800000, 0x7FC00001, 1.5>", "array<f32: 0x4B800000, 0x7F800000, 0xFF800000, 0x7FC00001, 1.500000e+00>"),
    ("array<f64: 0x4170000010000000, 0x7FF8000000000000>", ""),
    ("array<f16: 0x7C00, 65520.0, 0x3c00>", "array<f16: 0x7C00, 0x7C00, 1.000000e+00>"),
    ("array<bf16: 0x7F80, 3.4e38>", "array<bf16: 0x7F80, 0x7F80>"),
    ("array<f8E4M3FN: 0x7F, 449.0, 465.0>", "array<f8E4M3FN: 0x7F, 4.480000e+02, 0x7F>"),
    ("array<f8E5M2: 0x7F, 61440.0>", "array<f8E5M2: 0x7F, 0x7C>"),
    ("array<f8E8M0FNU: 0xFF, 1.0, -1.0, 0.0, 3.0>", "array<f8E8M0FNU: 0xFF, 1.000000e+00, 0xFF, 5.877470e-39, 4.000000e+00>"),
    ("array<f8E4M3FNUZ: 1.0e9, -0.0, 0x80>", "array<f8E4M3FNUZ: 0x80, 0.000000e+00, 0x80>"),
    ("array<f8E3M4: 1.0e9, 0x7F>", "array<f8E3M4: 0x70, 0x7F>"),
    ("array<f80: 0x3FFF8000000000000000, 0.1>", "array<f80: 1.000000e+00, 0.100000000000000005551>"),
    ("array<f128: 0x3FFF0000000000000000000000000000, 0.1, 0x1>", "array<f128: 1.000000e+00, 0.100000000000000005551115123125782702, 6.475180e-4966>"),
    ("-1.0 : f8E8M0FNU", "-1.000000e+00 : f8E8M0FNU"),
    ("-0.0 : f8E8M0FNU", "5.877470e-39 : f8E8M0FNU"),
    ("-1.0e60 : f8E8M0FNU", "0xFF : f8E8M0FNU"),
    ("1.0e39 : f32", "0x7F800000 : f32"),
    ("0x1 : tf32", "1.147940e-41 : tf32"),
    ("0.1 : tf32", "9.997550e-02 : tf32"),
    ("7.0 : f4E2M1FN", "6.000000e+00 : f4E2M1FN"),
    ("100.0 : f6E2M3FN", "7.500000e+00 : f6E2M3FN"),
    ("-0.0 : f8E4M3B11FNUZ", "0.000000e+00 : f8E4M3B11FNUZ"),
    ("0x7FFEFFFFFFFFFFFFFFFF : f80", "1.18973149535723176502E+4932 : f80"),
    ("1.0e400 : f80", "0x7FFF8000000000000000 : f80"),
    ("0x4000921FB54442D18469898CC51701B8 : f128", "3.1415926535897932384626433832795028 : f128"),
    ("-2.5 : f128", "-2.500000e+00 : f128"),
    ("255 : i8", "-1 : i8"),
    ("255 : ui8", ""),
    ("-1 : si1", ""),
    ("dense<-1.0> : tensor<f8E8M0FNU>", "dense<0xFF> : tensor<f8E8M0FNU>"),
    ("dense<[(1,2),(3,-4)]> : tensor<2xcomplex<i8>>", "dense<[(1,2), (3,-4)]> : tensor<2xcomplex<i8>>"),
    ("dense<(255, 1)> : tensor<2xcomplex<i8>>", "dense<(-1,1)> : tensor<2xcomplex<i8>>"),
    ("dense<(true,false)> : tensor<complex<i1>>", ""),
    ("dense<(1.5, 2.5)> : tensor<complex<f16>>", "dense<(1.500000e+00,2.500000e+00)> : tensor<complex<f16>>"),
    ("dense<(0x7C00, 1.0)> : tensor<complex<f16>>", "dense<(0x7C00,1.000000e+00)> : tensor<complex<f16>>"),
    ("dense<[7, 3]> : tensor<2xi3>", "dense<[-1, 3]> : tensor<2xi3>"),
    ("dense<[1,1]> : tensor<2xi17>", "dense<1> : tensor<2xi17>"),
    ("dense<0x1FFFF> : tensor<i17>", "dense<-1> : tensor<i17>"),
    ("dense<[5, 6]> : tensor<2xui33>", ""),
    ("dense<123456789012345678901234567890> : tensor<i128>", ""),
    ("dense<[1.5, 0x3FFF8000000000000000]> : tensor<2xf80>", "dense<[1.500000e+00, 1.000000e+00]> : tensor<2xf80>"),
    ('dense<"0x00000000000000C0FF3F"> : tensor<f80>', "dense<1.500000e+00> : tensor<f80>"),
    ('dense<"0x010000FFFFFF"> : tensor<2xi24>', "dense<[1, -1]> : tensor<2xi24>"),
    ("dense<> : tensor<0x3xi3>", ""),
    ('dense<["a", "b"]> : tensor<2x!foo.string>', ""),
    ("dense<[[1,2],[3,4]]> : vector<2x2xi24>", "dense<[[1, 2], [3, 4]]> : vector<2x2xi24>"),
    ("dense<[1.0, 2.0]> : vector<2xf8E4M3FN>", "dense<[1.000000e+00, 2.000000e+00]> : vector<2xf8E4M3FN>"),
    ("dense<1> : vector<[4]xi24>", ""),
    ("dense<[true,false]> : vector<2xi1>", "dense<[true, false]> : vector<2xi1>"),
    ("dense<[1, 1]> : vector<2xindex>", "dense<1> : vector<2xindex>"),
    ("dense<1> : vector<i32>", ""),
    ("sparse<[[0, 1]], 5> : tensor<2x2xi17>", ""),
    ("sparse<> : tensor<2x2xf32>", ""),
    (f"dense<[{', '.join(map(str, range(101)))}]> : tensor<101xi17>", f'dense<"0x{"".join(f"{number:02X}0000" for number in range(101))}"> : tensor<101xi17>'),
]  # fmt: skip
REFUSED = [
    "array<i8: 256>", "array<i8: -129>", "array<si8: 255>", "array<i1: 1>", "array<i8: true>", "array<i4: 1>",
    "array<index: 1>", "array<tf32: 1.0>", "array<f4E2M1FN: 0x1>", "array<f32: 1>", "array<f32: -0x7F800000>",
    "array<f32: 0x17F800000>", "array<none: 1>", "0x1F : f4E2M1FN", "128 : si8", "1 : si1",
    "dense<128> : tensor<si8>", "dense<8> : tensor<i3>", "dense<[1, 2]> : vector<3xi24>",
    'dense<"0x01000000"> : tensor<i24>',
]  # fmt: skip


def program(attribute: str) -> str:
    return f'module {{\n  "foo.a"() {{a = {attribute}}} : () -> ()\n}}'


def errors(program: str | bytes) -> list[Diagnostic]:
    try:
        return [each for each in stablehlo_tools.verify(program) if each.severity is Severity.ERROR]
    except ParseError as error:
        return list(error.diagnostics)


def printed(attribute: str) -> str:
    """The text of the attribute as MLIR prints it."""
    return program(dict(PRINTED)[attribute] or attribute)


@pytest.mark.parametrize("attribute", [given for given, _ in PRINTED])
def test_it_is_printed_as_mlir_prints_it(attribute: str) -> None:
    assert stablehlo_tools.format(program(attribute)).rstrip() == printed(attribute)


@pytest.mark.parametrize("attribute", [given for given, _ in PRINTED if "f8E8M0FNU" not in given])
def test_bytecode_holds_it(attribute: str) -> None:
    data = plain_bytecode(stablehlo_tools.parse(program(attribute)))
    assert stablehlo_tools.format(data).rstrip() == printed(attribute)
    assert stablehlo_tools.parse(data) == stablehlo_tools.parse(program(attribute))


@pytest.mark.parametrize("attribute", REFUSED)
def test_what_is_no_number_of_the_type_is_an_error(attribute: str) -> None:
    (error,) = errors(program(attribute))
    assert error.code == "literal" or "_constant_c" in error.code


def test_a_plugin_gets_the_numbers() -> None:
    received: list[object] = []
    text = """
    func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
      %0 = stablehlo.custom_call @test_element_types(%x) {mhlo.backend_config = {
        limits = array<f32: 0xFF800000, 0x7F800000>, one = 0x3F800000 : f32, bytes = array<i8: 255, 1>,
        kept = dense<1> : tensor<i3>}} : (tensor<1xf32>) -> tensor<1xf32>
      return %0 : tensor<1xf32>
    }
    """

    @stablehlo_tools.custom_call("test_element_types", override=True)
    def target(operands, attributes, results):
        received.append(attributes["backend_config"])
        return operands[0]

    stablehlo_tools.run(text, [[1.0]])
    config: Any = received[0]
    assert config["limits"] == (float("-inf"), float("inf"))
    assert (config["one"], config["bytes"]) == (1.0, (-1, 1))
    assert str(config["kept"].type) == "tensor<i3>"


# -- against MLIR -------------------------------------------------------------------------------

INTEGERS = [
    "i1",
    "i3",
    "i4",
    "i8",
    "i17",
    "i24",
    "i32",
    "i64",
    "i100",
    "si8",
    "si33",
    "ui1",
    "ui7",
    "ui33",
    "ui64",
    "index",
]
FLOATS = [
    "bf16", "f16", "f32", "f64", "tf32", "f80", "f128", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3",
    "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU",
]  # fmt: skip
WHOLE = ["0", "1", "-1", "7", "127", "128", "255", "-128", "0xF", "0xFF", "65536", "-4294967296"]
REAL = [
    "0.0",
    "-0.0",
    "1.0",
    "0.1",
    "3.0",
    "-2.5",
    "449.0",
    "1.0e9",
    "1.0e39",
    "1.0e-42",
    "0x0",
    "0x1",
    "0x5",
    "0xF",
    "0x7F",
    "0x7FFF",
]


def attributes() -> Iterator[str]:
    """Every number as an attribute, in an array, and in constants, of every type."""
    for types, numbers in ((INTEGERS, WHOLE), (FLOATS, REAL)):
        for type in types:
            for number in numbers:
                yield f"{number} : {type}"
                yield f"array<{type}: {number}>"
                yield f"dense<{number}> : tensor<2x{type}>"
                yield f"dense<[{number}, {numbers[1] if types is INTEGERS else '1.0'}]> : vector<2x{type}>"
                yield f"dense<({number}, {number})> : tensor<complex<{type}>>"


# MLIR takes the bits of negative numbers for those of f8E8M0FNU, which has none, and of unsigned 64-bit integers
# in an array, which it refuses everywhere else.
def our_text(program: str | bytes) -> str | None:
    """What we print; None for what is refused."""
    return None if errors(program) else stablehlo_tools.format(program).rstrip()


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_says_the_same_of_every_number_of_every_type() -> None:
    given = [
        each for each in attributes() if not ("-" in each and ("f8E8M0FNU" in each or "array<ui64" in each))
    ]
    texts = [program(each) for each in given]
    answers = read_by_mlir(texts)
    differ = [
        (each, ours, answer and answer.text)
        for each, text, answer in zip(given, texts, answers, strict=True)
        if (ours := our_text(text)) != (answer and answer.text)
    ]
    assert differ == []
