"""Shardy in both directions: meshes, shardings, and manual computations.

XLA represents a manual computation by a call between two custom calls: the first converts global arrays to
local ones, the called computation computes with these, and the last converts the results to global arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.hlo.check.site import bundled
from stablehlo_tools.hlo.convert.annotations import SDY_SHARDING, mlir_attribute
from stablehlo_tools.hlo.convert.lowering import Lowering, lowers, shapes_of
from stablehlo_tools.hlo.convert.scopes import ComputationScope
from stablehlo_tools.hlo.convert.walk import Walk, handles, shape_of
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.shape import TupleShape
from stablehlo_tools.hlo.types import Content, leaf_types, leaf_values, packed
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.text.printer.attribute_text import attribute_text

TO_LOCAL: Final = "xla.sdy.GlobalToLocalShape"
TO_GLOBAL: Final = "xla.sdy.LocalToGlobalShape"
MESHES: Final = "xla.sdy.meshes"  # among the frontend attributes of the module
_MANUAL = "manual-computation"  # an internal opcode for the three instructions
_AXES, _IN, _OUT = "xla.sdy.manual_axes", "xla.sdy.in_shardings", "xla.sdy.out_shardings"
_NOTHING: Final[Mapping[str, str]] = {_IN: "#sdy.sharding_per_value<[]>", _OUT: "#sdy.sharding_per_value<[]>"}


def with_manual_computations(module: HloModule) -> HloModule:
    """The module with one instruction in place of the three that form a manual computation."""
    if MESHES not in module.attributes.get("frontend_attributes", {}):
        return module
    return HloModule(
        module.name,
        [_with_manual_computations(computation) for computation in module.computations],
        module.entry,
        module.attributes,
        stack_tables=module.stack_tables,
        source=module.source,
    )


def _with_manual_computations(computation: HloComputation) -> HloComputation:
    by_name, replaced, dropped = computation.named, {}, set[str]()
    for instruction in computation.instructions:
        if instruction.attributes.get("custom_call_target") == TO_GLOBAL:
            parts = _parts(instruction, by_name)
            if parts is not None:
                replaced[instruction.name] = _manual(instruction, *parts)
                dropped |= {part.name for part in parts if part is not None}
    if not replaced:
        return computation
    instructions = [
        replaced.get(instruction.name, instruction)
        for instruction in computation.instructions
        if instruction.name not in dropped and not _is_element_of(instruction, dropped)
    ]
    names = {instruction.name for instruction in instructions}
    is_closed = all(names.issuperset(instruction.operands) for instruction in instructions)
    if computation.root not in names or not is_closed:
        return computation  # local values have other uses
    return HloComputation(computation.name, instructions, computation.root, locate=computation.locate)


def _is_element_of(instruction: HloInstruction, dropped: set[str]) -> bool:
    return instruction.opcode == "get-tuple-element" and instruction.operands[0] in dropped


def _parts(
    last: HloInstruction, by_name: Mapping[str, HloInstruction]
) -> tuple[HloInstruction, HloInstruction | None] | None:
    """The call of the computation, and the custom call before it, if it has operands."""
    call = _source(last.operands, by_name)
    if call is None or call.opcode != "call":
        return None
    if not call.operands:
        return call, None
    first = _source(call.operands, by_name)
    is_first = first is not None and first.attributes.get("custom_call_target") == TO_LOCAL
    return (call, first) if is_first else None


def _source(operands: Sequence[str], by_name: Mapping[str, HloInstruction]) -> HloInstruction | None:
    """The instruction whose results, all and in order, are the operands; None if there is none."""
    sources: list[HloInstruction] = []
    for number, name in enumerate(operands):
        source = by_name[name]
        if source.opcode == "get-tuple-element":
            if source.attributes["index"] != number:
                return None
            source = by_name[source.operands[0]]
        sources.append(source)
    return sources[0] if sources and all(source is sources[0] for source in sources) else None


def _manual(last: HloInstruction, call: HloInstruction, first: HloInstruction | None) -> HloInstruction:
    frontend = dict(_NOTHING)
    for instruction in (first, last):
        frontend |= instruction.attributes.get("frontend_attributes", {}) if instruction is not None else {}
    attributes: dict[str, Any] = {"to_apply": call.attributes["to_apply"], "frontend_attributes": frontend}
    if "metadata" in last.attributes:
        attributes["metadata"] = last.attributes["metadata"]
    operands = first.operands if first is not None else ()
    manual = HloInstruction(last.name, last.shape, _MANUAL, operands, attributes)
    manual.source, manual.locate = last.source, last.locate
    return manual


@handles(_MANUAL, attributes="frontend_attributes")
def _manual_computation(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    frontend = instruction.attributes["frontend_attributes"]
    shardings = {name: mlir_attribute(str(frontend[key]), f"`{key}`") for name, key in _ATTRIBUTES.items()}
    results = leaf_types(shape_of(instruction))
    region = walk.region(instruction.attributes["to_apply"], terminator="sdy.return")
    values = walk.builder.add(
        "sdy.manual_computation",
        [list(leaf_values(operands))],
        regions=[region],
        results=[results],
        extra=shardings,
    )
    return packed(shape_of(instruction), values)


_ATTRIBUTES: Final[Mapping[str, str]] = {
    "in_shardings": _IN, "out_shardings": _OUT, "manual_axes": _AXES,
}  # fmt: skip


def meshes(module: HloModule) -> list[Operation]:
    """The meshes of a module as `sdy.mesh`. Raises NoCounterpart."""
    text = module.attributes.get("frontend_attributes", {}).get(MESHES)
    if text is None:
        return []
    dictionary: Any = mlir_attribute(str(text), f"`{MESHES}`", Mapping)
    return [Operation("sdy.mesh", [], {"sym_name": name, "mesh": mesh}) for name, mesh in dictionary.items()]


# -- Shardy -------------------------------------------------------------------------------------


@lowers("sdy.sharding_constraint", "sdy.reshard")
def _sharding_constraint(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A custom call that only the partitioner understands, with the sharding of its result."""
    text = attribute_text(operation.attributes["sharding"])
    target = "xla.sdy.Sharding" if operation.name != "sdy.reshard" else "xla.sdy.Reshard"
    attributes = {"custom_call_target": target, "frontend_attributes": {SDY_SHARDING: text}}
    return lowering.add(operation, "custom-call", lowering.names(operation.operands), attributes)


@lowers("sdy.manual_computation")
def _lower_manual_computation(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A call on local shapes, between custom calls that convert from and to global shapes."""
    (region,), scope = operation.regions, lowering.scope
    texts = {key: attribute_text(operation.attributes[name]) for name, key in _ATTRIBUTES.items()}
    called = lowering.region(region, "xla.sdy.manual_computation_body")
    parts: list[str] = []
    if operation.operands:
        local = bundled(shapes_of(region.blocks[0].arguments))
        names = lowering.names(operation.operands)
        whole = scope.add("custom-call", names, local, _conversion(TO_LOCAL, texts, _IN, _AXES))
        parts = _spread(scope, whole)
    returned = bundled(shapes_of(region.blocks[0].operations[-1].operands))
    call = {"to_apply": called, "frontend_attributes": {"inlineable": "false"}}
    results = _spread(scope, scope.add("call", parts, returned, call))
    to_global = _conversion(TO_GLOBAL, texts, _AXES, _OUT)
    return lowering.add(operation, "custom-call", results, to_global) if results else []


def _conversion(target: str, texts: Mapping[str, str], *keys: str) -> dict[str, Any]:
    """The attributes of a custom call between global and local arrays."""
    return {
        "custom_call_target": target,
        "custom_call_has_side_effect": True,
        "frontend_attributes": {key: texts[key] for key in keys},
    }


def _spread(scope: ComputationScope, name: str) -> list[str]:
    """The elements of a tuple, or the only value."""
    return scope.elements(name) if isinstance(scope.shape(name), TupleShape) else [name]
