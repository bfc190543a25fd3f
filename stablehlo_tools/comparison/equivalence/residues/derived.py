"""The rules of ops without one of their own, derived from their declarations.

Operations that move elements, and linear ones, run their own kernels on the numbers and on the residues.
Kernels with regions run on handles of elements, and their regions on the elements. Everything else is
uninterpreted: equal operands have equal results.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.call import Call, roundings_of_hlo
from stablehlo_tools.comparison.equivalence.residues.decisions import ORDER
from stablehlo_tools.comparison.equivalence.residues.fields import EXACT
from stablehlo_tools.comparison.equivalence.residues.handles import on_handles
from stablehlo_tools.comparison.equivalence.residues.powers import powers_of, with_power
from stablehlo_tools.comparison.equivalence.residues.products import products
from stablehlo_tools.comparison.equivalence.residues.tensors import (
    FieldTensor,
    floats_in,
    is_float,
    with_floats,
)
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.plans.stacks import on_each
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ops.model.declare import Argument, RegionCall
from stablehlo_tools.ops.model.processes import Process
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.stablehlo.reduce import fold
from stablehlo_tools.verdict.noise.lane_values import Lanes

Rule = Callable[..., Any]


def undecided(call: Call, *operands: Any, **named: Argument) -> Any:
    """Raise `Unsupported`: quantized elements are not numbers."""
    raise Unsupported("cannot decide equality of quantized elements")


def rule_for(call: Call) -> Rule:
    """The rule for an op without one of its own, derived from its declaration."""
    op, numerics = call.op, call.op.numerics
    if op.communicates and any(map(is_float, (operand.type for operand in call.operation.operands))):
        return _exchanged
    if op.regions:
        return _with_regions
    if numerics.moves and not numerics.decides:
        return moved
    if numerics.accumulates:
        return _linear
    if op.elementwise:
        return _unknown
    return unknown_of_all if any(call.results) else _by_numbers


# -- rules for what is not arithmetic -------------------------------------------------------------------


def moved(call: Call, *operands: Any, out: Any = None, **named: RegionCall | Process) -> Any:
    """Move each component as the kernel does."""
    floats = floats_in(operands)
    if not floats:
        outputs = zip(call.on_numbers(operands, named), call.results, strict=True)
        return call.tupled([call.arithmetic.constant(x) if is_tensor else x for x, is_tensor in outputs])
    floats = [tensor.reduced() for tensor in call.arithmetic.joined(floats)]
    if call.splat_shape is not None and floats[0].size == len(floats) == 1:
        return floats[0].reshaped(()).broadcast(call.splat_shape)
    if call.op.has_multiple_results:
        results = [
            floats[0].with_components(
                on_each(call.on_arrays(operands, named, index), *(tensor.components for tensor in floats))
            )
            if is_tensor
            else call.on_numbers(operands, named)[index]
            for index, is_tensor in enumerate(call.results)
        ]
        return call.tupled(results)
    rows, into = [Lanes(tensor.components) for tensor in floats], dict[str, Lanes]()
    if out is not None and out.components is rows[0].rows:
        into["out"] = rows[0]
    elif call.op.execution.in_place and all(tensor.power is None for tensor in floats):
        # one copy of all components, rather than one of each that is copied again
        into["out"] = rows[0] = Lanes(np.array(rows[0].rows, order="C"))
    result = floats[0].with_components(call.on_rows(*_replaced(operands, rows), **named, **into).rows)
    powers = None if into else powers_of(call.arithmetic, floats)
    if powers is None:
        return result
    return replace(result, power=moved(call, *_replaced(operands, powers), **named))


def _replaced(operands: Sequence[Any], values: Sequence[Any]) -> Sequence[Any]:
    """The operands, with these values in place of the field tensors, in order."""
    remaining = iter(values)
    return with_floats(operands, lambda _: next(remaining))


def _linear(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """Sums of products of two operands, or of the elements of one operand."""
    floats = floats_in(operands)
    if not floats:
        return call.arithmetic.constant(call.kernel(*operands, **named))
    if len(floats) > 2 or len(floats) < min(len(call.operation.operands), 2):
        raise Unsupported("cannot decide equality of products of floats and integers")
    if len(floats) == 1:
        return _summed(call, operands, named)
    a = call.arithmetic
    if not a.rounds and call.attributes.get("accumulation_type") is not None:
        a.assumptions.add("dot algorithms do not round")
    x, y = a.renewed(*floats)
    terms = _terms(call, x, y)
    is_matrix_product = call.op.name == "stablehlo.dot_general"
    kernel = call.on_arrays(operands, named)
    contract = call.contracted if is_matrix_product else functools.partial(on_each, kernel)
    product = products(a, contract, x, y, terms)
    if a.rounds:
        power = a.integer_power
        powers = [products(a, contract, power(x, n), power(y, n), terms) for n in (2, 3)]
        return _rounded_sum(call, [product, *powers])
    if x.power is None and y.power is None:
        return product
    product = with_power(a, product, x, y, terms, kernel)
    return with_power(a, product, y, x, terms, lambda logarithms, by: kernel(by, logarithms))


def _terms(call: Call, x: FieldTensor, y: FieldTensor) -> int:
    """The number of terms of a sum of products, or an upper bound: the elements of the smaller operand."""
    feature = call.attributes.get("kernel_output_feature_dimension")
    if feature is not None:
        return max(y.size // max(y.shape[int(feature)], 1), 1)
    contracting = call.attributes.get("lhs_contracting_dimensions")
    if contracting is None:
        return max(min(x.size, y.size), 1)
    return math.prod(x.shape[int(axis)] for axis in contracting)


_ALGORITHM: Final = ("lhs_precision_type", "accumulation_type", "num_primitive_operations")


def _rounded_sum(call: Call, powers: Sequence[FieldTensor]) -> FieldTensor:
    """A rounded sum: an uninterpreted function of its terms in any order, given by their power sums.

    If only one term is not zero, the sum is exact, unless an algorithm rounds what is multiplied; its powers
    then equal the power sums.
    """
    a, (total, *higher) = call.arithmetic, powers
    algorithm = [call.attributes.get(name) for name in _ALGORITHM]
    algorithm += roundings_of_hlo(call.operation).values()
    precision = [str(each) for each in (call.attributes.get("precision_config"), *algorithm)]
    rounded = a.unknown(f"sum to {call.element_type} {' '.join(precision)}", total.numbers, *powers)
    if any(each is not None for each in algorithm):
        return rounded
    own_powers = [a.integer_power(total, exponent) for exponent in (2, 3)]
    is_exact = a.equal(own_powers[0], higher[0]) & a.equal(own_powers[1], higher[1])
    return a.where(is_exact, total, rounded)


def _summed(call: Call, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """The sums of elements, grouped as the kernel groups them."""
    a, floats = call.arithmetic, call.arithmetic.joined(floats_in(operands))
    process, named = named.get("process"), {**named, **{name: _Sum(named[name]) for name in call.regions}}
    if call.op.name == "stablehlo.reduce":
        axes = call.attributes["dimensions"]
        terms = 1 + math.prod([floats[0].shape[axis] for axis in axes])
        sums = functools.partial(_folded_sums, axes)
    else:
        terms = max(sum(tensor.size for tensor in floats), 1)
        sums = functools.partial(on_each, call.on_arrays(operands, named))
    if process is not None:  # others add as many terms, with limits of their own
        terms *= process.num_replicas * process.num_partitions
    powers: list[FieldTensor] = []
    for exponent in (1, 2, 3) if a.rounds else (1,):
        raised = [a.integer_power(x, exponent) for x in floats] if exponent > 1 else floats
        limit = max([x.limit for x in raised]) * terms
        if process is not None or limit > EXACT:
            raised = [x.reduced() for x in raised]
            limit = max([x.limit for x in raised]) * terms
        powers.append(a.total(sums(*[term.components for term in raised]), terms, raised, limit))
    if a.rounds:
        return call.tupled([_rounded_sum(call, powers)])
    total, (x, *initial) = powers[0], floats
    if x.power is not None and not any(start.reduced().components.any() for start in initial):
        kernel, zeros = call.on_arrays(operands, named), [start.numbers for start in initial]
        one = a.constant(1.0)
        total = with_power(a, total, x, one, terms, lambda array, _: kernel(array, *zeros))
    return call.tupled([total])


def _folded_sums(axes: Sequence[int], x: Array, initial: Array) -> Array:
    """The sums of all components along axes, including the initial values."""
    remaining = x.ndim - 1 - len(axes)
    initial = initial.reshape(len(initial), *(1,) * (remaining + 1 - initial.ndim), *initial.shape[1:])
    return fold(np.add, x, initial, tuple(axis + 1 for axis in axes))


class _Sum:
    """A region that adds its operands, in the form in which kernels call regions."""

    operation = "stablehlo.add"
    ufunc = np.add
    is_vectorizable = True

    def __init__(self, region: Any) -> None:
        self.block = region.block

    def __call__(self, x: Array, y: Array) -> tuple[Array]:
        """The sum of two arrays."""
        return (np.add(x, y),)


def _exchanged(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """The results of a collective on handles, in one exchange: only some devices may know powers.

    At the level of bits, where nothing has powers, sums have one rounding in any order of their terms.
    """
    regions = [argument for name, argument in named.items() if name in call.regions]
    adds = all(getattr(region, "operation", None) == "stablehlo.add" for region in regions)
    if call.arithmetic.rounds and regions and adds:
        return _with_regions(call, *operands, **named)
    return on_handles(call, *operands, **named)


def _with_regions(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An operation with regions: a reduction with a known rule, or a kernel on handles."""
    if call.adds:
        return _summed(call, operands, named)
    regions: dict[str, Any] = {name: argument for name, argument in named.items() if name in call.regions}
    if call.op.name == "stablehlo.reduce":
        find, axes = _EXTREMES.get(regions["body"].operation), call.attributes["dimensions"]
        if find is not None and call.results == [True]:
            ((x,), (initial,)) = operands
            return (_extremes(call.arithmetic, find, axes, x, initial),)
        if call.results == [True, False] and len(axes) == 1 and regions["body"].is_vectorizable:
            chosen = _chosen(call.arithmetic, regions["body"], axes[0], *operands)
            if chosen is not None:
                return call.tupled(chosen)
    return on_handles(call, *operands, **named)


_EXTREMES: Final = {"stablehlo.maximum": np.argmax, "stablehlo.minimum": np.argmin}


def _extremes(
    a: Arithmetic, find: Callable[..., Array], axes: Sequence[int], x: FieldTensor, initial: FieldTensor
) -> FieldTensor:
    """The greatest or the least elements along axes, including the initial value."""
    remaining = [axis for axis in range(x.ndim) if axis not in axes]
    shape, count = [x.shape[axis] for axis in remaining], math.prod(x.shape[axis] for axis in axes)
    x, initial = a.joined([x, initial])
    initial = initial.moved(lambda component: np.broadcast_to(component, (1, *shape)))
    x = x.moved(lambda component: component.transpose(*axes, *remaining).reshape(count, *shape))
    x = x.with_components(np.concatenate([x.components, initial.components], axis=1))
    places = find(x.numbers, axis=0, keepdims=True)
    extremes = x.moved(lambda component: np.take_along_axis(component, places, 0))
    same = a.equal(x, extremes)
    a.decisions.note(ORDER, np.where(same, np.inf, np.abs(x.numbers - extremes.numbers)), same, x)
    return extremes.reshaped(shape)


def _chosen(
    a: Arithmetic, body: Callable[..., Any], axis: int, values: Sequence[Any], initial: Sequence[Any]
) -> tuple[FieldTensor, Array] | None:
    """The greatest or least elements along an axis and their places, by one call of a body that finds them.

    The numbers tell which elements the body compares with each other; None if it chooses others.
    """
    x, start = a.joined([values[0], initial[0]])
    if start.ndim or not np.isinf(start.numbers) or not x.size or x.power or a.decisions.imposed is not None:
        return None
    places = np.moveaxis(values[1], axis, 0)
    rows, ends = np.moveaxis(x.components, axis + 1, 1), (1, *places.shape[1:])
    starts = np.broadcast_to(start.components.reshape(-1, *(1,) * x.ndim), (len(rows), *ends))
    elements = x.with_components(np.concatenate([starts, rows], axis=1))
    places = np.concatenate([np.broadcast_to(initial[1], ends), places])
    best = (np.maximum if start.numbers < 0 else np.minimum).accumulate(elements.numbers)
    turns = np.arange(len(best)).reshape(-1, *(1,) * (best.ndim - 1))
    at = np.maximum.accumulate(np.where(best != np.roll(best, 1, axis=0), turns, 0))

    def taken(turn: Array) -> tuple[FieldTensor, Array]:
        values = elements.moved(lambda component: np.take_along_axis(component, turn, 0))
        return values, np.take_along_axis(places, turn, 0)

    before, after = taken(at[:-1]), taken(at[1:])
    value, place = body(*before, elements[1:], places[1:])
    is_right = np.array_equal(place, after[1]) and np.array_equal(value.components, after[0].components)
    return (value[-1], place[-1]) if is_right else None


def _by_numbers(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """Integer results, which follow from types or are decided by the numbers."""
    return call.tupled(call.on_numbers(operands, named))


def _unknown(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An uninterpreted function of each element."""
    floats = [
        operand if isinstance(operand, FieldTensor) else call.arithmetic.constant(wide(operand))
        for operand in operands
    ]
    outputs = call.on_numbers(operands, named)
    if not all(call.results):
        raise Unsupported(f"cannot decide equality after {call.op.name}")
    return call.tupled(
        [
            call.arithmetic.unknown(f"{call.name} {index}", numbers, *floats)
            for index, numbers in enumerate(outputs)
        ]
    )


def unknown_of_all(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An uninterpreted function of all operands; integer results are decided by the numbers."""
    outputs = call.on_numbers(operands, named)
    if not all(call.results):
        call.arithmetic.assumptions.add(f"the integers that {call.op.name} returns are those computed in f64")
    written = list(flat(operands))
    return call.tupled(
        [
            call.arithmetic.unknown_of_all(f"{call.name} {index}", output, written) if is_tensor else output
            for index, (output, is_tensor) in enumerate(zip(outputs, call.results, strict=True))
        ]
    )
