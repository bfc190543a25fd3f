"""What a line does to the statements around it."""

from pathlib import Path
from random import Random

import pytest

from stablehlo_tools.text.reader import scan
from stablehlo_tools.text.reader.scan import PLACEHOLDER, Automaton, Level, OpenPart, ScannerState
from stablehlo_tools.text.reader.splitter import NAME


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


MODELS = Path(__file__).resolve().parents[2] / "testdata" / "models"
PIECES = (
    "call ", "return", " = ", PLACEHOLDER, ", ", "->", "<", ">", "(", ")", "[", "]", "{", "a.b", ":", "@x",
    "tensor<4xf32>", "applies ", "-", "=", "x", "^bb", "#a", '"', "//", ".", " ", "-#}", PLACEHOLDER + ":2 =",
)  # fmt: skip


def lines_of_models() -> list[str]:
    """The distinct lines of the models in the pretty form, with placeholders."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(MODELS.glob("*.mlir"))]
    return sorted({line for text in texts for line in NAME.sub(PLACEHOLDER, text).split("\n")})


def is_scanned_as_whole(line: str, begun: str) -> bool:
    """Whether a line is exactly one statement, token by token."""
    state = Level(Automaton()).state(OpenPart(begun=begun))
    step = scan._Scanner(line, state).step()
    return step.is_plain and step.next is state.level.state(OpenPart(begun="statement"))


def is_whole(line: str) -> bool:
    return scan._is_whole(scan.TENSOR.sub(scan.TENSOR_MARK, line))


def changed(line: str, random: Random) -> str:
    """The line with some text replaced by pieces."""
    for _ in range(random.randint(1, 3)):
        start = random.randint(0, len(line))
        line = line[:start] + random.choice(PIECES) + line[start + random.choice((0, 0, 1, 3)) :]
    return line


@pytest.mark.parametrize("begun", ["", "statement"])
def test_whole_lines_are_those_that_are_one_statement_token_by_token(begun: str) -> None:
    random, lines = Random(0), [line for line in lines_of_models() if len(line) < 1000]
    whole = [line for line in lines if is_whole(line)]
    assert len(whole) > 0.4 * len(lines)  # the rest is mostly in the generic form
    whole += [
        line for line in (changed(random.choice(whole), random) for _ in range(20_000)) if is_whole(line)
    ]
    assert len(whole) > 2000
    assert [line for line in whole if not is_scanned_as_whole(line, begun)] == []


def test_whole_lines_are_not_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"  {PLACEHOLDER} = stablehlo.slice {PLACEHOLDER} [0:2] : (tensor<4xf32>) -> tensor<2xf32>"
    monkeypatch.setattr(scan, "_Scanner", None)
    step = Automaton().start[line]
    assert step.is_plain
    assert step.next[line].next is step.next
