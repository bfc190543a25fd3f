"""Asynchronous ops, which execute synchronously: a future is the tuple of its values."""

from __future__ import annotations

from typing import Annotated

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.ops.model.declare import Array, OperandRule, PlainTensors, Region, op
from stablehlo_tools.ops.model.facts import EXACT, VIEW, History

Future = Annotated[tuple[Array, ...], OperandRule(frozenset[str](), future=True)]

_ASYNCHRONOUS = frozenset(
    f"stablehlo.{name}"
    for name in (
        "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
        "collective_reduce", "reduce_scatter", "slice", "dynamic_slice", "dynamic_update_slice",
    )
)  # fmt: skip


def _holds_one_operation(body: RegionType) -> bool:
    return body.operation is not None


def _is_asynchronous(body: RegionType) -> bool:
    return body.operation is None or body.operation in _ASYNCHRONOUS


@op("""
C1  body contains one operation and a return
C2  the operation in body is a collective or a slice
C3  type(operands...) = input_types(body)
C4  type(result) = future<T>
T := output_types(body)
""", outputs={"result": Future}, predicates={"C1": _holds_one_operation, "C2": _is_asynchronous},
has_effects=True, takes_equal_types=True, history=History(since=(1, 15)))  # fmt: skip
def async_start(operands: PlainTensors, *, body: Region) -> Future:
    """Start executing body on operands; async_done returns the results.

    Operations in between may overlap with it. `shlo run` executes body immediately.
    """
    return body(*operands)


@op("""
C1  type(operand) = future<T>
T := type(results...)
""", outputs={"results": PlainTensors}, numerics=EXACT, execution=VIEW,
history=History(since=(1, 15)), has_effects=True)  # fmt: skip
def async_done(operand: Future) -> Future:
    """Wait for the execution that async_start began, and return its results."""
    return operand
