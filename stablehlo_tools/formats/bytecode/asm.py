"""Attributes and types that stand in bytecode as text, or are most easily said by it."""

from __future__ import annotations

import functools
from typing import Any

from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.statement_parser import parse_statement
from stablehlo_tools.text.template import Alias, Aliases, Definition, StatementError


def parsed_attribute(text: str) -> Attribute:
    """The attribute that a text says. Raises ValueError for what is none."""
    attribute: Attribute = _value("#", text)
    return attribute


@functools.lru_cache(maxsize=1 << 10)
def parsed_type(text: str) -> Type:
    """The type that a text says. Raises ValueError for what is none."""
    type: Type = _value("!", text)
    return type


def _value(sigil: str, text: str) -> Any:
    try:
        definition = parse_statement(f"{sigil}read = {text}", Aliases())
    except StatementError as error:
        raise ValueError(f"`{text}`: {error.message}") from None
    if not isinstance(definition, Definition) or not isinstance(definition.value, Alias):
        raise ValueError(f"expected an attribute or a type, found `{text}`")
    return definition.value.value
