"""Calls, branches, loops and custom calls, in both directions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.hlo.attributes import InputOutputAlias, Keyword, Reference
from stablehlo_tools.hlo.check.site import bundled, parts
from stablehlo_tools.hlo.convert.annotations import (
    BACKEND_CONFIG,
    COMPOSITE,
    SHAPE,
    config,
    laid_out,
    mlir_attribute,
)
from stablehlo_tools.hlo.convert.arrays import sorted_prefix
from stablehlo_tools.hlo.convert.lowering import Lowering, lowers, shapes_of
from stablehlo_tools.hlo.convert.scopes import ComputationScope, hint_of
from stablehlo_tools.hlo.convert.walk import Walk, handles, shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.layout import Layout
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape, leaf_number, leaves
from stablehlo_tools.hlo.types import Content, layout_of, leaf_values, packed
from stablehlo_tools.ir.attributes import Attribute, Integer, Struct
from stablehlo_tools.ir.constants import Dense, constant_of
from stablehlo_tools.ir.edit import captured_values
from stablehlo_tools.ir.operations import Operation, Region, Value, symbol_of
from stablehlo_tools.ir.types import I64
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.stablehlo.custom_call_rules import API_VERSIONS, TYPED_FFI
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.text.printer.attribute_text import attribute_text

# -- calls --------------------------------------------------------------------------------------


@handles("fusion", attributes="kind")
def _fusion(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """A call of a private function, with the fusion kind as an attribute."""
    function = walk.functions[instruction.attributes["calls"]]
    kind = str(instruction.attributes["kind"])
    function.attributes = {**function.attributes, "hlo.fusion_kind": kind}
    return called(walk, instruction, "calls", operands)


@handles("call", attributes="is_composite")
def _call(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    if instruction.attributes.get("is_composite"):
        return _composite(walk, instruction, operands)
    return called(walk, instruction, "to_apply", operands)


def called(walk: Walk, instruction: HloInstruction, attribute: str, operands: Sequence[Content]) -> Content:
    """The result of the computation that an attribute references: a call of its function."""
    name = instruction.attributes[attribute]
    results = walk.builder.call(walk.functions[name], list(leaf_values(operands)))
    return packed(shape_of(walk.computations[name].root_instruction), results)


def _composite(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """`stablehlo.composite`, whose attributes are among the frontend attributes."""
    frontend = instruction.attributes.get("frontend_attributes", {})
    name = instruction.attributes["to_apply"]
    key = f"{COMPOSITE}attributes"
    attributes = {
        "name": str(frontend.get(f"{COMPOSITE}name", name)),
        "decomposition": walk.functions[name].symbol,
        "version": int(frontend.get(f"{COMPOSITE}version", 0)),
        "composite_attributes": mlir_attribute(frontend.get(key, "{}"), f"`{key}`", Mapping),
    }
    return walk.emit(instruction, "stablehlo.composite", operands, attributes)


# -- branches -----------------------------------------------------------------------------------


@handles("conditional")
def _conditional(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """`if` for a predicate, `case` for an index; branches capture their operands."""
    attributes = instruction.attributes
    names = attributes.get("branch_computations")
    names = names or (attributes["true_computation"], attributes["false_computation"])
    (chosen,) = leaf_values(operands[0])
    is_predicate = tensor(chosen).element_type.kind == "boolean"
    regions = [walk.region(name, [operand]) for name, operand in zip(names, operands[1:], strict=True)]
    op = "stablehlo.if" if is_predicate else "stablehlo.case"
    return walk.emit(instruction, op, [chosen], regions=regions)


_HANDLED = (
    "api_version backend_config called_computations custom_call_has_side_effect custom_call_target "
    "operand_layout_constraints output_to_operand_aliasing to_apply"
)


@handles("custom-call", attributes=_HANDLED)
def _custom_call(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    target = instruction.attributes["custom_call_target"]
    if target == "TopK" and not _is_descending(walk, instruction):
        (comparator,), (operand,) = instruction.attributes["called_computations"], leaf_values(operands)
        (result, *_) = leaves(shape_of(instruction))
        assert isinstance(result, ArrayShape)
        return sorted_prefix(walk, operand, result.greatest[-1], walk.region(comparator))
    attributes = {"call_target_name": target, **_attributes(walk, instruction)}
    return walk.emit(instruction, "stablehlo.custom_call", operands, attributes)


def _is_descending(walk: Walk, instruction: HloInstruction) -> bool:
    """Whether the comparator of a top-k custom call is GT, as in all its implementations."""
    names = instruction.attributes.get("called_computations", ())
    if not names:
        return True
    root = walk.computations[names[0]].root_instruction
    return root.opcode == "compare" and root.attributes["direction"] in ("GT", "GE")


def _attributes(walk: Walk, instruction: HloInstruction) -> dict[str, Any]:
    attributes = instruction.attributes
    to_apply = (attributes["to_apply"],) if "to_apply" in attributes else ()
    called = attributes.get("called_computations", to_apply)
    word = attributes.get("api_version", "API_VERSION_ORIGINAL")
    version = API_VERSIONS.index(word)
    return {
        "has_side_effect": attributes.get("custom_call_has_side_effect", False),
        "api_version": version,
        "backend_config": _backend_config(attributes.get("backend_config"), version),
        "called_computations": walk.symbols(called) or None,
        "output_operand_aliases": _aliases(walk, instruction) or None,
        **_layouts(instruction),
    }


def _backend_config(config: Any, version: int) -> Attribute | None:
    """A dictionary if the callee takes typed attributes, else a string."""
    if version != TYPED_FFI:
        return None if config is None else str(config)
    dictionary: Attribute = mlir_attribute(str(config or "{}"), "a backend_config", Mapping)
    return dictionary


def _layouts(instruction: HloInstruction) -> Mapping[str, Attribute]:
    constraints = instruction.attributes.get("operand_layout_constraints")
    if constraints is None:
        return {}
    return {
        "operand_layouts": tuple(layout_of(leaf) for shape in constraints for leaf in leaves(shape)),
        "result_layouts": tuple(map(layout_of, leaves(shape_of(instruction)))),
    }


def _aliases(walk: Walk, instruction: HloInstruction) -> tuple[Attribute, ...]:
    """The output operand aliases, with tuple indices."""
    operands = TupleShape(tuple(walk.shape_of(name) for name in instruction.operands))
    result = shape_of(instruction)
    count = len(list(leaves(result)))
    aliases: list[Attribute] = []
    for alias in instruction.attributes.get("output_to_operand_aliasing", ()):
        assert isinstance(alias, InputOutputAlias)
        fields: dict[str, Attribute] = {}
        if count != 1:
            fields["output_tuple_indices"] = (Integer(leaf_number(result, alias.output), I64),)
        fields["operand_index"] = Integer(leaf_number(operands, (alias.operand, *alias.index)), I64)
        aliases.append(Struct("#stablehlo.output_operand_alias", fields))
    return tuple(aliases)


@lowers("stablehlo.custom_call")
def _lower_custom_call(lowering: Lowering, operation: Operation) -> Sequence[str]:
    op_attributes = attributes_of(operation)
    names = lowering.names(operation.operands)
    attributes: dict[str, Any] = {"custom_call_target": op_attributes["call_target_name"]}
    layouts = op_attributes["operand_layouts"]
    if layouts is not None:
        shapes = [lowering.scope.shape(name) for name in names]
        attributes["operand_layout_constraints"] = tuple(_with_layouts(shapes, layouts))
    if op_attributes["has_side_effect"]:
        attributes["custom_call_has_side_effect"] = True
    called = op_attributes["called_computations"]
    if called:
        attributes["called_computations"] = tuple(lowering.called(symbol_of(symbol)) for symbol in called)
    if op_attributes["output_operand_aliases"]:
        attributes["output_to_operand_aliasing"] = tuple(map(_alias, op_attributes["output_operand_aliases"]))
    version = op_attributes["api_version"]
    if not 0 <= version < len(API_VERSIONS):
        raise NoCounterpart(f"api_version {version}")
    if isinstance(operation.attributes.get(BACKEND_CONFIG), Mapping):
        version = TYPED_FFI  # the only version with a dictionary
    if API_VERSIONS[version] != "API_VERSION_ORIGINAL":
        attributes["api_version"] = Keyword(API_VERSIONS[version])
    backend_config = operation.attributes.get("backend_config")
    if backend_config not in (None, "") and BACKEND_CONFIG not in operation.attributes:
        attributes["backend_config"] = config(backend_config)
    shape = None
    if op_attributes["result_layouts"]:
        shape = bundled(shapes_of(operation.results))
        laid = _with_layouts(parts(shape), op_attributes["result_layouts"])
        shape = TupleShape(tuple(laid)) if isinstance(shape, TupleShape) else laid[0]
    return lowering.add(operation, "custom-call", names, attributes, shape)


def _with_layouts(shapes: Sequence[Shape], layouts: Sequence[Dense]) -> list[Shape]:
    if len(shapes) != len(layouts):
        raise NoCounterpart(f"{len(layouts)} layouts for {len(shapes)} values")
    return [
        ArrayShape(shape.element_type, shape.dimensions, Layout(tuple(map(int, layout.tolist()))))
        if isinstance(shape, ArrayShape)
        else shape
        for shape, layout in zip(shapes, layouts, strict=True)
    ]


def _alias(struct: Struct) -> InputOutputAlias:
    return InputOutputAlias(
        _path(struct.fields.get("output_tuple_indices")),
        _number(struct.fields["operand_index"]),
        _path(struct.fields.get("operand_tuple_indices")),
    )


def _path(numbers: Any) -> tuple[int, ...]:
    return tuple(map(_number, numbers or ()))


def _number(attribute: Any) -> int:
    assert isinstance(attribute, Integer)
    return attribute.value


FUSION_KIND: Final = "hlo.fusion_kind"
_REPEATED: Final = 64  # elements; larger constants are passed instead of duplicated


def captured(*regions: Region) -> list[Value]:
    """The captured values of regions, in order, without constants that are duplicated."""
    values = dict.fromkeys(value for region in regions for value in captured_values(region))
    return [value for value in values if not _is_repeated(value)]


def _is_repeated(value: Value) -> bool:
    constant = constant_of(value)
    return constant is not None and (constant.elements.size <= _REPEATED or constant.is_splat)


def _state(lowering: Lowering, region: Region, values: Sequence[Value], hint: str) -> Reference:
    """The computation of a region with one parameter: its value, or a tuple of several.

    `values` are the elements, in order: the arguments of the region, and captured values.
    """

    def fill(scope: ComputationScope) -> str:
        parameter = scope.parameter(bundled(shapes_of(values)), "arg", 0)
        if len(values) == 1:
            scope.names[values[0]] = parameter
        else:
            scope.parts |= {value: (parameter, index) for index, value in enumerate(values)}
        returned = lowering.block(region.blocks[0])
        if hint == "body":  # captured values are passed through
            returned += lowering.names(values[len(region.blocks[0].arguments) :])
        return scope.bundle(returned)

    if len(region.blocks) != 1:
        raise NoCounterpart(f"a region of {len(region.blocks)} blocks")
    return lowering.computation(hint, fill)


@lowers("stablehlo.while")
def _lower_while(lowering: Lowering, operation: Operation) -> Sequence[str]:
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
def _lower_conditional(lowering: Lowering, operation: Operation) -> Sequence[str]:
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
def _lower_call(lowering: Lowering, operation: Operation) -> Sequence[str]:
    symbol = symbol_of(operation.attributes.get("callee"))
    callee, operands = lowering.called(symbol), lowering.names(operation.operands)
    kind = lowering.declared[str(symbol)].attributes.get(FUSION_KIND)
    if isinstance(kind, str):
        return lowering.add(operation, "fusion", operands, {"kind": kind, "calls": callee})
    return lowering.add(operation, "call", operands, {"to_apply": callee})


@lowers("stablehlo.composite")
def _lower_composite(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A composite call, with its attributes among the frontend attributes."""
    op_attributes = attributes_of(operation)
    if operation.regions:
        raise NoCounterpart("a composite with regions of its own")
    frontend = {
        "composite.attributes": attribute_text(op_attributes["composite_attributes"] or {}),
        "composite.name": op_attributes["name"],
        "composite.version": str(op_attributes["version"]),
    }
    attributes = {
        "to_apply": lowering.called(op_attributes["decomposition"]),
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
