"""Which rules are applied: codes, beginnings of codes and ALL, of which the longer one decides."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostic import closest

if TYPE_CHECKING:
    from stablehlo_tools.linter.rule import Rule

ALL = "ALL"
# Without a word in the settings: all but what is a matter of taste, whose numbers begin at 100.
DEFAULT = ("PORT0", "NUM0", "HYG0", "PERF0", "SHARD0", "SUP0")
_RULE = re.compile(r'^@rule\(\s*"(?P<code>[A-Z]+\d+)",(?P<said>.*?)^\)$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Layer:
    """What one place (a file, the command line) says of the selection; `select` is None where it does not."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


class UnknownSelector(ValueError):
    """No rule has a code that begins so."""

    def __init__(self, selector: str) -> None:
        rules = _rules()
        named = {rule.name: code for code, rule in rules.items()}
        known = {ALL, *rules, *(rule.family for rule in rules.values())}
        meant = closest(selector.upper(), known) or named.get(closest(selector.lower(), named) or "")
        suggestion = f"; did you mean {meant!r}?" if meant else ""
        super().__init__(f"no rule is called {selector!r}, and none begins so{suggestion}")


def require_known(selectors: Iterable[str]) -> None:
    """Raise `UnknownSelector` for the first that means no rule."""
    for selector in selectors:
        if not any(_matching((selector,))):
            raise UnknownSelector(selector)


def all_selectors() -> list[str]:
    """What means a rule, or several: ALL, each code, and each beginning of one."""
    codes = known_codes()
    return [ALL, *sorted({code[:length] for code in codes for length in range(1, len(code) + 1)})]


def selected(layers: Sequence[Layer], *, preview: bool) -> list[Rule]:
    """The rules that are applied: later layers change what earlier ones say, or begin anew with `select`.

    Within a layer the longer of two selectors decides, and of two that are equally long the one to ignore.
    Rules on trial are left out unless `preview`.
    """
    chosen: set[str] = set()
    for layer in [Layer(DEFAULT), *layers]:
        changes = {}
        for length in sorted({len(each) for each in _selectors(layer)}):
            changes.update(dict.fromkeys(_matching(_of_length(_wanted(layer), length)), True))
            changes.update(dict.fromkeys(_matching(_of_length(layer.ignore, length)), False))
        if layer.select is not None:
            chosen.clear()
        chosen |= {code for code, is_wanted in changes.items() if is_wanted}
        chosen -= {code for code, is_wanted in changes.items() if not is_wanted}
    rules = _rules()
    return [rules[code] for code in sorted(chosen) if preview or not rules[code].is_preview]


def without_effect(layers: Iterable[Layer]) -> list[str]:
    """The selectors that mean nothing but rules on trial, which need `preview`."""
    on_trial = known_codes()
    return [
        selector
        for layer in layers
        for selector in _wanted(layer)
        if all(on_trial[code] for code in _matching((selector,)))
    ]


@functools.cache
def known_codes() -> Mapping[str, bool]:
    """The codes of all rules, and which of them are on trial.

    They are read in the files of the rules: to import these takes longer than all else where findings are
    remembered.
    """
    files = sorted((Path(__file__).parent / "rules").glob("*.py"))
    rules = (match for file in files for match in _RULE.finditer(file.read_text(encoding="utf-8")))
    return {match["code"]: "\n    preview=True,\n" in match["said"] for match in rules}


def _rules() -> Mapping[str, Rule]:
    from stablehlo_tools.linter.registry import RULES  # it takes time to import

    return RULES


def matches(selector: str, code: str) -> bool:
    """Whether a selector means this rule."""
    return code.startswith(_prefix(selector))


def _selectors(layer: Layer) -> Iterator[str]:
    yield from map(_prefix, (*_wanted(layer), *layer.ignore))


def _wanted(layer: Layer) -> tuple[str, ...]:
    return (*(layer.select or ()), *layer.extend_select)


def _of_length(selectors: Iterable[str], length: int) -> list[str]:
    return [each for each in selectors if len(_prefix(each)) == length]


def _matching(selectors: Iterable[str]) -> Iterator[str]:
    prefixes = tuple(map(_prefix, selectors))
    return (code for code in known_codes() if code.startswith(prefixes))


def _prefix(selector: str) -> str:
    return "" if selector == ALL else selector
