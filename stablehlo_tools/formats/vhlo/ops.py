"""The ops of VHLO (stablehlo/dialect/VhloOps.td): in which versions of StableHLO which versions of them are.

An op has the attributes that the op of StableHLO declares, and its first version came with the op (`since` of
the declaration). Below is what older versions of it lack or have beside them. There is no default in VHLO:
all attributes are written.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from stablehlo_tools.ops.model.attributes import DISCARDABLE
from stablehlo_tools.ops.model.versions import MINIMUM, Version, version_named
from stablehlo_tools.ops.registry import OPS

# The ops that have a second version, by the version of StableHLO that brought it.
_SECOND: Final = """
0.20: dynamic_conv
1.1: dynamic_gather gather scatter
1.5: all_gather all_reduce all_to_all
1.6: dot_general
1.9: exponential
1.10: cbrt cosine exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tan tanh
1.12: recv send
1.14: composite
1.18: custom_call
1.20: collective_broadcast
"""

_ALGORITHM: Final = """
    lhs_precision_type rhs_precision_type accumulation_type lhs_component_count rhs_component_count
    num_primitive_operations allow_imprecise_accumulation
"""
_ACCURATE: Final = """
    cbrt cosine exponential exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tan tanh
"""
# What the first version of an op lacks, of those that have a second one.
_ADDED: Final = {
    "collective_broadcast": "has_dynamic_root",
    "custom_call": "result_tilings",
    "dot_general": _ALGORITHM,
    "dynamic_gather": "operand_batching_dims start_indices_batching_dims",
    "gather": "operand_batching_dims start_indices_batching_dims",
    "recv": "source_target_pairs",
    "scatter": "input_batching_dims scatter_indices_batching_dims",
    "send": "source_target_pairs",
    **dict.fromkeys(_ACCURATE.split(), "result_accuracy"),
}
_REMOVED: Final = {"dynamic_conv": "padding"}
# The first versions of these have one operand and one result.
SINGLE: Final = frozenset({"all_gather_v1", "all_reduce_v1", "all_to_all_v1"})

# Ops of which StableHLO declares no attributes, or others.
_ATTRIBUTES: Final = {
    "call": "callee",
    "func": "arg_attrs function_type res_attrs sym_name sym_visibility",
    "custom_call": """
        api_version backend_config call_target_name called_computations has_side_effect operand_layouts
        output_operand_aliases result_layouts result_tilings
    """,
}
# The ops that are not of the dialect StableHLO there.
OTHER_DIALECTS: Final = {"call": "func.call", "func": "func.func", "return": "stablehlo.return"}


class VersionedOp(NamedTuple):
    """A version of an op: `vhlo.<name>_v<number>`, with its attributes, sorted."""

    name: str
    number: int
    since: Version
    attributes: tuple[str, ...]

    @property
    def versioned_name(self) -> str:
        """The name with its number."""
        return f"{self.name}_v{self.number}"

    @property
    def added(self) -> frozenset[str]:
        """The attributes that it has and the version before it has not."""
        before = versioned_ops().get(f"{self.name}_v{self.number - 1}")
        return frozenset(self.attributes).difference(before.attributes) if before else frozenset()

    @property
    def stablehlo_name(self) -> str:
        """The op that it stands for."""
        return OTHER_DIALECTS.get(self.name, f"stablehlo.{self.name}")


@functools.cache
def versioned_ops() -> Mapping[str, VersionedOp]:
    """All versions of all ops, by name: `abs_v1`."""
    declared = (name.partition(".")[2] for name in OPS if name.startswith("stablehlo."))
    versions = [version for name in sorted({*declared, *OTHER_DIALECTS}) for version in _versions(name)]
    return {version.versioned_name: version for version in versions}


def _versions(name: str) -> Iterator[VersionedOp]:
    op = OPS.get(f"stablehlo.{name}")
    first = Version(*op.history.since) if op is not None and op.history.since else MINIMUM
    second = _second_versions().get(name)
    yield VersionedOp(name, 1, first, _attributes(name, is_last=second is None))
    if second is not None:
        yield VersionedOp(name, 2, second, _attributes(name, is_last=True))


@functools.cache
def _second_versions() -> Mapping[str, Version]:
    rows = (line.split(": ") for line in _SECOND.strip().splitlines())
    return {name: version_named(since) for since, names in rows for name in names.split()}


def _attributes(name: str, *, is_last: bool) -> tuple[str, ...]:
    op = OPS.get(f"stablehlo.{name}")
    declared = {field.name for field in op.attributes if field.name not in DISCARDABLE} if op else set()
    names = set(_ATTRIBUTES[name].split()) if name in _ATTRIBUTES else declared
    if not is_last:
        names = (names - set(_ADDED.get(name, "").split())) | set(_REMOVED.get(name, "").split())
    return tuple(sorted(names))


@functools.cache
def versions_of(stablehlo_name: str) -> tuple[VersionedOp, ...]:
    """The versions of an op of StableHLO, or of `func`, the newest first; none for one that VHLO has not."""
    name = "stablehlo.return" if stablehlo_name == "func.return" else stablehlo_name
    return tuple(op for op in reversed([*versioned_ops().values()]) if op.stablehlo_name == name)
