"""Elementwise operations: arithmetic with implicit broadcasting, comparisons, conversions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stablehlo_tools.hlo.broadcast import BroadcastError, broadcast, common_element_type
from stablehlo_tools.hlo.builder.arguments import operation
from stablehlo_tools.hlo.builder.core import XlaBuilderError, XlaComputation, XlaOp, array_type, require
from stablehlo_tools.hlo.layout import LayoutError
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, make_shape
from stablehlo_tools.ir.types import Dim, ElementType

Dimensions = Sequence[int] | None
Binary = Callable[..., XlaOp]
Unary = Callable[[XlaOp], XlaOp]


def element_type_of(name: str | ElementType) -> ElementType:
    """The element type of an XLA name such as `f32` or `S32`. Raises XlaBuilderError."""
    if isinstance(name, ElementType):
        return name
    try:
        return make_shape(name, ()).element_type
    except LayoutError as error:
        raise XlaBuilderError(str(error)) from None


# -- broadcasting -------------------------------------------------------------------------------


def _common(what: str, lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Dimensions) -> tuple[XlaOp, XlaOp]:
    """The operands with a common shape and element type."""
    try:
        to = broadcast(lhs.dimensions, rhs.dimensions, broadcast_dimensions)
        element_type = common_element_type(lhs.type.element_type, rhs.type.element_type)  # type: ignore[arg-type]
    except BroadcastError as error:
        raise XlaBuilderError(f"{what}: {error}") from None
    pair = ((lhs, to.lhs_dimensions), (rhs, to.rhs_dimensions))
    one, other = (
        _convert_and_broadcast(operand, element_type, to.shape, dimensions) for operand, dimensions in pair
    )
    return one, other


def _convert_and_broadcast(
    operand: XlaOp, element_type: ElementType, shape: Sequence[int | Dim], dimensions: Sequence[int] | None
) -> XlaOp:
    if operand.type.element_type != element_type:
        operand = ConvertElementType(operand, element_type)
    if dimensions is None:
        return operand
    type = array_type(shape, element_type)
    attributes = {"broadcast_dimensions": dimensions}
    (result,) = operand.builder.apply(
        "Broadcast", "stablehlo.broadcast_in_dim", [operand], attributes, results=[type]
    )
    return result


# -- arithmetic ---------------------------------------------------------------------------------

_NO_BOOLEANS = {"Sub", "Div", "Rem", "Pow", "Atan2", "ShiftLeft", "ShiftRightArithmetic", "ShiftRightLogical"}


def _binary(what: str, name: str, documentation: str) -> Binary:
    def build(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Dimensions = None) -> XlaOp:
        if what in _NO_BOOLEANS:
            kind = lhs.type.element_type
            require(str(kind) != "i1", what, "elements must be numbers", "pred")
        operands = _common(what, lhs, rhs, broadcast_dimensions)
        return lhs.builder.apply(what, f"stablehlo.{name}", operands)[0]

    return _named(build, what, f"{documentation}, broadcast to a common shape by `hlo.broadcast`.")


def _named(function: Callable[..., XlaOp], what: str, documentation: str) -> Callable[..., XlaOp]:
    function.__name__ = function.__qualname__ = what
    function.__doc__ = documentation
    return operation(function)


Add = _binary("Add", "add", "lhs + rhs; of booleans, whether either holds")
Sub = _binary("Sub", "subtract", "lhs - rhs")
Mul = _binary("Mul", "multiply", "lhs * rhs; of booleans, whether both hold")
Div = _binary("Div", "divide", "lhs / rhs; of integers, rounded towards zero")
Rem = _binary("Rem", "remainder", "The remainder of lhs / rhs, with the sign of lhs")
Max = _binary("Max", "maximum", "The greater of both")
Min = _binary("Min", "minimum", "The lesser of both")
Pow = _binary("Pow", "power", "lhs to the power of rhs")
Atan2 = _binary("Atan2", "atan2", "The angle of the point (rhs, lhs)")
Complex = _binary("Complex", "complex", "The complex numbers lhs + i rhs")
LogicalAnd = _binary("LogicalAnd", "and", "Whether both hold; of integers, bit by bit")
LogicalOr = _binary("LogicalOr", "or", "Whether either holds; of integers, bit by bit")
And = _binary("And", "and", "Whether both hold; of integers, bit by bit")
Or = _binary("Or", "or", "Whether either holds; of integers, bit by bit")
Xor = _binary("Xor", "xor", "Whether just one holds; of integers, bit by bit")
ShiftLeft = _binary("ShiftLeft", "shift_left", "lhs shifted by rhs bits to the left")
ShiftRightArithmetic = _binary(
    "ShiftRightArithmetic", "shift_right_arithmetic", "lhs shifted by rhs bits to the right, with its sign"
)
ShiftRightLogical = _binary(
    "ShiftRightLogical", "shift_right_logical", "lhs shifted by rhs bits to the right, zeros behind"
)


def _comparison(direction: str, words: str, *, total: bool = False) -> Binary:
    what = direction.capitalize() + "TotalOrder" * total

    def build(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Dimensions = None) -> XlaOp:
        operands = _common(what, lhs, rhs, broadcast_dimensions)
        attributes = {"comparison_direction": direction}
        if total and operands[0].type.element_type.kind == "float":
            attributes["compare_type"] = "TOTALORDER"
        return lhs.builder.apply(what, "stablehlo.compare", operands, attributes)[0]

    order = ", in the total order -NaN < -inf < ... < -0 < 0 < ... < inf < NaN" * total
    return _named(build, what, f"Whether lhs is {words} rhs{order}, broadcast to a common shape.")


Eq, EqTotalOrder = (_comparison("EQ", "equal to", total=total) for total in (False, True))
Ne, NeTotalOrder = (_comparison("NE", "not equal to", total=total) for total in (False, True))
Ge, GeTotalOrder = (_comparison("GE", "at least", total=total) for total in (False, True))
Gt, GtTotalOrder = (_comparison("GT", "greater than", total=total) for total in (False, True))
Le, LeTotalOrder = (_comparison("LE", "at most", total=total) for total in (False, True))
Lt, LtTotalOrder = (_comparison("LT", "less than", total=total) for total in (False, True))


# -- functions of one operand -------------------------------------------------------------------


def _unary(what: str, name: str, documentation: str) -> Unary:
    def build(operand: XlaOp) -> XlaOp:
        return operand.builder.apply(what, name if "." in name else f"stablehlo.{name}", [operand])[0]

    return _named(build, what, documentation)


Abs = _unary("Abs", "abs", "The absolute value; of a complex number, its magnitude.")
Cbrt = _unary("Cbrt", "cbrt", "The cube root.")
Ceil = _unary("Ceil", "ceil", "Rounded up to a whole number.")
Clz = _unary("Clz", "count_leading_zeros", "The number of zeros before the first bit that is set.")
Cos = _unary("Cos", "cosine", "The cosine.")
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
Sqrt = _unary("Sqrt", "sqrt", "The square root.")
Tan = _unary("Tan", "tan", "The tangent.")
Tanh = _unary("Tanh", "tanh", "The hyperbolic tangent.")


# -- conversions and choices --------------------------------------------------------------------


@operation
def ConvertElementType(operand: XlaOp, new_element_type: str | ElementType) -> XlaOp:
    """The elements converted to another type: floats are truncated to integers, nonzero is true."""
    type = array_type(operand.dimensions, element_type_of(new_element_type))
    return operand.builder.apply("ConvertElementType", "stablehlo.convert", [operand], results=[type])[0]


@operation
def BitcastConvertType(operand: XlaOp, new_element_type: str | ElementType) -> XlaOp:
    """The same bits as elements of another type.

    Narrower elements add a last dimension, and wider ones remove it.
    """
    to, own = element_type_of(new_element_type), operand.type.element_type
    sizes = list(operand.dimensions)
    if to.bits < own.bits:
        sizes.append(own.bits // to.bits)
    elif to.bits > own.bits:
        fits = bool(sizes) and sizes[-1] == to.bits // own.bits
        require(
            fits,
            "BitcastConvertType",
            f"the last dimension must hold exactly one element of {to}",
            operand.shape,
        )
        sizes.pop()
    type = array_type(sizes, to)
    return operand.builder.apply(
        "BitcastConvertType", "stablehlo.bitcast_convert", [operand], results=[type]
    )[0]


@operation
def ReducePrecision(operand: XlaOp, exponent_bits: int, mantissa_bits: int) -> XlaOp:
    """Each element rounded to a float with this many exponent and mantissa bits."""
    attributes = {"exponent_bits": exponent_bits, "mantissa_bits": mantissa_bits}
    return operand.builder.apply("ReducePrecision", "stablehlo.reduce_precision", [operand], attributes)[0]


@operation
def Clamp(min: XlaOp, operand: XlaOp, max: XlaOp) -> XlaOp:
    """min(max(min, operand), max); either bound may be a scalar."""
    return operand.builder.apply("Clamp", "stablehlo.clamp", [min, operand, max])[0]


@operation
def Select(pred: XlaOp, on_true: XlaOp, on_false: XlaOp) -> XlaOp:
    """Elements of on_true where pred is true, else of on_false. A scalar selects all, including tuples."""
    if on_true.is_tuple or on_false.is_tuple:
        shapes = f"{on_true.shape.without_layout} and {on_false.shape.without_layout}"
        alike = on_true.shape.without_layout == on_false.shape.without_layout
        require(alike, "Select", "on_true and on_false must have equal shapes", shapes)
        require(pred.dimensions == (), "Select", "pred must be a scalar for tuples", pred.shape)
        pairs = zip(on_true.elements, on_false.elements, strict=True)
        return pred.builder.tuple([Select(pred, one, other) for one, other in pairs])
    return pred.builder.apply("Select", "stablehlo.select", [pred, on_true, on_false])[0]


@operation
def Map(operands: Sequence[XlaOp], computation: XlaComputation, dimensions: Sequence[int]) -> XlaOp:
    """A scalar computation applied to the elements at each index; dimensions are all, in order."""
    require(bool(operands), "Map", "at least one operand is required")
    builder = operands[0].builder
    result = computation.result
    scalar = result.without_layout.endswith("[]") and len(computation.parameters) == len(operands)
    require(scalar, "Map", "computation must take a scalar per operand, and return a scalar", computation)
    element_type = PRIMITIVE_TYPES[result.without_layout[:-2]]
    type = array_type(operands[0].dimensions, element_type)
    regions = [builder.region(computation)]
    attributes = {"dimensions": dimensions}
    return builder.apply("Map", "stablehlo.map", [operands], attributes, regions=regions, results=[type])[0]
