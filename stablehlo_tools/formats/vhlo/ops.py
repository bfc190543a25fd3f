"""The ops of VHLO (stablehlo/dialect/VhloOps.td), and the versions of StableHLO that have them.

An op has the attributes that the op of StableHLO declares, whose `History` tells when it was introduced and
revised. VHLO has no defaults: all attributes are written.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from stablehlo_tools.ops.model.facts import ALL_VERSIONS
from stablehlo_tools.ops.model.structs import STRUCTS
from stablehlo_tools.ops.model.versions import MINIMUM, Version
from stablehlo_tools.ops.registry import OPS

# The attributes of ops that StableHLO does not declare.
_ATTRIBUTES: Final = {
    "call": ("callee",),
    "func": ("arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"),
}
# The ops that are not of the dialect StableHLO there.
OTHER_DIALECTS: Final = {"call": "func.call", "func": "func.func", "return": "stablehlo.return"}


class VersionedOp(NamedTuple):
    """A version of an op: `vhlo.<name>_v<number>`, with its attributes, sorted."""

    name: str
    number: int
    since: Version
    attributes: tuple[str, ...]
    takes_one: bool = False  # operand, and has one result

    @property
    def versioned_name(self) -> str:
        """The name with its number."""
        return f"{self.name}_v{self.number}"

    @property
    def added(self) -> frozenset[str]:
        """The attributes that the version adds to the one before it."""
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
    history = op.history if op is not None else ALL_VERSIONS
    first = Version(*history.since) if history.since else MINIMUM
    newest = frozenset(_attributes(name))
    if history.revised is None:
        yield VersionedOp(name, 1, first, tuple(sorted(newest)))
        return
    added = {field for holder in history.added for field in STRUCTS.get(holder, (holder,))}
    yield VersionedOp(
        name, 1, first, tuple(sorted((newest - added).union(history.removed))), history.took_one
    )
    yield VersionedOp(name, 2, Version(*history.revised), tuple(sorted(newest)))


def _attributes(name: str) -> Iterator[str]:
    op = OPS.get(f"stablehlo.{name}")
    if op is None:
        yield from _ATTRIBUTES.get(name, ())
    else:
        yield from (field.name for field in op.attributes if not field.rule.is_discardable)


@functools.cache
def versions_of(stablehlo_name: str) -> tuple[VersionedOp, ...]:
    """The versions of an op of StableHLO or `func`, newest first; empty for an op without VHLO form."""
    name = "stablehlo.return" if stablehlo_name == "func.return" else stablehlo_name
    return tuple(op for op in reversed([*versioned_ops().values()]) if op.stablehlo_name == name)
