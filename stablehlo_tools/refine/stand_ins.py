"""Custom calls by which JAX writes ops that have no dynamic form, as those ops once the shapes are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from stablehlo_tools.attributes import Attribute, DenseArray, Integer, Symbol
from stablehlo_tools.ir import Function, Operation, Region
from stablehlo_tools.problems import constant_of
from stablehlo_tools.refine.statics import I64, in_place_of, integers_of, with_sizes
from stablehlo_tools.values import Dense

Inline = Callable[[Function, Operation], Region]


def static_op(operation: Operation, functions: Mapping[str, Function], inline: Inline) -> Operation | None:
    """The op that a custom call stands for, if its operands say enough.

    `functions` are those that it can name; `inline` makes the body of one a region of an operation.
    """
    target = operation.attributes.get("call_target_name")
    if operation.name != "stablehlo.custom_call" or not isinstance(target, str):
        return None
    if target == "stablehlo.dynamic_reduce_window":
        return _reduce_window(operation, functions, inline)
    if target == "stablehlo.dynamic_top_k":
        return _top_k(operation)
    return _rng_bit_generator(operation) if target == "stablehlo.dynamic_rng_bit_generator" else None


_WINDOW = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")


def _reduce_window(
    operation: Operation, functions: Mapping[str, Function], inline: Inline
) -> Operation | None:
    computations = operation.attributes.get("called_computations")
    *operands, padding = operation.operands
    known, sides = list(map(integers_of, operands[-4:])), constant_of(padding)
    if not isinstance(computations, tuple) or len(computations) != 1 or None in known or sides is None:
        return None
    body = functions.get(computations[0].name) if isinstance(computations[0], Symbol) else None
    if body is None or body.body is None:
        return None
    attributes: dict[str, Attribute] = {
        name: DenseArray(I64, tuple(values or ())) for name, values in zip(_WINDOW, known, strict=True)
    }
    attributes["padding"] = Dense.from_array(sides.array.astype(np.int64))
    made = in_place_of(operation, "stablehlo.reduce_window", operands[:-4], attributes)
    made.regions = (inline(body, made),)
    return made


def _top_k(operation: Operation) -> Operation | None:
    operand, k = operation.operands
    count = constant_of(k)
    if count is None:
        return None
    return in_place_of(operation, "chlo.top_k", [operand], {"k": Integer(count.array.item(), I64)})


def _rng_bit_generator(operation: Operation) -> Operation | None:
    state, shape = operation.operands
    sizes, algorithm = integers_of(shape), operation.attributes.get("rng_algorithm")
    if sizes is None or algorithm is None:
        return None
    made = in_place_of(operation, "stablehlo.rng_bit_generator", [state], {"rng_algorithm": algorithm})
    made.results[1].type = with_sizes(made.results[1].type, sizes)
    return made
