"""Performance: unnecessary cost."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.slices import as_slice, slice_of
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.linter.edits import replacement, rewriting
from stablehlo_tools.linter.rule import Finding, Program, rule
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.trip_count import trip_count_of

# -- pairs that cancel ----------------------------------------------------------------------------------


# Whether operations of one op, each on the result of the previous, are the identity, if the last result has
# the type of the first operand.
IsIdentity = Callable[[Sequence[Operation]], bool]

_CANCELLING: Final = Registry[IsIdentity]()


@_CANCELLING.register("stablehlo.transpose")
def _transposes_cancel(chain: Sequence[Operation]) -> bool:
    order = list(range(len(attributes_of(chain[0])["permutation"])))
    for operation in chain:
        order = [order[index] for index in attributes_of(operation)["permutation"]]
    return order == sorted(order)


@_CANCELLING.register("stablehlo.reshape")
def _reshapes_cancel(chain: Sequence[Operation]) -> bool:
    """Whether each changes the shape: one that does not is reported itself, and in HLO text is a copy."""
    return all(operation.operands[0].type != operation.results[0].type for operation in chain)


@_CANCELLING.register("stablehlo.bitcast_convert")
def _bitcasts_cancel(chain: Sequence[Operation]) -> bool:
    return True


@_CANCELLING.register("stablehlo.negate", "stablehlo.not")
def _is_pair(chain: Sequence[Operation]) -> bool:
    return len(chain) == 2


@_CANCELLING.register("stablehlo.reverse")
def _reverses_cancel(chain: Sequence[Operation]) -> bool:
    first, *others = (sorted(attributes_of(operation)["dimensions"]) for operation in chain)
    return others == [first]


@_CANCELLING.register("stablehlo.convert")
def _converts_cancel(chain: Sequence[Operation]) -> bool:
    """Whether the first conversion is lossless, so that the second restores the elements."""
    if not _is_pair(chain):
        return False
    before, between = chain[0].operands[0].type, chain[0].results[0].type
    assert isinstance(before, TensorType)
    assert isinstance(between, TensorType)
    narrow, wide = before.element_type, between.element_type
    if not isinstance(narrow, ElementType) or not isinstance(wide, ElementType):
        return False
    return (narrow.name, wide.name) in _LOSSLESS_FLOATS or _is_lossless_integer(narrow, wide)


def _is_lossless_integer(narrow: ElementType, wide: ElementType) -> bool:
    if narrow.kind == "boolean":
        return wide.kind in ("signed", "unsigned", "float")
    kinds = (narrow.kind, wide.kind)
    return kinds in (("signed", "signed"), ("unsigned", "unsigned"), ("unsigned", "signed")) and (
        wide.bits > narrow.bits
    )


_LOSSLESS_FLOATS: Final = frozenset(
    {("f16", "f32"), ("f16", "f64"), ("bf16", "f32"), ("bf16", "f64"), ("f32", "f64")}
)


_MAX_CHAIN = 8  # operations; a prefix is checked for each length, so that the cost is quadratic


@rule(
    "PERF001",
    why="Together they have no effect, but unless the compiler removes them, each copies all elements.",
    help="Use the operand of the first. In a model, two layers often disagree on the layout.",
    fix="safe",
)
def cancelling_pair(program: Program) -> Iterator[Finding]:
    """An operation cancels the previous one: two transposes, reshapes, converts, reverses or negations, or a
    chain of reshapes or transposes.
    """
    for operation in program.named(*_CANCELLING):
        first = _start_of_identity(operation)
        if first is not None:
            which = "one" if operation.operands[0] is first.results[0] else "ones"
            message = f"`{operation.name}` cancels the previous {which}"
            fix = replacement(program, operation, first.operands[:1], "use the operand of the first")
            yield Finding(operation, message, related=((first, "this is canceled"),), fix=fix)


def _start_of_identity(operation: Operation) -> Operation | None:
    """The first operation of the chain that ends with this one and is the identity, if there is such."""
    chain = [operation]
    while len(chain) < _MAX_CHAIN:
        before = defining_op(chain[0].operands[0], operation.name)
        if before is None:
            return None
        chain.insert(0, before)
        if before.operands[0].type == operation.results[0].type and _CANCELLING[operation.name](chain):
            return before
    return None


# -- operations without effect --------------------------------------------------------------------------


# Whether the result of an operation equals its first operand, given that they have the same type.
_UNCHANGED: Final = Registry[Callable[[Operation], bool]]()


@_UNCHANGED.register("stablehlo.reshape", "stablehlo.convert", "stablehlo.bitcast_convert", "stablehlo.slice")
def _is_unchanged(operation: Operation) -> bool:
    return True


@_UNCHANGED.register("stablehlo.concatenate")
def _has_one_operand(operation: Operation) -> bool:
    return len(operation.operands) == 1


@_UNCHANGED.register("stablehlo.transpose", "stablehlo.broadcast_in_dim")
def _keeps_dimensions(operation: Operation) -> bool:
    attributes = attributes_of(operation)
    dimensions = attributes["permutation" if "permutation" in attributes else "broadcast_dimensions"]
    return list(dimensions) == list(range(len(dimensions)))


@_UNCHANGED.register("stablehlo.pad")
def _is_not_padded(operation: Operation) -> bool:
    parts = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return not any(any(attributes_of(operation)[part]) for part in parts)


@_UNCHANGED.register("stablehlo.reverse")
def _is_not_reversed(operation: Operation) -> bool:
    return not attributes_of(operation)["dimensions"]


def _is_large(value: Value) -> bool:
    """Whether a value has more than one element."""
    type = value.type
    return isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) > 1


@rule(
    "PERF002",
    why="It takes time to parse, to verify and to compile, and may copy its operand when executed.",
    help="Use the operand instead.",
    fix="safe",
)
def no_effect(program: Program) -> Iterator[Finding]:
    """An operation returns its operand unchanged: a concatenate of one operand, a full slice.

    Operations on a single element are cheap, and are not reported.
    """
    source = program.module.source
    # in HLO text, a reshape to the same shape is a copy to another layout
    copy = "stablehlo.reshape" if source is not None and is_hlo(source) else ""
    for operation in program.named(*(name for name in _UNCHANGED if name != copy)):
        result = operation.results[0]
        has_type = _is_large(result) and operation.operands[0].type == result.type
        if has_type and _UNCHANGED[operation.name](operation):
            fix = replacement(program, operation, operation.operands[:1], "use the operand instead")
            yield Finding(operation, f"`{operation.name}` returns its operand unchanged", fix=fix)


# -- constants ------------------------------------------------------------------------------------------


@rule(
    "PERF003",
    why="The program takes more space, in its file and in memory, than necessary.",
    help="Write the repeated part once, and broadcast it: `broadcast_in_dim` is cheap.",
    settings={"lint.max-repeated-size": "16 B"},
)
def repeated_constant(program: Program) -> Iterator[Finding]:
    """A constant larger than `lint.max-repeated-size` repeats the same elements along a dimension."""
    for operation in program.having("value"):
        value = operation.attributes["value"]
        if not isinstance(value, Dense) or value.elements.nbytes <= program.settings.max_repeated_size:
            continue
        axes = _repeated_axes(value)
        if axes:
            size = in_units(value.elements.nbytes)
            message = f"constant of {size} repeats the same elements along dimension {axes[0]}"
            yield Finding(operation, message, (("result_type", 0),))


def _repeated_axes(constant: Dense) -> list[int]:
    """The dimensions along which all slices are bitwise identical."""
    array = constant.array
    bits = array.view(f"V{array.dtype.itemsize}") if array.flags.c_contiguous else array
    return [
        axis
        for axis, size in enumerate(array.shape)
        if size > 1 and bool((np.take(bits, [0], axis) == bits).all())
    ]


# -- gather ---------------------------------------------------------------------------------------------


@rule(
    "PERF004",
    why="Compilers fuse a slice into its users or make it a view; a gather loads its indices at run time.",
    help="Use a slice. In JAX, `x[2]` with a Python integer is a slice, and `x[jnp.array(2)]` is a gather.",
    fix="safe",
)
def gather_of_a_slice(program: Program) -> Iterator[Finding]:
    """The start indices of a dynamic_slice are constant, or those of a gather that takes one slice, or slices
    at equal distances.

    Slices of a single element are cheap, and are not reported.
    """
    for operation in program.named("stablehlo.gather", "stablehlo.dynamic_slice"):
        ranges = slice_of(operation) if _is_large(operation.results[0]) else None
        if ranges is not None:
            new = as_slice(operation, ranges)
            fix = rewriting(program, operation, new) if new else None
            yield Finding(operation, f"`{operation.name}` with constant start indices is a slice", fix=fix)


# -- loops ----------------------------------------------------------------------------------------------


@rule(
    "PERF005",
    why="""
    Compilers cannot unroll the loop or plan its memory, some devices do not support such loops, and the loop
    may not terminate.
    """,
    help="Limit the trip count by a constant: `i < 1000 and not converged`.",
    severity=Severity.NOTE,
)
def unbounded_loop(program: Program) -> Iterator[Finding]:
    """The trip count of a `while` has no constant bound."""
    for loop in program.named("stablehlo.while"):
        if trip_count_of(loop) is None:
            yield Finding(loop, "the trip count of this loop is not statically known")


@rule(
    "PERF006",
    why="Each iteration computes the same value, and few compilers hoist such ops out of loops.",
    help="Hoist the operation out of the loop, and use its result inside.",
)
def loop_invariant(program: Program) -> Iterator[Finding]:
    """An expensive op, such as a reduction or a product, is loop-invariant: its operands do not change in the
    loop. Functions called by the body are checked too.
    """
    reported = set[Operation]()
    for loop in program.named("stablehlo.while"):
        body = loop.regions[1].entry
        for operation in _Invariants(program).loop(body) if body else ():
            if _is_expensive(operation) and operation not in reported:
                reported.add(operation)
                message = f"`{operation.name}` is loop-invariant"
                yield Finding(operation, message, related=((loop, "in this loop"),))


def _is_expensive(operation: Operation) -> bool:
    """Whether it sums, solves, sorts or gathers."""
    op = OPS.get(operation.name)
    if op is None or op.elementwise:
        return False
    return op.numerics.error in ("sum", "norm") or op.numerics.decides or op.is_gather


class _Invariants:
    """The loop-invariant operations, which depend only on constants and on values that do not change."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.visited = set[tuple[Operation, frozenset[Value]]]()  # functions, with arguments that vary

    def loop(self, body: Block) -> Iterator[Operation]:
        carried = zip(body.arguments, body.operations[-1].operands, strict=True)
        return self.block(body, {argument for argument, value in carried if argument is not value})

    def block(self, block: Block, varying: set[Value]) -> Iterator[Operation]:
        for operation in block.operations[:-1]:
            read = [value for inner in operation.walk() for value in inner.operands]
            varies = not varying.isdisjoint(read) or self.program.effects.has_effects(operation)
            yield from self.call(operation, varying)
            if varies:
                varying.update(operation.results)
            else:
                yield operation

    def call(self, call: Operation, varying: set[Value]) -> Iterator[Operation]:
        function = self.program.callee(call)
        if function is None or function.body is None:
            return
        passed = zip(function.arguments, call.operands, strict=True)
        inside = frozenset(argument for argument, value in passed if value in varying)
        if (function, inside) not in self.visited:
            self.visited.add((function, inside))
            yield from self.block(function.body, set(inside))


# -- layouts --------------------------------------------------------------------------------------------


@rule(
    "PERF101",
    why="""
    On CPUs and TPUs, convolutions are fastest if the feature dimension is last (`[b, 0, 1, f]`), and products
    if batching dimensions come first and contracting dimensions are at one end of the rest. Otherwise,
    compilers transpose the operand.
    """,
    help="""
    Export the model with channels last: the default in Flax, `channels_last` in PyTorch. In attention, put
    the heads first: `bhqd,bhkd->bhqk` rather than `bqhd,bkhd->bhqk`.
    """,
    severity=Severity.NOTE,
    preview=True,
)
def unfavourable_dimensions(program: Program) -> Iterator[Finding]:
    """The input of a convolution has its feature dimension before spatial dimensions; or an operand of a
    dot_general has a batching dimension after other dimensions, or contracting dimensions between others.

    Gradients of convolutions, which move the batch dimension too, are not reported. Dimensions of size 1 are
    ignored.
    """
    for operation in program.named("stablehlo.convolution"):
        if _has_features_first(operation):
            yield Finding(operation, "the feature dimension precedes spatial dimensions")
    for operation in program.named("stablehlo.dot_general"):
        attributes, faults = attributes_of(operation), []
        for side, value in zip(("lhs", "rhs"), operation.operands, strict=True):
            batching, contracting = (attributes[f"{side}_{kind}_dimensions"] for kind in _KINDS)
            faults += [f"`{side}` has {fault}" for fault in _order_faults(value, batching, contracting)]
        if faults:
            yield Finding(operation, "; ".join(faults))


_KINDS = ("batching", "contracting")


def _has_features_first(convolution: Operation) -> bool:
    attributes, type = attributes_of(convolution), convolution.operands[0].type
    spatial, feature = attributes["input_spatial_dimensions"], attributes["input_feature_dimension"]
    is_plain = attributes["input_batch_dimension"] == attributes["output_batch_dimension"] == 0
    is_single = isinstance(type, TensorType) and type.shape is not None and type.shape[feature] == 1
    return is_plain and not is_single and any(feature < axis for axis in spatial)


def _order_faults(value: Value, batching: Sequence[int], contracting: Sequence[int]) -> Iterator[str]:
    """The faults in the order of an operand's dimensions, because of which it has to be transposed."""
    if not isinstance(value.type, TensorType) or value.type.shape is None:
        return
    kinds = "".join(
        "b" if axis in batching else "c" if axis in contracting else "f"
        for axis, size in enumerate(value.type.shape)
        if size != 1
    )
    if "b" in kinds.lstrip("b"):
        yield "a batching dimension after other dimensions"
    elif not re.fullmatch("b*(c*f*|f*c*)", kinds):
        yield "contracting dimensions between other dimensions"
