"""Traps: stop a run at the first operation that computes a NaN, overflows, divides by zero, and so on.

An operation is reported if the fault is not in its operands already, so that the first cause is found.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.errors import diagnostic
from stablehlo_tools.interpret.observers.observation import Observation
from stablehlo_tools.interpret.observers.overflow_oracle import estimates, in_doubles
from stablehlo_tools.ir.arrays import described, element_type_of
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.chlo.chlo_broadcast import broadcast
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL

TRAPS: Mapping[str, str] = {
    "nan": "a NaN that is not in the operands",
    "inf": "an infinity that is not in the operands",
    "overflow": "signed integer overflow, or a finite float that overflows to infinity",
    "div0": "division or remainder by zero",
    "oob": "an out-of-bounds start index, which is clamped or ignored",
    "shift": "a shift by a negative count, or by more than the bit width",
    "full-shift": "a shift by exactly the bit width",
    "unsigned-overflow": "unsigned integer overflow",
}
# Meaning and help of the code of each.
_EXPLANATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "nan": (
        "an operation produces a NaN from operands that are not NaN, elementwise or as a whole.",
        "Check the operands. Typical causes are the difference of two infinities and an argument outside of "
        "a function's domain.",
    ),
    "inf": (
        "an operation produces an infinity from finite operands, elementwise or as a whole.",
        "Check the operands. Typical causes are overflow, division by zero and the logarithm of zero.",
    ),
    "overflow": (
        "signed integer arithmetic wraps around, or a float overflows to infinity.",
        "Use a wider type, or scale the values.",
    ),
    "div0": (
        "an operation divides by zero.",
        "Replace divisors that are zero before the division, with stablehlo.select.",
    ),
    "oob": (
        "a start index is out of bounds. A slice is clamped to the bounds; an update of a scatter is "
        "skipped.",
        "Check how the index is computed.",
    ),
    "shift": (
        "a shift amount is negative, or greater than the bit width.",
        "Check how the shift amount is computed. The result contains no bit of the operand.",
    ),
    "full-shift": (
        "a shift amount equals the bit width.",
        "Omit the trap if shifting out all bits is intended, as in jax.random.PRNGKey.",
    ),
    "unsigned-overflow": (
        "unsigned integer arithmetic wraps around.",
        "Omit the trap if wraparound is intended, as in hashes and random number generators.",
    ),
}
CODES: Final[Mapping[str, Code]] = {
    trap: Code(
        f"trap_{trap.replace('-', '_')}", f"With --trap {trap}: {meaning}", help, command=f"run --trap {trap}"
    )
    for trap, (meaning, help) in _EXPLANATIONS.items()
}
# Often intended, so these are opt-in: unsigned integers wrap around in every random number generator, and
# JAX extracts the upper half of a 32-bit seed by shifting it by 32.
_OPT_IN = ("full-shift", "unsigned-overflow")
DEFAULT_TRAPS = tuple(name for name in TRAPS if name not in _OPT_IN)


class Fault(NamedTuple):
    """A fault of an operation: its code, a message, and the values by name."""

    code: str
    message: str
    values: tuple[tuple[str, str], ...]


class Trap:
    """An observer that raises RunError for the first operation that matches one of the traps."""

    def __init__(self, traps: str | Iterable[str] = DEFAULT_TRAPS) -> None:
        self.traps = frozenset([traps] if isinstance(traps, str) else traps)
        for trap in sorted(self.traps):
            require_one_of(TRAPS, trap, "trap")

    def __repr__(self) -> str:
        return f"Trap({[name for name in TRAPS if name in self.traps]})"

    def __call__(self, observation: Observation) -> None:
        """Raise RunError for the first fault of an operation."""
        for found in self.diagnostics(observation):
            raise RunError(found)

    def diagnostics(self, observation: Observation) -> Iterator[Diagnostic]:
        """The diagnostics for an operation."""
        for fault in find_faults(observation, self.traps):
            yield diagnostic_of(fault, observation)


def diagnostic_of(fault: Fault, observation: Observation) -> Diagnostic:
    """The diagnostic for a fault of an operation."""
    found = diagnostic(fault.code, observation.operation, fault.message)
    name = ", ".join(observation.names)
    notes = (f"while computing {name}", *found.notes)
    return dataclasses.replace(found, values=fault.values, notes=notes)


def find_faults(observation: Observation, traps: Collection[str]) -> Iterator[Fault]:
    """The faults of an operation, for the given traps."""
    operation = observation.operation
    op = OPS.get(operation.name)
    is_quantized = "quantized" in map(element_kind, operation.types)
    if op is None or operation.name in CONTROL or is_quantized:
        return
    op, observation = _on_one_shape(op, observation)
    for trap, find in _FINDERS.items():
        if trap in traps:
            yield from find(op, observation)


def _on_one_shape(op: Op, seen: Observation) -> tuple[Op, Observation]:
    """A CHLO op with implicit broadcasting as its base op, on operands of equal shape."""
    if not op.base or len(seen.operands) != 2:
        return op, seen
    dimensions = spec_attributes(op, seen.operation)["broadcast_dimensions"]
    operands = broadcast(op.mnemonic, *seen.operands, dimensions)
    return OPS[op.base], seen._replace(operands=tuple(operands))


# -- floats -------------------------------------------------------------------------------------------

Test = Callable[[Array], Any]


def _first_introduced(
    trap: str, does: str, test: Test, excuse: Test, op: Op, seen: Observation
) -> Iterator[Fault]:
    """The first result element for which `test` holds, unless `excuse` holds for an operand.

    For an elementwise op, only the operand elements at the same index count.
    """
    is_given = not any(isinstance(operand, np.ndarray) for operand in seen.operands)  # a constant, an infeed
    if is_given or (op.numerics.moves and not op.elementwise):
        return
    for position, result in enumerate(seen.results):
        if not _is_of(result, "float", "complex"):
            continue
        found = test(result)
        if not found.any():
            continue
        for operand in seen.operands:
            if _is_of(operand, "float", "complex"):
                found = found & ~(excuse(operand) if op.elementwise else excuse(operand).any())
        yield from _first(trap, does, found, op, seen, position)
        return


# -- numbers that a type cannot hold ------------------------------------------------------------------


def _overflow(op: Op, seen: Observation) -> Iterator[Fault]:
    yield from _integer_overflow("overflow", "signed", op, seen)
    is_arithmetic = op.elementwise or any(_is_of(each, "float", "complex") for each in seen.operands)
    if not is_arithmetic or op.numerics.has_poles:
        return
    # an infinity computed from a zero is a pole: a division by zero, a logarithm of zero
    excuse = (lambda x: ~np.isfinite(x) | (x == 0)) if op.elementwise else (lambda x: ~np.isfinite(x))
    yield from _first_introduced("overflow", "overflows to infinity", np.isinf, excuse, op, seen)


def _integer_overflow(trap: str, kind: str, op: Op, seen: Observation) -> Iterator[Fault]:
    """The first integer that differs from the exact result by at least half the range of its type."""
    if not any(_is_of(result, kind) for result in seen.results):
        return
    for position, estimate in enumerate(estimates(op, seen)):
        result = seen.results[position]
        if not _is_of(result, kind):
            continue
        type = element_type_of(result.dtype)
        if op.mnemonic == "convert" and _is_of(seen.operands[0], "float", "complex"):
            least = -(2.0 ** (type.bits - 1)) if kind == "signed" else 0.0
            number = np.trunc(estimate)
            found = ~((number >= least) & (number < least + 2.0**type.bits))  # a NaN is out of range
        else:
            # wrap-around is off by a multiple of 2^bits, the f64 estimate by far less than half of that
            found = np.abs(estimate - in_doubles(result)) >= 2.0 ** (type.bits - 1)
        yield from _first(trap, f"overflows {type}", found, op, seen, position, exact=estimate)


# -- invalid operands ----------------------------------------------------------------------------------


def _division_by_zero(op: Op, seen: Observation) -> Iterator[Fault]:
    if op.numerics.is_singular and len(seen.operands) == 2:
        yield from _first("div0", "divides by zero", seen.operands[1] == 0, op, seen, 0)


def _shift(op: Op, seen: Observation) -> Iterator[Fault]:
    if op.mnemonic.startswith("shift_"):
        count, bits = _shift_count(seen)
        found = (count < 0) | (count > bits)
        yield from _first("shift", f"shifts {bits} bits by an out-of-range count", found, op, seen, 0)


def _full_shift(op: Op, seen: Observation) -> Iterator[Fault]:
    if op.mnemonic.startswith("shift_"):
        count, bits = _shift_count(seen)
        yield from _first("full-shift", f"shifts {bits} bits by the full width", count == bits, op, seen, 0)


def _shift_count(seen: Observation) -> tuple[Array, int]:
    """The shift counts, and the bit width of the shifted elements."""
    return upcast(seen.operands[1]), element_type_of(seen.operands[1].dtype).bits


def _first(
    trap: str,
    does: str,
    found: Array,
    op: Op,
    seen: Observation,
    position: int,
    *,
    exact: Array | None = None,
) -> Iterator[Fault]:
    """The fault at the first index where `found` holds; `exact` are the exact results."""
    places = np.argwhere(found)
    if not len(places):
        return
    index = tuple(places[0].tolist())
    shape = np.shape(seen.results[position])
    name = op.outputs[0].name if len(seen.results) == 1 else f"result {position}"
    values = [
        *values_at(index, op, seen),
        (_element(name, index), _number(seen.results[position], index, shape)),
    ]
    if exact is not None:
        values.append(("without overflow", f"{exact[index]:.17g}"))
    where = f" at {list(index)}" if index else ""
    yield Fault(CODES[trap], f"{op.mnemonic} {does}{where}", tuple(values))


def values_at(index: tuple[int, ...], op: Op, seen: Observation) -> Iterator[tuple[str, str]]:
    """The operands of an op: the elements at `index` for an elementwise op, else summaries."""
    groups = operand_groups(op, seen.operation, seen.operands)
    for operand, group in zip(op.operands, groups, strict=True):
        values = group if isinstance(group, tuple) else (group,)
        for number, value in enumerate(values):
            name = f"{operand.name}[{number}]" if isinstance(group, tuple) else operand.name
            if op.elementwise:
                yield _element(name, index), _number(value, index, np.shape(seen.results[0]))
            elif isinstance(value, np.ndarray):
                yield name, _summary(value)


def _element(name: str, index: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, index))}]" if index else name


def _number(array: Array, index: tuple[int, ...], shape: tuple[int, ...]) -> str:
    return str(np.broadcast_to(array, shape)[index])


def _summary(array: Array) -> str:
    wide = upcast(array)
    if not wide.size or wide.dtype.kind not in "iuf":
        return described(array)
    return f"{described(array)}, from {wide.min()} to {wide.max()}" if wide.ndim else f"{array}"


# -- addresses ----------------------------------------------------------------------------------------


class _Addresses(NamedTuple):
    """Start indices along `axis`, which must be in [0, `last`], and their operand's name."""

    axis: int
    starts: Array
    last: int
    name: str


Addresses = Callable[[Op, Observation], Iterator[_Addresses]]

_ADDRESSES: Final = Registry[Addresses]()


def _out_of_bounds(op: Op, seen: Observation) -> Iterator[Fault]:
    find = _ADDRESSES.get(op.mnemonic)
    for found in find(op, seen) if find else ():
        outside = np.argwhere((found.starts < 0) | (found.starts > found.last))
        if len(outside):
            index = tuple(outside[0].tolist())
            start = found.starts[index]
            does = "the update is ignored" if op.mnemonic == "scatter" else "it is clamped"
            message = f"{op.mnemonic} starts out of bounds in dimension {found.axis}: {start} is not in"
            values = [(_element(found.name, index), str(start))]
            values += [(op.operands[0].name, described(seen.operands[0]))]
            yield Fault(CODES["oob"], f"{message} [0, {found.last}]; {does}", tuple(values))
            return


@_ADDRESSES.register("dynamic_slice", "dynamic_update_slice")
def _slice_addresses(op: Op, seen: Observation) -> Iterator[_Addresses]:
    operand, *rest = seen.operands
    is_update = op.mnemonic == "dynamic_update_slice"
    starts = rest[1:] if is_update else rest
    sizes = rest[0].shape if is_update else seen.results[0].shape
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        yield _Addresses(axis, start, operand.shape[axis] - size, f"start_indices[{axis}]")


@_ADDRESSES.register("gather", "dynamic_gather")
def _gather_addresses(op: Op, seen: Observation) -> Iterator[_Addresses]:
    attributes = spec_attributes(op, seen.operation)
    operand, indices, *rest = seen.operands
    sizes = attributes["slice_sizes"] if "slice_sizes" in attributes else rest[0].tolist()
    return _mapped(operand, indices, attributes, attributes["start_index_map"], sizes, "start_indices")


@_ADDRESSES.register("scatter")
def _scatter_addresses(op: Op, seen: Observation) -> Iterator[_Addresses]:
    attributes = spec_attributes(op, seen.operation)
    count = len(seen.results)
    operand, indices, updates = seen.operands[0], seen.operands[count], seen.operands[count + 1]
    narrow = {*attributes["inserted_window_dims"], *attributes["input_batching_dims"]}
    windows = iter(attributes["update_window_dims"])
    sizes = [1 if axis in narrow else updates.shape[next(windows)] for axis in range(operand.ndim)]
    axes = attributes["scatter_dims_to_operand_dims"]
    return _mapped(operand, indices, attributes, axes, sizes, "scatter_indices")


def _mapped(
    operand: Array,
    indices: Array,
    attributes: Mapping[str, Any],
    axes: Sequence[int],
    sizes: Sequence[int],
    name: str,
) -> Iterator[_Addresses]:
    """The components of index vectors, each of which addresses one of `axes`."""
    dimension = attributes["index_vector_dim"]
    vectors = indices[..., np.newaxis] if dimension == indices.ndim else indices
    for position, axis in enumerate(axes):
        starts = np.take(vectors, position, dimension)
        yield _Addresses(axis, starts, operand.shape[axis] - sizes[axis], name)


# ------------------------------------------------------------------------------------------------------


def _is_of(value: Any, *kinds: str) -> bool:
    """Whether `value` is an array whose element kind is one of `kinds`."""
    return isinstance(value, np.ndarray) and element_type_of(value.dtype).kind in kinds


_FINDERS: Mapping[str, Callable[[Op, Observation], Iterator[Fault]]] = {
    "div0": _division_by_zero,
    "shift": _shift,
    "full-shift": _full_shift,
    "oob": _out_of_bounds,
    "overflow": _overflow,
    "unsigned-overflow": lambda op, seen: _integer_overflow("unsigned-overflow", "unsigned", op, seen),
    "nan": lambda op, seen: _first_introduced("nan", "returns NaN", np.isnan, np.isnan, op, seen),
    "inf": lambda op, seen: _first_introduced("inf", "returns infinity", np.isinf, np.isinf, op, seen),
}
