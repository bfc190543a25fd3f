"""Lists of diagnostics, whose text is what commands print."""

from __future__ import annotations

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.report.text import full_rows, plain
from stablehlo_tools.host.notebook import Shown, preformatted


class Diagnostics(Shown, list[Diagnostic]):
    """A list of diagnostics; `str` of it is what `shlo verify` prints, and notebooks show that."""

    def __str__(self) -> str:
        return "\n".join(map(plain, full_rows(self))).rstrip("\n")

    def _repr_html_(self) -> str:
        return preformatted(str(self) or "no diagnostics")
