"""Compute random programs of one operation each with XLA:CPU, and compare our results.

    python -m tests.differential --count 60 --seed 1 --table

`--count` is how many programs of each op. Integers and booleans must be equal, floats within the bounds of
`accuracy.py`, of XLA's result or of the exact one. What XLA:CPU does otherwise than the specification says is
listed in `known.py`. The exit code is 1 if anything else is found, 2 if XLA (which comes with jax) is not
installed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.differential.compare import VERDICTS, Finding, findings
from tests.differential.programs import FAMILIES, program
from tests.differential.xla import Xla
from tests.oracle import is_there


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ops", nargs="*", default=[*FAMILIES], help="names of ops, with their dialects")
    parser.add_argument("--count", type=int, default=20, help="programs of each (default: %(default)s)")
    parser.add_argument("--seed", default="0", help="which programs (default: %(default)s)")
    parser.add_argument("--table", action="store_true", help="print a table of ops and element types")
    options = parser.parse_args()
    if not is_there():
        print("XLA is not installed: pip install jax", file=sys.stderr)
        return 2
    found = []
    with Xla() as oracle:
        for op in options.ops:
            programs = [program(op, f"{options.seed} {number}") for number in range(options.count)]
            of_op = list(findings(oracle, programs))
            for finding in of_op:
                if finding.verdict in ("differs", "we refuse"):
                    _print_unexplained(finding)
            if options.table:
                _print_row(op, of_op)
            found += of_op
    _print_summary(found)
    return int(any(finding.verdict in ("differs", "we refuse") for finding in found))


def _print_unexplained(finding: Finding) -> None:
    drawn = finding.program
    print(f"--- {drawn.op} of {drawn.element_type} {drawn.detail}: {finding.verdict}", flush=True)
    print(f"    {finding.note}", flush=True)


def _print_summary(found: list[Finding]) -> None:
    for verdict in ("known", "XLA refuses"):
        print(f"{verdict}:")
        notes = Counter(
            (note.splitlines()[0], finding.program.op.partition(".")[2])
            for finding in found
            if finding.verdict == verdict
            for note in finding.note.split("; ")
        )
        for (note, op), count in sorted(notes.items()):
            print(f"  {count:5} {op}: {note}")
    verdicts = Counter(finding.verdict for finding in found)
    print(", ".join(f"{verdict}: {verdicts[verdict]}" for verdict in VERDICTS))
    print(f"{len(found)} programs of {len({finding.program.op for finding in found})} ops")


def _print_row(op: str, found: list[Finding]) -> None:
    """For each element type, how many programs were compared, and the greatest distance in ulps."""
    cells: dict[str, list[Finding]] = {}
    for finding in found:
        if finding.verdict not in ("XLA refuses", "we refuse"):
            cells.setdefault(finding.program.element_type.name, []).append(finding)
    row = [f"{name} {_measured(cell)}" for name, cell in sorted(cells.items())]
    print(f"{op:36} {', '.join(row)}", flush=True)


def _measured(cell: list[Finding]) -> str:
    ulps = max(finding.ulps for finding in cell)
    return f"{len(cell)} ({ulps:.3g})" if ulps else str(len(cell))


if __name__ == "__main__":
    sys.exit(main())
