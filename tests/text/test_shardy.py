"""Shardy's attributes and bodies are read, refused and printed as by MLIR.

`device_ids` that count from 0 say nothing, and are left out.
"""

from __future__ import annotations

import pytest

import stablehlo_tools
from tests import oracle
from tests.mlir_text import read_by_mlir

MESHES = [
    ('["x"=2], device_ids=[0, 1]', '["x"=2]'),
    ('["x"=2, "y"=2], device_ids=[0, 1, 2, 3]', '["x"=2, "y"=2]'),
    ('["x"=2], device_ids=[1, 0]', '["x"=2], device_ids=[1, 0]'),
    ('["x"=1], device_ids=[0]', '["x"=1]'),
    ("[], device_ids=[0]", "[], device_ids=[0]"),
    ("[]", "[]"),
    (r'["a\22b"=2]', r'["a\22b"=2]'),
    (' [ "x" = 2,"y]"=1 ] , device_ids = [ 0,1 ] ', '["x"=2, "y]"=1]'),
]
# How a mesh is written, and how it is printed.
FORMS = [
    ('"foo.a"() {{b = #sdy.mesh<{}>}} : () -> ()',) * 2,
    ("sdy.mesh @m = <{}>",) * 2,
    ("sdy.mesh @m = #sdy.mesh<{}>", "sdy.mesh @m = <{}>"),
    ('"foo.a"() {{b = [#sdy.sharding<mesh<{}>, [{{?}}]>]}} : () -> ()',) * 2,
    ('"foo.a"() {{b = #sdy<mesh<{}>>}} : () -> ()', '"foo.a"() {{b = #sdy.mesh<{}>}} : () -> ()'),
    (
        '"foo.a"() {{b = #sdy<sharding<mesh<{}>, [{{?}}]>>}} : () -> ()',
        '"foo.a"() {{b = #sdy.sharding<mesh<{}>, [{{?}}]>}} : () -> ()',
    ),
    (
        '"foo.a"() {{b = #sdy<sharding_per_value<[<mesh<{}>, []>]>>}} : () -> ()',
        '"foo.a"() {{b = #sdy.sharding_per_value<[<mesh<{}>, []>]>}} : () -> ()',
    ),
]
CASES = [
    (f"module {{\n  {given.format(mesh)}\n}}", f"module {{\n  {printed.format(printed_mesh)}\n}}")
    for mesh, printed_mesh in MESHES
    for given, printed in FORMS
]


@pytest.mark.parametrize(("given", "printed"), CASES)
def test_it_is_printed_as_mlir_prints_it(given: str, printed: str) -> None:
    assert stablehlo_tools.format(given).rstrip() == printed


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_prints_it_so() -> None:
    answers = read_by_mlir([given for given, _ in CASES])
    assert [answer and answer.text for answer in answers] == [printed for _, printed in CASES]


MOST = (1 << 63) - 1
NUMBERS = [
    "sdy.mesh @m = <[\"x\"={}]>",
    '"foo.a"() {{b = #sdy.sharding<@m, [{{"x"}}p{}]>}} : () -> ()',
    '"foo.a"() {{b = #sdy.sharding<@m, [{{?}}p{}]>}} : () -> ()',
    '"foo.a"() {{b = #sdy.sharding<@m, [{{"x":(1){}}}]>}} : () -> ()',
]  # fmt: skip


@pytest.mark.parametrize("form", NUMBERS)
def test_numbers_have_64_bits_and_a_sign(form: str) -> None:
    """As in MLIR, which says of others that they are too large."""
    assert str(MOST) in stablehlo_tools.format(form.format(MOST))
    with pytest.raises(stablehlo_tools.ParseError, match=str(MOST + 1)):
        stablehlo_tools.parse(form.format(MOST + 1))


# Attributes, and their texts as MLIR prints them; None where it refuses them.
ATTRIBUTES = {
    '#sdy<axis_ref_list{"x":(0x1)0x2}>': '#sdy<axis_ref_list{"x":(1)2}>',
    '#sdy<axis_ref_list{"x":(-1)2}>': '#sdy<axis_ref_list{"x":(-1)2}>',
    '#sdy<manual_axes{"y", "x"}>': '#sdy<manual_axes{"y", "x"}>',
    '#sdy<manual_axes{"x":(1)2}>': None,
    "#sdy<all_to_all_param_list[]>": "#sdy<all_to_all_param_list[]>",
    '#sdy<all_to_all_param_list[{"x"}: -1->0x2]>': '#sdy<all_to_all_param_list[{"x"}: -1->2]>',
    "#sdy<all_to_all_param_list[{}: 0->1]>": None,
}


def read_by_us(text: str) -> str | None:
    try:
        return stablehlo_tools.format(text).rstrip()
    except stablehlo_tools.ParseError:
        return None


def with_attribute(attribute: str) -> str:
    return f'module {{\n  "foo.a"() {{b = {attribute}}} : () -> ()\n}}'


def test_lists_of_axes_are_those_of_mlir() -> None:
    expected = [printed and with_attribute(printed) for printed in ATTRIBUTES.values()]
    programs = [*map(with_attribute, ATTRIBUTES)]
    assert [*map(read_by_us, programs)] == expected
    if oracle.is_there():
        assert [answer and answer.text for answer in read_by_mlir(programs)] == expected


@pytest.mark.parametrize(
    ("written", "printed"),
    [("max", "max"), ("min", "min"), (" max ", "max"), ("sum", ""), ("", ""), ("prod", None), ("MAX", None)],
)
def test_unreduced_axes_have_a_reduction(written: str, printed: str | None) -> None:
    """As MLIR of jaxlib 0.12 reads and prints them; that of 0.10 has sums only."""
    form = 'unreduced={}{{"x"}}'
    sharding = "#sdy.sharding<@m, [{{}}], {}>"
    expected = None if printed is None else with_attribute(sharding.format(form.format(printed)))
    assert read_by_us(with_attribute(sharding.format(form.format(written)))) == expected


EMPTY_BODIES = [
    "sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} ()",
    'sdy.named_computation<"f">() ()',
]


@pytest.mark.parametrize("head", EMPTY_BODIES)
def test_a_body_without_results_returns(head: str) -> None:
    """MLIR refuses a body without `sdy.return`, so it is printed."""
    program = f"func.func @f() {{\n  {head} {{\n    sdy.return\n  }} : () -> ()\n  return\n}}"
    without = program.replace("sdy.return", "")
    assert stablehlo_tools.verify(program) == []
    assert stablehlo_tools.format(program).split() == f"module {{ {program} }}".split()
    assert [error.code for error in stablehlo_tools.verify(without)] == ["region_blocks"]
    if oracle.is_there():
        assert [answer is not None for answer in read_by_mlir([program, without])] == [True, False]
