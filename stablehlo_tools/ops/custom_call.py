"""custom_call, and the targets whose meaning is known.

`@custom_call_target("name")` enters a function in `CUSTOM_CALLS`. It takes the operands, the attributes of
the call as they are written (`attributes.py`) under the specification's names, and the types of the results;
it returns the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from stablehlo_tools.attributes import Integer, Struct
from stablehlo_tools.ops import declare
from stablehlo_tools.ops.declare import (
    AllValues,
    Anything,
    Boolean,
    Environment,
    ResultTypes,
    Text,
    Unsupported,
    op,
)
from stablehlo_tools.types import TensorType, TupleType, Type
from stablehlo_tools.values import Dense

Attributes = Mapping[str, Any]
Target = Callable[[Sequence[Any], Attributes, Sequence[Type]], Sequence[Any]]

CUSTOM_CALLS: dict[str, Target] = {}


def custom_call_target(*names: str) -> Callable[[Target], Target]:
    """Enter the function as the meaning of the targets `names`."""

    def register(target: Target) -> Target:
        CUSTOM_CALLS.update(dict.fromkeys(names, target))
        return target

    return register


# --- rules ------------------------------------------------------------------------------------------


def _layouts_are_permutations(names: Environment) -> bool:
    results = names["results"]
    if len(results) == 1 and isinstance(results[0], TupleType):
        results = results[0].types
    return all(
        layouts is None
        or (
            isinstance(layouts, tuple) and len(layouts) == len(types) and all(map(_is_layout, layouts, types))
        )
        for layouts, types in (
            (names["operand_layouts"], names["inputs"]),
            (names["result_layouts"], results),
        )
    )


def _is_layout(layout: Any, type: Type) -> bool:
    """Whether a layout, a vector, has each dimension of the type once; other types have no dimensions."""
    if isinstance(type, TensorType) and type.shape is None:
        return True
    rank = type.rank if isinstance(type, TensorType) else 0
    is_vector = isinstance(layout, Dense) and layout.type.shape == (rank,)
    return is_vector and sorted(layout.array.tolist()) == list(range(rank))


def _aliases_have_one_type(names: Environment) -> bool:
    results = names["results"]
    output = results[0] if len(results) == 1 else TupleType(tuple(results))
    aliases = names["output_operand_aliases"]
    return isinstance(aliases, tuple) and all(_is_alias(each, names["inputs"], output) for each in aliases)


def _is_alias(alias: Any, inputs: Sequence[Type], output: Type) -> bool:
    index = alias.fields.get("operand_index") if isinstance(alias, Struct) else None
    if not isinstance(index, Integer) or not 0 <= index.value < len(inputs):
        return False
    paths = cast("Mapping[str, tuple[Integer, ...]]", alias.fields)
    operand_part = _part(inputs[index.value], paths.get("operand_tuple_indices"))
    output_part = _part(output, paths.get("output_tuple_indices"))
    return operand_part is not None and operand_part == output_part


def _part(type: Type, path: tuple[Integer, ...] | None) -> Type | None:
    """The type inside nested tuples to which the indices `path` lead."""
    for index in path or ():
        if not isinstance(type, TupleType) or index.value not in range(len(type.types)):
            return None
        type = type.types[index.value]
    return type


def _backend_config_fits(names: Environment) -> bool:
    config = names["backend_config"]
    return config is None or isinstance(config, Mapping) == (names["api_version"] == 4)


# The specification numbers no constraints of custom_call: these are MLIR's, with numbers of our own.
@op(
    """
    C1  operand_layouts and result_layouts are both given, or neither
    C2  operand_layouts and result_layouts have a permutation of the dimensions for each of inputs and results
    C3  output_operand_aliases name a part of inputs and a part of results that have the same type
    C4  backend_config is a dictionary if api_version is 4, else a string
    """,
    outputs={"results": AllValues},
    predicates={
        "C1": lambda names: (names["operand_layouts"] is None) == (names["result_layouts"] is None),
        "C2": _layouts_are_permutations,
        "C3": _aliases_have_one_type,
        "C4": _backend_config_fits,
    },
    is_view=True,
    has_effects=True,
)
def custom_call(
    inputs: AllValues,
    *,
    call_target_name: Text,
    has_side_effect: Boolean = False,
    backend_config: Anything = None,
    api_version: declare.ShortInteger = 1,
    called_computations: Anything = (),
    output_operand_aliases: Anything = (),
    mhlo_backend_config: Anything = None,
    operand_layouts: Anything = None,
    result_layouts: Anything = None,
    results: ResultTypes,
) -> tuple[Any, ...]:
    """What the implementation called call_target_name computes. Layouts and aliases change no value."""
    target = CUSTOM_CALLS.get(call_target_name)
    if target is None:
        raise Unsupported(f"what custom_call @{call_target_name} computes is not known")
    attributes = {
        "call_target_name": call_target_name,
        "has_side_effect": has_side_effect,
        "backend_config": backend_config if mhlo_backend_config is None else mhlo_backend_config,
        "api_version": api_version,
        "called_computations": called_computations,
    }
    return tuple(target(inputs, attributes, results))


# --- targets ----------------------------------------------------------------------------------------


@custom_call_target("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement")
def _annotation(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """Notes for a partitioner: on one device, the values as they are."""
    return inputs
