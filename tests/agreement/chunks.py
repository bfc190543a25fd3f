"""Programs of whole files, as they are: each chunk, between lines `// -----`, is put to both verifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.agreement.compare import CRASH, first_error, our_verdict
from tests.agreement.known import known_difference
from tests.agreement.mlir import Mlir

_SEPARATOR = re.compile(r"^\s*// -----.*$", re.MULTILINE)
_COMMENT = re.compile(r"//.*$", re.MULTILINE)
_OP = re.compile(r"\b[a-z]\w*\.\w+")


class Answer(NamedTuple):
    """What both say of a chunk: ours is a line for each error. `reason` is that of a known difference."""

    place: str
    ours: tuple[str, ...]
    theirs: str | None
    reason: str | None

    @property
    def is_agreement(self) -> bool:
        """Whether both accept the chunk, or both reject it."""
        is_crash = bool(self.ours) and self.ours[0].startswith(CRASH)
        return not is_crash and bool(self.ours) == (self.theirs is not None)


def files_in(places: Iterable[Path]) -> Iterator[Path]:
    """The files among places, and those of MLIR in folders."""
    for place in places:
        yield from sorted(place.rglob("*.mlir")) if place.is_dir() else [place]


def chunks_of(path: Path) -> Iterator[tuple[str, str]]:
    """The chunks of a file that hold more than comments, each with its place, `FILE#NUMBER`."""
    for number, text in enumerate(_SEPARATOR.split(path.read_text(encoding="utf-8"))):
        if _COMMENT.sub("", text).strip():
            yield f"{path.name}#{number}", text


def answers(places: Iterable[Path], mlir: Mlir) -> Iterator[Answer]:
    """What both say of each chunk of files and folders."""
    for path in files_in(places):
        for place, text in chunks_of(path):
            ours, theirs = our_verdict(text), first_error(mlir.verdict(text))
            answer = Answer(place, ours, theirs, None)
            yield answer if answer.is_agreement else answer._replace(reason=_reason(text, ours, theirs))


def _reason(text: str, ours: tuple[str, ...], theirs: str | None) -> str | None:
    """Why the verdicts differ, where that is known of an op of the text."""
    found = (known_difference(op, ours, theirs) for op in dict.fromkeys(_OP.findall(text)))
    return next((each.reason for each in found if each is not None), None)
