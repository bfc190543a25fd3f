"""The check of a lowering: both programs are run on the same inputs, or shown to be equal over the reals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, errors_of
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.errors import RUN_ERRORS
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.random_values import Distribution, distribution_of, generated_input
from stablehlo_tools.ir.arrays import Array, element_type_of, wide
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import QuantizedType, TensorType, TupleType, Type, byte_size
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verdict.difference import info, measure, same_result
from stablehlo_tools.verifier.module import verify

_SECONDS: Final = 20.0  # of a run
_MEMORY: Final = 1 << 30
_DISTRIBUTIONS: Final = (None, "normal:4", "uniform:-40,40")
_IN_RANGE: Final = 1e30  # numbers that f32 has: a result is one, too
_SIZE: Final = 3  # of a dimension that is not known
_MOST_PROVED: Final = 1 << 20  # bytes of the inputs of what is proved: prime fields are slow

Adapter = Callable[[list[Any]], Iterable[Any]]


@dataclass(frozen=True)
class Claim:
    """The claim of a lowering: the same bits if `is_exact`, else at most `ulp` units in the last place apart.

    Without `ulp`, both are equal over the reals, where constants may differ by a `tolerance`, or results are
    within it, relative to the greatest element. If the lowering changes the signature, `inputs` and `results`
    are those of the new program for those of the old one. `domain` makes inputs of arrays at random; `unique`
    is what right results agree in, which are compared.
    """

    is_exact: bool
    ulp: int | None = None
    tolerance: float = 0.0
    inputs: Adapter | None = None
    results: Adapter | None = None
    domain: Adapter | None = None
    unique: Adapter | None = None


@dataclass(frozen=True)
class ClaimVerdict:
    """The finding of a check: `how` it was checked, or not, and the `difference`, if there is one."""

    how: str
    difference: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether the programs differ."""
        return bool(self.difference)


RANDOM: Final = ClaimVerdict("not compared: its results are random")


def check_functions(before: Function, after: Function, claim: Claim) -> ClaimVerdict:
    """The verdict on two functions in modules, of which the first is valid."""
    errors = errors_of(verify(module_of(after)))
    if errors:
        return ClaimVerdict("verified", f"the new program is invalid: {errors[0].message}")
    if not before.type.results:
        return ClaimVerdict("not executed: it has no results")
    try:
        first = _compiled(before)
    except RUN_ERRORS as error:
        return ClaimVerdict(f"not executed: {_reason(error)}")
    try:
        second = _compiled(after)
    except RUN_ERRORS as error:
        return ClaimVerdict("executed", f"the new operations cannot be executed: {_reason(error)}")
    return _Comparison((before, after), (first, second), claim).verdict()


def _compiled(function: Function) -> Executable:
    module = module_of(function)
    size = sum(byte_size(_sized(type)) for type in (*function.type.inputs, *function.type.results))
    if size > _MEMORY:
        raise ValueError("its arrays are too large" if size < math.inf else "its rank is unknown")
    options = RunOptions(max_memory=_MEMORY * 4, timeout=_SECONDS).for_module(module)
    if options.num_processes > 1:
        raise ValueError("it needs several processes")
    return compile(module, function.symbol, options)


def _reason(error: BaseException) -> str:
    if isinstance(error, DiagnosticError):
        return error.diagnostic.message
    return str(error).splitlines()[0] if str(error) else type(error).__name__


@dataclass(frozen=True)
class _Comparison:
    """Two executables, and the claim about them."""

    functions: tuple[Function, Function]
    programs: tuple[Executable, Executable]
    claim: Claim

    def verdict(self) -> ClaimVerdict:
        """The verdict of the runs, on inputs of several distributions."""
        compared, failure, largest = 0, "", 0.0
        for drawn in _inputs(self.functions[0]):
            inputs = self._adapted(self.claim.domain, drawn)
            try:
                expected = list(self.programs[0](inputs))
            except RUN_ERRORS as error:
                failure = _reason(error)
                continue
            try:
                actual = list(self.programs[1](self._adapted(self.claim.inputs, inputs)))
            except RUN_ERRORS as error:
                return ClaimVerdict("executed", f"the new program fails: {_reason(error)}")
            expected = self._adapted(self.claim.results, expected)
            expected, actual = (
                self._adapted(self.claim.unique, list(flat(values))) for values in (expected, actual)
            )
            difference, units = self._differ(expected, actual)
            if difference:
                near = self._near(expected, actual)
                proved = self._proved() if near is None else near
                return proved if proved is not None else ClaimVerdict("executed", difference)
            largest = max(largest, units)
            compared += 1
        if not compared:
            return ClaimVerdict(f"not executed: {failure or 'no inputs can be generated'}")
        return ClaimVerdict("bit by bit" if self.claim.is_exact else f"within {math.ceil(largest):,} ULP")

    @staticmethod
    def _adapted(adapter: Adapter | None, arrays: list[Any]) -> list[Any]:
        return arrays if adapter is None else list(adapter(arrays))

    def _differ(self, expected: Sequence[Any], actual: Sequence[Any]) -> tuple[str, float]:
        """The first difference beyond the claim, with both values, and by how many units."""
        largest, is_exact = 0.0, self.claim.is_exact
        for number, (old, new) in enumerate(zip(expected, actual, strict=True)):
            if same_result(old, new):
                continue
            old, new = np.asarray(old), np.asarray(new)
            if (old.shape, old.dtype) != (new.shape, new.dtype):
                types = f"{new.dtype}{[*new.shape]} instead of {old.dtype}{[*old.shape]}"
                return f"result {number} is {types}", 0.0
            if not is_exact:
                old, new = _without_least(old), _without_least(new)
            measured = measure(new, old)
            if is_exact and measured.is_none:
                continue  # another NaN
            if is_exact or not measured.max_ulp <= (self.claim.ulp or 0):
                value, reference = measured.values
                place = f"[{', '.join(map(str, measured.worst))}]" if measured.worst else ""
                return f"result {number}{place} is {value} instead of {reference}", measured.max_ulp
            largest = max(largest, measured.max_ulp)
        return "", largest

    def _near(self, expected: Sequence[Any], actual: Sequence[Any]) -> ClaimVerdict | None:
        """The verdict that results are within the tolerance, relative to their largest element; else None."""
        if not self.claim.tolerance:
            return None
        largest = 0.0
        for old, new in zip(expected, actual, strict=True):
            reference, result = wide(np.asarray(old)), wide(np.asarray(new))
            if (np.isfinite(reference) & (np.abs(reference) < _IN_RANGE) & ~np.isfinite(result)).any():
                return None
            finite = np.isfinite(reference) & np.isfinite(result)
            size = float(np.abs(reference[finite]).max(initial=0.0)) or 1.0
            error = float(np.abs(reference[finite] - result[finite]).max(initial=0.0)) / size
            largest = max(largest, error / max(self.claim.tolerance, _resolution(old)))
        return ClaimVerdict("within its tolerance") if largest <= 1 else None

    def _proved(self) -> ClaimVerdict | None:
        """The verdict of a proof over the reals, if the claim allows one; None if the programs differ."""
        if self.claim.is_exact or self.claim.ulp is not None:
            return None
        if sum(map(byte_size, self.functions[0].type.inputs)) > _MOST_PROVED:
            return ClaimVerdict("not compared: it is too large for a proof")
        from stablehlo_tools.comparison.equivalence.prove import equivalent  # few lowerings need it
        from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions

        options = EquivalenceOptions(seeds=1, tolerance_constants=self.claim.tolerance, timeout=_SECONDS)
        try:
            proof = equivalent(*self.functions, options)
        except RUN_ERRORS as error:
            return ClaimVerdict(f"not proved: {_reason(error)}")
        if proof.verdict == "different":
            return None
        return ClaimVerdict("proved over the reals" if proof else f"not proved: {proof.reason}")


def _resolution(array: Any) -> float:
    """The unit in the last place of 1, of the floats in an array: no result of that type is closer."""
    return float(info(array.dtype).eps) if element_type_of(array.dtype).kind == "float" else 0.0


def _without_least(array: Array) -> Array:
    """An array, with NaN for the least number of a type without zero: both stand for it."""
    has_zero = array.dtype.kind in "biuc" or array.dtype.type(0) == 0
    return array if has_zero else np.where(array.view(np.uint8) == 0, array.dtype.type(np.nan), array)


def _sized(type: Type) -> Type:
    """The type with numbers in place of unknown sizes."""
    if not isinstance(type, TensorType) or type.shape is None:
        return type
    if isinstance(type.element_type, QuantizedType):  # arrays have the integers that are stored
        type = TensorType(type.shape, type.element_type.storage_type)
    if type.is_static:
        return type
    sizes = (size if isinstance(size, int) else int(min(size.high, _SIZE)) for size in type.shape or ())
    return TensorType(tuple(sizes), type.element_type)


def _input(type: Type, seed: int, index: int, distribution: Distribution | None) -> Any:
    """A value from a distribution, or from the usual one if the type lacks its numbers."""
    if isinstance(type, TupleType):
        return tuple(
            _input(element, seed, 100 * (index + 1) + number, distribution)
            for number, element in enumerate(type.types)
        )
    try:
        return generated_input(type, seed, index, distribution)
    except ValueError:
        return generated_input(type, seed, index)


def _inputs(function: Function) -> Iterator[list[Any]]:
    """Arrays for the arguments of a function, from each distribution that suits their types."""
    for seed, text in enumerate(_DISTRIBUTIONS):
        distribution = None if text is None else distribution_of(text)
        inputs: list[Any] = []
        for index, argument in enumerate(function.arguments):
            try:
                inputs.append(_input(_sized(argument.type), seed, index, distribution))
            except ValueError:
                return
        yield inputs
        if not function.arguments:
            return
