"""Parts of functions: name scopes, and what repeats itself."""

from __future__ import annotations

import itertools
import random

import stablehlo_tools
from stablehlo_tools.show.grouping import Part, parts_of

LAYER = (
    "negate",
    "abs",
    "sine",
    "cosine",
    "tanh",
    "sqrt",
    "floor",
    "ceil",
    "sign",
    "exponential",
    "log",
    "cbrt",
)


def chain(ops: list[str], locations: list[str] | None = None) -> list[Part]:
    """The parts of a function in which each op works on the result of the one before."""
    lines = []
    for index, op in enumerate(ops):
        location = f' loc("{locations[index]}")' if locations else ""
        lines.append(
            f"  %{index} = stablehlo.{op} {'%x' if not index else f'%{index - 1}'} : tensor<2xf32>{location}"
        )
    body = "\n".join(lines)
    end = f"  return %{len(ops) - 1} : tensor<2xf32>\n}}"
    module = stablehlo_tools.parse(f"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{\n{body}\n{end}")
    block = module.functions[0].body
    assert block is not None
    return parts_of(block, module)


def test_layers_that_repeat_themselves_are_parts() -> None:
    ops = ["rsqrt", *LAYER * 5, "logistic"]
    assert chain(ops) == [Part(1 + 12 * n, 13 + 12 * n, f"part {n + 1} of 5") for n in range(5)]


def test_what_is_around_repeats_itself_too() -> None:
    back = list(reversed(LAYER))
    parts = chain([*LAYER * 3, "logistic", *back * 2])
    assert [part.title for part in parts] == [
        *("part 1 of 3", "part 2 of 3", "part 3 of 3"),
        *("part 1 of 2", "part 2 of 2"),
    ]
    assert all(before.stop <= after.start for before, after in itertools.pairwise(parts))


def test_a_short_function_has_no_parts() -> None:
    assert chain(list(LAYER) * 2) == []


def test_what_does_not_repeat_itself_has_no_parts() -> None:
    assert chain(random.Random(0).choices(LAYER, k=60)) == []


def test_name_scopes_are_parts() -> None:
    scopes = [f"jit(f)/block{n // 20}/attention/sin" for n in range(60)]
    assert chain(["sine"] * 60, scopes) == [Part(20 * n, 20 * n + 20, f"block{n}") for n in range(3)]
