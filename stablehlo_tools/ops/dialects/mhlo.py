"""MHLO ops without an equivalent in StableHLO or CHLO, which XLA's converters emit for HLO opcodes.

Other ops are parsed as their equivalents (`text/assembly/deprecated_syntax.py`). The numbers of the
constraints are our own.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of, element_type_of, to_float64
from stablehlo_tools.ir.types import ElementType, integer_range
from stablehlo_tools.ops.model.declare import Array, FloatTensor, Integer, ResultType, Token, op
from stablehlo_tools.ops.model.facts import VIEW, Numerics, moves
from stablehlo_tools.ops.model.processes import MaybeProcess
from stablehlo_tools.ops.model.schema import ANY, SIGNATURE, UNSIGNED, OperandRule, Unsupported

Value = Annotated[Any, OperandRule(ANY, token=True)]
RandomBits = Annotated[Array, OperandRule(UNSIGNED)]

# The initial state in XLA:CPU.
INITIAL_STATE: Final = 0x7012395


@op("""
C1  type(operand) = type(result)
""", dialect="mhlo", outputs={"result": Value}, numerics=moves("operand"), execution=VIEW,
format=SIGNATURE)  # fmt: skip
def add_dependency(operand: Value, token: Token) -> Any:
    """The operand, which now also depends on the token."""
    return operand


@op("""
C1  shape(operand) = shape(random) = shape(result)
C2  num_bits(element_type(random)) = num_bits(element_type(operand))
""", dialect="mhlo", numerics=Numerics(is_random=True))  # fmt: skip
def stochastic_convert(operand: FloatTensor, random: RandomBits, *, result: ResultType) -> Array:
    """Each element rounded to one of the two adjacent integers at random.

    An element is rounded away from zero if its fraction, as a binary fraction with as many bits as `random`,
    is greater than `random`. Values out of range saturate, and NaN becomes 0. As in XLA, results are signed
    integers.
    """
    target = result.element_type
    if not isinstance(target, ElementType) or target.kind != "signed":
        raise Unsupported(f"a stochastic conversion to {target} is not supported")
    low, high = integer_range(target)
    value = to_float64(operand)
    floor = np.floor(np.abs(value))
    fraction = np.floor(np.ldexp(np.abs(value) - floor, element_type_of(random.dtype).bits))
    # Compare integers, which is exact: f64 represents the fraction of 64 bits, but not a random number of 64
    # bits.
    with np.errstate(invalid="ignore"):
        away = random.astype(np.uint64) < np.where(np.isfinite(fraction), fraction, 0).astype(np.uint64)
        rounded = np.copysign(floor + away, value)
        is_inside = (value > low) & (value < high)
        integers = np.where(is_inside, rounded, 0).astype(np.int64)
    outside = np.where(value >= high, high, np.where(value <= low, low, 0))
    return np.asarray(np.where(is_inside, integers, outside).astype(dtype_of(target)))


@op("""
C1  shape(result) = [2]
C2  element_type(result) = ui64
""", name="xla.rng_get_and_update_state", dialect="mhlo", has_effects=True,
format="{attrs}?[ : {state}]?")  # fmt: skip
def rng_get_and_update_state(*, delta: Integer, process: MaybeProcess) -> Array:
    """The state of the process's random generator, low half first; it then advances by delta.

    The state is a 128-bit number. As in MHLO, all ops share one state; XLA:CPU has one per op, which persists
    across runs.
    """
    state = INITIAL_STATE if process is None else process.advance_random_state(delta)
    return np.array([state & _HALF, state >> 64 & _HALF], np.uint64)


_HALF: Final = (1 << 64) - 1
