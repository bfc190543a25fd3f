"""Both parsers on the open part of StableHLO's own test-suite, and on what trials have found."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

import pytest

from stablehlo_tools.diagnostics.source import Source
from tests.benchmarks.models import MATERIAL
from tests.text.parsers import difference, pieces

_FOLDERS = ("conformance/chunks", "found")
FILES = sorted(path for folder in _FOLDERS for path in (MATERIAL / folder).rglob("*.mlir"))
_SHARES = 64
# What lines that are alike differ in: names, numbers but for those of types, text, and how many there are
_NAME = re.compile(r'"[^".]*"|//.*|[%@#][\w$.#-]+|(?<![a-wyzA-Z])\d[\d.]*(?:[eE][-+]?\d+)?')
_LIST = re.compile(r"(?:_(?:, |,|x))+_")


def unlike(sources: Iterable[Source]) -> Iterator[Source]:
    """Those of several programs that have a line like none before: neighbours are mostly of one op."""
    known = set[str]()
    for source in sources:
        lines = {*_LIST.sub("_", _NAME.sub("_", source.text)).splitlines()}
        if not lines <= known:
            known |= lines
            yield source


@pytest.mark.parametrize("share", range(_SHARES))
def test_the_modules_of_both_parsers(share: int) -> None:
    assert FILES
    begin, end = (len(FILES) * each // _SHARES for each in (share, share + 1))
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in FILES[begin:end])
    sources = itertools.chain.from_iterable(pieces(text)[::4] for text in texts)  # those of a file are alike
    found = [(difference(source), source.text) for source in unlike(sources)]
    assert [each for each in found if each[0]] == []
