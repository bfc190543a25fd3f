"""The indexing rule of each op, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from stablehlo_tools.indexing.inverse import inverse
from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.op import IndexedOp, Readings, Unknown, identity, scalar, unknown
from stablehlo_tools.indexing.rules import addressing, contraction, movement, processes
from stablehlo_tools.ops.registry import OPS

Rule = Callable[[IndexedOp, int], Readings]
Backwards = Callable[[IndexedOp, int, int], "tuple[OperandIndexing, ...] | None"]


class IndexingRule(NamedTuple):
    """The elements that an output reads; and the reverse direction, if it is not the inverse."""

    to_inputs: Rule
    to_outputs: Backwards | None = None


def elementwise(op: IndexedOp, output: int) -> Readings:
    """Each element depends on the elements at its index, and on scalars."""
    result = op.result(output)
    return [
        (identity(result) if op.operand(number) == result else scalar(result),)
        for number in range(len(op.operands))
    ]


def leaf_by_leaf(op: IndexedOp, output: int) -> Readings:
    """Result `output` is operand `output`."""
    first = op.attributes.get("first", 0)
    return [
        (identity(op.result(output)),) if number == first + output else ()
        for number in range(len(op.operands))
    ]


def second_half(op: IndexedOp, output: int) -> Readings:
    """The results of a start op, which returns its operands and results."""
    place = len(op.operands) // 2 + output
    return [(identity(op.result(output)),) if number == place else () for number in range(len(op.operands))]


def nothing(op: IndexedOp, output: int) -> Readings:
    """No element of an operand is read."""
    return [()] * len(op.operands)


def size_of_dimension(op: IndexedOp, output: int) -> Readings:
    """A static size depends on no element."""
    op.operand(0)
    return [()]


def random(op: IndexedOp, output: int) -> Readings:
    """Each number is drawn from the distribution given by scalars."""
    return [(scalar(op.result()),), (scalar(op.result()),), ()][: len(op.operands)]


def because(reason: str) -> Rule:
    """The rule of an op without a map, with the reason."""

    def rule(op: IndexedOp, output: int) -> Readings:
        raise Unknown(reason)

    return rule


_LOOP = "an iteration of a loop depends on the previous ones"
_CALLED = "the semantics of custom calls are unknown"
_INSIDE = "the executed program is not available"
_HOST = "it exchanges values with the host or another process"
_SCAN = "a step of a scan depends on the previous ones"


def _rows() -> dict[str, IndexingRule]:
    rows: dict[str, Rule | IndexingRule] = {name: elementwise for name, op in OPS.items() if op.elementwise}
    rows |= {name: movement.implicit_broadcast for name in OPS if name.startswith("chlo.broadcast_")}
    rows |= {f"stablehlo.{name}": row for name, row in _STABLEHLO.items()}
    rows |= {f"hlo.{name}": row for name, row in _HLO.items()}
    rows |= {name: IndexingRule(nothing) for name in OPS if name.startswith("check.")}
    rows.update(_OTHERS)
    return {name: row if isinstance(row, IndexingRule) else IndexingRule(row) for name, row in rows.items()}


_STABLEHLO: Final[Mapping[str, Rule | IndexingRule]] = {
    # -- elementwise
    "map": elementwise,
    "uniform_quantize": elementwise,
    "uniform_dequantize": elementwise,
    "bitcast_convert": movement.bitcast_convert,
    "optimization_barrier": leaf_by_leaf,
    "tuple": leaf_by_leaf,
    "get_tuple_element": leaf_by_leaf,
    "async_done": leaf_by_leaf,
    "set_dimension_size": elementwise,
    # -- without operands that are read
    "constant": nothing,
    "iota": nothing,
    "dynamic_iota": nothing,
    "get_dimension_size": size_of_dimension,
    "replica_id": nothing,
    "partition_id": nothing,
    "create_token": nothing,
    "after_all": nothing,
    "outfeed": nothing,
    "send": nothing,
    # -- data movement
    "broadcast": movement.leading_broadcast,
    "broadcast_in_dim": movement.broadcast_in_dim,
    "dynamic_broadcast_in_dim": movement.broadcast_in_dim,
    "transpose": movement.transpose,
    "reverse": movement.reverse,
    "slice": IndexingRule(movement.strided_slice, movement.strided_slice_backwards),
    "real_dynamic_slice": movement.real_dynamic_slice,
    "reshape": IndexingRule(movement.reshape, movement.reshape_backwards),
    "dynamic_reshape": IndexingRule(movement.reshape, movement.reshape_backwards),
    "concatenate": movement.concatenate,
    "pad": movement.pad,
    "dynamic_pad": movement.dynamic_pad,
    # -- contraction
    "reduce": contraction.reduce,
    "reduce_window": contraction.reduce_window,
    "select_and_scatter": addressing.select_and_scatter,
    "sort": contraction.sort,
    "dot": contraction.dot,
    "dot_general": contraction.dot_general,
    "einsum": contraction.einsum,
    "unary_einsum": contraction.einsum,
    "convolution": contraction.convolution,
    "dynamic_conv": contraction.dynamic_convolution,
    "fft": contraction.fft,
    "cholesky": contraction.cholesky,
    "batch_norm_inference": contraction.batch_norm_inference,
    "batch_norm_training": contraction.batch_norm_training,
    "batch_norm_grad": contraction.batch_norm_grad,
    "rng": random,
    "rng_bit_generator": contraction.random_bits,
    # -- computed indices
    "dynamic_slice": addressing.dynamic_slice,
    "dynamic_update_slice": addressing.dynamic_update_slice,
    "gather": addressing.gather,
    "dynamic_gather": addressing.dynamic_gather,
    "torch_index_select": addressing.torch_index_select,
    "scatter": IndexingRule(addressing.scatter, addressing.scatter_forward),
    # -- other processes
    "all_gather": processes.all_gather,
    "all_reduce": processes.all_reduce,
    "cross-replica-sum": processes.all_reduce,
    "collective_reduce": processes.all_reduce,
    "reduce_scatter": processes.reduce_scatter,
    "all_to_all": processes.all_to_all,
    "collective_permute": processes.one_to_one,
    "collective_broadcast": processes.one_to_one,
    # -- without a map
    "triangular_solve": because("an element of a solution depends on the previous ones"),
    "while": because(_LOOP),
    "if": because(_INSIDE),
    "case": because(_INSIDE),
    "composite": because(_INSIDE),
    "async_start": because(_INSIDE),
    "custom_call": because(_CALLED),
    "infeed": because(_HOST),
    "recv": because(_HOST),
}

_OTHERS: Final[Mapping[str, Rule]] = {
    "func.call": because(_INSIDE),
    "chlo.constant": nothing,
    "chlo.constant_like": nothing,
    "chlo.top_k": contraction.top_k,
    "chlo.scan": because(_SCAN),
    "chlo.ragged_dot": because("the group of a row depends on the group sizes"),
    "mhlo.add_dependency": movement.first_alone,
    "mhlo.stochastic_convert": elementwise,
    "mhlo.xla.rng_get_and_update_state": nothing,
    "sdy.sharding_constraint": leaf_by_leaf,
    "sdy.reshard": leaf_by_leaf,
    "sdy.named_computation": because(_INSIDE),
    "sdy.manual_computation": because("its body computes on the shards of devices"),
    "interpreter.probe": leaf_by_leaf,
    "interpreter.print": nothing,
    "interpreter.run_parallel": because("it executes programs on a grid of processes"),
}


def _unsupported(op: IndexedOp, output: int) -> Readings:
    raise Unknown(op["reason"])


# The opcodes of HLO that are not one op of StableHLO.
_HLO: Final[Mapping[str, Rule | IndexingRule]] = {
    "add-dependency": movement.first_alone,
    "after-all": nothing,
    "all-gather-done": second_half,
    "all-gather-start": processes.all_gather_start,
    "all-reduce-done": leaf_by_leaf,
    "all-reduce-start": elementwise,
    "async-done": because(_INSIDE),
    "async-start": because(_INSIDE),
    "async-update": because(_INSIDE),
    "bitcast": IndexingRule(movement.bitcast, movement.bitcast_backwards),
    "call": because(_INSIDE),
    "collective-permute-done": second_half,
    "collective-permute-start": movement.first_alone,
    "conditional": because(_INSIDE),
    "constant": nothing,
    "copy": elementwise,
    "copy-done": leaf_by_leaf,
    "copy-start": movement.first_alone,
    "custom-call": because(_CALLED),
    "domain": elementwise,
    "dynamic-reshape": IndexingRule(movement.reshape, movement.reshape_backwards),
    "fusion": because(_INSIDE),
    "get-tuple-element": leaf_by_leaf,
    "ragged-all-to-all": because("the destination of elements depends on values"),
    "recv-done": because(_HOST),
    "rng": random,
    "scaled-dot": contraction.scaled_dot,
    "send-done": nothing,
    "topk": contraction.top_k,
    "tuple": leaf_by_leaf,
    "unsupported": _unsupported,
}

ROWS: Final[Mapping[str, IndexingRule]] = _rows()


def output_to_input(op: IndexedOp, output: int = 0) -> Readings:
    """The reads of a result from each operand."""
    row = ROWS.get(op.name)
    if row is None:
        return [(unknown(f"`{op.name}` is an unknown op"),)] * len(op.operands)
    try:
        return row.to_inputs(op, output)
    except Unknown as error:
        return [(unknown(str(error)),)] * len(op.operands)


def input_to_output(
    op: IndexedOp, operand: int = 0, output: int = 0, readings: Readings | None = None
) -> tuple[OperandIndexing, ...]:
    """The elements of a result that read each element of an operand; `readings` are those of the result."""
    row = ROWS.get(op.name)
    try:
        given = row.to_outputs(op, operand, output) if row and row.to_outputs else None
        if given is not None:
            return given
        readings = output_to_input(op, output) if readings is None else readings
        return tuple(inverse(each, op.operand(operand)) for each in readings[operand])
    except Unknown as error:
        return (unknown(str(error)),)
