"""An HLO program as a tree: HloModule, HloComputation, HloInstruction.

Operands and called computations are referenced by name: instructions by their computation's `named`,
computations by `HloModule.computation`. Two modules are equal (`==`) if they are the same program in the same
order with the same names, regardless of formatting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.text.literals import Literal
from stablehlo_tools.ir.printing import printed


@dataclass(slots=True, repr=False)
class HloInstruction:
    """`name = shape opcode(operands), attributes`.

    `attributes` are in source order; see `hlo/attributes.py` for their values. The literal of a constant and
    the number of a parameter are written in place of operands. `shape` is None only if the text omits it and
    it cannot be inferred. `operand_shapes` are those written before operands. `locate` gives the source
    offsets of a part: an operand by number, an attribute by name, "name", "shape", "opcode", "literal".
    """

    name: str
    shape: Shape | None
    opcode: str
    operands: tuple[str, ...] = ()
    attributes: dict[str, Any] = field(default_factory=dict)
    _: KW_ONLY
    literal: Literal | None = None
    parameter_number: int | None = None
    operand_shapes: Mapping[int, Shape] = field(compare=False, init=False, default_factory=dict)
    source: Source | None = field(compare=False, init=False, default=None)
    locate: Callable[[int | str], tuple[int, int] | None] = field(
        compare=False, init=False, default=lambda place: None
    )

    def span(self, place: int | str = "name") -> Span | None:
        """The span of a part, or else of the name; None for an instruction without source text."""
        bounds = self.locate(place) or self.locate("name")
        return Span(self.source, *bounds) if self.source and bounds else None

    def __repr__(self) -> str:
        return f"HloInstruction({self.name} = {self.shape} {self.opcode}({', '.join(self.operands)}))"


@dataclass(slots=True, repr=False)
class HloComputation:
    """`name (parameters) -> result { instructions }`. `root` is the name of the root instruction.

    `result` is the shape of the result in a written signature. If not `is_complete`, instructions that could
    not be parsed are missing. `locate` looks for the place of the name when it is asked for.
    """

    name: str
    instructions: list[HloInstruction]
    root: str
    _: KW_ONLY
    result: Shape | None = field(compare=False, default=None)
    execution_thread: str = ""
    locate: Callable[[], Span | None] = field(compare=False, default=lambda: None)
    is_complete: bool = field(compare=False, default=True)
    named: Mapping[str, HloInstruction] = field(compare=False, init=False)

    def __post_init__(self) -> None:
        self.named = {instruction.name: instruction for instruction in reversed(self.instructions)}

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


@dataclass(slots=True, repr=False)
class HloModule:
    """`HloModule name, attributes`, stack frame tables and computations, one of which is the entry.

    If `is_short`, it is printed like JAX prints uncompiled modules: names without `%`, computations without
    signatures. This does not affect equality. If not `is_complete`, parts that could not be parsed are
    missing.
    """

    name: str
    computations: list[HloComputation]
    entry: str
    attributes: dict[str, Any] = field(default_factory=dict)
    _: KW_ONLY
    stack_tables: StackTables | None = None
    is_short: bool = field(compare=False, default=False)
    source: Source | None = field(compare=False, default=None)
    is_complete: bool = field(compare=False, init=False, default=True)

    def computation(self, name: str) -> HloComputation | None:
        """The computation with this name; None if there is none."""
        return next((computation for computation in self.computations if computation.name == name), None)

    @property
    def entry_computation(self) -> HloComputation | None:
        """The computation that is executed; None only in a module without computations."""
        return self.computation(self.entry)

    def __repr__(self) -> str:
        return f"HloModule({self.name}, {len(self.computations)} computations)"

    def __str__(self) -> str:
        return printed(self)
