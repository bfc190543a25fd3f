"""The common pretty form of an op to the head of its statement: see syntax/forms.py for what it may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lark import Token

from stablehlo_tools.attributes import Attribute, Opaque, Symbol
from stablehlo_tools.diagnostic import closest
from stablehlo_tools.syntax.assemble import Clause, Head, Typing
from stablehlo_tools.syntax.build_literals import ResourceKey, distinct, symbol_name, typed_literal
from stablehlo_tools.syntax.clauses import attributes_of
from stablehlo_tools.syntax.context import error_at, error_in_types
from stablehlo_tools.syntax.foreign import unsupported_form
from stablehlo_tools.syntax.forms import FORMS, Form, FormError, Word
from stablehlo_tools.syntax.properties import properties_of
from stablehlo_tools.syntax.template import StatementError

_PREFIXES = {"return": "func.return"}


def custom_head(
    token: Token, before: Mapping[str, Attribute], items: list[Any], behind: Mapping[str, Attribute],
    typing: Typing | None,
) -> Head:  # fmt: skip
    """The head of an op in its pretty form. Raises StatementError for what is not of that form."""
    name = _PREFIXES.get(token, str(token))
    form = FORMS.get(name)
    if form is None:
        raise _formless(token, name)
    typing = typing or Typing([], None if items else [*form.implied])
    operands = [item for item in items if _is_operand(item)]
    words = [item for item in items if isinstance(item, Word) and form.words]
    clauses = [item for item in items if isinstance(item, Clause)]
    known = set(map(id, (*operands, *words, *clauses)))
    literals = [item for item in items if id(item) not in known]
    _check_order(token, items)
    distinct([(clause.key, clause.value) for clause in clauses])  # raises where a key comes twice
    try:
        attributes = attributes_of(name, words, [(str(clause.key), clause.value) for clause in clauses])
    except FormError as error:
        raise _at_clause(clauses, error) from None
    if literals:
        if form.literal in (before.keys() | behind.keys()):
            raise error_at(token, f"`{form.literal}` is given twice")
        attributes[form.literal or ""] = _literal(token, form, literals, typing)
    return Head(name, operands, {**before, **attributes, **behind}, written=typing, token=token)


def _formless(token: Token, name: str) -> StatementError:
    dialect, _, mnemonic = name.partition(".")
    if dialect == "mhlo":
        return unsupported_form(name, token.start_pos or 0, token.end_pos or 0)
    if properties_of(name) is not None:
        help = f'write it in generic form: `"{name}"(...) : (...) -> ...`'
        return error_at(token, f"`{name}` has no pretty form", help=help)
    known = [other.partition(".")[2] for other in FORMS if other.startswith(f"{dialect}.")]
    match = closest(mnemonic, known)
    help = f"did you mean `{dialect}.{match}`?" if match else ""
    return error_at(token, f"the {dialect} dialect has no op `{mnemonic}`", "unknown_op", help)


def _check_order(token: Token, items: Sequence[object]) -> None:
    """A word or literal may come first, then come operands, other words and literals, clauses."""
    place = 0
    for item in items[1:]:
        before, place = place, 1 if _is_operand(item) else 3 if isinstance(item, Clause) else 2
        if place < before:
            raise error_at(item if isinstance(item, Token) else token, "this is not in its place")


def _is_operand(item: object) -> bool:
    return isinstance(item, Token) and item.type == "SSA"


def _literal(token: Token, form: Form, literals: Sequence[Any], typing: Typing) -> Attribute:
    """The attribute that the one literal of a pretty form is."""
    literal, *more = literals
    where = literal if isinstance(literal, Token) else token
    if more or not form.literal or len(typing.types) != 1:
        raise error_at(where, f"{token} has no place for this")
    (type,) = typing.types
    if isinstance(literal, Token) and literal.type == "SYMBOL":
        return Symbol((symbol_name(literal),))
    if isinstance(literal, Token | ResourceKey | Opaque):
        return typed_literal(literal, type)
    raise error_at(where, f"this is no {type}", "literal")


def _at_clause(clauses: Sequence[Clause], error: FormError) -> StatementError:
    for clause in clauses:
        if clause.key == error.key:
            return error_at(clause.key, error.message)
    return error_in_types(error.message)
