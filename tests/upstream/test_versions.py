"""What versions can hold, by upstream's tests of vhlo-to-version: `artifacts/vhlo` of the material."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ConversionError
from stablehlo_tools.formats.bytecode.write import portable_artifact
from stablehlo_tools.ops.model.versions import version_named
from tests.benchmarks.models import MATERIAL

FILES = sorted((MATERIAL / "artifacts" / "vhlo").glob("vhlo_to_version_downgrade*.mlir"))


class Case(NamedTuple):
    """A program, and whether the target can hold it, before anything is rewritten."""

    name: str
    text: str
    target: str
    is_held: bool


def cases() -> Iterator[Case]:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        target = re.findall(r"target=([\d.]+)", text)[0]
        for piece in text.split("// -----"):
            # One of the files has its errors in CHECK lines.
            is_refused = "expected-error" in piece or "CHECK: failed to legalize" in piece
            yield Case(f"{target} {_name(piece)}", piece, target, not is_refused)


def _name(text: str) -> str:
    found = re.search(r"@(\w+)", text)
    return found[1] if found else ""


def test_there_are_files() -> None:
    assert len(FILES) > 10


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_a_version_holds_what_upstream_says(case: Case) -> None:
    module = stablehlo_tools.parse(case.text)
    if case.is_held:
        portable_artifact(module, version_named(case.target))
        return
    with pytest.raises(ConversionError):
        portable_artifact(module, version_named(case.target))
