"""Lists of diagnostics, whose text is what commands print."""

from __future__ import annotations

import io

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.report.description import minimal_description
from stablehlo_tools.diagnostics.report.text import write_full
from stablehlo_tools.host.notebook import Shown, preformatted


class Diagnostics(Shown, list[Diagnostic]):
    """A list of diagnostics; `str` of it is what `shlo verify` prints, and notebooks show that."""

    def __str__(self) -> str:
        stream = io.StringIO()
        write_full(self, stream, minimal_description)
        return stream.getvalue().rstrip("\n")

    def _repr_html_(self) -> str:
        return preformatted(str(self) or "no diagnostics")
