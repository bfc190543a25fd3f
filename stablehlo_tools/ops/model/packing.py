"""Attribute construction: values under the specification's names become MLIR's attributes.

The inverse of `ops/model/attributes.py`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.attributes import (
    UNIT,
    Attribute,
    DenseArray,
    Enumeration,
    Integer,
    Symbol,
    TypeAttribute,
)
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.number_format import float_of
from stablehlo_tools.ir.shardy import AxisLists, AxisRef, ShardingPerValue
from stablehlo_tools.ir.types import ELEMENT_TYPES, I1, I64, ElementType, TensorType, Type, integer_range
from stablehlo_tools.ops.model.attributes import (
    CHANNEL_TYPES,
    DISCARDABLE,
    AttributeMismatch,
    enum_of,
    expectation,
)
from stablehlo_tools.ops.model.schema import AttributeField, Op
from stablehlo_tools.ops.model.structs import holder_of, struct_of


def pack_attributes(op: Op, values: Mapping[str, Any]) -> dict[str, Attribute]:
    """The attributes of an operation, from Python values under the specification's names.

    None represents an absent attribute; attributes of MLIR are kept. Raises AttributeMismatch for a value
    that is not of the form that `op` declares.
    """
    attributes: dict[str, Attribute] = {}
    fields: dict[str, dict[str, Attribute]] = {}
    for field in op.attributes:
        value = values.get(field.name)
        if value is None:
            continue
        attribute, holder = _attribute(op, field, value), holder_of(op, field.name)
        if attribute is False and field.rule.kind == "flag":
            continue  # a unit attribute is left out
        if holder == field.name:
            attributes[DISCARDABLE.get(field.name, field.name)] = attribute
        else:
            fields.setdefault(holder, {})[field.name] = attribute
    for holder, parts in fields.items():
        attributes[holder] = struct_of(holder, parts)
    return attributes


def packed_fields(op: Op, values: Mapping[str, Any]) -> dict[str, Attribute]:
    """Attributes as `packed` has them, but those of structs on their own; None where one is left out."""
    fields = [field for field in op.attributes if values.get(field.name) is not None]
    return {field.name: _attribute(op, field, values[field.name]) for field in fields}


def _attribute(op: Op, field: AttributeField, value: Any) -> Attribute:
    try:
        return _PACKERS[field.rule.kind](value, field, op.name.partition(".")[0])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise AttributeMismatch(field.name, expectation(field.rule), f"`{value!r}`") from None


# -- values ------------------------------------------------------------------------------------------


def _number_type(field: AttributeField, otherwise: str = "i64") -> ElementType:
    return ELEMENT_TYPES[field.rule.element_type or otherwise]


def _integer(value: Any, field: AttributeField, dialect: str) -> Attribute:
    number, type = _whole(value), _number_type(field)
    least, greatest = integer_range(type)
    if not least <= number <= greatest:
        raise OverflowError
    return Integer(number, type)


def _whole(value: Any) -> int:
    if isinstance(value, (bool, np.bool_)):
        raise TypeError
    return operator.index(value)


def _table(value: Any, field: AttributeField, dialect: str) -> Attribute:
    """A table of integers; an empty one has two columns, and short rows are padded with -1."""
    rows = [tuple(map(_whole, row)) for row in value]
    width = max(map(len, rows), default=2)
    full = [row + (-1,) * (width - len(row)) for row in rows]
    return Dense.from_array(np.array(full, np.int64).reshape(len(rows), width))


def _boolean(value: Any, field: AttributeField, dialect: str) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError


def _booleans(value: Sequence[Any], field: AttributeField, dialect: str) -> Attribute:
    return DenseArray(I1, tuple(_boolean(boolean, field, dialect) for boolean in value))


def _text(value: Any, field: AttributeField, dialect: str) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _word(value: Any, field: AttributeField, dialect: str) -> Attribute:
    if value not in field.rule.choices:
        raise ValueError
    return Enumeration(dialect, enum_of(field.name), value)


def _type(value: Any, field: AttributeField, dialect: str) -> Attribute:
    if isinstance(value, (ElementType, TensorType)):
        return TypeAttribute(value)
    element_type: Type = ELEMENT_TYPES[value]
    return TypeAttribute(element_type)


def _function(value: Any, field: AttributeField, dialect: str) -> Attribute:
    return Symbol((_text(value, field, dialect),))


def _functions(value: Sequence[Any], field: AttributeField, dialect: str) -> Attribute:
    return tuple(_function(function, field, dialect) for function in value)


def _axis_names(value: Sequence[Any], field: AttributeField, dialect: str) -> Attribute:
    return AxisLists("manual_axes", (tuple(AxisRef(_text(name, field, dialect)) for name in value),))


_CHANNEL_NUMBERS = {name: number for number, name in CHANNEL_TYPES.items()}

# By kind: the function of a value, its field and the dialect of the op.
_PACKERS: Final[Mapping[str, Callable[[Any, AttributeField, str], Attribute]]] = {
    "integer": _integer,
    "integers": lambda value, field, dialect: DenseArray(_number_type(field), tuple(map(_whole, value))),
    "table": _table,
    "groups": _table,
    "equal groups": _table,
    "boolean": _boolean,
    "booleans": _booleans,
    "real": lambda value, field, dialect: float_of(float(value), _number_type(field, "f32")),
    "text": _text,
    "choice": _word,
    "choices": lambda value, field, dialect: tuple(_word(word, field, dialect) for word in value),
    "constant": lambda value, field, dialect: value if isinstance(value, Dense) else Dense.from_array(value),
    "type": _type,
    "flag": lambda value, field, dialect: UNIT if _boolean(value, field, dialect) else False,
    "function": _function,
    "functions": _functions,
    "function table": lambda value, field, dialect: tuple(_functions(row, field, dialect) for row in value),
    "sharding": lambda value, field, dialect: value,
    "shardings": lambda value, field, dialect: ShardingPerValue(tuple(value)),
    "axis names": _axis_names,
    "channel type": lambda value, field, dialect: Integer(_CHANNEL_NUMBERS[value], I64),
    "dictionary": lambda value, field, dialect: value,
    "anything": lambda value, field, dialect: value,
}
