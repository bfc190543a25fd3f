"""`stablehlo_tools.conform`: cases on an engine, and the score card."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from stablehlo_tools.engines.command import CommandEngine
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.targets.conformance.case import ConformanceCase
from stablehlo_tools.targets.conformance.corpus import Corpus
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
    is_command = isinstance(first, CommandEngine)
    kept = Journal(journal or Path(os.devnull), engine, first.version)
    outcomes: dict[str, Outcome | None] = {}  # in the order of the cases
    examples: dict[str, list[str]] = {}

    def report(found: Sequence[Outcome]) -> None:
        outcomes.update((each.case, each) for each in found)
        kept.add(found)
        progress(found)

    def pending() -> Iterator[ConformanceCase]:
        for example, of_example in _by_example(cases):
            finished = kept.finished(example)
            if finished is not None:
                outcomes.update((each.case, each) for each in finished)
                continue
            names = []
            for case in of_example:
                if is_command and not case.is_valid:
                    continue
                names.append(case.name)
                known_before = outcomes[case.name] = kept.known(case)
                if known_before is None:
                    yield case
            examples[example] = names

    try:
        Runner(lambda: engine_named(engine), jobs=jobs, batch=batch, timeout=timeout).run(pending(), report)
    finally:
        for example, names in examples.items():
            if example and all(map(outcomes.get, names)):
                kept.finish(example, names)
    found = [each for each in outcomes.values() if each is not None]
    return ScoreCard(engine, first.version, found, known or {})


def _by_example(
    cases: Iterable[ConformanceCase] | str | Path | None,
) -> Iterable[tuple[str, Iterable[ConformanceCase]]]:
    """The cases of each example of the corpus, by what it is made of; those of others are of none."""
    if cases is None or isinstance(cases, Corpus):
        return (cases or Corpus()).by_example()
    return [("", read_cases(Path(cases)) if isinstance(cases, str | Path) else cases)]
