"""An HLO program as a tree: HloModule, HloComputation, HloInstruction.

Operands and called computations are referenced by name: instructions by their computation's `named`,
computations by `HloModule.computation`. Two modules are equal (`==`) if they are the same program in the same
order with the same names, regardless of formatting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.text.literals import Literal
from stablehlo_tools.ir.printing import printed

# The source offsets of the parts of an instruction: an operand by number, an attribute by name, "name",
# "shape", "opcode", "literal".
Places = Mapping[int | str, tuple[int, int]]


class _Compared:
    """Base of mutable objects that are compared by their keys, and have no hash."""

    __slots__ = ()

    def _key(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]


class HloInstruction(_Compared):
    """`name = shape opcode(operands), attributes`.

    `attributes` are in source order; see `hlo/attributes.py` for their values. The literal of a constant and
    the number of a parameter are written in place of operands. `shape` is None only if the text omits it and
    it cannot be inferred. `operand_shapes` are those written before operands.
    """

    __slots__ = (
        "attributes", "literal", "name", "opcode", "operand_shapes", "operands", "parameter_number", "places",
        "shape", "source",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        shape: Shape | None,
        opcode: str,
        operands: Sequence[str] = (),
        attributes: Mapping[str, Any] | None = None,
        *,
        literal: Literal | None = None,
        parameter_number: int | None = None,
    ) -> None:
        self.name = name
        self.shape = shape
        self.opcode = opcode
        self.operands = tuple(operands)
        self.attributes = dict(attributes or {})
        self.literal = literal
        self.parameter_number = parameter_number
        self.operand_shapes: Mapping[int, Shape] = {}
        self.source: Source | None = None
        self.places: Places = {}

    def span(self, place: int | str = "name") -> Span | None:
        """The span of a part, or else of the name; None for an instruction without source text."""
        bounds = self.places.get(place) or self.places.get("name")
        return Span(self.source, *bounds) if self.source and bounds else None

    def _key(self) -> tuple[Any, ...]:
        described = (self.name, self.shape, self.opcode, self.operands, self.parameter_number, self.literal)
        return (*described, tuple(self.attributes.items()))

    def __repr__(self) -> str:
        return f"HloInstruction({self.name} = {self.shape} {self.opcode}({', '.join(self.operands)}))"


class HloComputation(_Compared):
    """`name (parameters) -> result { instructions }`. `root` is the name of the root instruction.

    `result` is the shape of the result in a written signature. If not `is_complete`, instructions that could
    not be parsed are missing. `locate` looks for the place of the name when it is asked for.
    """

    __slots__ = (
        "execution_thread", "instructions", "is_complete", "locate", "name", "named", "result", "root",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        instructions: Sequence[HloInstruction],
        root: str,
        *,
        result: Shape | None = None,
        execution_thread: str = "",
        span: Span | None = None,
        is_complete: bool = True,
    ) -> None:
        self.name = name
        self.instructions = list(instructions)
        self.named = {instruction.name: instruction for instruction in reversed(self.instructions)}
        self.root = root
        self.result = result
        self.execution_thread = execution_thread
        self.locate: Callable[[], Span | None] = lambda: span
        self.is_complete = is_complete

    @property
    def span(self) -> Span | None:
        """The span of the name; None for a computation without source text."""
        return self.locate()

    @property
    def root_instruction(self) -> HloInstruction:
        """The root instruction."""
        return self.named[self.root]

    @property
    def parameter_instructions(self) -> list[HloInstruction]:
        """The parameters, ordered by number."""
        parameters = [inner for inner in self.instructions if inner.parameter_number is not None]
        return sorted(parameters, key=lambda parameter: parameter.parameter_number or 0)

    def _key(self) -> tuple[Any, ...]:
        return (self.name, self.root, self.execution_thread, self.instructions)

    def __repr__(self) -> str:
        return f"HloComputation({self.name}, {len(self.instructions)} instructions)"


@dataclass
class StackTables:
    """Source locations of instructions, in tables that count from 1.

    `file_locations` and `stack_frames` hold their fields by name. The parent of a frame is written as its
    number plus one, so that 1 means none.
    """

    file_names: dict[int, str] = field(default_factory=dict)
    function_names: dict[int, str] = field(default_factory=dict)
    file_locations: dict[int, dict[str, int]] = field(default_factory=dict)
    stack_frames: dict[int, dict[str, int]] = field(default_factory=dict)

    @property
    def sections(self) -> Mapping[str, dict[int, Any]]:
        """The tables by their titles in the text, in order."""
        return {
            "FileNames": self.file_names,
            "FunctionNames": self.function_names,
            "FileLocations": self.file_locations,
            "StackFrames": self.stack_frames,
        }


class HloModule(_Compared):
    """`HloModule name, attributes`, stack frame tables and computations, one of which is the entry.

    If `is_short`, it is printed like JAX prints uncompiled modules: names without `%`, computations without
    signatures. This does not affect equality. If not `is_complete`, parts that could not be parsed are
    missing.
    """

    __slots__ = (
        "attributes", "computations", "entry", "is_complete", "is_short", "name", "source", "stack_tables",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        computations: Sequence[HloComputation],
        entry: str,
        attributes: Mapping[str, Any] | None = None,
        *,
        stack_tables: StackTables | None = None,
        is_short: bool = False,
        source: Source | None = None,
    ) -> None:
        self.name = name
        self.computations = list(computations)
        self.entry = entry
        self.attributes = dict(attributes or {})
        self.stack_tables = stack_tables
        self.is_short = is_short
        self.source = source
        self.is_complete = True

    def computation(self, name: str) -> HloComputation | None:
        """The computation with this name; None if there is none."""
        return next((computation for computation in self.computations if computation.name == name), None)

    @property
    def entry_computation(self) -> HloComputation | None:
        """The computation that is executed; None only in a module without computations."""
        return self.computation(self.entry)

    def _key(self) -> tuple[Any, ...]:
        attributes = tuple(self.attributes.items())
        return (self.name, self.entry, attributes, self.stack_tables, self.computations)

    def __repr__(self) -> str:
        return f"HloModule({self.name}, {len(self.computations)} computations)"

    def __str__(self) -> str:
        return printed(self)
