"""The selection of rules by codes, prefixes of codes and `ALL`; the longest selector takes precedence."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.host.records import record
from stablehlo_tools.host.regex import regex

if TYPE_CHECKING:
    from stablehlo_tools.linter.rule import Rule

ALL = "ALL"
# All rules except stylistic ones, whose numbers begin at 100.
DEFAULT = ("PORT0", "NUM0", "HYG0", "PERF0", "SHARD0", "TGT0", "SUP0")
_RULE = regex(r'^@rule\(\s*"(?P<code>[A-Z]+\d+)",(?P<arguments>.*?)\)\n(?=def |@)', re.MULTILINE | re.DOTALL)


@record(frozen=True)
class Layer:
    """The selection by one configuration file or the command line; `select` is None if it is not set."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


class UnknownSelector(ValueError):
    """A selector matches no rule."""

    def __init__(self, selector: str) -> None:
        rules = _rules()
        codes = {rule.name: code for code, rule in rules.items()}
        known = {ALL, *rules, *(rule.family for rule in rules.values())}
        similar = closest(selector.upper(), known) or codes.get(closest(selector.lower(), codes) or "")
        super().__init__(with_suggestion(f"unknown rule `{selector}`", similar))


def require_known(selectors: Iterable[str]) -> None:
    """Raise `UnknownSelector` for the first selector that matches no rule."""
    for selector in selectors:
        if not any(_matching((selector,))):
            raise UnknownSelector(selector)


def all_selectors() -> list[str]:
    """All valid selectors: `ALL`, the codes, and their prefixes."""
    codes = known_codes()
    return [ALL, *sorted({code[:length] for code in codes for length in range(1, len(code) + 1)})]


def selected_rules(layers: Sequence[Layer], *, preview: bool) -> list[Rule]:
    """The enabled rules. Each layer modifies the selection of the previous ones; `select` replaces it.

    Within a layer, the longest selector takes precedence, and `ignore` over others of the same length.
    Preview rules are left out unless `preview`.
    """
    enabled: set[str] = set()
    for layer in [Layer(DEFAULT), *layers]:
        changes = {}
        for length in sorted({len(selector) for selector in _selectors(layer)}):
            changes.update(dict.fromkeys(_matching(_with_length(_enabling(layer), length)), True))
            changes.update(dict.fromkeys(_matching(_with_length(layer.ignore, length)), False))
        if layer.select is not None:
            enabled.clear()
        enabled |= {code for code, is_enabled in changes.items() if is_enabled}
        enabled -= {code for code, is_enabled in changes.items() if not is_enabled}
    rules = _rules()
    return [rules[code] for code in sorted(enabled) if preview or not rules[code].is_preview]


def preview_selectors(layers: Iterable[Layer]) -> list[str]:
    """The selectors that match only preview rules, and so have no effect without `preview`."""
    is_preview = known_codes()
    return [
        selector
        for layer in layers
        for selector in _enabling(layer)
        if all(is_preview[code] for code in _matching((selector,)))
    ]


@functools.cache
def known_codes() -> Mapping[str, bool]:
    """The codes of all rules, and whether each is a preview rule.

    They are parsed from the source files of the rules, since importing these would take most of the time of
    a run whose diagnostics are cached.
    """
    files = sorted((Path(__file__).parent / "rules").glob("*.py"))
    rules = (match for file in files for match in _RULE.finditer(file.read_text(encoding="utf-8")))
    return {match["code"]: "preview=True" in match["arguments"] for match in rules}


def _rules() -> Mapping[str, Rule]:
    from stablehlo_tools.linter.registry import RULES  # slow to import

    return RULES


def matches(selector: str, code: str) -> bool:
    """Whether a selector matches the rule with this code."""
    return code.startswith(_prefix(selector))


def _selectors(layer: Layer) -> Iterator[str]:
    yield from map(_prefix, (*_enabling(layer), *layer.ignore))


def _enabling(layer: Layer) -> tuple[str, ...]:
    return (*(layer.select or ()), *layer.extend_select)


def _with_length(selectors: Iterable[str], length: int) -> list[str]:
    return [selector for selector in selectors if len(_prefix(selector)) == length]


def _matching(selectors: Iterable[str]) -> Iterator[str]:
    prefixes = tuple(map(_prefix, selectors))
    return (code for code in known_codes() if code.startswith(prefixes))


def _prefix(selector: str) -> str:
    return "" if selector == ALL else selector
