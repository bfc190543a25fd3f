"""Runs of two programs in f64, without residues: they cost as much as runs of the programs themselves.

Most inputs of a search show no difference, which these runs tell at a small part of the price of a judgement.
Many inputs run at once, as lanes, if all take the same path.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.decisions import LEAST_MARGIN
from stablehlo_tools.comparison.equivalence.residues.uses import direction_of
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.arrays import as_array
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array, is_inexact
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import TensorType, element_kind, element_type_named
from stablehlo_tools.ops.model.declare import Argument, RegionCall
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verdict.envelope.lanes import are_at_once
from stablehlo_tools.verdict.envelope.shadow import ShadowDomain, WorkingTypes
from stablehlo_tools.verdict.noise.lane_values import Lanes, count_of_lanes, row, rows_alike

# Differences of float64 above this, relative to the greatest element of a result, are not rounding errors.
NOISE: Final = 1e-12
_TYPES: Final = WorkingTypes(element_type_named("f64"), ranged=False)
_MOST_NOTED: Final = 1 << 21  # distances of a run
_ROOM: Final = 1 << 14  # elements of a value, on all inputs that run at once
_BATCH: Final = 1 << 5  # inputs of a search that run at once


class PlainRun(NamedTuple):
    """The results of a run, and how far numbers that it compares are above the others, in rows of lanes.

    `closest` is the least distance of different numbers, relative to those above 1; 0 if some are not noted.
    """

    results: list[Any]
    distances: list[Array]
    closest: float


class _OnOnePath:
    """A domain of lanes that take the same path."""

    reuses = True
    shares_kernels = True

    def __init__(self) -> None:
        self._distances: list[Array] = []
        self._room = 0  # for more distances: none, unless a run asks for them
        self._closest = math.inf
        self._lanes = ShadowDomain(_TYPES, has_lanes=True)

    def noted(self, run: Callable[[], list[list[Any]]]) -> PlainRun:
        """The results of a run, and the distances between numbers that it compares."""
        self._distances, self._room, self._closest = [], _MOST_NOTED, math.inf
        try:
            (results,) = run()
            distances = [each.reshape(len(each), -1) for each in self._distances]
            return PlainRun(results, distances, self._closest if self._room > 0 else 0.0)
        finally:
            self._distances, self._room = [], 0

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation, on lanes."""
        if op.name in CONTROL:
            return functools.partial(_on_one_path, kernel)
        on_lanes = self._lanes.kernel(op, operation, kernel)
        return functools.partial(self._noting, on_lanes) if is_noted(operation) else on_lanes

    def _noting(self, kernel: Kernel, *operands: Any, **named: Argument) -> Any:
        for x, y in itertools.pairwise(operands):
            if self._room > 0:
                one, other = _in_rows(x, y)
                with np.errstate(invalid="ignore"):
                    distances = one - other
                    relative = np.abs(distances) / np.maximum(np.maximum(np.abs(one), np.abs(other)), 1.0)
                self._closest = min(self._closest, relative.min(where=relative > 0, initial=math.inf))
                if Lanes in (type(x), type(y)):
                    self._distances.append(distances)
                self._room -= distances.size
        return kernel(*operands, **named)


def _in_rows(x: Any, y: Any) -> list[Array]:
    """Two values as rows of one length; a scalar, as a bound of a clamp, has rows of one number."""
    rank = max(len(x.shape), len(y.shape))
    rows = rows_alike([x, y]) if Lanes in (type(x), type(y)) else [as_array(each)[None] for each in (x, y)]
    return [each.reshape(len(each), *(1,) * (rank + 1 - each.ndim), *each.shape[1:]) for each in rows]


def is_noted(operation: Operation) -> bool:
    """Whether an operation compares floats, but not for another one, as a sort or a reduction."""
    op, parent = OPS.get(operation.name), operation.parent
    return (
        op is not None
        and bool(direction_of(operation) or op.is_bounding)
        and element_kind(operation.operands[0].type) == "float"
        and (isinstance(parent, Function) or (parent is not None and parent.name in CONTROL))
    )


def _on_one_path(kernel: Kernel, *operands: Any, cond: RegionCall | None = None, **named: Argument) -> Any:
    """The results of a loop or a branch on lanes, if all of them decide the same."""
    if cond is not None:
        return kernel(*operands, cond=functools.partial(_decided, cond), **named)
    return kernel(*_require_same(operands), **named)


def _decided(condition: RegionCall, *values: Any) -> Any:
    return _require_same(condition(*values))


def _require_same(values: Sequence[Any]) -> Sequence[Any]:
    if Lanes in map(type, values):
        raise Unsupported("inputs take different paths")
    return values


class PlainRuns:
    """Runs of two programs, compiled when they are first run."""

    def __init__(self, functions: Sequence[Function], options: RunOptions) -> None:
        self.functions, self._options = functions, options

    @functools.cached_property
    def _programs(self) -> list[tuple[Executable, _OnOnePath]]:
        domains = [_OnOnePath() for _ in self.functions]
        return [
            (compile(module_of(function), function.symbol, self._options, domain=domain), domain)
            for function, domain in zip(self.functions, domains, strict=True)
        ]

    @functools.cached_property
    def largest(self) -> int:
        """The elements of the largest value in the programs; 0 if a size is unknown."""
        sizes = [1]
        for function in self.functions:
            for type in itertools.chain(function.type.inputs, *(op.types for op in computing(function))):
                if not (isinstance(type, TensorType) and type.is_static):
                    return 0
                sizes.append(math.prod(type.static_shape))
        return max(sizes)

    @functools.cached_property
    def calls(self) -> int:
        """The greatest number of kernels of a program that take one input at a time."""
        return max(sum(map(_takes_one, computing(function))) for function in self.functions)

    @property
    def room(self) -> int:
        """The greatest number of inputs that run at once."""
        return max(_ROOM // self.largest, 1) if self.largest else 1

    @property
    def batch(self) -> int:
        """The number of inputs of a search that run at once."""
        return min(self.room, _BATCH)

    def results(self, inputs: Sequence[Any]) -> list[list[Any]]:
        """The results of both programs: lanes where they depend on inputs that are lanes.

        Raises `RunError` if a program cannot be run, or if lanes take different paths.
        """
        values = _widened(inputs)
        return [program.run_parallel([values])[0] for program, _ in self._programs]

    def noted(self, side: int, inputs: Sequence[Any]) -> PlainRun:
        """The results of one program, and its comparisons. Raises `RunError` as `results` does."""
        program, domain = self._programs[side]
        return domain.noted(lambda: program.run_parallel([_widened(inputs)]))

    def agree(self, inputs: Sequence[Any]) -> bool:
        """Whether the numbers of all results are equal but for rounding; False if a program cannot be run.

        Raises `RunError` if a limit stops a run.
        """
        try:
            return all(self._agreeing(inputs, count_of_lanes(inputs)))
        except RunError as error:
            _require_no_timeout(error)
            return False

    def agree_clearly(self, inputs: Sequence[Any]) -> bool:
        """Whether results agree as in `agree`, and rounding decides no comparison that is noted."""
        try:
            runs = [self.noted(side, inputs) for side in range(len(self.functions))]
        except RunError as error:
            _require_no_timeout(error)
            return False
        is_clear = all(run.closest >= LEAST_MARGIN for run in runs)
        return is_clear and all(itertools.starmap(_agree, zip(*(run.results for run in runs), strict=True)))

    def agreeing(self, batch: Sequence[Sequence[Any]]) -> Sequence[bool]:
        """On which inputs the programs are known to agree, without running them one by one."""
        try:
            return self._agreeing(list(map(_together, zip(*batch, strict=True))), len(batch))
        except RunError:
            return [False] * len(batch)

    def _agreeing(self, inputs: Sequence[Any], count: int) -> list[bool]:
        runs = self.results(inputs)
        with np.errstate(all="ignore"):
            return [
                all(_agree(row(one, number), row(other, number)) for one, other in zip(*runs, strict=True))
                for number in range(count)
            ]


def _require_no_timeout(error: RunError) -> None:
    if any(diagnostic.code == "timeout" for diagnostic in error.diagnostics):
        raise error


def _widened(inputs: Sequence[Any]) -> list[Any]:
    return [Lanes(_TYPES.widened(x.rows)) if type(x) is Lanes else _TYPES.widened(x) for x in inputs]


def computing(function: Function) -> Iterator[Operation]:
    """The operations of the module of a function that have results."""
    return (operation for operation in module_of(function).walk() if operation.results)


def _takes_one(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    return op is not None and not are_at_once(op) and None in map(constant_of, operation.operands)


def _together(arrays: Sequence[Any]) -> Any:
    """The values of an input in several runs, as lanes unless they are the same."""
    return arrays[0] if all(array is arrays[0] for array in arrays) else Lanes(np.stack(arrays))


def _agree(one: Any, other: Any) -> bool:
    if not isinstance(one, np.ndarray | np.generic) or not is_inexact(one.dtype):
        return bool(np.array_equal(one, other))
    first, second = np.asarray(one), np.asarray(other)
    is_same = (first == second) | (np.isnan(first) & np.isnan(second))
    if is_same.all():
        return True
    sizes = np.abs(first)
    scale = sizes.max(where=np.isfinite(sizes), initial=0.0)
    return bool(np.abs(first - second).max(where=~is_same, initial=0.0) <= NOISE * scale)
