"""The faults of the value of an attribute, wherever it stands and whether or not an op reads it.

The form of an attribute is checked where its text is read (`text/assembly/struct_fields.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir import attributes
from stablehlo_tools.ir.shardy import Mesh, Sharding, ShardingPerValue, shardings_in
from stablehlo_tools.ops.model.meshes import problem_of_mesh
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.stablehlo.accuracy import is_consistent_accuracy
from stablehlo_tools.ops.stablehlo.dot_algorithms import is_known_algorithm


class AttributeFault(NamedTuple):
    """The fault of a value, the help, and the part of the text that is at fault, if known."""

    message: str
    helps: tuple[str, ...] = ()
    part: str = ""


def findings(attribute: attributes.Attribute) -> Iterator[AttributeFault]:
    """The faults of an attribute and of all attributes in it."""
    for part in attributes.parts_of(attribute):
        check = _CHECKS.get(type(part))
        finding = check(part) if check is not None else None
        if finding is not None:
            yield finding


@functools.cache
def judged_by_rules(op: Op) -> frozenset[str]:
    """The attributes whose values the rules of an op judge, which say more about them."""
    return frozenset(field.name for field in op.attributes if field.rule.choices) | _STRUCTS


_STRUCTS: Final = frozenset({"algorithm", "dimension_numbers", "result_accuracy"})
_OF_CHLO: Final = ("comparison_direction", "comparison_type", "precision")


def _enumeration_fault(attribute: attributes.Enumeration) -> AttributeFault | None:
    kinds = {"stablehlo": [*attributes.ENUMS], "chlo": _OF_CHLO}.get(attribute.dialect, (attribute.kind,))
    if attribute.kind not in kinds:
        match = closest(attribute.kind, kinds)
        message = f"unknown enum `{attribute.kind}` of {attribute.dialect}"
        return AttributeFault(message, did_you_mean(match), attribute.kind)
    words = attributes.ENUMS.get(attribute.kind, (attribute.value,))
    if attribute.value in words:
        return None
    message = f"expected one of {', '.join(words)} for {attribute.kind}, found `{attribute.value}`"
    return AttributeFault(message, did_you_mean(closest(attribute.value, words)), attribute.value)


def _convolution_fault(attribute: attributes.Convolution) -> AttributeFault | None:
    is_unknown = "?" in (*attribute.lhs, *attribute.rhs, *attribute.output)
    return AttributeFault("a dimension of a convolution is unknown: `?`", part="?") if is_unknown else None


def _struct_fault(attribute: attributes.Struct) -> AttributeFault | None:
    name = attribute.name.partition(".")[2]
    if name == "result_accuracy" and not is_consistent_accuracy(attribute):
        return AttributeFault(
            f"the mode of an accuracy must be of {attribute.name[1:].partition('.')[0]}, and its tolerances "
            "not negative, 0 unless the mode is TOLERANCE"
        )
    if name == "dot_algorithm" and is_known_algorithm(**_values(attribute.fields)) is False:
        return AttributeFault("no hardware is known to support the dot algorithm", part=attribute.name)
    return None


def _values(fields: Mapping[str, attributes.Attribute]) -> dict[str, Any]:
    return {
        name: str(value.type)
        if isinstance(value, attributes.TypeAttribute)
        else getattr(value, "value", value)
        for name, value in fields.items()
    }


def _mesh_fault(attribute: attributes.Attribute) -> AttributeFault | None:
    meshes = (attribute, *(sharding.mesh for sharding in shardings_in(attribute)))
    problems = (problem_of_mesh(mesh) for mesh in meshes if isinstance(mesh, Mesh))
    return next((AttributeFault(problem) for problem in problems if problem), None)


_CHECKS: Final[Mapping[type, Callable[[Any], AttributeFault | None]]] = {
    attributes.Enumeration: _enumeration_fault,
    attributes.Convolution: _convolution_fault,
    attributes.Struct: _struct_fault,
    Mesh: _mesh_fault,
    Sharding: _mesh_fault,
    ShardingPerValue: _mesh_fault,
}
