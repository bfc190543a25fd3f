"""Name scopes of JAX, and phases of automatic differentiation, by the names in locations of operations.

    name  = part { "/" part }                  the last part is the primitive, or the call, itself
    part  = transform "(" [ part ] ")"         jvp(Model), transpose(jvp(Model)), vmap()
          | "jit(" function ")" | call         jit(train_step), checkpoint, closed_call
          | scope                              layer_3, ...qhd,...khd->...hqk

A transform wraps the first scope inside it: `transpose(jvp(Model))/layer_3/mul` is a product in `layer_3`
of `Model`, in the backward pass. Inside a call, a transposed name is repeated from its beginning, as in
`transpose(jvp(Model))/jvp(Model)/checkpoint/layer_3/mul`.
"""

from __future__ import annotations

import enum
import functools
from typing import Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.source_frames import MAX_CHAIN

_TRANSFORMS: Final = frozenset({"jvp", "transpose", "vmap", "pmap", "shard_map", "xmap", "remat"})
_FUNCTION: Final = regex(r"p?jit\(.*\)")
_CALLS: Final = frozenset(
    ("checkpoint", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "jit", "pjit", "remat")
)
_RECOMPUTED: Final = "rematted_computation"


class Phase(enum.Enum):
    """The phase of automatic differentiation; PRIMAL outside of it."""

    PRIMAL = ""
    FORWARD = "forward"
    BACKWARD = "backward"
    RECOMPUTED = "recomputed"


class ScopeStep(NamedTuple):
    """The name of a scope, and the phase in which it is entered."""

    name: str
    phase: Phase


class ScopePath(NamedTuple):
    """The scopes of an operation, outermost first, and its phase."""

    steps: tuple[ScopeStep, ...] = ()
    phase: Phase = Phase.PRIMAL


_NOWHERE: Final = ScopePath()


class NameScopes:
    """The name scopes of the locations of a module."""

    def __init__(self, module: Module) -> None:
        self._aliases = module.location_aliases
        self._paths: dict[str, ScopePath] = {}

    def place(self, location: Location) -> ScopePath:
        """The scopes and the phase of a location."""
        if not location.parts:
            return _NOWHERE
        if location.kind != "alias":
            return scopes_of(self._name(location))
        alias = str(location.parts[0])
        if alias not in self._paths:
            self._paths[alias] = scopes_of(self._name(location))
        return self._paths[alias]

    def _name(self, location: object) -> str:
        """The outermost name of a location; a name such as `jit:` only qualifies the name inside it."""
        for _ in range(MAX_CHAIN):
            if not isinstance(location, Location):
                break
            first, *inner = location.parts or ("",)
            if location.kind == "alias":
                location = self._aliases.get(str(first))
            elif location.kind == "callsite":
                location = first
            elif location.kind == "fused":
                location = next(iter(inner), None)
            elif location.kind == "name" and str(first).endswith(":") and inner:
                location = inner[0]
            else:
                return str(first) if location.kind == "name" else ""
        return ""


@functools.lru_cache(maxsize=4096)
def scopes_of(name: str) -> ScopePath:
    """The scopes and the phase of a name."""
    *parts, last = name.split("/")
    steps: list[ScopeStep] = []
    phase, repeated = Phase.PRIMAL, ""
    for part in parts:
        scope, now, transposed = _unwrap(part, phase)
        if part == repeated:
            repeated = ""
            continue
        repeated, phase = transposed, now
        if scope == _RECOMPUTED:
            phase = Phase.RECOMPUTED
        elif scope and scope not in _CALLS and not _FUNCTION.fullmatch(scope):
            steps.append(ScopeStep(scope, phase))
    return ScopePath(tuple(steps), _unwrap(last, phase)[1])


def _unwrap(part: str, phase: Phase) -> tuple[str, Phase, str]:
    """The scope in a part, the phase from there on, and the transposed name, or empty."""
    transposed = ""
    while part.endswith(")"):
        transform, _, inner = part[:-1].partition("(")
        if transform not in _TRANSFORMS:
            break
        part = inner
        if transform == "transpose":
            phase, transposed = Phase.BACKWARD, inner
        elif transform == "jvp" and phase is Phase.PRIMAL:
            phase = Phase.FORWARD
    return part, phase, transposed
