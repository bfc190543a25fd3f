"""Ops that treat values as wholes, elementwise or not at all; and ops without a map, with the reason."""

from __future__ import annotations

from stablehlo_tools.indexing.op import INDEXING_RULES, IndexedOp, Readings, Unknown, identity, moved, scalar


@INDEXING_RULES.register(
    "stablehlo.map", "stablehlo.uniform_quantize", "stablehlo.uniform_dequantize",
    "stablehlo.set_dimension_size", "mhlo.stochastic_convert", "hlo.all-reduce-start", "hlo.copy",
    "hlo.domain", "hlo.exp2", "hlo.log2",
)  # fmt: skip
def elementwise(op: IndexedOp, output: int) -> Readings:
    """Each element depends on the elements at its index, and on scalars."""
    result = op.result(output)
    return [
        (identity(result) if op.operand(number) == result else scalar(result),)
        for number in range(len(op.operands))
    ]


@INDEXING_RULES.register(
    "stablehlo.optimization_barrier", "stablehlo.tuple", "stablehlo.get_tuple_element",
    "stablehlo.async_done", "sdy.sharding_constraint", "sdy.reshard", "interpreter.probe",
    "hlo.all-reduce-done", "hlo.copy-done", "hlo.get-tuple-element",
)  # fmt: skip
def leaf_by_leaf(op: IndexedOp, output: int) -> Readings:
    """Result `output` is operand `output`."""
    return moved(op, output, op.attributes.get("first", 0) + output)


@INDEXING_RULES.register("hlo.all-gather-done", "hlo.collective-permute-done")
def second_half(op: IndexedOp, output: int) -> Readings:
    """The results of a start op, which returns its operands, results and context."""
    return moved(op, output, len(op.results) + output)


@INDEXING_RULES.register(
    "stablehlo.after_all", "stablehlo.outfeed", "stablehlo.send", "chlo.constant_like", "interpreter.print",
    "hlo.constant", "hlo.send-done",
)  # fmt: skip
def nothing(op: IndexedOp, output: int) -> Readings:
    """No element of an operand is read."""
    return [()] * len(op.operands)


@INDEXING_RULES.register("stablehlo.get_dimension_size")
def size_of_dimension(op: IndexedOp, output: int) -> Readings:
    """A static size depends on no element."""
    op.operand(0)
    return [()]


@INDEXING_RULES.register("stablehlo.rng", "hlo.rng")
def random(op: IndexedOp, output: int) -> Readings:
    """Each number is drawn from the distribution given by scalars."""
    return [(scalar(op.result()),), (scalar(op.result()),), ()][: len(op.operands)]


# -- without a map --------------------------------------------------------------------------------------


def because(reason: str, *names: str) -> None:
    """Register that these ops have no map, with the reason."""

    @INDEXING_RULES.register(*names)
    def rule(op: IndexedOp, output: int) -> Readings:
        raise Unknown(reason)


because("an element of a solution depends on the previous ones", "stablehlo.triangular_solve")
because("an iteration of a loop depends on the previous ones", "stablehlo.while")
because("a step of a scan depends on the previous ones", "chlo.scan")
because("the group of a row depends on the group sizes", "chlo.ragged_dot")
because("the destination of elements depends on values", "hlo.ragged-all-to-all")
because("the direction in which XLA rotates is not documented", "hlo.shuffle")
because("the semantics of custom calls are unknown", "stablehlo.custom_call", "hlo.custom-call")
because(
    "it exchanges values with the host or another process",
    "stablehlo.infeed", "stablehlo.recv", "hlo.recv-done",
)  # fmt: skip
because(
    "the executed program is not available",
    "stablehlo.if", "stablehlo.case", "stablehlo.composite", "stablehlo.async_start", "func.call",
    "sdy.named_computation", "hlo.async-done", "hlo.async-start", "hlo.async-update", "hlo.call",
    "hlo.conditional", "hlo.fusion",
)  # fmt: skip
because("its body computes on the shards of devices", "sdy.manual_computation")
because("it executes programs on a grid of processes", "interpreter.run_parallel")


@INDEXING_RULES.register("hlo.unsupported")
def unsupported(op: IndexedOp, output: int) -> Readings:
    """An instruction that is not supported says why."""
    raise Unknown(op["reason"])
