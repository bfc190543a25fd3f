"""Performance: what costs more than it has to."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.analysis.trip_count import trips
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.interpret.memory import in_units
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.linter.edits import replacement, rewriting
from stablehlo_tools.linter.rule import Finding, rule
from stablehlo_tools.linter.slices import as_slice, slice_of
from stablehlo_tools.loading.programs import is_hlo
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.transform.dce import has_effects

if TYPE_CHECKING:
    from stablehlo_tools.linter.program import Program


def _attributes(operation: Operation) -> dict[str, Any]:
    """The attributes under the specification's names."""
    return spec_attributes(OPS[operation.name], operation)


def _made_by(value: Value, name: str) -> Operation | None:
    """The operation of this name that a value is the result of."""
    owner = value.owner
    return owner if isinstance(owner, Operation) and owner.name == name else None


# -- pairs that cancel ----------------------------------------------------------------------------------


Undoes = Callable[[Sequence[Operation]], bool]
"""Whether operations of one kind, each of the result of the one before it, change nothing together."""


def _transposes_cancel(chain: Sequence[Operation]) -> bool:
    order = list(range(len(_attributes(chain[0])["permutation"])))
    for operation in chain:
        order = [order[index] for index in _attributes(operation)["permutation"]]
    return order == sorted(order)


def _reshapes_cancel(chain: Sequence[Operation]) -> bool:
    """Whether each changes the shape: one that does not is a finding itself, and in HLO text a copy."""
    return all(operation.operands[0].type != operation.results[0].type for operation in chain)


def _always(chain: Sequence[Operation]) -> bool:
    return True  # the types are equal


def _in_pairs(cancel: Callable[[Operation, Operation], bool]) -> Undoes:
    return lambda chain: len(chain) == 2 and cancel(*chain)


def _converts_cancel(first: Operation, second: Operation) -> bool:
    """Whether the first widens: what is narrowed in between does not come back."""
    before, between = first.operands[0].type, first.results[0].type
    assert isinstance(before, TensorType)
    assert isinstance(between, TensorType)
    narrow, wide = before.element_type, between.element_type
    if not isinstance(narrow, ElementType) or not isinstance(wide, ElementType):
        return False
    return (narrow.name, wide.name) in _EXACT or _holds_integers(narrow, wide)


def _holds_integers(narrow: ElementType, wide: ElementType) -> bool:
    if narrow.kind == "boolean":
        return wide.kind in ("signed", "unsigned", "float")
    kinds = (narrow.kind, wide.kind)
    return kinds in (("signed", "signed"), ("unsigned", "unsigned"), ("unsigned", "signed")) and (
        wide.bits > narrow.bits
    )


_EXACT: Final = frozenset({("f16", "f32"), ("f16", "f64"), ("bf16", "f32"), ("bf16", "f64"), ("f32", "f64")})


_CANCELLING: Final[Mapping[str, Undoes]] = {
    "stablehlo.transpose": _transposes_cancel,
    "stablehlo.reshape": _reshapes_cancel,
    "stablehlo.convert": _in_pairs(_converts_cancel),
    "stablehlo.bitcast_convert": _always,
    "stablehlo.reverse": _in_pairs(
        lambda first, second: (
            sorted(_attributes(first)["dimensions"]) == sorted(_attributes(second)["dimensions"])
        )
    ),
    "stablehlo.negate": _in_pairs(lambda first, second: True),
    "stablehlo.not": _in_pairs(lambda first, second: True),
}
_LONGEST = 8  # of chains that are looked at


@rule(
    "PERF001",
    why="Together they change nothing, and unless a compiler sees that, each moves all elements.",
    help="Use what goes into the first. In a model, it is often a layout that two layers do not agree on.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
      return %1 : tensor<2x3xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      return %x : tensor<2x3xf32>
    }
    """,
)
def cancelling_pair(program: Program) -> Iterator[Finding]:
    """An operation undoes the one before it: two transposes, reshapes, converts, reverses or negations, or
    several reshapes or transposes after each other.
    """
    for operation in program.named(*_CANCELLING):
        first = _undone(operation)
        if first is not None:
            which = "the one" if operation.operands[0] is first.results[0] else "those"
            message = f"this {operation.name} undoes {which} before it"
            fix = replacement(program, operation, first.operands[:1], "use what goes into the first")
            yield Finding(operation, message, related=((first, "this is undone"),), fix=fix)


def _undone(operation: Operation) -> Operation | None:
    """The first of the operations that this one undoes."""
    chain = [operation]
    while len(chain) < _LONGEST:
        before = _made_by(chain[0].operands[0], operation.name)
        if before is None:
            return None
        chain.insert(0, before)
        if before.operands[0].type == operation.results[0].type and _CANCELLING[operation.name](chain):
            return before
    return None


# -- what does nothing ----------------------------------------------------------------------------------


def _is_identity(operation: Operation) -> bool:
    """Whether the result is the first operand, of the same type, as it is."""
    name = operation.name.partition(".")[2]
    if name in ("reshape", "convert", "bitcast_convert", "slice"):
        return True
    if name == "concatenate":
        return len(operation.operands) == 1
    attributes = _attributes(operation)
    if name == "transpose":
        return list(attributes["permutation"]) == list(range(len(attributes["permutation"])))
    if name == "broadcast_in_dim":
        dimensions = attributes["broadcast_dimensions"]
        return list(dimensions) == list(range(len(dimensions)))
    if name == "pad":
        return not any(any(attributes[part]) for part in _PADDING)
    return name == "reverse" and not attributes["dimensions"]


def _is_large(value: Value) -> bool:
    """Whether it has more than one element."""
    type = value.type
    return isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) > 1


_PADDING = ("edge_padding_low", "edge_padding_high", "interior_padding")
_MAY_DO_NOTHING: Final = tuple(
    f"stablehlo.{name}"
    for name in (
        "reshape", "convert", "bitcast_convert", "slice", "concatenate", "transpose", "broadcast_in_dim",
        "pad", "reverse",
    )
)  # fmt: skip


@rule(
    "PERF002",
    why="It is one more thing to read, to check and to compile, and where it is executed it may copy.",
    help="Use its operand.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = stablehlo.concatenate %x, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<2x3xf32>) -> tensor<4x3xf32> {
      %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
      return %0 : tensor<4x3xf32>
    }
    """,
)
def no_effect(program: Program) -> Iterator[Finding]:
    """The result of an operation is its operand as it was: a concatenate of one, a full slice.

    Those of one element cost nothing and are not counted.
    """
    source = program.module.source
    # of HLO text, a reshape into the same shape is a copy into another layout
    copy = "stablehlo.reshape" if source is not None and is_hlo(source) else ""
    for operation in program.named(*(name for name in _MAY_DO_NOTHING if name != copy)):
        result = operation.results[0]
        if _is_large(result) and operation.operands[0].type == result.type and _is_identity(operation):
            fix = replacement(program, operation, operation.operands[:1], "use its operand")
            yield Finding(operation, f"this {operation.name} gives back its operand", fix=fix)


# -- constants ------------------------------------------------------------------------------------------


@rule(
    "PERF003",
    why="The program is larger than it has to be, and so is the memory that it takes.",
    help="Write the part that is repeated, and broadcast it: broadcast_in_dim takes next to nothing.",
    bad="""
    func.func @main() -> tensor<4x4xf32> {
      %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0],
        [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<4x4xf32>
      return %0 : tensor<4x4xf32>
    }
    """,
    good="""
    func.func @main() -> tensor<4x4xf32> {
      %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
      return %1 : tensor<4x4xf32>
    }
    """,
    settings={"lint.max-repeated-size": "16 B"},
)
def repeated_constant(program: Program) -> Iterator[Finding]:
    """A constant larger than `lint.max-repeated-size` has the same elements all along a dimension."""
    for operation in program.operations:
        value = operation.attributes.get("value")
        if not isinstance(value, Dense) or value.elements.nbytes <= program.settings.max_repeated_size:
            continue
        axes = _repeated_axes(value)
        if axes:
            size = in_units(value.elements.nbytes)
            message = f"this constant of {size} repeats the same elements along dimension {axes[0]}"
            yield Finding(operation, message, (("result_type", 0),))


def _repeated_axes(constant: Dense) -> list[int]:
    """The dimensions along which all slices are the same, bit by bit."""
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
    why="A slice is a view, or fused into what reads it; a gather reads its indices at run time.",
    help="Write a slice. In JAX, `x[2]` with a Python integer is one, `x[jnp.array(2)]` is not.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<8x4xf32>) -> tensor<4xf32> {
      %i = stablehlo.constant dense<2> : tensor<1xi32>
      %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0],
        collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 4>}
        : (tensor<8x4xf32>, tensor<1xi32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8x4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.slice %x [2:3, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
      %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    """,
)
def gather_of_a_slice(program: Program) -> Iterator[Finding]:
    """A gather takes one slice, or slices at equal distances, from places that follow from constants; or a
    dynamic_slice begins at such a place.

    Those of one element cost nothing and are not counted.
    """
    for operation in program.named("stablehlo.gather", "stablehlo.dynamic_slice"):
        ranges = slice_of(operation) if _is_large(operation.results[0]) else None
        if ranges is not None:
            new = as_slice(operation, ranges)
            fix = rewriting(program, operation, new) if new else None
            yield Finding(operation, f"this {operation.name} takes a slice from a constant place", fix=fix)


# -- loops ----------------------------------------------------------------------------------------------


@rule(
    "PERF005",
    why="""
    Compilers cannot unroll it or plan its memory, some devices do not run such loops at all, and nothing says
    that it ends.
    """,
    help="Count up to a constant, beside what else ends the loop: `i < 1000 and not converged`.",
    bad="""
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.while(%y = %x) : tensor<f32>
      cond {
        %one = stablehlo.constant dense<1.0> : tensor<f32>
        %1 = stablehlo.compare GT, %y, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %half = stablehlo.constant dense<0.5> : tensor<f32>
        %1 = stablehlo.multiply %y, %half : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }
      return %0 : tensor<f32>
    }
    """,
    good="""
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f32>
      cond {
        %last = stablehlo.constant dense<64> : tensor<i32>
        %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %half = stablehlo.constant dense<0.5> : tensor<f32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %1 = stablehlo.add %i, %one : tensor<i32>
        %2 = stablehlo.multiply %y, %half : tensor<f32>
        stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
      }
      return %0#1 : tensor<f32>
    }
    """,
    severity=Severity.NOTE,
)
def unbounded_loop(program: Program) -> Iterator[Finding]:
    """Nothing in the text says how often a `while` goes round at most."""
    for loop in program.named("stablehlo.while"):
        if trips(loop) is None:
            yield Finding(loop, "how often this loop goes round does not follow from constants")


_COSTLY: Final = tuple(
    f"stablehlo.{name}"
    for name in (
        "dot_general", "convolution", "reduce", "reduce_window", "sort", "gather", "scatter", "fft",
        "cholesky", "triangular_solve",
    )
)  # fmt: skip


@rule(
    "PERF006",
    why="It computes the same in every round; few compilers move such ops out of loops.",
    help="Compute it before the loop, and use the result inside.",
    bad="""
    func.func @main(%x: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<8xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0:3 = stablehlo.while(%i = %zero, %y = %x, %v = %w) : tensor<i32>, tensor<8xf32>, tensor<8x8xf32>
      cond {
        %last = stablehlo.constant dense<64> : tensor<i32>
        %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %nothing = stablehlo.constant dense<0.0> : tensor<f32>
        %1 = stablehlo.add %i, %one : tensor<i32>
        %2 = stablehlo.reduce(%v init: %nothing) applies stablehlo.add across dimensions = [0]
          : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
        %3 = stablehlo.multiply %y, %2 : tensor<8xf32>
        stablehlo.return %1, %3, %v : tensor<i32>, tensor<8xf32>, tensor<8x8xf32>
      }
      return %0#1 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<8xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %nothing = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%w init: %nothing) applies stablehlo.add across dimensions = [0]
        : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
      %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
      cond {
        %last = stablehlo.constant dense<64> : tensor<i32>
        %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %1 = stablehlo.add %i, %one : tensor<i32>
        %2 = stablehlo.multiply %y, %s : tensor<8xf32>
        stablehlo.return %1, %2 : tensor<i32>, tensor<8xf32>
      }
      return %0#1 : tensor<8xf32>
    }
    """,
)
def loop_invariant(program: Program) -> Iterator[Finding]:
    """A reduction, a product or the like in the body of a loop, or in a function that it calls, has operands
    that never change there.
    """
    reported = set[Operation]()
    for loop in program.named("stablehlo.while"):
        body = loop.regions[1].entry
        for operation in _Invariants(program).of_loop(body) if body else ():
            if operation.name in _COSTLY and operation not in reported:
                reported.add(operation)
                message = f"this {operation.name} computes the same in every round of the loop"
                yield Finding(operation, message, related=((loop, "this loop"),))


class _Invariants:
    """The operations that compute the same in each round: from constants and what stays as it is."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.called = set[tuple[Operation, frozenset[Value]]]()  # functions, with arguments that vary

    def of_loop(self, body: Block) -> Iterator[Operation]:
        carried = zip(body.arguments, body.operations[-1].operands, strict=True)
        return self.of_block(body, {argument for argument, value in carried if argument is not value})

    def of_block(self, block: Block, varying: set[Value]) -> Iterator[Operation]:
        for operation in block.operations[:-1]:
            read = [value for each in operation.walk() for value in each.operands]
            varies = not varying.isdisjoint(read) or has_effects(operation, self.program.by_symbol)
            yield from self.of_call(operation, varying)
            if varies:
                varying.update(operation.results)
            else:
                yield operation

    def of_call(self, call: Operation, varying: set[Value]) -> Iterator[Operation]:
        function = self.program.callee(call)
        if function is None or function.body is None:
            return
        handed = zip(function.arguments, call.operands, strict=True)
        inside = frozenset(argument for argument, value in handed if value in varying)
        if (function, inside) not in self.called:
            self.called.add((function, inside))
            yield from self.of_block(function.body, set(inside))


# -- layouts --------------------------------------------------------------------------------------------


@rule(
    "PERF101",
    why="""
    CPUs and TPUs compute fastest where the features come last ([b, 0, 1, f]), and products where batches come
    first and what is summed is at one end of the rest. Of other operands, compilers make a transposed copy.
    """,
    help="""
    Export the model with channels last: in Flax that is the default, in PyTorch `channels_last`. Keep the
    heads of attention in front: `bhqd,bhkd->bhqk` rather than `bqhd,bkhd->bhqk`.
    """,
    bad="""
    func.func @main(%x: tensor<1x8x16x16xf32>, %w: tensor<3x3x8x4xf32>) -> tensor<1x4x14x14xf32> {
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x8x16x16xf32>, tensor<3x3x8x4xf32>) -> tensor<1x4x14x14xf32>
      return %0 : tensor<1x4x14x14xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<1x16x16x8xf32>, %w: tensor<3x3x8x4xf32>) -> tensor<1x14x14x4xf32> {
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x16x16x8xf32>, tensor<3x3x8x4xf32>) -> tensor<1x14x14x4xf32>
      return %0 : tensor<1x14x14x4xf32>
    }
    """,
    severity=Severity.NOTE,
    preview=True,
)
def unfavourable_dimensions(program: Program) -> Iterator[Finding]:
    """A convolution of images has their features before their spatial dimensions; or an operand of a
    dot_general has a batching dimension behind another, or contracting dimensions between others.

    Gradients of convolutions, whose batch is elsewhere too, are not counted, nor are dimensions of size 1.
    """
    for operation in program.named("stablehlo.convolution"):
        if _has_features_first(operation):
            yield Finding(operation, "its features come before its spatial dimensions")
    for operation in program.named("stablehlo.dot_general"):
        attributes, mixed = _attributes(operation), []
        for side, value in zip(("lhs", "rhs"), operation.operands, strict=True):
            batching, contracting = (attributes[f"{side}_{kind}_dimensions"] for kind in _KINDS)
            mixed += [f"of its {side}, {what}" for what in _mixed(value, batching, contracting)]
        if mixed:
            yield Finding(operation, "; ".join(mixed))


_KINDS = ("batching", "contracting")


def _has_features_first(convolution: Operation) -> bool:
    attributes, type = _attributes(convolution), convolution.operands[0].type
    spatial, feature = attributes["input_spatial_dimensions"], attributes["input_feature_dimension"]
    is_plain = attributes["input_batch_dimension"] == attributes["output_batch_dimension"] == 0
    is_single = isinstance(type, TensorType) and type.shape is not None and type.shape[feature] == 1
    return is_plain and not is_single and any(feature < each for each in spatial)


def _mixed(value: Value, batching: Sequence[int], contracting: Sequence[int]) -> Iterator[str]:
    """How the dimensions of an operand are mixed, so that it has to be transposed."""
    if not isinstance(value.type, TensorType) or value.type.shape is None:
        return
    kinds = "".join(
        "b" if axis in batching else "c" if axis in contracting else "f"
        for axis, size in enumerate(value.type.shape)
        if size != 1
    )
    if "b" in kinds.lstrip("b"):
        yield "a batching dimension stands behind another"
    elif not re.fullmatch("b*(c*f*|f*c*)", kinds):
        yield "contracting dimensions stand between others"
