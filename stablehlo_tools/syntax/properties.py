"""Which attributes of an op are its properties: MLIR keeps them apart from those that anybody may add.

The generic form writes properties as `<{...}>` and all others as `{...}`. Those of an op are the attributes
that it declares.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from stablehlo_tools.attributes import written_out
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.attributes import DISCARDABLE, holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax.dialects import ROWS
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.syntax.layout import dictionary, holes, signature
from stablehlo_tools.syntax.strings import escape

# Ops without a declaration or a format, and those of which the declaration has other attributes than MLIR.
_ROWS: Mapping[str, str] = {
    "builtin.module": "sym_name sym_visibility",
    "func.func": "arg_attrs function_type no_inline res_attrs sym_name sym_visibility",
    "chlo.scan": "dimension is_associative is_reverse operandSegmentSizes resultSegmentSizes scan_dim_size",
    "stablehlo.collective_reduce": "channel_handle has_dynamic_root replica_groups",
    "stablehlo.custom_call": """
        api_version backend_config call_target_name called_computations has_side_effect operand_layouts
        output_operand_aliases result_layouts result_tilings
    """,
}


@functools.cache
def _table() -> Mapping[str, frozenset[str]]:
    declared = {
        op.name: frozenset(holder_of(op, each.name) for each in op.attributes if each.name not in DISCARDABLE)
        for op in OPS.values()
    }
    written = {name: FORMATS[name].properties for name, row in ROWS.items() if row.format}
    return {**declared, **written, **{name: frozenset(row.split()) for name, row in _ROWS.items()}}


def properties_of(name: str) -> frozenset[str] | None:
    """The names of op `name`'s properties; None for an op that we do not know."""
    return _table().get(name)


def generic_ends(operation: Operation) -> tuple[str, str]:
    """The generic form of an operation: what stands before its regions and what stands behind."""
    properties = _properties(operation)
    given = {**written_out(operation.name), **operation.attributes}
    inherent = dictionary({name: given[name] for name in given if name in properties})
    successors = f"[{holes(len(operation.successors))}]" if operation.successors else ""
    head = f"{escape(operation.name)}({holes(len(operation.operands))}){successors}"
    head += f" <{inherent[1:]}>" if inherent else ""
    return head, f"{dictionary(given, properties)} : {signature(operation)}"


def _properties(operation: Operation) -> set[str]:
    known = properties_of(operation.name)
    if known is None:
        known = operation.template.properties if operation.template else frozenset()
    return (operation.attributes.keys() | written_out(operation.name).keys()) & known
