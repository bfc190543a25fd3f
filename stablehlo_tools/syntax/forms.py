"""What readers and printers of custom assembly forms share: the error, bare words, and the types of a form.

A form writes its types behind a colon in one of the ways of `TYPINGS`, which has them as messages show them;
a signature, `(T, U) -> V`, says the same and is read in the place of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
# What XLA's generator of random numbers has for a state.
_STATE: Final = TensorType((2,), ELEMENT_TYPES["ui64"])


class FormError(Exception):
    """An operation cannot be written in a form, or a form does not say an operation."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Word(str):
    """A bare word in a list or a field: `LT`, `FFT`, `true`."""

    __slots__ = ()


TYPINGS: Final = {
    "same": "type",  # of all operands and results
    "signature": "(operand types) -> result types",
    "arrow": "operand types -> result types",
    "result": "type",  # of each result
    "operands": "types",  # of the operands; there are no results
    "pairwise": "types",  # of the operands, and of the results
    "select": "predicate type, type",
    "complex": "complex type",  # of the result; the operands are of its parts
    "tuple": "tuple type",  # of the result; the operands are of its elements
    "value": "type",  # of the result, which may be a function
    "state": "type",  # of the result, where it is not that of the state of a generator
    "indirect": "function type",  # of the first operand; the others and the results are as it says
}


def spelt_types(
    typing: str, types: Sequence[Type], results: Sequence[Type] | None, operands: int, result_count: int
) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
    """Operand and result types that a form's types stand for.

    `results` are those behind `->`, None without one. Raises FormError where they cannot fit an op of so many
    operands and results.
    """
    if results is not None:
        return tuple(types), tuple(results)
    if typing == "value":
        return (), tuple(types)
    if typing == "state":
        return (), tuple(types) or (_STATE,)
    if typing == "indirect" and len(types) == 1 and isinstance(types[0], FunctionType):
        return (types[0], *types[0].inputs), types[0].results
    if len(types) == 1 and isinstance(types[0], FunctionType):
        return types[0].inputs, types[0].results
    if typing == "operands":
        return tuple(types), ()
    if typing == "pairwise":
        return tuple(types), tuple(types)
    if typing == "select" and len(types) == 2:
        return (types[0], types[1], types[1]), (types[1],)
    if len(types) != 1:
        raise FormError(f"{len(types)} types are written where one, or a signature, is wanted")
    (only,) = types
    if typing == "result":
        return (), (only,) * result_count
    if typing == "same":
        return (only,) * operands, (only,) * result_count
    if typing == "complex" and isinstance(only, TensorType) and not hasattr(only.element_type, "scales"):
        part = TensorType(only.shape, part_of(only.element_type), only.encoding)
        return (part,) * operands, (only,)
    if typing == "tuple" and isinstance(only, TupleType):
        return only.types, (only,)
    raise FormError("its types are written as a signature: `(operand types) -> result types`")


def written_types(
    typing: str, operands: Sequence[Type], results: Sequence[Type], result_count: int
) -> Sequence[Type] | None:
    """The type list that stands for these operand and result types; None where only a signature can."""
    types: Sequence[Type]
    if typing == "state" and tuple(results) == (_STATE,):
        types = ()
    elif typing in ("result", "complex", "tuple", "value", "state"):
        types = results[:1]
    elif typing == "same":
        types = [*results, *operands][:1]
    elif typing == "indirect":
        types = operands[:1]
    elif typing == "select":
        types = operands[:2]
    else:
        types = operands
    try:
        meant = spelt_types(typing, types, None, len(operands), result_count)
    except FormError:
        return None
    return types if meant == (tuple(operands), tuple(results)) else None
