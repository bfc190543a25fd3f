"""Cases: directories and zip archives with a program and the arrays of one run; see `formats.cases.case`."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.faults import fault

FACTS: Final = "case.json"
PROGRAM: Final = "module.mlir"
INPUTS: Final = "inputs"
OUTPUTS: Final = "outputs"
# Of a case that shows a difference: what the other side returned, and the command that compares them.
DIFFERENT: Final = "different"
COMMAND: Final = "command.sh"
PARTS: Final = (FACTS, PROGRAM, INPUTS, OUTPUTS, DIFFERENT, COMMAND)

DAMAGED_CASE = Code(
    "damaged_case",
    "A case, written by `shlo extract` or `shlo run --record`, is malformed: "
    "`case.json` or `module.mlir` cannot be read, or the archive is damaged.",
    "Copy or record it again.",
    is_usage=True,
)

_LARGEST_FACTS: Final = 1 << 20  # bytes
_LARGEST_PROGRAM: Final = 1 << 30

Root = Path | zipfile.Path


class StoredCase(Source):
    """The program of a case. `root` has its files; `facts` are what `case.json` says."""

    def __init__(self, text: str, name: str, root: Root, facts: Mapping[str, Any]) -> None:
        super().__init__(text, f"{name}/{PROGRAM}")
        self.case = name
        self.root = root
        self.facts = facts

    @property
    def entry(self) -> str | None:
        """The name of the function that was run."""
        entry = self.facts.get("entry")
        return entry if isinstance(entry, str) else None


def case_in_directory(directory: str) -> StoredCase:
    """The program of a case in a directory. Raises `ParseError`, `OSError`."""
    return _read(directory, Path(directory))


def case_in_archive(data: bytes, name: str) -> StoredCase | None:
    """The program of a case in a zip archive; None for another archive. Raises `ParseError`."""
    try:
        root = zipfile.Path(zipfile.ZipFile(io.BytesIO(data)))
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return None
    if not ((root / FACTS).is_file() and (root / PROGRAM).is_file()):
        return None
    try:
        return _read(name, root)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise fault(DAMAGED_CASE, name, str(error)) from None


def _read(name: str, root: Root) -> StoredCase:
    try:
        facts = json.loads(_content(name, root / FACTS, _LARGEST_FACTS))
        text = _content(name, root / PROGRAM, _LARGEST_PROGRAM).decode("utf-8-sig")
    except (ValueError, RecursionError) as error:
        raise fault(DAMAGED_CASE, name, f"{FACTS} or {PROGRAM} cannot be read: {error}") from None
    if not isinstance(facts, dict):
        raise fault(DAMAGED_CASE, name, f"{FACTS} must be a JSON object")
    return StoredCase(text, name, root, facts)


def _content(name: str, file: Root, limit: int) -> bytes:
    with file.open("rb") as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise fault(DAMAGED_CASE, name, f"{file.name} has more than {limit:,} bytes")
    assert isinstance(data, bytes)
    return data
