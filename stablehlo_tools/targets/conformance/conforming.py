"""`stablehlo_tools.conform`: cases on an engine, and the score card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from stablehlo_tools.engines.command import CommandEngine
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.targets.conformance.case import ConformanceCase
from stablehlo_tools.targets.conformance.corpus import corpus
from stablehlo_tools.targets.conformance.package import read_cases
from stablehlo_tools.targets.conformance.results import Journal, Outcome, ScoreCard
from stablehlo_tools.targets.conformance.running import BATCH, Runner


def conform(
    engine: str,
    cases: Iterable[ConformanceCase] | str | Path | None = None,
    *,
    jobs: int = 1,
    batch: int = BATCH,
    timeout: float = 30.0,
    known: Mapping[str, str] | None = None,
    journal: Path | None = None,
    progress: Callable[[Sequence[Outcome]], None] = lambda outcomes: None,
) -> ScoreCard:
    """The score card of an engine: what it does with each of the cases.

    `engine` is a name as of `--engine`. `cases` are those of a folder, or of the corpus of this package by
    default; a command compiles nothing, and is given none that break a constraint. Up to `batch` cases are
    executed in one program, and alone if they do not come out right, for at most `timeout` seconds each, by
    `jobs` engines at a time. `known` are the failures of a baseline; the file `journal` keeps outcomes, which
    another run does not repeat; `progress` is called with outcomes as they come. Raises `EngineError` for an
    engine that is unknown or not installed; OSError, `ParseError` and ValueError for a folder that has no
    cases.
    """
    first = engine_named(engine)
    version, is_command = first.version, isinstance(first, CommandEngine)
    kept = None if journal is None else Journal(journal, engine, version)
    order: list[str] = []
    outcomes: dict[str, Outcome] = {}

    def report(found: Sequence[Outcome]) -> None:
        outcomes.update((each.case, each) for each in found)
        if kept is not None:
            kept.add(found)
        progress(found)

    def pending() -> Iterator[ConformanceCase]:
        for case in _cases(cases):
            if is_command and not case.is_valid:
                continue
            order.append(case.name)
            before = None if kept is None else kept.known(case)
            if before is None:
                yield case
            else:
                outcomes[case.name] = before

    Runner(lambda: engine_named(engine), jobs=jobs, batch=batch, timeout=timeout).run(pending(), report)
    return ScoreCard(engine, version, [outcomes[name] for name in order], known or {})


def _cases(cases: Iterable[ConformanceCase] | str | Path | None) -> Iterable[ConformanceCase]:
    if cases is None:
        return corpus()
    return read_cases(Path(cases)) if isinstance(cases, str | Path) else cases
