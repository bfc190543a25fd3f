"""What a line does to the statements around it."""

import pytest

from stablehlo_tools.text import scan
from stablehlo_tools.text.scan import PLACEHOLDER, Automaton, ScannerState


def after(*lines: str) -> ScannerState:
    """The state behind some lines."""
    state = Automaton().start
    for line in lines:
        state = state[line].next
    return state


def kinds(state: ScannerState, line: str) -> list[str]:
    """What happens on a line."""
    return [event.kind for event in state[line].events]


PLAIN = f'  {PLACEHOLDER} = "a.b"({PLACEHOLDER}) : (i32) -> i32'


def test_a_plain_line_is_a_whole_statement() -> None:
    assert Automaton().start[PLAIN].is_plain
    assert after(PLAIN)[PLAIN].is_plain
    assert not Automaton().start[f"{PLAIN} // a comment"].is_plain
    assert not after('"a.b"(')[PLAIN[:10]].is_plain


def test_states_that_say_the_same_are_the_same() -> None:
    first = after(PLAIN)
    assert first[PLAIN].next is first
    assert first[PLAIN] is first[PLAIN]


def test_lines_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_MAX_CACHED", 1 << 20)
    automaton = Automaton()
    known = automaton.start[PLAIN]
    for number in range(1 << 8):
        assert automaton.start[PLAIN] is known
        automaton.start[f"{number}".rjust(1 << 11)]
    assert automaton.kept <= 1 << 20
    automaton.start[" " * (1 << 20)]
    assert automaton.start[PLAIN] is not known


@pytest.mark.parametrize(
    ("before", "line", "expected"),
    [
        ((), "module {", ["piece"]),  # the next line says whether this `{` opens a region
        (("module {",), '"a.b"() : () -> ()', ["reopen", "piece"]),
        (("module {",), "  a = 1", ["piece"]),
        ((), '"a.b"() ({ "a.c"() : () -> ()', ["piece", "open", "piece"]),
        ((), '"a.b"() {a = {b}} : () -> ()', ["piece"]),
        (('"a.b"() ({ "a.c"() : () -> ()',), "}) : () -> ()", ["end", "close", "piece"]),
        ((PLAIN,), "}", ["end", "unmatched_brace"]),
        ((PLAIN,), "^bb0:", ["end", "piece", "end"]),
        (
            (PLAIN,),
            f'"a.b"() : () -> () {PLACEHOLDER} = "a.c"() : () -> i32',
            ["end", "piece", "end", "piece"],
        ),
        ((f"{PLACEHOLDER} =",), '"a.c"() : () -> i32', ["piece"]),
        ((), "// }", []),
        ((), '"a.b"() {a = "}"} : () -> ()', ["piece"]),
        (
            ('"a.b"(',),
            f"{PLACEHOLDER} = stablehlo.abs {PLACEHOLDER} : i32",
            ["end", "piece"],
        ),  # it was never closed
    ],
)
def test_what_a_line_does(before: tuple[str, ...], line: str, expected: list[str]) -> None:
    assert kinds(after(*before), line) == expected


def test_holes_in_front_of_an_event_are_counted() -> None:
    line = f'{PLACEHOLDER} = "a.b"({PLACEHOLDER}) : (i32) -> i32 {PLACEHOLDER} = "a.b"() : () -> i32'
    assert [event.placeholders for event in Automaton().start[line].events] == [0, 2, 2]
