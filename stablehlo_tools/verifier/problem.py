"""The faults of an operation, independent of the position of its text."""

from __future__ import annotations

from stablehlo_tools.host.records import record
from stablehlo_tools.ir.types import Type

# A part of an operation: ("operand_type", 2), ("attribute", "dimension"), ("region_input", (0, 1)).
Place = tuple[str, int | str | tuple[int, int]]


@record(frozen=True)
class Problem:
    """A diagnostic of an operation without spans, shared by equal operations.

    The caret is at the first of `places` that the text contains. `about_type` is the type that is invalid in
    itself: within a function, it is reported at its first use only. `part` is the part of the text that is
    reported in place of the op's name, for attributes that are invalid in themselves. The caret is at `word`
    alone where the text at its place has it once.
    """

    code: str
    message: str
    places: tuple[Place, ...] = ()
    label: str = ""
    formula: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    helps: tuple[str, ...] = ()
    about_type: Type | None = None
    part: Place | None = None
    word: str = ""
