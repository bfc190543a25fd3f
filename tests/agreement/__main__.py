"""Change valid programs at random, and compare our verdict on each with that of MLIR.

    python -m tests.agreement --count 20000 --seed 1
    python -m tests.agreement --attributes
    python -m tests.agreement --chunks FOLDER

Each program is one operation of a valid module in a function of its own, in the generic form; each is
changed in one way: an attribute, a type, an operand, a result, a region. With `--chunks`, the programs of a
file, between lines `// -----`, are put to both as they are. Differences that are known, and why
they are there, are listed in `known.py`. The exit code is 1 if any other is found, 2 if MLIR (which comes
with jax) is not installed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import read
from tests import oracle
from tests.agreement import chunks
from tests.agreement.attributes import PLACES, Answer as AttributeAnswer, answers, attributes
from tests.agreement.compare import Finding, findings, our_verdict
from tests.agreement.mlir import Mlir
from tests.agreement.seeds import Seeds

DATA = Path(__file__).resolve().parents[2] / "testdata"
FOLDERS = [DATA / "verify", DATA / "models", DATA / "syntax"]


def seeds_of(places: list[Path], *, invalid: bool = False) -> Seeds:
    """The operations of the valid modules in files and folders, or of those that are not."""
    seeds = Seeds()
    for place in places:
        for path in sorted(place.rglob("*.mlir")) if place.is_dir() else [place]:
            for text in path.read_text(encoding="utf-8").split("// -----"):
                if bool(our_verdict(text)) is invalid:
                    seeds.add(read(Source(text))[0])
    return seeds


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("places", nargs="*", type=Path, default=FOLDERS, help="files or folders of programs")
    parser.add_argument("--count", type=int, default=2000, help="how many programs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which programs (default: %(default)s)")
    parser.add_argument("--times", type=int, default=1, help="changes of each program (default: %(default)s)")
    parser.add_argument("--invalid", action="store_true", help="begin with the modules that are not valid")
    parser.add_argument("--attributes", action="store_true", help="attributes in each place instead")
    parser.add_argument("--chunks", action="store_true", help="the programs of files, unchanged, instead")
    parser.add_argument("--table", action="store_true", help="print what was changed of each op")
    options = parser.parse_args()
    if not oracle.is_there():
        print("MLIR is not installed: pip install jax", file=sys.stderr)
        return 2
    if options.attributes:
        return _compare_attributes()
    if options.chunks:
        return _compare_chunks(options.places)
    seeds = seeds_of(options.places, invalid=options.invalid)
    with Mlir() as verifier:
        found = []
        for finding in findings(seeds, verifier, count=options.count, seed=options.seed, times=options.times):
            found.append(finding)
            if not finding.is_agreement and finding.known is None:
                _print_unexplained(finding)
    _print_summary(found, with_table=options.table)
    return int(any(finding.known is None for finding in found if not finding.is_agreement))


def _compare_attributes() -> int:
    """Put each attribute in each place to both."""
    with Mlir() as mlir:
        found = list(answers([(place, text) for text in attributes() for place in PLACES], mlir))
    return _summarize("attributes", [(f"{each.place}: {each.attribute}", each) for each in found])


def _compare_chunks(places: list[Path]) -> int:
    """Put each program of files to both."""
    with Mlir(allows_unregistered=True) as mlir:
        return _summarize("programs", [(each.place, each) for each in chunks.answers(places, mlir)])


def _summarize(what: str, found: list[tuple[str, AttributeAnswer | chunks.Answer]]) -> int:
    """Print the differences that nothing explains, and how many there are of each kind."""
    differences = [(place, answer) for place, answer in found if not answer.is_agreement]
    unexplained = [(place, answer) for place, answer in differences if answer.reason is None]
    for place, answer in unexplained:
        print(f"{place}\n    {answer.ours or answer.theirs}")
    known = len(differences) - len(unexplained)
    print(
        f"{len(found)} {what}: {len(found) - len(differences)} agree, {known} known differences, "
        f"{len(unexplained)} unexplained"
    )
    return int(bool(unexplained))


def _print_unexplained(finding: Finding) -> None:
    print(f"--- number {finding.number}: {finding.op}, {', '.join(finding.mutations)}: {finding.verdicts}")
    print(finding.text.strip())
    for line in finding.ours or (finding.theirs,):
        print(f"    {line}")


def _print_summary(found: list[Finding], *, with_table: bool) -> None:
    if with_table:
        _print_table(found)
    print("known differences:")
    known = Counter(finding.known for finding in found if finding.known)
    for difference, count in known.most_common():
        print(f"  {count:5} {difference.verdict}: {difference.reason} [{difference.ops}]")
    verdicts = Counter(finding.verdicts for finding in found)
    print(f"accepted by both: {verdicts['both accept']}, rejected by both: {verdicts['both reject']}")
    agreed = sum(finding.is_agreement for finding in found)
    unexplained = len(found) - agreed - known.total()
    print(
        f"{len(found)} mutations of {len({finding.op for finding in found})} ops: {agreed} agree, "
        f"{known.total()} known differences, {unexplained} unexplained"
    )


def _print_table(found: list[Finding]) -> None:
    """How often each op was changed in each way, and to what verdicts."""
    rows = Counter(
        (finding.op, mutation, finding.verdicts) for finding in found for mutation in finding.mutations
    )
    columns = ("both accept", "both reject", "we reject", "MLIR rejects")
    print(f"{'op':40} {'mutation':34} {' '.join(f'{column:>12}' for column in columns)}")
    for op, mutation in sorted({(op, mutation) for op, mutation, _ in rows}):
        counts = " ".join(f"{rows[op, mutation, column]:12}" for column in columns)
        print(f"{op:40} {mutation:34} {counts}")


if __name__ == "__main__":
    sys.exit(main())
