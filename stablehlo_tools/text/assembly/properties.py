"""The properties of ops: the attributes that they declare, in contrast to discardable ones.

The generic form has properties in `<{...}>` and discardable attributes in `{...}`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from stablehlo_tools.ir.attributes import Attribute, printed_defaults
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.schema import REQUIRED
from stablehlo_tools.ops.model.structs import holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.dialects import OP_SYNTAX
from stablehlo_tools.text.assembly.formats import FORMATS

SEGMENT_SIZES = ("operandSegmentSizes", "resultSegmentSizes")


def properties_of(name: str) -> frozenset[str] | None:
    """The names of the properties of op `name`; None for an unknown op."""
    if name in OP_SYNTAX and OP_SYNTAX[name].format:
        return FORMATS[name].properties
    return _declared(name) if name in OPS else None


@functools.cache
def _declared(name: str) -> frozenset[str]:
    """The properties of an op with a declaration."""
    op = OPS[name]
    attributes = {holder_of(op, field.name) for field in op.attributes if not field.rule.is_discardable}
    elided = FORMATS[name].elided_attributes if name in FORMATS else frozenset()
    return frozenset(attributes | elided.intersection(SEGMENT_SIZES))


def required_properties(name: str) -> frozenset[str]:
    """The properties that each operation of a declared op has."""
    op = OPS.get(name)
    if op is None:
        return frozenset()
    required = {holder_of(op, field.name) for field in op.attributes if field.default is REQUIRED}
    return frozenset(required) & (properties_of(name) or frozenset())


def split(operation: Operation) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
    """The properties of a declared op, and the discardable attributes of an operation."""
    properties = properties_of(operation.name) or frozenset()
    attributes = {**printed_defaults(operation.name), **operation.attributes}
    return (
        {name: attributes[name] for name in attributes if name in properties},
        {name: attributes[name] for name in attributes if name not in properties},
    )
