"""Numerics: what loses precision, overflows or becomes NaN."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.attributes import Enumeration
from stablehlo_tools.diagnostic import Severity
from stablehlo_tools.ir import Function, Operation, Value
from stablehlo_tools.linter.exact import EXACTLY, beyond, computed
from stablehlo_tools.linter.exponentials import can_overflow, divides, summed_exponentials
from stablehlo_tools.linter.ranges import float_limits
from stablehlo_tools.linter.rule import Finding, rule
from stablehlo_tools.linter.terms import Term, element_type, folded_by
from stablehlo_tools.linter.zeros import is_chosen_from, zero_in
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.types import ElementType, QuantizedType, TensorType, Type, part_of

if TYPE_CHECKING:
    from stablehlo_tools.linter.program import Program

# -- sums -----------------------------------------------------------------------------------------------


def _terms(operation: Operation) -> int | None:
    """How many terms each sum of an operation has; None where shapes do not say."""
    shapes = [value.type.shape for value in operation.operands if isinstance(value.type, TensorType)]
    attributes, name = spec_attributes(OPS[operation.name], operation), operation.name
    if name == "stablehlo.reduce_window":
        return int(math.prod(attributes["window_dimensions"]))
    operand = shapes[1] if name == "stablehlo.convolution" else shapes[0]
    if operand is None:
        return None
    if name == "stablehlo.convolution":
        axes = [axis for axis in range(len(operand)) if axis != attributes["kernel_output_feature_dimension"]]
    elif name == "stablehlo.dot":
        axes = [len(operand) - 1]
    else:
        axes = attributes["dimensions" if name == "stablehlo.reduce" else "lhs_contracting_dimensions"]
    sizes = [size for axis in axes if isinstance(size := operand[axis], int)]
    return math.prod(sizes) if len(sizes) == len(axes) else None


@rule(
    "NUM001",
    why="""
    A sum of so many numbers of like size has lost all precision: with 2^p terms, p being the bits of the
    significand, the next one is too small to change it. Hardware may sum more precisely, but nothing says so.
    """,
    remedy="""
    Let the result be f32 and convert it afterwards: `preferred_element_type=jnp.float32` in JAX,
    `dtype=jnp.float32` for sums; or give dot_general an `algorithm` that says how it accumulates.
    """,
    bad="""
    func.func @main(%x: tensor<8x512xbf16>) -> tensor<8xbf16> {
      %zero = stablehlo.constant dense<0.0> : tensor<bf16>
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<8x512xbf16>, tensor<bf16>) -> tensor<8xbf16>
      return %0 : tensor<8xbf16>
    }
    """,
    good="""
    func.func @main(%x: tensor<8x512xbf16>) -> tensor<8xbf16> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.convert %x : (tensor<8x512xbf16>) -> tensor<8x512xf32>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<8x512xf32>, tensor<f32>) -> tensor<8xf32>
      %2 = stablehlo.convert %1 : (tensor<8xf32>) -> tensor<8xbf16>
      return %2 : tensor<8xbf16>
    }
    """,
)
def imprecise_sum(program: Program) -> Iterator[Finding]:
    """A product, a convolution or a reduction sums more terms than its small float can count."""
    for operation in program.named(*_SUMMING):
        type = element_type(operation.results[0])
        if not isinstance(type, ElementType) or type.kind != "float" or type.bits >= _BITS_OF_SINGLE:
            continue
        is_sum = not operation.regions or folded_by(operation) == "add"
        terms = _terms(operation) if is_sum and "algorithm" not in operation.attributes else None
        limits = float_limits(type)
        countable = math.inf if limits is None else 1 << (limits.nmant + 1)
        if terms is not None and terms >= countable:
            message = f"{terms:,} terms are summed in {type}, which counts no further than {countable:,}"
            yield Finding(operation, message)


_BITS_OF_SINGLE = 32
_SUMMING = (
    "stablehlo.dot_general", "stablehlo.dot", "stablehlo.convolution", "stablehlo.reduce",
    "stablehlo.reduce_window",
)  # fmt: skip


@rule(
    "NUM002",
    why="What the narrow type cannot hold is lost, and the wide one that follows only looks precise.",
    remedy="Stay in the wide type; where the loss is meant, reduce_precision says so.",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
      %1 = stablehlo.convert %0 : (tensor<8xbf16>) -> tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def narrowed_and_widened(program: Program) -> Iterator[Finding]:
    """Floats are converted to a smaller type and right back to one as large as before."""
    for second in program.named("stablehlo.convert"):
        first = second.operands[0].owner
        if not isinstance(first, Operation) or first.name != "stablehlo.convert":
            continue
        types = [element_type(value) for value in (first.operands[0], first.results[0], second.results[0])]
        if not all(isinstance(type, ElementType) and type.kind == "float" for type in types):
            continue
        before, between, after = (type.bits for type in types if type)
        if between < before <= after:
            message = f"{types[0]} becomes {types[1]} and {types[2]} again"
            yield Finding(second, message, related=((first, "precision is lost here"),))


@rule(
    "NUM003",
    why="exp of 89 overflows f32, and infinity divided by infinity is NaN: large inputs poison the result.",
    remedy="""
    Subtract the maximum first, which changes nothing else: `jax.nn.softmax`, `jax.nn.logsumexp`; for two
    terms, `jnp.logaddexp`, and `jax.nn.softplus` for log(1 + exp(x)).
    """,
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.exponential %x : tensor<8xf32>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %3 = stablehlo.divide %0, %2 : tensor<8xf32>
      return %3 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %n = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %y = stablehlo.subtract %x, %n : tensor<8xf32>
      %0 = stablehlo.exponential %y : tensor<8xf32>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %3 = stablehlo.divide %0, %2 : tensor<8xf32>
      return %3 : tensor<8xf32>
    }
    """,
)
def unshifted_softmax(program: Program) -> Iterator[Finding]:
    """A softmax, or a logarithm of a sum of exponentials, whose exponents have no bound.

    What is subtracted, unless it is a constant, is taken for their maximum.
    """
    for operation in program.named("stablehlo.divide", "stablehlo.log", "stablehlo.log_plus_one"):
        total = Term.of(program, operation.operands[-1])
        for exponential in summed_exponentials(total):
            is_meant = operation.name != "stablehlo.divide" or divides(operation, exponential)
            if is_meant and can_overflow(exponential):
                related = _related(exponential, "nothing is subtracted before")
                yield Finding(operation, "its exponentials overflow where inputs are large", related=related)
                break


def _related(term: Term, label: str) -> tuple[tuple[Operation, str], ...]:
    return ((term.operation, label),) if term.operation else ()


# -- zeros ----------------------------------------------------------------------------------------------


@rule(
    "NUM004",
    why="""
    The result is infinite or NaN there, in gradients too, and spreads through all that follows.
    """,
    remedy="""
    Add a small number, take the maximum with one, or select another divisor where it is zero: to select
    another result is not enough for gradients. For the logarithm of a softmax or a sigmoid there are
    `jax.nn.log_softmax` and `jax.nn.log_sigmoid`.
    """,
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.abs %x : tensor<8xf32>
      %1 = stablehlo.log %0 : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %least = stablehlo.constant dense<1.0e-6> : tensor<8xf32>
      %0 = stablehlo.abs %x : tensor<8xf32>
      %1 = stablehlo.add %0, %least : tensor<8xf32>
      %2 = stablehlo.log %1 : tensor<8xf32>
      return %2 : tensor<8xf32>
    }
    """,
)
def division_by_zero(program: Program) -> Iterator[Finding]:
    """A logarithm, a quotient or a reciprocal root of what can be exactly zero: a square, an absolute value,
    a count, a sum of such, what `maximum` or `clamp` cuts off at zero, a constant; or a logarithm of a
    softmax or a sigmoid, which underflow to zero.

    Where nothing is known of a value, as of arguments and differences, nothing is said. Results are not
    counted where the program selects others in their place.
    """
    for operation in program.named(*_DIVIDING):
        divisor = Term.of(program, operation.operands[-1])
        zero = zero_in(operation, divisor)
        if zero and not is_chosen_from(operation, program):
            related = _related(divisor, "this can be zero")
            yield Finding(operation, f"{operation.name} of {zero}", related=related)


_DIVIDING = ("stablehlo.log", "stablehlo.divide", "stablehlo.remainder", "stablehlo.rsqrt")


# -- comparisons ----------------------------------------------------------------------------------------

_EXACT: Final = (
    "maximum", "minimum", "clamp", "floor", "ceil", "round_nearest_afz", "round_nearest_even", "sign", "iota",
)  # fmt: skip


_ORDERING: Final = frozenset(
    f"stablehlo.{name}" for name in ("sort", "reduce", "reduce_window", "select_and_scatter")
)


def _is_exact(term: Term) -> bool:
    """Whether a float is a whole number, one of others, or a constant that comparing is meant for."""
    if term.name == "reduce" and term.operation is not None:
        return folded_by(term.operation) in ("maximum", "minimum")
    if term.name == "convert":
        type = term.operands[0].element_type
        return type is not None and type.kind in ("boolean", "signed", "unsigned")
    elements = term.constant
    if elements is not None:
        numbers = elements.astype(np.complex128 if elements.dtype.kind == "c" else np.float64)
        with np.errstate(invalid="ignore"):
            return bool((~np.isfinite(numbers) | (numbers == np.round(numbers))).all())
    return term.name in _EXACT


@rule(
    "NUM005",
    why="Two ways to compute the same number differ in the last bits, and so do two devices.",
    remedy="Compare the distance with a tolerance, or compare integers.",
    bad="""
    func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xi1> {
      %0 = stablehlo.compare EQ, %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
      return %0 : tensor<8xi1>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xi1> {
      %near = stablehlo.constant dense<1.0e-6> : tensor<8xf32>
      %0 = stablehlo.subtract %x, %y : tensor<8xf32>
      %1 = stablehlo.abs %0 : tensor<8xf32>
      %2 = stablehlo.compare LT, %1, %near : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
      return %2 : tensor<8xi1>
    }
    """,
)
def float_equality(program: Program) -> Iterator[Finding]:
    """Floats are compared for being equal, or not equal.

    A comparison with itself, which finds NaN, with a maximum or minimum, with whole numbers and infinities
    is not counted, nor is one that orders elements, in the body of a sort or of a reduction, or of numbers
    whose distance is computed as well.
    """
    distances = {frozenset(each.operands) for each in program.named("stablehlo.subtract")}
    for operation in program.named("stablehlo.compare"):
        lhs, rhs = operation.operands
        type, direction = element_type(lhs), operation.attributes.get("comparison_direction")
        if type is None or type.kind not in ("float", "complex") or lhs is rhs:
            continue
        is_equality = isinstance(direction, Enumeration) and direction.value in ("EQ", "NE")
        orders = operation.parent is not None and operation.parent.name in _ORDERING
        if not is_equality or orders or any(_is_exact(Term.of(program, each)) for each in (lhs, rhs)):
            continue
        if frozenset((lhs, rhs)) not in distances:
            yield Finding(operation, f"floats are compared for equality: {type}")


# -- types ----------------------------------------------------------------------------------------------


@rule(
    "NUM006",
    why="It takes twice the memory, and many times as long on accelerators that can compute in it at all.",
    remedy="Find the constant or the cast that it comes from: numpy has f64 and i64 unless told otherwise.",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %c = stablehlo.constant dense<0.1> : tensor<8xf64>
      %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf64>
      %1 = stablehlo.multiply %0, %c : tensor<8xf64>
      %2 = stablehlo.convert %1 : (tensor<8xf64>) -> tensor<8xf32>
      return %2 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %c = stablehlo.constant dense<0.1> : tensor<8xf32>
      %0 = stablehlo.multiply %x, %c : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def accidental_wide_type(program: Program) -> Iterator[Finding]:
    """A program computes in f64 or i64, though no argument or result of a public function is of that type.

    The first operation of each function is reported. Integers are counted in tensors that are larger than
    shapes and indices are.
    """
    public = [function for function in program.functions if not function.is_private]
    types = [type for function in public for type in (*function.type.inputs, *function.type.results)]
    for name in ("f64", "i64"):
        if any(_has_elements(type, name) for type in types):
            continue
        for function in program.functions:
            yield from _first_of(function, name)


def _first_of(function: Function, name: str) -> Iterator[Finding]:
    """The first operation of a function that computes in a type."""
    for operation in function.walk():
        if operation is function or (name == "i64" and operation.name == "stablehlo.constant"):
            continue
        wide = [
            _has_elements(value.type, name) and (name == "f64" or _is_large(value.type))
            for value in operation.results
        ]
        if any(wide):
            message = f"@{function.symbol} computes in {name}, which no argument or result is of"
            yield Finding(operation, message, (("result_type", wide.index(True)),))
            return


def _has_elements(type: Type, name: str) -> bool:
    element = type.element_type if isinstance(type, TensorType) else None
    return isinstance(element, ElementType) and part_of(element).name == name


def _is_large(type: Type) -> bool:
    assert isinstance(type, TensorType)
    return type.is_static and math.prod(type.static_shape) > _MOST_INDICES


_MOST_INDICES = 8


# -- constants ------------------------------------------------------------------------------------------

_SPREADING: Final = frozenset(
    f"stablehlo.{name}"
    for name in ("multiply", "dot_general", "dot", "convolution", "remainder", "sine", "cosine")
)
_FOLDING: Final = frozenset({"stablehlo.reduce", "stablehlo.reduce_window"})
_CHOOSING: Final = frozenset({"stablehlo.select", "stablehlo.compare", "stablehlo.is_finite"})


@rule(
    "NUM007",
    why="All that is computed with NaN is NaN, and infinity times zero is NaN, too.",
    remedy="Select where it is needed instead of computing with it; for masks, add a large finite number.",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %c = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
      %0 = stablehlo.multiply %x, %c : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>, %p: tensor<8xi1>) -> tensor<8xf32> {
      %c = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
      %0 = stablehlo.select %p, %x, %c : tensor<8xi1>, tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def poisonous_constant(program: Program) -> Iterator[Finding]:
    """A NaN is computed with, if only to begin a reduction, or an infinity multiplied with.

    Results are not counted where the program selects others in their place.
    """
    for operation in program.operations:
        op = OPS.get(operation.name)
        if op is None or operation.name in _CHOOSING:
            continue
        is_spreading = operation.name in _SPREADING
        if not (is_spreading or op.elementwise or operation.name in _FOLDING):
            continue
        for index, operand in enumerate(operation.operands):
            what = _poison(Term.of(program, operand))
            is_bad = what == "NaN" or (what and is_spreading)
            if is_bad and not is_chosen_from(operation, program):
                message = f"{operation.name} with a constant that has {what}"
                yield Finding(operation, message, (("operand", index),))


def _poison(term: Term) -> str:
    elements, type = term.constant, term.element_type
    if elements is None or type is None or type.kind != "float":
        return ""
    numbers = elements.astype(np.float64)
    return "NaN" if np.isnan(numbers).any() else "infinity" if np.isinf(numbers).any() else ""


@rule(
    "NUM008",
    why="It wraps around: the sum of two large positive numbers is negative, and nothing says so.",
    remedy="Compute in a wider type, or write the number that is meant.",
    bad="""
    func.func @main() -> tensor<i32> {
      %0 = stablehlo.constant dense<2000000000> : tensor<i32>
      %1 = stablehlo.add %0, %0 : tensor<i32>
      return %1 : tensor<i32>
    }
    """,
    good="""
    func.func @main() -> tensor<i64> {
      %0 = stablehlo.constant dense<2000000000> : tensor<i64>
      %1 = stablehlo.add %0, %0 : tensor<i64>
      return %1 : tensor<i64>
    }
    """,
)
def constant_overflow(program: Program) -> Iterator[Finding]:
    """Arithmetic of signed integer constants, or a conversion of one, gives a number that the type does not
    have.

    Unsigned integers are meant to wrap around, as in generators of random numbers.
    """
    for operation in program.named(*EXACTLY):
        type = element_type(operation.results[0])
        if not isinstance(type, ElementType) or type.kind != "signed":
            continue
        numbers = computed(program, operation)
        number = None if numbers is None else beyond(numbers, type)
        if number is not None:
            yield Finding(operation, f"the result is {number:,}, which is no {type}")


# -- quantized types ------------------------------------------------------------------------------------


def _quantized(program: Program) -> Iterator[tuple[Value, QuantizedType]]:
    """The quantized types of a program, each where it is first."""
    seen = set[str]()
    for operation in program.operations:
        blocks = [block for region in operation.regions for block in region.blocks]
        for value in (*operation.results, *(argument for block in blocks for argument in block.arguments)):
            type = element_type(value)
            if isinstance(type, QuantizedType) and type.text not in seen:
                seen.add(type.text)
                yield value, type


@rule(
    "NUM009",
    why="The largest stored numbers are infinite once dequantized, or the smallest steps vanish.",
    remedy="Quantize again with a scale that fits the range of the expressed type.",
    bad="""
    func.func @main(%x: tensor<8x!quant.uniform<i8:f16, 1.0e+3>>) -> tensor<8xf16> {
      %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f16, 1.0e+3>>) -> tensor<8xf16>
      return %0 : tensor<8xf16>
    }
    """,
    good="""
    func.func @main(%x: tensor<8x!quant.uniform<i8:f16, 1.0e+2>>) -> tensor<8xf16> {
      %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f16, 1.0e+2>>) -> tensor<8xf16>
      return %0 : tensor<8xf16>
    }
    """,
)
def scale_out_of_range(program: Program) -> Iterator[Finding]:
    """The scale of a quantized type is so large that it overflows the expressed type, or so small that it is
    no normal number of it.
    """
    for value, type in _quantized(program):
        limits = float_limits(type.expressed_type)
        if limits is None:
            continue
        most, least = float(limits.max), float(limits.smallest_normal)
        for scale, zero_point in zip(type.scales, type.zero_points, strict=True):
            reach = max(type.storage_max - zero_point, zero_point - type.storage_min) * scale
            if reach > most or scale < least:
                what = f"reaches {reach:.3g}" if reach > most else f"is below {least:.3g}"
                yield Finding(value, f"a scale of {scale:.3g} {what} in {type.expressed_type}")
                break


@rule(
    "NUM101",
    why="""
    All numbers that the type can hold have the same sign. That is right behind a ReLU, and elsewhere the sign
    of a calibration that saw only a part of the data.
    """,
    remedy="Calibrate again, with data of both signs, unless one sign is meant.",
    bad="""
    func.func @main(%x: tensor<8x!quant.uniform<i8:f32, 0.1:-128>>) -> tensor<8xf32> {
      %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f32, 0.1:-128>>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8x!quant.uniform<i8:f32, 0.1:-100>>) -> tensor<8xf32> {
      %0 = stablehlo.uniform_dequantize %x : (tensor<8x!quant.uniform<i8:f32, 0.1:-100>>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    severity=Severity.NOTE,
)
def zero_point_at_the_edge(program: Program) -> Iterator[Finding]:
    """The zero point of a quantized type is the least or the greatest number that it stores."""
    for value, type in _quantized(program):
        edges = {type.storage_min, type.storage_max}
        if not edges.isdisjoint(type.zero_points):
            yield Finding(value, "the zero point is at the edge of what is stored")
