"""The values of the names that constraints read: types, attributes, regions, and the context."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.logic import NUMBER
from stablehlo_tools.ir.attributes import UNIT, Attribute
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import (
    TERMINATORS,
    UNREADABLE,
    Function,
    Operation,
    Region,
    Value,
    symbol_of,
)
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model import signature
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op


def names_of(op: Op, operation: Operation, functions: Mapping[str, Function]) -> dict[str, Any]:
    """The values of all names that constraints read, for an operation whose operand types are accepted.

    `functions` are the ones that the operation can refer to. Raises CountMismatch, AttributeMismatch.
    """
    return {
        **signature.operand_types(op, operation),
        **signature.result_types(op, operation),
        **spec_attributes(op, operation),
        **region_groups(op, operation),
        **context_of(op, operation, functions),
    }


def context_of(op: Op, operation: Operation, functions: Mapping[str, Function]) -> dict[str, Any]:
    """The values that constraints read from the context, by operand and attribute: constants, functions."""
    if not op.depends_on_context:
        return {}
    try:
        groups = signature.operand_groups(op, operation, operation.operands)
    except signature.CountMismatch:
        return {}
    pairs = zip(op.operands, groups, strict=True)
    context = {
        operand.name: _elements(value)
        for operand, value in pairs
        if operand.rule.is_read and isinstance(value, Value)
    }
    for field in op.attributes:
        attribute = operation.attributes.get(field.name)
        resolved = _resolve(attribute, functions) if field.rule.kind.startswith("function") else None
        if isinstance(resolved, RegionType | tuple):
            context[field.name] = resolved
    return context


# Constraints read the elements of operands that are shapes or paddings, of rank 2 at most. The elements of
# larger operands are not read: no shape has as many.
_MAX_ELEMENTS = 1 << 10


_MAX_RANK = 2


_WHOLE = ("signed", "unsigned", "index")


def _resolve(attribute: Attribute | None, functions: Mapping[str, Function]) -> Any:
    """The type of the function that a symbol refers to, else the attribute itself; elementwise for lists."""
    if isinstance(attribute, tuple):
        return tuple(_resolve(element, functions) for element in attribute)
    function = functions.get(symbol_of(attribute) or "")
    if isinstance(attribute, Mapping):
        return UNIT  # not a function; hashable, so that it can be part of a key
    return attribute if function is None else RegionType(function.type.inputs, function.type.results)


def _elements(value: Value) -> Any:
    """The elements of a constant as nested tuples; unknown numbers if the value is not a constant."""
    type = value.type
    if not isinstance(type, TensorType) or not type.is_static:
        return None
    is_large = type.rank > _MAX_RANK or type.claimed > _MAX_ELEMENTS
    if is_large or type.element_type.kind not in _WHOLE:
        return None
    constant = constant_of(value)
    elements = map(int, constant.flat()) if constant is not None else itertools.repeat(NUMBER)
    return _nested(elements, type.static_shape)


def _nested(elements: Iterator[Any], shape: Sequence[int]) -> Any:
    if not shape:
        return next(elements)
    return tuple(_nested(elements, shape[1:]) for _ in range(shape[0]))


def region_groups(op: Op, operation: Operation) -> Mapping[str, Any]:
    """The types of the regions by declared name; a variadic region takes all remaining ones."""
    types = list(map(region_type, operation.regions))
    variadic = any(rule.variadic for _, rule in op.regions)
    if len(types) != len(op.regions) and not variadic:
        raise signature.CountMismatch("regions", str(len(op.regions)), len(types))
    return {
        name: tuple(types[position:]) if rule.variadic else types[position]
        for position, (name, rule) in enumerate(op.regions)
    }


def region_type(region: Region) -> RegionType:
    """The argument and result types of a region; without a block or a terminator, it has no results."""
    entry = region.entry
    if entry is None:
        return RegionType((), ())
    last = entry.operations[-1] if entry.operations else None
    returned = [value.type for value in last.operands] if last and last.name in TERMINATORS else []
    if any(inner.name == UNREADABLE.text for inner in entry.operations):
        returned = [UNREADABLE]
    return RegionType(
        tuple(argument.type for argument in entry.arguments),
        tuple(returned),
        entry.operations[0].name if len(entry.operations) == 2 else None,
    )


def is_unreadable(operation: Operation) -> bool:
    """Whether a type of an operation, or of what its regions take and return, has syntax errors."""
    regions = map(region_type, operation.regions)
    inner = (type for region in regions for type in (*region.input_types, *region.output_types))
    return UNREADABLE in operation.types or UNREADABLE in inner
