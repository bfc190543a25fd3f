"""The encoding of op properties in bytecode, by name; a flag precedes each optional one."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final, NamedTuple

from stablehlo_tools.formats.vhlo.legalize import PREFIX
from stablehlo_tools.formats.vhlo.ops import versioned_ops, versions_of
from stablehlo_tools.ops.model.structs import STRUCT_NAMES, holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.properties import SEGMENT_SIZES, properties_of, required_properties


class Property(NamedTuple):
    """A property by its name; whether each operation has it."""

    name: str
    is_required: bool


# Optional properties of ops whose declaration does not say so.
_OPTIONAL: Final[Mapping[str, str]] = {
    "builtin.module": "sym_name sym_visibility",
    "cf.cond_br": "branch_weights",
    "chlo.scan": "is_associative is_reverse scan_dim_size",
    "func.call": "arg_attrs no_inline res_attrs",
    "func.call_indirect": "arg_attrs res_attrs",
    "func.func": "arg_attrs no_inline res_attrs sym_visibility",
    "sdy.data_flow_edge": "sharding",
    "sdy.named_computation": "in_shardings out_shardings",
    "stablehlo.collective_reduce": "channel_handle has_dynamic_root use_global_device_ids",
    "stablehlo.select_and_scatter": "padding window_dimensions window_strides",
}
# Optional properties of ops of any dialect.
_ALWAYS_OPTIONAL: Final = frozenset({"fastmath", "overflowFlags", "reduction_op", "roundingmode"})
_REQUIRED_STRUCTS: Final = STRUCT_NAMES.keys() - {"algorithm", "channel_handle"}


# Newer properties that VHLO does not have, or not as attributes.
_LATER: Final[Mapping[str, str]] = {"chlo.top_k": "is_stable"}
_LATER_OF_ANY: Final = frozenset({"reduction_op"})


def older_properties(name: str) -> tuple[Property, ...]:
    """The properties that an op had before it got the newest ones, as plain bytecode of then has them."""
    op = OPS.get(name)
    added = (field for versioned in versions_of(name) for field in versioned.added)
    new = _LATER_OF_ANY.union(
        _LATER.get(name, "").split(), (holder_of(op, field) if op else field for field in added)
    )
    return tuple(own for own in properties_in_order(name) or () if own.name not in new or own.is_required)


@functools.cache
def properties_in_order(name: str) -> tuple[Property, ...] | None:
    """The encoded properties of an op; None if they are unknown."""
    if name.startswith(PREFIX):
        versioned = versioned_ops().get(name.removeprefix(PREFIX))
        return tuple(Property(attribute, True) for attribute in versioned.attributes) if versioned else None
    names = properties_of(name)
    if names is None:
        return None
    own = names - required_properties(name) - _REQUIRED_STRUCTS if name in OPS else ()
    optional = _ALWAYS_OPTIONAL.union(_OPTIONAL[name].split() if name in _OPTIONAL else own)
    return tuple(Property(key, key not in optional) for key in sorted(names) if key not in SEGMENT_SIZES)


def segments_of(name: str) -> tuple[str, ...]:
    """The lists, in order, that say which operands and results of an op belong together."""
    return tuple(key for key in SEGMENT_SIZES if key in (properties_of(name) or ()))
