"""One operation of VHLO as one of StableHLO, and back: names, structs, defaults and kinds of lists.

In VHLO the attributes of an op stand side by side under the specification's names, lists of numbers are
constants, symbols are strings, units are booleans, and defaults are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.formats.vhlo import ops
from stablehlo_tools.formats.vhlo.needs import needs_of
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import (
    DEFAULT_ACCURACY,
    UNIT,
    Attribute,
    DenseArray,
    Integer,
    Symbol,
    TypeAttribute,
)
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import I32, OpaqueType
from stablehlo_tools.ops.model.attributes import AttributeMismatch, expectation, spec_attributes
from stablehlo_tools.ops.model.packing import packed_fields
from stablehlo_tools.ops.model.schema import REQUIRED, AttributeField, Op, PerDimension
from stablehlo_tools.ops.model.structs import flatten_structs, holder_of, struct_of
from stablehlo_tools.ops.model.versions import Version
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.custom_call_rules import API_VERSIONS, TYPED_FFI

PREFIX: Final = "vhlo."
_NONE: Final = TypeAttribute(OpaqueType("none"))


class ApiVersion(NamedTuple):
    """The version of the interface of a custom call, which is a number in StableHLO and a word in VHLO."""

    number: int


class LegalizationError(ValueError):
    """An operation has no counterpart: the message says why."""


def versioned_op(name: str) -> ops.VersionedOp:
    """The op `vhlo.abs_v1`. Raises LegalizationError for an unknown op."""
    op = ops.versioned_ops().get(name.removeprefix(PREFIX))
    if op is None:
        raise LegalizationError(f"unknown op `{name}`")
    return op


# -- VHLO to StableHLO --------------------------------------------------------------------------


def to_stablehlo(name: str, attributes: Mapping[str, Attribute]) -> tuple[str, dict[str, Attribute]]:
    """The name and attributes of the StableHLO counterpart of a VHLO operation. Raises LegalizationError."""
    versioned = versioned_op(name)
    missing = [key for key in versioned.attributes if key not in attributes]
    if missing:
        raise LegalizationError(f"missing attribute `{missing[0]}` of `{name}`")
    stablehlo_name = versioned.stablehlo_name
    op = OPS.get(stablehlo_name)
    own = {key: attributes[key] for key in versioned.attributes}
    discardable = {key: value for key, value in attributes.items() if key not in own}
    if versioned.name in _DEFAULTS:
        own = _without_defaults(versioned.name, own)
    elif op is not None:
        own = _specified(op, versioned, own)
    return stablehlo_name, {**own, **discardable}


# The defaults of ops without declared attributes in StableHLO, or with others.
_DEFAULTS: Final[Mapping[str, Mapping[str, Attribute]]] = {
    "call": {},
    "func": {"arg_attrs": (), "res_attrs": (), "sym_visibility": ""},
    "custom_call": {
        "api_version": Integer(1, I32),
        "backend_config": "",
        "called_computations": (),
        "has_side_effect": False,
        "operand_layouts": (),
        "output_operand_aliases": (),
        "result_layouts": (),
        "result_tilings": (),
    },
}
_TYPED_FFI: Final = Integer(TYPED_FFI, I32)


def _without_defaults(name: str, attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    defaults = _DEFAULTS[name]
    result = {key: attr for key, attr in attributes.items() if key not in defaults or defaults[key] != attr}
    if result.get("api_version") == _TYPED_FFI and result.get("backend_config") == {}:
        del result["backend_config"]
    if not _LAYOUTS.isdisjoint(result):  # both are given, or none
        result |= {key: attributes[key] for key in _LAYOUTS}
    for key in _SYMBOLS & result.keys():
        result[key] = _symbols(result[key])
    return result


_LAYOUTS: Final = frozenset({"operand_layouts", "result_layouts"})
_SYMBOLS: Final = frozenset({"callee", "called_computations"})


def _symbols(names: Attribute) -> Attribute:
    """The symbols that strings are, in lists too. Raises LegalizationError."""
    if isinstance(names, tuple):
        return tuple(map(_symbols, names))
    if isinstance(names, str):
        return Symbol((names,))
    raise LegalizationError("the name of a function is not a string")


def _specified(op: Op, versioned: ops.VersionedOp, values: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The attributes of an op as StableHLO has them."""
    declared = {field.name: field for field in op.attributes}
    upgraded: dict[str, Attribute] = {}
    for name, value in values.items():
        field = declared.get(name)
        if field is None:
            _check_removed(versioned, name, value)
        elif holder_of(op, name) in _ALWAYS_THERE or not _is_default(field, value):
            upgraded[name] = _UP.get(field.rule.kind, _same)(value)
    attributes: dict[str, Attribute] = {}
    structs: dict[str, dict[str, Attribute]] = {}
    for name, value in upgraded.items():
        holder = holder_of(op, name)
        if holder == name:
            attributes[name] = value
        else:
            _check_form(name, declared[name], value)
            structs.setdefault(holder, {})[name] = value
    return {**attributes, **{holder: struct_of(holder, parts) for holder, parts in structs.items()}}


_FORMS: Final[Mapping[str, type]] = {
    "boolean": bool,
    "channel type": Integer,
    "integer": Integer,
    "integers": DenseArray,
    "type": TypeAttribute,
}


def _check_form(name: str, field: AttributeField, value: Attribute) -> None:
    """Raise LegalizationError for a value that no struct can have there."""
    if not isinstance(value, _FORMS[field.rule.kind]):
        found = type(value).__name__
        raise LegalizationError(f"expected {expectation(field.rule)} for `{name}`, found {found}")


# Structs that an op has even if nothing is in them.
_ALWAYS_THERE: Final = frozenset({"dimension_numbers", "dot_dimension_numbers", "scatter_dimension_numbers"})


def _check_removed(versioned: ops.VersionedOp, name: str, value: Attribute) -> None:
    """Raise LegalizationError for an attribute that later versions removed, unless it has its default."""
    if not isinstance(value, Dense) or _numbers(value).any():
        raise LegalizationError(f"`{versioned.versioned_name}` has a `{name}` without a current counterpart")


def _is_default(field: AttributeField, value: Attribute) -> bool:
    """Whether an attribute has its default value."""
    default = field.default
    if default is REQUIRED:
        return False
    if default is None or value == ():
        is_empty = isinstance(value, Dense) and _is_empty(value)
        return is_empty or value in (_NONE, (), {}, "", DEFAULT_ACCURACY)
    if isinstance(value, Dense):
        uniform = default.value if isinstance(default, PerDimension) else 0
        expected = uniform[0] if isinstance(uniform, tuple) else uniform
        return _is_empty(value) or (bool(default) and bool((_numbers(value) == expected).all()))
    if isinstance(value, tuple):
        return len(value) == len(default) and all(
            getattr(element, "value", element) == word for element, word in zip(value, default, strict=True)
        )
    return bool(getattr(value, "value", value) == default)


def _is_empty(value: Dense) -> bool:
    return 0 in value.type.static_shape


def _numbers(value: Dense) -> Any:
    """The elements to write; none for a constant that cannot be read."""
    try:
        return value.elements
    except ValueError as error:
        raise LegalizationError(str(error)) from None


def _list(value: Attribute) -> Attribute:
    """`array<i64: 1, 2>` for `dense<[1, 2]> : tensor<2xi64>`."""
    if not isinstance(value, Dense) or len(value.type.static_shape) != 1:
        return value
    size = value.type.static_shape[0]
    if size > _MOST_DIMENSIONS:
        raise LegalizationError(f"expected at most {_MOST_DIMENSIONS} numbers, found {size:,}")
    _numbers(value)
    return DenseArray(value.element_type, tuple(value.array.tolist()))


_MOST_DIMENSIONS: Final = 1 << 16


def _same(value: Attribute) -> Attribute:
    return value


_UP: Final[Mapping[str, Callable[[Attribute], Attribute]]] = {
    "integers": _list,
    "booleans": _list,
    "flag": lambda value: UNIT if value is True else value,
    "function": _symbols,
}


# -- StableHLO to VHLO --------------------------------------------------------------------------


class VersionedOperation(NamedTuple):
    """The VHLO form of an operation: its op, the attributes of the op, and all others."""

    op: ops.VersionedOp
    attributes: Mapping[str, Attribute]
    discardable: Mapping[str, Attribute]


def is_versioned(name: str) -> bool:
    """Whether an op has a counterpart in VHLO."""
    return bool(ops.versions_of(name))


def to_vhlo(operation: Operation, target: Version) -> VersionedOperation:
    """The VHLO form of an operation in a version of StableHLO. Raises LegalizationError."""
    check(operation, target)
    newest, *_ = versions = ops.versions_of(operation.name)
    chosen = next(version for version in versions if version.since <= target.series)
    attributes = _all_attributes(operation, newest)
    attributes |= {name: _no_padding(attributes) for name in chosen.attributes if name not in attributes}
    holders = {_holder(newest.stablehlo_name, name) for name in newest.attributes}
    discardable = {name: value for name, value in operation.attributes.items() if name not in holders}
    return VersionedOperation(chosen, {name: attributes[name] for name in chosen.attributes}, discardable)


def check(operation: Operation, target: Version) -> None:
    """Raise LegalizationError for an operation that a version cannot hold."""
    unmet = next((need for need in needs_of(operation) if not need.is_met(target)), None)
    if unmet is not None:
        raise LegalizationError(unmet.unmet)


def _holder(stablehlo_name: str, name: str) -> str:
    op = OPS.get(stablehlo_name)
    return name if op is None else holder_of(op, name)


def _all_attributes(operation: Operation, newest: ops.VersionedOp) -> dict[str, Attribute]:
    """All attributes of an operation in its newest version, defaults written."""
    if newest.name in _DEFAULTS:
        return _table_attributes(operation, newest)
    op = OPS.get(operation.name)
    if op is None or not newest.attributes:
        return {}
    try:
        values, flat = spec_attributes(op, operation), flatten_structs(operation.attributes)
    except AttributeMismatch as error:
        raise LegalizationError(str(error)) from None
    fields = [field for field in op.attributes if field.name in newest.attributes]
    missing = {field.name: values[field.name] for field in fields if field.name not in flat}
    packed = {**packed_fields(op, missing), **flat}
    return {
        field.name: _DOWN.get(field.rule.kind, _same)(packed[field.name])
        if packed.get(field.name) is not None
        else _NOTHING.get(field.name, _NONE)
        for field in fields
    }


# The placeholder in VHLO for a missing attribute without a default. In an algorithm, it is a type.
_NOTHING: Final[Mapping[str, Attribute]] = {
    "composite_attributes": {},
    "layout": (),
    "result_accuracy": DEFAULT_ACCURACY,
    "source_target_pairs": Dense.from_array(np.empty((0, 2), np.int64)),
}


def _table_attributes(operation: Operation, newest: ops.VersionedOp) -> dict[str, Attribute]:
    attributes = {**_DEFAULTS[newest.name], **operation.attributes}
    missing = [name for name in newest.attributes if name not in attributes]
    if missing:
        raise LegalizationError(f"missing attribute `{missing[0]}` of {operation.name}")
    result = {name: attributes[name] for name in newest.attributes}
    if result.get("api_version") == _TYPED_FFI and "backend_config" not in operation.attributes:
        result["backend_config"] = {}
    if isinstance(result.get("api_version"), Integer):
        result["api_version"] = _api_version(result["api_version"])
    return {name: _names(value) if name in _SYMBOLS else value for name, value in result.items()}


def _api_version(number: Attribute) -> Attribute:
    if not isinstance(number, Integer) or not 0 <= number.value < len(API_VERSIONS):
        raise LegalizationError("unknown `api_version` of a custom call")
    version: Any = ApiVersion(number.value)
    return version  # type: ignore[no-any-return]


def _names(symbols: Attribute) -> Attribute:
    """The strings that symbols are, in lists too."""
    if isinstance(symbols, tuple):
        return tuple(map(_names, symbols))
    return symbols.name if isinstance(symbols, Symbol) else symbols


def _no_padding(attributes: Mapping[str, Attribute]) -> Attribute:
    """The padding that a convolution of unknown padding was written with."""
    spatial = attributes["input_spatial_dimensions"]
    assert isinstance(spatial, Dense)
    return Dense.from_array(np.zeros((spatial.type.static_shape[0], 2), np.int64))


def _constant(value: Attribute) -> Attribute:
    """`dense<[1, 2]> : tensor<2xi64>` for `array<i64: 1, 2>`."""
    if not isinstance(value, DenseArray):
        return value
    return Dense.from_array(np.array(value.values, dtype_of(value.element_type)))


_DOWN: Final[Mapping[str, Callable[[Attribute], Attribute]]] = {
    "integers": _constant,
    "booleans": _constant,
    "flag": lambda value: value is UNIT or value is True,
    "function": _names,
}
