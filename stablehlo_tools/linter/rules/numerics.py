"""Numerics: loss of precision, overflow, NaN."""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterator, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.exact_arithmetic import exact_arithmetic, exact_result, first_overflow
from stablehlo_tools.dataflow.exponentials import can_overflow, normalizes, summed_exponentials
from stablehlo_tools.dataflow.ranges import float_limits
from stablehlo_tools.dataflow.traced_values import TracedValue, element_type, reducer_op
from stablehlo_tools.dataflow.zeros import is_check, is_guarded, possible_zero
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.ir.arrays import wide
from stablehlo_tools.ir.attributes import enum_value
from stablehlo_tools.ir.constants import constant_of, is_constant
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, Type, part_of
from stablehlo_tools.linter.rule import Finding, Program, rule
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.model.facts import ROUNDED
from stablehlo_tools.ops.model.schema import BOOLEAN, REQUIRED, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of

# -- sums -----------------------------------------------------------------------------------------------


def _term_count(operation: Operation) -> int | None:
    """The number of terms of each sum of an operation; None if it is not known."""
    attributes = attributes_of(operation)
    if "window_dimensions" in attributes:
        return int(math.prod(attributes["window_dimensions"]))
    shapes = [value.type.shape for value in operation.operands if isinstance(value.type, TensorType)]
    is_convolution = "kernel_output_feature_dimension" in attributes
    operand = shapes[1] if is_convolution else shapes[0]
    if operand is None:
        return None
    axes: Sequence[int] | None
    if is_convolution:
        axes = [axis for axis in range(len(operand)) if axis != attributes["kernel_output_feature_dimension"]]
    elif operation.name in ("stablehlo.dot", "stablehlo.reduce"):
        axes = attributes.get("dimensions", [len(operand) - 1])
    else:
        axes = attributes.get("lhs_contracting_dimensions")
    if axes is None:
        return None
    sizes = [size for axis in axes if isinstance(size := operand[axis], int)]
    return math.prod(sizes) if len(sizes) == len(axes) else None


@rule(
    "NUM001",
    why="""
    Once a sum has 2^p terms of similar size, where p is the number of significand bits, further terms are
    too small to change it. Hardware may accumulate in a wider type, but is not required to.
    """,
    help="""
    Accumulate in f32 and convert the result. In JAX, use `preferred_element_type=jnp.float32` for products
    and `dtype=jnp.float32` for sums. Alternatively, set the `algorithm` of dot_general. `shlo precision`
    finds the ops that have to be in f32, and `shlo run --uncertainty --origins ops` what each of them costs.
    """,
)
def imprecise_sum(program: Program) -> Iterator[Finding]:
    """A product, a convolution or a reduction sums too many terms for the precision of its float type."""
    for operation in program.named(*_SUMS):
        type = element_type(operation.results[0])
        if not isinstance(type, ElementType) or type.kind != "float" or type.bits >= _F32_BITS:
            continue
        is_sum = not operation.regions or reducer_op(operation) == "add"
        terms = _term_count(operation) if is_sum and "algorithm" not in operation.attributes else None
        limits = float_limits(type)
        # 2^p + 1 is the first integer that a float with a significand of p bits (one implicit) cannot hold
        countable = math.inf if limits is None else 1 << (limits.nmant + 1)
        if terms is not None and terms >= countable:
            message = f"sum of {terms:,} terms in `{type}`, which counts exactly only to {countable:,}"
            yield Finding(operation, message)


_F32_BITS = 32
_SUMS: Final = [name for name, op in OPS.items() if op.numerics.accumulates and not op.communicates]


@rule(
    "NUM002",
    why="The narrow type loses precision, which the second conversion does not restore.",
    help="""
    Keep the wide type. If the loss is intended, use `reduce_precision`. To see its share of the error, use
    `shlo run --uncertainty --origins ops`.
    """,
)
def narrowed_and_widened(program: Program) -> Iterator[Finding]:
    """Floats are converted to a narrower type and immediately back to one as wide as before."""
    for second in program.named("stablehlo.convert"):
        first = defining_op(second.operands[0], "stablehlo.convert")
        if first is None:
            continue
        types = [element_type(value) for value in (first.operands[0], first.results[0], second.results[0])]
        if not all(isinstance(type, ElementType) and type.kind == "float" for type in types):
            continue
        before, between, after = (type.bits for type in types if type)
        if between < before <= after:
            message = f"`{types[0]}` is converted to `{types[1]}` and then to `{types[2]}`"
            yield Finding(second, message, related=((first, "precision is lost here"),))


@rule(
    "NUM003",
    why="exp(89) overflows f32, and infinity divided by infinity is NaN, so that large inputs give NaN.",
    help="""
    Subtract the maximum first, which does not change the exact result, as `jax.nn.softmax` and
    `jax.nn.logsumexp` do. For two terms, use `jnp.logaddexp`; for log(1 + exp(x)), `jax.nn.softplus`.
    """,
)
def unshifted_softmax(program: Program) -> Iterator[Finding]:
    """A softmax, or the logarithm of a sum of exponentials, has unbounded exponents.

    A value that is subtracted from the exponents, unless it is constant, is assumed to be their maximum.
    """
    for operation in program.named("stablehlo.divide", "stablehlo.log", "stablehlo.log_plus_one"):
        total = TracedValue.trace(program, operation.operands[-1])
        for exponential in summed_exponentials(total):
            is_softmax = operation.name != "stablehlo.divide" or normalizes(operation, exponential)
            if is_softmax and can_overflow(exponential):
                related = _related(exponential, "no maximum is subtracted from this exponent")
                yield Finding(operation, "exponentials overflow for large inputs", related=related)
                break


def _related(traced: TracedValue, label: str) -> tuple[tuple[Operation, str], ...]:
    return ((traced.operation, label),) if traced.operation else ()


# -- zeros ----------------------------------------------------------------------------------------------


@rule(
    "NUM004",
    why="At zero, the result and its gradient are infinite or NaN, which propagates to all later results.",
    help="""
    Add a small number, take the maximum with one, or select a different divisor where it is zero. Selecting a
    different result is not enough for gradients. For the logarithm of a softmax or a sigmoid, use
    `jax.nn.log_softmax` or `jax.nn.log_sigmoid`.
    """,
)
def division_by_zero(program: Program) -> Iterator[Finding]:
    """The operand of a logarithm, a division or a reciprocal square root can be exactly zero: it is a square,
    an absolute value, a count, a sum of these, a value limited to zero by `maximum` or `clamp`, or a
    constant. Also the logarithm of a softmax or a sigmoid, which underflow to zero.

    Values of unknown range, such as arguments and differences, are not reported; neither are results that
    the program replaces by a select.
    """
    names = [name for name in program.names if name in OPS and OPS[name].numerics.is_singular]
    for operation in program.named(*names):
        divisor = TracedValue.trace(program, operation.operands[-1])
        zero = possible_zero(operation, divisor)
        if zero and not is_guarded(operation, program):
            related = _related(divisor, "this can be zero")
            relation = "of" if len(operation.operands) == 1 else "by"
            yield Finding(operation, f"`{operation.name}` {relation} {zero}", related=related)


# -- comparisons ----------------------------------------------------------------------------------------


def _is_exact(traced: TracedValue) -> bool:
    """Whether a float is integral, equal to an operand, or a constant of integers and non-finite numbers."""
    if traced.name == "reduce" and traced.operation is not None:
        return reducer_op(traced.operation) in ("maximum", "minimum")
    if traced.name == "convert":
        type = traced.operands[0].element_type
        return type is not None and type.kind in ("boolean", "signed", "unsigned")
    elements = traced.constant
    if elements is not None:
        numbers = wide(elements)
        with np.errstate(invalid="ignore"):
            return bool((~np.isfinite(numbers) | (numbers == np.round(numbers))).all())
    op = OPS.get(traced.operation.name) if traced.operation else None
    if op is None or not op.numerics.is_exact:
        return False
    is_one_of_all = op.elementwise and len(op.numerics.moves) == len(op.operands)  # a maximum
    return is_one_of_all or (op.numerics.decides and not op.numerics.moves)


def _compares_elements(parent: Operation | None) -> bool:
    """Whether the region of an operation compares or combines elements: that of a sort, or a reduction."""
    numerics = OPS[parent.name].numerics if parent is not None and parent.name in OPS else ROUNDED
    return numerics.decides or numerics.accumulates


@rule(
    "NUM005",
    why="Different ways to compute the same number, or different devices, return different last bits.",
    help="""
    Compare their difference with a tolerance, or compare integers. `shlo run --uncertainty` shows which
    comparisons rounding decides.
    """,
)
def float_equality(program: Program) -> Iterator[Finding]:
    """Floats are compared with `EQ` or `NE`.

    Comparisons of a value with itself (a test for NaN), with a maximum or minimum, with integers and with
    infinities are not reported. Neither are those in the body of a sort or a reduction, or of values whose
    difference is also computed.
    """
    differences = {frozenset(difference.operands) for difference in program.named("stablehlo.subtract")}
    for operation in program.named("stablehlo.compare"):
        lhs, rhs = operation.operands
        type, direction = element_type(lhs), enum_value(operation.attributes.get("comparison_direction"))
        if type is None or type.kind not in ("float", "complex") or lhs is rhs:
            continue
        if direction not in ("EQ", "NE") or _compares_elements(operation.parent):
            continue
        if any(_is_exact(TracedValue.trace(program, operand)) for operand in (lhs, rhs)):
            continue
        if frozenset((lhs, rhs)) not in differences:
            yield Finding(operation, f"exact comparison of floats of type `{type}`")


# -- types ----------------------------------------------------------------------------------------------


@rule(
    "NUM006",
    why="It takes twice the memory, and accelerators do not support it or are many times slower.",
    help="Find the constant or cast that introduces the type: numpy uses f64 and i64 by default.",
)
def accidental_wide_type(program: Program) -> Iterator[Finding]:
    """A program computes in f64 or i64, but no argument or result of a public function has that type.

    The first operation of each function is reported. Integer tensors that are small enough to be shapes or
    indices are ignored.
    """
    public = [function for function in program.functions if not function.is_private]
    types = [type for function in public for type in (*function.type.inputs, *function.type.results)]
    for name in ("f64", "i64"):
        if any(_has_elements(type, name) for type in types):
            continue
        computed = (value.type for value in program.typed)
        wide = {type for type in computed if _has_elements(type, name) and (name == "f64" or _is_large(type))}
        for function in program.functions if wide else ():
            yield from _first_use_of(function, name, wide)


def _first_use_of(function: Function, name: str, wide: Collection[Type]) -> Iterator[Finding]:
    """The first operation of a function that computes in a type, as tensors of the `wide` ones have it."""
    for operation in function.walk():
        if operation is function or (name == "i64" and is_constant(operation)):
            continue
        index = next((value.index for value in operation.results if value.type in wide), None)
        if index is not None:
            message = f"`@{function.symbol}` computes in `{name}`, but no argument or result has that type"
            yield Finding(operation, message, (("result_type", index),))
            return


def _has_elements(type: Type, name: str) -> bool:
    element = type.element_type if isinstance(type, TensorType) else None
    return isinstance(element, ElementType) and part_of(element).name == name


def _is_large(type: Type) -> bool:
    assert isinstance(type, TensorType)
    return type.is_static and math.prod(type.static_shape) > _MAX_INDICES


_MAX_INDICES = 8  # elements of a tensor of sizes or indices: one for each dimension, of rarely more than 8


# -- constants ------------------------------------------------------------------------------------------


@functools.cache
def _makes_nan_of_infinity(op: Op) -> bool:
    """Whether infinity and a finite number may give NaN, as in a product with zero."""
    if not op.elementwise:
        return op.numerics.accumulates and not op.regions
    if any(field.default is REQUIRED for field in op.attributes) or op.outputs[0].rule.kinds == BOOLEAN:
        return False
    if op.result_type_parameters:  # a conversion
        return False
    infinity, numbers = np.full(2, np.inf, np.float32), np.arange(2, dtype=np.float32)
    operands = [numbers] * (len(op.operands) - 1)
    with np.errstate(all="ignore"):
        return len(operands) < 2 and bool(np.isnan(op.kernel(infinity, *operands)).any())


@rule(
    "NUM007",
    why="Arithmetic with NaN gives NaN, and so does infinity times zero.",
    help="Select the constant instead of computing with it. For masks, add a large finite number.",
)
def poisonous_constant(program: Program) -> Iterator[Finding]:
    """An operand of arithmetic, or the initial value of a reduction, is a NaN constant; or an operand of a
    product is an infinite constant.

    Results that the program replaces by a select are not reported.
    """
    constants = program.named(*(name for name in program.names if name.endswith(".constant")))
    values = (value for operation in constants for value in operation.results)
    poisons = _propagate(program, {value: name for value in values if (name := _non_finite(value))})
    users = dict.fromkeys(user for value in poisons for user in program.uses.get(value, ()))
    for operation in users:
        for index, operand in enumerate(operation.operands if _computes(operation.name) else ()):
            value = poisons.get(operand)
            is_bad = value == "NaN" or (value and _makes_nan_of_infinity(OPS[operation.name]))
            if is_bad and not is_guarded(operation, program):
                message = f"constant operand of `{operation.name}` contains {value}"
                yield Finding(operation, message, (("operand", index),))


def _propagate(program: Program, poisons: dict[Value, str]) -> dict[Value, str]:
    """The poisons, with the values that have their elements: moved, or returned to a call."""
    reached, pending = dict(poisons), [*poisons]
    for value in pending:
        for user in program.uses.get(value, ()):
            for result in _forwarded_results(program, value, user):
                if result not in reached:
                    reached[result] = reached[value]
                    pending.append(result)
    return reached


def _forwarded_results(program: Program, value: Value, user: Operation) -> Iterator[Value]:
    for result in user.results:
        source = source_of(result)
        if source is not None and user.operands[source] is value:
            yield result
    function = user.parent
    if user.name == "func.return" and isinstance(function, Function):
        for call in program.references.get(function.symbol, ()):
            returned = zip(call.results, program.returned(call), strict=False)
            yield from (result for result, operand in returned if operand is value)


def _computes(name: str) -> bool:
    """Whether results of the op are computed from its operands, not tested or selected by them."""
    op = OPS.get(name)
    return op is not None and not is_check(op) and (op.elementwise or op.numerics.accumulates)


def _non_finite(value: Value) -> str:
    """`NaN` or `infinity` for a constant that contains it; else empty."""
    constant, type = constant_of(value), element_type(value)
    if constant is None or type is None or type.kind != "float":
        return ""
    elements = constant.elements
    numbers = elements if elements.dtype.kind == "f" else elements.astype(np.float64)
    return "NaN" if np.isnan(numbers).any() else "infinity" if np.isinf(numbers).any() else ""


@rule(
    "NUM008",
    why="The result wraps around silently: the sum of two large positive numbers is negative.",
    help="Compute in a wider type, or write the intended number.",
)
def constant_overflow(program: Program) -> Iterator[Finding]:
    """Arithmetic on signed integer constants, or the conversion of one, overflows the result type.

    Unsigned integers are not reported, since programs rely on their wrap-around, as in random number
    generators.
    """
    for operation in program.named(*filter(exact_arithmetic, sorted(program.names))):
        type = element_type(operation.results[0])
        if not isinstance(type, ElementType) or type.kind != "signed":
            continue
        numbers = exact_result(program, operation)
        number = None if numbers is None else first_overflow(numbers, type)
        if number is not None:
            yield Finding(operation, f"the exact result {number:,} overflows `{type}`")


# -- quantized types ------------------------------------------------------------------------------------


def _quantized(program: Program) -> Iterator[tuple[Value, QuantizedType]]:
    """The quantized types of a program, each with the first value that has it."""
    seen = set[str]()
    for value in program.typed:
        type = element_type(value)
        if isinstance(type, QuantizedType) and type.text not in seen:
            seen.add(type.text)
            yield value, type


@rule(
    "NUM009",
    why="The largest stored values dequantize to infinity, or the smallest differences to zero.",
    help="Quantize again with a scale that fits the range of the expressed type.",
)
def scale_out_of_range(program: Program) -> Iterator[Finding]:
    """The scale of a quantized type is so large that dequantized values overflow the expressed type, or so
    small that it is subnormal.
    """
    for value, type in _quantized(program):
        limits = float_limits(type.expressed_type)
        if limits is None:
            continue
        largest, smallest = float(limits.max), float(limits.smallest_normal)
        for scale, zero_point in zip(type.scales, type.zero_points, strict=True):
            extent = max(type.storage_max - zero_point, zero_point - type.storage_min) * scale
            if extent > largest or scale < smallest:
                overflow = f"overflows `{type.expressed_type}`: values reach {extent:.3g}"
                underflow = f"is subnormal in `{type.expressed_type}`: the minimum is {smallest:.3g}"
                yield Finding(value, f"scale {scale:.3g} {overflow if extent > largest else underflow}")
                break


@rule(
    "NUM101",
    why="""
    All values of the type have the same sign. This is correct after a ReLU; elsewhere, calibration has
    probably seen only part of the data.
    """,
    help="Calibrate again with data of both signs, unless a single sign is intended.",
    severity=Severity.NOTE,
)
def zero_point_at_the_edge(program: Program) -> Iterator[Finding]:
    """The zero point of a quantized type is the minimum or the maximum of its storage range."""
    for value, type in _quantized(program):
        edges = {type.storage_min, type.storage_max}
        if not edges.isdisjoint(type.zero_points):
            yield Finding(value, "the zero point is at the limit of the storage range")
