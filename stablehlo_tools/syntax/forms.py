"""What the parts of each op's pretty form mean: one row per op, read by the parser and the printer.

Most pretty forms are the same sentence: words, operands, `key = value` clauses, a dictionary, types. A
`Form` says which attribute each word and clause is (syntax/clauses.py) and how the types are written. The
forms with a syntax of their own are rules in the grammar and functions in syntax/pretty.py and
syntax/pretty_regions.py, those of other dialects rows of syntax/foreign_forms.py; all other ops are only ever
written in the generic form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from stablehlo_tools.syntax.mhlo import MEANINGS
from stablehlo_tools.types import (
    ELEMENT_TYPES,
    FunctionType,
    TensorType,
    TupleType,
    Type,
    part_of,
)

I32, I64 = ELEMENT_TYPES["i32"], ELEMENT_TYPES["i64"]

# What `applies` of a reduction may name: the commutative ops on two values of one type.
COMMUTATIVE: Final = tuple(
    f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
)


class FormError(Exception):
    """A pretty form is not what its op wants; `key` names the clause at fault, if one is."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.key = key


class Word(str):
    """A bare word in a clause or an item: `LT`, `FFT`, `true`."""

    __slots__ = ()


@dataclass(frozen=True)
class Pair:
    """`[0] x [1]`: a list for lhs and one for rhs."""

    lhs: tuple[object, ...]
    rhs: tuple[object, ...]


@dataclass(frozen=True)
class Clause:
    """The attribute that a clause or word spells, and how: a `kind` that `_encode` and `_decode` know."""

    attribute: str
    kind: str
    optional: bool = False


@dataclass(frozen=True)
class Form:
    """A pretty form.

    `typing` says what a type list without `->` stands for: `same` (one type for all operands and
    results), `operands`, `results`, `both`, `select` (predicate and the rest), `complex` (the result;
    the operands are its parts), `tuple` (the result; the operands are its elements), `value` (the results,
    even if they are functions). A signature is accepted everywhere, and the only way where it is `signature`.
    `arrow` prints `T, U -> V` without parentheses, `dictionary_first` the dictionary before the operands,
    `dictionary_last` behind the types; `result_count` is how many results the op has.
    """

    typing: str = "same"
    words: tuple[Clause, ...] = ()
    clauses: Mapping[str, Clause] = field(default_factory=dict)
    literal: str | None = None  # the attribute that a dense literal is
    arrow: bool = False
    dictionary_first: bool = False
    dictionary_last: bool = False
    result_count: int = 1
    implied: tuple[Type, ...] = ()  # the types of results where none are written


def _form(typing: str = "same", /, **clauses: Clause) -> Form:
    return Form(typing, clauses=clauses)


def _enum(attribute: str, kind: str, *, optional: bool = False) -> Clause:
    return Clause(attribute, f"enum {kind}", optional)


# The clauses of a convolution's `window = {...}`.
WINDOW_CLAUSES: Mapping[str, str] = {
    "stride": "window_strides",
    "pad": "padding",
    "lhs_dilate": "lhs_dilation",
    "rhs_dilate": "rhs_dilation",
    "reverse": "window_reversal",
}

PLAIN = Form()
_INTEGERS = "i64 array"
_PRECISION = Clause("precision_config", "enums precision", optional=True)

# Operands and `: type`.
_ELEMENTWISE = """
    abs add after_all and atan2 cbrt ceil clamp convert cosine count_leading_zeros divide exponential
    exponential_minus_one floor imag log log_plus_one logistic maximum minimum multiply negate not or popcnt
    power real remainder round_nearest_afz round_nearest_even rsqrt shift_left shift_right_arithmetic
    shift_right_logical sign sine sqrt subtract tan tanh uniform_dequantize uniform_quantize xor
"""
_CHLO = """
    _asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf
    is_neg_inf is_pos_inf lgamma mulhi next_after polygamma sinh square tan zeta
"""
_CHLO_BROADCAST = """
    add and atan2 compare complex divide maximum minimum multiply next_after or polygamma power remainder
    select shift_left shift_right_arithmetic shift_right_logical subtract xor zeta
"""

FORMS: dict[str, Form] = {
    **{f"stablehlo.{name}": PLAIN for name in _ELEMENTWISE.split()},
    **{f"chlo.{name}": Form("signature", arrow=True) for name in _CHLO.split()},
    **{f"chlo.broadcast_{name}": Form("signature") for name in _CHLO_BROADCAST.split()},
    "func.return": Form("operands", dictionary_first=True, result_count=0),
    "stablehlo.return": Form("operands", result_count=0),
    "stablehlo.constant": Form("results", literal="value", dictionary_first=True),
    "chlo.constant": Form("results", literal="value", dictionary_first=True),
    "stablehlo.iota": _form("results", dim=Clause("iota_dimension", "i64")),
    "stablehlo.create_token": Form("results"),
    "stablehlo.partition_id": Form("results"),
    "stablehlo.replica_id": Form("results"),
    "stablehlo.optimization_barrier": Form("both", dictionary_first=True),
    "stablehlo.select": Form("select"),
    "stablehlo.complex": Form("complex"),
    "stablehlo.tuple": Form("tuple"),
    "stablehlo.is_finite": Form("signature"),
    "stablehlo.reshape": Form("signature"),
    "stablehlo.bitcast_convert": Form("signature"),
    "stablehlo.dynamic_reshape": Form("signature"),
    "stablehlo.dynamic_update_slice": Form("signature"),
    "stablehlo.dynamic_pad": Form("signature"),
    "stablehlo.real_dynamic_slice": Form("signature"),
    "stablehlo.compare": Form(
        "signature",
        words=(
            _enum("comparison_direction", "comparison_direction"),
            _enum("compare_type", "comparison_type", optional=True),
        ),
    ),
    "stablehlo.broadcast_in_dim": _form("signature", dims=Clause("broadcast_dimensions", _INTEGERS)),
    "stablehlo.dynamic_broadcast_in_dim": _form("signature", dims=Clause("broadcast_dimensions", _INTEGERS)),
    "stablehlo.broadcast": _form("signature", sizes=Clause("broadcast_sizes", _INTEGERS)),
    "stablehlo.transpose": _form("signature", dims=Clause("permutation", _INTEGERS)),
    "stablehlo.reverse": _form("same", dims=Clause("dimensions", _INTEGERS)),
    "stablehlo.concatenate": _form("signature", dim=Clause("dimension", "i64")),
    "stablehlo.dynamic_iota": _form("signature", dim=Clause("iota_dimension", "i64")),
    "stablehlo.get_dimension_size": _form("signature", dim=Clause("dimension", "i64")),
    "stablehlo.set_dimension_size": _form("signature", dim=Clause("dimension", "i64")),
    "stablehlo.dynamic_slice": _form("signature", sizes=Clause("slice_sizes", _INTEGERS)),
    "stablehlo.pad": _form(
        "signature",
        low=Clause("edge_padding_low", _INTEGERS),
        high=Clause("edge_padding_high", _INTEGERS),
        interior=Clause("interior_padding", _INTEGERS),
    ),
    "stablehlo.dot": _form("signature", precision=_PRECISION),
    "stablehlo.dot_general": _form(
        "signature",
        batching_dims=Clause("dot_dimension_numbers", "dot batching", optional=True),
        contracting_dims=Clause("dot_dimension_numbers", "dot contracting"),
        precision=_PRECISION,
        algorithm=Clause("algorithm", "struct #stablehlo.dot_algorithm", optional=True),
    ),
    "stablehlo.fft": _form(
        "signature", type=_enum("fft_type", "fft_type"), length=Clause("fft_length", _INTEGERS)
    ),
    "stablehlo.cholesky": _form("same", lower=Clause("lower", "bool")),
    "stablehlo.rng": _form("signature", distribution=_enum("rng_distribution", "rng_distribution")),
    "stablehlo.rng_bit_generator": _form("signature", algorithm=_enum("rng_algorithm", "rng_algorithm")),
    "stablehlo.reduce_precision": _form("same", format=Clause("exponent_bits mantissa_bits", "float format")),
    "check.expect_eq": Form("same", result_count=0),
    "check.expect_eq_const": Form("operands", literal="value", result_count=0),
    "check.expect_almost_eq_const": Form("operands", literal="value", dictionary_last=True, result_count=0),
    "check.expect_serialized_eq": Form(
        "same",
        clauses={"probe_id": Clause("probe_id", "string"), "iter": Clause("iter", "ui32")},
        result_count=0,
    ),
    "check.expect_almost_eq": Form(
        "same", clauses={"tolerance": Clause("tolerance", "f64", optional=True)}, result_count=0
    ),
    "check.expect_close": Form(
        "operands",
        clauses={
            name: Clause(name, "ui64", optional=True) for name in ("max_ulp_difference", "min_ulp_difference")
        },
        result_count=0,
    ),
    "interpreter.print": Form("operands", result_count=0),
    "interpreter.probe": _form("same", probe_id=Clause("probe_id", "string")),
    "stablehlo.einsum": _form("signature", config=Clause("einsum_config", "string")),
    "stablehlo.unary_einsum": _form("signature", config=Clause("einsum_config", "string")),
    "func.constant": Form("value", literal="value"),
    "mhlo.add_dependency": Form("signature"),
    "mhlo.bitcast": Form("signature"),
    "mhlo.xla.rng_get_and_update_state": Form("results", implied=(TensorType((2,), ELEMENT_TYPES["ui64"]),)),
}
# CHLO writes a signature where MHLO, which is older, writes one type.
FORMS |= {
    name: PLAIN if name == "mhlo.copy" or meaning.startswith("chlo.") else FORMS[meaning]
    for name, meaning in MEANINGS.items()
    if meaning in FORMS
}


def form_of(name: str) -> Form:
    """The pretty form of op `name`; an op that has none may still be read as if it were elementwise."""
    return FORMS.get(name, PLAIN)


# -- types --------------------------------------------------------------------------------------


def spelt_types(
    form: Form, types: Sequence[Type], results: Sequence[Type] | None, operands: int
) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
    """Operand and result types that a pretty form's types stand for.

    `results` are those behind `->`, None without one; the op has `operands` operands. Raises FormError where
    they cannot fit.
    """
    if results is not None:
        return tuple(types), tuple(results)
    if form.typing == "value":
        return (), tuple(types)
    if len(types) == 1 and isinstance(types[0], FunctionType):
        return types[0].inputs, types[0].results
    if form.typing == "operands":
        return tuple(types), ()
    if form.typing == "both":
        return tuple(types), tuple(types)
    if form.typing == "select" and len(types) == 2:
        return (types[0], types[1], types[1]), (types[1],)
    if len(types) != 1:
        raise FormError(f"{len(types)} types are written where one, or a signature, is wanted")
    (only,) = types
    if form.typing == "results":
        return (), (only,) * form.result_count
    if form.typing == "same":
        return (only,) * operands, (only,) * form.result_count
    if form.typing == "complex" and isinstance(only, TensorType) and not hasattr(only.element_type, "scales"):
        part = TensorType(only.shape, part_of(only.element_type), only.encoding)
        return (part,) * operands, (only,)
    if form.typing == "tuple" and isinstance(only, TupleType):
        return only.types, (only,)
    raise FormError("its types are written as a signature: `(operand types) -> result types`")


def written_types(form: Form, operands: Sequence[Type], results: Sequence[Type]) -> Sequence[Type] | None:
    """The type list that stands for these operand and result types; None where only a signature can."""
    if form.typing in ("results", "complex", "tuple"):
        types = results[:1]
    elif form.typing == "same":
        types = [*results, *operands][:1]
    elif form.typing == "select":
        types = operands[:2]
    else:
        types = operands
    try:
        meant = spelt_types(form, types, None, len(operands))
    except FormError:
        return None
    return types if meant == (tuple(operands), tuple(results)) else None
