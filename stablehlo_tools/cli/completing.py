"""Shell completion of words: files, names to explain, codes of rules."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

Items = list[CompletionItem]


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """A file name, which the shell completes itself."""
    return [CompletionItem(incomplete, type="file")]


def names(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """The names that `shlo explain` knows: ops, constraints, lint rules and diagnostic codes."""
    from stablehlo_tools.explanations import names as explained  # it takes time to import

    return [CompletionItem(name) for name in explained() if name.lower().startswith(incomplete.lower())]


def codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Codes of lint rules and families, for the last item of a list `A,B`."""
    from stablehlo_tools.linter.registry import RULES

    before, comma, last = incomplete.rpartition(",")
    known = sorted({"ALL", *RULES, *(rule.family for rule in RULES.values())})
    return [CompletionItem(f"{before}{comma}{code}") for code in known if code.startswith(last.upper())]
