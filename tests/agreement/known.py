"""Where our verdict is not that of MLIR, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Difference(NamedTuple):
    """A kind of difference: on which ops, what the side that rejects says of it, and the reason.

    `ops` are names separated by spaces, or `*`; `says` is a regular expression that is found in MLIR's error,
    or in each `code: message` of ours.
    """

    verdict: str
    ops: str
    says: str
    reason: str


def known_difference(op: str, ours: Sequence[str], theirs: str | None) -> Difference | None:
    """The entry that explains why only one side rejects a program of `op`; None if there is none."""
    verdict, said = ("we reject", ours) if theirs is None else ("MLIR rejects", [theirs])
    matching = [next((entry for entry in KNOWN if _matches(entry, verdict, op, one)), None) for one in said]
    return matching[0] if all(matching) else None


def _matches(entry: Difference, verdict: str, op: str, said: str) -> bool:
    return (
        entry.verdict == verdict
        and (entry.ops == "*" or op in entry.ops.split())
        and re.search(entry.says, said) is not None
    )


def _differences(verdict: str, table: dict[str, dict[str, str]]) -> list[Difference]:
    return [
        Difference(verdict, " ".join(ops.split()), says, reason)
        for reason, rows in table.items()
        for ops, says in rows.items()
    ]


_NEVER_CHECKED = "MLIR has no check of it"

_WE_REJECT: dict[str, dict[str, str]] = {
}

_MLIR_REJECTS: dict[str, dict[str, str]] = {
}

KNOWN = [*_differences("we reject", _WE_REJECT), *_differences("MLIR rejects", _MLIR_REJECTS)]
