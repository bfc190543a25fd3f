"""`stablehlo_tools.conform`: cases on an engine, and the score card.

Many cases are executed in one program, halves of it where it fails, in the end each alone.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, EngineError, errors_of
from stablehlo_tools.engines.command import CommandEngine
from stablehlo_tools.engines.interpreter import Numpy
from stablehlo_tools.engines.protocol import Engine
from stablehlo_tools.engines.registry import UNAVAILABLE, engine_named
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.clone import append
from stablehlo_tools.ir.edit import clone_block
from stablehlo_tools.ir.operations import Module, Value
from stablehlo_tools.rewrite.extract import standalone
from stablehlo_tools.rewrite.outline import begin_function, end_function
from stablehlo_tools.targets.conformance.corpus import Corpus
from stablehlo_tools.targets.conformance.package import read_cases
from stablehlo_tools.targets.conformance.results import ConformanceCase, Journal, Outcome, ScoreCard, Status
from stablehlo_tools.verdict.difference import errors_of as distances
from stablehlo_tools.verdict.judging import judge
from stablehlo_tools.verdict.tolerance import Allowance
from stablehlo_tools.verifier.module import verify

BATCH: Final = 32  # cases of one program
_MOST_MESSAGE: Final = 300  # characters
Report = Callable[[Sequence[Outcome]], None]


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
    history = Journal(journal or Path(os.devnull), engine, first.version)
    outcomes: dict[str, Outcome | None] = {}  # in the order of the cases
    examples: dict[str, list[str]] = {}

    def report(new: Sequence[Outcome]) -> None:
        outcomes.update((outcome.case, outcome) for outcome in new)
        history.add(new)
        progress(new)

    def pending() -> Iterator[ConformanceCase]:
        for example, example_cases in _by_example(cases):
            finished = history.finished(example)
            if finished is not None:
                outcomes.update((outcome.case, outcome) for outcome in finished)
                continue
            names = []
            for case in example_cases:
                if is_command and not case.is_valid:
                    continue
                names.append(case.name)
                earlier = outcomes[case.name] = history.outcome(case)
                if earlier is None:
                    yield case
            examples[example] = names

    try:
        Runner(lambda: engine_named(engine), jobs=jobs, batch=batch, timeout=timeout).run(pending(), report)
    finally:
        for example, names in examples.items():
            if example and all(map(outcomes.get, names)):
                history.finish(example, names)
    executed = [outcome for outcome in outcomes.values() if outcome is not None]
    return ScoreCard(engine, first.version, executed, known or {})


def _by_example(
    cases: Iterable[ConformanceCase] | str | Path | None,
) -> Iterable[tuple[str, Iterable[ConformanceCase]]]:
    """The cases of each example of the corpus, by what it is made of; those of others are of none."""
    if cases is None or isinstance(cases, Corpus):
        return (cases or Corpus()).by_example()
    return [("", read_cases(Path(cases)) if isinstance(cases, str | Path) else cases)]


class Runner:
    """Executes cases on engines, one per thread."""

    def __init__(
        self, engine: Callable[[], Engine], *, jobs: int = 1, batch: int = BATCH, timeout: float = 30.0
    ) -> None:
        self._engine = engine
        self._jobs = jobs
        self._batch = batch
        self._timeout = timeout
        self._local = threading.local()
        self._late: list[ConformanceCase] = []

    def run(self, cases: Iterable[ConformanceCase], report: Report) -> None:
        """Execute all cases; `report` is given outcomes as they come, one call at a time.

        Those that take too long are executed once more in the end, with nothing beside them.
        """
        batches, ended = batches_of(cases, self._batch), threading.Event()
        taking, reporting = threading.Lock(), threading.Lock()

        def work() -> None:
            try:
                while not ended.is_set():
                    with taking:
                        batch = next(batches, None)
                    if batch is None:
                        return
                    outcomes = self._without_late(batch)
                    with reporting:
                        report(outcomes)
            finally:
                ended.set()  # if one fails, the others take no more

        with ThreadPoolExecutor(self._jobs) as pool:
            workers = [pool.submit(work) for _ in range(self._jobs)]
            try:
                for worker in workers:
                    worker.result()
            finally:
                ended.set()
        for case in self._late:
            report([self._alone(case)])

    def _without_late(self, batch: Sequence[ConformanceCase]) -> list[Outcome]:
        outcomes = {outcome.case: outcome for outcome in self._outcomes(batch)}
        self._late += [case for case in batch if outcomes[case.name].status is Status.TIMED_OUT]
        return [outcome for outcome in outcomes.values() if outcome.status is not Status.TIMED_OUT]

    def _outcomes(self, batch: Sequence[ConformanceCase]) -> Iterator[Outcome]:
        """The outcomes of cases that are executed together; alone, if they do not come out right."""
        if len(batch) == 1:
            yield self._alone(batch[0])
            return
        start = time.perf_counter()
        module = combined(batch)
        inputs = [array for case in batch for array in case.inputs]
        try:
            results = iter(self._execute(module, inputs, len(batch)))
        except DiagnosticError as error:  # halves that wait for a case that hangs take longer than each alone
            is_late = _status_of(error.diagnostics[0], batch[0]) is Status.TIMED_OUT
            size = 1 if is_late else (len(batch) + 1) // 2
            for offset in range(0, len(batch), size):
                yield from self._outcomes(batch[offset : offset + size])
            return
        share = (time.perf_counter() - start) / len(batch)
        for case in batch:
            if difference(case, list(itertools.islice(results, len(case.expected)))):
                yield self._alone(case)
            else:
                yield replace(
                    Outcome.from_case(case, Status.RIGHT), runs_alone=False, seconds=round(share, 6)
                )

    def _alone(self, case: ConformanceCase) -> Outcome:
        start = time.perf_counter()
        return replace(self._outcome(case), seconds=round(time.perf_counter() - start, 6))

    def _outcome(self, case: ConformanceCase) -> Outcome:
        if not case.is_valid and isinstance(self._own, Numpy):  # which is only given what verifies
            errors = errors_of(verify(case.module))
            return Outcome.from_case(case, Status.REJECTED if errors else Status.TAKEN)
        try:
            results = self._execute(case.module, case.inputs, 1, case)
        except DiagnosticError as error:
            status = _status_of(error.diagnostics[0], case)
            return Outcome.from_case(case, status, message_of(error.diagnostics[0]))
        if not case.is_valid:
            return Outcome.from_case(case, Status.TAKEN, f"breaks {case.breaks}")
        wrong = difference(case, results)
        return Outcome.from_case(case, Status.WRONG if wrong else Status.RIGHT, wrong)

    @property
    def _own(self) -> Engine:
        """The engine of this thread."""
        if not hasattr(self._local, "engine"):
            self._local.engine = self._engine()
        engine: Engine = self._local.engine
        return engine

    def _execute(
        self, module: Module, inputs: Sequence[Array], count: int, case: ConformanceCase | None = None
    ) -> list[Array]:
        """The results of a program of `count` cases; an invalid one is only compiled. Raises EngineError."""
        options = RunOptions(timeout=self._timeout * (1 + count / 8))
        program = self._own.compile(module, case.entry if case else "main", options)
        try:
            is_valid = case is None or case.is_valid
            return [np.asarray(array) for array in program.execute([inputs])[0]] if is_valid else []
        finally:
            program.close()


def batches_of(cases: Iterable[ConformanceCase], size: int) -> Iterator[list[ConformanceCase]]:
    """The cases in lists of those that share an op, those of equal types next to each other.

    What an engine refuses is mostly of one type, and then in few of the halves.
    """
    for _, op_cases in itertools.groupby(cases, lambda case: case.op):
        together: list[ConformanceCase] = []
        for case in op_cases:
            if case.is_alone:
                together.append(case)
            else:
                yield [case]
        together.sort(key=lambda case: case.types)
        yield from (together[start : start + size] for start in range(0, len(together), size))


def combined(cases: Sequence[ConformanceCase]) -> Module:
    """A program that takes the inputs of all cases, and returns all their results."""
    function, body = begin_function(())
    returned: list[Value] = []
    for case in cases:
        source = case.module.functions[-1].body
        assert source is not None
        inputs = [
            Value(argument.type, f"%arg{index}", body, index)
            for index, argument in enumerate(source.arguments, start=len(body.arguments))
        ]
        body.arguments += inputs
        operations, results = clone_block(source, inputs)
        for operation in operations:
            append(operation, body)
        returned += results
    return standalone(end_function(function, "main", returned), cases[0].module)


def difference(case: ConformanceCase, results: Sequence[Array]) -> str:
    """The difference of results from the expected ones; empty if they are within the bounds."""
    if len(results) != len(case.expected):
        return f"{len(results)} results, expected {len(case.expected)}"
    for index, (array, reference, bound) in enumerate(zip(results, case.expected, case.bounds, strict=True)):
        if array.shape == reference.shape and array.dtype == reference.dtype:
            errors = distances(array, reference)
            if bool(np.all(errors <= bound)) or not errors.size:
                continue
        allowed = Allowance("bounds", bound)
        judgement = judge(array, reference, [lambda before: allowed])  # noqa: B023 - called at once
        return f"result {index} {'; '.join((str(judgement), *judgement.details))}"
    return ""


# Codes of diagnostics of engines; any other is a refusal.
_CODES: Final = {
    "engine_crashed": Status.CRASHED,
    "timeout": Status.TIMED_OUT,
    "out_of_memory": Status.CRASHED,
    "engine_results": Status.WRONG,
}


def _status_of(diagnostic: Diagnostic, case: ConformanceCase) -> Status:
    if diagnostic.code in UNAVAILABLE:
        raise EngineError(diagnostic)
    status = _CODES.get(diagnostic.code, Status.REFUSED)
    return Status.REJECTED if status is Status.REFUSED and not case.is_valid else status


def message_of(diagnostic: Diagnostic) -> str:
    """The message of a diagnostic, with the engine's first line that says `error`, or its first line."""
    notes = [line for note in diagnostic.notes for line in note.splitlines() if line.strip()]
    notes = [line for line in notes if not line.endswith("standard error:")]
    reason = next((line for line in notes if "error" in line.lower()), notes[0] if notes else "")
    return " ".join(f"{diagnostic.message}: {reason}".rstrip(": ").split())[:_MOST_MESSAGE]
