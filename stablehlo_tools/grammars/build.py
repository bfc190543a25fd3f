"""Builds the tables of parsers from `grammar/*.lark`, with Lark.

    python -m stablehlo_tools.grammars.build

The package ships the tables, so that Lark, which takes half a second for the largest, is needed only to
build them. Their numbers do not depend on the order in which Lark finds states: the same grammars make the
same files.
"""

from __future__ import annotations

import importlib
import itertools
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import lark
from lark.grammar import Rule, Terminal
from lark.lexer import BasicLexer, TerminalDef
from lark.parsers.lalr_analysis import Shift

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


# -- the first characters of terminals: only terminals that can match are tried ---------------------

# The parser of regular expressions, and its names of what they consist of.
regex: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")

# In place of terminals that are words, such as names of ops, where nothing else begins as a word: the words
# are looked up. It is the last terminal of a table.
WORD: Final = ("__WORD", r"[A-Za-z_][\w$.\-]*")
_END_OF_WORD: Final = r"(?![\w$.\-])"


class Beginnings:
    """The first characters of the terminals of a grammar, which are numbers elsewhere."""

    def __init__(self, terminals: Sequence[TerminalDef], flags: int) -> None:
        self._flags = flags
        self._patterns = [(terminal.name, terminal.pattern.to_regexp()) for terminal in terminals]
        self._words = {
            number: _words(text)
            for number, (_, text) in enumerate(self._patterns)
            if text.endswith(_END_OF_WORD)
        }
        self._begin = [
            self._first(WORD[1] if number in self._words else text)
            for number, (_, text) in enumerate([*self._patterns, WORD])
        ]

    @property
    def terminals(self) -> list[tuple[str, str, str]]:
        """The name, the pattern and the first characters of each terminal, and last of words."""
        rows = zip([*self._patterns, WORD], self._begin, strict=True)
        return [(*pattern, "".join(sorted(first))) for pattern, first in rows]

    def words_among(self, terminals: Sequence[int]) -> list[tuple[int, dict[str, int]]]:
        """The terminals of the words among these, unless others can begin as a word."""
        words = {text: number for number in terminals for text in self._words.get(number, ())}
        non_words = (number for number in terminals if number not in self._words)
        if not words or any(not self._begin[number].isdisjoint(self._begin[-1]) for number in non_words):
            return []
        return [(len(self._begin) - 1, dict(sorted(words.items())))]

    def _first(self, text: str) -> frozenset[str]:
        """The characters with which a match of a regular expression can begin."""
        return _first(regex.parse(text, self._flags), self._flags)


def _words(text: str) -> list[str]:
    """The words that a terminal stands for."""
    return list(_texts(regex.parse(text.removesuffix(_END_OF_WORD))))


def _texts(parsed: Any) -> Iterable[str]:
    """All texts that a regular expression of letters and alternatives matches."""
    return map("".join, itertools.product(*(_texts_of(*item) for item in parsed)))


def _texts_of(kind: Any, argument: Any) -> list[str]:
    if kind is regex.LITERAL:
        return [chr(argument)]
    if kind is regex.IN:
        return [text for item in argument for text in _texts_of(*item)]
    if kind is regex.SUBPATTERN:
        return list(_texts(argument[-1]))
    if kind is regex.BRANCH:
        return [text for branch in argument[1] for text in _texts(branch)]
    raise ValueError(f"{kind} in the pattern of a terminal that stands for words")


# Characters that stand for all: letters, digits and spaces beyond Latin-1 are like one of them.
_CHARACTERS: Final = frozenset(map(chr, (*range(256), 0x3B1, 0x660, 0x2003, 0x4E00)))
_CATEGORIES: Final = {
    regex.CATEGORY_DIGIT: r"\d", regex.CATEGORY_NOT_DIGIT: r"\D", regex.CATEGORY_SPACE: r"\s",
    regex.CATEGORY_NOT_SPACE: r"\S", regex.CATEGORY_WORD: r"\w", regex.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _first(parsed: Any, flags: int) -> frozenset[str]:
    """The characters with which a match can begin; all, if it may be empty."""
    result: frozenset[str] = frozenset()
    for kind, argument in parsed:
        if kind in (regex.ASSERT, regex.ASSERT_NOT, regex.AT):
            continue
        result |= _characters(kind, argument, flags)
        if kind not in (regex.MAX_REPEAT, regex.MIN_REPEAT) or argument[0] > 0:
            return result
    return _CHARACTERS


def _characters(kind: Any, argument: Any, flags: int) -> frozenset[str]:
    """The characters with which a match of one item can begin."""
    if kind is regex.LITERAL:
        return frozenset({chr(argument)})
    if kind in (regex.MAX_REPEAT, regex.MIN_REPEAT, regex.SUBPATTERN):
        return _first(argument[-1], flags)
    if kind is regex.BRANCH:
        return frozenset().union(*(_first(branch, flags) for branch in argument[1]))
    if kind is regex.RANGE:
        return frozenset(char for char in _CHARACTERS if argument[0] <= ord(char) <= argument[1])
    if kind is regex.CATEGORY:
        return frozenset(filter(re.compile(_CATEGORIES[argument], flags).match, _CHARACTERS))
    if kind is regex.IN:
        is_negated = argument[0][0] is regex.NEGATE
        sets = (_characters(kind, item, flags) for kind, item in argument[is_negated:])
        listed: frozenset[str] = frozenset().union(*sets)
        return _CHARACTERS - listed if is_negated else listed
    return _CHARACTERS


if __name__ == "__main__":
    write_tables()
