"""The attributes of an operation, under the specification's names and as Python values.

MLIR packs several of them into one struct (see `structs`) and spells lists in several ways (`array<i64: 1>`,
`dense<1> : tensor<1xi64>`, `[1]`). This module converts each to the form that the op declares.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from stablehlo_tools.diagnostics.spelling import closest
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.attributes import (
    UNIT,
    Attribute,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Struct,
    Symbol,
    TypeAttribute,
    TypedString,
)
from stablehlo_tools.ir.constants import MOST_CLAIMED, ClaimTooLarge, Dense, DenseResource
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.shardy import AxisLists, Sharding, ShardingPerValue
from stablehlo_tools.ir.types import ElementType, Type
from stablehlo_tools.ops.model import meshes
from stablehlo_tools.ops.model.schema import OPS, REQUIRED, AttributeField, AttributeRule, Op
from stablehlo_tools.ops.model.signature import operand_types, result_types
from stablehlo_tools.ops.model.structs import (
    CONVOLUTION_DIMENSIONS,
    STRUCT_NAMES,
    STRUCTS,
    flatten_structs,
    holder_of,
)

Converter = Callable[[Attribute], Any]


class AttributeMismatch(Exception):
    """An attribute is missing (`got` is None) or not of the form that its op declares.

    `attribute` is its name in the text, `field` its name in the specification; `expected` and `got` describe
    the two forms. `is_unknown_word`: it is an unknown case of the right enum; `meant` is the case with the
    closest spelling, if there is one.
    """

    def __init__(
        self,
        attribute: str,
        expected: str,
        got: str | None,
        field: str = "",
        *,
        is_unknown_word: bool = False,
        meant: str | None = None,
    ) -> None:
        missing = f"missing attribute `{attribute}`; expected {expected}"
        super().__init__(
            missing if got is None else f"attribute `{attribute}`: expected {expected}, found {got}"
        )
        self.attribute = attribute
        self.field = field or attribute
        self.expected = expected
        self.is_unknown_word = is_unknown_word
        self.got = got
        self.meant = meant


CHANNEL_TYPES: Final[Mapping[int, str]] = {
    0: "CHANNEL_TYPE_INVALID", 1: "DEVICE_TO_DEVICE", 2: "DEVICE_TO_HOST", 3: "HOST_TO_DEVICE",
}  # fmt: skip

# Attributes of another dialect that an op reads, under names that a parameter can have.
DISCARDABLE: Final[Mapping[str, str]] = {
    "mhlo_backend_config": "mhlo.backend_config", "mhlo_attributes": "mhlo.attributes",
    "mhlo_sharding": "mhlo.sharding",
}  # fmt: skip


def attributes_of(operation: Operation) -> dict[str, Any]:
    """The attributes of an operation under the specification's names. Raises AttributeMismatch."""
    return spec_attributes(OPS[operation.name], operation)


def spec_attributes(op: Op, operation: Operation) -> dict[str, Any]:
    """The attributes that `op` declares, in its order. Raises AttributeMismatch."""
    _check_structs(op, operation.attributes)
    flat = flatten_structs(operation.attributes)
    values: dict[str, Any] = {}
    for field in op.attributes:
        attribute = flat.get(DISCARDABLE.get(field.name, field.name))
        if attribute is None and field.default is REQUIRED:
            raise _missing(op, field)
        value = None if attribute is None else _convert(op, field, attribute)
        if attribute is None or _is_empty(field, value):
            value = field.default
            if callable(value):
                value = value({**operand_types(op, operation), **result_types(op, operation), **values})
        values[field.name] = value
    return values


def with_defaults(op: Op, attributes: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes that `op` declares, with defaults for absent ones.

    `types` are those of operands and results by name. A required attribute that is absent is None.
    """
    values: dict[str, Any] = {}
    for field in op.attributes:
        value = attributes.get(field.name)
        if field.default is not REQUIRED and (value is None or _is_empty(field, value)):
            value = field.default({**types, **values}) if callable(field.default) else field.default
        values[field.name] = value
    return values


def _is_empty(field: AttributeField, value: Any) -> bool:
    """Whether a list with an entry per dimension, or per operand, is empty, which means absent."""
    return value == () and field.default is not REQUIRED and field.default is not None


def _missing(op: Op, field: AttributeField) -> AttributeMismatch:
    holder = holder_of(op, field.name)
    is_struct = holder != field.name
    expected = f"`{field.name}` in it" if is_struct else expectation(field.rule)
    return AttributeMismatch(holder, expected, None, field.name)


def _check_structs(op: Op, attributes: Mapping[str, Attribute]) -> None:
    """Raise AttributeMismatch for an attribute that has to be a struct of the op, and is not."""
    if STRUCT_NAMES.keys().isdisjoint(attributes):
        return
    for holder in STRUCT_NAMES.keys() & attributes.keys():
        attribute, name = attributes[holder], STRUCT_NAMES[holder]
        fields = [field.name for field in op.attributes if field.name in STRUCTS[holder]]
        if CONVOLUTION_DIMENSIONS[0] in fields:  # fields are missing from any other struct
            continue
        if fields and not (isinstance(attribute, Struct) and attribute.name == name):
            raise AttributeMismatch(holder, f"`{name}<...>`", _describe(attribute), fields[0])


# -- values ------------------------------------------------------------------------------------------


def _convert(op: Op, field: AttributeField, attribute: Attribute) -> Any:
    try:
        value = _KINDS[field.rule.kind].convert(attribute)
    except ClaimTooLarge:
        got = f"{_describe(attribute)} with more than {MOST_CLAIMED:,} implied entries"
        raise AttributeMismatch(field.name, expectation(field.rule), got) from None
    except (LookupError, TypeError, ValueError):
        raise AttributeMismatch(field.name, expectation(field.rule), _describe(attribute)) from None
    element_type = field.rule.element_type
    if element_type and _number_types(attribute) - {element_type}:
        raise AttributeMismatch(field.name, expectation(field.rule), _describe(attribute))
    if field.rule.choices:
        _check_choice(op, field, value, attribute)
    return value


def _check_choice(op: Op, field: AttributeField, value: Any, attribute: Attribute) -> None:
    """Raise AttributeMismatch for a word that is not a case of the field's enum."""
    choices, expected = field.rule.choices, expectation(field.rule)
    words = value if isinstance(value, tuple) else (value,)
    wrong = next((word for word in words if word not in choices), None)
    if wrong is not None:
        got = f"a list with `{wrong}`" if isinstance(value, tuple) else _describe(attribute)
        meant = closest(wrong, choices) if isinstance(wrong, str) else None
        is_of = _matches_enum(op, field, attribute)
        raise AttributeMismatch(field.name, expected, got, is_unknown_word=is_of, meant=meant)
    if not _matches_enum(op, field, attribute):
        raise AttributeMismatch(field.name, expected, f"{_describe(attribute)} of another enum")


# The enums whose names differ from those of their attributes.
_ENUMS: Final[Mapping[str, str]] = {
    "compare_type": "comparison_type",
    "distribution": "rng_distribution",
    "precision_config": "precision",
    "transpose_a": "transpose",
}


def enum_of(name: str) -> str:
    """The name of the enum of attribute `name`."""
    return _ENUMS.get(name, name)


def _matches_enum(op: Op, field: AttributeField, attribute: Attribute) -> bool:
    """Whether an attribute, or each entry of a list, is of the enum of the field and of the op's dialect."""
    expected = op.name.partition(".")[0], enum_of(field.name)
    items = attribute if isinstance(attribute, tuple) else (attribute,)
    return all(not isinstance(item, Enumeration) or (item.dialect, item.kind) == expected for item in items)


def _number_types(attribute: Attribute) -> set[str]:
    """The names of the types of an attribute's numbers."""
    if isinstance(attribute, tuple):
        return set().union(*map(_number_types, attribute))
    if isinstance(attribute, DenseArray):
        return {attribute.element_type.name}
    if isinstance(attribute, Dense):
        return {_name(attribute.type.element_type)}
    return {_name(attribute.type)} if isinstance(attribute, (Integer, Float)) else set()


def _name(type: Type) -> str:
    """The name of a type; `si32` is another name of `i32`."""
    return type.name if isinstance(type, ElementType) else str(type)


def _instance_of(*classes: type) -> Converter:
    """A converter that returns an attribute of one of these classes unchanged."""

    def convert(attribute: Attribute) -> Any:
        if isinstance(attribute, classes):
            return attribute
        raise TypeError

    return convert


def _field_of(kind: type, field: str) -> Converter:
    """A converter that returns a field of an attribute of this class."""
    take, checked = operator.attrgetter(field), _instance_of(kind)
    return lambda attribute: take(checked(attribute))


def _tuple_of(convert: Converter) -> Converter:
    """A converter for lists that converts each element."""
    checked = _instance_of(tuple)
    return lambda attribute: tuple(map(convert, checked(attribute)))


_integer, _symbol = _field_of(Integer, "value"), _field_of(Symbol, "name")
_word, _type = _field_of(Enumeration, "value"), _field_of(TypeAttribute, "type")
_lists, _boolean = _field_of(AxisLists, "lists"), _instance_of(bool)


def _list_of(convert: Callable[[Any], Any]) -> Converter:
    """A converter for arrays and for dense literals of one dimension."""

    def listed(attribute: Attribute) -> tuple[Any, ...]:
        values = attribute.values if isinstance(attribute, DenseArray) else _nested(attribute, 1)
        return tuple(map(convert, values))

    return listed


def _index(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError


def _nested(attribute: Attribute, rank: int) -> list[Any]:
    """A dense literal of `rank` dimensions as nested tuples."""
    if not isinstance(attribute, Dense) or len(attribute.type.static_shape) != rank:
        raise TypeError
    return attribute.tolist()  # type: ignore[no-any-return]


def _table(attribute: Attribute) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(_index, row)) for row in _nested(attribute, 2))


def _pairs(attribute: Attribute) -> tuple[tuple[int, ...], ...]:
    """A table; constraints check that it has two columns if it has rows."""
    rows = _table(attribute)
    if not rows and isinstance(attribute, Dense) and attribute.type.static_shape != (0, 2):
        raise TypeError
    return rows


def _flag(attribute: Attribute) -> bool:
    return attribute is UNIT or _boolean(attribute)


def _text(attribute: Attribute) -> str:
    if isinstance(attribute, str):
        return str(attribute)
    if isinstance(attribute, TypedString):
        return attribute.value
    raise TypeError


def _equal_groups(attribute: Attribute) -> tuple[tuple[int, ...], ...] | None:
    """Process groups of equal size; None (unknown) if mesh axes define them."""
    return None if meshes.replica_group_axes(attribute) else _table(attribute)


def _groups(attribute: Attribute) -> tuple[tuple[int, ...], ...] | None:
    """Process groups; in a table, shorter ones are padded with -1."""
    groups = _equal_groups(attribute)
    return None if groups is None else tuple(map(_without_padding, groups))


def _axis_names(attribute: Attribute) -> tuple[str, ...]:
    return tuple(ref.name for axes in _lists(attribute) for ref in axes)


def _without_padding(group: tuple[int, ...]) -> tuple[int, ...]:
    length = len(group)
    while length and group[length - 1] == -1:
        length -= 1
    return group[:length]


class _Form(NamedTuple):
    """The form of the attributes of a kind: their converter, and their description in messages."""

    convert: Converter
    words: str


_KINDS: Final[Mapping[str, _Form]] = {
    "integer": _Form(_integer, "an integer"),
    "integers": _Form(_list_of(_index), "a list of integers"),
    "table": _Form(_pairs, "a table of integers with two columns"),
    "boolean": _Form(_boolean, "`true` or `false`"),
    "flag": _Form(_flag, "a unit attribute, `true` or `false`"),
    "booleans": _Form(_list_of(_boolean), "a list of booleans"),
    "real": _Form(_field_of(Float, "value"), "a floating-point number"),
    "text": _Form(_text, "a string"),
    "dictionary": _Form(_instance_of(Mapping), "a dictionary, e.g. `{name = 1 : i64}`"),
    "function": _Form(_symbol, "a symbol reference to a function"),
    "type": _Form(lambda attribute: str(_type(attribute)), "a type"),
    "functions": _Form(_tuple_of(_symbol), "a list of symbol references to functions"),
    "function table": _Form(
        _tuple_of(_tuple_of(_symbol)), "a list of lists of symbol references to functions"
    ),
    "groups": _Form(_groups, "a table of integers"),
    "equal groups": _Form(_equal_groups, "a table of integers"),
    "sharding": _Form(_instance_of(Sharding), "a sharding, e.g. `#sdy.sharding<@mesh, [{}]>`"),
    "shardings": _Form(_field_of(ShardingPerValue, "shardings"), "one sharding per value"),
    "axis names": _Form(_axis_names, "a list of axis names"),
    "channel type": _Form(lambda attribute: CHANNEL_TYPES[_integer(attribute)], ""),
    "choice": _Form(_word, ""),
    "choices": _Form(_tuple_of(_word), ""),
    "constant": _Form(_instance_of(Dense, DenseResource), "a dense constant, e.g. `dense<0> : tensor<i32>`"),
    "anything": _Form(lambda attribute: attribute, "a value"),
}


def expectation(rule: AttributeRule) -> str:
    """A description of the form that an attribute must have, for messages."""
    if rule.choices:
        some = "a list of" if rule.kind == "choices" else "one of"
        return f"{some} {', '.join(rule.choices)}"
    of_type = f" of type {rule.element_type}" if rule.element_type else ""
    return _KINDS[rule.kind].words + of_type


def _describe(attribute: Attribute) -> str:
    """A short description of an attribute; the caret of the diagnostic shows its text."""
    if isinstance(attribute, bool):
        return f"`{str(attribute).lower()}`"
    if isinstance(attribute, str):
        return f'the string "{attribute}"'
    if isinstance(attribute, (Integer, Float)):
        return f"`{attribute.value} : {attribute.type}`"
    if isinstance(attribute, Enumeration):
        return f"`{attribute.value}`"
    if isinstance(attribute, Dense):
        return f"a constant of type {attribute.type}"
    if isinstance(attribute, DenseArray):
        return f"an array of {attribute.element_type}"
    if isinstance(attribute, tuple):
        return f"a list of {len(attribute)}"
    return f"a {type(attribute).__name__}"
