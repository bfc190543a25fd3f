"""HLO text: what is read of it, and what is said of text that cannot be read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.hlo.attributes import (
    DimensionLabels,
    HloWindow,
    InputOutputAlias,
    IotaGroups,
    OriginalValue,
    PaddingDimension,
    Raw,
    Reference,
    ResultAccuracy,
    SliceDimension,
)

FOLDER = Path(__file__).parents[2] / "testdata/hlo"


@pytest.fixture(scope="module")
def attributes() -> hlo.HloModule:
    return hlo.parse(FOLDER / "attributes.hlo")


def entry(module: hlo.HloModule) -> hlo.HloComputation:
    computation = module.entry_computation
    assert computation is not None
    return computation


def only(text: str) -> hlo.HloInstruction:
    """The root of a module that consists of these instructions."""
    return entry(hlo.parse(f"ENTRY main {{ {text} }}")).root_instruction


def test_the_header(attributes: hlo.HloModule) -> None:
    given = attributes.attributes
    assert attributes.name == "attributes"
    assert given["is_scheduled"] is True
    assert given["num_partitions"] == 2
    assert given["input_output_alias"] == (InputOutputAlias((), 0, (), "may-alias"),)
    assert given["allow_spmd_sharding_propagation_to_parameters"] == (True, False, True, True, True, True)
    assert given["frontend_attributes"] == {"mesh": "x=2", "rules": Raw("{k = {v = 1 : i64}}")}
    parameters, result = given["entry_computation_layout"]
    assert str(parameters[1]) == "(f32[2]{0}, s4[3]{0:E(4)})"
    assert str(result) == "f32[6,4]{1,0}"


def test_computations_and_their_roots(attributes: hlo.HloModule) -> None:
    assert [each.name for each in attributes.computations] == ["add", "less", "twice", "main"]
    assert attributes.entry == "main"
    assert entry(attributes).root_instruction.opcode == "transpose"
    assert [each.name for each in entry(attributes).parameter_instructions][:3] == ["x", "pair", "some"]


@pytest.mark.parametrize(
    ("name", "attribute", "value"),
    [
        ("reversed", "dim_labels", DimensionLabels("b01f", "01io", "b01f")),
        ("padded", "padding", (PaddingDimension(0, 0, 1), PaddingDimension(2, 2, 0))),
        ("part", "slice", (SliceDimension(0, 4, 2), SliceDimension(1, 4, 1))),
        ("row", "to_apply", Reference("add")),
        ("row", "backend_config", Raw('{"outer":[1,{"inner":"}"}]}')),
        ("sorted", "is_stable", True),
        ("grouped", "replica_groups", ((0, 2), (1, 3))),
        ("moved", "source_target_pairs", ((0, 1), (1, 0))),
        ("fused", "control-predecessors", ("moved", "row")),
        ("called", "custom_call_target", 'say "hi"'),
        ("called", "backend_config", "a\nb"),
        ("normalized", "epsilon", 0.001),
        ("result", "metadata", {"op_type": "transpose", "op_name": "jit(main)/transpose",
                                "source_file": "main.py", "source_line": 12, "stack_frame_id": 0}),
    ],
)  # fmt: skip
def test_attributes(attributes: hlo.HloModule, name: str, attribute: str, value: object) -> None:
    assert entry(attributes).named[name].attributes[attribute] == value


def test_a_window_has_all_its_lists(attributes: hlo.HloModule) -> None:
    window = HloWindow((3, 3), (1, 1), ((-1, 0), (-1, 1)), (3, 1), (1, 1), (True, False))
    assert entry(attributes).named["reversed"].attributes["window"] == window


def test_groups_by_a_formula(attributes: hlo.HloModule) -> None:
    groups = entry(attributes).named["iota_grouped"].attributes["replica_groups"]
    assert groups == IotaGroups((2, 2), (2, 2), (1, 0))
    assert groups.groups == ((0, 2), (1, 3))
    assert IotaGroups((2, 3), (6,), (0,)).groups == ((0, 1, 2), (3, 4, 5))
    # what numpy makes of the same: the numbers reshaped, transposed and reshaped
    numbers = np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1).reshape(6, 4)
    assert IotaGroups((6, 4), (2, 3, 4), (2, 0, 1)).groups == tuple(map(tuple, numbers.tolist()))


@pytest.mark.parametrize(
    ("attribute", "value", "printed"),
    [
        ('origin={{"v1"}}', OriginalValue("v1"), '{{"v1"}}'),
        ('origin={({"a" {1,2}}, ({}))}', (OriginalValue("a", (1, 2)), (OriginalValue(""),)),
         '{({"a" {1,2}}, ({}))}'),
        ("origin={}", (), "{()}"),
        ("origin={[synthetic_call]}", "synthetic_call", "{[synthetic_call]}"),
        ("statistics={visualizing_index=-1, a-b=0.1,c=1e+30}",
         {"visualizing_index": -1, "a-b": 0.1, "c": 1e30}, "{visualizing_index=-1,a-b=0.1,c=1e+30}"),
        ("result_accuracy={mode=HIGHEST}", ResultAccuracy("highest"), "{mode=highest}"),
        ("result_accuracy={tolerance={ulps=2,atol=1e-3}}", ResultAccuracy(atol=1e-3, ulps=2),
         "{tolerance={atol=0.001,rtol=0,ulps=2}}"),
    ],
)  # fmt: skip
def test_what_is_noted_of_an_instruction(attribute: str, value: object, printed: str) -> None:
    text = f"ENTRY main {{ p = f32[2] parameter(0) ROOT t = f32[2] tanh(p), {attribute} }}"
    name = attribute.partition("=")[0]
    assert only(text[text.index("{") + 1 : -1]).attributes[name] == value
    assert f"{name}={printed}" in hlo.format(text)


@pytest.mark.parametrize(
    "sharding",
    [
        "{devices=[2,1]0,1 shard_like 5}",
        "{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}",
        '{replicated metadata={op_name="f" source_line=3 source_column=4}}',
        "{mesh['a'=2,'b'=4], replicated, metadata={{op_name=\"f\"}}}",
        "{mesh['a'=2,'b'=4], [{'a'}, {}], manual={'b'}, metadata={{op_name=\"f\"}, {op_name=\"g\"}}}",
    ],
)
def test_words_follow_numbers_in_shardings(sharding: str) -> None:
    module = hlo.parse(f"ENTRY e {{ x = f32[2,4] parameter(0), sharding={sharding} }}")
    assert module.computations[0].instructions[0].attributes["sharding"] == sharding


def test_a_domain_has_two_shardings() -> None:
    written = 'domain={exit={maximal device=1}, kind="sharding", entry={replicated}}'
    text = f"p = f32[2] parameter(0) ROOT d = f32[2] domain(p), {written}"
    domain = only(text).attributes["domain"]
    assert (domain.kind, domain.entry, domain.exit) == ("sharding", "{replicated}", "{maximal device=1}")


def test_stack_frames() -> None:
    tables = hlo.parse(FOLDER / "cells.opt.hlo").stack_tables
    assert tables is not None
    assert "export_hlo.py" in tables.file_names.values()
    assert "cells" in tables.function_names.values()
    assert tables.stack_frames[1] == {"file_location_id": 1, "parent_frame_id": 1}
    assert tables.file_locations[1].keys() == {
        "file_name_id", "function_name_id", "line", "end_line", "column", "end_column",
    }  # fmt: skip


def test_spelling_makes_no_difference() -> None:
    short = "ENTRY main { a = f32[2]{0} parameter(0)\n ROOT b = f32[2] add(a, a) }"
    long = (
        "ENTRY %main (a: f32[2]) -> f32[2] {\n // comment {\n %a = f32[02] parameter( 0 ) /* ) */\n"
        "  ROOT %b = f32 [2]{0} add(f32[2]{0} %a, f32[2] %a) }"
    )
    assert hlo.parse(short) == hlo.parse(long)


def test_a_module_needs_neither_header_nor_entry_nor_root() -> None:
    module = hlo.parse("f {\n a = f32[] parameter(0)\n}\ng {\n b = f32[] parameter(0) c = f32[] negate(b)\n}")
    assert (module.name, module.entry, entry(module).root) == ("module_g", "g", "c")


def test_what_stands_inside_of_an_instruction_gets_a_name() -> None:
    text = """ENTRY main {
      x = f32[4] parameter(0)
      add = f32[4] add(x, f32[4] negate(x))
      ROOT r = f32[] reduce(add, f32[] constant(0)), dimensions={0}, to_apply={
        a = f32[] parameter(0)
        b = f32[] parameter(1)
        ROOT c = f32[] maximum(a, b)
      }
    }"""
    module = hlo.parse(text)
    assert [each.name for each in entry(module).instructions] == ["x", "negate.1", "add", "constant.1", "r"]
    assert entry(module).named["add"].operands == ("x", "negate.1")
    called = module.computation(entry(module).root_instruction.attributes["to_apply"])
    assert called is not None
    assert called.root_instruction.opcode == "maximum"
    assert hlo.verify(module) == []
    assert hlo.parse(hlo.format(module)) == module


def test_shapes_that_are_left_out_are_inferred() -> None:
    root = only(
        "a = f32[2,3] parameter(0) d = dot(a, a), lhs_contracting_dims={0}, rhs_contracting_dims={0} "
        "t = tuple(d, a) ROOT g = get-tuple-element(t), index=0"
    )
    assert str(root.shape) == "f32[3,3]{1,0}"


@pytest.mark.parametrize(
    ("shape", "text", "value"),
    [
        ("f32[]", "-1.5e2", -150.0),
        ("f32[]", "-0", -0.0),
        ("f32[2]", "{inf -inf}", [np.inf, -np.inf]),
        ("s32[2,2]", "{{1, 2}, /*i0=1*/ {-3, 4}}", [[1, 2], [-3, 4]]),
        ("s32[2,2]{0,1}", "{{1,2},{3,4}}", [[1, 2], [3, 4]]),
        ("pred[4]", "{true, 0, 7, false}", [True, False, True, False]),
        ("u64[2]", "{18446744073709551615, -1}", [2**64 - 1, 2**64 - 1]),
        ("c64[2]", "{(1, -2), (0, inf)}", [1 - 2j, complex(0, np.inf)]),
        ("bf16[2]", "{1.01, 3}", [1.0078125, 3]),
        ("s4[2]", "{-8, 7}", [-8, 7]),
        ("f32[2,0]", "{{}, {}}", [[], []]),
    ],
)
def test_literals(shape: str, text: str, value: object) -> None:
    literal = only(f"ROOT c = {shape} constant({text})").literal
    assert literal is not None
    expected = np.array(value)
    np.testing.assert_array_equal(literal.value.astype(expected.dtype), expected)
    assert literal.value.shape == expected.shape
    if expected.dtype.kind == "f":
        assert (np.signbit(literal.value.astype(float)) == np.signbit(expected)).all()


@pytest.mark.parametrize(
    ("type", "positive", "negative"),
    [("f8e4m3fn", 0x7F, 0xFF), ("f8e5m2", 0x7E, 0xFE), ("f8e4m3b11fnuz", 0x80, 0x80)],
)
def test_the_sign_of_a_nan_of_a_byte_is_kept(type: str, positive: int, negative: int) -> None:
    literal = only(f"ROOT c = {type}[2] constant({{nan, -nan}})").literal
    assert literal is not None
    assert literal.value.view(np.uint8).tolist() == [positive, negative]


def test_the_payload_of_a_nan_is_kept() -> None:
    literal = only("ROOT c = f32[3] constant({nan(0x7f), -nan, nan})").literal
    assert literal is not None
    assert [hex(bits) for bits in literal.value.view(np.uint32)] == ["0x7f80007f", "0xffc00000", "0x7fc00000"]


def test_a_tuple_of_literals_and_one_that_is_left_out() -> None:
    pair = only("ROOT c = (s32[2], pred[]) constant(( {1, 2}, true ))").literal
    assert pair is not None
    assert [part.tolist() for part in pair.value] == [[1, 2], True]
    elided = only("ROOT c = f32[1000] constant({...})").literal
    assert elided is not None
    assert elided.is_elided


MISTAKES = [  # instructions after `x = f32[2] parameter(0)`, the code, and what the caret is under
    ("y = f32[2 negate(x)", "hlo_bracket", "}"),
    ("y = f32[2] negate(x", "hlo_bracket", "}"),
    ("y = f32[2] constant({1, 2, 3})", "hlo_literal", "1"),
    ("y = f32[2] constant({1})", "hlo_literal", "1"),
    ("y = f32[2] constant({1, {2}})", "hlo_literal", "{"),
    ("y = s8[] constant(200)", "hlo_literal", "200"),
    ("y = s8[] constant(,)", "hlo_literal", ","),
    ("y = f32[] constant(1e39)", "hlo_literal", "1e39"),
    ("y = f32[] constant(true)", "hlo_literal", "true"),
    ("y = s32[] constant(1.5)", "hlo_literal", "1.5"),
    ("y = c64[] constant(1)", "hlo_literal", "1"),
    ("y = i32[2] negate(x)", "hlo_shape", "i32"),
    ("y = f32[2]{1,0} negate(x)", "hlo_shape", "f32"),
    ("y = f32[2] negate(x), dimension", "hlo_syntax", "dimension"),
    ("y = f32[2] negate(x), dimensio={0}", "hlo_attribute", "dimensio"),
    ("y = f32[2] reverse(x), dimensions={0}, dimensions={0}", "hlo_attribute", "dimensions"),
    ("y = f32[2] reverse(x), dimensions={a}", "hlo_value", "a"),
    ("y = f32[2] reverse(x), dimensions={99999999999999999999999}", "hlo_value", "99999999999999999999999"),
    ("y = f32[2] negate(x), sharding={devices=[2]}", "hlo_value", "}"),
    ("y = f32[2] copy(x), metadata={op_name=}", "hlo_value", "}"),
    ("y = f32[2] all-reduce(x), replica_groups=[2,2]<=[3]", "hlo_value", "["),
    ("y = f32[2] slice(x), slice={[0:]}", "hlo_value", "]"),
    ("y = f32[2] reduce-window(x, x), window={size=2 stride=1x1}", "hlo_value", "stride="),
    ("y = f32[2] convolution(x, x), dim_labels=bf_oi->bb", "hlo_value", "bf_oi->bb"),
    ("y = f32[2] parameter(one)", "hlo_parameter", "(one)"),
    ("y = f32[2] negate(x x)", "hlo_syntax", "x"),
    ("y = f32[2] negate x", "hlo_syntax", "negate"),
    ("y f32[2] negate(x)", "hlo_syntax", "y"),
    ("s1 = f32[2] negate(x)", "hlo_syntax", "s1"),
    ("y = f32[2] add(x, nan)", "hlo_syntax", "nan"),
    ("y = f32[2] negate(x), metadata={op_name=3}", "hlo_value", "op_name"),
    ("y = f32[2] negate(x), metadata={source_line=9999999999}", "hlo_value", "source_line"),
    ("y = f32[] constant()", "hlo_literal", ")"),
]


@pytest.mark.parametrize(("line", "code", "at"), MISTAKES)
def test_what_cannot_be_read(line: str, code: str, at: str) -> None:
    with pytest.raises(ParseError) as caught:
        hlo.parse(f"HloModule m\n\nENTRY main {{\n  x = f32[2] parameter(0)\n  {line}\n}}\n")
    (error,) = caught.value.diagnostics
    assert error.span is not None
    assert (error.code, error.span.text) == (code, at)


@pytest.mark.parametrize(
    ("tables", "code", "at"),
    [
        ('FileNames\n1 "a.py"\nFileLocations\n', "hlo_syntax", "FileLocations"),
        ("FileNames\n1 a\n", "hlo_syntax", "1"),
        ("FileNames\nFunctionNames\nFileLocations\nStackFrames\n1 {file_location_id=1}\n", "hlo_value", None),
        ("FileNames\n" + "1" * 30 + ' "a.py"\n', "hlo_syntax", "1" * 30),
    ],
)
def test_tables_of_stack_frames_that_cannot_be_read(tables: str, code: str, at: str | None) -> None:
    with pytest.raises(ParseError) as caught:
        hlo.parse(f"HloModule m\n\n{tables}\nENTRY main {{\n  x = f32[2] parameter(0)\n}}\n")
    (error,) = caught.value.diagnostics
    assert error.span is not None
    assert (error.code, error.span.text) == (code, at or "{file_location_id=1}")


def test_all_mistakes_are_reported_and_nothing_that_follows_from_them() -> None:
    text = """HloModule m

    first {
      a = f32[] parameter(0)
      b = f32[] constant(x)
      ROOT c = f32[] add(a, b)
    }

    ENTRY main {
      a = f32[2] parameter(zero)
      b = f32[] parameter(1)
      c = f32[] map(b), dimensions={-}, to_apply=first
      ROOT d = f32[] add(c, b)
    }"""
    assert [(each.code, each.span.begin[0]) for each in hlo.verify(text) if each.span] == [
        ("hlo_literal", 5), ("hlo_parameter", 10), ("hlo_value", 12),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["HloModule", "HloModule m", "HloModule m, is_scheduled=", "HloModule m\nfoo"]
)
def test_a_text_that_ends_too_early(text: str) -> None:
    assert {each.code for each in hlo.verify(text)} == {"hlo_syntax"}


@pytest.mark.parametrize("blank", [" " * 5000, "/* a */" * 2000, "// a // b\n" * 2000])
def test_blanks_take_no_time(blank: str) -> None:
    # nothing is asserted of the time: with more than one way to read a blank this would never end
    text = f"HloModule m\n\nENTRY main {{\n  x = f32[2] parameter(0) {blank} y\n}}\n"
    assert {each.code for each in hlo.verify(text)} == {"hlo_syntax"}


def test_the_last_computation_is_the_entry_where_none_is_said_to_be() -> None:
    text = (
        "one { ROOT x = f32[] parameter(0) }\n"
        "two { y = f32[] parameter(0)\n ROOT z = f32[] call(y), to_apply=one }\n"
    )
    module = hlo.parse(text)
    assert (module.name, module.entry) == ("module_two", "two")
    assert stablehlo_tools.verify(text) == []


@pytest.mark.parametrize(
    ("type", "literal"),
    [
        ("f8e5m2", "{1.5e-05, 5.7e+04}"),
        ("f8e5m2fnuz", "{7.6e-06, -5.7e+04}"),
        ("f8e8m0fnu", "{5.9e-39, 3e-36}"),
        ("f8e4m3fn", "{0.00195, 448}"),
    ],
)
def test_constants_have_as_many_digits_as_xla_prints(type: str, literal: str) -> None:
    assert f"constant({literal})" in hlo.format(f"ENTRY e {{ ROOT c = {type}[2] constant({literal}) }}")
