"""Ops of numbers that some targets do not have, in simpler ones."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from stablehlo_tools.ir.attributes import STRUCT_FORMS, enum_value
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, F32, F64, ElementType, TensorType, integer_range
from stablehlo_tools.rewrite.formulas import in_own_type, single
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, constant, on_terms, ops, reduced

# -- batch normalization ----------------------------------------------------------------------------


def _is_plain(match: Match, **operands: Value) -> bool:
    types = [value.type for value in match.operation.operands]
    return all(isinstance(type, TensorType) and isinstance(type.element_type, ElementType) for type in types)


class _Features:
    """The elements of a batch normalization by feature, computed in f32 if they are narrower."""

    def __init__(self, match: Match, x: Term) -> None:
        self.match, self.x = match, single(x)
        self.axis: int = match.attributes["feature_index"]
        self.others = [axis for axis in range(self.x.type.rank) if axis != self.axis]
        self.count = math.prod(self.x.type.static_shape[axis] for axis in self.others)

    def along(self, vector: Term) -> Term:
        """A number for each feature, for all its elements."""
        return vector.broadcast([self.axis], self.x.shape)

    def given(self, vector: Term) -> Term:
        """An operand that has a number for each feature, for all its elements."""
        return self.along(single(vector))

    def sum(self, x: Term) -> Term:
        """The sum of the elements of each feature."""
        return reduced("add", x, 0, self.others)

    def deviation(self, variance: Term) -> Term:
        """The square root of the variance and epsilon."""
        epsilon: float = self.match.attributes["epsilon"]
        return (variance + epsilon).apply("sqrt")

    def results(self, *terms: Term) -> list[Term]:
        """Terms in the type of the operands."""
        return [in_own_type(self.match, term) for term in terms]


@legalization(
    "batch_norm_inference(x, scale, offset, mean, variance) -> "
    "scale * (x - mean) / sqrt(variance + epsilon) + offset  [all are static, and not quantized]",
    when=_is_plain,
)
@on_terms
def _inference(match: Match, x: Term, scale: Term, offset: Term, mean: Term, variance: Term) -> list[Term]:
    features = _Features(match, x)
    centered = features.x - features.given(mean)
    normalized = centered / features.deviation(features.given(variance))
    return features.results(features.given(scale) * normalized + features.given(offset))


@legalization(
    "batch_norm_training(x, scale, offset) ~> scale * (x - mean(x)) / sqrt(variance(x) + epsilon) + offset, "
    "mean(x), variance(x)  [all are static, and not quantized]",
    when=_is_plain,
)
@on_terms
def _training(match: Match, x: Term, scale: Term, offset: Term) -> list[Term]:
    features = _Features(match, x)
    mean = features.sum(features.x) / features.count
    centered = features.x - features.along(mean)
    variance = features.sum(centered * centered) / features.count
    normalized = centered / features.deviation(features.along(variance))
    return features.results(features.given(scale) * normalized + features.given(offset), mean, variance)


@legalization(
    "batch_norm_grad(x, scale, mean, variance, y) ~> "
    "scale / deviation * (y - sum(y) / n - normalized(x) * sum(y * normalized(x)) / n), "
    "sum(y * normalized(x)), sum(y)  [all are static, and not quantized]",
    when=_is_plain,
)
@on_terms
def _gradient(match: Match, x: Term, scale: Term, mean: Term, variance: Term, y: Term) -> list[Term]:
    features, gradient = _Features(match, x), single(y)
    centered, deviation = features.x - features.given(mean), features.deviation(features.given(variance))
    normalized = centered / deviation
    offset, slope = features.sum(gradient), features.sum(gradient * normalized)
    residual = gradient - features.along(offset) / features.count
    residual = residual - normalized * features.along(slope) / features.count
    return features.results(features.given(scale) / deviation * residual, slope, offset)


# -- the total order of floats ----------------------------------------------------------------------


def _is_total(match: Match, x: Value, y: Value) -> bool:
    element_type = tensor(x).element_type
    return (
        enum_value(match.operation.attributes.get("compare_type")) == "TOTALORDER"
        and isinstance(element_type, ElementType)
        and element_type.bits in (8, 16, 32, 64)
        and not element_type.name.endswith(("FNUZ", "FNU"))  # the bits of their NaN are those of no NaN
    )


@legalization(
    "compare(x, y) -> compare(SIGNED, ordered(x), ordered(y)), where ordered flips the bits of "
    "negative numbers  [x is float, and compare_type is TOTALORDER]",
    when=_is_total,
    removes="total_order",
)
@on_terms
def _total_order(match: Match, x: Term, y: Term) -> Term:
    """IEEE 754, 5.10: totalOrder is that of the bits, in reverse where the sign is set."""
    direction = match.attributes["comparison_direction"]
    return _ordered(x).compare(str(direction), _ordered(y))


def _ordered(x: Term) -> Term:
    integer = ELEMENT_TYPES[f"i{x.element_type.bits}"]
    bits, (_, largest) = x.bitcast(integer), integer_range(integer)
    return (bits < 0).select(bits.apply("xor", largest), bits)


# -- complex numbers --------------------------------------------------------------------------------


@legalization(
    "pad(x, value) -> complex(pad(real(x), real(value)), pad(imag(x), imag(value)))  [x is complex]",
    removes="complex_pad",
)
@on_terms
def _padded_parts(match: Match, x: Term, value: Term) -> Term:
    pairs = zip(x.parts(), value.parts(), strict=True)
    real, imaginary = (part.op("pad", padding, **match.attributes) for part, padding in pairs)
    return real.with_imaginary(imaginary)


# -- products with an algorithm ----------------------------------------------------------------------

_ALGORITHM: Final = STRUCT_FORMS["#stablehlo.dot_algorithm"].fields
_TYPES, _COUNTS = ([name for name in _ALGORITHM if _ALGORITHM[name] == kind] for kind in ("type", "integer"))


@legalization(
    "dot_general(x, y) ~> dot_general(x and y in the types of its algorithm)  "
    "[x is float, and its algorithm has one component per operand and one primitive operation]",
    removes="dot_algorithm",
    when=lambda match, x, y: all(match.attributes[name] == 1 for name in _COUNTS),
)
@on_terms
def _in_types_of_algorithm(match: Match, x: Term, y: Term) -> Term:
    attributes = {name: value for name, value in match.attributes.items() if name not in _ALGORITHM}
    first, second, sums = (match.attributes[name] for name in _TYPES)
    type = TensorType(tensor(match.result).shape, _kept(sums))
    product = _rounded(x, first).op("dot_general", _rounded(y, second), results=[type], **attributes)
    return in_own_type(match, product)


def _kept(name: str) -> ElementType:
    """The type that has the numbers of a type of an algorithm: f32 for tf32, which few targets have."""
    return F32 if name == "tf32" else ELEMENT_TYPES[name]


def _rounded(x: Term, name: str) -> Term:
    """A term with the numbers of a type of an algorithm."""
    x = x.convert(_kept(name))
    return x.op("reduce_precision", exponent_bits=8, mantissa_bits=10) if name == "tf32" else x


# -- random numbers ---------------------------------------------------------------------------------

_STATE: Final = np.array([0, 1], np.uint64)


@legalization(
    "rng(a, b, shape) ~> a + (b - a) * rng_bit_generator(constant) / 2^n  "
    "[the result is static, and a is float, and rng_distribution is UNIFORM]",
    when=lambda match, a, b, shape: match.attributes["rng_distribution"] == "UNIFORM",
)
@on_terms
def _uniform(match: Match, a: Term, b: Term, shape: Term) -> Term:
    low, high = _broadcast_scalars(match, a, b)
    x, y = (single(bound) for bound in (low, high))
    drawn = in_own_type(match, x + (y - x) * _unit(match))
    return (drawn < high).select(drawn, low)


@legalization(
    "rng(a, b, shape) ~> a + b * sqrt(2) * erf_inv(2 u - 1), u of rng_bit_generator(constant)  "
    "[the result is static, and a is float, and rng_distribution is NORMAL]",
    when=lambda match, a, b, shape: match.attributes["rng_distribution"] == "NORMAL",
)
@on_terms
def _normal(match: Match, a: Term, b: Term, shape: Term) -> Term:
    mean, spread = (single(parameter) for parameter in _broadcast_scalars(match, a, b))
    unit = _unit(match)
    half = 0.5 / (1 << _mantissa(unit.element_type))
    (inverse,) = match.builder.add("chlo.erf_inv", [((unit + half) * 2 - 1).value])
    return in_own_type(match, mean + spread * (Term(match, inverse) * math.sqrt(2)))


@legalization(
    "rng(a, b, shape) ~> a + rng_bit_generator(constant) mod (b - a)  "
    "[the result is static, and a has integer elements, and rng_distribution is UNIFORM]",
    when=lambda match, a, b, shape: (
        tensor(a).element_type.kind in ("signed", "unsigned")
        and match.attributes["rng_distribution"] == "UNIFORM"
    ),
)
@on_terms
def _uniform_integers(match: Match, a: Term, b: Term, shape: Term) -> Term:
    """Of 64 random bits, so that those of 32 are almost equally likely."""
    low, high = _broadcast_scalars(match, a, b)
    is_signed = low.element_type.kind == "signed"
    wide = ELEMENT_TYPES["i64" if is_signed else "ui64"]
    start, end = (bound.convert(wide) for bound in (low, high))
    count = (start < end).select(end - start, 1)  # modulo 2^64
    drawn = _bits(match, 64).apply("remainder", count.bitcast(ELEMENT_TYPES["ui64"]) if is_signed else count)
    return in_own_type(match, start + (drawn.bitcast(wide) if is_signed else drawn))


def _broadcast_scalars(match: Match, *scalars: Term) -> list[Term]:
    return [scalar.broadcast([], tensor(match.result).static_shape) for scalar in scalars]


def _mantissa(type: ElementType) -> int:
    """The bits of a fraction that all floats of a type in [0, 1) can have."""
    return 23 if type.bits == 32 else 52


def _unit(match: Match) -> Term:
    """Numbers in [0, 1), of the bits of a generator, in the type of the result or in f32."""
    wide = F64 if tensor(match.result).element_type == F64 else F32
    precision = _mantissa(wide)
    shifted = _bits(match, wide.bits).apply("shift_right_logical", wide.bits - precision)
    return shifted.convert(wide) * (1.0 / (1 << precision))


def _bits(match: Match, count: int) -> Term:
    """So many random bits, as unsigned integers."""
    type = TensorType(tensor(match.result).shape, ELEMENT_TYPES[f"ui{count}"])
    state = constant(match, _STATE)
    options = {"rng_algorithm": "THREE_FRY"}
    return ops(match, "rng_bit_generator", [state], options, results=[state.type, type])[1]
