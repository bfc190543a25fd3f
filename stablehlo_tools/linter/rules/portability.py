"""Portability: what other versions of StableHLO, compilers and devices may not take."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from stablehlo_tools.attributes import Attribute
from stablehlo_tools.diagnostic import Severity
from stablehlo_tools.ir import Operation
from stablehlo_tools.linter.modern import modern, respelled
from stablehlo_tools.linter.rule import Finding, rule
from stablehlo_tools.linter.versions import newer_parts, newer_types
from stablehlo_tools.ops.attributes import holder_of, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.reading import is_hlo
from stablehlo_tools.types import TensorType
from stablehlo_tools.values import DenseResource

if TYPE_CHECKING:
    from stablehlo_tools.linter.program import Program


@rule(
    "PORT001",
    why="""
    The specification promises only six months of compatibility for such ops, and they are on their way out.
    """,
    remedy="Write the op that the message names.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }
    """,  # noqa: E501
)
def deprecated_op(program: Program) -> Iterator[Finding]:
    """An op is deprecated by the specification: `broadcast`, `create_token`, `cross-replica-sum`, `dot`,
    `einsum`, `map`, `rng`, `torch_index_select`, `unary_einsum`.

    There is no fix for `rng`, whose successor needs a state that the program does not have, for a `map` whose
    body is more than elementwise ops, and for an einsum that is no product and no sum.
    """
    deprecated = {name: op.instead for name, op in OPS.items() if op.instead}
    for operation in program.named(*deprecated):
        help = f"write {deprecated[operation.name]} instead"
        fix = modern(program, operation)
        yield Finding(operation, f"{operation.name} is deprecated", helps=(help,) if not fix else (), fix=fix)


_OF_PORTABLE_ARTIFACTS = frozenset({"stablehlo", "func", "builtin", "sdy"})


@rule(
    "PORT002",
    why="""
    A portable artifact of StableHLO holds ops of StableHLO alone. What else there is has no version, and is
    read only by what knows it in the same form, or has to be lowered first.
    """,
    remedy="""
    Lower it before exporting; for chlo, `stablehlo-opt --chlo-legalize-to-stablehlo` does that, and
    `jax.export` does so when it serializes.
    """,
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = "mhlo.bitcast"(%x) : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def foreign_op(program: Program) -> Iterator[Finding]:
    """An op is of another dialect, as those of CHLO and MHLO are.

    Of CHLO that is a note: frameworks write such ops (JAX does for a LayerNorm), and compilers that take
    StableHLO lower them.
    """
    for operation in program.operations:
        dialect = operation.name.partition(".")[0]
        if dialect not in _OF_PORTABLE_ARTIFACTS:
            message = f"{operation.name} is not of StableHLO: no version of it is promised"
            yield Finding(operation, message, severity=Severity.NOTE if dialect == "chlo" else None)


# Targets whose contracts those who register them, JAX and XLA, promise to keep.
_STABLE: Final = (
    "AllocateBuffer", "ApproxTopK", "Eigh", "LuDecomposition", "ProductOfElementaryHouseholderReflectors",
    "Qr", "SPMDFullToShardShape", "SPMDShardToFullShape", "Sharding", "annotate_device_placement",
    "cu_lu_pivots_to_permutation", "hip_lu_pivots_to_permutation", "*_threefry2x32_ffi", "cusolver_*_ffi",
    "cusparse_*_ffi", "hipsolver_*_ffi", "lapack_*_ffi", "mosaic_gpu_v2", "shape_assertion",
    "stablehlo.dynamic_*", "tf.call_tf_function", "tpu_custom_call", "xla.sdy.*",
)  # fmt: skip


@rule(
    "PORT003",
    why="""
    What a custom call computes is between the exporter and the one compiler that knows its target; without a
    promise, the next version of that compiler may know it no more, or otherwise.
    """,
    remedy="""
    Write it in ops of StableHLO or as a composite, which has a meaning of its own; or list a target whose
    contract you keep yourself in `lint.allowed-custom-calls`.
    """,
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.custom_call @my_kernel(%x) : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.custom_call @my_stable_kernel(%x) : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    settings={"lint.allowed-custom-calls": ["my_stable_*"]},
)
def unstable_custom_call(program: Program) -> Iterator[Finding]:
    """A custom call has a target that nobody is known to keep stable."""
    allowed = (*_STABLE, *program.settings.allowed_custom_calls)
    for operation in program.named("stablehlo.custom_call"):
        target = operation.attributes.get("call_target_name")
        if isinstance(target, str) and not any(fnmatch.fnmatchcase(target, pattern) for pattern in allowed):
            message = f"nobody promises what custom_call @{target} is in other versions"
            yield Finding(operation, message, (("attribute", "call_target_name"),))


@rule(
    "PORT004",
    why="""
    The op does not have it, so that it means nothing to other tools: they drop it, or refuse the program.
    """,
    remedy="""
    Take it away; or put the name of a dialect in front of it, `mine.note`, as MLIR wants of what is not an
    op's own.
    """,
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.abs %x {note = "checked"} : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.abs %x {mine.note = "checked"} : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def unregistered_attribute(program: Program) -> Iterator[Finding]:
    """An op of StableHLO has an attribute that is not its own, and that names no dialect."""
    known: dict[str, frozenset[str]] = {}
    for operation in program.operations:
        op = OPS.get(operation.name)
        if op is None or not operation.name.startswith("stablehlo."):
            continue
        if op.name not in known:
            own = [field.name for field in op.attributes]
            known[op.name] = frozenset([*own, *(holder_of(op, name) for name in own), *_OF_MLIR])
        for name in operation.attributes:
            if name not in known[op.name] and "." not in name:
                message = f"{operation.name} has no attribute {name}"
                yield Finding(operation, message, (("attribute", name),))


_OF_MLIR = (
    "xla_shape", "result_layout", "source_layout",  # which XLA's converter writes
    "operandSegmentSizes", "resultSegmentSizes", "operand_segment_sizes", "result_segment_sizes",
    "result_tilings",
)  # fmt: skip


@rule(
    "PORT005",
    why="A compiler of that version does not know it, and refuses the program.",
    remedy="Leave it out, lower it to what there was before, or raise `target-version`.",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.tan %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.sine %x : tensor<8xf32>
      %1 = stablehlo.cosine %x : tensor<8xf32>
      %2 = stablehlo.divide %0, %1 : tensor<8xf32>
      return %2 : tensor<8xf32>
    }
    """,
    settings={"target-version": "1.0"},
)
def newer_than_target(program: Program) -> Iterator[Finding]:
    """An op, a type or an attribute came into StableHLO after `target-version`.

    Nothing is found unless that is set.
    """
    target = program.settings.target_version
    if not target:
        return
    wanted = tuple(int(part) for part in target.split(".")[:2])
    for operation in program.operations:
        for what, version in newer_parts(operation):
            if version > wanted:
                yield Finding(operation, f"{what} is of StableHLO {_version(version)}, after {target}")
    for function in program.functions:
        for argument in function.arguments:
            for what, version in newer_types(argument):
                if version > wanted:
                    yield Finding(argument, f"{what} is of StableHLO {_version(version)}, after {target}")


def _version(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


@rule(
    "PORT006",
    why="""
    Many compilers, and most devices, take static shapes alone; others compile anew for each shape.
    """,
    remedy="Export with the sizes that are used, or make them known: `shlo infer FILE --shapes NAME=8x128`.",
    bad="""
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.negate %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    severity=Severity.NOTE,
)
def dynamic_argument(program: Program) -> Iterator[Finding]:
    """An argument of a public function has sizes that are not known."""
    for function in program.functions:
        for argument in function.arguments if not function.is_private else ():
            if isinstance(argument.type, TensorType) and not argument.type.is_static:
                message = f"argument {argument.index} of @{function.symbol} has sizes that are not known"
                yield Finding(argument, message, label=str(argument.type))


@rule(
    "PORT007",
    why="The numbers are gone: the program was printed for reading, and cannot be run or compiled.",
    remedy="Print it again in full: in Python without `large_elements_limit`, elsewhere without eliding.",
    bad="""
    func.func @main() -> tensor<8xf32> {
      %0 = stablehlo.constant dense_resource<__elided__> : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main() -> tensor<8xf32> {
      %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    severity=Severity.ERROR,
)
def elided_constant(program: Program) -> Iterator[Finding]:
    """A constant was left out when the program was printed: `dense_resource<__elided__>`."""
    for operation in program.operations:
        for name, attribute in operation.attributes.items():
            if isinstance(attribute, DenseResource) and attribute.key == "__elided__":
                message = "the elements of this constant were left out when the program was printed"
                yield Finding(operation, message, (("attribute", name),))


_COLLECTIVE: Final = tuple(
    f"stablehlo.{name}"
    for name in (
        "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
        "collective_reduce", "reduce_scatter",
    )
)  # fmt: skip


@rule(
    "PORT008",
    why="""
    A channel is where processes meet: with one for two different ops, compilers refuse the program, or
    processes wait for each other for ever.
    """,
    remedy="Give each its own channel id.",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
      %1 = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
      %1 = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """,
)
def colliding_channel(program: Program) -> Iterator[Finding]:
    """Two collective ops of different kinds, or of different groups, have the same channel id, or two ops
    send, or receive, along the same channel.

    Where JAX exports for several partitions, and in HLO text, all collective ops may have channel 1, which
    XLA takes for "each its own": that is not counted.
    """
    collective = _by_channel(program, *_COLLECTIVE)
    is_hlo_text = program.source is not None and is_hlo(program.source)
    is_exported = is_hlo_text or "mhlo.num_partitions" in program.module.attributes
    is_of_jax = set(collective) == {1} and is_exported
    for channel, (first, *others) in {} if is_of_jax else collective.items():
        for other in others:
            if (other.name, _groups(other)) != (first.name, _groups(first)):
                yield _collision(other, f"channel {channel} is taken by another op", first)
    for name in ("stablehlo.send", "stablehlo.recv"):
        for channel, (first, *others) in _by_channel(program, name).items():
            for other in others:
                yield _collision(other, f"there is a {name} along channel {channel} already", first)


def _by_channel(program: Program, *names: str) -> dict[int, list[Operation]]:
    """The ops of these names that have a channel, in the order of the text."""
    found: dict[int, list[Operation]] = {}
    for operation in sorted(program.named(*names), key=lambda each: each.start):
        channel = spec_attributes(OPS[operation.name], operation)["channel_id"]
        if channel and channel > 0:
            found.setdefault(channel, []).append(operation)
    return found


def _collision(operation: Operation, message: str, first: Operation) -> Finding:
    return Finding(
        operation, message, (("attribute", "channel_handle"),), related=((first, "it is used here"),)
    )


def _groups(operation: Operation) -> Attribute | None:
    return operation.attributes.get("replica_groups", operation.attributes.get("source_target_pairs"))


@rule(
    "PORT009",
    why="Tools read it as long as they still know it; those that were written lately do not.",
    remedy="Write it as the message says.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<4x8xi8>) -> tensor<8x4xi8> {
      %0 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>}
        : (tensor<4x8xi8>) -> tensor<8x4xi8>
      return %0 : tensor<8x4xi8>
    }
    """,
    good="""
    func.func @main(%x: tensor<4x8xi8>) -> tensor<8x4xi8> {
      %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<4x8xi8>) -> tensor<8x4xi8>
      return %0 : tensor<8x4xi8>
    }
    """,
)
def outdated_spelling(program: Program) -> Iterator[Finding]:
    """Something is written as StableHLO no longer writes it."""
    for operation in program.operations:
        for old in operation.template.old_spellings if operation.template else ():
            yield Finding(
                operation,
                old.message,
                (("attribute", old.attribute),),
                helps=(old.help,),
                fix=respelled(program, operation, old),
            )
