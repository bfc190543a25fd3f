"""A few random programs: the same of them every time. Many more are for `python -m tests.differential`."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools import interpret
from tests.differential.compare import findings
from tests.differential.draw import Draw, ManyDimensions, NoDimensions, NoElements
from tests.differential.exact import exact
from tests.differential.programs import FAMILIES, program
from tests.differential.ulps import FAR, distance, flush, relative
from tests.differential.xla import Xla
from tests.oracle import is_there


def test_distances() -> None:
    one, nan = np.float32(1), np.float32(np.nan)
    ours = np.array([one, one, 0.0, nan, nan, np.inf], np.float32)
    theirs = np.array([one, np.nextafter(one, np.float32(2)), -0.0, nan, one, 3.4028235e38], np.float32)
    assert distance(ours, theirs).tolist() == [0, 1, FAR, 0, FAR, 1]
    small = np.array([1e-45, -1e-45], np.float32)
    assert distance(small, small[::-1]).tolist() == [2, 2]
    assert distance(np.array([1, 2], np.int8), np.array([1, 3], np.int8)).tolist() == [0, FAR]
    eighths = np.array([448, 0.5]).astype(ml_dtypes.float8_e4m3fn)
    assert distance(eighths, np.array([416, 0.5]).astype(eighths.dtype)).tolist() == [1, 0]
    assert relative(np.array([1.0, 0.0]), np.array([1.0, 2**-52])).tolist() == [0, 1]


def test_exact_values() -> None:
    assert exact("exponential", [np.float64(1.0)]) == np.e
    assert exact("log", [np.float32(-1)]) is None
    assert exact("log", [np.complex64(-1)]).tolist() == [0, np.float32(np.pi)]  # type: ignore[union-attr]
    assert exact("add", [np.float32(1), np.float32(1)]) is None


def test_flushing() -> None:
    assert flush(np.array([1e-40, -1e-40, 1e-30], np.float32)).tolist() == [0.0, -0.0, np.float32(1e-30)]
    assert flush(np.array([1e-7], np.float16)).tolist() != [0.0]  # computed with as float32


@pytest.mark.parametrize("op", FAMILIES)
def test_programs_are_the_same_of_the_same_seed(op: str) -> None:
    first, second = program(op, "7"), program(op, "7")
    assert [array.tobytes() for array in first.inputs] == [array.tobytes() for array in second.inputs]
    assert first.detail == second.detail


# XLA's shapes and ours: of all ranks, of rank 0, of rank 9, and with nothing in them.
SOURCES = {
    Draw: [*FAMILIES],
    NoDimensions: [*FAMILIES],
    ManyDimensions: [op for op in FAMILIES if op != "stablehlo.dot"],  # which takes up to two
    NoElements: [*FAMILIES],
}


@pytest.mark.parametrize(
    ("source", "op"), [(source, op) for source, ops in SOURCES.items() if source is not Draw for op in ops]
)
def test_unusual_shapes(source: type[Draw], op: str) -> None:
    """Results are of the declared types, which is checked at each step."""
    for seed in ("first", "second"):
        drawn = program(op, seed, source)
        interpret.compile(drawn.builder().module, is_checked=True)(drawn.inputs)


@pytest.mark.parametrize("source", SOURCES)
def test_xla_computes_the_same(source: type[Draw]) -> None:
    if not is_there():
        pytest.skip("XLA comes with jax")
    ops = SOURCES[source][:: 1 if source is Draw else 2]  # XLA takes its time
    with Xla() as oracle:
        found = list(findings(oracle, [program(op, "test", source) for op in ops]))
    unexplained = [f for f in found if f.verdict in ("differs", "we refuse")]
    assert [(f.program.op, f.program.detail, f.note) for f in unexplained] == []
    assert sum(f.verdict == "XLA refuses" for f in found) < len(found) / 10
