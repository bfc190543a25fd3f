"""The custom calls that stand for ops: those for the greatest elements, and CHLO's functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.attributes import Integer, Symbol
from stablehlo_tools.ops import chlo
from stablehlo_tools.ops.custom_call import Attributes, custom_call_target
from stablehlo_tools.ops.declare import OPS, Array, Unsupported
from stablehlo_tools.types import TensorType, Type


def _sorted_to(k: int, keys: Array, arrays: Sequence[Array], axis: int) -> list[Array]:
    """Of each array, the elements with the k least keys along an axis, in order."""
    moved = [np.moveaxis(array, axis, -1) for array in arrays]
    indices = chlo.least(np.moveaxis(keys, axis, -1), k)
    return [np.moveaxis(np.take_along_axis(array, indices, -1), -1, axis) for array in moved]


@custom_call_target("TopK", "mhlo.topk", "stablehlo.dynamic_top_k")
def _top_k(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The first elements in descending order, or ascending, and their indices: as many as the result has."""
    operand, *count = inputs
    k = int(count[0]) if count else _size(results[0], -1)
    keys = chlo.descending(operand)
    keys = keys if attributes["mhlo.attributes"].get("largest", True) else ~keys
    numbers = np.broadcast_to(np.arange(operand.shape[-1], dtype=np.int32), operand.shape)
    return _sorted_to(k, keys, [operand, numbers], -1)


def _size(type: Type, axis: int) -> int:
    if not isinstance(type, TensorType) or not type.is_static:
        raise Unsupported("a number of elements that is not known")
    return type.static_shape[axis]


@custom_call_target("ApproxTopK")
def _approximate_top_k(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """The greatest or least elements of the first array, and those of others in the same places; exactly.

    There are as many as the result has: more than top_k, if somebody else is to aggregate them.
    """
    config = attributes["backend_config"]
    if not isinstance(config, Mapping) or "reduction_dim" not in config:
        raise Unsupported("an approximate selection that does not say along which dimension")
    axis = _number(config["reduction_dim"])
    k = _size(results[0], axis)
    arrays = inputs[: len(inputs) // 2]  # the others begin a reduction, which none of them survives
    keys = chlo.descending(arrays[0])
    return _sorted_to(k, keys if _is_descending(attributes) else ~keys, arrays, axis)


def _number(attribute: Any) -> int:
    return attribute.value if isinstance(attribute, Integer) else int(attribute)


def _is_descending(attributes: Attributes) -> bool:
    """Whether the comparator, of which the name says what it does, is JAX's for the greatest elements."""
    names = [each.name for each in attributes["called_computations"] if isinstance(each, Symbol)]
    direction = re.fullmatch(r"top_k_(gt|lt)_\w+_comparator(_\d+)?", names[0]) if names else None
    if direction is None:
        raise Unsupported("an approximate selection by a comparator that is not JAX's")
    return direction[1] == "gt"


def _as_op(name: str) -> None:
    @custom_call_target(f"mhlo.{name}", f"chlo.{name}")
    def call(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
        return (OPS[f"chlo.{name}"].kernel(*inputs),)


for _name in (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "cosh", "digamma", "erf", "erf_inv",
    "erfc", "lgamma", "next_after", "polygamma", "sinh", "square", "tan", "zeta",
):  # fmt: skip
    _as_op(_name)
