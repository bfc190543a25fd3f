"""What the parts of each op's pretty form mean: one row per op, read by the parser and the printer.

Most pretty forms are the same sentence: words, operands, `key = value` clauses, a dictionary, types. A
`Form` says which attribute each word and clause is and how the types are written. `attributes_of` and
`spelt_types` read a form, `spelling` and `written_types` write it; what is read back as something else is
not written. The forms with a syntax of their own are rules in the grammar and functions in
syntax/pretty.py; all other ops are only ever written in the generic form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.attributes import (
    Attribute,
    DenseArray,
    Enumeration,
    Integer,
    Struct,
)
from stablehlo_tools.types import (
    ELEMENT_TYPES,
    FunctionType,
    TensorType,
    TupleType,
    Type,
    part_of,
)

I32, I64 = ELEMENT_TYPES["i32"], ELEMENT_TYPES["i64"]


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
    the operands are its parts), `tuple` (the result; the operands are its elements). A signature is
    accepted everywhere, and the only way where it is `signature`. `arrow` prints `T, U -> V` without
    parentheses, `dictionary_first` the dictionary before the operands; `result_count` is how many results an
    op has that names none.
    """

    typing: str = "same"
    words: tuple[Clause, ...] = ()
    clauses: Mapping[str, Clause] = field(default_factory=dict)
    literal: str | None = None  # the attribute that a dense literal is
    arrow: bool = False
    dictionary_first: bool = False
    result_count: int = 1


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
    "stablehlo.rng_bit_generator": Form(
        "signature", clauses={"algorithm": _enum("rng_algorithm", "rng_algorithm")}, result_count=2
    ),
    "stablehlo.reduce_precision": _form("same", format=Clause("exponent_bits mantissa_bits", "float format")),
    "check.expect_eq": Form("operands", result_count=0),
    "check.expect_eq_const": Form("operands", literal="value", result_count=0),
    "check.expect_almost_eq_const": Form("operands", literal="value", result_count=0),
    "check.expect_close": Form(
        "operands",
        clauses={
            name: Clause(name, "ui64", optional=True)
            for name in ("max_ulp_difference", "min_ulp_difference")
        },
        result_count=0,
    ),
    "interpreter.print": Form("operands", result_count=0),
    "interpreter.probe": _form("same", probe_id=Clause("probe_id", "string")),
    "stablehlo.einsum": _form("signature", config=Clause("einsum_config", "string")),
    "stablehlo.unary_einsum": _form("signature", config=Clause("einsum_config", "string")),
}


def form_of(name: str) -> Form:
    """The pretty form of op `name`; an op that has none may still be read as if it were elementwise."""
    return FORMS.get(name, PLAIN)


# -- types --------------------------------------------------------------------------------------


def spelt_types(
    form: Form, types: Sequence[Type], results: Sequence[Type] | None, operands: int, named: int
) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
    """Operand and result types that a pretty form's types stand for.

    `results` are those behind `->`, None without one; the op has `operands` operands and its text names
    `named` results. Raises FormError where they cannot fit.
    """
    if results is not None:
        return tuple(types), tuple(results)
    if len(types) == 1 and isinstance(types[0], FunctionType):
        return types[0].inputs, types[0].results
    count = named or form.result_count
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
        return (), (only,) * count
    if form.typing == "same":
        return (only,) * operands, (only,) * count
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
        meant = spelt_types(form, types, None, len(operands), len(results))
    except FormError:
        return None
    return types if meant == (tuple(operands), tuple(results)) else None


# -- clauses ------------------------------------------------------------------------------------


def attributes_of(
    name: str, words: Sequence[str], clauses: Sequence[tuple[str, object]]
) -> dict[str, Attribute]:
    """The attributes that the words and clauses of op `name`'s pretty form spell.

    Raises FormError for one that the form does not have, or whose value has the wrong form.
    """
    form = form_of(name)
    attributes: dict[str, Attribute] = {}
    if len(words) > len(form.words):
        raise FormError(f"{name} has no place for `{words[len(form.words)]}`", words[len(form.words)])
    for clause, word in zip(form.words, words, strict=False):
        _encode(attributes, name, clause, Word(word), word)
    for key, value in clauses:
        if key not in form.clauses:
            wanted = ", ".join(form.clauses) or "none"
            raise FormError(f"{name} has no clause `{key}`; it takes {wanted}", key)
        _encode(attributes, name, form.clauses[key], value, key)
    return attributes


def _encode(attributes: dict[str, Attribute], name: str, clause: Clause, value: object, key: str) -> None:
    kind, _, detail = clause.kind.partition(" ")
    dialect = name.partition(".")[0]
    if kind == "i64" and detail == "array" and _all_integers(value):
        attributes[clause.attribute] = DenseArray(I64, value)  # type: ignore[arg-type]
    elif kind in ("i64", "ui64") and not detail and type(value) is int:
        attributes[clause.attribute] = Integer(value, ELEMENT_TYPES[kind])
    elif kind == "bool" and value in ("true", "false"):
        attributes[clause.attribute] = value == "true"
    elif kind == "string" and isinstance(value, str) and not isinstance(value, Word):
        attributes[clause.attribute] = value
    elif kind == "enum" and isinstance(value, Word):
        attributes[clause.attribute] = Enumeration(dialect, detail, str(value))
    elif kind == "enums" and isinstance(value, tuple) and all(isinstance(v, Word) for v in value):
        attributes[clause.attribute] = tuple(Enumeration(dialect, detail, str(v)) for v in value)
    elif kind == "struct" and isinstance(value, Mapping):
        attributes[clause.attribute] = Struct(detail, value)
    elif kind == "dot" and isinstance(value, Pair):
        _encode_dot(attributes, clause.attribute, detail, value)
    elif kind == "float" and isinstance(value, Word) and _float_format(value):
        names = clause.attribute.split()
        attributes.update(zip(names, _float_format(value), strict=True))
    else:
        raise FormError(f"`{key}` of {name} wants {_WANTED[clause.kind.split()[0]]}", key)


_WANTED = {
    "i64": "integers",
    "ui64": "an integer",
    "bool": "`true` or `false`",
    "string": "a string",
    "enum": "a word",
    "enums": "a list of words",
    "struct": "`<field = value, ...>`",
    "dot": "two lists: `[0] x [0]`",
    "float": "a format such as `e5m10`",
}


def _all_integers(value: object) -> bool:
    return isinstance(value, tuple) and all(type(entry) is int for entry in value)


def _encode_dot(attributes: dict[str, Attribute], attribute: str, part: str, value: Pair) -> None:
    known = attributes.get(attribute)
    fields = dict(known.fields) if isinstance(known, Struct) else {}
    for side, entries in (("lhs", value.lhs), ("rhs", value.rhs)):
        if entries:
            fields[f"{side}_{part}_dimensions"] = tuple(
                Integer(entry, I64) for entry in entries if isinstance(entry, int)
            )
    attributes[attribute] = Struct("#stablehlo.dot", fields)


def _float_format(word: str) -> tuple[Integer, Integer] | tuple[()]:
    exponent, separator, mantissa = word[1:].partition("m")
    if word[:1] != "e" or not separator or not (exponent + mantissa).isdigit():
        return ()
    return Integer(int(exponent), I32), Integer(int(mantissa), I32)


class Spelling(NamedTuple):
    """Attributes in a pretty form: its words and clauses, and the names of those that they spell."""

    words: list[Word]
    clauses: list[tuple[str, object]]
    spelt: frozenset[str]


def spelling(name: str, attributes: Mapping[str, Attribute]) -> Spelling:
    """The words and clauses of op `name`'s pretty form that `attributes_of` reads as these attributes.

    Raises FormError where there are none.
    """
    form = form_of(name)
    words = [value for clause in form.words if isinstance(value := _decode(attributes, clause, form), Word)]
    clauses = [
        (key, value)
        for key, clause in form.clauses.items()
        if (value := _decode(attributes, clause, form)) is not None
    ]
    meant = attributes_of(name, words, clauses)
    if any(attributes[attribute] != value for attribute, value in meant.items()):
        raise FormError(f"{name} cannot spell these attributes")
    return Spelling(words, clauses, frozenset(meant))


def _decode(attributes: Mapping[str, Attribute], clause: Clause, form: Form) -> object:
    """What a clause or word says of the attributes, None where it may be left out. Raises FormError."""
    kind, _, detail = clause.kind.partition(" ")
    names = clause.attribute.split()
    if any(name not in attributes for name in names):
        if clause.optional:
            return None
        raise FormError(f"there is no {clause.attribute}")
    first = attributes[names[0]]
    if kind == "float":
        exponent, mantissa = (attributes[name] for name in names)
        if isinstance(exponent, Integer) and isinstance(mantissa, Integer):
            return Word(f"e{exponent.value}m{mantissa.value}")
    if kind == "dot" and isinstance(first, Struct):
        pair = Pair(*(_integers_of(first.fields.get(f"{side}_{detail}_dimensions", ())) for side in _SIDES))
        return None if clause.optional and pair == Pair((), ()) else pair
    return _plain_value(first)


def _plain_value(attribute: Attribute) -> object:
    if isinstance(attribute, bool):
        return Word("true" if attribute else "false")
    if isinstance(attribute, DenseArray):
        return attribute.values
    if isinstance(attribute, (Integer, Enumeration)):
        return attribute.value if isinstance(attribute, Integer) else Word(attribute.value)
    if isinstance(attribute, tuple):
        return tuple(map(_plain_value, attribute))
    return attribute.fields if isinstance(attribute, Struct) else attribute


_SIDES = ("lhs", "rhs")


def _integers_of(attribute: Attribute) -> tuple[object, ...]:
    return tuple(map(_plain_value, attribute)) if isinstance(attribute, tuple) else ()
