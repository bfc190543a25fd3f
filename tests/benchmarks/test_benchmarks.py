"""That the benchmarks measure what they say. Nothing here depends on how long anything takes."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.api import reading
from stablehlo_tools.text.statement import build_types, statement_parser
from tests.benchmarks import __main__ as command, cases, peers
from tests.benchmarks.by_hand import BY_HAND
from tests.benchmarks.measure import Effort, Task, least_cpu_times, medians
from tests.benchmarks.models import Model, largest_error, own_models, shared_models

MLP = next(model for model in own_models() if model.name == "mlp")


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "has_jax", lambda: False)
    monkeypatch.setattr(peers, "has_xdsl", lambda: False)


def test_tasks_take_turns_and_start_with_a_round_that_is_not_counted() -> None:
    order: list[str] = []
    tasks = {name: Task(lambda _, name=name: order.append(name)) for name in "ab"}  # type: ignore[misc]
    assert medians(tasks, Effort(least=3, most=3, seconds=0)).keys() == {"a", "b"}
    assert "".join(order) == "ab" * 4


def test_what_is_prepared_is_what_runs() -> None:
    got: list[object] = []
    medians({"": Task(got.append, prepare=lambda: 7)}, Effort(least=1, most=1, seconds=0))
    assert got == [7, 7]


def test_short_calls_take_turns_of_several() -> None:
    called: list[str] = []
    calls: dict[str, Callable[[], None]] = {name: functools.partial(called.append, name) for name in "ab"}
    times = least_cpu_times(calls, Effort(least=1, most=1, seconds=0))
    assert times.keys() == {"a", "b"}
    assert min(called.count("a"), called.count("b")) > 10


BOTH = [model for model in [*own_models(), *shared_models()] if model.label in BY_HAND]


@pytest.mark.parametrize("model", BOTH, ids=lambda model: model.name)
def test_what_is_written_by_hand_computes_what_the_program_does(model: Model) -> None:
    if model.inputs is None:
        pytest.skip("its inputs have not been made")
    results = stablehlo_tools.compile(model.text())(*model.inputs)
    by_hand = BY_HAND[model.label](*model.inputs)
    assert len(by_hand) == len(results)
    assert max(map(largest_error, by_hand, results)) < 1e-6


@pytest.mark.parametrize(("each", "rounds"), [(0.01, 15), (1.0, 5), (60.0, 3)])
def test_rounds_fit_into_the_time(each: float, rounds: int) -> None:
    assert Effort(least=3, most=15, seconds=5.0).rounds(each) == rounds


def test_forgetting_makes_statements_and_types_new_and_keeps_the_parsers() -> None:
    cases.read_and_verify(MLP.text())
    assert reading.STATEMENTS.templates
    assert build_types.simple_tensor.cache_info().currsize
    parser = statement_parser._parser("formats")
    cases.forget()
    assert not reading.STATEMENTS.templates
    assert not build_types.simple_tensor.cache_info().currsize
    assert statement_parser._parser("formats") is parser


def test_a_module_is_repeated_under_other_names() -> None:
    text = next(model for model in own_models() if model.name == "prng").text()
    once, thrice = stablehlo_tools.parse(text), cases.read_and_verify(cases.repeated(text, 3))
    symbols = [function.symbol for function in thrice.functions]
    assert len(set(symbols)) == len(symbols) == 3 * len(once.functions)
    assert len(list(thrice.walk())) - 1 == 3 * (len(list(once.walk())) - 1)


@pytest.mark.parametrize(
    ("actual", "expected", "error"),
    [
        ([1.0, 2.0], [1.0, 4.0], 0.5),
        ([np.nan, np.inf, 2.0], [np.nan, np.inf, 2.0], 0.0),
        ([np.nan], [1.0], np.inf),
        ([1.0], [np.nan], np.inf),
        ([-np.inf], [np.inf], np.inf),
        ([0.5], [0.0], 0.5),
        ([1.0], [1.0, 1.0], np.inf),
        ([], [], 0.0),
        ([3j], [4j], 0.25),
    ],
)
def test_the_largest_error(actual: list[complex], expected: list[complex], error: float) -> None:
    assert largest_error(np.array(actual), np.array(expected)) == error


def test_integers_are_right_or_wrong() -> None:
    assert largest_error(np.array([7, 8]), np.array([7, 8])) == 0
    assert largest_error(np.array([7, 9]), np.array([7, 8])) == np.inf
    assert largest_error(np.array([7, 8]), np.array([7.0, 8.0])) == np.inf


@pytest.mark.usefixtures("no_peers")
def test_without_peers_there_are_our_own_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    arguments = ["--models", "mlp", "--only", "parse,print,first,warm", "--quick", "--json", str(file)]
    assert command.main(arguments) == 0
    figures = json.loads(file.read_text())["figures"]
    measures = {figure["measure"] for figure in figures}
    assert measures == {
        "parse + verify, first", "parse + verify, again", "parse generic, first", "parse generic, again",
        "print", "text to result", "warm run",
    }  # fmt: skip
    for figure in figures:
        assert figure["ours"] > 0
        if figure["peer"] != "by hand":
            assert figure["theirs"] is figure["ratio"] is None
    table = capsys.readouterr().out
    assert all(measure in table for measure in measures)


def test_an_estimate_of_rounding_is_beside_a_plain_run() -> None:
    (figure,) = cases.uncertainty(MLP, Effort(least=1, most=1, seconds=0))
    assert figure.peer == "plain run"
    assert figure.ratio is not None
    assert figure.ratio > 1
    assert re.fullmatch(r"[0-9.]+ MB, [0-9.]+ times a run's", figure.note)


def test_narrow_floats_are_beside_wide_ones() -> None:
    model = next(model for model in own_models() if model.name == "scan")
    figures = [*cases.narrow_run(model, Effort(least=1, most=1, seconds=0))]
    rows = [(figure.measure, figure.peer) for figure in figures]
    assert rows == [("warm run, bf16", "f32"), ("warm run, f16", "f32"), ("warm run, f16", "by hand")]
    assert not [*cases.narrow_run(MLP, Effort(least=1, most=1, seconds=0))]


@pytest.mark.usefixtures("no_peers")
def test_a_model_that_cannot_be_measured_is_said_and_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str) -> None:
        raise ValueError("broken\nin detail")

    monkeypatch.setattr(stablehlo_tools, "parse", broken)
    assert command.main(["--models", "mlp", "--only", "print"]) == 1
    assert "ValueError: broken\n" in capsys.readouterr().out


def test_an_unknown_word_is_an_error() -> None:
    with pytest.raises(SystemExit, match="unknown models: nothing"):
        command.main(["--models", "nothing,mlp"])
    with pytest.raises(SystemExit, match="unknown measures: speed"):
        command.main(["--only", "parse,speed"])
