"""Ops of MHLO that StableHLO and CHLO have no other for: what XLA's converters write of HLO's own opcodes.

Those that mean another op are read as that one (`syntax/mhlo.py`). The numbers of the constraints are our
own.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from stablehlo_tools.ir.constants import dtype_of, element_type_of, to_float64
from stablehlo_tools.ops.declare import (
    ANY,
    SIGNATURE,
    UNSIGNED,
    Array,
    FloatTensor,
    Integer,
    OperandRule,
    ResultType,
    Token,
    Unsupported,
    op,
)
from stablehlo_tools.ops.processes import MaybeProcess

Value = Annotated[Any, OperandRule(ANY, token=True)]
RandomBits = Annotated[Array, OperandRule(UNSIGNED)]

# Where XLA:CPU begins.
INITIAL_STATE: Final = 0x7012395


@op("""
C1  type(operand) = type(result)
""", dialect="mhlo", outputs={"result": Value}, is_view=True, format=SIGNATURE)  # fmt: skip
def add_dependency(operand: Value, token: Token) -> Any:
    """The operand, which comes after the token."""
    return operand


@op("""
C1  shape(operand) = shape(random) = shape(result)
C2  num_bits(element_type(random)) = num_bits(element_type(operand))
""", dialect="mhlo")  # fmt: skip
def stochastic_convert(operand: FloatTensor, random: RandomBits, *, result: ResultType) -> Array:
    """Each element rounded to one of the two integers next to it, by chance: random bits say to which.

    An element is rounded away from zero where its fraction, as a binary fraction of as many bits as `random`
    has, is greater than `random`. What is too large becomes the integer that is nearest to it, and NaN zero.
    As in XLA, the result can only be of signed integers.
    """
    target = result.element_type
    if target.kind != "signed":
        raise Unsupported(f"a stochastic conversion to {target}")
    low, high = -1 << target.bits - 1, (1 << target.bits - 1) - 1
    value = to_float64(operand)
    whole = np.floor(np.abs(value))
    bits = element_type_of(random.dtype).bits
    fraction = np.floor(np.ldexp(np.abs(value) - whole, bits))
    # To compare in integers is exact: a fraction of 64 bits fits a double, a random number does not.
    with np.errstate(invalid="ignore"):
        away = random.astype(np.uint64) < np.where(np.isfinite(fraction), fraction, 0).astype(np.uint64)
        rounded = np.copysign(whole + away, value)
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
    """The state of the generator of a process, low half first, which then goes on by delta.

    It is one number of 128 bits. MHLO has one state for all ops, and so has this; XLA:CPU has one for each,
    which goes on from run to run.
    """
    state = INITIAL_STATE if process is None else process.advance_random_state(delta)
    return np.array([state & _HALF, state >> 64 & _HALF], np.uint64)


_HALF: Final = (1 << 64) - 1
