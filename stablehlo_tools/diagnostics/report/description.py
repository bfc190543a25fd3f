"""The description that a report has of the rule behind a diagnostic."""

from __future__ import annotations

from collections.abc import Callable

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.host.records import NamedTuple

ALIKE = 3  # diagnostics with the same message that are shown in full


class Description(NamedTuple):
    """The description of the rule behind a code.

    `page` is the URL of the rule in a specification, or empty; `own_page` is the Markdown page of
    `shlo explain`.
    """

    name: str
    summary: str
    text: str
    page: str = ""
    own_page: str = ""


Describe = Callable[[Diagnostic], Description]


def minimal_description(diagnostic: Diagnostic) -> Description:
    """A minimal description, from the diagnostic alone."""
    return Description(diagnostic.code, diagnostic.formula or diagnostic.code, "")
