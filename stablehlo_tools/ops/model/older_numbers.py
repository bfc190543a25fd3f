"""The numbers of constraints in an older revision of the specification: the last before StableHLO 1.0.

A row of `older.tsv` has the numbers today of (C1), (C2) ... of an op, a type or a constant: `-` for a
constraint that is not there any more, `11+12` for a number that the older revision gave twice.
`testdata/spec/read_older.py` made it from both documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablehlo_tools.host import resources

OLDER_REVISION: Final = "the revision before StableHLO 1.0"


def _by_older_code() -> dict[str, tuple[str, ...]]:
    newer: dict[str, tuple[str, ...]] = {}
    table = resources.folder("specification") / "older.tsv"
    for row in table.read_text(encoding="utf-8").splitlines():
        name, *numbers = row.split()
        for older, today in enumerate(numbers, start=1):
            codes = (f"{name}_c{number}" for number in today.split("+"))
            newer[f"{name}_c{older}"] = () if today == "-" else tuple(codes)
    return newer


# The codes today of each code of the older revision; none if the constraint is not there any more.
TODAY: Final[Mapping[str, tuple[str, ...]]] = _by_older_code()
# Whether the older revision has constraints of this op, type or constant.
COVERED: Final = frozenset(code.rpartition("_")[0] for code in TODAY)
# The number, `C8`, that the older revision gives to a constraint of today, by its code.
OLDER_ID: Final[Mapping[str, str]] = {
    today: older.rpartition("_")[2].upper() for older, codes in TODAY.items() for today in codes
}
