"""The domain of field tensors: what each kernel of a program does with them.

Integers and booleans are arrays as in any run. What moves elements runs the op's own kernel on numbers and on
residues; so does what is linear, in exact arithmetic. Arithmetic, and functions with laws, are in
`equivalence.rules`. A kernel with regions runs on handles of elements, and its regions on the elements. The
rest is a function of which nothing is known but that equal operands have equal results.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.arithmetic import Arithmetic, products
from stablehlo_tools.comparison.equivalence.fields import EXACT
from stablehlo_tools.comparison.equivalence.handles import Pool, in_place_of_floats, on_handles
from stablehlo_tools.comparison.equivalence.tensors import FieldTensor, is_float, mapped, widened
from stablehlo_tools.interpret.arrays import as_array, flat, stored
from stablehlo_tools.interpret.kernels import kernel_of, named_arguments
from stablehlo_tools.interpret.retyped import retyped
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.edit import set_attributes
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, TupleType, Type, element_kind
from stablehlo_tools.ops.chlo.chlo_broadcast import broadcast
from stablehlo_tools.ops.model.declare import Argument, RegionCall
from stablehlo_tools.ops.model.processes import Process
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.stablehlo.control import CONTROL


def element_type_of(value: Value) -> str:
    """The element type of a float, as text."""
    assert isinstance(value.type, TensorType)
    return str(value.type.element_type)


class Call:
    """An operation on field tensors: what rules need to know about it.

    Kernels take operands as the op declares them, and its regions.
    """

    def __init__(self, arithmetic: Arithmetic, shared: Pool, op: Op, operation: Operation) -> None:
        self.arithmetic = arithmetic
        self.shared = shared
        self.op = op
        self.operation = operation
        self.results = [is_float(value.type) for value in operation.results]

    @functools.cached_property
    def regions(self) -> frozenset[str]:
        """The names of the regions of the op."""
        return frozenset(name for name, _ in self.op.regions)

    @functools.cached_property
    def in_double(self) -> Operation:
        """The operation on f64."""
        return self.retyped("f64")

    @functools.cached_property
    def kernel(self) -> Kernel:
        """The kernel on float64 arrays, which no algorithm of a product rounds."""
        if self.attributes.get("accumulation_type") is None:
            return kernel_of(self.op, self.in_double)
        if not self.arithmetic.rounds:
            self.arithmetic.assumptions.add("algorithms of products do not round")
        exact = self.retyped("f64")
        set_attributes(exact, {"algorithm": None})
        return kernel_of(self.op, exact)

    @functools.cached_property
    def own_kernel(self) -> Kernel:
        """The kernel on arrays of the program's own types."""
        return kernel_of(self.op, self.operation)

    def retyped(self, element_type: str) -> Operation:
        """The operation on another element type in place of floats."""
        return retyped(self.operation, in_place_of_floats(element_type))

    @property
    def element_type(self) -> str:
        """The element type of the first result."""
        return element_type_of(self.operation.results[0])

    @functools.cached_property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes, as kernels take them."""
        return named_arguments(self.op, self.in_double)

    @property
    def name(self) -> str:
        """The function of the operation, with its attributes; equal for equal functions."""
        written = (f"{name}={_text(value)}" for name, value in sorted(self.attributes.items()))
        return f"{self.op.base or self.op.name} {' '.join(written)}"

    def outputs(self, values: Any) -> Sequence[Any]:
        """The results of a kernel as a sequence."""
        return values if self.op.has_multiple_results else (values,)

    def tupled(self, outputs: Sequence[Any]) -> Any:
        """A sequence of results as a kernel returns them."""
        return tuple(outputs) if self.op.has_multiple_results else outputs[0]


def _text(value: Any) -> str:
    """A text that is equal for equal attributes only: numpy abbreviates arrays."""
    return (
        f"{value.dtype}{value.shape}{value.tobytes().hex()}" if isinstance(value, np.ndarray) else str(value)
    )


Rule = Callable[..., Any]
_NOT_DECIDED: Final = ("quantized",)
RULES: Final = Registry[Rule]()


class FieldDomain:
    """A domain of the interpreter in which floats are field tensors."""

    reuses = True
    shares_kernels = True

    def __init__(self, arithmetic: Arithmetic) -> None:
        self.arithmetic = arithmetic
        self._shared = Pool(arithmetic.zeros(()))

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on values of this domain, which may do as the ordinary `kernel`."""
        types = operation.types
        is_whole = bool(op.numerics.moves) and any(isinstance(type, TupleType) for type in types)
        if op.name in CONTROL or is_whole or not any(map(_is_computed, types)):
            return kernel
        call = Call(self.arithmetic, self._shared, op, operation)
        rule = RULES.get(op.base or op.name) or _rule_for(call)

        def computing(*operands: Any, **named: Argument) -> Any:
            _require_known(types)
            out = named.get("out")
            if rule is not moved:
                named.pop("out", None)
            with np.errstate(all="ignore"):
                arrays = _broadcast(call, [as_array(each) for each in operands])
                values = call.outputs(rule(call, *arrays, **named))
            _share([each for each in arrays if each is not out], values)
            if call.arithmetic.constants is not None:
                call.arithmetic.constants.learn(values)
            return call.tupled([stored(value) for value in values])

        return computing


def _share(operands: Sequence[Any], values: Sequence[Any]) -> None:
    """Let no frame write into arrays that an operand has in common with a result, or its power."""
    made = [each for each in values if isinstance(each, FieldTensor)]
    for operand in _floats_in(operands):
        if any(each.power or np.may_share_memory(each.components, operand.components) for each in made):
            operand.components.setflags(write=False)


def _broadcast(call: Call, operands: Sequence[Any]) -> Sequence[Any]:
    """The operands of one shape, where the dimensions are given to which an op broadcasts them."""
    dimensions = call.attributes.get("broadcast_dimensions") if call.op.base else None
    if dimensions is None:
        return operands
    lhs, rhs = (np.arange(each.size).reshape(each.shape) for each in operands)
    places = broadcast(call.op.mnemonic, lhs, rhs, dimensions)
    return [_at(each, at) for each, at in zip(operands, places, strict=True)]


def _at(x: Any, places: Array) -> Any:
    """The elements at flat indices."""
    return x.moved(lambda each: each.ravel()[places]) if isinstance(x, FieldTensor) else x.ravel()[places]


def _is_computed(type: Type) -> bool:
    return is_float(type) or element_kind(type) in _NOT_DECIDED


def _require_known(types: Sequence[Type]) -> None:
    for type in types:
        if element_kind(type) in _NOT_DECIDED:
            raise Unsupported(f"cannot decide equality of {element_kind(type)} elements")


def _rule_for(call: Call) -> Rule:
    """The rule of an op that has none of its own, by what it declares."""
    op, numerics = call.op, call.op.numerics
    if op.regions:
        return _with_regions
    if numerics.moves and not numerics.decides:
        return moved
    if numerics.accumulates:
        return _linear
    if op.elementwise:
        return _unknown
    return unknown_of_all if any(call.results) else _of_numbers


# -- rules for what is not arithmetic -------------------------------------------------------------------


def moved(call: Call, *operands: Any, out: Any = None, **named: RegionCall | Process) -> Any:
    """Each component is moved as the kernel moves it."""
    floats = list(_floats_in(operands))
    if not floats:
        outputs = call.outputs(call.kernel(*operands, **named))
        return call.tupled(
            [
                call.arithmetic.constant(each) if is_tensor else each
                for each, is_tensor in zip(outputs, call.results, strict=True)
            ]
        )
    floats = [each.reduced() for each in call.arithmetic.joined(floats)]
    if out is not None and out.components is floats[0].components:
        for arrays, into in zip(_components(floats), out.components, strict=True):
            call.kernel(*_replaced(operands, iter(arrays)), **named, out=into)
        return replace(floats[0], power=None)
    made = _each_component(call, operands, floats, named)
    if len(floats) > 1 or not isinstance(made, FieldTensor):
        return made
    power = floats[0].power
    if power is None:
        return made
    return replace(made, power=moved(call, *_replaced(operands, iter([power])), **named))


def _each_component(
    call: Call, operands: Sequence[Any], floats: Sequence[FieldTensor], named: Mapping[str, Any]
) -> Any:
    """What the kernel makes of the components of each tensor; integers are as numbers have them."""

    def compute(index: int, *arrays: Array) -> Any:
        return call.outputs(call.kernel(*_replaced(operands, iter(arrays)), **named))[index]

    return call.tupled(
        [
            floats[0].of(mapped(functools.partial(compute, index), *floats))
            if is_tensor
            else compute(index, *(each.numbers for each in floats))
            for index, is_tensor in enumerate(call.results)
        ]
    )


def _components(floats: Sequence[FieldTensor]) -> Iterator[tuple[Array, ...]]:
    """The numbers of each tensor, then its residues modulo each prime."""
    return zip(*(each.components for each in floats), strict=True)


def _floats_in(operands: Sequence[Any]) -> Iterator[FieldTensor]:
    return (each for each in flat(operands) if isinstance(each, FieldTensor))


def _replaced(operands: Sequence[Any], arrays: Iterator[Any]) -> list[Any]:
    """The operands with arrays in place of field tensors."""
    return [
        next(arrays) if isinstance(each, FieldTensor)
        else tuple(_replaced(each, arrays)) if isinstance(each, tuple | list)
        else each
        for each in operands
    ]  # fmt: skip


def _linear(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """Sums of products of two operands, or of the elements of one."""
    floats = list(_floats_in(operands))
    if not floats:
        return call.arithmetic.constant(call.kernel(*operands, **named))
    if len(floats) > 2 or len(floats) < min(len(call.operation.operands), 2):
        raise Unsupported("cannot decide equality of products of floats and integers")

    def kernel(*arrays: Array) -> Any:
        return call.kernel(*_replaced(operands, iter(arrays)), **named)

    if len(floats) == 1:
        return _summed(call, operands, named)
    x, y = call.arithmetic.renewed(*floats)
    terms = _terms(call, x, y)
    a = call.arithmetic
    made = products(a, kernel, x, y, terms)
    if not a.rounds:
        made = a.with_power(made, x, y, terms, kernel)
        return a.with_power(made, y, x, terms, lambda logarithms, by: kernel(by, logarithms))
    power = call.arithmetic.integer_power
    powers = [products(call.arithmetic, kernel, power(x, n), power(y, n), terms) for n in (2, 3)]
    return _rounded_sum(call, [made, *powers])


def _terms(call: Call, x: FieldTensor, y: FieldTensor) -> int:
    """The number of terms of a sum of products, or an upper bound: the elements of the smaller operand."""
    contracting = call.attributes.get("lhs_contracting_dimensions")
    if contracting is None:
        return max(min(x.size, y.size), 1)
    return math.prod(x.shape[int(axis)] for axis in contracting)


# Attributes that say how products are rounded.
_PRECISION: Final = (
    "precision_config",
    "lhs_precision_type",
    "accumulation_type",
    "num_primitive_operations",
)


def _rounded_sum(call: Call, powers: Sequence[FieldTensor]) -> FieldTensor:
    """A sum as an unknown function of its terms in any order: of the sums of their first powers.

    With one term that is not zero, the powers of the sum are those sums; it is exact.
    """
    a, (total, *higher) = call.arithmetic, powers
    of_one = [a.integer_power(total, exponent) for exponent in (2, 3)]
    is_exact = a.equal(of_one[0], higher[0]) & a.equal(of_one[1], higher[1])
    asked = [str(call.attributes.get(name)) for name in _PRECISION]
    name = f"sum to {call.element_type} {' '.join(asked)}"
    return a.where(is_exact, total, a.unknown(name, total.numbers, *powers))


def _summed(call: Call, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """The sums of elements that a kernel adds."""
    floats = call.arithmetic.joined(list(_floats_in(operands)))
    terms = max(sum(each.size for each in floats), 1)

    def kernel(*arrays: Array) -> Any:
        return call.outputs(call.kernel(*_replaced(operands, iter(arrays)), **named))[0]

    powers: list[FieldTensor] = []
    for exponent in (1, 2, 3) if call.arithmetic.rounds else (1,):
        raised = [call.arithmetic.integer_power(x, exponent) for x in floats]
        if max(x.limit for x in raised) * terms > EXACT:
            raised = [x.reduced() for x in raised]
        limit = max(x.limit for x in raised) * terms
        powers.append(call.arithmetic.total(mapped(kernel, *raised), terms, raised, limit))
    if call.arithmetic.rounds:
        return call.tupled([_rounded_sum(call, powers)])
    made, one = powers[0], call.arithmetic.constant(1.0)
    zeros = [x.numbers for x in floats[1:]]
    if not any(x.reduced().components.any() for x in floats[1:]):
        made = call.arithmetic.with_power(made, floats[0], one, terms, lambda each, _: kernel(each, *zeros))
    return call.tupled([made])


class _Sum:
    """A region that adds, as kernels call it."""

    operation = "stablehlo.add"
    ufunc = np.add
    is_vectorizable = True

    def __init__(self, region: Any) -> None:
        self.block = region.block

    def __call__(self, x: Array, y: Array) -> tuple[Array]:
        """The sum of two arrays."""
        return (np.add(x, y),)


def _with_regions(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """A kernel that adds elements, or that runs on handles."""
    regions: dict[str, Any] = {name: each for name, each in named.items() if name in call.regions}
    if all(each.operation == "stablehlo.add" for each in regions.values()) and call.results == [True]:
        return _summed(call, operands, {**named, **{name: _Sum(each) for name, each in regions.items()}})
    fold = _FOLDS.get(regions["body"].operation) if call.op.name == "stablehlo.reduce" else None
    if fold is None or call.results != [True]:
        return on_handles(call, *operands, **named)
    return (_folded(functools.partial(fold, call.arithmetic), call.attributes["dimensions"], *operands),)


# What is exact in any order, and so in a tree.
_FOLDS: Final = {"stablehlo.maximum": Arithmetic.maximum, "stablehlo.minimum": Arithmetic.minimum}


def _folded(
    fold: Callable[..., FieldTensor], axes: Sequence[int], inputs: Sequence[Any], initial: Sequence[Any]
) -> FieldTensor:
    """What an op makes of all elements along axes, and of an initial one."""
    x: FieldTensor = inputs[0]
    made: FieldTensor = initial[0]
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    shape, count = [x.shape[axis] for axis in kept], math.prod(x.shape[axis] for axis in axes)
    x = x.moved(lambda each: each.transpose(*axes, *kept).reshape(count, *shape))
    while count:
        half, is_odd = divmod(count, 2)
        made = fold(x[2 * half], made) if is_odd else made
        x, count = fold(x[:half], x[half : 2 * half]) if half else x, half
    return (
        made if made.shape == tuple(shape) else made.moved(lambda each: np.broadcast_to(each, shape).copy())
    )


def _of_numbers(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """Integers that follow from types, or that numbers decide."""
    return call.kernel(*_replaced(operands, (x.numbers for x in _floats_in(operands))), **named)


def _unknown(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An uninterpreted function of each element."""
    floats = [
        each if isinstance(each, FieldTensor) else call.arithmetic.constant(widened(each))
        for each in operands
    ]
    numbers = (x.numbers for x in _floats_in(operands))
    outputs = call.outputs(call.kernel(*_replaced(operands, numbers), **named))
    if not all(call.results):
        raise Unsupported(f"cannot decide equality after {call.op.name}")
    return call.tupled(
        [
            call.arithmetic.unknown(f"{call.name} {index}", numbers, *floats)
            for index, numbers in enumerate(outputs)
        ]
    )


def unknown_of_all(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An uninterpreted function of all operands; numbers decide integers among its results."""
    numbers = (x.numbers for x in _floats_in(operands))
    outputs = call.outputs(call.kernel(*_replaced(operands, numbers), **named))
    if not all(call.results):
        call.arithmetic.assumptions.add(f"integers that {call.op.name} returns are as numbers decide")
    written = list(flat(operands))
    return call.tupled(
        [
            call.arithmetic.unknown_of_all(f"{call.name} {index}", each, written) if is_tensor else each
            for index, (each, is_tensor) in enumerate(zip(outputs, call.results, strict=True))
        ]
    )
