"""Compares two sides: their results, then all values of the program, then the suspected operations alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.comparison.counterparts import (
    Counterparts,
    CounterpartSearch,
    ScopeValues,
    in_wider_type,
    size_of_values,
)
from stablehlo_tools.comparison.equivalence.prove import equivalent
from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions
from stablehlo_tools.comparison.estimates import estimate_of_results, is_on_numpy, program_estimate
from stablehlo_tools.comparison.judges import Judge
from stablehlo_tools.comparison.pairing import pair
from stablehlo_tools.comparison.results import Comparison, JudgedValue, Suspect, ValueRow, Verdict
from stablehlo_tools.comparison.search import Search
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side, file_of, know_inputs
from stablehlo_tools.dataflow.roundings import narrowest_types, precision_rank
from stablehlo_tools.diagnostics.diagnostic import EngineError, RunError
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.errors import require_arrays
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.rewrite.mark import MarkedScope, inlined
from stablehlo_tools.verdict.difference import measure, same_bits
from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate
from stablehlo_tools.verdict.rounding import Estimate
from stablehlo_tools.verdict.tolerance import Allowance, Tolerance

AUTO: Final = "auto"  # results; if they differ, the op at fault
OUTPUTS: Final = "outputs"  # results alone
ALL: Final = "all"  # every value
ISOLATED: Final = "isolated"  # every op alone
ACCUMULATED: Final = "accumulated"  # every value, but no op alone
MODES: Final = (AUTO, OUTPUTS, ALL, ISOLATED, ACCUMULATED)
_MOST_TO_PROVE: Final = 1 << 24  # bytes of values above which a proof takes longer than the comparison
DEFAULT_MEMORY: Final = 1 << 30  # bytes of the values that one run returns


def compare(
    a: Side,
    b: Side,
    inputs: Sequence[Array],
    *,
    mode: str = AUTO,
    tolerance: Tolerance | None = None,
    max_memory: float = DEFAULT_MEMORY,
    casts: bool = False,
) -> Comparison:
    """The comparison of two sides on the same inputs, which are arrays of the types of `a`; `b` is the
    reference.

    By default, results are compared, and if they differ, the first operation that differs is searched for. In
    different programs, that is the first one whose result agrees with no value of the other program. Values
    that need more than `max_memory` bytes take several runs. With `casts`, the programs may differ in their
    float types.

    Raises `EngineError`; `ValueError` for an unknown mode; `RunError` for programs of different types, or
    that return tuples.
    """
    require_one_of(MODES, mode, "mode")
    for side in (a, b):
        require_arrays(side.function)
    know_inputs((a, b), inputs)
    runs, parts = (a.runs, b.runs), (a.parts, b.parts)
    comparer = _Comparer(a, b, inputs, tolerance or Tolerance(), max_memory, casts=casts)
    comparison = comparer.compare(mode)
    if isinstance(b, RecordedSide):
        b.require_used()
    comparison.runs = a.runs - runs[0], b.runs - runs[1]
    comparison.parts = a.parts - parts[0], b.parts - parts[1]
    return comparison


class _Comparer:
    def __init__(
        self,
        a: Side,
        b: Side,
        inputs: Sequence[Array],
        tolerance: Tolerance,
        max_memory: float,
        *,
        casts: bool,
    ) -> None:
        self.a, self.b = a, b
        self.pairing = pair(a.function, b.function, casts=casts)
        self.inputs, self.second_inputs = inputs, self.pairing.inputs(inputs)
        self.tolerance, self.max_memory = tolerance, max_memory
        self.judge = Judge.for_sides(self.tolerance, a, b)
        self.function = a.function
        self.comparison = Comparison(_names(a, b), a.module)
        self._results: dict[int, ValueRow] = {}
        self._estimate: ProgramEstimate | None = None

    def compare(self, mode: str) -> Comparison:
        """The comparison in a mode."""
        self._compare_results()
        differs = not self.comparison.agrees
        has_none = bool(self.function.returned) and not self._results  # inner values may be recorded
        is_searched = mode not in (OUTPUTS, AUTO) or (mode == AUTO and (differs or has_none))
        if not is_searched:
            self._note_looser_types()
            return self.comparison
        for side in (self.a, self.b):
            side.close()  # the search has programs of its own
        try:
            if _is_one_program(self.a, self.b):
                self._search(mode, differs=differs)
                return self.comparison
            if mode != AUTO:
                self.comparison.notes.append(f"two programs: `--mode {mode}` compares their results")
            if differs:
                self._search_counterparts()
        except EngineError as error:
            if not differs:
                raise
            self.comparison.notes.append(
                f"cannot locate the first difference: {error.diagnostics[0].message}"
            )
        return self.comparison

    def _compare_results(self) -> None:
        results = self._outputs()
        self._results = dict(self._rows(*results))
        self.comparison.results = list(self._results.values())
        self._note_unrecorded(results[1])
        if not self.comparison.agrees:
            self._note_determinism(*results)

    def _note_unrecorded(self, references: Sequence[Array | None]) -> None:
        names = [f"out{index}" for index, array in enumerate(references) if array is None]
        if names and isinstance(self.b, RecordedSide):
            self.comparison.notes.append(f"not recorded, so not compared: {', '.join(names)}")

    def _note_looser_types(self) -> None:
        """Note results computed through narrower types, whose tolerance is wider."""
        types = narrowest_types(self.a.module, self.function)
        own = self.function.type.results
        changed = [index for index, row in self._results.items() if not row.judgement.is_same]
        narrower = [type for index in changed if (type := types[index]) and _is_narrower(type, own[index])]
        if narrower:
            names = ", ".join(dict.fromkeys(map(str, narrower)))
            count = plural(len(narrower), "result")
            text = f"{count} computed through {names}, whose rounding the tolerance includes"
            self.comparison.notes.append(f"{text}; use `--mode all` to compare all values")

    def _outputs(self) -> tuple[Sequence[Array | None], Sequence[Array | None]]:
        """The results of both sides, in the order of the first one."""
        return self.a.outputs(self.inputs), self._outputs_of_second(self.second_inputs)

    def _outputs_of_second(self, inputs: Sequence[Array]) -> Sequence[Array | None]:
        theirs = self.b.outputs(inputs)
        return [theirs[index] for index in self.pairing.result_order]

    def _rows(
        self, arrays: Sequence[Array | None], references: Sequence[Array | None]
    ) -> Iterator[tuple[int, ValueRow]]:
        """The index and the comparison of each result that both sides have."""
        returned = self.function.returned
        allowance = self._allowance(references)
        for index, (array, reference) in enumerate(zip(arrays, references, strict=True)):
            if array is None or reference is None:
                continue
            array, reference = in_wider_type(array, reference)
            judgement = self.judge.value(array, reference, functools.partial(allowance, index, reference))
            if self._estimate is not None:
                judgement = self._estimate.explained(judgement, index, array, reference)
            yield index, JudgedValue(returned[index], array, reference, judgement).named(f"out{index}")

    def _allowance(self, references: Sequence[Array | None]) -> Callable[[int, Array, int], Allowance]:
        """The rounding allowance of the results of both programs, by index, reference and number of runs."""
        nominal = references if is_on_numpy(self.b) else ()
        if _is_one_program(self.a, self.b):
            self._estimate = program_estimate(self.b, self.inputs, nominal)
            return self._estimate.allowance
        converted = self.pairing.converted(self.inputs, self.second_inputs)
        first, order = program_estimate(self.a, self.inputs), self.pairing.result_order
        second: ProgramEstimate | Estimate = program_estimate(self.b, self.second_inputs)
        if converted:  # a shadow does not round its inputs
            second = estimate_of_results(self.b, self.second_inputs, (), converted)
        return lambda index, reference, count: (
            first.allowance(index, reference, count) + second.allowance(order[index], reference, count)
        )

    def _note_determinism(self, *results: Sequence[Array | None]) -> None:
        """Execute each side that may not be deterministic again, and note results that change."""
        again = (self.a.outputs, self.inputs), (self._outputs_of_second, self.second_inputs)
        for side, (outputs, inputs), first in zip((self.a, self.b), again, results, strict=True):
            if is_on_numpy(side):
                continue
            second = outputs(inputs)
            pairs = [(x, y) for x, y in zip(first, second, strict=True) if x is not None and y is not None]
            changed = [measure(y, x) for x, y in pairs if not same_bits(x, y)]
            if changed:
                largest = max(difference.max_abs for difference in changed)
                text = f"{side.name} is not deterministic: between two runs, "
                text += f"{len(changed):,} of {len(first):,} results differ, by up to {largest:.3g}"
                self.comparison.notes.append(text)

    def _search(self, mode: str, *, differs: bool) -> None:
        """Search for the first operation that differs."""
        scope = inlined(self.a.module, self.function)
        search = Search(
            (self.a, self.b),
            self.tolerance,
            self.max_memory,
            isolates=mode != ACCUMULATED,
            records_all=mode in (ALL, ACCUMULATED),
        )
        if mode == ISOLATED:
            self.comparison.finding = search.isolate_all(scope, self.inputs)
        else:
            self.comparison.finding = search.locate(scope, self.inputs, is_whole=True, must_differ=differs)
            if differs and self.comparison.finding is None:
                self.comparison.finding = self._as_a_whole(scope)
        self.comparison.rows = search.rows
        self.comparison.alone = search.counts()
        self.comparison.notes += search.notes
        for side in (self.a, self.b):
            if side.refused:
                names = ", ".join(side.refused)
                self.comparison.notes.append(f"not compared, since {side.name} cannot return them: {names}")

    def _search_counterparts(self) -> None:
        """Search for the first value that no value of the other program agrees with."""
        a, b = self.a, self.b
        assert isinstance(a, EngineSide)
        assert isinstance(b, EngineSide)
        index, row = self._first_different()
        if size_of_values(a) + size_of_values(b) > self.max_memory:
            self.comparison.notes.append(
                "skipped the search: storing all values would exceed the memory limit"
            )
            return
        converted = self.pairing.converted(self.inputs, self.second_inputs)
        first = ScopeValues(a, inlined(a.module, a.function), self.inputs, is_whole=True)
        second = ScopeValues(b, inlined(b.module, b.function), self.second_inputs, converted, is_whole=True)
        search = CounterpartSearch(Counterparts(first, second, self.judge, casts=self.pairing.casts))
        self.comparison.finding = search.first(first.scope.results[index], row)
        self._note_equality(a, b)

    def _note_equality(self, a: EngineSide, b: EngineSide) -> None:
        """Note that the programs are equal over the reals, if a proof succeeds."""
        is_large = size_of_values(a) + size_of_values(b) > _MOST_TO_PROVE
        if is_large or a.options.num_processes > 1 or b.options.num_processes > 1:
            return
        try:
            equivalence = equivalent(a.function, b.function, EquivalenceOptions(inputs=self.inputs))
        except RunError:  # not of equal types, or not executable here
            return
        if equivalence:
            self.comparison.notes.append(
                "equal over the reals on the path of these inputs: the difference is rounding"
            )

    def _first_different(self) -> tuple[int, ValueRow]:
        return next((index, row) for index, row in self._results.items() if not row.agrees)

    def _as_a_whole(self, scope: MarkedScope) -> Suspect:
        """The finding for a result that differs only if the program is executed as it is, with its calls."""
        index, row = self._first_different()
        if not isinstance(self.b, EngineSide):
            return Suspect(row, Verdict.NOT_ISOLATED, ("no recorded value before it differs",))
        value = scope.results[index]
        if isinstance(value.owner, Operation):
            row = replace(row, name=scope.name(value), operation=value.owner)
        note = (
            "the program differs as it is, but neither with its calls inlined nor with its values as results"
        )
        return Suspect(row, Verdict.ONLY_UNMARKED, (note,))


def _is_narrower(type: ElementType, own: Type) -> bool:
    """Whether a float type is less precise than the type of a result."""
    element_type = own.element_type if isinstance(own, TensorType) else None
    return isinstance(element_type, ElementType) and precision_rank(type) > precision_rank(element_type)


def _is_one_program(a: Side, b: Side) -> bool:
    return a.entry == b.entry and (a.module is b.module or a.module == b.module)


def _names(a: Side, b: Side) -> tuple[str, str]:
    """The names of both sides: of the engines, the programs, or both, by what differs."""
    names = file_of(a), file_of(b)
    if names[0] == names[1] or "" in names or _is_one_program(a, b):
        return a.name, b.name
    return names if a.name == b.name else (f"{names[0]} on {a.name}", f"{names[1]} on {b.name}")
