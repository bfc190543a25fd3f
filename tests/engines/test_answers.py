"""What the process of an engine answers is judged by one schema before anything of it is used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.diagnostics.diagnostic import EngineError
from stablehlo_tools.engines.answers import Malformed, read_answer
from stablehlo_tools.engines.foreign import ForeignEngine, Worker
from stablehlo_tools.interpret.options import RunOptions
from tests.engines.fakes import MODULE, X

EMPTY: dict[str, Any] = {"arrays": [], "sizes": []}
DESCRIPTION: dict[str, Any] = {"version": "1.0", "devices": ["cpu:0"], "stablehlo": "1.9.0", **EMPTY}
REPORT: dict[str, Any] = {"costs": {"flops": 1e6}, "memory": {"temp": 0}, **EMPTY}
RESULTS: dict[str, Any] = {"arrays": [["f4", [4, 0]], ["b1", []]], "sizes": [0, 1]}
FAILURE: dict[str, Any] = {"error": "failed", "message": "no", **EMPTY}


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("describe", DESCRIPTION), ("describe", {**DESCRIPTION, "stablehlo": None, "more": 1}),
        ("report", REPORT), ("execute", RESULTS), ("compile", EMPTY), ("compile", FAILURE),
        ("execute", {**FAILURE, "message": None, "package": "jaxlib"}),
    ],
)  # fmt: skip
def test_an_answer_is_what_was_sent(request_: str, answer: dict[str, Any]) -> None:
    assert read_answer(request_, json.dumps(answer).encode()) == answer


WRONG: dict[str, tuple[str, object, str]] = {
    "a number of devices": (
        "describe",
        {**DESCRIPTION, "devices": 5},
        "`devices` is 5, expected a list",
    ),
    "devices of other kinds": ("describe", {**DESCRIPTION, "devices": ["cpu", {}]}, "`devices`"),
    "no devices": ("describe", {"version": "1", **EMPTY}, "`devices` is missing"),
    "a version that is none": ("describe", {**DESCRIPTION, "stablehlo": "1.x"}, "expected a version such as"),
    "versions without end": ("describe", {**DESCRIPTION, "stablehlo": "1.2." + "9" * 5000}, "`stablehlo`"),
    "a half dimension": ("execute", {"arrays": [["f4", [4.5]]], "sizes": [18]}, "`arrays`"),
    "a dimension in quotes": ("execute", {"arrays": [["f4", ["4"]]], "sizes": [16]}, "`arrays`"),
    "a true dimension": ("execute", {"arrays": [["f4", [True]]], "sizes": [4]}, "`arrays`"),
    "a negative dimension": ("execute", {"arrays": [["f4", [-4]]], "sizes": [16]}, "`arrays`"),
    "too many dimensions": ("execute", {"arrays": [["f4", [1] * 65]], "sizes": [4]}, "`arrays`"),
    "a dtype of fields": ("execute", {"arrays": [["f4,(2,)f4", [1]]], "sizes": [12]}, "`arrays`"),
    "a shape alone": ("execute", {"arrays": [[[4]]], "sizes": [16]}, "`arrays`"),
    "a size that is none": ("execute", {**RESULTS, "sizes": [1e3, 1]}, "`sizes`"),
    "no sizes": ("compile", {"arrays": []}, "`sizes` is missing"),
    "an unknown failure": ("compile", {**FAILURE, "error": "else"}, "`error` is"),
    "a failure of another type": ("compile", {**FAILURE, "error": []}, "`error` is"),
    "a message that is none": ("compile", {**FAILURE, "message": 3}, "`message` is 3"),
    "a package that is none": ("compile", {**FAILURE, "package": {}}, "`package` is"),
    "costs in words": ("report", {**REPORT, "costs": {"flops": "many"}}, "`costs`"),
    "memory in a list": ("report", {**REPORT, "memory": [1]}, "`memory`"),
    "a list": ("compile", [], "not a JSON object"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    request, answer, message = WRONG[name]
    with pytest.raises(Malformed, match=message):
        read_answer(request, json.dumps(answer).encode())


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000, b"{", b"\xff\xfe", b'{"costs": {"flops": Infinity}}', b'{"sizes": [NaN]}',
        b'{"sizes": [' + b"9" * 5000 + b'x]}',
    ],
    ids=["nested", "cut short", "bytes", "infinite", "nan", "digits"],
)  # fmt: skip
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(Malformed, match="not JSON"):
        read_answer("report", text)


def test_a_number_beyond_all_is_not_finite() -> None:
    text = b'{"costs": {"flops": 1e999}, "memory": {}, "arrays": [], "sizes": []}'
    with pytest.raises(Malformed, match="expected an object of finite numbers"):
        read_answer("report", text)


# A worker without `serve.py`: it says what it likes.
ODD = """
import sys
from pathlib import Path

serve = Path({serve!r})
sys.path.insert(0, str(serve.parent))
from serve import GREETING, SIZE

text = {answer!r}
out = sys.stdout.buffer
out.write(GREETING + SIZE.pack(len(text)) + text)
out.flush()
sys.stdin.buffer.read()
"""


def test_a_header_without_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It announces 2 GB, of which nothing comes: reading it would reach the limit of time."""
    from stablehlo_tools.engines import child

    program = tmp_path / "serve.py"
    text = ODD.format(serve=str(child._SERVE), answer=b"").replace(
        "SIZE.pack(len(text))", "SIZE.pack(1 << 31)"
    )
    program.write_text(text)
    monkeypatch.setattr(child, "_SERVE", program)
    with pytest.raises(EngineError) as raised:
        ForeignEngine("odd", Worker(tmp_path / "worker.py")).start(timeout=30)
    assert raised.value.diagnostic.code == "engine_crashed"


@pytest.mark.parametrize("answer", [b"[" * 100_000, json.dumps({**DESCRIPTION, "devices": 5}).encode()])
def test_a_wrong_answer_is_a_diagnostic_and_the_end_of_the_engine(
    answer: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stablehlo_tools.engines import child

    program = tmp_path / "serve.py"
    program.write_text(ODD.format(serve=str(child._SERVE), answer=answer))
    monkeypatch.setattr(child, "_SERVE", program)
    engine = ForeignEngine("odd", Worker(tmp_path / "worker.py"))
    with pytest.raises(EngineError, match="gave a wrong answer while starting") as raised:
        engine.compile(MODULE, "main", RunOptions(timeout=60)).execute([[X]])
    assert raised.value.diagnostic.code == "engine_results"
