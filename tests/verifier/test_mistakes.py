"""Mistakes that MLIR rejects too, one at a time, each with the code that it gets and where."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

import itertools

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.spelling import closest
from stablehlo_tools.hlo.opcodes import OPCODES
from stablehlo_tools.ops import registry

CONVOLUTION = """
func.func @main(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}
"""
GENERIC = """
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>) -> tensor<2xi1>, sym_name = "main"}> ({
  ^bb0(%x: tensor<f32>):
    %0 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2xf32>
    %1 = "stablehlo.compare"(%0, %0) <{comparison_direction = #stablehlo<comparison_direction EQ>}>
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    "func.return"(%1) : (tensor<2xi1>) -> ()
  }) : () -> ()
}) : () -> ()
"""
ALIASED = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<[0]> : tensor<1xindex>],
    result_layouts = [dense<[0]> : tensor<1xindex>], output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}
    : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
BRANCHES = """
func.func @main(%x: tensor<i1>) {
  "stablehlo.if"(%x) ({
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
"""
RETURNING = BRANCHES.replace("return\n  }", "return %x : tensor<i1>\n  }").replace("()\n", "tensor<i1>\n")
CASE = BRANCHES.replace("i1", "i32").replace("stablehlo.if", "stablehlo.case")
DECLARED = "func.func private @f(tensor<2x!quant.uniform<i8:f32, 1.0>>)"
ASYNCHRONOUS = """
func.func @main(%x: tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<2xf32>):
    %1 = "stablehlo.slice"(%y) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}>
      : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return %0 : !stablehlo.future<tensor<2xf32>>
}
"""


@pytest.mark.parametrize("text", [CONVOLUTION, GENERIC, ALIASED, BRANCHES, RETURNING, DECLARED, ASYNCHRONOUS])
def test_without_a_mistake_nothing_is_found(text: str) -> None:
    assert stablehlo_tools.verify(text) == []


@pytest.mark.parametrize(
    ("text", "right", "wrong", "code"),
    [
        (CONVOLUTION, "->[b, 0, 1, f]", "->[b, 0, 2, f]", "dimension_numbers"),
        (CONVOLUTION, "x[0, 1, i, o]", "x[0, 100, i, o]", "dimension_numbers"),
        (CONVOLUTION, "[b, 0, 1, f]x", "[b, 0, 0, f]x", "dimension_numbers"),
        (GENERIC, "array<i64>", "array<f32>", "broadcast_in_dim_i2"),
        (GENERIC, "#stablehlo<comparison_direction EQ>", "#stablehlo<comparison_type EQ>",
         "compare_i3"),
        (GENERIC, 'sym_name = "main"', 'sym_visibility = "public"', "sym_name"),
        (GENERIC, 'sym_name = "main"', 'sym_name = "main", sym_visibility = "hidden"', "sym_visibility"),
        (ALIASED, "operand_index = 0", "operand_indexx = 0", "unknown_field"),
        (ALIASED, "operand_layouts = [dense<[0]> : tensor<1xindex>", "operand_layouts = [dense<[0]> : tensor<4xindex>",
         "tensor_constant_c2"),
        (GENERIC, "array<i64>", "[]", "broadcast_in_dim_i2"),
        (GENERIC, "array<i64>", "array<i32>", "broadcast_in_dim_i2"),
        (ALIASED, "%x) {", "%x) {channel = #stablehlo.channel_handle<handle = 1>, ", "missing_field"),
        (BRANCHES, "{\n    stablehlo.return\n  }, {", "{}, {", "region_blocks"),
        (CASE, "{\n    stablehlo.return\n  }, {", "{}, {", "region_blocks"),
        (RETURNING, "{\n    stablehlo.return %x : tensor<i1>\n  }, {", "{}, {", "region_blocks"),
        (DECLARED, "i8:f32, 1.0", "i8:f32, 0.0", "quantized_c5"),
        (ASYNCHRONOUS, '"stablehlo.slice"(%y)', '"stablehlo.slice"(%x)', "undefined_value"),
    ],
)  # fmt: skip
def test_a_mistake_is_found_once(text: str, right: str, wrong: str, code: str) -> None:
    assert right in text
    assert [found.code for found in stablehlo_tools.verify(text.replace(right, wrong, 1))] == [code]


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        ("({}) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>", ["reduce_i3"]),
        ("<{dimensions = array<i64: 4>}> ({}) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>", ["reduce_c4"]),
        ("<{dimensions = array<i64: 0>}> ({}) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>", []),
    ],
)  # fmt: skip
def test_an_empty_region_hides_no_mistake_but_those_about_it(rest: str, codes: list[str]) -> None:
    text = f'func.func @main(%x: tensor<2xf32>, %i: tensor<f32>) {{\n%0 = "stablehlo.reduce"(%x, %i) {rest}\nreturn\n}}'
    assert [found.code for found in stablehlo_tools.verify(text)] == ["region_blocks", *codes]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("%0 = stablehlo.add %0, %0 : tensor<f32>", "use_before_definition"),
        ("%0 = stablehlo.add %1, %x : tensor<f32>\n%2 = stablehlo.add %1, %1 : tensor<f32>\n"
         "%1 = stablehlo.add %x, %x : tensor<f32>", "use_before_definition"),
        ("%0 = stablehlo.add %z, %z : tensor<f32>\n%1 = stablehlo.add %z, %0 : tensor<f32>", "undefined_value"),
    ],
)  # fmt: skip
def test_a_name_that_is_used_twice_is_one_mistake(body: str, code: str) -> None:
    text = f"func.func @main(%x: tensor<f32>) {{\n{body}\nreturn\n}}"
    assert [found.code for found in stablehlo_tools.verify(text)] == [code]


def test_what_follows_from_a_text_cut_short_is_not_said() -> None:
    text = """module {
  func.func @main(%x: tensor<f32>) -> tensor<f32> {
    %0 = call @helper(%x) : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
"""
    assert {found.code for found in stablehlo_tools.verify(text)} == {"unclosed_region"}


# -- did you mean ----------------------------------------------------------------------------------------

NAMES = """
func.func @main(%input: tensor<2xf32>, %t: !stablehlo.token) -> tensor<2xf32> {
  %0 = stablehlo.add %input, %input : tensor<2xf32>
  %1 = stablehlo.compare EQ, %input, %0, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0], precision = [DEFAULT, HIGH] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %3 = "stablehlo.dot_general"(%0, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %4 = "stablehlo.transpose"(%0) <{permutation = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2xf32>
  %5 = func.call @helper(%4) : (tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}
func.func private @helper(tensor<2xf32>) -> tensor<2xf32>
"""


def test_names_as_they_should_be() -> None:
    assert stablehlo_tools.verify(NAMES) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("stablehlo.add", "stablehlo.ad"),
        ("stablehlo.add", "stabelhlo.add"),
        ("%input, ", "%inptu, "),
        ("@helper(", "@helpre("),
        ("EQ", "EQQ"),
        ("FLOAT", "FLOT"),
        ("DEFAULT", "DEFALT"),
        ("lhs_contracting_dimensions", "lhs_contractin_dimensions"),
        ("permutation", "permutaton"),
        ("!stablehlo.token", "!stablehlo.tokn"),
        ("func.func", "func.fucn"),
        ("func.func", "fnuc.func"),
        ("return", "retrun"),
        ("tensor", "tenosr"),
        ("f32", "f23"),
        ("f32", "float32"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(right: str, wrong: str) -> None:
    found = stablehlo_tools.verify(NAMES.replace(right, wrong, 1))
    said = " ".join([found[0].message, *found[0].helps])
    _, _, after = said.partition("did you mean")
    assert wrong.strip("(, ") in said
    assert right.strip("(, ") in after


def test_one_wrong_type_is_one_error() -> None:
    """It says the type of two operands, and of a result that is used twice."""
    text = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<5xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4xf32>
  %2 = stablehlo.divide %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""
    (found,) = stablehlo_tools.verify(text)
    assert (found.code, found.span.begin[0]) == ("type_of_use", 3)  # type: ignore[union-attr]
    assert [label.span.text for label in found.related] == ["%x", "%y"]


def test_two_wrong_types_are_two_errors() -> None:
    text = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xi1>) {
  %0 = stablehlo.select %y, %x, %x : tensor<4xi32>, tensor<5xf32>
  return
}
"""
    assert [found.code for found in stablehlo_tools.verify(text)] == ["type_of_use"] * 2


PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.compare LT, %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.transpose %1, dims = [0] : (tensor<4xi1>) -> tensor<4xi1>
  %3 = stablehlo.constant dense<0.0> : tensor<f32>
  return %2 : tensor<4xi1>
}
func.func private @other(%x: tensor<4xf32>) {
  return
}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "code", "help"),
    [
        ("= stablehlo.exp", ": stablehlo.exp", "syntax", ""),
        ("= stablehlo.exp", "stablehlo.exp", "syntax", "expected `,`, `:` or `=`"),
        ("stablehlo.exponential", "exponential", "syntax", "did you mean `stablehlo.exponential`?"),
        ("stablehlo.exponential", "stablehlo.exp", "unknown_op", "did you mean `stablehlo.exponential`?"),
        ("LT", "lt", "compare_i3", "did you mean `LT`?"),
        ("-> tensor<4xi1>\n  %2", "\n  %2", "syntax", "expected `->`"),
        ("dims", "dim", "syntax", "did you mean `dims`?"),
        ("dims", "permutation", "syntax", "expected `dims`"),
        ("dense<0.0>", "dense<0.0", "syntax", "expected numbers"),
        ("  %3", "  // a\n  /* b */\n  %3", "syntax", "comments begin with `//`"),
        ("  %3", "  # a\n  %3", "syntax", "comments begin with `//`"),
        ("  %3", "  % 3", "syntax", "the name of a value follows `%`"),
        ("@other(%x:", "@other(x:", "syntax", "names of values begin with `%`"),
        ("  return %2 : tensor<4xi1>\n}", "  return %2 : tensor<4xi1>", "unclosed_region", ""),
    ],
)  # fmt: skip
def test_a_slip_is_one_error_with_advice(right: str, wrong: str, code: str, help: str) -> None:
    assert right in PROGRAM
    (found,) = stablehlo_tools.verify(PROGRAM.replace(right, wrong, 1))
    assert found.code == code
    assert "".join(found.helps).startswith(help)


@pytest.mark.parametrize(
    ("line", "unexpected", "help"),
    [
        ("%0 = stablehlo.abs %x : tensor<4,f32>", "4", "write a type as `tensor<4x3xf32>`"),
        ("%0 = stablehlo.abs %x : tensor<?,4,f32>", "?", "write a type as `tensor<4x3xf32>`"),
        ("%0 = stablehlo.abs %x : f32[4]", "[", "write a type as `tensor<4x3xf32>`"),
        ("%0 = stablehlo.abs %x : 4xf32", "4x", "write a type as `tensor<4x3xf32>`"),
        ("%0 = stablehlo.abs %x : tensor<-1xf32>", "-1xf32", "write `?` for an unknown size"),
        ("%0 = stablehlo.abs %x : tensor<4xf32>;", ";", "statements end without `;`"),
        ("%0 = stablehlo.abs %x {a = “b”} : tensor<4xf32>", "“", 'write `"` for each quotation mark'),
        ("<<<<<<< HEAD", "<", "resolve this conflict of a merge"),
        ("```mlir", "`", "remove the Markdown markup"),
        ("%0 = stablehlo.add %x, x : tensor<4xf32>", "x", "names of values begin with `%`"),
        ("%0 = stablehlo.add %x, 1.0 : tensor<4xf32>", "1.0", "define a `stablehlo.constant`"),
        ("%0 = stablehlo.constant 1.0 : tensor<4xf32>", "1.0", "write the value as `dense<...>`"),
        ("%0 = stablehlo.abs #x : tensor<4xf32>", "#x", "the syntax is `stablehlo.abs"),
        ("%0 = stablehlo.abs %x {a = 1, b : 1} : tensor<4xf32>", ":", "expected `,`, `=` or `}`"),
        ("%0 = stablehlo.pad %x, %x, 1 : tensor<4xf32>", "1", "expected `low`"),
    ],
)
def test_a_habit_of_another_language_is_answered(line: str, unexpected: str, help: str) -> None:
    (found,) = stablehlo_tools.verify(f"func.func @main(%x: tensor<4xf32>) {{\n  {line}\n  return\n}}")
    assert (found.code, found.message) == ("syntax", f"unexpected `{unexpected}`")
    assert found.span is not None
    assert found.span.text == unexpected
    assert help in found.helps[0]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("s32", "i32"),
        ("u8", "ui8"),
        ("pred", "i1"),
        ("bool", "i1"),
        ("float", "f32"),
        ("double", "f64"),
        ("bfloat16", "bf16"),
        ("complex64", "complex<f32>"),
        ("c128", "complex<f64>"),
    ],
)
def test_a_type_has_another_name_elsewhere(name: str, meant: str) -> None:
    (found,) = stablehlo_tools.verify(f"func.func private @main(tensor<4x{name}>)")
    assert found.message == f"unknown type `{name}`; did you mean `{meant}`?"


@pytest.mark.parametrize("meant", ["!stablehlo.token", "!quant.uniform"])
def test_a_type_of_a_dialect_is_misspelt(meant: str) -> None:
    wrong = meant[:-3] + meant[-2:]
    (found,) = stablehlo_tools.verify(f"func.func private @main({wrong})")
    assert (found.message, found.helps) == (f"unknown type `{wrong}`", (f"did you mean `{meant}`?",))


@pytest.mark.parametrize("name", ["ssi32", "ii8", "is8", "ui", "u", "s"])
def test_a_name_that_is_like_an_integer_is_no_type(name: str) -> None:
    (found,) = stablehlo_tools.verify(f"func.func private @main(tensor<4x{name}>)")
    assert found.code == "unknown_type"


def test_a_blank_that_mlir_does_not_have_is_an_error_everywhere() -> None:
    text = "func.func @main() {\n\u00a0 return\n}"
    (found,) = stablehlo_tools.verify(text)
    assert found.message == "unexpected `\u00a0`"
    with pytest.raises(stablehlo_tools.ParseError):
        stablehlo_tools.verify(stablehlo_tools.parse(text, parser="reference"))


def test_a_result_of_another_type_is_reported_where_it_is_used_too() -> None:
    """MLIR reports the use: which of both is meant, nobody knows."""
    found = stablehlo_tools.verify(PROGRAM.replace("-> tensor<4xi1>\n  %2", "-> tensor<4xi8>\n  %2"))
    assert [each.code for each in found] == ["compare_o1", "type_of_use"]


@pytest.mark.parametrize(
    ("last", "codes"),
    [
        ('"acme.unreachable"() : () -> ()', ["not_checked"]),
        ('"acme.loop"() ({ "acme.end"() : () -> () }) : () -> ()', ["not_checked"]),
        ("%0 = arith.constant 1 : i32", ["terminator"]),
        ("call @main() : () -> ()", ["terminator"]),
        ('"stablehlo.unreachable"() : () -> ()', ["unknown_op", "terminator"]),
    ],
)
def test_what_a_function_may_end_in(last: str, codes: list[str]) -> None:
    """An op of which nothing is known may be a terminator."""
    assert [found.code for found in stablehlo_tools.verify(f"func.func @main() {{\n  {last}\n}}")] == codes


@pytest.mark.parametrize(
    ("operation", "is_right"),
    [
        ('"arith.addi"(%i, %i) : (i32, i32) -> i32', True),
        ('"arith.addi"(%i, %n) : (i32, index) -> i32', False),
        ('"arith.addi"(%i, %i) : (i32, i32) -> index', False),
        ('"arith.addi"(%i) : (i32) -> i32', False),
        ('"arith.addi"(%f, %f) : (f32, f32) -> f32', False),
        ('"arith.addf"(%i, %i) <{fastmath = #arith.fastmath<none>}> : (i32, i32) -> i32', False),
        ("arith.addf %f, %f : f32", True),
        ("arith.mulf %i, %i : i32", False),
        ("arith.maxsi %n, %n : index", True),
        ("arith.addi %v, %v : vector<4xi32>", True),
        ('"arith.cmpi"(%i, %i) <{predicate = 0 : i64}> : (i32, i32) -> i1', True),
        ('"arith.cmpi"(%i, %i) <{predicate = 0 : i64}> : (i32, i32) -> i32', False),
        ('"arith.index_cast"(%i) : (i32) -> index', True),
        ('"tensor.dim"(%t, %n) : (tensor<2x?xi32>, index) -> index', True),
        ('"tensor.dim"(%t, %i) : (tensor<2x?xi32>, i32) -> index', False),
        ('"tensor.extract"(%t, %n, %n) : (tensor<2x?xi32>, index, index) -> i32', True),
        ('"tensor.extract"(%t, %n, %n) : (tensor<2x?xi32>, index, index) -> f32', False),
        ('"tensor.from_elements"(%n, %n) : (index, index) -> tensor<2xindex>', True),
        ('"tensor.from_elements"(%n, %i) : (index, i32) -> tensor<2xindex>', False),
        ('"arith.cmpi"(%i, %i) : (i32, i32) -> i1', False),
        ('"arith.cmpi"(%i, %i) <{predicate = 10 : i64}> : (i32, i32) -> i1', False),
        (
            '"sdy.propagation_barrier"(%t) <{allowed_direction = 1 : i32}> : (tensor<2x?xi32>) -> tensor<2x?xi32>',
            True,
        ),
        ('"sdy.propagation_barrier"(%t) : (tensor<2x?xi32>) -> tensor<2x?xi32>', False),
        ('"sdy.propagation_barrier"(%i) <{allowed_direction = 1 : i32}> : (i32) -> i32', False),
        ('"sdy.data_flow_edge"(%t) : (tensor<2x?xi32>) -> tensor<2x?xi32>', False),
        ('"arith.anything"(%n, %i) : (index, i32) -> tensor<2xindex>', True),
    ],
)
def test_types_of_ops_of_other_dialects(operation: str, is_right: bool) -> None:
    arguments = "%i: i32, %n: index, %f: f32, %t: tensor<2x?xi32>, %v: vector<4xi32>"
    text = f"func.func @main({arguments}) {{\n  %0 = {operation}\n  return\n}}"
    assert [found.code for found in stablehlo_tools.verify(text)] == ([] if is_right else ["foreign_types"])


COMMANDS = ("verify", "lint", "run", "fmt", "convert", "infer", "index", "why", "stats", "show", "explain")
OPS = (
    "add",
    "dot_general",
    "exponential",
    "maximum",
    "convert",
    "convolution",
    "real",
    "syntax",
    "abs",
    "tan",
    "tanh",
)
SETTINGS = (
    "lint.select",
    "lint.ignore",
    "output-format",
    "exclude",
    "--jobs",
    "--strict",
    "f32",
    "unused_argument",
)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *(("verfy", "verify"), ("ferify", "verify"), ("vreify", "verify"), ("linnt", "lint"), ("rn", "run")),
        *(("ruun", "run"), ("fromat", "fmt"), ("conver", "convert"), ("infr", "infer"), ("inexd", "index")),
        *(
            ("wyh", "why"),
            ("stat", "stats"),
            ("shw", "show"),
            ("explan", "explain"),
            ("dotgeneral", "dot_general"),
        ),
        *(("dot_genral", "dot_general"), ("exponental", "exponential"), ("abss", "abs")),
        *(("tahn", "tanh"), ("maxium", "maximum"), ("convolition", "convolution"), ("--jbos", "--jobs")),
        *(("lint.selct", "lint.select"), ("exclud", "exclude"), ("output-fromat", "output-format")),
        *(("float32", "f32"), ("unused_arg", "unused_argument"), ("--strickt", "--strict")),
        # what is like another only by its length and its letters
        *(
            (word, None)
            for word in ("softmax", "matmul", "relu", "conv2d", "gelu", "xyz", "line-length", "--slect")
        ),
        *((word, None) for word in ("check", "attention", "%12", "q", "")),
    ],
)
def test_advice_is_what_was_meant_or_none(word: str, meant: str | None) -> None:
    assert closest(word, (*COMMANDS, *OPS, *SETTINGS)) == meant


def test_advice_undoes_each_transposition() -> None:
    known = {name.partition(".")[2] for name in registry.OPS} | set(OPCODES)
    for name in sorted(known)[::4]:
        for place, (left, right) in enumerate(itertools.pairwise(name)):
            word = name[:place] + right + left + name[place + 2 :]
            assert word in known or closest(word, known) == name


@pytest.mark.parametrize("kept", ["in_shardings out_shardings manual_axes", "in_shardings manual_axes", ""])
def test_an_argument_with_a_syntax_error_is_all_that_is_said_of_a_manual_computation(kept: str) -> None:
    shardings = '#sdy.sharding_per_value<[<@mesh, [{"x"}]>]>'
    values = {"manual_axes": '#sdy<manual_axes{"x"}>', "in_shardings": shardings, "out_shardings": shardings}
    given = ", ".join(f"{name} = {values[name]}" for name in kept.split())
    (found,) = stablehlo_tools.verify(f"""sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {{
  %0 = "sdy.manual_computation"(%a) <{{{given}}}> ({{
  ^bb0(%b: ten<4xf32>):
    sdy.return %b : tensor<4xf32>
  }}) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}}""")
    assert found.code == "syntax"
