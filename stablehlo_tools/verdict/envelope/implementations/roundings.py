"""The roundings of a program on the engines of a profile, and those of its shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.ir.arrays import dtype_of, element_type_of
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, element_type_named, part_of
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.dot_algorithms import COMPONENTS
from stablehlo_tools.verdict.alone import base_op, is_product, is_sum, terms_of, unit_of_sum
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.engine_profiles import CORRECT, RoundingProfile, profiles
from stablehlo_tools.verdict.envelope.shadow import AS_WRITTEN, WorkingTypes, float_of
from stablehlo_tools.verdict.noise.supply import FloatFormat, format_of

_NARROW: Final = 16  # bits of factors whose products other engines add in f32
_FEWER_BITS: Final = 2.0**-42  # the epsilon of f64 with ten bits fewer
# In f32, the root mean square of the errors of functions is 0.13 to 0.26 of the largest on XLA and numpy, and
# that of noise is 0.17 to 0.3 of it.
_USUAL: Final = 0.3
_OF_TWO_RUNS: Final = 0.5
_TF32: Final = 2.0**-10  # the epsilon of TF32


@dataclass(frozen=True)
class ProfileRoundings:
    """Roundings of the types of a program as the engines of a profile make them, in its shadow.

    With `to_nearest`, they are as large as they usually are; else, as they may be.
    """

    profile: RoundingProfile
    working: WorkingTypes
    to_nearest: bool = False

    @property
    def window(self) -> int:
        """The window of the profile."""
        return self.profile.window

    @property
    def in_ulps(self) -> bool:
        """Whether noise is relative to the ULP of results: in runs that are compared with exact results.

        Noise that predicts usual errors, or that is on runs compared with one that has errors of its own, is
        relative to magnitudes.
        """
        return not (self.to_nearest or self.working == AS_WRITTEN)

    @property
    def typical_share(self) -> float:
        """The usual share, or a larger one if runs are compared with one that has errors of its own."""
        return _OF_TWO_RUNS if self.working == AS_WRITTEN else _USUAL

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """The format that a result is rounded to, or that of the type of an operand."""
        assert isinstance(value.type, TensorType)
        is_result = any(value is result for result in operation.results)
        rounded = rounding_type(operation, value) if is_result else None
        bits = operation.attributes.get("mantissa_bits") if is_result else None
        if isinstance(bits, Integer):
            own = format_of(dtype_of(value.type.element_type))
            return own._replace(eps=max(own.eps, 2.0**-bits.value))
        return format_of(dtype_of(rounded or value.type.element_type))

    def error(self, op: Op, dtype: Dtype) -> float:
        """The error in ULP before rounding, from the profile or else from the declaration of the op.

        Declared errors do not reach the last place of types of 16 bits and less, which are computed in f32.
        """
        ulp = self.profile.ulp(base_op(op).name, element_type_of(dtype).name)
        if ulp is not None:
            return max(0.0, ulp - CORRECT)
        return op.numerics.error if isinstance(op.numerics.error, float) and dtype.itemsize > 2 else 0.0

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """The unit roundoff of the accumulator of a sum, by a product's algorithm or by the profile."""
        if format_of_algorithm(operation) is not None:
            kept = spec_attributes(OPS[operation.name], operation)["accumulation_type"]
            return max(format_of(dtype_of(element_type_named(kept))).eps / 2, unit_of_sum(operation, dtype))
        is_of_products = is_product(operation)
        sums = self.profile.sums_of_products if is_of_products else self.profile.sums
        accumulator = sums.get(element_type_of(dtype).name)
        is_open = leaves_sums_open(operation) if is_of_products else self._leaves_type(operation)
        if accumulator is None or not is_open:
            return unit_of_sum(operation, dtype)
        unit = format_of(dtype_of(element_type_named(accumulator))).eps / 2
        return unit / math.sqrt(self.profile.terms_at_once) if is_of_products else unit

    def _leaves_type(self, operation: Operation) -> bool:
        """Whether an operation other than a product computes in the type that the profile has for sums.

        With `in_order`, these are long sums and functions of a whole matrix; else, all sums.
        """
        most = self.profile.in_order
        if not is_sum(operation) or not most:
            return is_sum(operation) or bool(most)
        types = [value.type for value in (*operation.operands, *operation.results)]
        shapes = [type.static_shape for type in types if isinstance(type, TensorType) and type.is_static]
        if len(shapes) < len(types):
            return True
        count = len(operation.operands)
        return terms_of(operation, shapes[:count], shapes[count]) - 1 > most  # without the initial value

    def factors(self, operation: Operation, dtype: Dtype) -> FloatFormat | None:
        """The format of factors by a product's algorithm or by the profile; None if they keep all bits."""
        format = format_of_algorithm(operation)
        if format is not None:
            return format if format.eps > format_of(dtype).eps else None
        bits = self.profile.product_bits.get(part_of(element_type_of(dtype)).name)
        if bits is None or _asks_for_all_bits(operation):
            return None
        return FloatFormat(2.0 ** (1 - bits))

    def kept_dtype(self, dtype: Dtype) -> Dtype:
        """The type in which the domain of the run keeps a type."""
        return dtype_of(self.working.element_type(element_type_of(dtype)))


def _asks_for_all_bits(operation: Operation) -> bool:
    precision = spec_attributes(OPS[operation.name], operation).get("precision_config")
    return "HIGHEST" in str(precision)


def format_of_algorithm(operation: Operation) -> FloatFormat | None:
    """The format of factors by the algorithm of a product, with all its components; None without one."""
    if "algorithm" not in operation.attributes:
        return None
    attributes = spec_attributes(OPS[operation.name], operation)
    name = attributes.get("lhs_precision_type")
    if name is None:
        return None
    eps = _TF32 if name == "tf32" else format_of(dtype_of(element_type_named(name))).eps
    key = name, attributes["accumulation_type"], attributes["num_primitive_operations"]
    return FloatFormat(2 * (eps / 2) ** COMPONENTS.get(key, 1))


def leaves_sums_open(operation: Operation) -> bool:
    """Whether a product may keep sums in the type of its 16-bit factors: its result has no more bits.

    By the specification, `dot_general` and `convolution` add in the type of the result, unless precision or
    algorithm ask for more.
    """
    types = [type for each in operation.types if (type := float_of(each)) is not None]
    has_algorithm = format_of_algorithm(operation) is not None
    is_narrow = bool(types) and max(part_of(type).bits for type in types) <= _NARROW
    return is_narrow and not has_algorithm and not _asks_for_all_bits(operation)


def roundings_of_runs() -> ProfileRoundings:
    """The roundings of runs in a program's own types."""
    return ProfileRoundings(profiles()["any"], AS_WRITTEN)


@dataclass(frozen=True)
class MagnifiedRoundings(ProfileRoundings):
    """The roundings of engines, with those to f64 enlarged so that the run's own f64 roundings do not matter.

    They are still far smaller than those to f32. Shares of errors stay the same as far as errors are linear.
    """

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """The format of a result or operand; for f64, with fewer bits."""
        own = super().format(operation, value)
        return own._replace(eps=max(own.eps, _FEWER_BITS))

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """The unit roundoff of a sum; for f64, with fewer bits."""
        return max(super().unit_of_sum(operation, dtype), _FEWER_BITS / 2)


@dataclass(frozen=True)
class ShadowRoundings(ProfileRoundings):
    """The roundings of the shadow itself, in float64."""

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """The format of float64."""
        return FloatFormat(float(info(np.dtype(np.float64)).eps))

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """The unit roundoff of float64."""
        return float(info(np.dtype(np.float64)).eps) / 2

    def factors(self, operation: Operation, dtype: Dtype) -> FloatFormat | None:
        """None: factors are used unchanged."""
        return None
