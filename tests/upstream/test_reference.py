"""Both parsers on the open part of StableHLO's own test-suite, and on what trials have found."""

from __future__ import annotations

import pytest

from tests.benchmarks.models import MATERIAL
from tests.text.parsers import difference, pieces

_FOLDERS = ("conformance/chunks", "found")
FILES = sorted(path for folder in _FOLDERS for path in (MATERIAL / folder).rglob("*.mlir"))
_SHARES = 64


@pytest.mark.parametrize("share", range(_SHARES))
def test_the_modules_of_both_parsers(share: int) -> None:
    assert FILES
    found = {}
    for path in FILES[share::_SHARES]:
        text = path.read_text(encoding="utf-8", errors="replace")
        differences = list(filter(None, map(difference, pieces(text)[::4])))  # those of a file are alike
        if differences:
            found[path.name] = differences
    assert found == {}
