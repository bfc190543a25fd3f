"""How far two values may differ: the tolerance of their type, or what is known of the op that computed them.

The budget of an op holds for one operation on the same operands. The tolerance of a type holds for values at
the end of a chain of operations, in which errors add up and grow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.analysis.comparison import tolerance_of
from stablehlo_tools.comparison.measure import errors_of, info, measure, same_bits, spacing, wide
from stablehlo_tools.interpret.costs import flops
from stablehlo_tools.ir.attributes import Float, Integer, Struct
from stablehlo_tools.ir.constants import element_type_of, plain
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.registry import OPS

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Tolerance:
    """What a user allows instead of the defaults: all bounds that are not None must hold. None: exact.

    Elements may differ by `atol + rtol * |reference|`, or by `ulp` units in the last place; arrays must have
    the correlation `pcc`.
    """

    rtol: float | None = None
    atol: float | None = None
    ulp: float | None = None
    pcc: float | None = None

    @property
    def is_default(self) -> bool:
        """Whether nothing is given."""
        return self == Tolerance()

    def admits(self, array: Array, reference: Array) -> bool:
        """Whether an array is within the bounds."""
        if self.pcc is not None and not _correlates(array, reference, self.pcc):
            return False
        if self.pcc is not None and (self.rtol, self.atol, self.ulp) == (None, None, None):
            return True
        with np.errstate(all="ignore"):
            errors, allowed = errors_of(array, reference), np.zeros(reference.shape)
            if self.rtol is not None:
                allowed = allowed + _finite(self.rtol * np.abs(wide(reference)))
            allowed = allowed + (self.atol or 0.0)
            if self.ulp is not None:
                allowed = np.maximum(allowed, self.ulp * spacing(reference))
            return bool(np.all(errors <= allowed))

    def __str__(self) -> str:
        names = ("rtol", "atol", "ulp", "pcc")
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return ", ".join(f"{name} {value:.3g}" for name, value in given.items()) or "exact"


def _correlates(array: Array, reference: Array, least: float) -> bool:
    """Whether the correlation suffices; of constant arrays, the cosine; of zeros, whether all are equal."""
    found = measure(array, reference)
    value = found.cosine if found.pcc is None else found.pcc
    return not found.differing if value is None else value >= least


def _finite(values: Array) -> Array:
    return np.asarray(np.where(np.isfinite(values), values, 0.0))


@dataclass(frozen=True)
class Budget:
    """A bound for the errors of an array, and what it is: `8 ULP`, `rtol 0.0001, atol 1e-05`."""

    text: str
    bound: Callable[[Array, Array], bool]

    def admits(self, array: Array, reference: Array) -> bool:
        """Whether an array has the bits of the reference, or errors within the bound."""
        return same_bits(array, reference) or self.bound(array, reference)


def value_budget(reference: Array, given: Tolerance, through: ElementType | None = None) -> Budget:
    """The budget of a value that many operations led to.

    It is that of its type, or of `through` if intermediate values were rounded to this narrower type. The
    absolute part scales with the greatest element: where large values cancel, small ones are as far off as
    these were.
    """
    tolerance = given if not given.is_default else _of_type(reference, through)
    return Budget(str(tolerance), tolerance.admits)


def _of_type(reference: Array, through: ElementType | None) -> Tolerance:
    own = element_type_of(reference.dtype)
    if own.kind not in ("float", "complex"):
        return Tolerance()
    rtol, atol = tolerance_of(own)
    if through is not None:
        rtol, atol = max(rtol, tolerance_of(through)[0]), max(atol, tolerance_of(through)[1])
    return Tolerance(rtol, atol * max(1.0, _greatest(reference)))


def _greatest(array: Array) -> float:
    with np.errstate(all="ignore"):
        sizes = np.abs(wide(array))
    return float(sizes[np.isfinite(sizes)].max(initial=0.0))


Magnitude = Callable[[], Array]


def op_budget(
    operation: Operation, operands: Sequence[Array], reference: Array, given: Tolerance, magnitude: Magnitude
) -> Budget:
    """The budget of a result of one operation on these operands.

    `magnitude` computes the result for the absolute values of the operands.
    """
    op = _base(operation)
    if not given.is_default:
        return Budget(str(given), given.admits)
    if op is None or op.error == "norm":
        return value_budget(reference, given)
    if element_type_of(reference.dtype).kind not in ("float", "complex"):
        return Budget("exact", Tolerance().admits)
    if op.error == "sum":
        terms = _terms(operation, operands, reference)
        return Budget(f"{terms:,} terms", lambda a, b: _within_sum(a, b, terms, magnitude))
    wanted = _declared(operation)
    if wanted is not None:
        return Budget(str(wanted), wanted.admits)
    units = _units(op.error, reference)
    return Budget(f"{units:g} ULP" if units else "exact", lambda a, b: _within_units(a, b, units))


def _base(operation: Operation) -> Op | None:
    """The op; that without implicit broadcasting if it has one."""
    op = OPS.get(operation.name)
    if op is None or not op.mnemonic.startswith("broadcast_"):
        return op
    base = op.mnemonic.removeprefix("broadcast_")
    return OPS.get(f"stablehlo.{base}") or OPS.get(f"chlo.{base}") or op


def _declared(operation: Operation) -> Tolerance | None:
    """The `result_accuracy` of an operation, if it states tolerances: twice, since both sides have errors."""
    accuracy = operation.attributes.get("result_accuracy")
    if not isinstance(accuracy, Struct) or "TOLERANCE" not in str(accuracy.fields.get("mode")):
        return None
    fields = {name: accuracy.fields.get(name) for name in ("rtol", "atol", "ulps")}
    values = {name: 2 * each.value for name, each in fields.items() if isinstance(each, (Float, Integer))}
    return Tolerance(values.get("rtol"), values.get("atol"), values.get("ulps"))


def _units(error: float, reference: Array) -> float:
    """The units in the last place that two implementations may differ by, if each has this error.

    Each is off by `error`, and rounds. Types of 16 bits and less are computed in f32, whose errors seldom
    reach the last place. The parts of a complex number cancel: even of a sum of two products, the last places
    are open.
    """
    kind, bits = reference.dtype.kind, 8 * reference.dtype.itemsize
    if kind == "c":
        return 8.0 * max(error, 1.0)
    if not error:
        return 0.0
    return 2.0 if bits <= 16 else 2.0 * error + 1.0


def _within_units(array: Array, reference: Array, units: float) -> bool:
    """Whether errors are of so many units, or below the normal numbers, which some engines flush to zero."""
    with np.errstate(all="ignore"):
        errors = errors_of(array, reference)
        allowed = np.maximum(units * spacing(reference), _smallest_normal(reference))
        return bool(np.all(errors <= allowed))


def _smallest_normal(reference: Array) -> float:
    """The least error to matter, that of flushing subnormal numbers to zero; of narrow types, all matter."""
    if plain(reference).dtype.kind in "biu" or reference.dtype.itemsize < 2:
        return 0.0
    return float(info(reference.dtype).smallest_normal)


# Rounding errors of a sum of n terms are at most n u Σ|x| (u: half the distance of 1 to the next number),
# and, with a probability near 1, less than λ sqrt(n) u Σ|x| for a λ of about 4 (N. Higham and T. Mary, SIAM
# J. Sci. Comput. 41, 2019): the errors are independent of each other. Both sides have them, and round their
# result.
_LAMBDA = 4.0
_FEW_UNITS = 4.0  # enough for most sums, so that no magnitudes are needed


def _within_sum(array: Array, reference: Array, terms: int, magnitude: Magnitude) -> bool:
    if _within_units(array, reference, _FEW_UNITS):
        return True
    with np.errstate(all="ignore"):
        errors = errors_of(array, reference)
        unit = float(info(reference.dtype).eps) / 2
        bound = 2 * (_LAMBDA * math.sqrt(terms) + 1) * unit * np.abs(wide(magnitude()))
        allowed = np.maximum(_finite(bound), _smallest_normal(reference))
        return bool(np.all(errors <= allowed))


def _terms(operation: Operation, operands: Sequence[Array], result: Array) -> int:
    """The number of terms of an element of the result, at most."""
    size = max(result.size, 1)
    count = flops(operation, [each.shape for each in operands], result.shape) // 2
    if count:
        return max(1, -(-count // size))
    window = spec_attributes(OPS[operation.name], operation).get("window_dimensions")
    if window is not None:
        return max(1, math.prod(int(each) for each in np.ravel(window)))
    return max(1, -(-sum(each.size for each in operands) // size))
