"""Which attributes of an op are its properties: MLIR keeps them apart from those that anybody may add.

The generic form writes properties as `<{...}>` and all others as `{...}`. Those of an op are the attributes
that it declares.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from stablehlo_tools.ops.attributes import DISCARDABLE, holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS

# Ops without a declaration, and those of which the declaration has other attributes than MLIR.
_ROWS: Mapping[str, str] = {
    "builtin.module": "sym_name sym_visibility",
    "chlo._asin_acos_kernel func.return stablehlo.return": "",
    "func.func": "arg_attrs function_type no_inline res_attrs sym_name sym_visibility",
    "func.call": "arg_attrs callee no_inline res_attrs",
    "func.call_indirect": "arg_attrs res_attrs",
    "func.constant": "value",
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
    rows = {name: frozenset(row.split()) for names, row in _ROWS.items() for name in names.split()}
    return {**declared, **rows, **{name: forms[0].attributes for name, forms in FOREIGN_FORMS.items()}}


def properties_of(name: str) -> frozenset[str] | None:
    """The names of op `name`'s properties; None for an op that we do not know."""
    return _table().get(name)
