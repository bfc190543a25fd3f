"""Programs that nobody writes: more, larger or deeper than anything has a right to be."""

import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.verifier.module import verify


def found(text: str) -> list[Diagnostic]:
    """All that is wrong with a text; that ops of `a` were not checked is a note."""
    module, errors = read(Source(text))
    return [*errors, *(each for each in verify(module) if each.code != "not_checked")]


def codes(text: str) -> set[str]:
    """The codes of all that is wrong with a text."""
    return {diagnostic.code for diagnostic in found(text)}


def function(body: str, arguments: str = "") -> str:
    """A function around some statements."""
    return f"func.func @main({arguments}) {{\n{body}\n  return\n}}\n"


@pytest.mark.parametrize(
    "body",
    [
        '"stablehlo.transpose"(%x) {permutation = dense<0> : tensor<999999999999xi64>}',
        '"stablehlo.transpose"(%x) {permutation = dense<0> : tensor<999999999999x999999999999xi64>}',
        '"stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = dense<0> : tensor<999999999999xi64>}',
        '"stablehlo.collective_permute"(%x) {source_target_pairs = dense<0> : tensor<999999999x2xi64>}',
        '"stablehlo.custom_call"(%x) {call_target_name = "f", has_side_effect = false, '
        "operand_layouts = [dense<0> : tensor<999999999999xindex>], "
        "result_layouts = [dense<[]> : tensor<0xindex>]}",
    ],
    ids=lambda body: body.partition("(")[0],
)
def test_one_element_that_claims_to_be_very_many(body: str) -> None:
    text = function(f"%0 = {body} : (tensor<f32>) -> tensor<f32>", "%x: tensor<f32>")
    assert len(found(text)) == 1


def test_more_dimensions_than_arrays_have() -> None:
    shape = f"tensor<{'1x' * 100}i32>"
    reshape = f"%1 = stablehlo.dynamic_reshape %x, %0 : (tensor<f32>, {shape}) -> tensor<f32>"
    text = function(f"%0 = stablehlo.constant dense<1> : {shape}\n{reshape}", "%x: tensor<f32>")
    assert codes(text) == {"dynamic_reshape_i2"}
    many = f"tensor<{'1x' * 300}f32>"
    assert codes(function(f"%0 = stablehlo.abs %x : {many}", f"%x: {many}")) == {"unknown_type"}


def test_more_elements_than_a_machine_can_hold() -> None:
    vast = "tensor<999999999999999999x999999999999999999xf32>"
    body = f"%0 = stablehlo.constant dense<2.0> : {vast}\n%1 = stablehlo.reverse %0, dims = [0] : {vast}"
    text = function(body)
    assert found(text) == []
    module = parse(Source(text))
    assert parse(Source(print_module(module))) == module


def test_thousands_of_mistakes_in_one_statement() -> None:
    """Each has its caret, and the statement is not read anew for each."""
    count = 3000
    operands = ", ".join(f"%{number}" for number in range(count))
    definitions = "\n".join(f'%{number} = "a.b"() : () -> tensor<i32>' for number in range(count))
    types = ", ".join(f"tensor<{number}xf64>" for number in range(count))
    use = f'"a.c"({operands}) : ({types}) -> ()'
    mistakes = found(function(f"{definitions}\n{use}"))
    assert [mistake.code for mistake in mistakes] == ["type_of_use"] * count
    assert len({mistake.span for mistake in mistakes}) == count


def test_thousands_of_mistaken_arguments() -> None:
    count = 2000
    arguments = ", ".join(f"%a{number}: f32" for number in range(count))
    body = "\n".join(f'"a.b"(%a{number}) : (f64) -> ()' for number in range(count))
    mistakes = found(function(body, arguments))
    assert len(mistakes) == count
    assert len({mistake.related[0].span.start for mistake in mistakes}) == count


def test_thousands_of_operands_in_a_pretty_form() -> None:
    count = 5000
    definitions = "\n".join(f'%{number} = "a.b"() : () -> tensor<i32>' for number in range(count))
    names, types = ", ".join(f"%{number}" for number in range(count)), ", ".join(["tensor<i32>"] * count)
    assert found(function(f"{definitions}\n%t = stablehlo.tuple {names} : tuple<{types}>")) == []


BLANKS = " " * 100_000


@pytest.mark.parametrize(
    "body",
    [
        f"%0 = stablehlo.constant dense<[-{BLANKS}]> : tensor<2xi32>",
        f"%0 = stablehlo.constant dense<[{BLANKS}x]> : tensor<2xi32>",
        f"%0 = stablehlo.constant dense<({BLANKS}1.0{BLANKS},x)> : tensor<complex<f32>>",
        f"{BLANKS}x{BLANKS}%a{BLANKS}={BLANKS}y",
        f'"a.b"({BLANKS}%0{BLANKS},',
        f'"a.b"() {{a ={BLANKS}#loc{BLANKS}loc{BLANKS}}} : () -> ()',
        "%0 = stablehlo.constant " + "dense<" * 10_000,
        '"a.b"() {a = "' + "\\" * 100_001,
    ],
    ids=["minus", "list", "complex", "line", "operands", "attribute", "dense", "escapes"],
)
def test_expressions_do_not_go_back_and_forth(body: str) -> None:
    assert found(function(body))


@pytest.mark.parametrize(
    "text",
    [
        'module {\n { %a = "a.b"() : () -> i32\n }\n}',
        '{ %a = "a.b"() : () -> i32\n }',
        '%x = "a.b"() : () -> i32\n{ %0 = "a.b"() : () -> i32 }',
        'module {\n^bb0:\n { %0 = "a.b"() : () -> i32 }\n}',
        "module {\n^bb0(%a: i32):\n}",
        '"a.b"() {x = 3.2 : !stablehlo.token} : () -> ()',
        f'"a.b"() : () -> tensor<!quant.uniform<i8:f32, {"9" * 400}>>',
        f'"a.b"() {{a = array<i64: {"9" * 400}>}} : () -> ()',
        '"a.b"() {a = array<i8: 256>} : () -> ()',
        '"a.b"() {a = dense<1> : tensor<2xi0>} : () -> ()',
        f"func.func @main(%x: tensor<4xf32>) {{\n  %0 = stablehlo.slice %x [0:{'9' * 400}] : (tensor<4xf32>) "
        "-> tensor<4xf32>\n  return\n}",
        "func.func @main(%x: tensor<4xf32>) {\n  %0 = stablehlo.dot_general %x, %x, "
        "contracting_dims = [0] x [0], "
        "algorithm = <lhs_precision = f32> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>\n  return\n}",
    ],
)
def test_what_once_was_an_internal_error(text: str) -> None:
    assert len(found(text)) == 1


def test_a_dictionary_among_functions() -> None:
    call = '"stablehlo.custom_call"() {call_target_name = "f", called_computations = [{a = 1}]} : () -> ()'
    assert found(function(call)) == found(function(call.replace("{a = 1}", "1")))


@pytest.mark.parametrize("alias", ["operand_index = 1.0", "operand_tuple_indices = true"])
def test_an_alias_of_operands_whose_fields_are_no_numbers(alias: str) -> None:
    call = (
        '"stablehlo.custom_call"(%x) {call_target_name = "f", output_operand_aliases = '
        f"[#stablehlo.output_operand_alias<{alias}>]}} : (tensor<4xf32>) -> tensor<4xf32>"
    )
    assert codes(function(f"%0 = {call}", "%x: tensor<4xf32>")) == {"invalid_field"}


def test_lists_in_one_another_are_written_once() -> None:
    """Not twice at each level."""
    nested = "[" * 60 + "]" * 60
    assert f"a = {nested}" in print_module(parse(Source(f'"a.b"() {{a = {nested}}} : () -> ()')))


@pytest.mark.parametrize(
    "text",
    [
        '"scf.if"(%c) ({\n  "scf.yield"() : () -> ()\n}) : (i1) -> ()',
        '%0 = "sdy.all_gather"(%t) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, '
        "out_sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>",
        '"other.a"() <{a = #other<lists%[{"x"}, {}]>, b = #other.b<%>}> : () -> ()',
    ],
)
def test_what_is_printed_reads_again(text: str) -> None:
    module = parse(Source(function(text, "%c: i1, %t: tensor<8x8xf32>")))
    assert parse(Source(print_module(module))) == module
