"""An automaton over lines, which finds where statements begin and end.

MLIR has no separators: a statement ends where the next one begins, at a list of results and `=`, at an op
name, at `}` or at a block label, outside all brackets.

Most lines are repeated after placeholders replace their names. In each state, a distinct line is scanned
once, and its effect is cached as a `Transition`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex

if TYPE_CHECKING:
    from stablehlo_tools.text.statement.template import Template

# What `\s` is in the grammar; no other characters are blanks. To import `string` takes a millisecond.
BLANKS = " \t\n\r\v\f"

# Replaces SSA names and location aliases, in which otherwise equal statements differ.
PLACEHOLDER = "\x01"

# Tensor types without spaces and encodings, which end most statements, and what stands for one.
TENSOR = regex(r"tensor<(?:(?:[0-9]+|\?)x)*(?:[a-z][A-Za-z0-9]*|complex<f(?:32|64)>)>(?!=)")
TENSOR_MARK = "\x00T"

_TOKEN = regex(
    r"""[ \t\r\f\v]*(?:(?P<comment>//.*)
    |(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")
    |(?P<resources>\{-\#|\#-\})
    |(?P<arrow>->|[<>]=)
    |(?P<open>[({\[<])
    |(?P<close>[)}\]>])
    |(?P<placeholder>\x01)
    |(?P<label>\^[A-Za-z0-9_$.\-]+)
    |(?P<word>tensor<[A-Za-z0-9?]+>|[A-Za-z_][\w$.\-]*)
    |(?P<sigil>[@!\#](?:[\w$.\-]+|"[^"\\]*(?:\\.[^"\\]*)*"))
    |(?P<other>[0-9][\w.]*|[^\s\w(){}\[\]<>"@!\#^,=:/\x01-]+|[^ \t\r\f\v]))""",
    re.VERBOSE,
)
# Text inside brackets that does not matter, to skip literals and types in one match.
_INSIDE = regex(r'(?:[^(){}\[\]<>"/#-]+|<[^(){}\[\]<>"/#-]*>|-(?!>))+')
_NAMES = r"\x01(?::[0-9]+)?(?:\s*,\s*\x01(?::[0-9]+)?)*"
_RESULTS = regex(rf"{_NAMES}\s*=")
# Lines of names that are operands, unless the line that goes on is the end of a list of results.
_ONLY_NAMES = regex(rf"\s*{_NAMES}\s*,?\s*(?://.*)?$")
_END_OF_RESULTS = regex(rf"\s*(?:{_NAMES}\s*)?=")
# The start of a line that cannot be inside brackets.
_FRESH_START = regex(
    r"""(?: [\x01:,\s0-9]*=\s*(?:[A-Za-z_][\w$]*\.|"|call\b)
      | \s*(?:func\.)?func\s+(?:(?:public|private|nested)\s+)?[@\x01] )""",
    re.VERBOSE,
)
_OPERANDS = regex(r"\s*\(")
_OP = regex(r"[A-Za-z_][\w$\-]*\.[\w$.\-]+")
_ALIAS = regex(r"[!#][\w$.\-]+\s*=")
_STARTERS = frozenset({"return", "call", "call_indirect", "module", "func"})
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_MAX_CACHED = 1 << 24  # bytes of cached lines, estimated
_TRANSITION_SIZE = 400  # bytes, without its line
_MAX_BRACKETS = 1000  # open brackets to track; a statement may have `template.MAX_NESTING`
# The text after a `{` that opens a region rather than a dictionary or a list of parameters.
_REGION_AHEAD = regex(
    r"""\s*(?: [\^\x01] | "[^"\\]*(?:\\.[^"\\]*)*"\s*\( | [\w.]*\b(?:return|yield)\s*(?:\}|$)
      | (?:[A-Za-z_][\w$]*\.[\w$.\-]+|return|call|call_indirect|module|func)(?=[\s(])(?!\s*[=,}:]) )""",
    re.VERBOSE,
)
_BLANK = regex(r"\s*(?://.*)?$")
# Brackets with none inside them, and what stands for them.
_FLAT = r"""(?:[^(){}\[\]<>"/#-]+(?![^(){}\[\]<>"/#-])|->|-(?!>))*"""
_BRACKETS = regex(rf"<(?!=){_FLAT}>(?!=)|\[{_FLAT}\]|\({_FLAT}\)")
_BRACKETS_MARK = "\x02"
# A line that is one statement, with marks for types and brackets: no later part of it begins a statement (see
# `_Scanner._begins`), or asks for more text. Nearly all lines are, and `_Scanner` takes much longer. No line
# matches in two ways, as all of them would be tried.
_WHOLE = regex(
    rf"""[ \t]*(?:\x01(?::[0-9]+)?(?:,[ ]\x01(?::[0-9]+)?)*[ ]=[ ])?
    (?:[A-Za-z_]\w*\.[\w.]+|return|call)(?=[ \t\x02]|$)
    (?:[ \t]*(?: [,:=\x02] | -> | {TENSOR_MARK} | \x01(?!(?::[0-9]+)?\s*=) | @[\w$.-]+(?![\w$.-])
      | (?:[0-9] | (?!(?:{"|".join(sorted(_STARTERS))})\b)[A-Za-z_])\w*(?![\w$.-])
      | applies[ ]\w+\.[\w.]+(?![\w$.-]) ))*
    (?<![,:=>])""",
    re.VERBOSE,
)


class Event(NamedTuple):
    """An event on a line, from column `start` to `end`, after a number of `placeholders`.

    `kind` is `piece` (of a statement), `end` (of a statement), `open`, `close` or `reopen` (a region; the
    last for a `{` at the end of an earlier line), `results` (the last `end` pieces begin another statement),
    or the code of an error.
    """

    kind: str
    start: int
    end: int
    placeholders: int


class Transition:
    """The effect of a line in a state: `events` in order, then the next state.

    `placeholders` is their number in `line`. `is_plain`: the line is exactly one statement, whose `template`
    name resolution sets.
    """

    __slots__ = ("events", "is_plain", "line", "next", "placeholders", "template")

    def __init__(self, line: str, events: list[Event], next: ScannerState, *, is_plain: bool) -> None:
        self.line = line
        self.events = events
        self.next = next
        self.placeholders = line.count(PLACEHOLDER)
        self.is_plain = is_plain
        self.template: Template | None = None


class Automaton:
    """All states. Transitions apply to any text, so those of several texts are cached, up to a limit."""

    def __init__(self) -> None:
        self.states: list[ScannerState] = []
        self.kept = 0  # bytes
        self.start = Level(self).state(OpenPart())

    def keep(self, line: str) -> None:
        """Count a line that is cached; above the limit, clear the cache."""
        self.kept += len(line) + _TRANSITION_SIZE
        if self.kept > _MAX_CACHED:
            self.forget()

    def forget(self) -> None:
        """Clear the cache."""
        self.kept = 0
        for state in self.states:
            state.clear()
            state.plain.clear()


class OpenPart(NamedTuple):
    """The part of a statement or label that is open at the start of a line.

    `begun` is "statement" or "label" while one is open. `expecting`: it cannot end here, after a comma, `=`
    or similar. `undecided`: after a `{` that may open a region or a dictionary, depending on the next line.
    `names` is how many of the last lines may be operands, or results of another statement.
    """

    brackets: str = ""
    begun: str = ""
    expecting: bool = False
    undecided: bool = False
    names: int = 0


class Level:
    """The inside of a region; `holder` is the state of the statement around it, after its `}`.

    Equal states of a level are the same object.
    """

    __slots__ = ("_states", "automaton", "holder")

    def __init__(self, automaton: Automaton, holder: ScannerState | None = None) -> None:
        self.automaton = automaton
        self.holder = holder
        self._states: dict[OpenPart, ScannerState] = {}

    def state(self, open: OpenPart) -> ScannerState:
        """The state of this level in which that is open."""
        state = self._states.get(open)
        if state is None:
            state = self._states[open] = ScannerState(self, open)
            self.automaton.states.append(state)
        return state


class ScannerState(dict[str, Transition]):
    """The state at the start of a line: its level, the open brackets, and transitions by line."""

    __slots__ = ("inside", "is_between", "level", "open", "plain")

    def __init__(self, level: Level, open: OpenPart) -> None:
        self.plain: dict[str, ScannerState] = {}  # the states after plain lines, by the line without types
        self.level = level
        self.open = open
        self.is_between = open in (OpenPart(), OpenPart(begun="statement"))  # two statements
        self.inside: Level | None = None  # the level of a region that opens here

    def __missing__(self, line: str) -> Transition:
        """The transition for a line that is new in this state."""
        self.level.automaton.keep(line)
        shape = TENSOR.sub(TENSOR_MARK, line)  # no statement begins or ends within a type
        following = self.plain.get(shape)
        if following is None and self.is_between and _is_whole(shape):
            following = self.plain[shape] = self.level.state(OpenPart(begun="statement"))
        if following is not None:
            step = Transition(line, [], following, is_plain=True)
        else:
            step = _Scanner(line, self).step()
            if step.is_plain:
                self.plain[shape] = step.next
        self[line] = step
        return step


def _is_whole(line: str) -> bool:
    """Whether a line is exactly one statement, if it is of a common shape."""
    for _ in range(8):  # deeper brackets are uncommon
        line, count = _BRACKETS.subn(_BRACKETS_MARK, line)
        if not count:
            break
    return _WHOLE.fullmatch(line) is not None


class _Scanner:
    """Scans one line, token by token."""

    def __init__(self, line: str, state: ScannerState) -> None:
        self.line = line
        self.state = state
        self.events: list[Event] = []
        self.level = state.level
        self.brackets, self.begun, self.expecting, *_ = state.open
        self.previous = ""
        self.start = 0  # of the current piece
        self.counted = self.placeholders = 0  # placeholders before column `counted`

    def step(self) -> Transition:
        if (self.state.open.undecided or self.state.open.names) and _BLANK.match(self.line):
            return Transition(self.line, [], self.state, is_plain=False)
        if self.state.open.undecided:
            self._decide()
        if self.state.open.names and _END_OF_RESULTS.match(self.line):
            self._event("results", 0, self.state.open.names)
            self.begun, self.expecting = "statement", True
        undecided, end = self._tokens()
        self._piece(end)
        following = self.level.state(
            OpenPart(self.brackets, self.begun, self.expecting, undecided, self._names())
        )
        return Transition(self.line, self.events, following, is_plain=self._is_plain(following, end))

    def _tokens(self) -> tuple[bool, int]:
        """Process all tokens. Return whether the last is an undecided `{`, and the end of the tokens."""
        line, position, undecided = self.line, 0, False
        while position < len(line):
            if self.brackets and self.previous and not undecided:
                skipped = _INSIDE.match(line, position)
                if skipped is not None:
                    position = skipped.end()
                    continue
            match = _TOKEN.match(line, position)
            if match is None:  # blanks
                return undecided, len(line)
            kind = str(match.lastgroup)
            start, position = match.span(kind)
            if kind == "comment":
                return undecided, start
            token = line[start:position]
            undecided = self._token(kind, token, start, position)
            self.previous = token
        return undecided, position

    def _names(self) -> int:
        """The number of lines up to this one that may be results of a statement that goes on."""
        state = self.state.open
        may_begin = state.begun == "statement" and not state.brackets and (not state.expecting or state.names)
        return state.names + 1 if may_begin and _ONLY_NAMES.match(self.line) else 0

    def _is_plain(self, following: ScannerState, end: int) -> bool:
        events = self.events[1:] if self.events and self.events[0].kind == "end" else self.events
        indent = len(self.line) - len(self.line.lstrip())
        is_whole = (
            len(events) == 1
            and events[0].kind == "piece"
            and events[0].start <= indent
            and events[0].end == end == len(self.line)
        )
        is_fresh = not self.state.open.begun or len(events) < len(self.events)
        return is_whole and is_fresh and following is self.state.level.state(OpenPart(begun="statement"))

    def _decide(self) -> None:
        if _REGION_AHEAD.match(self.line):
            self._event("reopen", 0, 0)
            self._enter()
        else:
            self._push("{")

    def _token(self, kind: str, token: str, start: int, end: int) -> bool:
        """Process a token. Return whether it is an undecided `{`."""
        if kind == "close":
            self._close(token, start, end)
            return False
        if self._begins(kind, token, start, end):
            self._end(start)
            self.begun = "label" if kind == "label" else "statement"
        if kind == "open":
            return self._bracket(token, start, end)
        if token == "{-#":
            self._push("R")
        elif token == "#-}":
            self.brackets = self.brackets[:-1]
        self.expecting = not self.brackets and (token in ",=:" or kind == "arrow")
        if token == ":" and self.begun == "label" and not self.brackets:
            self._end(end)
        return False

    def _begins(self, kind: str, token: str, start: int, end: int) -> bool:
        """Whether a statement begins at this token."""
        if not self.begun:
            return True
        if self.brackets:
            # the previous statement did not close them
            return (
                not self.previous and "R" not in self.brackets
                and _FRESH_START.match(self.line) is not None
            )  # fmt: skip
        if self.expecting:
            return False
        if kind == "placeholder":
            if "." in self.previous:  # `scf.for %i = ...`
                return False
            return _RESULTS.match(self.line, start) is not None
        if kind == "string":
            return _OPERANDS.match(self.line, end) is not None
        if kind == "sigil":
            return _ALIAS.match(self.line, start) is not None
        if kind == "word":
            return token in _STARTERS or ("." in token and self.previous != "applies")
        # a label, unless it is the successor of `cf.br`
        return (kind == "label" and not _OP.fullmatch(self.previous)) or token == "{-#"

    def _bracket(self, token: str, start: int, end: int) -> bool:
        self.expecting = False
        if token == "{" and "R" not in self.brackets:
            if _BLANK.match(self.line, end):
                return True
            if _REGION_AHEAD.match(self.line, end):
                self._piece(start)
                self._event("open", start, end)
                self.start = end
                self._enter()
                return False
        self._push(token)
        return False

    def _push(self, bracket: str) -> None:
        if len(self.brackets) < _MAX_BRACKETS:
            self.brackets += bracket

    def _enter(self) -> None:
        holder = self.level.state(OpenPart(self.brackets, self.begun))
        if holder.inside is None:
            holder.inside = Level(self.level.automaton, holder)
        self.level = holder.inside
        self.brackets, self.begun, self.expecting = "", "", False

    def _close(self, token: str, start: int, end: int) -> None:
        self.expecting = False
        holder = self.level.holder
        if self.brackets.endswith(_PAIRS[token]):
            self.brackets = self.brackets[:-1]
        elif token == "}" and "{" in self.brackets:  # without closing the brackets inside it
            self.brackets = self.brackets[: self.brackets.rindex("{")]
        elif token == "}" and holder is None:
            self._end(start)
            self._event("unmatched_brace", start, end)
            self.start = end
        elif token == "}" and holder is not None:
            self._end(start)
            self._event("close", start, end)
            self.start = end
            self.level, self.brackets, self.begun = holder.level, *holder.open[:2]
        elif not self.begun:  # a stray bracket is a statement, which the parser rejects
            self._end(start)
            self.begun = "statement"

    def _piece(self, end: int) -> None:
        if self.begun and self.line[self.start : end].strip(BLANKS):
            self._event("piece", self.start, end)

    def _end(self, end: int) -> None:
        """End the open statement, if any; a new one may start at `end`."""
        if self.begun:
            if self.line[self.start : end].strip(BLANKS):
                self._piece(end)
            self._event("end", end, end)
        self.begun, self.brackets, self.expecting, self.start = "", "", False, end

    def _event(self, kind: str, start: int, end: int) -> None:
        self.placeholders += self.line.count(PLACEHOLDER, self.counted, start)
        self.counted = start
        self.events.append(Event(kind, start, end, self.placeholders))
