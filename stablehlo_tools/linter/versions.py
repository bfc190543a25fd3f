"""The version of StableHLO that added each op, type, attribute and other feature.

From the version log of its portable artifacts, which begins with 0.9.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stablehlo_tools.ir.attributes import Attribute, is_default
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import FutureType, QuantizedType, TensorType, TupleType, Type
from stablehlo_tools.ops.declare import Version
from stablehlo_tools.ops.meshes import replica_group_axes
from stablehlo_tools.ops.registry import OPS

TYPES: Final[Mapping[str, Version]] = {
    **dict.fromkeys(("f8E4M3FNUZ", "f8E5M2FNUZ"), (0, 10)),
    "f8E4M3B11FNUZ": (0, 11),
    **dict.fromkeys(("i2", "ui2"), (1, 2)),
    **dict.fromkeys(("f8E4M3", "f8E3M4"), (1, 7)),
    **dict.fromkeys(("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"), (1, 8)),
}
PER_AXIS: Final = (0, 18)
FUTURE: Final = (1, 15)
# By op (`*` for all ops) and attribute.
ATTRIBUTES: Final[Mapping[tuple[str, str], Version]] = {
    ("*", "result_accuracy"): (1, 10),
    ("stablehlo.exponential", "result_accuracy"): (1, 9),
    ("stablehlo.dot_general", "algorithm"): (1, 6),
    ("stablehlo.send", "source_target_pairs"): (1, 12),
    ("stablehlo.recv", "source_target_pairs"): (1, 12),
    ("stablehlo.custom_call", "result_tilings"): (1, 18),
    ("stablehlo.collective_broadcast", "has_dynamic_root"): (1, 20),
}
MESH_AXES: Final = (1, 16)
DICTIONARY_CONFIG: Final = (1, 3)
VARIADIC: Final = (1, 5)
_VARIADIC = ("stablehlo.all_reduce", "stablehlo.all_gather", "stablehlo.all_to_all")


def versioned_features(operation: Operation) -> Iterator[tuple[str, Version]]:
    """Descriptions of the features that an operation uses, and the versions that added them."""
    op = OPS.get(operation.name)
    if op is not None and op.since is not None:
        yield f"`{operation.name}`", op.since
    if operation.name in _VARIADIC and len(operation.operands) > 1:
        yield f"`{operation.name}` with several operands", VARIADIC
    for name, attribute in operation.attributes.items():
        yield from _attribute(operation.name, name, attribute)
    for value in operation.results:
        yield from versioned_types(value)


def _attribute(op: str, name: str, attribute: Attribute) -> Iterator[tuple[str, Version]]:
    version = ATTRIBUTES.get((op, name)) or ATTRIBUTES.get(("*", name))
    if version and not is_default(op, name, attribute):
        yield f"attribute `{name}` of `{op}`", version
    if replica_group_axes(attribute) is not None:
        yield "`replica_groups` by mesh axes", MESH_AXES
    if (op, name) == ("stablehlo.custom_call", "backend_config") and isinstance(attribute, Mapping):
        yield f"a dictionary as `backend_config` of `{op}`", DICTIONARY_CONFIG
    fields = getattr(attribute, "fields", {})
    if fields.get("operand_batching_dims") or fields.get("input_batching_dims"):
        yield f"`{op}` with batching dimensions", (1, 1)


def versioned_types(value: Value) -> Iterator[tuple[str, Version]]:
    """Descriptions of the versioned types in the type of a value, and the versions that added them."""
    pending: list[Type] = [value.type]
    while pending:
        type = pending.pop()
        if isinstance(type, TupleType):
            pending += type.types
        elif isinstance(type, FutureType):
            yield "type `!stablehlo.future`", FUTURE
        elif isinstance(type, TensorType):
            element = type.element_type
            if isinstance(element, QuantizedType):
                if element.quantization_dimension is not None:
                    yield "per-axis quantization", PER_AXIS
                element = element.storage_type
            if element.name in TYPES:
                yield f"type `{element}`", TYPES[element.name]
