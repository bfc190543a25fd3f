"""Splits a file into statements, without parsing them.

Regions are split off the statement that contains them, and split in turn. Most lines are a whole statement,
and equal after placeholders replace their names: `scan` has one `Transition` for these, and a `LineRun`
only keeps their transitions. Long literals are replaced by short marks before a text is parsed: a literal
remains a span of the source until its elements are needed, so that memory holds it once.
"""

from __future__ import annotations

import bisect
import copy
import re
import sys
from collections.abc import Callable, Iterator

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.text.reader.scan import PLACEHOLDER, Automaton, Event, Transition

_MIN_LENGTH = 1 << 12  # characters of a deferred literal
_LITERALS = (  # literal prefixes, which `re` searches for fast
    regex(
        rf'dense<([ ]*"0x[0-9A-Fa-f]{{{_MIN_LENGTH},}}"[ ]*|[-+\w.,()\[\] \t]{{{_MIN_LENGTH},}})>', re.ASCII
    ),
    regex(rf': ("0x[0-9A-Fa-f]{{{_MIN_LENGTH},}}")'),
)
_MARK = regex(r'"?\x00[0-9]+"?')


class RawText(NamedTuple):
    """A part of a source, or several parts joined. `origins` maps offsets to the source."""

    text: str
    origins: list[tuple[int, int]]  # (offset in text, offset in the source) of each piece

    def offset(self, position: int) -> int:
        """The offset in the source of the character at `position` of the text."""
        piece = bisect.bisect_right(self.origins, (max(position, 0), sys.maxsize)) - 1
        start, origin = self.origins[max(piece, 0)]
        return origin + position - start


def marks_in(text: str) -> list[str]:
    """The marks in a text."""
    return _MARK.findall(text)


class DeferredLiterals:
    """The spans of the long literals of a source, including quotes."""

    def __init__(self, source: Source, spans: list[tuple[int, int]] | None = None) -> None:
        self.source = source
        self._spans = spans if spans is not None else _literals_in(source.text)
        self.by_mark = {self._mark(number): Span(source, *span) for number, span in enumerate(self._spans)}

    def of(self, source: Source) -> DeferredLiterals:
        """The same literals of another source with this text."""
        return DeferredLiterals(source, self._spans)

    def _mark(self, number: int) -> str:
        quoted = self.source.text[self._spans[number][1] - 1] == '"'
        return f'"\x00{number}"' if quoted else f"\x00{number}"

    def within(self, start: int, end: int) -> list[tuple[str, int, int]]:
        """The mark, start and end of each literal in a part of the source."""
        if not self._spans:  # as in most texts
            return []
        first = bisect.bisect_left(self._spans, (start,))
        stop = bisect.bisect_left(self._spans, (end,), first)
        return [(self._mark(number), *self._spans[number]) for number in range(first, stop)]

    def with_marks(self, start: int, end: int) -> RawText:
        """A part of the source with marks in place of literals."""
        text, pieces, origins, length = self.source.text, list[str](), list[tuple[int, int]](), 0
        for mark, literal, stop in self.within(start, end):
            pieces += [text[start:literal], mark]
            origins += [(length, start), (length + literal - start, literal)]
            length += literal - start + len(mark)
            start = stop
        return RawText("".join([*pieces, text[start:end]]), [*origins, (length, start)])


def _literals_in(text: str) -> list[tuple[int, int]]:
    return sorted(match.span(1) for pattern in _LITERALS for match in pattern.finditer(text))


VALUE_NAME = r"%(?:[0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)"
_VALUE = rf"{VALUE_NAME}(?:#[0-9]+)?"
# Function headers and calls have a name, too: a file may have thousands that differ in it only.
_FUNCTION = r"[A-Za-z_][\w$.]*(?=[ \t]*\()"
_AFTER_FUNC = "|".join(rf"(?<={word} @)" for word in ("func", "private", "public", "nested", "call"))
_AFTER_FUNC = rf"(?:{_AFTER_FUNC})(?<!_call @)"  # not `custom_call`
# The first characters of all alternatives are in one set, by which `re` searches fast.
NAME = regex(rf"([%@#](?:(?<=%){_VALUE[1:]}|(?:{_AFTER_FUNC}){_FUNCTION}|(?<=#)loc[0-9]*(?![\w$.\-])))")
# By a single first character, it searches twice as fast. A text without locations has few other names.
_VALUES, _FUNCTIONS = regex(f"({_VALUE})"), regex(f"(@(?:{_AFTER_FUNC}){_FUNCTION})")
REGION_MARK = "{\x00}"

_CHUNK = 1 << 18  # characters processed at a time, so that a large file is not in memory three times


class StatementPart(NamedTuple):
    """A part of a statement: `text` with placeholders, at `column` of `line` (from 0).

    `names` is the index of its first name in the list of all names. `ends_line`: it ends with its line.
    """

    text: str
    line: int
    column: int
    names: int
    ends_line: bool = False


class Statement:
    """A statement or block label.

    `key` is its text with placeholders for names and regions, `names` the index of its first name in the list
    of all names. `parts` are its parts, with None for each region; a statement that is all of line `line` has
    none. `brace` is the line and column after the `}` of its last region, None while that is open.
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
    """Consecutive statements of one line each, from line `line`; `names` is the index of their first name."""

    __slots__ = ("line", "names", "steps")

    def __init__(self, steps: list[Transition], names: int, line: int) -> None:
        self.steps = steps
        self.names = names
        self.line = line

    def statements(self) -> Iterator[Statement]:
        """The statements."""
        names = self.names
        for line, step in enumerate(self.steps, self.line):
            yield Statement(step.line, names, line)
            names += step.placeholders


StatementList = list[Statement | LineRun]


def expand_runs(statements: StatementList) -> Iterator[Statement]:
    """The statements, including those of runs."""
    for statement in statements:
        if isinstance(statement, LineRun):
            yield from statement.statements()
        else:
            yield statement


class _OpenRegion:
    """A list of statements, and the last of them, which may continue."""

    __slots__ = ("brace", "current", "statements")

    def __init__(self, statements: StatementList, brace: tuple[int, int] | None) -> None:
        self.statements = statements
        self.brace = brace  # line and column of the `{` that opened it
        self.current: Statement | LineRun | None = None


_MESSAGES = {
    "unclosed_region": "unclosed `{`",
    "unmatched_brace": "unmatched `}`",
    "control_character": "unexpected control character",
}


_CONTROL_CHARACTER = Code(
    "control_character",
    "The text contains a control character, such as NUL.",
    "Remove it. The file may be corrupt, or not a text file.",
)
UNCLOSED_REGION = Code(
    "unclosed_region",
    "A `{` is never closed. The file may be truncated.",
    "Add the missing `}`, or obtain the complete file.",
)
UNMATCHED_BRACE = Code("unmatched_brace", "A `}` has no matching `{`.", "Remove it, or add the missing `{`.")


class SplitFile:
    """A source split into statements: those at the top level, all names, and errors.

    An `automaton` may have the transitions for lines of other texts.
    """

    def __init__(self, source: Source, automaton: Automaton | None = None) -> None:
        self.source = source
        self.automaton = automaton or Automaton()
        self.names: list[str] = []
        self.statements: StatementList = []
        self.errors: list[Diagnostic] = []
        self.literals = DeferredLiterals(source)
        self._line_names: list[int] = []  # the index of the first name of each line
        self._open = [_OpenRegion(self.statements, None)]
        self._measured = -1, [0], [0]  # the last result of `_measure`
        foreign = [source.text.find(mark) for mark in ("\x00", PLACEHOLDER) if mark in source.text]
        if foreign:  # the placeholders of this module
            self._error(_CONTROL_CHARACTER, min(foreign))
        else:
            self._split()

    def of(self, source: Source) -> SplitFile:
        """The same for another source with this text, without its errors."""
        file = copy.copy(self)
        file.source, file.errors, file.literals = source, [], self.literals.of(source)
        vars(source).setdefault("line_starts", self.source.line_starts)
        return file

    def _split(self) -> None:
        state, names, run = self.automaton.start, 0, None
        for number, line in enumerate(self._lines_with_placeholders()):
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
        """Begin a run, and return its list of transitions."""
        innermost = self._open[-1]
        self._end(innermost)
        run = innermost.current = LineRun([], names, line)
        innermost.statements.append(run)
        return run.steps

    def _lines_with_placeholders(self) -> Iterator[str]:
        text, start = self.source.text, 0
        patterns = (NAME,) if "#loc" in text else (_VALUES, _FUNCTIONS)
        while start <= len(text):
            end = text.find("\n", start + _CHUNK)
            end = len(text) if end < 0 else end
            lines, names = self.literals.with_marks(start, end).text, list[str]()
            for pattern in patterns:
                parts = pattern.split(lines)
                lines, names = PLACEHOLDER.join(parts[::2]), _merged(parts, names)
            self.names += names
            yield from lines.split("\n")
            start = end + 1

    # -- events of the scanner ------------------------------------------------------------------

    def _apply(self, event: Event, line: str, number: int, names: int) -> None:
        innermost = self._open[-1]
        if event.kind == "piece":
            text, first = line[event.start : event.end], names + event.placeholders
            piece = StatementPart(text, number, event.start, first, event.end == len(line))
            self._current_statement(innermost, piece).parts.append(piece)
        elif event.kind == "end":
            self._end(innermost)
        elif event.kind == "results":
            self._begin_with(innermost, event.end)
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

    def _current_statement(self, innermost: _OpenRegion, piece: StatementPart) -> Statement:
        """The statement that a part belongs to: the open one, or a new one."""
        statement = innermost.current
        if isinstance(statement, LineRun):  # its last statement continues on this line
            run, line = statement, statement.line + len(statement.steps) - 1
            statement = Statement("", self._line_names[line], line)
            statement.parts.append(StatementPart(run.steps.pop().line, line, 0, statement.names, True))
            innermost.statements.append(statement)
        elif statement is None:
            statement = Statement("", piece.names, piece.line)
            innermost.statements.append(statement)
        innermost.current = statement
        return statement

    def _begin_with(self, innermost: _OpenRegion, count: int) -> None:
        """Begin a statement with the last parts of the open one."""
        statement = innermost.current
        assert isinstance(statement, Statement)
        parts = statement.parts[-count:]
        del statement.parts[-count:]
        self._end(innermost)
        assert parts[0] is not None
        self._current_statement(innermost, parts[0]).parts += parts

    def _open_region(self, innermost: _OpenRegion, event: Event, place: StatementPart) -> None:
        statement = self._current_statement(innermost, place)
        if not statement.parts:
            statement.parts.append(place)  # it begins with a region
        brace = place.line, place.column
        if event.kind == "reopen":  # the `{` at the end of the last part opened a region
            last = statement.parts[-1]
            assert last is not None
            text = last.text.rstrip()
            brace = last.line, last.column + len(text) - 1
            statement.parts[-1] = last._replace(text=text[:-1], ends_line=False)
        statement.parts.append(None)
        statement.regions.append([])
        statement.brace = None
        self._open.append(_OpenRegion(statement.regions[-1], brace))

    def _end(self, innermost: _OpenRegion) -> None:
        statement, innermost.current = innermost.current, None
        if isinstance(statement, Statement):
            statement.key = "".join(
                REGION_MARK if part is None else joint + part.text
                for part, joint in _with_joints(statement.parts)
            )

    def _finish(self) -> None:
        brace = self._open[-1].brace
        if brace is not None:  # one error; the regions around it are open, too
            self._error(UNCLOSED_REGION, self.offset(*brace))
        for opened in reversed(self._open):
            self._end(opened)

    def _error(self, code: str, start: int) -> None:
        self.errors.append(Diagnostic(code, _MESSAGES[code], Span(self.source, start, start + 1)))

    # -- back to the source ---------------------------------------------------------------------

    def line(self, number: int) -> Statement:
        """The statement that is all of a line."""
        text = NAME.sub(PLACEHOLDER, self.literals.with_marks(*self.line_extent(number)).text)
        return Statement(text, self._line_names[number], number)

    def offset(self, line: int, column: int) -> int:
        """The offset in the source of a column of a line with placeholders, both from 0."""
        start = self.source.line_starts[line]
        if not column or not self._is_replaced(line, start, start + column):
            return start + column
        _, columns, offsets = self._measured if self._measured[0] == line else self._measure(line)
        placeholder = bisect.bisect_right(columns, column) - 1
        return offsets[placeholder] + column - columns[placeholder]

    def _is_replaced(self, line: int, start: int, end: int) -> bool:
        """Whether a name or a long literal of a line begins between two offsets. The first one tells."""
        first, last = self._names_on(line)
        name = self.names[first] if first < last else ""
        is_named = first < last and self.source.text.find(name, start, end + len(name) - 1) >= 0
        return is_named or bool(self.literals.within(start, end))

    def _names_on(self, line: int) -> tuple[int, int]:
        """The index of the first name of a line, and that after the last."""
        following = line + 1
        last = self._line_names[following] if following < len(self._line_names) else len(self.names)
        return self._line_names[line], last

    def _measure(self, line: int) -> tuple[int, list[int], list[int]]:
        """The first column of a line, those after its placeholders and marks, and their offsets."""
        columns, offsets = [0], [self.source.line_starts[line]]
        for start, end, width in self._replacements(line):
            columns.append(columns[-1] + start - offsets[-1] + width)
            offsets.append(end)
        self._measured = line, columns, offsets
        return self._measured

    def _replacements(self, line: int) -> list[tuple[int, int, int]]:
        """The start, the end and the width of the replacement of each name and long literal of a line."""
        position, stop = self.line_extent(line)
        literals = self.literals.within(position, stop)
        first, last = self._names_on(line)
        cut = [(start, end, len(mark)) for mark, start, end in literals]
        for name in self.names[first:last]:
            start = self.source.text.find(name, position)
            position = start + len(name)
            cut.append((start, position, 1))
        return sorted(cut) if literals else cut

    def line_extent(self, line: int) -> tuple[int, int]:
        """The start and end of a line in the source."""
        starts = self.source.line_starts
        return starts[line], starts[line + 1] - 1 if line + 1 < len(starts) else len(self.source.text)

    def extents(self, run: LineRun) -> Iterator[tuple[Transition, int, int]]:
        """The transitions of a run, with the start and end of their lines in the source."""
        first, stop = run.line, run.line + len(run.steps)
        starts = self.source.line_starts[first : stop + 1]
        if len(starts) == len(run.steps):
            starts.append(len(self.source.text) + 1)
        return zip(run.steps, starts[:-1], [start - 1 for start in starts[1:]], strict=True)

    def extent(self, statement: Statement) -> tuple[int, int]:
        """The start and end of a statement in the source, including its regions."""
        if not statement.parts:
            return self.line_extent(statement.line)
        first, last = statement.parts[0], statement.parts[-1]
        assert first is not None
        start = self.offset(first.line, first.column)
        if last is None:
            return start, self.offset(*statement.brace) if statement.brace else len(self.source.text)
        if last.ends_line:
            return start, self.line_extent(last.line)[1]
        return start, self.offset(last.line, last.column + len(last.text))

    def raw_text(self, statement: Statement) -> RawText:
        """The text of a statement, with `REGION_MARK` for each region."""
        return self._join(statement, self._raw)

    def text_with_marks(self, statement: Statement) -> RawText:
        """The text of a statement, with marks for regions and long literals."""
        return self._join(statement, self.literals.with_marks)

    def _raw(self, start: int, end: int) -> RawText:
        return RawText(self.source.text[start:end], [(0, start)])

    def _join(self, statement: Statement, read: Callable[[int, int], RawText]) -> RawText:
        if not statement.parts:
            return read(*self.extent(statement))
        pieces, origins, length = list[str](), list[tuple[int, int]](), 0
        for part, joint in _with_joints(statement.parts):
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
        """The names that the placeholders of a statement replace, in order."""
        if not statement.parts:
            return self.names[statement.names : statement.names + statement.key.count(PLACEHOLDER)]
        names: list[str] = []
        for part in statement.parts:
            if part is not None:
                names += self.names[part.names : part.names + part.text.count(PLACEHOLDER)]
        return names


def _merged(parts: list[str], names: list[str]) -> list[str]:
    """The names among parts of a text, and the `names` that its placeholders replace, in order."""
    if not names:
        return parts[1::2]
    merged, position = list[str](), 0
    for before, name in zip(parts[::2], parts[1::2], strict=False):
        following = position + before.count(PLACEHOLDER)
        merged += [*names[position:following], name]
        position = following
    return merged + names[position:]


def _with_joints(parts: list[StatementPart | None]) -> Iterator[tuple[StatementPart | None, str]]:
    """Parts, each with the text before it: a line end between parts of different lines."""
    before: StatementPart | None = None
    for part in parts:
        yield part, "" if before is None or part is None else "\n"
        before = part
