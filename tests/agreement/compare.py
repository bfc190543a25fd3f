"""One changed program, put to both verifiers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import read
from stablehlo_tools.verifier.module import verify
from tests.agreement.known import Difference, known_difference
from tests.agreement.mlir import Mlir
from tests.agreement.mutations import mutate
from tests.agreement.seeds import Seeds

CRASH = "we crash"


class Finding(NamedTuple):
    """What both say of one program. `ours` is a line for each error, `theirs` what MLIR says first."""

    number: int
    op: str
    mutations: tuple[str, ...]
    text: str
    ours: tuple[str, ...]
    theirs: str | None
    known: Difference | None

    @property
    def is_agreement(self) -> bool:
        """Whether both accept the program, or both reject it."""
        if self.ours[:1] and self.ours[0].startswith(CRASH):
            return False
        return bool(self.ours) == (self.theirs is not None)

    @property
    def verdicts(self) -> str:
        """`both accept`, `both reject`, `we reject` or `MLIR rejects`."""
        if self.is_agreement:
            return "both reject" if self.ours else "both accept"
        return "we reject" if self.ours else "MLIR rejects"


def findings(seeds: Seeds, mlir: Mlir, *, count: int, seed: int, times: int = 1) -> Iterator[Finding]:
    """`count` programs with `times` changes each, as many of each op."""
    ops = sorted(seeds.by_op)
    for number in range(count):
        source = random.Random(f"{seed} {number}")
        op = ops[number % len(ops)]
        program = source.choice(seeds.by_op[op]).copy()
        mutations = tuple(mutate(program, source) for _ in range(times))
        yield compare(number, op, mutations, program.text, mlir)


def compare(number: int, op: str, mutations: Sequence[str], text: str, mlir: Mlir) -> Finding:
    """Ask both of one program."""
    ours, theirs = our_verdict(text), first_error(mlir.verdict(text))
    known = None
    if bool(ours) != (theirs is not None):  # a crash of ours is in no table
        known = known_difference(op, ours, theirs)
    return Finding(number, op, tuple(mutations), text, ours, theirs, known)


def our_verdict(text: str) -> tuple[str, ...]:
    """Our errors, `code: message` each."""
    try:
        module, errors = read(Source(text))
        found = [*errors, *verify(module)]
        return tuple(f"{each.code}: {each.message}" for each in found if each.severity is Severity.ERROR)
    except Exception as error:
        return (f"{CRASH}: {error!r}",)


def first_error(said: str | None) -> str | None:
    """The first error in what MLIR says, without its place."""
    if said is None:
        return None
    error = re.search(r'error: (?:"[^"]*":\d+:\d+: )?(.*)', said)
    return error[1] if error else said
