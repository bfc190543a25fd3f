"""Compare the maps of many random programs with what changing their inputs shows.

    python -m tests.indexing --count 60 --seed 1

`--count` is how many programs of each op. The exit code is 1 if a map is wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter

from tests.indexing.brute_force import findings
from tests.indexing.programs import OPS, chain, single
from tests.indexing.test_brute_force import is_wrong, is_wrong_in_chain


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ops", nargs="*", default=OPS, help="names of ops, with their dialects")
    parser.add_argument("--count", type=int, default=20, help="programs of each (default: %(default)s)")
    parser.add_argument(
        "--chains", type=int, default=0, help="programs of several ops (default: %(default)s)"
    )
    parser.add_argument("--seed", default="0", help="which programs (default: %(default)s)")
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    programs = wrong = 0
    for op in options.ops:
        for number, small in enumerate(single(op, options.seed, options.count, 20 * options.count)):
            programs += 1
            for finding in findings(small.module, small.inputs, number):
                verdicts[finding.verdict] += 1
                if is_wrong(op, finding.verdict):
                    wrong += 1
                    print(f"{small.name}: {finding.verdict} {finding.maps}", flush=True)
    for number in range(options.chains):
        small = chain(f"{options.seed} {number}")
        programs += 1
        for finding in findings(small.module, small.inputs, number):
            verdicts[finding.verdict] += 1
            if is_wrong_in_chain(finding):
                wrong += 1
                print(f"{small.name}: {finding.verdict} {finding.maps}", flush=True)
    print(f"{programs} programs of {len(options.ops)} ops: {dict(verdicts)}")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
