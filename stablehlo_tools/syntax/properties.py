"""Which attributes of an op are its properties: MLIR keeps them apart from those that anybody may add.

The generic form writes properties as `<{...}>` and all others as `{...}`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS
from stablehlo_tools.syntax.forms import FORMS

# The properties that no clause of a pretty form spells.
_ROWS: Mapping[str, str] = {
    """
    stablehlo.cbrt stablehlo.cosine stablehlo.exponential stablehlo.exponential_minus_one stablehlo.log
    stablehlo.log_plus_one stablehlo.logistic stablehlo.rsqrt stablehlo.sine stablehlo.sqrt stablehlo.tan
    stablehlo.tanh
    """: "result_accuracy",
    """
    chlo.broadcast_add chlo.broadcast_and chlo.broadcast_atan2 chlo.broadcast_complex chlo.broadcast_divide
    chlo.broadcast_maximum chlo.broadcast_minimum chlo.broadcast_multiply chlo.broadcast_next_after
    chlo.broadcast_or chlo.broadcast_polygamma chlo.broadcast_power chlo.broadcast_remainder
    chlo.broadcast_shift_left chlo.broadcast_shift_right_arithmetic chlo.broadcast_shift_right_logical
    chlo.broadcast_subtract chlo.broadcast_xor chlo.broadcast_zeta
    """: "broadcast_dimensions",
    "check.expect_almost_eq check.expect_almost_eq_const": "tolerance",
    "interpreter.run_parallel": "infeed programs",
    "builtin.module": "sym_name sym_visibility",
    "func.func": "arg_attrs function_type no_inline res_attrs sym_name sym_visibility",
    "func.call": "arg_attrs callee no_inline res_attrs",
    "func.call_indirect": "arg_attrs res_attrs",
    "func.constant": "value",
    "chlo.broadcast_compare": "broadcast_dimensions compare_type comparison_direction",
    "chlo.constant_like": "value",
    "chlo.ragged_dot": "precision_config ragged_dot_dimension_numbers",
    "chlo.scan": "dimension is_associative is_reverse operandSegmentSizes resultSegmentSizes scan_dim_size",
    "chlo.top_k": "k",
    "mhlo.xla.rng_get_and_update_state": "delta",
    "stablehlo.all_gather": "all_gather_dim channel_handle replica_groups use_global_device_ids",
    "stablehlo.all_reduce": "channel_handle replica_groups use_global_device_ids",
    "stablehlo.all_to_all": "channel_handle concat_dimension replica_groups split_count split_dimension",
    "stablehlo.batch_norm_grad stablehlo.batch_norm_inference stablehlo.batch_norm_training": """
        epsilon feature_index
    """,
    "stablehlo.collective_broadcast stablehlo.collective_reduce": """
        channel_handle has_dynamic_root replica_groups
    """,
    "stablehlo.collective_permute": "channel_handle source_target_pairs",
    "stablehlo.composite": "composite_attributes decomposition name version",
    "stablehlo.convolution": """
        batch_group_count dimension_numbers feature_group_count lhs_dilation padding precision_config
        rhs_dilation window_reversal window_strides
    """,
    "stablehlo.cross-replica-sum": "replica_groups",
    "stablehlo.custom_call": """
        api_version backend_config call_target_name called_computations has_side_effect operand_layouts
        output_operand_aliases result_layouts result_tilings
    """,
    "stablehlo.dynamic_broadcast_in_dim": "known_expanding_dimensions known_nonexpanding_dimensions",
    "stablehlo.dynamic_conv": """
        batch_group_count dimension_numbers feature_group_count lhs_dilation precision_config rhs_dilation
        window_reversal window_strides
    """,
    "stablehlo.dynamic_gather": "dimension_numbers indices_are_sorted",
    "stablehlo.gather": "dimension_numbers indices_are_sorted slice_sizes",
    "stablehlo.get_tuple_element": "index",
    "stablehlo.infeed": "infeed_config layout",
    "stablehlo.map stablehlo.reduce": "dimensions",
    "stablehlo.outfeed": "outfeed_config",
    "stablehlo.recv stablehlo.send": "channel_handle is_host_transfer source_target_pairs",
    "stablehlo.reduce_scatter": "channel_handle replica_groups scatter_dimension use_global_device_ids",
    "stablehlo.reduce_window": "base_dilations padding window_dilations window_dimensions window_strides",
    "stablehlo.scatter": "indices_are_sorted scatter_dimension_numbers unique_indices",
    "stablehlo.select_and_scatter": "padding window_dimensions window_strides",
    "stablehlo.slice": "limit_indices start_indices strides",
    "stablehlo.sort": "dimension is_stable",
    "stablehlo.torch_index_select": "batch_dims dim",
    "stablehlo.triangular_solve": "left_side lower transpose_a unit_diagonal",
}


@functools.cache
def _table() -> Mapping[str, frozenset[str]]:
    table = {name: frozenset(row.split()) for names, row in _ROWS.items() for name in names.split()}
    for name, form in FORMS.items():
        clauses = (*form.words, *form.clauses.values())
        spelt = {attribute for clause in clauses for attribute in clause.attribute.split()}
        literal = {form.literal} if form.literal else set()
        table[name] = table.get(name, frozenset()) | spelt | literal
    return {**table, **{name: forms[0].attributes for name, forms in FOREIGN_FORMS.items()}}


def properties_of(name: str) -> frozenset[str] | None:
    """The names of op `name`'s properties; None for an op that we do not know."""
    return _table().get(name)
