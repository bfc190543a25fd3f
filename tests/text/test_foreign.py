"""The pretty forms of other dialects: what MLIR also reads, and what is said of those that are not known."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.assembly.dialects import OP_SYNTAX
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.parse import parse
from tests.text.test_print import printed, read

ARGUMENTS = "%i: index, %n: i32, %c: i1, %x: f32, %t: tensor<2x?xf32>, %s: !shape.shape"


def function(*lines: str) -> str:
    body = "\n".join(f"  {line}" for line in (*lines, "return"))
    return f"func.func @f({ARGUMENTS}) {{\n{body}\n}}\n"


def error_of(line: str) -> Diagnostic:
    with pytest.raises(ParseError) as error:
        parse(Source(function(line), "test"))
    (diagnostic,) = error.value.diagnostics
    return diagnostic


@pytest.mark.parametrize(
    ("written", "generic"),
    [
        ("%0 = arith.select %c, %x, %x : i1, f32", '"arith.select"(%c, %x, %x) : (i1, f32, f32) -> f32'),
        (
            "%0 = scf.for %k = %i to %i step %i iter_args(%a = %x) -> f32 {\n scf.yield %a : f32\n}",
            '"scf.for"(%i, %i, %i, %x) ({\n^bb0(%k: index, %a: f32):\n"scf.yield"(%a) : (f32) -> ()\n})'
            " : (index, index, index, f32) -> f32",
        ),
        ("scf.if %c {}", '"scf.if"(%c) ({"scf.yield"() : () -> ()}, {}) : (i1) -> ()'),
        (
            "scf.if %c {\n} else {\n}",
            '"scf.if"(%c) ({\n"scf.yield"() : () -> ()\n}, {\n"scf.yield"() : () -> ()\n}) : (i1) -> ()',
        ),
        (
            "%0 = memref.cast %m : memref<*xi16> to memref<i16>",
            '"memref.cast"(%m) : (memref<*xi16>) -> memref<i16>',
        ),
        (
            "%0 = memref.load %m[%i, %i] : memref<2x?xcomplex<f32>, strided<[3, 1]>>",
            '"memref.load"(%m, %i, %i) : (memref<2x?xcomplex<f32>, strided<[3, 1]>>, index, index)'
            " -> complex<f32>",
        ),
        ("memref.store %n, %m[] : memref<i32>", '"memref.store"(%n, %m) : (i32, memref<i32>) -> ()'),
    ],
)  # fmt: skip
def test_means_the_same_as_the_generic_form(written: str, generic: str) -> None:
    before = '%m = "a.b"() : () -> memref<*xi16>'
    left = written[: written.index("=") + 1] if written.startswith("%") else ""
    assert read(function(before, written)) == read(function(before, f"{left} {generic}"))


def test_a_loop_on_one_line_is_one_statement() -> None:
    text = function("scf.for %k = %i to %i step %i { %0 = arith.addi %k, %k : index }")
    assert printed(text) == printed(printed(text))
    assert "scf.yield" not in printed(text)
    assert printed(text, generic=True).count('"scf.yield"') == 1


@pytest.mark.parametrize(
    "line",
    [
        "%0 = tosa.add %x, %x : (f32, f32) -> f32",
        "%0 = mydialect.op %x : f32",
        "%0 = linalg.dot ins(%t, %t : tensor<2x?xf32>, tensor<2x?xf32>) outs(%x : f32) -> f32",
        "%0 = vhlo.add_v1 %x, %x : f32",
        "%0 = tensor.generate %i <> : index",
    ],
)
def test_a_form_that_is_not_known_is_said_to_be_so(line: str) -> None:
    diagnostic = error_of(line)
    name = line.split()[2]
    assert diagnostic.unsupported
    assert diagnostic.message == f"the assembly format of `{name}` is not supported"
    assert diagnostic.span is not None
    assert diagnostic.span.text == name


@pytest.mark.parametrize(
    ("line", "message", "at"),
    [
        ("%0 = tensor.dim %t : tensor<2x?xf32>", "unexpected `:`", ":"),
        (
            "%0 = arith.cmpi less, %n, %n : i32",
            "expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge",
            "less",
        ),
        ("%0 = arith.addi %n, %n : i32 to i32", "unexpected `to`", "to"),
        ("%0 = arith.constant 300 : i8", "integer out of range for i8 (-128 to 255)", "300"),
        ("scf.for %k %i to %i step %i {}", "unexpected `%i`", "%i"),
    ],
)  # fmt: skip
def test_an_error_is_at_what_is_wrong(line: str, message: str, at: str) -> None:
    diagnostic = error_of(line)
    assert diagnostic.message == message
    assert not diagnostic.unsupported
    assert diagnostic.span is not None
    assert diagnostic.span.text == at


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("%0 = tensor.dim %t : tensor<2x?xf32>", "tensor.dim %source, %index : T"),
        ("%0 = arith.addi %n, %n", "arith.addi %lhs, %rhs[ overflow<...>] : T"),
        ("%0 = arith.select %c, %x : f32", "arith.select %condition, %true_value, %false_value : [C, ]T"),
        ("cf.cond_br %c, ^a", "cf.cond_br %condition, ^trueDest[(%trueDestOperands, ... : T, ...)]"
         ", ^falseDest[(%falseDestOperands, ... : U, ...)]"),
        ("scf.for %k %i to %i step %i {}", "scf.for %argument = %lowerBound to %upperBound step %step"
         "[ iter_args(%argument = %operand, ...) -> (T, ...)][  : I] {...}"),
    ],
)  # fmt: skip
def test_an_error_says_how_the_op_is_written(line: str, form: str) -> None:
    assert error_of(line).helps[0].endswith(f"the syntax is `{form}`")


@pytest.mark.parametrize(
    ("alias", "line", "attribute"),
    [
        ("#arith.fastmath<fast>", "%0 = arith.addf %x, %x fastmath #a : f32", "fastmath"),
        ("#arith.overflow<nsw>", "%0 = arith.addi %n, %n overflow #a : i32", "overflowFlags"),
    ],
)
def test_flags_may_be_an_alias(alias: str, line: str, attribute: str) -> None:
    module = stablehlo_tools.parse(f"#a = {alias}\n{function(line)}")
    (operation,) = [each for each in module.walk() if each.name.startswith("arith.")]
    assert str(operation.attributes[attribute]) == alias
    assert stablehlo_tools.verify(module) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"arith.addf"(%x, %x) <{fastmath = 3 : i32}> : (f32, f32) -> f32',
         "`arith.addf`: attribute `fastmath` is not of the form `<...>`"),
        ('"arith.addi"(%n, %n) <{overflowFlags = "nsw"}> : (i32, i32) -> i32',
         '`arith.addi`: attribute `overflowFlags` is not of the form `<...>`'),
        ('"arith.truncf"(%x) <{roundingmode = 9 : i32}> : (f32) -> f16',
         "`arith.truncf`: attribute `roundingmode` is not of the form `<roundingmode>`"),
        ('"arith.constant"() <{value = "a" : i32}> : () -> i32',
         '`arith.constant`: attribute `value` is not of the form `<value>`'),
        ('"arith.constant"() <{value = 1.0 : f32}> : () -> i32',
         "`arith.constant`: the type of a constant must be the type of its value"),
    ],
)  # fmt: skip
def test_attributes_of_the_generic_form_are_those_of_the_op(line: str, message: str) -> None:
    (diagnostic,) = stablehlo_tools.verify(function(f"%0 = {line}"))
    assert diagnostic.code == "foreign_types"
    assert diagnostic.message == message


@pytest.mark.parametrize("value", ['"a"', '"a" : i32', "unit", "#foo.bar"])
def test_an_alias_that_is_no_constant_is_no_value(value: str) -> None:
    with pytest.raises(ParseError, match="expected the alias of a constant"):
        stablehlo_tools.parse(f"#v = {value}\n{function('%0 = arith.constant #v')}")


def test_an_attribute_is_found_where_it_is_written() -> None:
    module = stablehlo_tools.parse(function("%0 = arith.cmpi slt, %n, %n : i32"))
    (comparison,) = [each for each in module.walk() if each.name == "arith.cmpi"]
    parts = Locator().locate(comparison)
    assert parts is not None
    assert parts.attributes["predicate"].text == "slt"


def test_every_form_has_a_signature_for_its_operands() -> None:
    for name, row in OP_SYNTAX.items():
        if row.format and row.signature and not FORMATS[name].typing:
            assert len(FORMATS[name].operands) == len(FORMATS[name].signature.operands), name


def test_a_constant_of_another_type_than_its_result_is_written_in_full() -> None:
    text = function('%0 = "arith.constant"() <{value = 1 : i32}> : () -> i64')
    assert '"arith.constant"() <{value = 1 : i32}> : () -> i64' in printed(text)


def test_a_constant_that_is_kept_as_it_is_written_has_its_type() -> None:
    text = function("%0 = arith.constant dense<1> : vector<4xi32>")
    assert "arith.constant dense<1> : vector<4xi32>" in printed(text)
    assert ": () -> vector<4xi32>" in printed(text, generic=True)


def test_what_a_form_cannot_say_is_written_in_full() -> None:
    region = '"scf.for"(%i, %i, %i) ({\n^bb0(%k: index loc("k")):\n"scf.yield"() : () -> ()\n})'
    text = function(f"{region} : (index, index, index) -> ()")
    assert 'loc("k")' in printed(text)


def test_what_a_pretty_form_fills_in_is_the_same_program() -> None:
    text = """func.func @f(%a: i32, %b: f32) -> (i32, f32) {
      %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
      %1 = "arith.addf"(%b, %b) : (f32, f32) -> f32
      return %0, %1 : i32, f32
    }"""
    module = stablehlo_tools.parse(text)
    assert stablehlo_tools.parse(stablehlo_tools.format(module)) == module
    flagged = text.replace("%a, %a)", "%a, %a) <{overflowFlags = #arith.overflow<nsw>}>")
    assert stablehlo_tools.parse(flagged) != module
