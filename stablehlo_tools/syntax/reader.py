"""Cuts a file into statements, without reading what they say.

MLIR has no separators, so where a statement ends follows from where the next begins: at a result list
and `=`, at an op name, at `}` or at a block label, outside all brackets. Regions are cut out of the
statement that holds them and read the same way.

Lines repeat themselves once their names are blanked, so the reader is an automaton over blanked lines:
in each state a line is scanned once and its effect, a `_Step`, is remembered. A line that is a whole
statement, as most are, has a plain step: nothing of it is looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from stablehlo_tools.diagnostic import Diagnostic
from stablehlo_tools.source import Source, Span

# What differs between two statements that are otherwise alike: an SSA name, or a location alias.
HOLE = "\x01"
NAME = re.compile(r"(%[A-Za-z0-9_$.\-]+(?:#[0-9]+)?|#loc[0-9]*)")
REGION_MARK = "{\x00}"

_CHUNK = 1 << 18  # characters blanked at a time, so that a large file is never held three times

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\f\v]+)
    |(?P<comment>//.*)
    |(?P<string>"(?:[^"\\]|\\.)*")
    |(?P<resources>\{-\#|\#-\})
    |(?P<arrow>->|[<>]=)
    |(?P<open>[({\[<])
    |(?P<close>[)}\]>])
    |(?P<hole>\x01)
    |(?P<label>\^[A-Za-z0-9_$.\-]+)
    |(?P<word>[A-Za-z_][\w$.\-]*)
    |(?P<sigil>[@!\#](?:[\w$.\-]+|"(?:[^"\\]|\\.)*"))
    |(?P<other>[0-9][\w.]*|.)""",
    re.VERBOSE,
)
_RESULTS = re.compile(r"\x01(?::[0-9]+)?(?:\s*,\s*\x01(?::[0-9]+)?)*\s*=")
_OP_BEHIND_RESULTS = re.compile(r"\s*(?:\x01|[:,\s0-9])*=\s*(?:[A-Za-z_][\w$]*\.|\"|call\b)")
_OPERANDS = re.compile(r"\s*\(")
_ALIAS = re.compile(r"[!#][\w$.\-]+\s*=")
_STARTERS = frozenset({"return", "call", "module", "func"})
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
# What may follow `{` where it opens a region rather than a dictionary or a list of parameters.
_REGION_AHEAD = re.compile(
    r"""\s*(?: [\^\x01] | "(?:[^"\\]|\\.)*"\s*\( | (?:[\w.]*\breturn)\s*(?:\}|$)
      | (?:[A-Za-z_][\w$]*\.[\w$.\-]+|return|call|module)(?=[\s(])(?!\s*[=,}:]) )""",
    re.VERBOSE,
)
_BLANK = re.compile(r"\s*(?://.*)?$")


class Piece(NamedTuple):
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
    `parts` are its pieces, with None for each region cut out; a statement that is all of line `line` has
    no parts.
    """

    __slots__ = ("key", "line", "names", "parts", "regions")

    def __init__(self, key: str, names: int, line: int) -> None:
        self.key = key
        self.names = names
        self.line = line
        self.parts: list[Piece | None] = []
        self.regions: list[list[Statement]] = []


class RawText(NamedTuple):
    """A statement as written, each region replaced by `REGION_MARK`; `origins` maps it to the source."""

    text: str
    origins: list[tuple[int, int]]  # (offset in text, offset in the source) of each piece

    def offset(self, position: int) -> int:
        """The offset in the source of the character at `position` of the text."""
        start, origin = max(pair for pair in self.origins if pair[0] <= max(position, 0))
        return origin + position - start


class _State(NamedTuple):
    """Where a line begins: inside which brackets of which statement, in which region."""

    parent: _State | None = None  # of the statement that holds this region
    brackets: str = ""
    begun: str = ""  # "statement" or "label" while one is open
    expecting: bool = False  # it cannot end here: a comma, `=` or such came last
    undecided: bool = False  # a `{` came last; what follows says what it opens


class _Event(NamedTuple):
    kind: str  # piece, end, open, close, reopen, or the code of an error
    start: int
    end: int


class _Step(NamedTuple):
    """What a line does: `events` in order, then the next state. `plain`: one whole statement, no more."""

    events: list[_Event]
    next: _State
    plain: bool


class _Open:
    """A list of statements being read, and the last of them, which may go on."""

    __slots__ = ("brace", "current", "statements")

    def __init__(self, statements: list[Statement], brace: tuple[int, int] | None) -> None:
        self.statements = statements
        self.brace = brace  # line and column of the `{` that opened it
        self.current: Statement | None = None


_MESSAGES = {
    "unclosed_region": "this `{` is never closed",
    "unmatched_brace": "this `}` closes nothing",
}


class Reading:
    """The statements of a source: `statements` at the top level, the names of all, the errors."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.names: list[str] = []
        self.statements: list[Statement] = []
        self.errors: list[Diagnostic] = []
        self._line_names: list[int] = []  # where the names of each line begin
        self._open = [_Open(self.statements, None)]
        self._read()

    # -- the automaton --------------------------------------------------------------------------

    def _read(self) -> None:
        tables: dict[_State, dict[str, _Step]] = {}
        state = _State()
        steps = tables.setdefault(state, {})
        names, innermost = 0, self._open[0]
        for number, line in enumerate(self._blanked_lines()):
            self._line_names.append(names)
            step = steps.get(line)
            if step is None:
                step = steps[line] = _scan(line, state)
            if step.plain:
                if innermost.current is not None and innermost.current.parts:
                    self._end(innermost)
                innermost.current = statement = Statement(line, names, number)
                innermost.statements.append(statement)
            else:
                for event in step.events:
                    self._apply(event, line, number, names)
                innermost = self._open[-1]
            if step.next is not state:
                state = step.next
                steps = tables.setdefault(state, {})
            names += line.count(HOLE)
        self._finish()

    def _blanked_lines(self) -> Iterator[str]:
        text, start = self.source.text, 0
        while start <= len(text):
            end = text.find("\n", start + _CHUNK)
            end = len(text) if end < 0 else end
            parts = NAME.split(text[start:end])
            self.names += parts[1::2]
            del parts[1::2]
            yield from HOLE.join(parts).split("\n")
            start = end + 1

    def _apply(self, event: _Event, line: str, number: int, names: int) -> None:
        innermost = self._open[-1]
        if event.kind == "piece":
            skipped = line.count(HOLE, 0, event.start)
            piece = Piece(line[event.start : event.end], number, event.start, names + skipped)
            self._going_on(innermost, piece).parts.append(piece)
        elif event.kind == "end":
            self._end(innermost)
        elif event.kind in ("open", "reopen"):
            self._open_region(innermost, event, number)
        elif event.kind == "close":
            self._open.pop()
        else:
            self._error(event.kind, number, event.start)

    def _going_on(self, innermost: _Open, piece: Piece) -> Statement:
        """The statement that a piece belongs to: the one begun, or a new one."""
        statement = innermost.current
        if statement is None:
            innermost.current = statement = Statement("", piece.names, piece.line)
            innermost.statements.append(statement)
        elif not statement.parts:  # it seemed to be one plain line
            statement.parts.append(Piece(statement.key, statement.line, 0, statement.names))
        return statement

    def _open_region(self, innermost: _Open, event: _Event, number: int) -> None:
        statement = innermost.current
        assert statement is not None
        brace = number, event.start
        if event.kind == "reopen":  # the `{` that ends the last piece opened a region after all
            last = statement.parts[-1]
            assert last is not None
            text = last.text.rstrip()
            brace = last.line, last.column + len(text) - 1
            statement.parts[-1] = last._replace(text=text[:-1])
        statement.parts.append(None)
        statement.regions.append([])
        self._open.append(_Open(statement.regions[-1], brace))

    def _end(self, innermost: _Open) -> None:
        statement, innermost.current = innermost.current, None
        if statement is not None and statement.parts:
            statement.key = _joined([None if part is None else part.text for part in statement.parts])

    def _finish(self) -> None:
        while len(self._open) > 1:
            innermost = self._open.pop()
            self._end(innermost)
            assert innermost.brace is not None
            self._error("unclosed_region", *innermost.brace)
        self._end(self._open[0])

    def _error(self, code: str, line: int, column: int) -> None:
        start = self.offset(line, column)
        self.errors.append(Diagnostic(code, _MESSAGES[code], Span(self.source, start, start + 1)))

    # -- back to the source ---------------------------------------------------------------------

    def offset(self, line: int, column: int) -> int:
        """The offset in the source of column `column` of blanked line `line`, both from 0."""
        start = position = self.source.line_starts[line]
        first = self._line_names[line]
        end = self._line_names[line + 1] if line + 1 < len(self._line_names) else len(self.names)
        for name in self.names[first:end]:
            hole = self.source.text.find(name, position)
            if hole - start >= column:
                break
            column += len(name) - 1
            position = hole + len(name)
        return start + column

    def extent(self, statement: Statement) -> tuple[int, int]:
        """Where a statement starts and ends in the source, regions included."""
        if not statement.parts:
            starts = self.source.line_starts
            start = starts[statement.line]
            behind = statement.line + 1
            return start, starts[behind] - 1 if behind < len(starts) else len(self.source.text)
        first, last = statement.parts[0], statement.parts[-1]
        assert first is not None
        start = self.offset(first.line, first.column)
        if last is not None:
            return start, self.offset(last.line, last.column + len(last.text))
        inside = statement.regions[-1]
        end = self.extent(inside[-1])[1] if inside else start
        brace = self.source.text.find("}", end)
        return start, brace + 1 if brace >= 0 else len(self.source.text)

    def raw_text(self, statement: Statement) -> RawText:
        """The statement as written, and where its parts stand."""
        if not statement.parts:
            start, end = self.extent(statement)
            return RawText(self.source.text[start:end], [(0, start)])
        texts: list[str | None] = []
        starts = []
        for part in statement.parts:
            if part is None:
                texts.append(None)
                continue
            start = self.offset(part.line, part.column)
            texts.append(self.source.text[start : self.offset(part.line, part.column + len(part.text))])
            starts.append(start)
        origins = [(len(_joined([*texts[:i], ""])), 0) for i, text in enumerate(texts) if text is not None]
        return RawText(
            _joined(texts),
            [(position, start) for (position, _), start in zip(origins, starts, strict=True)],
        )

    def names_of(self, statement: Statement) -> list[str]:
        """The names in the statement's holes, in order."""
        if not statement.parts:
            return self.names[statement.names : statement.names + statement.key.count(HOLE)]
        names: list[str] = []
        for part in statement.parts:
            if part is not None:
                names += self.names[part.names : part.names + part.text.count(HOLE)]
        return names


def _joined(texts: list[str | None]) -> str:
    """Parts as one text: a region (None) leaves its mark, pieces of several lines keep a line end."""
    joined, after_piece = "", False
    for text in texts:
        if text is None:
            joined += REGION_MARK
        else:
            joined += "\n" + text if after_piece else text
        after_piece = text is not None
    return joined


def _scan(line: str, state: _State) -> _Step:
    """What `line` does in `state`."""
    return _Scan(line, state).step()


class _Scan:
    """One line being scanned, token by token."""

    def __init__(self, line: str, state: _State) -> None:
        self.line = line
        self.state = state
        self.events: list[_Event] = []
        self.parent = state.parent
        self.brackets = state.brackets
        self.begun = state.begun
        self.expecting = state.expecting
        self.previous = ""
        self.start = 0  # of the piece being read

    def step(self) -> _Step:
        line, end = self.line, len(self.line)
        if self.state.undecided:
            if _BLANK.match(line):
                return _Step([], self.state, False)
            self._decide()
        undecided = False
        for match in _TOKEN.finditer(line):
            kind, token = match.lastgroup, match.group()
            if kind == "space":
                continue
            if kind == "comment":
                end = match.start()
                break
            undecided = self._token(str(kind), token, match)
            self.previous = token
        self._piece(end)
        following = _State(self.parent, self.brackets, self.begun, self.expecting, undecided)
        return self._finished(following, end)

    def _finished(self, following: _State, end: int) -> _Step:
        events = self.events[1:] if self.events and self.events[0].kind == "end" else self.events
        indent = len(self.line) - len(self.line.lstrip())
        whole = (
            len(events) == 1
            and events[0].kind == "piece"
            and events[0].start <= indent
            and events[0].end == end == len(self.line)
        )
        fresh = not self.state.begun or len(events) < len(self.events)
        plain = whole and fresh and following == _State(self.state.parent, begun="statement")
        if following == self.state:
            following = self.state
        return _Step(self.events, following, plain)

    def _decide(self) -> None:
        if _REGION_AHEAD.match(self.line):
            self.events.append(_Event("reopen", 0, 0))
            self._enter()
        else:
            self.brackets += "{"

    def _token(self, kind: str, token: str, match: re.Match[str]) -> bool:
        """Take one token in; whether it is a `{` that the next line decides."""
        if kind == "close":
            self._close(token, match)
            return False
        if self._begins(kind, token, match):
            self._end(match.start())
            self.begun = "label" if kind == "label" else "statement"
        if kind == "open":
            return self._bracket(token, match)
        if kind == "resources":
            self.brackets = self.brackets[:-1] if token == "#-}" else self.brackets + "R"
        self.expecting = not self.brackets and (token in ",=:" or kind == "arrow")
        if token == ":" and self.begun == "label" and not self.brackets:
            self._end(match.end())
        return False

    def _begins(self, kind: str, token: str, match: re.Match[str]) -> bool:
        """Whether a statement begins at this token."""
        if not self.begun:
            return True
        if self.brackets:
            # a statement at the head of a line inside brackets: the one before never closed them
            return (
                kind == "hole" and not self.previous and "R" not in self.brackets
                and _OP_BEHIND_RESULTS.match(self.line) is not None
            )  # fmt: skip
        if self.expecting:
            return False
        if kind == "hole":
            return _RESULTS.match(self.line, match.start()) is not None
        if kind == "string":
            return _OPERANDS.match(self.line, match.end()) is not None
        if kind == "sigil":
            return _ALIAS.match(self.line, match.start()) is not None
        if kind == "word":
            return token in _STARTERS or ("." in token and self.previous != "applies")
        return (kind == "label" and not self.previous) or token == "{-#"

    def _bracket(self, token: str, match: re.Match[str]) -> bool:
        self.expecting = False
        if token == "{" and "R" not in self.brackets:
            if _BLANK.match(self.line, match.end()):
                return True
            if _REGION_AHEAD.match(self.line, match.end()):
                self._piece(match.start())
                self.events.append(_Event("open", match.start(), match.end()))
                self.start = match.end()
                self._enter()
                return False
        self.brackets += token
        return False

    def _enter(self) -> None:
        self.parent = _State(self.parent, self.brackets, self.begun)
        self.brackets, self.begun, self.expecting = "", "", False

    def _close(self, token: str, match: re.Match[str]) -> None:
        self.expecting = False
        if self.brackets.endswith(_PAIRS[token]):
            self.brackets = self.brackets[:-1]
        elif token == "}" and self.parent is None:
            self.events.append(_Event("unmatched_brace", match.start(), match.end()))
            self._end(match.start())
            self.start = match.end()
        elif token == "}" and self.parent is not None and "{" not in self.brackets:
            self._end(match.start())
            self.events.append(_Event("close", match.start(), match.end()))
            self.start = match.end()
            self.parent, self.brackets, self.begun = self.parent[:3]

    def _piece(self, end: int) -> None:
        if self.begun and not self.line[self.start : end].isspace() and self.start < end:
            self.events.append(_Event("piece", self.start, end))

    def _end(self, end: int) -> None:
        """End the statement that is open, if one is; a new one starts at `end`."""
        if self.begun:
            if self.line[self.start : end].strip():
                self._piece(end)
            self.events.append(_Event("end", end, end))
        self.begun, self.brackets, self.expecting, self.start = "", "", False, end
