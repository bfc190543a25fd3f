"""LALR tables as plain data, and parsers made of them.

A table consists of strings, numbers, lists and dictionaries, as JSON has them: reading one runs nothing.
Symbols, terminals and rules are there once; elsewhere they are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import lark
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Shift

Table = dict[str, Any]


def table_of(parser: lark.Lark) -> Table:
    """The table of a parser, from which `parser_of` makes an equal one."""
    frontend: Any = parser.parser
    actions = frontend.parser._parse_table
    names = list({name: None for row in actions.states.values() for name in row})
    columns = {name: number for number, name in enumerate(names)}
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    return {
        "terminals": [_terminal(each) for each in parser.lexer_conf.terminals],
        "ignored": list(parser.lexer_conf.ignore),
        **_rules(parser.rules),
        "names": names,
        "states": [_row(actions.states[each], columns, rules) for each in range(len(actions.states))],
        "starts": actions.start_states,
        "ends": actions.end_states,
    }


def _terminal(terminal: TerminalDef) -> list[Any]:
    pattern = terminal.pattern
    width = [pattern.min_width, pattern.max_width] if isinstance(pattern, PatternRE) else None
    return [terminal.name, terminal.priority, pattern.value, sorted(pattern.flags), pattern.raw, width]


def _rules(rules: list[Rule]) -> Table:
    """The rules, and the symbols and options by whose numbers they are written."""
    options = list({_options(rule): None for rule in rules})
    symbols = list({_symbol(each): None for rule in rules for each in (rule.origin, *rule.expansion)})
    numbers = {symbol: number for number, symbol in enumerate(symbols)}
    return {
        "symbols": symbols,
        "options": options,
        "rules": [
            [
                numbers[_symbol(rule.origin)],
                [numbers[_symbol(each)] for each in rule.expansion],
                rule.order,
                rule.alias,
                options.index(_options(rule)),
            ]
            for rule in rules
        ],
    }


def _symbol(symbol: Symbol) -> tuple[str, bool | None]:
    """The name, and of a terminal whether trees leave it out."""
    return str(symbol.name), symbol.filter_out if isinstance(symbol, Terminal) else None


def _options(rule: Rule) -> tuple[Any, ...]:
    options = rule.options
    return (
        options.keep_all_tokens,
        options.expand1,
        options.priority,
        options.template_source,
        tuple(options.empty_indices),
    )


def _row(actions: dict[str, Any], columns: dict[str, int], rules: dict[Rule, int]) -> list[int]:
    """The actions of a state: for each column the next state, or `~` of the number of a rule."""
    row: list[int] = []
    for name, (action, target) in actions.items():
        row += columns[name], target if action is Shift else ~rules[target]
    return row


def parser_of(table: Table, options: Mapping[str, Any]) -> lark.Lark:
    """The parser of a table, with the options that the table was made with."""
    terminals = [_read_terminal(*each) for each in table["terminals"]]
    memo = dict(enumerate([*terminals, *_read_rules(table)]))
    rules = [{"@": number} for number in range(len(terminals), len(memo))]  # as Lark refers to them
    reductions = [(1, rule) for rule in rules]
    lexer = {"terminals": terminals, "ignore": table["ignored"], "lexer_type": "contextual"}
    parts = {
        "lexer_conf": {**lexer, "g_regex_flags": 0, "use_bytes": False},  # of the options
        "parser_conf": {"rules": rules, "start": list(table["starts"]), "parser_type": "lalr"},
        "parser": {
            "tokens": table["names"],
            "states": {number: _read_row(row, reductions) for number, row in enumerate(table["states"])},
            "start_states": table["starts"],
            "end_states": table["ends"],
        },
    }
    settings = {"lexer": "contextual", "priority": "normal", **options}
    data = {"parser": parts, "rules": rules, "options": settings}
    parser: lark.Lark = lark.Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call]
    return parser


def _read_terminal(
    name: str, priority: int, value: str, flags: list[str], raw: str | None, width: list[int] | None
) -> TerminalDef:
    if width is None:
        return TerminalDef(name, PatternStr(value, flags, raw), priority)
    pattern = PatternRE(value, flags, raw)
    pattern._width = width
    return TerminalDef(name, pattern, priority)


def _read_rules(table: Table) -> list[Rule]:
    symbols = [
        NonTerminal(name) if is_left_out is None else Terminal(name, is_left_out)
        for name, is_left_out in table["symbols"]
    ]
    options = [RuleOptions(*each) for each in table["options"]]
    return [
        Rule(symbols[origin], [symbols[each] for each in expansion], order, alias, options[number])
        for origin, expansion, order, alias, number in table["rules"]
    ]


def _read_row(row: list[int], reductions: list[tuple[int, Any]]) -> dict[int, tuple[int, Any]]:
    return {
        column: (0, target) if target >= 0 else reductions[~target]
        for column, target in zip(row[::2], row[1::2], strict=True)
    }
