"""Lowers loops, branches, calls and tuples: their computations cannot capture values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.hlo.attributes import Reference
from stablehlo_tools.hlo.check.site import bundled
from stablehlo_tools.hlo.convert.annotations import SHAPE, laid_out
from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers, shapes_of
from stablehlo_tools.hlo.convert.scopes import ComputationScope, hint_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.shape import TupleShape
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Operation, Region, Value, symbol_of
from stablehlo_tools.text.attribute_text import attribute_text

FUSION_KIND: Final = "hlo.fusion_kind"
_REPEATED: Final = 64  # elements; larger constants are passed instead of duplicated


def captured(*regions: Region) -> list[Value]:
    """The captured values of regions, in order, without constants that are duplicated."""
    inside: set[Value] = set()
    found: dict[Value, None] = {}
    for region in regions:
        for block in region.blocks:
            inside.update(block.arguments)
            for operation in (each for outer in block.operations for each in outer.walk()):
                inside.update(operation.results)
                for nested in operation.regions:
                    inside.update(value for each in nested.blocks for value in each.arguments)
    for region in regions:
        for block in region.blocks:
            for operation in (each for outer in block.operations for each in outer.walk()):
                found.update(dict.fromkeys(value for value in operation.operands if value not in inside))
    return [value for value in found if not _is_repeated(value)]


def _is_repeated(value: Value) -> bool:
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name != "stablehlo.constant":
        return False
    dense = owner.attributes.get("value")
    if isinstance(dense, DenseResource):
        return False
    return isinstance(dense, Dense) and (dense.elements.size <= _REPEATED or dense.is_splat)


def _state(lowering: Lowering, region: Region, values: Sequence[Value], wanted: str) -> Reference:
    """The computation of a region with one parameter: its value, or a tuple of several.

    `values` are the elements, in order: the arguments of the region, and captured values.
    """

    def fill(scope: ComputationScope) -> str:
        shapes = shapes_of(values)
        parameter = scope.parameter(bundled(shapes), "arg", 0)
        if len(values) == 1:
            scope.names[values[0]] = parameter
        else:
            scope.parts |= {value: (parameter, index) for index, value in enumerate(values)}
        returned = lowering.block(region.blocks[0])
        if wanted == "body":  # captured values are passed through
            returned += lowering.names(values[len(region.blocks[0].arguments) :])
        return scope.bundle(returned)

    if len(region.blocks) != 1:
        raise NoCounterpart(f"a region of {len(region.blocks)} blocks")
    return lowering.computation(wanted, fill)


@lowers("stablehlo.while")
def _while(lowering: Lowering, operation: Operation) -> Sequence[str]:
    condition, body = operation.regions
    around = captured(condition, body)
    computations = {
        name: _state(lowering, region, [*region.blocks[0].arguments, *around], name)
        for name, region in (("condition", condition), ("body", body))
    }
    scope = lowering.scope
    state = scope.bundle(lowering.names([*operation.operands, *around]))
    shape = laid_out(scope.shape(state), operation.attributes.get(SHAPE))
    hints = [hint_of(value) for value in operation.results]
    if not isinstance(shape, TupleShape) or len(operation.operands) + len(around) == 1:
        return [scope.add("while", (state,), shape, computations, hint=next(iter(hints), ""))][: len(hints)]
    whole = scope.add("while", (state,), shape, computations)
    return scope.elements(whole, hints)


@lowers("stablehlo.if", "stablehlo.case")
def _conditional(lowering: Lowering, operation: Operation) -> Sequence[str]:
    operands = [lowering.name(operation.operands[0])]
    branches: list[Reference] = []
    for region in operation.regions:
        around = captured(region)
        branches.append(_state(lowering, region, around, "branch"))
        operands.append(lowering.scope.bundle(lowering.names(around)))
    if operation.name == "stablehlo.if":
        names = ("true_computation", "false_computation")
        return lowering.add(operation, "conditional", operands, dict(zip(names, branches, strict=True)))
    return lowering.add(operation, "conditional", operands, {"branch_computations": tuple(branches)})


# -- calls --------------------------------------------------------------------------------------


@lowers("func.call", "call")
def _call(lowering: Lowering, operation: Operation) -> Sequence[str]:
    symbol = symbol_of(operation.attributes.get("callee"))
    callee, operands = lowering.called(symbol), lowering.names(operation.operands)
    kind = lowering.declared[str(symbol)].attributes.get(FUSION_KIND)
    if isinstance(kind, str):
        return lowering.add(operation, "fusion", operands, {"kind": kind, "calls": callee})
    return lowering.add(operation, "call", operands, {"to_apply": callee})


@lowers("stablehlo.composite")
def _composite(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A composite call, with its attributes among the frontend attributes."""
    given = attributes_of(operation)
    if operation.regions:
        raise NoCounterpart("a composite with regions of its own")
    frontend = {
        "composite.attributes": attribute_text(given["composite_attributes"] or {}),
        "composite.name": given["name"],
        "composite.version": str(given["version"]),
    }
    attributes = {
        "to_apply": lowering.called(given["decomposition"]),
        "is_composite": True,
        "frontend_attributes": frontend,
    }
    return lowering.add(operation, "call", lowering.names(operation.operands), attributes)


# -- barriers -----------------------------------------------------------------------------------


@lowers("stablehlo.optimization_barrier")
def _barrier(lowering: Lowering, operation: Operation) -> Sequence[str]:
    if not operation.operands:
        return []
    whole = lowering.scope.bundle(lowering.names(operation.operands))
    return lowering.add(operation, "opt-barrier", [whole])


# -- asynchronous operations --------------------------------------------------------------------


@lowers("stablehlo.async_start")
def _async_start(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The result is the tuple of operands and results, from which `async-done` extracts the latter."""
    (region,) = operation.regions
    calls = lowering.region(region, "async")
    operands = lowering.names(operation.operands)
    end = region.blocks[0].operations[-1]
    shape = TupleShape((TupleShape(tuple(shapes_of(operation.operands))), bundled(shapes_of(end.operands))))
    return [lowering.scope.add("async-start", operands, shape, {"calls": calls})]


@lowers("stablehlo.async_done")
def _async_done(lowering: Lowering, operation: Operation) -> Sequence[str]:
    return lowering.add(operation, "async-done", lowering.names(operation.operands))


# -- Shardy -------------------------------------------------------------------------------------


def _frontend(texts: Mapping[str, str]) -> dict[str, Any]:
    return {"frontend_attributes": dict(texts)}


@lowers("sdy.sharding_constraint", "sdy.reshard")
def _sharding_constraint(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A custom call that only the partitioner understands, with the sharding of its result."""
    text = attribute_text(operation.attributes["sharding"])
    attributes = {
        "custom_call_target": "xla.sdy.Sharding" if operation.name != "sdy.reshard" else "xla.sdy.Reshard",
        **_frontend({"xla.sdy.sharding": text}),
    }
    return lowering.add(operation, "custom-call", lowering.names(operation.operands), attributes)


@lowers("sdy.manual_computation")
def _manual_computation(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A call on local shapes, between custom calls that convert from and to global shapes."""
    (region,) = operation.regions
    given = {name: attribute_text(attribute) for name, attribute in operation.attributes.items()}
    axes = {"xla.sdy.manual_axes": given["manual_axes"]}
    called = lowering.region(region, "xla.sdy.manual_computation_body")
    local = shapes_of(region.blocks[0].arguments)
    scope, parts = lowering.scope, []
    if operation.operands:
        to_local = {
            "custom_call_target": "xla.sdy.GlobalToLocalShape",
            "custom_call_has_side_effect": True,
            **_frontend({"xla.sdy.in_shardings": given["in_shardings"], **axes}),
        }
        parts = _spread(scope, "custom-call", lowering.names(operation.operands), local, to_local)
    returned = shapes_of(region.blocks[0].operations[-1].operands)
    results = _spread(
        scope, "call", parts, returned, {"to_apply": called, **_frontend({"inlineable": "false"})}
    )
    to_global = {
        "custom_call_target": "xla.sdy.LocalToGlobalShape",
        "custom_call_has_side_effect": True,
        **_frontend({**axes, "xla.sdy.out_shardings": given["out_shardings"]}),
    }
    return lowering.add(operation, "custom-call", results, to_global) if results else []


def _spread(
    scope: ComputationScope,
    opcode: str,
    operands: Sequence[str],
    shapes: Sequence[Any],
    attributes: Mapping[str, Any],
) -> list[str]:
    whole = scope.add(opcode, operands, bundled(shapes), attributes)
    return [whole] if len(shapes) == 1 else scope.elements(whole, [""] * len(shapes))
