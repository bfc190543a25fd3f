"""Plant faults in passes: edit a stage of XLA:CPU, and see whether `shlo equiv --passes` names it.

    python -m tests.comparison.equivalence.planted --count 20 --seed 0

The stages of a program of JAX are dumped; one of them, at random, gets a change of `edits.changed_evenly`
that moves its results in float64. A fault is named if the first stage that is not equal is the one with the
change; the operation that is shown should have the change, or take what it computes. The exit code is 1
unless 19 of 20 stages are named.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax

import stablehlo_tools as st
from stablehlo_tools.cli.main import execute
from tests.comparison.equivalence.__main__ import distance, drawn, numbers
from tests.comparison.equivalence.edits import changed_evenly, edited
from tests.comparison.equivalence.jax_pairs import argument_types
from tests.comparison.equivalence.jax_programs import PROGRAMS

_FAULT = 1e-9  # a relative difference that is none of rounding
_SHARE = 0.95


def dumped(function: Any, arguments: Any, folder: Path) -> list[str]:
    """The distinct stages of a compilation, as StableHLO."""
    options = {
        "xla_dump_to": str(folder),
        "xla_dump_hlo_as_text": True,
        "xla_dump_large_constants": True,
        "xla_dump_hlo_pass_re": ".*",
    }
    jax.jit(function).lower(*argument_types(arguments)).compile(compiler_options=options)
    paths = sorted(folder.glob("module_*.[0-9][0-9][0-9][0-9].*.txt"))
    texts = [st.format(st.parse(path)) for path in paths]
    return [text for number, text in enumerate(texts) if text not in texts[:number]]


def faults(draw: random.Random) -> Iterator[tuple[str, list[str], int, str]]:
    """Compilations with a fault, the number of the stage that has it, and that stage without it."""
    known: dict[str, list[str]] = {}
    while True:
        program = draw.choice(PROGRAMS)
        if program.name not in known:
            with tempfile.TemporaryDirectory() as folder:
                known[program.name] = dumped(program.function, program.arguments, Path(folder))
        stages = known[program.name]
        place = draw.randrange(1, len(stages))
        made, done = edited(stages[place], changed_evenly, draw)
        if done and _is_fault(st.parse(stages[place]), made):
            wrong = [*stages[:place], st.format(made), *stages[place + 1 :]]
            yield f"{program.name}: {done}", wrong, place, stages[place]


def _is_fault(right: st.Module, wrong: st.Module) -> bool:
    try:
        found = [distance(*(numbers(each, drawn(right, seed)) for each in (right, wrong))) for seed in (0, 1)]
    except st.RunError:
        return False
    return min(found) > _FAULT


def named(stages: list[str], place: int, right: str) -> tuple[bool, str]:
    """Whether the stage with a fault is named, and what is wrong with the operation, if anything."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(stages):
            (Path(folder) / f"{number}.mlir").write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as written:
            execute(["equiv", "--passes", folder, "--format", "json"])
    (found,) = json.loads(written.getvalue()).values()
    wrong = [each for each in found if each["equivalence"] and each["equivalence"]["verdict"] != "equal"]
    if not wrong or wrong[0]["stage"] != f"{place}.mlir":
        return False, f"stage {wrong[0]['stage'] if wrong else 'none'} for {place}"
    operation = wrong[0]["equivalence"]["operation"]
    if operation is None or operation["place"] is None:
        return True, "no operation is shown"
    lines, kept = stages[place].splitlines(), set(right.splitlines())
    shown = lines[operation["place"]["line"] - 1]
    edits = [line for line in lines if line not in kept]
    results = {name for line in edits for name in re.findall(r"^\s*(%\w+)", line)}
    if shown in edits or results & set(re.findall(r"%\w+", shown)):
        return True, ""
    return True, f"{shown.strip()!r} is shown for {edits[0].strip() if edits else '?'!r}"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20, help="faults (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default: %(default)s)")
    options = parser.parse_args()
    right, with_operation, begin = 0, 0, time.monotonic()
    found = faults(random.Random(options.seed))
    for _ in range(options.count):
        name, stages, place, original = next(found)
        is_right, doubt = named(stages, place, original)
        right, with_operation = right + is_right, with_operation + (not doubt)
        print(f"{name}, stage {place} of {len(stages)}: {doubt or 'named'}", flush=True)
    seconds = time.monotonic() - begin
    print(f"{right} of {options.count} stages named, {with_operation} operations, in {seconds:.0f} s")
    return int(right < _SHARE * options.count)


if __name__ == "__main__":
    sys.exit(main())
