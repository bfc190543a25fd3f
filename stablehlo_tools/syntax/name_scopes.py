"""The name scopes that a location holds, as JAX writes them.

    name  = part { "/" part }                  the last part is the primitive, or the call, itself
    part  = transform "(" [ part ] ")"         jvp(Model), transpose(jvp(Model)), vmap()
          | "jit(" function ")" | call         jit(train_step), checkpoint, closed_call
          | scope                              layer_3, ...qhd,...khd->...hqk

A transform wraps the first scope inside it, so that `transpose(jvp(Model))/layer_3/mul` is a product in
`layer_3` of `Model`, in the backward pass. What is transposed inside a call is named from the beginning
again, as in `transpose(jvp(Model))/jvp(Model)/checkpoint/layer_3/mul`.
"""

from __future__ import annotations

import enum
import functools
import re
from typing import Final, NamedTuple

from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import Module

_TRANSFORMS: Final = frozenset({"jvp", "transpose", "vmap", "pmap", "shard_map", "xmap", "remat"})
_FUNCTION: Final = re.compile(r"p?jit\(.*\)")
_CALLS: Final = frozenset(
    ("checkpoint", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "jit", "pjit", "remat")
)
_RECOMPUTED: Final = "rematted_computation"
_LONGEST_CHAIN = 200  # aliases may lead in a circle


class Phase(enum.Enum):
    """What part of differentiation computes something; PRIMAL where nothing is differentiated."""

    PRIMAL = ""
    FORWARD = "forward"
    BACKWARD = "backward"
    RECOMPUTED = "recomputed"


class ScopeStep(NamedTuple):
    """A scope by its own name, and the phase in which it is entered."""

    name: str
    phase: Phase


class ScopePath(NamedTuple):
    """The scopes that an operation is in, the outermost first, and the phase that it belongs to."""

    steps: tuple[ScopeStep, ...] = ()
    phase: Phase = Phase.PRIMAL


class NameScopes:
    """The name scopes of the locations of a module."""

    def __init__(self, module: Module) -> None:
        self._aliases = module.location_aliases
        self._known: dict[str, ScopePath] = {}

    def place(self, location: Location) -> ScopePath:
        """What a location says of where its operation is."""
        if location.kind != "alias":
            return scopes_of(self._name(location))
        alias = str(location.parts[0])
        if alias not in self._known:
            self._known[alias] = scopes_of(self._name(location))
        return self._known[alias]

    def _name(self, location: object) -> str:
        """The outermost name of a location; `jit:` only says what the name inside it is of."""
        for _ in range(_LONGEST_CHAIN):
            if not isinstance(location, Location):
                break
            first, *rest = location.parts or ("",)
            if location.kind == "alias":
                location = self._aliases.get(str(first))
            elif location.kind == "callsite":
                location = first
            elif location.kind == "fused":
                location = next(iter(rest), None)
            elif location.kind == "name" and str(first).endswith(":") and rest:
                location = rest[0]
            else:
                return str(first) if location.kind == "name" else ""
        return ""


@functools.lru_cache(maxsize=4096)
def scopes_of(name: str) -> ScopePath:
    """The scopes in a name, and the phase."""
    *parts, last = name.split("/")
    steps: list[ScopeStep] = []
    phase, again = Phase.PRIMAL, ""
    for part in parts:
        scope, now, transposed = _unwrapped(part, phase)
        if part == again:
            again = ""
            continue
        again, phase = transposed, now
        if scope == _RECOMPUTED:
            phase = Phase.RECOMPUTED
        elif scope and scope not in _CALLS and not _FUNCTION.fullmatch(scope):
            steps.append(ScopeStep(scope, phase))
    return ScopePath(tuple(steps), _unwrapped(last, phase)[1])


def _unwrapped(part: str, phase: Phase) -> tuple[str, Phase, str]:
    """The scope in a part, the phase from there on, and what is transposed, if anything is."""
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
