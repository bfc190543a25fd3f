"""Shell completion of words: files, names to explain, codes of rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Items = list[CompletionItem]


def items(words: Iterable[str], type: str = "plain") -> Items:
    """These words as completions."""
    from click.shell_completion import CompletionItem  # completion alone needs it

    return [CompletionItem(word, type=type) for word in words]


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """A file name, which the shell completes itself."""
    return items([incomplete], "file")


def names(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """The names that `shlo explain` knows: ops, constraints, lint rules and diagnostic codes."""
    from stablehlo_tools.explanations import names as explained  # it takes time to import

    return items(name for name in explained() if name.lower().startswith(incomplete.lower()))


def codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Codes of lint rules and families, for the last item of a list `A,B`."""
    from stablehlo_tools.linter.registry import RULES

    before, comma, last = incomplete.rpartition(",")
    selectors = sorted({"ALL", *RULES, *(rule.family for rule in RULES.values())})
    return items(f"{before}{comma}{code}" for code in selectors if code.startswith(last.upper()))
