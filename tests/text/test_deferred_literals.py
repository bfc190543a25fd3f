"""Literals so long that they are not held twice: read where they stand."""

import tracemalloc

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.verifier.module import verify

COUNT = 2048
NUMBERS = np.arange(COUNT, dtype=np.float32)
TYPE = f"tensor<{COUNT}xf32>"
HEX = f'"0x{NUMBERS.tobytes().hex().upper()}"'
LIST = f"[{', '.join(f'{number}.0' for number in range(COUNT))}]"


def constant_of(text: str, name: str = "value") -> Dense:
    """The constant that the first operation is."""
    dense = parse(Source(text)).body.operations[0].attributes[name]
    assert isinstance(dense, Dense)
    return dense


def found(text: str) -> list[Diagnostic]:
    """All that is wrong with a text."""
    module, errors = read(Source(text))
    return [*errors, *verify(module)]


@pytest.mark.parametrize("literal", [HEX, LIST, f" {HEX} "], ids=["hex", "list", "blanks"])
@pytest.mark.parametrize(
    "form",
    [
        "%0 = stablehlo.constant dense<{}> : {}",
        '%0 = "stablehlo.constant"() <{{value = dense<{}> : {}}}> : () -> {}',
        "%c = stablehlo.constant {{a = 1}} dense<{}> : {} loc(unknown)",
    ],
)
def test_the_numbers_are_those_that_are_written(form: str, literal: str) -> None:
    text = form.format(literal, TYPE, TYPE)
    assert constant_of(text).literal == literal
    np.testing.assert_array_equal(constant_of(text).array, NUMBERS)


def test_several_on_a_line_are_told_apart() -> None:
    other = LIST.replace("17.0", "71.0")
    text = f'"a.b"() {{a = dense<{LIST}> : {TYPE}, b = dense<{other}> : {TYPE}}} : () -> ()'
    assert constant_of(text, "a").array[17] == 17
    assert constant_of(text, "b").array[17] == 71


def test_equal_statements_of_two_files_have_each_their_numbers() -> None:
    text = "%0 = stablehlo.constant dense<{}> : {}"
    assert constant_of(text.format(LIST, TYPE)).array[1] == 1
    assert constant_of(text.format(LIST.replace("1.0", "5.0"), TYPE)).array[1] == 5


def test_resources() -> None:
    blob = f'"0x04000000{NUMBERS.tobytes().hex()}"'
    text = f"""func.func @main() -> {TYPE} {{
      %0 = stablehlo.constant dense_resource<a> : {TYPE}
      return %0 : {TYPE}
    }}
    {{-# dialect_resources: {{ builtin: {{ a: {blob} }} }} #-}}"""
    assert found(text) == []
    np.testing.assert_array_equal(stablehlo_tools.run(text)[0], NUMBERS)
    module = parse(Source(text))
    assert module.resources == {"builtin": {"a": blob[1:-1]}}
    assert parse(Source(print_module(module))) == module


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('"a.b"() {a = "dense<@>"} : () -> ()', LIST.replace(" ", "")),
        (f'"a.b"() {{a = #c.d<dense<@> : {TYPE}>}} : () -> ()', LIST),
        ('"a.b"() {a = dense<@> : !c.d} : () -> ()', LIST),
        (f'#loc1 = loc(fused<dense<@> : {TYPE}>[unknown])\n"a.b"() : () -> () loc(#loc1)', HEX),
    ],
    ids=["string", "attribute", "type", "location"],
)
def test_what_only_looks_like_a_literal_is_kept_as_it_is_written(text: str, kept: str) -> None:
    module = parse(Source(text.replace("@", kept)))
    printed = print_module(module)
    assert f"dense<{kept}>" in printed
    assert parse(Source(printed)) == module


def test_one_in_a_comment() -> None:
    text = '"a.b"() {a = "x"} : () -> ()'
    assert parse(Source(f"{text} // : {HEX} dense<{LIST}>")) == parse(Source(text))


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        (f"%0 = stablehlo.constant dense<{LIST}> : {TYPE} %1", "syntax", "%1"),
        (f"%0 = stablehlo.constant dense<{LIST}> : {TYPE}x", "syntax", "x"),
        (f'%0 = stablehlo.constant dense<{HEX[:-9]}"> : {TYPE}', "tensor_constant_c2", f"dense<{HEX[:-9]}"),
        (
            f"%0 = stablehlo.constant dense<{LIST[:-8]} oops]> : {TYPE}",
            "tensor_constant_c1",
            f"dense<{LIST[:-8]} oops",
        ),
        (f'"a.b"() {{a = dense<{LIST}> : {TYPE}, b = #none}} : () -> ()', "undefined_alias", "#none"),
        (f'"a.b"(%x) {{a = dense<{LIST}> : {TYPE}}} : (i32) -> ()', "undefined_value", "%x"),
        (f"%0 = stablehlo.constant {{a = %b}} dense<{LIST}> : {TYPE}", "syntax", "%b"),
    ],
)
def test_the_caret_is_right_before_behind_and_inside(text: str, code: str, at: str) -> None:
    (mistake,) = (each for each in found(text) if each.severity is Severity.ERROR)
    assert mistake.code.endswith(code)
    assert mistake.span is not None
    assert mistake.span.text.startswith(at)
    assert "\x00" not in str(mistake)


@pytest.mark.parametrize(
    ("literal", "type"),
    [
        (f'"0x{"0123456789ABCDEF" * 100_000}"', "tensor<200000xf32>"),
        (f"[{', '.join(['1.234567'] * 160_000)}]", "tensor<160000xf32>"),
        (f"[{', '.join(['1234567'] * 160_000)}]", "tensor<160000xi32>"),
        (f"[{', '.join(['(1.0,-2.5)'] * 130_000)}]", "tensor<130000xcomplex<f32>>"),
    ],
    ids=["hex", "floats", "integers", "complex"],
)
def test_a_literal_is_not_held_more_often_than_needed(literal: str, type: str) -> None:
    source = Source(f"%0 = stablehlo.constant dense<{literal}> : {type}")
    verify(parse(Source(f"%0 = stablehlo.constant dense<0> : {type.replace('f32', 'i32')}")))
    tracemalloc.start()
    assert verify(parse(source)) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.9 * len(source.text)
