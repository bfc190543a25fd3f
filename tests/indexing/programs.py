"""Small random programs: of one op, from the families of `tests.differential`, and of several in a row."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from stablehlo_tools.ir import Module
from stablehlo_tools.types import TensorType
from stablehlo_tools.values import element_type_of
from tests.differential import algebra, dynamic, elementwise, reductions, structure  # noqa: F401 (they fill FAMILIES)
from tests.differential.draw import Array
from tests.differential.programs import FAMILIES, program

_MOST_INPUTS, _MOST_RESULTS = 20, 120  # elements: one is changed at a time
# In others a change is lost in rounding.
_TYPES = frozenset(("i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "f32", "f64", "complex<f32>"))

# Of most numbers these functions are not a number; and what a loop reads is not known.
_LEFT_OUT = frozenset(
    name for name in FAMILIES if name.endswith(("polygamma", "zeta")) or name == "stablehlo.while"
)
# Real numbers have no imaginary part to read; the remainder of complex ones is left open.
_LEFT_OUT_TYPES = {
    "stablehlo.imag": {"f32", "f64"},
    "stablehlo.remainder": {"complex<f32>"},
    "chlo.broadcast_remainder": {"complex<f32>"},
}


class Small(NamedTuple):
    """A module with a function `main`, and inputs of the types that it takes."""

    name: str
    module: Module
    inputs: list[Array]


OPS = [name for name in FAMILIES if name not in _LEFT_OUT]


def single(op: str, seed: str, count: int, attempts: int = 40) -> Iterator[Small]:
    """Up to `count` small programs of an op."""
    for attempt in range(attempts):
        drawn = program(op, f"{seed} {attempt}")
        name = f"{op} {seed} {attempt}: {drawn.detail}"
        is_small = sum(array.size for array in drawn.inputs) <= _MOST_INPUTS
        types = {str(element_type_of(array.dtype)) for array in drawn.inputs}
        if count == 0 or not is_small or not types <= _TYPES or types & _LEFT_OUT_TYPES.get(op, set()):
            continue
        module = drawn.builder().module
        if _result_elements(module) <= _MOST_RESULTS:
            yield Small(name, module, [np.asarray(array) for array in drawn.inputs])
            count -= 1


def _result_elements(module: Module) -> float:
    return sum(
        math.prod(type.static_shape) if isinstance(type, TensorType) and type.is_static else math.inf
        for type in module.functions[0].type.results
    )
