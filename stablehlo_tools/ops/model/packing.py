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
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType, Type
from stablehlo_tools.ops.model.attributes import (
    CHANNEL_TYPES,
    DISCARDABLE,
    AttributeMismatch,
    enum_of,
    expectation,
)
from stablehlo_tools.ops.model.schema import AttributeField, AttributeRule, Op
from stablehlo_tools.ops.model.structs import (
    I64,
    holder_of,
    struct_of,
)


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
        holder = holder_of(op, field.name)
        if holder == field.name:
            attributes[DISCARDABLE.get(field.name, field.name)] = _attribute(op, field, value)
        else:
            fields.setdefault(holder, {})[field.name] = _attribute(op, field, value)
    for holder, parts in fields.items():
        attributes[holder] = struct_of(holder, parts)
    return attributes


def packed_fields(op: Op, values: Mapping[str, Any]) -> dict[str, Attribute]:
    """Attributes as `packed` has them, but those of structs on their own; None where one is left out."""
    fields = [field for field in op.attributes if values.get(field.name) is not None]
    return {field.name: _attribute(op, field, values[field.name]) for field in fields}


def _attribute(op: Op, field: AttributeField, value: Any) -> Attribute:
    try:
        return _PACKERS[field.rule.kind](value, field.rule, _Names(op, field))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise AttributeMismatch(field.name, expectation(field.rule), f"`{value!r}`") from None


class _Names:
    """The dialect and the enum of an attribute."""

    def __init__(self, op: Op, field: AttributeField) -> None:
        self.dialect = op.name.partition(".")[0]
        self.enum = enum_of(field.name)


# -- values ------------------------------------------------------------------------------------------


def _number_type(rule: AttributeRule, otherwise: str = "i64") -> ElementType:
    return ELEMENT_TYPES[rule.element_type or otherwise]


def _integer(value: Any, rule: AttributeRule, names: _Names) -> Attribute:
    number, type = _whole(value), _number_type(rule)
    if not -(1 << (type.bits - 1)) <= number < 1 << (type.bits - 1):
        raise OverflowError
    return Integer(number, type)


def _whole(value: Any) -> int:
    if isinstance(value, (bool, np.bool_)):
        raise TypeError
    return operator.index(value)


def _table(value: Any, rule: AttributeRule, names: _Names) -> Attribute:
    """A table of integers; an empty one has two columns, and short rows are padded with -1."""
    rows = [tuple(map(_whole, row)) for row in value]
    width = max(map(len, rows), default=2)
    full = [row + (-1,) * (width - len(row)) for row in rows]
    return Dense.from_array(np.array(full, np.int64).reshape(len(rows), width))


def _boolean(value: Any, rule: AttributeRule, names: _Names) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError


def _booleans(value: Sequence[Any], rule: AttributeRule, names: _Names) -> Attribute:
    return DenseArray(ELEMENT_TYPES["i1"], tuple(_boolean(boolean, rule, names) for boolean in value))


def _text(value: Any, rule: AttributeRule, names: _Names) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _word(value: Any, rule: AttributeRule, names: _Names) -> Attribute:
    if value not in rule.choices:
        raise ValueError
    return Enumeration(names.dialect, names.enum, value)


def _constant(value: Any, rule: AttributeRule, names: _Names) -> Attribute:
    return value if isinstance(value, Dense) else Dense.from_array(value)


def _type(value: Any, rule: AttributeRule, names: _Names) -> Attribute:
    if isinstance(value, (ElementType, TensorType)):
        return TypeAttribute(value)
    element_type: Type = ELEMENT_TYPES[value]
    return TypeAttribute(element_type)


def _function(value: Any, rule: AttributeRule, names: _Names) -> Attribute:
    return Symbol((_text(value, rule, names),))


def _functions(value: Sequence[Any], rule: AttributeRule, names: _Names) -> Attribute:
    return tuple(_function(function, rule, names) for function in value)


def _shardings(value: Sequence[Any], rule: AttributeRule, names: _Names) -> Attribute:
    return ShardingPerValue(tuple(value))


def _axis_names(value: Sequence[Any], rule: AttributeRule, names: _Names) -> Attribute:
    return AxisLists("manual_axes", (tuple(AxisRef(_text(name, rule, names)) for name in value),))


_CHANNEL_NUMBERS = {name: number for number, name in CHANNEL_TYPES.items()}

_PACKERS: Final[Mapping[str, Callable[[Any, AttributeRule, _Names], Attribute]]] = {
    "integer": _integer,
    "integers": lambda value, rule, names: DenseArray(_number_type(rule), tuple(map(_whole, value))),
    "table": _table,
    "groups": _table,
    "equal groups": _table,
    "boolean": _boolean,
    "booleans": _booleans,
    "real": lambda value, rule, names: float_of(float(value), _number_type(rule, "f32")),
    "text": _text,
    "choice": _word,
    "choices": lambda value, rule, names: tuple(_word(word, rule, names) for word in value),
    "constant": _constant,
    "type": _type,
    "flag": lambda value, rule, names: UNIT if _boolean(value, rule, names) else False,
    "function": _function,
    "functions": _functions,
    "function table": lambda value, rule, names: tuple(_functions(row, rule, names) for row in value),
    "shardings": _shardings,
    "axis names": _axis_names,
    "channel type": lambda value, rule, names: Integer(_CHANNEL_NUMBERS[value], I64),
    "dictionary": lambda value, rule, names: value,
    "anything": lambda value, rule, names: value,
}
