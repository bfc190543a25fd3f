"""Cases of conformance, their outcomes on an engine, and the score card that these make."""

from __future__ import annotations

import contextlib
import enum
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostics.tables import Table, page
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.print import print_module


@dataclass(frozen=True, eq=False)
class ConformanceCase:
    """A program `main` of an `op`, which returns `expected` for `inputs`.

    Elements may be off by the `bounds`, absolute errors: 0 where they are exact, infinite where the
    specification leaves them open. `types` are the element types of operands and results; `form` is the
    example that the program is made of, with what was changed. A program that is not valid breaks the rule
    `breaks`, and is to be refused; it has no arrays.
    """

    name: str
    op: str
    form: str
    types: tuple[str, ...]
    module: Module
    inputs: Sequence[Array] = ()
    expected: Sequence[Array] = ()
    bounds: Sequence[Array] = ()
    breaks: str = ""
    entry: str = "main"

    @property
    def is_alone(self) -> bool:
        """Whether the function needs no other: it may be executed together with those of other cases."""
        return self.is_valid and len(self.module.functions) == 1

    @property
    def is_valid(self) -> bool:
        """Whether an engine is to accept the program."""
        return not self.breaks

    @property
    def text(self) -> str:
        """The program as text; the generic form takes what breaks a constraint."""
        return print_module(self.module, generic=not self.is_valid)

    @property
    def digest(self) -> str:
        """A digest of the program and its inputs, by which results of earlier runs are recognized."""
        hasher = hashlib.sha256(self.text.encode())
        for array in self.inputs:
            hasher.update(array.tobytes())
        return hasher.hexdigest()[:16]


class Status(str, enum.Enum):
    """The outcome of a case: what an engine does with its program."""

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"
    REJECTED = "rejected"  # a program that is not valid, as it is to be
    TAKEN = "taken"  # a program that is not valid

    def __str__(self) -> str:
        return self.value


GOOD: Final = frozenset({Status.RIGHT, Status.REJECTED})


@dataclass(frozen=True)
class Outcome:
    """The outcome of a case on an engine; `message` describes the fault, or is the engine's.

    `runs_alone` if it was executed in a program of its own, else with other cases, of whose `seconds` it has
    its share.
    """

    case: str
    digest: str
    op: str
    form: str
    types: tuple[str, ...]
    status: Status
    message: str = ""
    runs_alone: bool = True
    seconds: float = 0.0

    @classmethod
    def from_case(cls, case: ConformanceCase, status: Status, message: str = "") -> Outcome:
        """The outcome of a case."""
        return cls(case.name, case.digest, case.op, case.form, case.types, status, message)

    @property
    def is_good(self) -> bool:
        """Whether the outcome is the expected one."""
        return self.status in GOOD

    @property
    def is_of_invalid(self) -> bool:
        """Whether the program is not valid."""
        return "/invalid/" in self.case

    @property
    def element_type(self) -> str:
        """The element type of the first operand or result; empty without one."""
        return self.types[0] if self.types else ""

    def as_object(self) -> dict[str, Any]:
        """The outcome as JSON."""
        return {**asdict(self), "status": self.status.value, "types": list(self.types)}

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Outcome:
        """The outcome in JSON. Raises KeyError, TypeError or ValueError for other JSON."""
        fields = {**data, "status": Status(data["status"]), "types": tuple(data["types"])}
        return cls(**fields)


@dataclass(frozen=True, repr=False)
class ScoreCard(Shown):
    """The outcomes of all cases on an `engine` of a `version`, in the order of the cases.

    `known` are the names of the cases that a baseline has, with their statuses.
    """

    engine: str
    version: str
    outcomes: Sequence[Outcome]
    known: Mapping[str, str]

    def __str__(self) -> str:
        """The text that `shlo conform` prints."""
        return page(self.parts())

    def parts(self) -> Iterator[str | Table]:
        """A table of the failures that are not in the baseline, and how many cases have which status."""
        rows = [
            (f"{group.cases:,}", group.op, str(group.status), _shortened(group.types), group.first.message)
            for group in failure_groups(self.new)
        ]
        if rows:
            yield Table(("cases", "op", "status", "types", "first"), rows, left=4)
            yield ""
        yield summary(self)
        count = len(self.failures) - len(self.new)
        if self.known:
            yield f"{plural(count, 'failure')} in the baseline; {len(self.resolved):,} of it no longer fail"

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {status}" for status, count in self.counts.items())
        return f"<ScoreCard of {self.engine} {self.version}: {counts or 'no cases'}>"

    @property
    def counts(self) -> Counter[Status]:
        """The number of cases by status."""
        return Counter(outcome.status for outcome in self.outcomes)

    @property
    def failures(self) -> list[Outcome]:
        """The outcomes that are not good."""
        return [outcome for outcome in self.outcomes if not outcome.is_good]

    @property
    def new(self) -> list[Outcome]:
        """The failures that the baseline does not have."""
        return [outcome for outcome in self.failures if self.known.get(outcome.case) != outcome.status.value]

    @property
    def resolved(self) -> list[str]:
        """The names of the cases of the baseline that no longer fail."""
        good = {outcome.case for outcome in self.outcomes if outcome.is_good}
        return sorted(name for name in self.known if name in good)

    def by_op(self) -> Iterator[tuple[str, list[Outcome]]]:
        """The outcomes of each op."""
        groups: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            groups.setdefault(outcome.op, []).append(outcome)
        yield from sorted(groups.items())


class FailureGroup(NamedTuple):
    """The cases of an op that fail with one status: their element types, and the first of them."""

    op: str
    status: Status
    types: Sequence[str]
    cases: int
    first: Outcome


def failure_groups(outcomes: Iterable[Outcome]) -> list[FailureGroup]:
    """Failures by op and status."""
    groups: dict[tuple[str, Status], list[Outcome]] = {}
    for outcome in outcomes:
        if not outcome.is_good:
            groups.setdefault((outcome.op, outcome.status), []).append(outcome)
    return [
        FailureGroup(
            op, status, sorted({outcome.element_type for outcome in group} - {""}), len(group), group[0]
        )
        for (op, status), group in sorted(groups.items())
    ]


def summary(card: ScoreCard) -> str:
    """`xla 0.10.2: 1,234 cases: 1,200 right, 30 refused, 4 wrong`."""
    counts = ", ".join(f"{count:,} {status}" for status in Status if (count := card.counts[status]))
    return f"{card.engine} {card.version}: {plural(len(card.outcomes), 'case')}: {counts or 'none'}"


def _shortened(names: Sequence[str]) -> str:
    return " ".join(names) if len(names) <= _MOST_TYPES else f"{' '.join(names[:_MOST_TYPES])} ..."


_MOST_TYPES: Final = 4


def read_baseline(path: Path) -> dict[str, str]:
    """The known failures in a file, by the names of their cases. Raises OSError and ValueError."""
    baseline = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(baseline, dict) or not all(isinstance(status, str) for status in baseline.values()):
        raise ValueError("not a baseline written by `shlo conform --write-baseline`")
    return baseline


def baseline_of(card: ScoreCard) -> str:
    """The failures of a score card, as the text of a baseline."""
    statuses = {failure.case: failure.status.value for failure in card.failures}
    return json.dumps(dict(sorted(statuses.items())), indent=1) + "\n"


class Journal:
    """The outcomes of earlier runs, in a file to which each is added when it is known.

    An example all of whose cases have one is `finished`: another run need not make the cases again.
    """

    def __init__(self, path: Path, engine: str, version: str) -> None:
        self._path = path
        self._head = {"engine": engine, "version": version, "shlo": __version__}
        self._outcomes: dict[str, Outcome] = {}
        self._finished: dict[str, Sequence[str]] = {}
        for line in self._lines():
            with contextlib.suppress(KeyError, TypeError, ValueError):
                if "example" in line:
                    self._finished[line["example"]] = [str(name) for name in line["cases"]]
                else:
                    self._outcomes[line["case"]] = Outcome.from_object(line)
        path.write_text(json.dumps(self._head) + "\n", encoding="utf-8")
        self.add(self._outcomes.values())  # without what a run that was killed has left
        for example, cases in self._finished.items():
            self.finish(example, cases)

    def _lines(self) -> Iterator[dict[str, Any]]:
        """The lines of the file, if they are of this version of the engine, and of this package."""
        if not self._path.is_file():
            return
        head, *lines = self._path.read_text(encoding="utf-8").splitlines() or ["{}"]
        for line in lines if head == json.dumps(self._head) else ():
            with contextlib.suppress(ValueError):  # the last one may be cut off
                entry = json.loads(line)
                if isinstance(entry, dict):
                    yield entry

    def outcome(self, case: ConformanceCase) -> Outcome | None:
        """The outcome of a case in an earlier run."""
        outcome = self._outcomes.get(case.name)
        return outcome if outcome is not None and outcome.digest == case.digest else None

    def finished(self, example: str) -> list[Outcome] | None:
        """The outcomes of all cases of an example; None if not all are known."""
        outcomes = [self._outcomes.get(name) for name in self._finished.get(example, [""])]
        return None if None in outcomes else [outcome for outcome in outcomes if outcome is not None]

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Keep outcomes."""
        self._append(outcome.as_object() for outcome in outcomes)

    def finish(self, example: str, cases: Sequence[str]) -> None:
        """Keep the names of all cases of an example, whose outcomes are known."""
        self._append([{"example": example, "cases": cases}])

    def _append(self, lines: Iterable[Mapping[str, Any]]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
