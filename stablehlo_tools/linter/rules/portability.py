"""Portability: code that other versions, compilers or devices may reject."""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Iterator, Mapping
from typing import Final

from stablehlo_tools.diagnostics.diagnostic import Edit, Fix, Severity
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.formats.vhlo.needs import needs_of
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.linter.edits import rewriting
from stablehlo_tools.linter.rule import Finding, Program, rule
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.model.structs import holder_of
from stablehlo_tools.ops.model.versions import version_named
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.rewriter import MODERNIZE
from stablehlo_tools.text.statement.template import DeprecatedSpelling


@rule(
    "PORT001",
    why="Deprecated ops have only six months of compatibility guarantees, and will be removed.",
    help="Use the op that the message names.",
    fix="safe",
)
def deprecated_op(program: Program) -> Iterator[Finding]:
    """An op is deprecated: `broadcast`, `create_token`, `cross-replica-sum`, `dot`, `einsum`, `map`, `rng`,
    `torch_index_select`, `unary_einsum`.

    `rng` cannot be fixed, since its replacement requires a state that the program does not have; neither can
    a `map` whose body is not elementwise, an einsum that is neither a product nor a sum, or one of complex
    numbers or floats below 32 bits, whose sums may round otherwise.
    """
    deprecated = _deprecated()
    for operation in program.named(*deprecated):
        help = f"use {deprecated[operation.name]} instead"
        fix = modernization(program, operation)
        message = f"`{operation.name}` is deprecated"
        yield Finding(operation, message, helps=(help,) if not fix else (), fix=fix)


@functools.cache
def _deprecated() -> Mapping[str, str]:
    """The op to use instead of each deprecated one."""
    return {name: op.history.instead for name, op in OPS.items() if op.history.instead}


_PORTABLE_DIALECTS = frozenset({"stablehlo", "func", "builtin", "sdy"})


@rule(
    "PORT002",
    why="""
    A portable artifact contains only ops of StableHLO. Other dialects are not versioned: tools support their
    ops only in the form of the same version, or after lowering.
    """,
    help="""
    Lower the op before exporting. CHLO is lowered by `shlo convert --to stablehlo --target current`, by
    `stablehlo-opt --chlo-legalize-to-stablehlo`, and by `jax.export` when it serializes.
    """,
)
def foreign_op(program: Program) -> Iterator[Finding]:
    """An op belongs to another dialect, such as CHLO or MHLO.

    CHLO ops are reported as notes: frameworks emit them (JAX for a LayerNorm), and compilers that support
    StableHLO lower them.
    """
    foreign = {name for name in program.names if name.partition(".")[0] not in _PORTABLE_DIALECTS}
    for operation in program.operations if foreign else ():
        if operation.name in foreign:
            message = f"`{operation.name}` is not a StableHLO op, and has no compatibility guarantees"
            is_chlo = operation.name.startswith("chlo.")
            yield Finding(operation, message, severity=Severity.NOTE if is_chlo else None)


# Targets with compatibility guarantees by JAX or XLA, which register them.
_STABLE_TARGETS: Final = (
    "AllocateBuffer", "ApproxTopK", "Eigh", "LuDecomposition", "ProductOfElementaryHouseholderReflectors",
    "Qr", "SPMDFullToShardShape", "SPMDShardToFullShape", "Sharding", "annotate_device_placement",
    "cu_lu_pivots_to_permutation", "hip_lu_pivots_to_permutation", "*_threefry2x32_ffi", "cusolver_*_ffi",
    "cusparse_*_ffi", "hipsolver_*_ffi", "lapack_*_ffi", "mosaic_gpu_v2", "shape_assertion",
    "stablehlo.dynamic_*", "tf.call_tf_function", "tpu_custom_call", "xla.sdy.*",
)  # fmt: skip


@rule(
    "PORT003",
    why="""
    Only a compiler that implements the target can run the program. Without compatibility guarantees, the next
    version of that compiler may remove the target or change its semantics.
    """,
    help="""
    Use StableHLO ops, or a composite, which has a decomposition. If you guarantee the stability of the target
    yourself, add it to `lint.allowed-custom-calls`.
    """,
    settings={"lint.allowed-custom-calls": ["my_stable_*"]},
)
def unstable_custom_call(program: Program) -> Iterator[Finding]:
    """The target of a custom call has no known compatibility guarantees."""
    allowed = (*_STABLE_TARGETS, *program.settings.allowed_custom_calls)
    for operation in program.named("stablehlo.custom_call"):
        target = operation.attributes.get("call_target_name")
        if isinstance(target, str) and not any(fnmatch.fnmatchcase(target, pattern) for pattern in allowed):
            message = f"custom call target `@{target}` has no compatibility guarantees"
            yield Finding(operation, message, (("attribute", "call_target_name"),))


@rule(
    "PORT004",
    why="Other tools do not know the attribute: they drop it, or reject the program.",
    help="""
    Remove the attribute, or prefix it with the name of a dialect, such as `mine.note`, as MLIR requires for
    discardable attributes.
    """,
)
def unregistered_attribute(program: Program) -> Iterator[Finding]:
    """A StableHLO op has an attribute that it does not define, without a dialect prefix."""
    for (op_name, name), operations in program.by_attribute.items():
        op = OPS.get(op_name)
        if op is None or not op_name.startswith("stablehlo.") or "." in name or name in _ON_ANY_OP:
            continue
        own = [field.name for field in op.attributes]
        if name in own or name in (holder_of(op, each) for each in own):
            continue
        for operation in operations:
            yield Finding(operation, f"`{op_name}` has no attribute `{name}`", (("attribute", name),))


_ON_ANY_OP = (
    "xla_shape", "result_layout", "source_layout",  # written by XLA's converter
    "operandSegmentSizes", "resultSegmentSizes", "operand_segment_sizes", "result_segment_sizes",
)  # fmt: skip


@rule(
    "PORT005",
    why="A compiler of the target version rejects the program.",
    help="""
    Replace the feature by older ones, or raise `target-version`. `shlo convert --to stablehlo --target`
    rewrites some features; `shlo compat` lists which.
    """,
    settings={"target-version": "1.0"},
)
def newer_than_target(program: Program) -> Iterator[Finding]:
    """An op, type or attribute was added to StableHLO after `target-version`.

    The rule has no effect unless `target-version` is set.
    """
    target = program.settings.target_version
    if not target:
        return
    version = version_named(target)
    for operation in program.operations:
        for need in needs_of(operation):
            if need.since is not None and need.since > version.series:
                message = f"{need.what} requires StableHLO {need.since}, but `target-version` is {target}"
                yield Finding(operation, message, (need.place,) if need.place else ())


@rule(
    "PORT006",
    why="Many compilers, and most devices, require static shapes; others recompile for each shape.",
    help="Export with static shapes, or refine the program: `shlo infer FILE --shapes NAME=8x128`.",
    severity=Severity.NOTE,
)
def dynamic_argument(program: Program) -> Iterator[Finding]:
    """An argument of a public function has a dynamic shape."""
    for function in program.functions:
        for argument in function.arguments if not function.is_private else ():
            if isinstance(argument.type, TensorType) and not argument.type.is_static:
                message = f"argument {argument.index} of `@{function.symbol}` has a dynamic shape"
                yield Finding(argument, message, label=str(argument.type))


@rule(
    "PORT007",
    why="The elements are lost, so that the program cannot be run or compiled.",
    help="Print the program without eliding constants: in Python, without `large_elements_limit`.",
    severity=Severity.ERROR,
)
def elided_constant(program: Program) -> Iterator[Finding]:
    """The elements of a constant were elided when the program was printed: `dense_resource<__elided__>`."""
    for operation in program.operations:
        for name, attribute in operation.attributes.items():
            if isinstance(attribute, DenseResource) and attribute.is_elided:
                message = "the elements of this constant were elided when the program was printed"
                yield Finding(operation, message, (("attribute", name),))


_POINT_TO_POINT: Final = ("stablehlo.send", "stablehlo.recv")
_COLLECTIVE: Final = [
    op.name
    for op in OPS.values()
    if op.name not in _POINT_TO_POINT and any(field.name == "channel_id" for field in op.attributes)
]


@rule(
    "PORT008",
    why="""
    A channel identifies the op in which processes communicate. If different ops share one, compilers reject
    the program, or processes deadlock.
    """,
    help="Give each op its own channel id.",
)
def colliding_channel(program: Program) -> Iterator[Finding]:
    """Two collective ops of different kinds or with different groups, or two `send` or two `recv` ops, have
    the same channel id.

    In programs that JAX exports for several partitions, and in HLO text, all collective ops may have channel
    1, and XLA assigns each its own. This is not reported.
    """
    collective = _by_channel(program, *_COLLECTIVE)
    is_hlo_text = program.source is not None and is_hlo(program.source)
    is_exported = is_hlo_text or "mhlo.num_partitions" in program.module.attributes
    is_of_jax = set(collective) == {1} and is_exported
    for channel, (first, *later) in {} if is_of_jax else collective.items():
        for other in later:
            if (other.name, _groups(other)) != (first.name, _groups(first)):
                yield _collision(other, f"channel {channel} is already used by another op", first)
    for name in _POINT_TO_POINT:
        for channel, (first, *later) in _by_channel(program, name).items():
            for other in later:
                yield _collision(other, f"channel {channel} is already used by another `{name}`", first)


def _by_channel(program: Program, *names: str) -> dict[int, list[Operation]]:
    """The operations of these names by their channel ids, in source order."""
    channels: dict[int, list[Operation]] = {}
    for operation in sorted(program.named(*names), key=lambda each: each.start):
        channel = attributes_of(operation)["channel_id"]
        if channel and channel > 0:
            channels.setdefault(channel, []).append(operation)
    return channels


def _collision(operation: Operation, message: str, first: Operation) -> Finding:
    return Finding(
        operation, message, (("attribute", "channel_handle"),), related=((first, "first used here"),)
    )


def _groups(operation: Operation) -> Attribute | None:
    return operation.attributes.get("replica_groups", operation.attributes.get("source_target_pairs"))


@rule(
    "PORT009",
    why="Newer tools no longer support the old syntax.",
    help="Use the syntax that the message names.",
    fix="safe",
)
def outdated_spelling(program: Program) -> Iterator[Finding]:
    """A program uses syntax of an earlier version of StableHLO."""
    for operation in program.operations:
        for old in operation.template.old_spellings if operation.template else ():
            yield Finding(
                operation,
                old.message,
                (("attribute", old.attribute),),
                helps=(old.help,),
                fix=respelling(program, operation, old),
            )


# -- fixes that replace deprecated ops and old syntax ----------------------------------------------


def modernization(program: Program, operation: Operation) -> Fix | None:
    """The fix that replaces a deprecated op; None without a rewrite that is bitwise exact."""
    from stablehlo_tools.rewrite.registry import apply_rewrite  # many files, for deprecated ops only

    new = apply_rewrite(operation, (MODERNIZE,), exact=True)
    return None if new is None else rewriting(program, operation, new)


# Old patterns, and new templates, of functions, values of enums and bounds of types.
_RESPELLINGS: Final = (
    (re.compile(r"(?<![\w.\"@%#])func(?=\s+(?:(?:public|private|nested)\s+)?@)"), "func.func"),
    (re.compile(r'#(?P<dialect>\w+)<"(?P<value>\w+ \w+)">'), r"#\g<dialect><\g<value>>"),
    (
        re.compile(r"#stablehlo\.type_extensions<\s*bounds\s*=\s*\[(?P<bounds>[^\]]*)\]\s*>"),
        r"#stablehlo.bounds<\g<bounds>>",
    ),
)


def respelling(program: Program, operation: Operation, old: DeprecatedSpelling) -> Fix | None:
    """The fix that replaces old syntax in an operation by the current one."""
    if old.attribute:
        return _as_array(program, operation, old.attribute)
    span = operation.span
    if span is None:
        return None
    edits = [
        Edit(Span(span.source, *match.span()), match.expand(template))
        for pattern, template in _RESPELLINGS
        for match in pattern.finditer(span.source.text, span.start, span.end)
    ]
    return Fix("use the current syntax", tuple(edits)) if edits else None


def _as_array(program: Program, operation: Operation, name: str) -> Fix | None:
    """The fix that writes a dense literal as a dense array, such as `array<i64: 1, 0>`."""
    value, parts = operation.attributes.get(name), program.locator.locate(operation)
    span = parts.attributes.get(name) if parts else None
    if not isinstance(value, Dense) or span is None or not span.text.startswith(f"{name} ="):
        return None
    is_boolean = value.element_type.kind == "boolean"
    elements = [str(bool(element)).lower() if is_boolean else str(element) for element in value.tolist()]
    listed = f": {', '.join(elements)}" if elements else ""
    text = f"array<{value.element_type}{listed}>"
    return Fix(f"replace it with `{text}`", (Edit(span, f"{name} = {text}"),))
