"""Kernels beside the best that one would write in numpy by hand for the very case, and beside XLA.

A case is a program of one op. Where there are several ways to write it by hand, the fastest counts.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.ir.arrays import dtype_of
from tests.benchmarks import peers
from tests.benchmarks.cases import Figure, read_and_verify
from tests.benchmarks.measure import Effort, Task, medians
from tests.benchmarks.models import Array, largest_error

ByHand = Callable[..., Any]  # from the inputs to the result, or to a list of the results


@dataclass(frozen=True)
class Kernel:
    """One op on operands of given shapes.

    `operands` and `results` are their types, as in "8x16xf32, 16xf32"; `attributes` and `regions` what else
    the op takes, `constants` what stands before it and which operands follow the inputs. Integers are drawn
    from `ranges`, which are for the inputs in order; those without one, from all there are.
    """

    op: str
    case: str
    operands: str
    results: str
    by_hand: Sequence[ByHand]
    attributes: str = ""
    regions: Sequence[str] = ()
    constants: str = ""
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    prepare: Callable[[list[Array]], list[Array]] = list

    @property
    def label(self) -> str:
        """What tells it from others."""
        return f"{self.op} {self.case}"

    @property
    def text(self) -> str:
        """The program."""
        inputs = [f"tensor<{type}>" for type in _words(self.operands)]
        extra = [line.split(" : ")[1] for line in _lines(self.constants)]
        names = [f"%{place}" for place in range(len(inputs))]
        names += [line.split(" = ")[0] for line in _lines(self.constants)]
        results = [f"tensor<{type}>" for type in _words(self.results)]
        outputs = ", ".join(results)
        returned = ", ".join(f"%r#{place}" for place in range(len(results)))
        regions = f" ({', '.join(self.regions)})" if self.regions else ""
        name = self.op if "." in self.op else f"stablehlo.{self.op}"
        lines = [
            f"func.func @main({', '.join(map('{}: {}'.format, names, inputs))}) -> ({outputs}) {{",
            *_lines(self.constants),
            f'%r:{len(results)} = "{name}"({", ".join(names)}) <{{{self.attributes}}}>{regions}'
            f" : ({', '.join(inputs + extra)}) -> ({outputs})",
            f"return {returned} : {outputs}",
            "}",
        ]
        return "\n".join(lines)

    def inputs(self) -> list[Array]:
        """The same at each call."""
        random = np.random.default_rng(zlib.crc32(self.label.encode()))
        main = stablehlo_tools.parse(self.text).functions[0]
        types: list[Any] = [argument.type for argument in main.arguments]
        drawn = [_drawn(type, self.ranges.get(place), random) for place, type in enumerate(types)]
        return self.prepare(drawn)


def _words(types: str) -> list[str]:
    return types.split(", ") if types else []


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _drawn(type: Any, limits: tuple[int, int] | None, random: np.random.Generator) -> Array:
    element, dtype, shape = type.element_type, dtype_of(type.element_type), type.static_shape
    if element.kind == "complex":
        return np.asarray(random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(dtype)
    if element.kind == "float":
        return np.asarray(random.standard_normal(shape)).astype(dtype)
    if limits is None:
        is_signed = element.kind == "signed"
        limits = -(1 << element.bits - 1) if is_signed else 0, 1 << element.bits - is_signed
    wide = np.uint64 if limits[1] > 1 << 63 else np.int64
    return random.integers(*limits, shape, wide).astype(dtype)


def warm_run(case: Kernel, effort: Effort) -> Iterator[Figure]:
    """One op, when its program is compiled."""
    text, inputs = case.text, case.inputs()
    interpret.keep_freed_memory()
    program = interpret.compile(read_and_verify(text))
    tasks = {"": Task(lambda _: program(inputs))}
    for place, by_hand in enumerate(case.by_hand):
        tasks[f"by hand {place}"] = Task(lambda _, by_hand=by_hand: by_hand(*inputs))  # type: ignore[misc]
    theirs = _of_xla(text, inputs) if peers.has_jax() else None
    if theirs is not None:
        tasks["XLA"] = theirs
    times = medians(tasks, effort)
    note = _difference(program(inputs), [by_hand(*inputs) for by_hand in case.by_hand])
    if case.by_hand:
        fastest = min(time for name, time in times.items() if name.startswith("by hand"))
        yield Figure(case.op, case.case, times[""], "numpy", fastest, note=note)
    if "XLA" in times:
        yield Figure(case.op, case.case, times[""], "XLA", times["XLA"])


def _of_xla(text: str, inputs: Sequence[Array]) -> Task | None:
    """A run by XLA; None where it knows the op not at all, or not of these types."""
    try:
        compiled, on_device = peers.XlaProgram(text), peers.on_device(inputs)
        compiled(on_device)
    except RuntimeError:
        return None
    return Task(lambda _: compiled(on_device))


def _difference(results: Sequence[Array], others: Sequence[Any]) -> str:
    """What there is to say of results by hand, which are to be equal."""
    errors = [
        largest_error(result, np.asarray(by_hand).astype(result.dtype, copy=False))
        for other in others
        for result, by_hand in zip(results, other if isinstance(other, list) else [other], strict=True)
    ]
    return f"results differ by {max(errors):.0e} of the largest" if any(errors) else ""
