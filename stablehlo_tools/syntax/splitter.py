"""Cuts a file into statements, without reading what they say.

Regions are cut out of the statement that holds them and read the same way; for long literals, marks stand
(syntax/deferred_literals.py). Most lines are a whole statement, and alike once their names are blanked;
syntax/scan.py has a plain step for these, and all that is kept of a `Run` of them are their steps.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.syntax.deferred_literals import DeferredLiterals, RawText
from stablehlo_tools.syntax.scan import PLACEHOLDER, Automaton, Event, Transition

_VALUE = r"%[A-Za-z0-9_$.\-]+(?:#[0-9]+)?"
_VALUE_NAME = re.compile(f"({_VALUE})")
NAME = re.compile(rf"({_VALUE}|#loc[0-9]*(?![\w$.\-]))")
REGION_MARK = "{\x00}"

_CHUNK = 1 << 18  # characters blanked at a time, so that a large file is never held three times


class StatementPart(NamedTuple):
    """A part of a statement: `text` with names blanked, from column `column` of line `line` (from 0) on.

    Its names begin at `names` in the list of all.
    """

    text: str
    line: int
    column: int
    names: int


class Statement:
    """A statement or block label.

    `key` is its text with names and regions blanked, `names` where its names begin in the list of all.
    `parts` are its pieces, with None for each region cut out; a statement that is all of line `line`, one of
    a run, has no parts. `brace` is the line and column behind the `}` of its last region, None while that
    is open.
    """

    __slots__ = ("brace", "key", "line", "names", "parts", "regions")

    def __init__(self, key: str, names: int, line: int) -> None:
        self.key = key
        self.names = names
        self.line = line
        self.parts: list[StatementPart | None] = []
        self.regions: list[StatementList] = []
        self.brace: tuple[int, int] | None = None


class LineRun:
    """Statements that are a whole line each, from line `line` on; their names begin at `names`."""

    __slots__ = ("line", "names", "steps")

    def __init__(self, steps: list[Transition], names: int, line: int) -> None:
        self.steps = steps
        self.names = names
        self.line = line

    def statements(self) -> Iterator[Statement]:
        """One by one."""
        names = self.names
        for line, step in enumerate(self.steps, self.line):
            yield Statement(step.line, names, line)
            names += step.placeholders


StatementList = list[Statement | LineRun]


def expand_runs(statements: StatementList) -> Iterator[Statement]:
    """The statements, those of runs among them."""
    for statement in statements:
        if isinstance(statement, LineRun):
            yield from statement.statements()
        else:
            yield statement


class _Open:
    """A list of statements being read, and the last of them, which may go on."""

    __slots__ = ("brace", "current", "statements")

    def __init__(self, statements: StatementList, brace: tuple[int, int] | None) -> None:
        self.statements = statements
        self.brace = brace  # line and column of the `{` that opened it
        self.current: Statement | LineRun | None = None


_MESSAGES = {
    "unclosed_region": "this `{` is never closed",
    "unmatched_brace": "this `}` closes nothing",
    "control_character": "a control character has no place in a program",
}


class SplitFile:
    """The statements of a source: `statements` at the top level, the names of all, the errors.

    An `automaton` knows the lines of the texts that were read with it before.
    """

    def __init__(self, source: Source, automaton: Automaton | None = None) -> None:
        self.source = source
        self.automaton = automaton or Automaton()
        self.names: list[str] = []
        self.statements: StatementList = []
        self.errors: list[Diagnostic] = []
        self.literals = DeferredLiterals(source)
        self._line_names: list[int] = []  # where the names of each line begin
        self._open = [_Open(self.statements, None)]
        self._measured = -1, [0], [0]  # what `_holes_of` found last
        foreign = [source.text.find(mark) for mark in ("\x00", PLACEHOLDER) if mark in source.text]
        if foreign:  # these characters stand for what is cut out here
            self._error("control_character", min(foreign))
        else:
            self._read()

    def _read(self) -> None:
        state, names, run = self.automaton.start, 0, None
        for number, line in enumerate(self._blanked_lines()):
            self._line_names.append(names)
            step = state[line]
            if step.is_plain:
                if run is None:
                    run = self._begin_run(names, number)
                run.append(step)
            else:
                run = None
                for event in step.events:
                    self._apply(event, line, number, names)
            state = step.next
            names += step.placeholders
        self._finish()

    def _begin_run(self, names: int, line: int) -> list[Transition]:
        """The steps of a run that begins here."""
        innermost = self._open[-1]
        self._end(innermost)
        run = innermost.current = LineRun([], names, line)
        innermost.statements.append(run)
        return run.steps

    def _blanked_lines(self) -> Iterator[str]:
        text, start = self.source.text, 0
        pattern = NAME if "#loc" in text else _VALUE_NAME  # which is found twice as fast
        while start <= len(text):
            end = text.find("\n", start + _CHUNK)
            end = len(text) if end < 0 else end
            parts = pattern.split(self.literals.abridged(start, end).text)
            self.names += parts[1::2]
            yield from PLACEHOLDER.join(parts[::2]).split("\n")
            start = end + 1

    # -- what the scanner says ------------------------------------------------------------------

    def _apply(self, event: Event, line: str, number: int, names: int) -> None:
        innermost = self._open[-1]
        if event.kind == "piece":
            piece = StatementPart(
                line[event.start : event.end], number, event.start, names + event.placeholders
            )
            self._going_on(innermost, piece).parts.append(piece)
        elif event.kind == "end":
            self._end(innermost)
        elif event.kind in ("open", "reopen"):
            self._open_region(
                innermost, event, StatementPart("", number, event.start, names + event.placeholders)
            )
        elif event.kind == "close":
            self._open.pop()
            holder = self._open[-1].current
            assert isinstance(holder, Statement)
            holder.brace = number, event.end
        elif not any(error.code == event.kind for error in self.errors):  # others follow from the first
            self._error(event.kind, self.offset(number, event.start))

    def _going_on(self, innermost: _Open, piece: StatementPart) -> Statement:
        """The statement that a piece belongs to: the one begun, or a new one."""
        statement = innermost.current
        if isinstance(statement, LineRun):  # its last statement seemed to be one plain line
            run, line = statement, statement.line + len(statement.steps) - 1
            statement = Statement("", self._line_names[line], line)
            statement.parts.append(StatementPart(run.steps.pop().line, line, 0, statement.names))
            innermost.statements.append(statement)
        elif statement is None:
            statement = Statement("", piece.names, piece.line)
            innermost.statements.append(statement)
        innermost.current = statement
        return statement

    def _open_region(self, innermost: _Open, event: Event, place: StatementPart) -> None:
        statement = self._going_on(innermost, place)
        if not statement.parts:
            statement.parts.append(place)  # it begins with a region
        brace = place.line, place.column
        if event.kind == "reopen":  # the `{` that ends the last piece opened a region after all
            last = statement.parts[-1]
            assert last is not None
            text = last.text.rstrip()
            brace = last.line, last.column + len(text) - 1
            statement.parts[-1] = last._replace(text=text[:-1])
        statement.parts.append(None)
        statement.regions.append([])
        statement.brace = None
        self._open.append(_Open(statement.regions[-1], brace))

    def _end(self, innermost: _Open) -> None:
        statement, innermost.current = innermost.current, None
        if isinstance(statement, Statement):
            statement.key = "".join(
                REGION_MARK if part is None else joint + part.text
                for part, joint in _jointed(statement.parts)
            )

    def _finish(self) -> None:
        brace = self._open[-1].brace
        if brace is not None:  # those around it cannot be closed either
            self._error("unclosed_region", self.offset(*brace))
        for opened in reversed(self._open):
            self._end(opened)

    def _error(self, code: str, start: int) -> None:
        self.errors.append(Diagnostic(code, _MESSAGES[code], Span(self.source, start, start + 1)))

    # -- back to the source ---------------------------------------------------------------------

    def line(self, number: int) -> Statement:
        """The statement that is all of a line."""
        blanked = NAME.sub(PLACEHOLDER, self.literals.abridged(*self.line_extent(number)).text)
        return Statement(blanked, self._line_names[number], number)

    def offset(self, line: int, column: int) -> int:
        """The offset in the source of column `column` of blanked line `line`, both from 0."""
        _, columns, offsets = self._measured if self._measured[0] == line else self._measure(line)
        placeholder = bisect.bisect_right(columns, column) - 1
        return offsets[placeholder] + column - columns[placeholder]

    def _measure(self, line: int) -> tuple[int, list[int], list[int]]:
        """Columns of the blanked line, its first and those behind its placeholders and marks, and their offsets."""
        columns, offsets = [0], [self.source.line_starts[line]]
        for start, end, width in self._cut_out(line):
            columns.append(columns[-1] + start - offsets[-1] + width)
            offsets.append(end)
        self._measured = line, columns, offsets
        return self._measured

    def _cut_out(self, line: int) -> list[tuple[int, int, int]]:
        """Where the names and long literals of a line start and end, and how wide is what stands for each."""
        position, behind = self.line_extent(line)
        literals = self.literals.within(position, behind)
        first = self._line_names[line]
        last = self._line_names[line + 1] if line + 1 < len(self._line_names) else len(self.names)
        cut = [(start, end, len(mark)) for mark, start, end in literals]
        for name in self.names[first:last]:
            start = self.source.text.find(name, position)
            position = start + len(name)
            cut.append((start, position, 1))
        return sorted(cut) if literals else cut

    def line_extent(self, line: int) -> tuple[int, int]:
        """Where a line starts and ends in the source."""
        starts = self.source.line_starts
        return starts[line], starts[line + 1] - 1 if line + 1 < len(starts) else len(self.source.text)

    def extents(self, run: LineRun) -> Iterator[tuple[Transition, int, int]]:
        """The steps of a run, with where their lines start and end in the source."""
        first, behind = run.line, run.line + len(run.steps)
        starts = self.source.line_starts[first : behind + 1]
        if len(starts) == len(run.steps):
            starts.append(len(self.source.text) + 1)
        return zip(run.steps, starts[:-1], [start - 1 for start in starts[1:]], strict=True)

    def extent(self, statement: Statement) -> tuple[int, int]:
        """Where a statement starts and ends in the source, regions included."""
        if not statement.parts:
            return self.line_extent(statement.line)
        first, last = statement.parts[0], statement.parts[-1]
        assert first is not None
        start = self.offset(first.line, first.column)
        if last is not None:
            return start, self.offset(last.line, last.column + len(last.text))
        return start, self.offset(*statement.brace) if statement.brace else len(self.source.text)

    def raw_text(self, statement: Statement) -> RawText:
        """The statement as written, each region replaced by `REGION_MARK`."""
        return self._joined(statement, self._written)

    def abridged_text(self, statement: Statement) -> RawText:
        """The statement as written, with marks for regions and long literals."""
        return self._joined(statement, self.literals.abridged)

    def _written(self, start: int, end: int) -> RawText:
        return RawText(self.source.text[start:end], [(0, start)])

    def _joined(self, statement: Statement, read: Callable[[int, int], RawText]) -> RawText:
        if not statement.parts:
            return read(*self.extent(statement))
        pieces, origins, length = list[str](), list[tuple[int, int]](), 0
        for part, joint in _jointed(statement.parts):
            text = REGION_MARK
            if part is not None:
                start = self.offset(part.line, part.column)
                piece = read(start, self.offset(part.line, part.column + len(part.text)))
                text = joint + piece.text
                origins += [(length + len(joint) + position, origin) for position, origin in piece.origins]
            pieces.append(text)
            length += len(text)
        return RawText("".join(pieces), origins)

    def names_of(self, statement: Statement) -> list[str]:
        """The names in the statement's placeholders, in order."""
        if not statement.parts:
            return self.names[statement.names : statement.names + statement.key.count(PLACEHOLDER)]
        names: list[str] = []
        for part in statement.parts:
            if part is not None:
                names += self.names[part.names : part.names + part.text.count(PLACEHOLDER)]
        return names


def _jointed(parts: list[StatementPart | None]) -> Iterator[tuple[StatementPart | None, str]]:
    """Parts, and what comes in front of each: a line end between pieces of different lines."""
    before: StatementPart | None = None
    for part in parts:
        yield part, "" if before is None or part is None else "\n"
        before = part
