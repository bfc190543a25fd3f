"""Parses types and attributes outside of a program."""

from __future__ import annotations

from collections.abc import Mapping

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.statement_parser import parse_statement
from stablehlo_tools.text.template import Aliases, StatementError, Template

_TYPE = '"a.b"() : () -> ({})'
_ATTRIBUTES = '"{}"() {{{}}} : () -> ()'


def parse_type(text: str) -> Type:
    """The type with text such as `tensor<2x3xf32>`. Raises ParseError."""
    types = _statement(_TYPE, text).result_types
    if len(types) != 1:
        raise ParseError(
            Diagnostic("syntax", f"expected one type, found `{text}`", _span(text, 0, len(text)))
        )
    return types[0]


def parse_attribute(text: str) -> Attribute:
    """The attribute with text such as `loc("f.py":1:2)`. Raises ParseError."""
    return _statement(_ATTRIBUTES, f"value = {text}", "a.b").attributes["value"]


def parse_attributes(operation: str, texts: Mapping[str, str]) -> Mapping[str, Attribute]:
    """The attributes of an op from their texts. Raises ParseError."""
    attributes: dict[str, Attribute] = {}
    for name, text in texts.items():
        attributes |= _statement(_ATTRIBUTES, f"{name} = {text}", operation).attributes
    return attributes


def _statement(form: str, text: str, *names: str) -> Template:
    """The statement `form` with `names` and `text` filled in."""
    before = form[: form.rindex("{}")].format(*names)
    try:
        template = parse_statement(form.format(*names, text), Aliases())
    except StatementError as error:
        span = _span(text, error.start - len(before), error.end - len(before))
        helps = (error.help,) if error.help else ()
        raise ParseError(Diagnostic(error.code, error.message, span, helps=helps)) from None
    assert isinstance(template, Template)
    return template


def _span(text: str, start: int, end: int) -> Span:
    """A part of the text, of at least one character."""
    start = max(0, min(start, len(text) - 1))
    return Span(Source(text, "<argument>"), start, max(start + 1, min(end, len(text))))
