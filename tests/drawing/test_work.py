"""How much work it is to show a program: as much again for each operation, whatever its shape."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stablehlo_tools import parse
from stablehlo_tools.drawing import FORMATS, graph_of, overlays_of
from stablehlo_tools.drawing.layout import rows_of
from stablehlo_tools.drawing.scope_views import sheets_of
from stablehlo_tools.ir.operations import default_entry
from tests.calls import calls_in

pytestmark = pytest.mark.slow

T = "tensor<4xf32>"


def straight(count: int) -> str:
    """Each operation uses the one before it."""
    lines = [f"%{n} = stablehlo.add %{n - 1}, %{n - 1} : {T}" for n in range(1, count)]
    return function(lines, f"%{count - 1}")


def reused(count: int) -> str:
    """Each uses the first value of all, too, and the value in the middle."""
    others = [min(n - 1, count // 2 * (n % 2)) for n in range(1, count)]
    lines = [f"%{n} = stablehlo.add %{n - 1}, %{other} : {T}" for n, other in enumerate(others, start=1)]
    return function(lines, f"%{count - 1}")


def side_by_side(count: int) -> str:
    """All are the same, and none is used."""
    return function([f"%{n} = stablehlo.add %0, %0 : {T}" for n in range(1, count)], "%0")


def all_returned(count: int) -> str:
    """Each uses the one before it, and all are returned."""
    lines = [f"%{n} = stablehlo.add %{n - 1}, %0 : {T}" for n in range(1, count)]
    return function(lines, ", ".join(f"%{n}" for n in range(1, count)))


def joined(count: int) -> str:
    """All are the same, and one uses them all."""
    lines = [f"%{n} = stablehlo.add %0, %0 : {T}" for n in range(1, count)]
    names, types = ", ".join(f"%{n}" for n in range(1, count)), ", ".join([T] * (count - 1))
    joined = f"%all = stablehlo.concatenate {names}, dim = 0 : ({types}) -> tensor<{4 * (count - 1)}xf32>"
    return function([*lines, joined], "%0")


def late(count: int) -> str:
    """Half of them are a chain, and each of the others uses the end of it and is used far from its start."""
    lines = [f"%{n} = stablehlo.add %{n - 1}, %{n - 1} : {T}" for n in range(1, count // 2)]
    for n in range(count // 2, count - 2, 3):
        lines += [f"%{n} = stablehlo.negate %0 : {T}", f"%{n + 1} = stablehlo.abs %{n} : {T}"]
        lines += [f"%{n + 2} = stablehlo.add %{n}, %{count // 2 - 1} : {T}"]
    return function(lines, "%0")


def function(lines: list[str], returned: str) -> str:
    types = ", ".join([T] * len(returned.split(", ")))
    body = "\n".join([*lines, f"return {returned} : {types}"])
    return f"func.func @main(%0: {T}) -> ({types}) {{\n{body}\n}}\n"


PROGRAMS = (straight, reused, side_by_side, all_returned, joined, late)


def show(text: str) -> None:
    module = parse(text)
    graph = graph_of(module)
    FORMATS["html"](graph, overlays_of(graph, default_entry(module)))


def calls_to_show(text: str) -> int:
    """How many functions are called to show a program."""
    return calls_in(lambda: show(text))


@pytest.mark.parametrize("program", PROGRAMS)
def test_twice_as_many_operations_are_twice_the_work(program: Callable[[int], str]) -> None:
    calls_to_show(program(20))  # what is done once
    least, less, more = (calls_to_show(program(count)) for count in (500, 1000, 2000))
    assert more - less < 2.5 * (less - least)


@pytest.mark.parametrize("program", PROGRAMS)
def test_arrows_pass_few_rows_for_each_operation(program: Callable[[int], str]) -> None:
    for sheet in sheets_of(graph_of(parse(program(1000)))).values():
        row = rows_of([(arrow.source, arrow.target) for arrow in sheet.arrows], len(sheet.cells))
        assert sum(row[arrow.target] - row[arrow.source] for arrow in sheet.arrows) <= 64 * len(sheet.cells)


def test_a_value_that_is_used_all_along_is_drawn_again() -> None:
    (sheet,) = (each for each in sheets_of(graph_of(parse(reused(400)))).values() if each.arrows)
    assert {cell.lines[0] for cell in sheet.cells if cell.kind == "in"} == {"%arg0: 4xf32", "%200: 4xf32"}
    assert sum(len(arrow.used) for arrow in sheet.arrows) == 2 * 399 - 101 + 1  # %n-1 is %other 101 times
    row = rows_of([(arrow.source, arrow.target) for arrow in sheet.arrows], len(sheet.cells))
    assert max(row[arrow.target] - row[arrow.source] for arrow in sheet.arrows) <= 64


def test_a_long_arrow_stays_where_there_are_few() -> None:
    lines = [f"%{n} = stablehlo.add %{n - 1}, %{n - 1} : {T}" for n in range(1, 100)]
    (sheet,) = sheets_of(graph_of(parse(function(lines, "%99, %1")))).values()
    assert [cell.kind for cell in sheet.cells] == ["node"] * 101
