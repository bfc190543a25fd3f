"""dot_general."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import dtype_of, round_to_tf32
from stablehlo_tools.ir.types import TensorType, element_type_named
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, Variant, with_operands
from stablehlo_tools.ops.model.declare import Array, Integers, PlainTensor, ResultType, Tensor, op
from stablehlo_tools.ops.model.facts import SUM, Execution, History
from stablehlo_tools.ops.model.schema import AttributeRule
from stablehlo_tools.ops.model.specialize import Kernel, Site, specialize
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, Conversion, narrowing, widening
from stablehlo_tools.ops.stablehlo.contraction import (
    Contraction,
    contract,
    contraction,
    convert_sums,
    in_type,
    is_complex,
    matrix_type,
    product,
)
from stablehlo_tools.ops.stablehlo.convert import convert, reduce_precision
from stablehlo_tools.ops.stablehlo.dot_algorithms import COMPONENTS, is_known_algorithm
from stablehlo_tools.ops.stablehlo.orders import ORDER

Precisions = Annotated[tuple[str, ...], AttributeRule("choices", ("DEFAULT", "HIGH", "HIGHEST"))]
# The fields of a dot algorithm: None if there is none.
PrecisionType = Annotated[str | None, AttributeRule("type")]
Count = Annotated[int | None, AttributeRule("integer", element_type="i64")]
Permission = Annotated[bool | None, AttributeRule("boolean")]

DIMENSION_RULES = """
C1  size(lhs_batching_dimensions) = size(rhs_batching_dimensions)
C2  size(lhs_contracting_dimensions) = size(rhs_contracting_dimensions)
C3  is_unique(concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))
C4  is_unique(concatenate(rhs_batching_dimensions, rhs_contracting_dimensions))
C5  0 <= lhs_batching_dimensions < rank(lhs)
C6  0 <= lhs_contracting_dimensions < rank(lhs)
C7  0 <= rhs_batching_dimensions < rank(rhs)
C8  0 <= rhs_contracting_dimensions < rank(rhs)
C9  dim(lhs, lhs_batching_dimensions...) = dim(rhs, rhs_batching_dimensions...)
C10 dim(lhs, lhs_contracting_dimensions...) = dim(rhs, rhs_contracting_dimensions...)
"""


def _reverse(site: Site, lhs: Array, rhs: Array) -> Sequence[Array]:
    """The contracted dimensions in the opposite order."""
    named = site.named
    return np.flip(lhs, named["lhs_contracting_dimensions"]), np.flip(
        rhs, named["rhs_contracting_dimensions"]
    )


def rounding(format: tuple[int, int]) -> Variant:
    """The product of factors that are rounded to these numbers of bits of exponent and mantissa."""
    bits = {"exponent_bits": format[0], "mantissa_bits": format[1]}
    return with_operands(
        lambda site, *operands: [*(reduce_precision(x, **bits) for x in operands[:2]), *operands[2:]]
    )


def _product_types(site: Site) -> Sequence[TensorType]:
    """The types of the factors of a product and of its result, without those of further operands."""
    lhs, rhs, *_, result = site.tensors
    return lhs, rhs, result


def has_inexact_factors(site: Site) -> bool:
    """Whether a product is one of floats or complex numbers."""
    return all(type.element_type.kind in ("float", "complex") for type in _product_types(site))


def _has_default_precision(site: Site) -> bool:
    precisions = site.named["precision_config"]
    has_algorithm = site.named.get("accumulation_type") is not None
    is_wide = all(str(type.element_type) in ("f32", "f64") for type in _product_types(site))
    return is_wide and not has_algorithm and set(precisions) <= {"DEFAULT"}


_DOT_PRECISION = Code(
    "dot_precision",
    "A result depends on the precision of products with the precision DEFAULT, which may be the fastest "
    "that the hardware has: that of bf16 on TPUs, of TF32 on some GPUs.",
    "Set `precision_config` to HIGHEST, or an `algorithm`, where the result needs it.",
    command="run --sanitize",
)
PRECISION = Choice(
    _DOT_PRECISION,
    ("dot_general_s1", "dot_general_s2", "functions_on_types_s1"),
    "operands are not rounded",
    {"operands are rounded to TF32": rounding((8, 10)), "operands are rounded to bf16": rounding((8, 7))},
    _has_default_precision,
)


def product_choices(reverse: Callable[..., Sequence[Array]]) -> tuple[Choice, ...]:
    """The choices of a product, from the function that reverses the contracted dimensions of its factors."""
    words = "products are added from the last to the first"
    here, variants = "BLAS adds the products", {words: with_operands(reverse)}
    return Choice(ORDER, ("reduce_s1", "reduce_s2"), here, variants, has_inexact_factors), PRECISION


# (C25) is from the specification's prose on the verification of algorithms, which has no number.
@op(DIMENSION_RULES + """
C11 size(precision_config) <= 2
when strict:
    C11 size(precision_config) = 2
C12 shape(result) = concatenate(dim(lhs, lhs_batching_dimensions),
        dim(lhs, lhs_result_dimensions), dim(rhs, rhs_result_dimensions))
when !uses_quantized:
    C13 element_type(lhs) = element_type(rhs)
            or (is_integer(lhs) or is_float(lhs)) and (is_integer(rhs) or is_float(rhs))
    when strict:
        C13 element_type(lhs) = element_type(rhs)
when uses_quantized:
    C14 is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
    C15 zero_points(rhs) = 0
    C16 If is_per_axis_quantized(rhs), then quantization_dimension(rhs) not in rhs_contracting_dimensions
    when is_quantized(lhs):
        C17 storage_type(lhs) = storage_type(rhs)
        C18 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
        C19 If is_per_tensor_quantized(rhs), then is_per_tensor_quantized(result)
    when !is_quantized(lhs):
        C20 element_type(lhs) = expressed_type(rhs) = element_type(result)
when has_algorithm:
    C21 precision_config... = DEFAULT
    C22 0 < lhs_component_count
    C23 0 < rhs_component_count
    C24 0 < num_primitive_operations
    C25 the algorithm is one that some hardware is known to support
lhs_result_dimensions := without(axes(lhs), concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))
rhs_result_dimensions := without(axes(rhs), concatenate(rhs_batching_dimensions, rhs_contracting_dimensions))
uses_quantized := is_quantized(lhs) or is_quantized(rhs) or is_quantized(result)
has_algorithm := !is_empty_algorithm(lhs_precision_type, rhs_precision_type, accumulation_type,
    lhs_component_count, rhs_component_count, num_primitive_operations, allow_imprecise_accumulation)
""", predicates={"C25": is_known_algorithm}, numerics=replace(SUM, leaves_open=product_choices(_reverse)),
execution=Execution(is_numeric=True, takes_wide=True, workspace=workspace.product),
history=History(revised=(1, 6), added=("algorithm",)),
format="$lhs, $rhs?[, batching_dims = {batching}]?, contracting_dims = {contracting}"
    "?[, precision = $precision_config]??[, algorithm = {algorithm}]?{attrs} : {signature}")  # fmt: skip
def dot_general(
    lhs: PlainTensor,
    rhs: Tensor,
    *,
    lhs_batching_dimensions: Integers = (),
    rhs_batching_dimensions: Integers = (),
    lhs_contracting_dimensions: Integers = (),
    rhs_contracting_dimensions: Integers = (),
    precision_config: Precisions = ("DEFAULT", "DEFAULT"),
    lhs_precision_type: PrecisionType = None,
    rhs_precision_type: PrecisionType = None,
    accumulation_type: PrecisionType = None,
    lhs_component_count: Count = None,
    rhs_component_count: Count = None,
    num_primitive_operations: Count = None,
    allow_imprecise_accumulation: Permission = None,
    result: ResultType,
) -> Array:
    """Dot products between slices of lhs and slices of rhs.

    Contracting dimensions are multiplied and summed over; batching dimensions pair slices of equal index. The
    dimensions of the result are the batching dimensions, the remaining ones of lhs, and those of rhs. Its
    element type may be wider than the operands'; precision_config and algorithm request an accuracy.
    """
    plan = contraction(
        lhs.shape,
        rhs.shape,
        lhs_batching_dimensions,
        rhs_batching_dimensions,
        lhs_contracting_dimensions,
        rhs_contracting_dimensions,
    )
    if accumulation_type is None:
        return product(lhs, rhs, plan, result)
    sums = _by_algorithm(
        lhs, rhs, plan, lhs_precision_type, rhs_precision_type, accumulation_type, num_primitive_operations
    )
    return convert_sums(sums, result)


# -- dot algorithms ----------------------------------------------------------------------------------


def _by_algorithm(
    lhs: Array,
    rhs: Array,
    plan: Contraction,
    lhs_type: str | None,
    rhs_type: str | None,
    accumulation_type: str,
    operations: int | None,
) -> Array:
    """The sum of the dot products of the most significant pairs of components, `operations` in number.

    Sums of less than f32 are rounded once, at the end, as in other ops. Of complex numbers, the types are
    those of the real and the imaginary part.
    """
    accumulated = dtype_of(element_type_named(accumulation_type))
    accumulator = matrix_type(accumulated)
    if is_complex(lhs, rhs):
        accumulator = accumulated = np.result_type(accumulator, np.complex64)
    count = COMPONENTS.get((lhs_type or "", accumulation_type, operations or 1), 1)
    lefts = _components(lhs.astype(accumulator), lhs_type, count)
    rights = _components(rhs.astype(accumulator), rhs_type, count)
    pairs = sorted(itertools.product(range(count), repeat=2), key=sum)[:operations]
    largest, *smaller = [contract(lefts[i], rights[j], plan) for i, j in pairs]
    # infinities are in the first components only; multiplied with zeros of the others, they would give NaN
    sums = np.where(np.isfinite(largest), functools.reduce(np.add, [*reversed(smaller), largest]), largest)
    return sums.astype(accumulated, copy=False)


def _components(x: Array, precision: str | None, count: int) -> list[Array]:
    """`count` arrays of that precision whose sum is `x`, as nearly as possible."""
    parts = [_round_to(x, precision)]
    for _ in range(1, count):
        x = np.where(np.isfinite(x), x - parts[-1], 0)
        parts.append(_round_to(x, precision))
    return parts


def _round_to(x: Array, precision: str | None) -> Array:
    if precision is None:
        return x
    if x.dtype.kind == "c":
        parts = x.reshape(-1).view(x.real.dtype)
        return _round_to(parts, precision).view(x.dtype).reshape(x.shape)
    if precision != "tf32":
        return x.astype(dtype_of(element_type_named(precision))).astype(x.dtype)
    return round_to_tf32(x.astype(np.float32)).astype(x.dtype)


# --- specializations --------------------------------------------------------------------------------


def _is_of_floats(site: Site) -> bool:
    kinds = {type.element_type.kind for type in site.tensors}
    return site.is_static and kinds == {"float"} and site.named["accumulation_type"] is None


def _is_of_matrices(site: Site) -> bool:
    """Whether it is a product of two matrices of one type, or of its compute type."""
    lhs, rhs, result = site.tensors
    is_product = lhs.rank == rhs.rank == 2 and not site.named["lhs_batching_dimensions"]
    axes = site.named["lhs_contracting_dimensions"], site.named["rhs_contracting_dimensions"]
    if not (_is_of_floats(site) and is_product and axes == ((1,), (0,))):
        return False
    dtype = dtype_of(result.element_type)
    return {dtype_of(type.element_type) for type in (lhs, rhs)} <= {dtype, COMPUTE_DTYPES.get(dtype, dtype)}


@specialize("stablehlo.dot_general", "dot", when=_is_of_matrices, priority=1)
def _dot(site: Site) -> Kernel:
    if dtype_of(site.tensors[-1].element_type) not in COMPUTE_DTYPES:
        return np.dot
    left, right, narrow = _conversions(site)
    return lambda lhs, rhs: narrow(np.dot(left(lhs), right(rhs)))


def _conversions(site: Site) -> tuple[Conversion, Conversion, Conversion]:
    """Those of the operands to their compute types, and that of sums to the type of the result."""
    dtypes = [dtype_of(type.element_type) for type in site.tensors]
    lhs, rhs, result = zip(dtypes, map(math.prod, site.shapes), strict=True)
    return widening(*lhs), widening(*rhs), narrowing(*result)


@specialize("stablehlo.dot_general", "sums of floats", when=_is_of_floats)
def _sums_of_floats(site: Site) -> Kernel:
    sides = ("lhs_batching", "rhs_batching", "lhs_contracting", "rhs_contracting")
    plan = contraction(*site.shapes[:2], *(site.named[f"{side}_dimensions"] for side in sides))
    dtypes = [dtype_of(type.element_type) for type in site.tensors]
    working = matrix_type(*dtypes)
    if all(each == working for each in dtypes):
        return functools.partial(contract, plan=plan)
    if all(COMPUTE_DTYPES.get(each, each) == working for each in dtypes):
        left, right, narrow = _conversions(site)
        return lambda lhs, rhs: narrow(contract(left(lhs), right(rhs), plan))

    def kernel(lhs: Array, rhs: Array) -> Array:
        sums = contract(in_type(lhs, working), in_type(rhs, working), plan)
        return sums if working == dtypes[-1] else convert(sums, result=site.tensors[-1])

    return kernel
