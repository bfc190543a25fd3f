"""Meshes of Shardy: `device_ids` that count from 0 say nothing, and are left out as MLIR leaves them out."""

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
