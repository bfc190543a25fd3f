"""Spoil programs at random, and see that reading, verifying and printing them neither fails nor takes long.

    python -m tests.fuzz.driver --count 20000 --seed 1 testdata/models/*.mlir

A text that does not hold up is kept in the directory that `--keep` names.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from stablehlo_tools import reading
from stablehlo_tools.diagnostic import ParseError
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.parse import parse, read
from stablehlo_tools.syntax.print import print_module
from stablehlo_tools.verify import verify
from tests.fuzz.mutations import mutated

ROOT = Path(__file__).resolve().parents[2]
SEEDS = [*sorted((ROOT / "testdata").rglob("*.mlir"))]
LIMIT = 5.0  # seconds that one text may take


class Case(NamedTuple):
    """One spoilt text: number `number` of the seed that `path` holds."""

    path: Path
    seed: int
    number: int

    @property
    def data(self) -> bytes:
        """The bytes of the spoilt file."""
        text = self.path.read_text(encoding="utf-8")
        return mutated(text, random.Random(f"{self.seed} {self.path.name} {self.number}"))


def check(data: bytes) -> None:
    """Read, verify and print what a file holds. Raises what should not be raised, AssertionError among it."""
    try:
        source = reading.decode(data, "spoilt.mlir")
    except ParseError:
        return
    module, errors = read(source)
    found = [*errors, *verify(module)]
    for diagnostic in found[:100]:
        assert (
            diagnostic.span is None
            or 0 <= diagnostic.span.start < max(diagnostic.span.end, 1) <= len(source.text) + 1
        )
        assert str(diagnostic)
    if errors:
        return
    for generic in (False, True):
        printed = print_module(module, generic=generic)
        if not found:
            assert parse(Source(printed)) == module, "what is printed reads as another program"
            assert print_module(parse(Source(printed)), generic=generic) == printed, "printing is not stable"


def problem(case: Case) -> str:
    """What goes wrong with a case; an empty text for nothing."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, 4 * LIMIT)
    start = time.perf_counter()
    try:
        check(case.data)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}"
        return f"{type(error).__name__} at {where}: {str(error)[:200]}"
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.perf_counter() - start
    return f"it takes {seconds:.1f} s" if seconds > LIMIT else ""


def _too_long(*_: object) -> None:
    raise TimeoutError(f"more than {4 * LIMIT} s")


def cases(paths: Sequence[Path], count: int, seed: int) -> Iterator[Case]:
    """`count` cases, as many of each file."""
    return (
        Case(path, seed, number) for number, path in zip(range(count), itertools.cycle(paths), strict=False)
    )


def main() -> int:
    """The command line; the exit code is 1 if anything goes wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, default=SEEDS, help="programs to spoil")
    parser.add_argument("--count", type=int, default=2000, help="how many texts (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which texts (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes")
    parser.add_argument("--keep", type=Path, help="a directory for texts that do not hold up")
    options = parser.parse_args()
    todo = list(cases(options.files, options.count, options.seed))
    failures = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for case, what in zip(todo, pool.imap(problem, todo, chunksize=16), strict=True):
            if what:
                failures += 1
                print(f"{case.path} --seed {case.seed}, number {case.number}: {what}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{case.path.stem}.{case.seed}.{case.number}.mlir").write_bytes(case.data)
    print(f"{len(todo)} texts, {failures} do not hold up", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
