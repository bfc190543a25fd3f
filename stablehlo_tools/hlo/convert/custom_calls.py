"""Custom calls: the attributes of `stablehlo.custom_call`, and the custom calls of XLA:CPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.hlo.attributes import InputOutputAlias
from stablehlo_tools.hlo.convert.structure import mlir_dictionary, top_k_by
from stablehlo_tools.hlo.convert.walk import Content, Walk, handles, leaf_values, packed, shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.opcodes import API_VERSIONS
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape, leaves
from stablehlo_tools.hlo.types import leaf_types
from stablehlo_tools.ir.attributes import Attribute, Integer, Struct
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType

TYPED: Final = API_VERSIONS.numbered.index("API_VERSION_TYPED_FFI")
INDEX: Final = ELEMENT_TYPES["index"]
_I64 = ELEMENT_TYPES["i64"]

_HANDLED = (
    "api_version backend_config called_computations custom_call_has_side_effect custom_call_target "
    "operand_layout_constraints output_to_operand_aliasing to_apply"
)


@handles("custom-call", attributes=_HANDLED)
def _custom_call(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    target = instruction.attributes["custom_call_target"]
    if target == "TopK" and not _is_descending(walk, instruction):
        (comparator,) = instruction.attributes["called_computations"]
        (operand,) = leaf_values(operands)
        (found, *_) = leaves(shape_of(instruction))
        assert isinstance(operand, Value)
        assert isinstance(found, ArrayShape)
        return top_k_by(walk, operand, found.greatest[-1], comparator)
    results = leaf_types(shape_of(instruction))
    given = {"call_target_name": target, **_attributes(walk, instruction)}
    values = walk.add("stablehlo.custom_call", list(leaf_values(operands)), given, results=results)
    return packed(shape_of(instruction), values)


def _is_descending(walk: Walk, instruction: HloInstruction) -> bool:
    """Whether the comparator of a top-k custom call is GT, as in all its implementations."""
    names = instruction.attributes.get("called_computations", ())
    if not names:
        return True
    root = walk.computations[names[0]].root_instruction
    return root.opcode == "compare" and root.attributes["direction"] in ("GT", "GE")


def _attributes(walk: Walk, instruction: HloInstruction) -> dict[str, Any]:
    given = instruction.attributes
    called = given.get("called_computations", (given["to_apply"],) if "to_apply" in given else ())
    word = given.get("api_version", "API_VERSION_ORIGINAL")
    version = API_VERSIONS.numbered.index(word)
    return {
        "has_side_effect": given.get("custom_call_has_side_effect", False),
        "api_version": version,
        "backend_config": _backend_config(given.get("backend_config"), version),
        "called_computations": walk.symbols(called) or None,
        "output_operand_aliases": _aliases(walk, instruction) or None,
        **_layouts(instruction),
    }


def _backend_config(config: Any, version: int) -> Attribute | None:
    """A dictionary if the callee takes typed attributes, else a string."""
    if version != TYPED:
        return None if config is None else str(config)
    found: Attribute | None = mlir_dictionary(str(config or "{}"))
    if found is None:
        raise NoCounterpart(f"a backend_config that is not an MLIR dictionary: {config}")
    return found


def _layouts(instruction: HloInstruction) -> Mapping[str, Attribute]:
    constraints = instruction.attributes.get("operand_layout_constraints")
    if constraints is None:
        return {}
    return {
        "operand_layouts": tuple(_layout(leaf) for shape in constraints for leaf in leaves(shape)),
        "result_layouts": tuple(map(_layout, leaves(shape_of(instruction)))),
    }


def _layout(shape: Shape) -> Dense:
    order = shape.order.minor_to_major if isinstance(shape, ArrayShape) else ()
    return Dense.from_array(np.array(order, np.int64), TensorType((len(order),), INDEX))


def _aliases(walk: Walk, instruction: HloInstruction) -> tuple[Attribute, ...]:
    """The output operand aliases, with tuple indices."""
    operands = TupleShape(tuple(walk.shape_of(name) for name in instruction.operands))
    result = shape_of(instruction)
    count = len(list(leaves(result)))
    found: list[Attribute] = []
    for alias in instruction.attributes.get("output_to_operand_aliasing", ()):
        assert isinstance(alias, InputOutputAlias)
        fields: dict[str, Attribute] = {}
        if count != 1:
            fields["output_tuple_indices"] = (Integer(leaf_number(result, alias.output), _I64),)
        fields["operand_index"] = Integer(leaf_number(operands, (alias.operand, *alias.index)), _I64)
        found.append(Struct("#stablehlo.output_operand_alias", fields))
    return tuple(found)


def leaf_number(shape: Shape, path: Sequence[int]) -> int:
    """The position, among the arrays and tokens of a shape, of the one at a tuple index path."""
    before = 0
    for step in path:
        assert isinstance(shape, TupleShape)
        before += sum(len(list(leaves(each))) for each in shape.elements[:step])
        shape = shape.elements[step]
    return before
