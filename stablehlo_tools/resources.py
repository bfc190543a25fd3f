"""Where the files of the package are that are not Python: grammars and examples."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parent
# Parts of the package whose files lie elsewhere in a checkout; pyproject.toml maps them in the same way.
_IN_A_CHECKOUT: Final[Mapping[str, str]] = {"grammar": "grammar", "examples": "testdata/verify"}


@functools.cache
def folder(name: str) -> Path:
    """The folder `name` of the package, installed or in a checkout."""
    for path in (_PACKAGE / name, _PACKAGE.parent / _IN_A_CHECKOUT[name]):
        if path.is_dir():
            return path
    # an editable install may map it to wherever its files are
    import importlib.resources

    return Path(str(importlib.resources.files(f"{__package__}.{name}")))
