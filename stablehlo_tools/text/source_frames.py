"""The origin of operations, by their locations: lines of the user's program, and the name scopes of JAX.

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
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.deferred_text import note_on
from stablehlo_tools.ir.operations import Function, Module, Operation, symbol_of

_MAX_CHAIN = 200  # aliases and calls may be cyclic
_LIBRARY = regex(r"[/\\](?:site|dist)-packages[/\\]|^<frozen |[/\\]lib[/\\]python\d")


class SourceFrame(NamedTuple):
    """A line of a file, `model.py:42:8`, and its function, or empty."""

    path: str
    place: str
    function: str

    @property
    def is_of_library(self) -> bool:
        """Whether it is in a library rather than the user's program."""
        return bool(_LIBRARY.search(self.path))

    def __str__(self) -> str:
        return f"{self.place} in {self.function}" if self.function else self.place


class SourceFrames:
    """The source frames of the operations of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._library_calls: dict[Location, Sequence[str]] = {}
        self._by_alias: dict[str, SourceFrame | None] = {}
        self._around: dict[Operation | None, tuple[str, str]] = {}
        self._inside: dict[Operation, tuple[str, str]] = {}  # by the operation around

    def notes(self, operation: Operation) -> tuple[str, ...]:
        """Notes: the place of an operation in the source, and the origin of lines that were not read."""
        return tuple(filter(None, (self._note(operation), note_on(operation.source, operation))))

    def _note(self, operation: Operation) -> str:
        """`written at model.py:42:8 in attention`, or its name; empty for one without a location."""
        frame, calls = self.frame(operation)
        if frame:
            return f"written at {frame}{calls}"
        name = self._name(operation.location)
        return f"named `{name}`" if name else ""

    def _name(self, part: object, depth: int = 0) -> str:
        """The first name in a location."""
        if not isinstance(part, Location) or depth > _MAX_CHAIN:
            return ""
        if part.kind == "name":
            return str(part.parts[0])
        if part.kind == "alias":
            return self._name(self.module.location_aliases.get(str(part.parts[0])), depth + 1)
        return next(filter(None, (self._name(inner, depth + 1) for inner in part.parts)), "")

    def frame(self, operation: Operation) -> tuple[str, str]:
        """The frame `model.py:42:8 in attention`, and a remark on its origin; empty if there is none.

        An operation without a frame has that of the operation around it, or of a call of its function.
        """
        if operation.location.parts and (frame := self._frame(operation.location)):
            return frame, ""
        if operation.block is None or operation.regions or isinstance(operation, Function):
            return self._frame_around(operation)
        outer = operation.block.region.operation
        if outer not in self._inside:  # that of all operations in it without regions
            self._inside[outer] = self._frame_around(operation)
        return self._inside[outer]

    def library_calls(self, location: Location) -> Sequence[str]:
        """The library functions called by the user's innermost frame, outermost first."""
        if location not in self._library_calls:
            self._library_calls[location] = self._find_library_calls(location)
        return self._library_calls[location]

    def _find_library_calls(self, location: Location) -> Sequence[str]:
        frames = itertools.takewhile(lambda frame: frame.is_of_library, self._frames(location))
        return [frame.function for frame in frames if frame.function][::-1]

    def _frame_around(self, operation: Operation) -> tuple[str, str]:
        """The frame of the operations around an operation, cached for each of them."""
        passed: list[Operation] = []
        result, origin = ("", ""), operation
        while len(passed) < _MAX_CHAIN:
            if origin in self._around:
                result = self._around[origin]
                break
            passed.append(origin)
            outer = self._calls.get(origin.symbol) if isinstance(origin, Function) else origin.parent
            if outer is None:
                break
            if frame := self._frame(outer.location):
                result = frame, _call_remark(origin)
                self._around[passed.pop()] = result
                break
            origin = outer
        for origin in reversed(passed):
            result = result[0], result[1] or (_call_remark(origin) if result[0] else "")
            self._around[origin] = result
        return result

    @functools.cached_property
    def _calls(self) -> dict[str, Operation]:
        """The first call of each function."""
        calls: dict[str, Operation] = {}
        for operation in self.module.walk():
            callee = symbol_of(operation.attributes.get("callee"))
            if callee is not None:
                calls.setdefault(callee, operation)
        return calls

    def _frame(self, location: Location) -> str:
        """The innermost frame of a location outside of libraries, or else the innermost frame."""
        frame = self._innermost(location)
        return str(frame) if frame else ""

    def _innermost(self, part: object, depth: int = 0) -> SourceFrame | None:
        """The frame of a part, cached by alias; without a function if an enclosing location has its name."""
        if not isinstance(part, Location) or depth > _MAX_CHAIN:
            return None
        if part.kind == "file":
            return _frame_of(part, "")
        if part.kind == "alias":
            alias = str(part.parts[0])
            if alias not in self._by_alias:
                self._by_alias[alias] = None  # for cyclic aliases
                self._by_alias[alias] = self._innermost(self.module.location_aliases.get(alias), depth + 1)
            return self._by_alias[alias]
        chosen: SourceFrame | None = None
        for inner in part.parts:
            frame = self._innermost(inner, depth + 1)
            if frame and not frame.is_of_library:
                chosen = frame
                break
            chosen = chosen or frame
        is_named = part.kind == "name" and chosen is not None and not chosen.function
        return chosen._replace(function=str(part.parts[0])) if chosen and is_named else chosen

    def _frames(self, location: Location) -> Iterator[SourceFrame]:
        """The frames of a location, innermost first."""
        pending: list[tuple[object, str]] = [(location, "")]
        for _ in range(_MAX_CHAIN):
            if not pending:
                return
            part, name = pending.pop()
            if not isinstance(part, Location):
                continue
            if part.kind == "file":
                yield _frame_of(part, name)
            elif part.kind == "alias":
                pending.append((self.module.location_aliases.get(str(part.parts[0])), name))
            else:
                if part.kind == "name":
                    name = str(part.parts[0])
                pending += [(inner, name) for inner in reversed(part.parts)]


def notes_at(operation: Operation) -> tuple[str, ...]:
    """The notes of a single operation; use `SourceFrames` for several."""
    return SourceFrames(module_of(operation)).notes(operation)


def module_of(operation: Operation) -> Module:
    """The innermost module that contains the operation; an empty one if there is none."""
    return operation.enclosing(Module) or Module()


def _frame_of(file: Location, function: str) -> SourceFrame:
    path, *numbers = map(str, file.parts)
    return SourceFrame(path, ":".join([path, *numbers[:2]]), function)


def _call_remark(operation: Operation) -> str:
    return f", which calls @{operation.symbol}" if isinstance(operation, Function) else ""


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


class NameScopes:
    """The name scopes of the locations of a module."""

    def __init__(self, module: Module) -> None:
        self._aliases = module.location_aliases
        self._paths: dict[str, ScopePath] = {}

    def place(self, location: Location) -> ScopePath:
        """The scopes and the phase of a location."""
        if location.kind != "alias":
            return scopes_of(self._name(location))
        alias = str(location.parts[0])
        if alias not in self._paths:
            self._paths[alias] = scopes_of(self._name(location))
        return self._paths[alias]

    def _name(self, location: object) -> str:
        """The outermost name of a location; a name such as `jit:` only qualifies the name inside it."""
        for _ in range(_MAX_CHAIN):
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


class FilePosition(NamedTuple):
    """A position in a file, `model.py:12:8`, and the enclosing function, `attention`, or empty."""

    position: str
    inside: str = ""

    @property
    def line(self) -> str:
        """`model.py:12`."""
        return self.position.rpartition(":")[0]

    def __str__(self) -> str:
        return f"{self.position} in {self.inside}" if self.inside else self.position


class Places:
    """The positions of operations: in the user's source code if locations are known, else in the text."""

    def __init__(self, module: Module) -> None:
        self._frames = SourceFrames(module)
        self._positions: dict[Operation, FilePosition] = {}

    def locate(self, operation: Operation) -> FilePosition:
        """The position of an operation."""
        if operation not in self._positions:
            position, _, inside = self._frames.frame(operation)[0].partition(" in ")
            self._positions[operation] = FilePosition(position, inside) if position else in_text(operation)
        return self._positions[operation]


def in_text(operation: Operation) -> FilePosition:
    """The position of an operation in the text."""
    return FilePosition("" if operation.span is None else operation.span.place)
