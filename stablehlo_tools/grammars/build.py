"""Builds the tables of parsers from `grammar/*.lark`, with Lark.

    python -m stablehlo_tools.grammars.build

The package ships the tables, so that Lark, which takes half a second for the largest, is needed only to
build them. Their numbers do not depend on the order in which Lark finds states: the same grammars make the
same files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import lark
from lark.grammar import Rule, Terminal
from lark.lexer import BasicLexer
from lark.parsers.lalr_analysis import Shift

from stablehlo_tools.grammars.beginnings import Beginnings
from stablehlo_tools.grammars.parsers import LANGUAGES, TABLES, Grammar, text
from stablehlo_tools.grammars.table_parser import ParseTable


def lark_of(grammar: Grammar) -> lark.Lark:
    """Lark's own parser of a grammar."""
    return lark.Lark(
        text(*grammar.files),
        parser="lalr",
        start=starts_of(grammar),
        g_regex_flags=re.ASCII if grammar.is_ascii else 0,
    )


def starts_of(grammar: Grammar) -> list[str]:
    """The start rules of a grammar."""
    return [*grammar.starts] or _RULE.findall(text(*grammar.files))


_RULE = re.compile(r"^[?!]?([a-z]\w*):", re.MULTILINE)


def table_of(parser: lark.Lark) -> ParseTable:
    """The table of a parser."""
    frontend: Any = parser.parser
    actions = frontend.parser._parse_table
    rules = sorted(parser.rules, key=_rule_key)
    reductions = {rule: ~number for number, rule in enumerate(rules)}
    terminals = sorted(parser.terminals, key=lambda terminal: terminal.name)
    names = sorted({name for row in actions.states.values() for name in row})
    numbers = _numbers(actions)
    beginnings = Beginnings(terminals, parser.options.g_regex_flags)
    scanners = _Scanners({terminal.name: number for number, terminal in enumerate(terminals)}, beginnings)
    scanners.number_of(frontend.lexer.root_lexer)
    rows = [
        (
            scanners.number_of(frontend.lexer.lexers[state]),
            _row(actions.states[state], names, numbers | reductions),
        )
        for state in numbers
    ]
    return {
        "flags": int(parser.options.g_regex_flags),
        "terminals": beginnings.terminals,
        "ignored": sorted(parser.ignore_tokens),
        "names": names,
        "rules": [_rule(rule) for rule in rules],
        "states": rows,
        "scanners": scanners.rows,
        "starts": {name: numbers[state] for name, state in sorted(actions.start_states.items())},
        "ends": {name: numbers[state] for name, state in sorted(actions.end_states.items())},
    }


def _numbers(actions: Any) -> dict[Any, int]:
    """Numbers of the states, in the order in which symbols, in theirs, reach them from the start states."""
    order = dict.fromkeys(state for _, state in sorted(actions.start_states.items()))
    pending = [*order]
    for state in pending:
        for _, (action, target) in sorted(actions.states[state].items(), key=lambda item: item[0]):
            if action is Shift and target not in order:
                order[target] = None
                pending.append(target)
    return {state: number for number, state in enumerate(order)}


def _row(row: Mapping[str, Any], names: list[str], numbers: Mapping[Any, int]) -> list[int]:
    """The actions of a state, in the order of names; `numbers` are those of states and of reductions."""
    return [
        entry for number, name in enumerate(names) if name in row for entry in (number, numbers[row[name][1]])
    ]


def _rule_key(rule: Rule) -> tuple[Any, ...]:
    return str(rule.origin.name), rule.alias or "", [str(symbol.name) for symbol in rule.expansion]


def _rule(rule: Rule) -> tuple[int, str, str, bool, list[int | None] | None]:
    options, origin = rule.options, str(rule.origin.name)
    name = str(rule.alias or options.template_source or origin)
    return len(rule.expansion), origin, name, bool(options.expand1 and not rule.alias), _kept_parts(rule)


def _kept_parts(rule: Rule) -> list[int | None] | None:
    """The parts that trees keep; None if all. Nones stand for optional parts that are absent."""
    places: list[int | None] = []
    expansion = iter(enumerate(rule.expansion))
    for is_absent in rule.options.empty_indices or [False] * len(rule.expansion):
        if is_absent:
            places.append(None)
            continue
        number, symbol = next(expansion)
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            places.append(~number if not symbol.is_term and symbol.name.startswith("_") else number)
    return None if places == [*range(len(rule.expansion))] else places


class _Scanners:
    """The scanners of Lark's lexers, one for each set of terminals."""

    def __init__(self, numbers: Mapping[str, int], beginnings: Beginnings) -> None:
        self.rows: list[Any] = []
        self._numbers = numbers
        self._beginnings = beginnings
        self._indices: dict[int, int] = {}

    def number_of(self, lexer: BasicLexer) -> int:
        """The number of the scanner of a lexer, which joins `rows`."""
        if id(lexer) not in self._indices:
            self._indices[id(lexer)] = len(self.rows)
            self.rows.append(self._scanner(lexer))
        return self._indices[id(lexer)]

    def _scanner(self, lexer: BasicLexer) -> list[Any]:
        order = [self._numbers[terminal.name] for terminal in lexer.scanner.terminals]
        keywords = []
        for name, callback in sorted(lexer.callback.items()):
            among: Any = callback
            words = {word.pattern.value: self._numbers[word.name] for word in among.scanner.terminals}
            keywords.append((self._numbers[name], dict(sorted(words.items()))))
        return [order, keywords + self._beginnings.words_among(order)]


def json_of(grammar: Grammar) -> str:
    """The text of the file with the table of a grammar."""
    return json.dumps(table_of(lark_of(grammar)), separators=(",", ":")) + "\n"


def write_tables() -> None:
    """Write the tables of all languages, from their grammars as they are now."""
    text.cache_clear()
    for name, grammar in LANGUAGES.items():
        (TABLES / f"{name}.json").write_text(json_of(grammar), encoding="utf-8")


if __name__ == "__main__":
    write_tables()
