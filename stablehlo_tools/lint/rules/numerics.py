"""Numerics: what loses precision, overflows or becomes NaN."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import ml_dtypes
import numpy as np

from stablehlo_tools.attributes import Enumeration
from stablehlo_tools.diagnostic import Severity
from stablehlo_tools.interpret.costs import flops
from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.lint.rule import Finding, rule
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.problems import constant_of
from stablehlo_tools.types import ElementType, QuantizedType, TensorType, part_of
from stablehlo_tools.values import UnsupportedType, dtype_of

if TYPE_CHECKING:
    from stablehlo_tools.lint.program import Program

# Ops whose result has the elements of their operand, in another order or more often.
_MOVING: Final = frozenset(
    f"stablehlo.{name}" for name in ("broadcast_in_dim", "reshape", "transpose", "slice", "reverse")
)


def _origin(value: Value) -> Value:
    """The value whose elements these are, wherever they have been moved."""
    while isinstance(value.owner, Operation) and value.owner.name in _MOVING:
        value = value.owner.operands[0]
    return value


def _maker(value: Value) -> Operation | None:
    """The operation that computes the elements of a value; None for an argument."""
    owner = _origin(value).owner
    return owner if isinstance(owner, Operation) else None


def _makes(operation: Operation | None, *names: str) -> bool:
    return operation is not None and operation.name in [f"stablehlo.{name}" for name in names]


def _element_type(value: Value) -> ElementType | QuantizedType | None:
    return value.type.element_type if isinstance(value.type, TensorType) else None


def _constant(value: Value) -> np.ndarray[Any, Any] | None:
    """The elements of the constant that a value is, each once where there is but one."""
    found = constant_of(_origin(value))
    return None if found is None else found.elements


def _limits(type: ElementType) -> Any:
    """What numpy and ml_dtypes say of a type of floats; None where they have none such."""
    try:
        return ml_dtypes.finfo(dtype_of(type))  # type: ignore[no-untyped-call]
    except UnsupportedType:
        return None


def _folded_by(operation: Operation) -> str:
    """The op with which a reduction combines elements, if it is one op."""
    entry = operation.regions[0].entry
    names = [each.name for each in entry.operations[:-1]] if entry else []
    return names[0].partition(".")[2] if len(names) == 1 else ""


# -- sums -----------------------------------------------------------------------------------------------


def _terms(operation: Operation) -> int:
    """How many terms each sum of an operation has, whose shapes are known."""
    shapes = [v.type.static_shape for v in operation.operands if isinstance(v.type, TensorType)]
    if not operation.regions:
        result = operation.results[0].type
        assert isinstance(result, TensorType)
        return flops(operation, shapes, result.static_shape) // (2 * max(1, math.prod(result.static_shape)))
    attributes = spec_attributes(OPS[operation.name], operation)
    if operation.name == "stablehlo.reduce":
        return math.prod(shapes[0][axis] for axis in attributes["dimensions"])
    return int(math.prod(attributes["window_dimensions"]))


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
        type = _element_type(operation.results[0])
        if not isinstance(type, ElementType) or type.kind != "float" or type.bits >= 32:
            continue
        types = [value.type for value in (*operation.operands, *operation.results)]
        is_static = all(isinstance(each, TensorType) and each.is_static for each in types)
        is_sum = not operation.regions or _folded_by(operation) == "add"
        if not is_static or not is_sum or "algorithm" in operation.attributes:
            continue
        limits = _limits(type)
        terms, countable = _terms(operation), math.inf if limits is None else 1 << (limits.nmant + 1)
        if terms >= countable:
            message = f"{terms:,} terms are summed in {type}, which counts no further than {countable:,}"
            yield Finding(operation, message)


_SUMMING = (
    "stablehlo.dot_general", "stablehlo.convolution", "stablehlo.reduce", "stablehlo.reduce_window",
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
        types = [_element_type(value) for value in (first.operands[0], first.results[0], second.results[0])]
        if not all(isinstance(type, ElementType) and type.kind == "float" for type in types):
            continue
        before, between, after = (type.bits for type in types if type)
        if between < before <= after:
            message = f"{types[0]} becomes {types[1]} and {types[2]} again"
            yield Finding(second, message, related=((first, "precision is lost here"),))


@rule(
    "NUM003",
    why="exp of 89 overflows f32, and infinity divided by infinity is NaN: large inputs poison the result.",
    remedy="Subtract the maximum first, which changes nothing else: `jax.nn.softmax`, `jax.nn.logsumexp`.",
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
    """A softmax, or a logarithm of a sum of exponentials, whose inputs are not shifted by their maximum."""
    for operation in program.named("stablehlo.divide", "stablehlo.log"):
        total = _maker(operation.operands[-1])
        if total is None or total.name != "stablehlo.reduce" or _folded_by(total) != "add":
            continue
        exponential = _maker(total.operands[0])
        if not _makes(exponential, "exponential") or exponential is None:
            continue
        is_softmax = operation.name == "stablehlo.log" or _maker(operation.operands[0]) is exponential
        if is_softmax and not _makes(_maker(exponential.operands[0]), "subtract"):
            message = "the exponentials that are summed overflow where inputs are large"
            yield Finding(operation, message, related=((exponential, "nothing is subtracted before"),))


# -- zeros ----------------------------------------------------------------------------------------------


_DEPTH = 8  # operations that are looked back


def _can_be_zero(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a value is one that is often zero: a square, an absolute value, a count, a sum of such."""
    operation = _maker(value)
    if operation is None or not depth:
        return False
    name, operands = operation.name.partition(".")[2], operation.operands
    if name in ("abs", "square") or (name == "multiply" and operands[0] is operands[1]):
        return not _is_positive(operands[0])
    if name == "maximum":
        return any(_is_zero(operand) for operand in operands)
    if name == "clamp":
        return _is_zero(operands[0])
    if name == "convert":
        type = _element_type(operands[0])
        return type is not None and (type.kind == "boolean" or _can_be_zero(operands[0], depth - 1))
    if name == "reduce" and _folded_by(operation) not in ("add", "maximum"):
        return False
    return name in ("sqrt", "reduce") and _can_be_zero(operands[0], depth - 1)


def _is_positive(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a value is greater than zero, or something positive was added so that it is."""
    operation = _maker(value)
    elements = _constant(value)
    if elements is not None:
        return elements.dtype.kind != "c" and bool((elements > 0).all())
    if operation is None or not depth:
        return False
    name, operands = operation.name.partition(".")[2], operation.operands
    if name in ("exponential", "logistic"):
        return True
    positive = (_is_positive(operand, depth - 1) for operand in operands)
    if name in ("add", "maximum"):
        return any(positive)
    if name == "reduce":
        return _folded_by(operation) in ("add", "maximum", "minimum", "multiply") and next(positive)
    return name in ("multiply", "divide", "sqrt", "rsqrt", "convert", "abs", "power") and all(positive)


def _is_zero(value: Value) -> bool:
    elements = _constant(value)
    return elements is not None and bool((elements == 0).all())


@rule(
    "NUM004",
    why="""
    The result is infinite or NaN there, in gradients too, and spreads through all that follows.
    """,
    remedy="Add a small number, take the maximum with one, or select another divisor where it is zero.",
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
    """A logarithm, a quotient or a reciprocal root of a square, an absolute value, a count or a sum of such.

    Results that are only selected from are not counted: the program chooses something else there.
    """
    for operation in program.named("stablehlo.log", "stablehlo.divide", "stablehlo.rsqrt"):
        value, type = operation.operands[-1], _element_type(operation.results[0])
        if type is None or type.kind not in ("float", "complex") or not _can_be_zero(value):
            continue
        uses = program.uses.get(operation.results[0], [])
        if uses and all(use.name == "stablehlo.select" for use in uses):
            continue
        maker = _maker(value)
        related = ((maker, "this can be zero"),) if maker else ()
        yield Finding(operation, f"{operation.name} of what can be exactly zero", related=related)


# -- comparisons ----------------------------------------------------------------------------------------

_EXACT: Final = (
    "maximum", "minimum", "clamp", "floor", "ceil", "round_nearest_afz", "round_nearest_even", "sign", "iota",
)  # fmt: skip


_ORDERING: Final = frozenset(
    f"stablehlo.{name}" for name in ("sort", "reduce", "reduce_window", "select_and_scatter")
)


def _is_exact(value: Value) -> bool:
    """Whether a float is a whole number, one of others, or a constant that comparing is meant for."""
    operation = _maker(value)
    if operation is not None and operation.name == "stablehlo.reduce":
        return _folded_by(operation) in ("maximum", "minimum")
    if operation is not None and operation.name == "stablehlo.convert":
        type = _element_type(operation.operands[0])
        return type is not None and type.kind in ("boolean", "signed", "unsigned")
    elements = _constant(value)
    if elements is not None:
        numbers = elements.astype(np.complex128 if elements.dtype.kind == "c" else np.float64)
        return bool((~np.isfinite(numbers) | (numbers == np.round(numbers))).all())
    return _makes(operation, *_EXACT)


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
    is not counted, nor is one that orders elements, in the body of a sort or of a reduction.
    """
    for operation in program.named("stablehlo.compare"):
        lhs, rhs = operation.operands
        type, direction = _element_type(lhs), operation.attributes.get("comparison_direction")
        if type is None or type.kind not in ("float", "complex") or lhs is rhs:
            continue
        is_equality = isinstance(direction, Enumeration) and direction.value in ("EQ", "NE")
        orders = operation.parent is not None and operation.parent.name in _ORDERING
        if is_equality and not (orders or _is_exact(lhs) or _is_exact(rhs)):
            yield Finding(operation, f"floats are compared for equality: {type}")


# -- types ----------------------------------------------------------------------------------------------


@rule(
    "NUM006",
    why="It takes twice the memory, and many times as long on accelerators that can compute in it at all.",
    remedy="Find the constant or the cast that it comes from: numpy computes in f64 unless told otherwise.",
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
def accidental_double(program: Program) -> Iterator[Finding]:
    """A program computes in f64, though no argument or result of a public function is of that type.

    The first operation of each function is reported.
    """
    public = [function for function in program.functions if not function.is_private]
    types = [type for function in public for type in (*function.type.inputs, *function.type.results)]
    if any(isinstance(type, TensorType) and _is_double(type.element_type) for type in types):
        return
    for function in program.functions:
        for operation in function.walk():
            doubles = [_is_double(_element_type(value)) for value in operation.results]
            if any(doubles) and function is not operation:
                message = f"@{function.symbol} computes in f64, which no argument or result is of"
                yield Finding(operation, message, (("result_type", doubles.index(True)),))
                break


def _is_double(type: ElementType | QuantizedType | None) -> bool:
    return isinstance(type, ElementType) and part_of(type).name == "f64"


# -- constants ------------------------------------------------------------------------------------------

_SPREADING: Final = frozenset(
    f"stablehlo.{name}"
    for name in ("multiply", "dot_general", "dot", "convolution", "remainder", "sine", "cosine")
)
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
    """A NaN is computed with, or an infinity multiplied with."""
    for operation in program.operations:
        op = OPS.get(operation.name)
        if op is None or operation.name in _CHOOSING:
            continue
        is_spreading = operation.name in _SPREADING
        if not (is_spreading or op.elementwise):
            continue
        for index, operand in enumerate(operation.operands):
            what = _poison(operand)
            if what == "NaN" or (what and is_spreading):
                message = f"{operation.name} with a constant that has {what}"
                yield Finding(operation, message, (("operand", index),))


def _poison(value: Value) -> str:
    type = _element_type(_origin(value))
    elements = _constant(value) if type is not None and type.kind == "float" else None
    if elements is None:
        return ""
    numbers = elements.astype(np.float64)
    return "NaN" if np.isnan(numbers).any() else "infinity" if np.isinf(numbers).any() else ""


_EXACTLY: Final[Mapping[str, Callable[..., int]]] = {
    "stablehlo.add": operator.add,
    "stablehlo.subtract": operator.sub,
    "stablehlo.multiply": operator.mul,
    "stablehlo.negate": operator.neg,
    "stablehlo.abs": abs,
}


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
    """Arithmetic of two signed integer constants gives a number that the type does not have.

    Unsigned integers are meant to wrap around, as in generators of random numbers.
    """
    for operation in program.named(*_EXACTLY):
        type = _element_type(operation.results[0])
        if not isinstance(type, ElementType) or type.kind != "signed":
            continue
        elements = [_constant(operand) for operand in operation.operands]
        if any(each is None or each.size != 1 for each in elements):
            continue
        numbers = [int(each.item()) for each in elements if each is not None]
        exact = _EXACTLY[operation.name](*numbers)
        if not -(1 << (type.bits - 1)) <= exact < 1 << (type.bits - 1):
            yield Finding(operation, f"the result is {exact:,}, which is no {type}")


# -- quantized types ------------------------------------------------------------------------------------


def _quantized(program: Program) -> Iterator[tuple[Value, QuantizedType]]:
    """The quantized types of a program, each where it is first."""
    seen = set[str]()
    for operation in program.operations:
        blocks = [block for region in operation.regions for block in region.blocks]
        for value in (*operation.results, *(argument for block in blocks for argument in block.arguments)):
            type = _element_type(value)
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
        limits = _limits(type.expressed_type)
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
