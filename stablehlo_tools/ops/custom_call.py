"""custom_call, and the targets whose meaning is known.

`@custom_call_target("name")` enters a function in `CUSTOM_CALLS`. It takes the operands, the attributes of
the call as they are written (`attributes.py`) under the specification's names, and the types of the results;
it returns the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stablehlo_tools.ops.declare import (
    Anything,
    Boolean,
    Integer,
    ResultTypes,
    Text,
    Unsupported,
    Values,
    op,
)
from stablehlo_tools.types import Type

Attributes = Mapping[str, Any]
Target = Callable[[Sequence[Any], Attributes, Sequence[Type]], Sequence[Any]]

CUSTOM_CALLS: dict[str, Target] = {}


def custom_call_target(*names: str) -> Callable[[Target], Target]:
    """Enter the function as the meaning of the targets `names`."""

    def register(target: Target) -> Target:
        CUSTOM_CALLS.update(dict.fromkeys(names, target))
        return target

    return register


@op(outputs="results...", is_view=True, has_effects=True)
def custom_call(
    inputs: Values,
    *,
    call_target_name: Text,
    has_side_effect: Boolean = False,
    backend_config: Anything = None,
    api_version: Integer = 1,
    called_computations: Anything = (),
    output_operand_aliases: Anything = (),
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
        "backend_config": backend_config,
        "api_version": api_version,
        "called_computations": called_computations,
    }
    return tuple(target(inputs, attributes, results))


@custom_call_target("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement")
def _annotation(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """Notes for a partitioner: on one device, the values as they are."""
    return inputs
