"""Spoil programs at random, and see that reading, verifying and printing them neither fails nor takes long.

    python -m tests.fuzz.driver --count 20000 --seed 1 testdata/models/*.mlir

Each text may take `SECONDS` and `MEMORY`. One in eight goes through the whole command `shlo`. A text that
does not hold up is kept in the directory that `--keep` names.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import multiprocessing
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from stablehlo_tools import hlo
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import execute
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats import programs as reading
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.verifier.module import verify
from tests.fuzz.mutations import mutated

ROOT = Path(__file__).resolve().parents[2]
SEEDS = [*sorted((ROOT / "testdata").rglob("*.mlir")), *sorted((ROOT / "testdata").rglob("*.hlo"))]
SECONDS = 5.0  # of the processor, that one text may take
MEMORY = 1 << 30  # bytes that one text may take, where the system can tell
COMMANDS = (
    ("verify",), ("verify", "--output-format", "concise"), ("verify", "--output-format", "json"),
    ("fmt",), ("fmt", "--generic"), ("fmt", "--check"), ("fmt", "--write", "--drop-comments"),
)  # fmt: skip


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
    if is_hlo(source):
        check_hlo(source)
        return
    module, errors = read(source)
    found = [*errors, *verify(module)]
    check_places(found, source)
    if errors:
        return
    for generic in (False, True):
        printed = print_module(module, generic=generic)
        if not found:
            assert parse(Source(printed)) == module, "what is printed reads as another program"
            assert print_module(parse(Source(printed)), generic=generic) == printed, "printing is not stable"


def check_hlo(source: Source) -> None:
    """The same for HLO text."""
    found = hlo.verify(source)
    check_places(found, source)
    try:
        module = hlo.parse(source)
    except ParseError:
        assert found
        return
    for short in (False, True):
        printed = hlo.format(module, short=short)
        if not found:
            assert hlo.parse(printed) == module, "what is printed reads as another program"
            assert hlo.format(hlo.parse(printed), short=short) == printed, "printing is not stable"


def check_places(found: Sequence[Diagnostic], source: Source) -> None:
    """Raise AssertionError for a diagnostic without a place in the text."""
    for diagnostic in found[:100]:
        span = diagnostic.span
        assert span is not None, f"[{diagnostic.code}] has no place"
        assert 0 <= span.start < max(span.end, 1) <= len(source.text) + 1
        assert str(diagnostic)


def check_command(data: bytes, command: Sequence[str]) -> None:
    """Let `shlo` do something to a file. Raises AssertionError where it ends in an internal error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spoilt.mlir"
        path.write_bytes(data)
        said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = execute([*command, str(path)])
            said.flush()
        text = said.buffer.getvalue().decode()
        what = f"{' '.join(command)} exits with {status}: {text[-200:]}"
        assert status in (outcome.CLEAN, outcome.FINDINGS, outcome.USAGE, outcome.UNSUPPORTED), what
        assert "nested too deeply for shlo" not in text, what
        assert text or status == outcome.CLEAN, what


def problem(case: Case, seconds: float = SECONDS) -> str:
    """What goes wrong with a case; an empty text for nothing."""
    data = case.data
    start = time.process_time()
    try:
        with _alarm(4 * seconds):
            if case.number % 8:
                check(data)
            else:
                check_command(data, COMMANDS[case.number // 8 % len(COMMANDS)])
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}"
        return f"{type(error).__name__} at {where}: {str(error)[:200]}"
    taken = time.process_time() - start
    return f"it takes {taken:.1f} s" if taken > seconds else ""


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """TimeoutError after so many seconds, where the system can do that."""
    if not hasattr(signal, "SIGPROF"):
        yield
        return
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(*_: object) -> None:
    raise TimeoutError("it takes too long")


def limit_memory() -> None:
    """MemoryError for what wants more than `MEMORY` beside what this process has, where that can be had."""
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


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
    with multiprocessing.Pool(options.jobs, limit_memory) as pool:
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
