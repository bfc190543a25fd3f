"""Affine maps and sets, as MLIR simplifies and prints them."""

from __future__ import annotations

import random

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import parse, read
from tests import oracle
from tests.mlir_text import read_by_mlir

# Expressions of d0, d1, s0, s1 under the names i, j, m, n, and what MLIR prints of them.
EXPRESSIONS = [
    ("i", "d0"), ("j + i", "d0 + d1"), ("m + i", "d0 + s0"), ("1 + i + 2", "d0 + 3"), ("i + 0", "d0"),
    ("i - j", "d0 - d1"), ("i - 2 * j", "d0 - d1 * 2"), ("i - (j - 1)", "d0 - (d1 - 1)"),
    ("-i - j", "-d0 - d1"),
    ("2 * i", "d0 * 2"), ("i * 1", "d0"), ("0 * i", "0"), ("(i + j) * 2", "(d0 + d1) * 2"),
    ("n * m", "s0 * s1"), ("i * 2 * 3", "d0 * 6"), ("i + i", "d0 * 2"), ("i * 2 - i", "d0"),
    ("-(i + j)", "-(d0 + d1)"),
    ("i floordiv 2 floordiv 3", "(d0 floordiv 2) floordiv 3"), ("(i * 4) floordiv 2", "d0 * 2"),
    ("(i * 4 + 1) floordiv 4", "d0"), ("7 floordiv 2", "3"), ("-7 floordiv 2", "-4"), ("7 ceildiv 2", "4"),
    ("i floordiv 0", "d0 floordiv 0"), ("m floordiv m", "1"), ("i ceildiv 1", "d0"), ("(i * 6) mod 3", "0"),
    ("(i * 4 + j) mod 4", "d1 mod 4"), ("(i mod 8) mod 4", "d0 mod 4"), ("-5 mod 3", "1"), ("m mod m", "0"),
    ("i - (i floordiv 4) * 4", "d0 mod 4"), ("j + i - (i floordiv 4) * 4", "d0 + d1 - (d0 floordiv 4) * 4"),
    ("- - i", "d0"), ("i mod 1", "0"), ("i * m * 2", "(d0 * s0) * 2"),
]  # fmt: skip
SETS = [
    ("i >= 0, n - i - 1 >= 0, i == 4", "d0 >= 0, -d0 + s1 - 1 >= 0, d0 - 4 == 0"),
    ("i <= j, 2 >= i, 0 == 0", "d1 - d0 >= 0, -d0 + 2 >= 0, 0 == 0"),
    ("", "0 == 0"),
]
WRONG = [
    *((text, "affine") for text in (
        "<(i) -> (j)>", "<(i, i) -> (i)>", "<(i)[i] -> (i)>", "<(i) -> (i * i)>", "<(i) -> (2 floordiv i)>",
        "<(i, j) -> (i mod (i - j))>", "<(i) -> (9223372036854775808)>",
    )),
    *((text, "syntax") for text in (
        "<(i) -> (i +)>", "<(i) -> ()", "<(i) -> (i))>", "<(i) (i)>", "<(3) -> (i)>", "<(i) -> (i ? 2)>",
        "<(i) : (i > 0)>", "<(i) : (i)>",
    )),
]  # fmt: skip


def canonical(text: str) -> str:
    """An affine map or set as it is kept."""
    module = parse(Source(f'"foo.a"() {{a = {text}}} : () -> ()'))
    return next(str(each.attributes["a"]) for each in module.walk() if each.name == "foo.a")


@pytest.mark.parametrize(("written", "printed"), EXPRESSIONS)
def test_an_expression_is_simplified(written: str, printed: str) -> None:
    expected = f"affine_map<(d0, d1)[s0, s1] -> ({printed})>"
    assert canonical(f"affine_map<(i, j)[m, n] -> ({written})>") == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize(("written", "printed"), SETS)
def test_a_constraint_compares_with_zero(written: str, printed: str) -> None:
    expected = f"affine_set<(d0, d1)[s0, s1] : ({printed})>"
    assert canonical(f"affine_set<(i, j)[m, n] : ({written})>") == expected


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_is_not_affine_is_an_error(text: str, code: str) -> None:
    kind = "affine_set" if ":" in text else "affine_map"
    _, errors = read(Source(f'"foo.a"() {{a = {kind}{text}}} : () -> ()'))
    assert [each.code for each in errors] == [code]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("(" * 90 + "i" + ")" * 90, []), ("-" * 5000 + "i", []), ("i" + " - 2 + 1" * 500, []),
        ("i" + " floordiv m" * 64, []), ("i" + " floordiv m" * 65, ["nesting"]),
        ("i" + " + m * i" * 500, ["nesting"]),
    ],
)  # fmt: skip
def test_deep_ones_are_refused_or_read(text: str, codes: list[str]) -> None:
    _, errors = read(Source(f'"foo.a"() {{a = affine_map<(i)[m] -> ({text})>}} : () -> ()'))
    assert [each.code for each in errors] == codes


def test_equal_maps_have_one_alias() -> None:
    text = (
        '"foo.a"() {a = affine_map<(i, j) -> (j + i)>, b = affine_map<(d0, d1) -> (d0 + d1 + 0)>} : () -> ()'
    )
    assert stablehlo_tools.format(text).splitlines() == [
        "#map = affine_map<(d0, d1) -> (d0 + d1)>",
        "module {",
        '  "foo.a"() {a = #map, b = #map} : () -> ()',
        "}",
    ]


# -- against MLIR -------------------------------------------------------------------------------


def drawn(rng: random.Random, depth: int) -> str:
    """An expression, which need not be affine."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(["i", "j", "m", "n", "0", "1", "2", "3", "4", "6", "8"])
    if rng.random() < 0.1:
        inner, divisor = drawn(rng, depth - 1), rng.choice(["2", "3", "m"])
        return f"{rng.choice(['', 'j + '])}({inner}) - (({inner}) floordiv {divisor}) * {divisor}"
    op = rng.choice(["+", "-", "+", "-", "*", "floordiv", "ceildiv", "mod"])
    left, right = (f"({drawn(rng, depth - 1)})" if rng.random() < 0.7 else drawn(rng, 0) for _ in "lr")
    return f"{left} {op} {right}"


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_prints_the_same_of_random_ones() -> None:
    rng = random.Random(0)
    maps = [f"<(i, j)[m, n] -> ({drawn(rng, 3)}, {drawn(rng, 1)})>" for _ in range(400)]
    sets = [
        f"<(i, j)[m, n] : ({drawn(rng, 2)} {rng.choice(['>=', '<=', '=='])} {drawn(rng, 1)})>"
        for _ in range(200)
    ]
    texts = [f'"foo.a"() {{a = affine_map{each}}} : () -> ()' for each in maps]
    texts += [f'"foo.a"() {{a = affine_set{each}}} : () -> ()' for each in sets]
    for text, answer in zip(texts, read_by_mlir(texts), strict=True):
        module, errors = read(Source(text))
        assert bool(errors) == (answer is None), text
        assert answer is None or stablehlo_tools.format(module).rstrip() == answer.text
