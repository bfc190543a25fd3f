"""Elementwise operations: arithmetic with implicit broadcasting, comparisons, conversions."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Callable, Sequence

from stablehlo_tools.hlo.broadcasting import broadcast, common_element_type
from stablehlo_tools.hlo.builder.arguments import builds, named_operation, operation
from stablehlo_tools.hlo.builder.core import XlaComputation, XlaOp, array_type, element_type_of, require
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES
from stablehlo_tools.ir.types import Dim, ElementType

Dimensions = Sequence[int] | None
Binary = Callable[..., XlaOp]
Unary = Callable[[XlaOp], XlaOp]

# -- arithmetic, broadcast to a common shape --------------------------------------------------------------


def _common(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Dimensions) -> tuple[XlaOp, XlaOp]:
    """The operands with a common shape and element type."""
    to = broadcast(lhs.dimensions, rhs.dimensions, broadcast_dimensions)
    element_type = common_element_type(lhs.type.element_type, rhs.type.element_type)  # type: ignore[arg-type]
    return (
        _convert_and_broadcast(lhs, element_type, to.shape, to.lhs_dimensions),
        _convert_and_broadcast(rhs, element_type, to.shape, to.rhs_dimensions),
    )


def _convert_and_broadcast(
    operand: XlaOp, element_type: ElementType, shape: Sequence[int | Dim], dimensions: Sequence[int] | None
) -> XlaOp:
    if operand.type.element_type != element_type:
        operand = ConvertElementType(operand, element_type)
    if dimensions is None:
        return operand
    type = array_type(shape, element_type)
    return operand.apply("broadcast_in_dim", result=type, broadcast_dimensions=dimensions)


def _binary(name: str, op: str, documentation: str, *, takes_booleans: bool = True) -> Binary:
    def build(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Dimensions = None) -> XlaOp:
        is_boolean = str(lhs.type.element_type) == "i1"
        require(takes_booleans or not is_boolean, "elements must be numbers", "pred")
        first, second = _common(lhs, rhs, broadcast_dimensions)
        return first.apply(op, second)

    return named_operation(build, name, f"{documentation}, broadcast to a common shape by `broadcasting`.")


Add = _binary("Add", "add", "lhs + rhs; of booleans, whether either holds")
Sub = _binary("Sub", "subtract", "lhs - rhs", takes_booleans=False)
Mul = _binary("Mul", "multiply", "lhs * rhs; of booleans, whether both hold")
Mulhi = _binary("Mulhi", "chlo.mulhi", "The upper half of the bits of lhs * rhs", takes_booleans=False)
Div = _binary("Div", "divide", "lhs / rhs; of integers, rounded towards zero", takes_booleans=False)
Rem = _binary("Rem", "remainder", "The remainder of lhs / rhs, with the sign of lhs", takes_booleans=False)
Max = _binary("Max", "maximum", "The greater of both")
Min = _binary("Min", "minimum", "The lesser of both")
Pow = _binary("Pow", "power", "lhs to the power of rhs", takes_booleans=False)
Atan2 = _binary("Atan2", "atan2", "The angle of the point (rhs, lhs)", takes_booleans=False)
Complex = _binary("Complex", "complex", "The complex numbers lhs + i rhs")
And = _binary("And", "and", "Whether both hold; of integers, bit by bit")
Or = _binary("Or", "or", "Whether either holds; of integers, bit by bit")
Xor = _binary("Xor", "xor", "Whether just one holds; of integers, bit by bit")
LogicalAnd = _binary("LogicalAnd", "and", "Whether both hold; of integers, bit by bit")
LogicalOr = _binary("LogicalOr", "or", "Whether either holds; of integers, bit by bit")
ShiftLeft = _binary("ShiftLeft", "shift_left", "lhs shifted by rhs bits to the left", takes_booleans=False)
ShiftRightArithmetic = _binary(
    "ShiftRightArithmetic", "shift_right_arithmetic", "lhs shifted by rhs bits to the right, with its sign",
    takes_booleans=False,
)  # fmt: skip
ShiftRightLogical = _binary(
    "ShiftRightLogical", "shift_right_logical", "lhs shifted by rhs bits to the right, zeros behind",
    takes_booleans=False,
)  # fmt: skip


@operation
def Compare(
    lhs: XlaOp,
    rhs: XlaOp,
    broadcast_dimensions: Dimensions = None,
    direction: str = "EQ",
    compare_type: str | None = None,
) -> XlaOp:
    """Whether lhs and rhs compare in a direction (EQ, NE, GE, GT, LE, LT), broadcast to a common shape."""
    return _compared(lhs, rhs, broadcast_dimensions, direction, compare_type)


def _compared(lhs: XlaOp, rhs: XlaOp, dimensions: Dimensions, direction: str, order: str | None) -> XlaOp:
    first, second = _common(lhs, rhs, dimensions)
    if order == "TOTALORDER" and first.type.element_type.kind != "float":
        order = None
    return first.apply("compare", second, comparison_direction=direction, compare_type=order)


def _comparison(direction: str, words: str, *, total: bool = False) -> Binary:
    name = direction.capitalize() + "TotalOrder" * total

    def build(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Dimensions = None) -> XlaOp:
        return _compared(lhs, rhs, broadcast_dimensions, direction, "TOTALORDER" if total else None)

    order = ", in the total order -NaN < -inf < ... < -0 < 0 < ... < inf < NaN" * total
    return named_operation(build, name, f"Whether lhs is {words} rhs{order}, broadcast to a common shape.")


Eq, EqTotalOrder = (_comparison("EQ", "equal to", total=total) for total in (False, True))
Ne, NeTotalOrder = (_comparison("NE", "not equal to", total=total) for total in (False, True))
Ge, GeTotalOrder = (_comparison("GE", "at least", total=total) for total in (False, True))
Gt, GtTotalOrder = (_comparison("GT", "greater than", total=total) for total in (False, True))
Le, LeTotalOrder = (_comparison("LE", "at most", total=total) for total in (False, True))
Lt, LtTotalOrder = (_comparison("LT", "less than", total=total) for total in (False, True))


# -- functions of one operand -------------------------------------------------------------------


def _unary(name: str, op: str, documentation: str) -> Unary:
    def build(operand: XlaOp) -> XlaOp:
        return operand.apply(op)

    return named_operation(build, name, documentation)


Abs = _unary("Abs", "abs", "The absolute value; of a complex number, its magnitude.")
Acos = _unary("Acos", "chlo.acos", "The arc cosine.")
Acosh = _unary("Acosh", "chlo.acosh", "The inverse hyperbolic cosine.")
Asin = _unary("Asin", "chlo.asin", "The arc sine.")
Asinh = _unary("Asinh", "chlo.asinh", "The inverse hyperbolic sine.")
Atan = _unary("Atan", "chlo.atan", "The arc tangent.")
Atanh = _unary("Atanh", "chlo.atanh", "The inverse hyperbolic tangent.")
Cbrt = _unary("Cbrt", "cbrt", "The cube root.")
Ceil = _unary("Ceil", "ceil", "Rounded up to a whole number.")
Clz = _unary("Clz", "count_leading_zeros", "The number of zeros before the first bit that is set.")
Conj = _unary("Conj", "chlo.conj", "The complex conjugate.")
Cos = _unary("Cos", "cosine", "The cosine.")
Cosh = _unary("Cosh", "chlo.cosh", "The hyperbolic cosine.")
Erf = _unary("Erf", "chlo.erf", "The error function.")
Exp = _unary("Exp", "exponential", "e to the power of the operand.")
Expm1 = _unary("Expm1", "exponential_minus_one", "e to the power of the operand, less one.")
Floor = _unary("Floor", "floor", "Rounded down to a whole number.")
Imag = _unary("Imag", "imag", "The imaginary part; of a real number, zero.")
IsFinite = _unary("IsFinite", "is_finite", "Whether it is neither infinite nor NaN.")
Log = _unary("Log", "log", "The natural logarithm.")
Log1p = _unary("Log1p", "log_plus_one", "The natural logarithm of one plus the operand.")
Logistic = _unary("Logistic", "logistic", "1 / (1 + e to the power of the negative operand).")
LogicalNot = _unary("LogicalNot", "not", "Whether it does not hold; of integers, bit by bit.")
Neg = _unary("Neg", "negate", "With the other sign.")
Not = _unary("Not", "not", "Whether it does not hold; of integers, bit by bit.")
PopulationCount = _unary("PopulationCount", "popcnt", "The number of bits that are set.")
Real = _unary("Real", "real", "The real part.")
Round = _unary("Round", "round_nearest_afz", "Rounded to the nearest whole number, halves away from zero.")
RoundNearestEven = _unary(
    "RoundNearestEven", "round_nearest_even", "Rounded to the nearest whole number, halves to the even one."
)
Rsqrt = _unary("Rsqrt", "rsqrt", "One divided by the square root.")
Sign = _unary("Sign", "sign", "-1, 0 or 1; zeros keep their sign, and NaN is NaN.")
Sin = _unary("Sin", "sine", "The sine.")
Sinh = _unary("Sinh", "chlo.sinh", "The hyperbolic sine.")
Sqrt = _unary("Sqrt", "sqrt", "The square root.")
Tan = _unary("Tan", "tan", "The tangent.")
Tanh = _unary("Tanh", "tanh", "The hyperbolic tangent.")


# -- conversions and choices --------------------------------------------------------------------


@operation
def ConvertElementType(operand: XlaOp, new_element_type: str | ElementType) -> XlaOp:
    """The elements converted to another type: floats are truncated to integers, nonzero is true."""
    type = array_type(operand.dimensions, element_type_of(new_element_type))
    return operand.apply("convert", result=type)


@operation
def StochasticConvertType(operand: XlaOp, random: XlaOp, new_element_type: str | ElementType) -> XlaOp:
    """The elements converted to another type, rounded up or down as random bits say."""
    type = array_type(operand.dimensions, element_type_of(new_element_type))
    return operand.apply("mhlo.stochastic_convert", random, result=type)


@operation
def BitcastConvertType(operand: XlaOp, new_element_type: str | ElementType) -> XlaOp:
    """The same bits as elements of another type.

    Narrower elements add a last dimension, and wider ones remove it.
    """
    sizes = list(operand.dimensions)
    to, own = element_type_of(new_element_type), operand.type.element_type
    if to.bits < own.bits:
        sizes.append(own.bits // to.bits)
    elif to.bits > own.bits:
        fits = bool(sizes) and sizes[-1] == to.bits // own.bits
        require(fits, f"the last dimension must hold exactly one element of {to}", operand.shape)
        sizes.pop()
    return operand.apply("bitcast_convert", result=array_type(sizes, to))


@builds("reduce_precision")
def ReducePrecision(operand: XlaOp, exponent_bits: int, mantissa_bits: int) -> XlaOp:
    """Each element rounded to a float with this many exponent and mantissa bits."""


@builds("clamp")
def Clamp(min: XlaOp, operand: XlaOp, max: XlaOp) -> XlaOp:
    """min(max(min, operand), max); either bound may be a scalar."""


@operation
def Select(pred: XlaOp, on_true: XlaOp, on_false: XlaOp) -> XlaOp:
    """Elements of on_true where pred is true, else of on_false. A scalar selects all, including tuples."""
    if on_true.is_tuple or on_false.is_tuple:
        shapes = f"{on_true.shape.without_layout} and {on_false.shape.without_layout}"
        is_same = on_true.shape.without_layout == on_false.shape.without_layout
        require(is_same, "on_true and on_false must have equal shapes", shapes)
        require(pred.dimensions == (), "pred must be a scalar for tuples", pred.shape)
        pairs = zip(on_true.elements, on_false.elements, strict=True)
        return pred.builder.tuple([Select(pred, lhs, rhs) for lhs, rhs in pairs])
    return pred.apply("select", on_true, on_false)


@operation
def Map(operands: Sequence[XlaOp], computation: XlaComputation, dimensions: Sequence[int]) -> XlaOp:
    """A scalar computation applied to the elements at each index; dimensions are all, in order."""
    builder, result = operands[0].builder, computation.result.without_layout
    scalar = result.endswith("[]") and len(computation.parameters) == len(operands)
    require(scalar, "computation must take a scalar per operand, and return a scalar", computation)
    type = array_type(operands[0].dimensions, PRIMITIVE_TYPES[result[:-2]])
    regions, attributes = [builder.region(computation)], {"dimensions": dimensions}
    return builder.apply("map", [operands], attributes, regions=regions, results=[type])[0]
