"""The pretty forms of other dialects' ops, as the rows of syntax/foreign_forms.py write them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stablehlo_tools.attributes import DenseArray, says_nothing
from stablehlo_tools.ir import Operation, Region
from stablehlo_tools.syntax.foreign import types_of
from stablehlo_tools.syntax.foreign_attributes import KINDS
from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS, ForeignForm, terms
from stablehlo_tools.syntax.forms import FormError
from stablehlo_tools.syntax.layout import dictionary, operand_types, result_types
from stablehlo_tools.types import FunctionType, Type


@dataclass(frozen=True)
class Spelt:
    """The names in an operation's text; `declared` are the arguments with their types."""

    operands: Sequence[str]
    blocks: Sequence[str] = ()
    arguments: Sequence[str] = ()
    declared: Sequence[str] = ()


def foreign_pieces(operation: Operation, names: Spelt) -> list[str | Region]:
    """An op of another dialect in its pretty form; its regions stand between the texts.

    Raises FormError where no form says all of it.
    """
    for form in FOREIGN_FORMS[operation.name]:
        try:
            return [operation.name, *_Writing(operation, form, names).pieces()]
        except FormError:
            continue
    raise FormError("no form says this")


class _Writing:
    """An operation being written in one of its forms."""

    def __init__(self, operation: Operation, form: ForeignForm, names: Spelt) -> None:
        self.operation = operation
        self.form = form
        self.names = names
        operands = iter(names.operands)
        groups = operand_counts(form, operation)
        self.operands = iter([list(itertools.islice(operands, size)) for size in groups])
        self.blocks = iter(names.blocks)
        self.regions = iter(operation.regions)
        self.types = bound_types(form, operation)

    def pieces(self) -> Iterator[str | Region]:
        """The texts and regions, in order."""
        parts = list(self.form.parts)
        while parts:
            part = parts.pop(0)
            if part != "?[":
                yield from self._part(part)
                continue
            end = parts.index("]?")
            inside = [(each, list(self._part(each, is_optional=True))) for each in parts[:end]]
            parts = parts[end + 1 :]
            if any(pieces for each, pieces in inside if _SPEAKING.match(each)):
                yield from (piece for _, pieces in inside for piece in pieces)
        if next(self.regions, None) is not None or next(self.blocks, None) is not None:
            raise FormError("there are more regions or blocks")

    def _part(self, part: str, *, is_optional: bool = False) -> Iterator[str | Region]:
        """What a part of the form says; nothing where that may be left out."""
        if part in ("%", "%*"):
            yield from _joined(next(self.operands))
        elif part == "&":
            yield self.names.arguments[0]
        elif part == "&=%":
            operands = next(self.operands)
            arguments = self.names.arguments[-len(operands) :] if operands else ()
            yield from _joined(
                f"{name} = {operand}" for name, operand in zip(arguments, operands, strict=True)
            )
        elif part == "&:":
            yield from _joined(self.names.declared)
        elif part == "^":
            yield next(self.blocks)
        elif part == "{r}":
            yield from self._region(is_optional=is_optional)
        elif part.strip() == "{}":
            yield from self._dictionary()
        elif part.startswith("$"):
            yield from self._attribute(part, is_optional=is_optional)
        elif part[0].isupper() or (part.startswith("->") and part != "->"):
            yield from self._types(part, is_optional=is_optional)
        else:
            yield part

    def _region(self, *, is_optional: bool) -> Iterator[Region]:
        region = next(self.regions, None)
        if region is None or (not region.blocks and not is_optional) or len(region.blocks) > 1:
            raise FormError("a region with one block is wanted")
        if region.blocks:
            yield region

    def _dictionary(self) -> Iterator[str]:
        operation = self.operation
        silent = [
            name for name, value in operation.attributes.items() if says_nothing(operation.name, name, value)
        ]
        text = dictionary(operation.attributes, [*self.form.attributes, *silent])
        if text:
            yield text

    def _attribute(self, part: str, *, is_optional: bool) -> Iterator[str]:
        name, _, kind = part[1:].partition(":")
        attribute = self.operation.attributes.get(name)
        if is_optional and attribute in (None, self.form.defaults.get(name)):
            return
        if attribute is None:
            raise FormError(f"there is no {name}")
        yield KINDS[kind or name].write(attribute)

    def _types(self, part: str, *, is_optional: bool) -> Iterator[str]:
        types = self.types[part.strip("->()*")]
        if is_optional and (not types or self.form.types.get(part) == str(types[0])):
            return
        if part.startswith("->("):
            yield f"-> ({', '.join(map(str, types))})"
        elif part.startswith("->"):
            yield str(FunctionType((), tuple(types))).removeprefix("() ")
        else:
            yield from _joined(map(str, types))


_SPEAKING = re.compile(r"[%&$A-Z{]|->.")


def _joined(texts: Iterable[str]) -> Iterator[str]:
    text = ", ".join(texts)
    if text:
        yield text


# -- types --------------------------------------------------------------------------------------


def operand_counts(form: ForeignForm, operation: Operation) -> list[int]:
    """How many operands each part of the form that stands for some has. Raises FormError."""
    sizes = operation.attributes.get("operandSegmentSizes")
    if form.segments and isinstance(sizes, DenseArray):
        groups = [int(size) for size in sizes.values if isinstance(size, int)]
    else:
        groups = _sizes(terms(form.operands), len(operation.operands))
    if len(groups) != len(terms(form.operands)) or sum(groups) != len(operation.operands):
        raise FormError("the operands do not fit")
    return groups


def _sizes(wanted: Sequence[str], total: int) -> list[int]:
    """One for each term, and all the rest for the one that is repeated."""
    rest = total - sum(not term.endswith("*") for term in wanted)
    if rest < 0:
        raise FormError("there is too little")
    return [rest if term.endswith("*") else 1 for term in wanted]


def bound_types(form: ForeignForm, operation: Operation) -> Mapping[str, Sequence[Type]]:
    """The types that letters stand for. Raises FormError where the form says other types than there are."""
    results, given = terms(form.results), result_types(operation)
    entry = operation.regions[0].entry if operation.regions else None
    declared = [argument.type for argument in entry.arguments] if entry and form.arguments else []
    arguments = terms(form.arguments) if declared else []
    sides = [
        (terms(form.operands), operand_counts(form, operation), operand_types(operation)),
        (results, _sizes(results, len(given)), given),
        (arguments, _sizes(arguments, len(declared)), declared),
    ]
    bound: dict[str, Sequence[Type]] = {}
    for wanted, sizes, types in sides:
        rest = iter(types)
        for term, size in zip(wanted, sizes, strict=True):
            bound.setdefault(term.removesuffix("*"), list(itertools.islice(rest, size)))
    bound = {letter: types for letter, types in bound.items() if len(letter) == 1}
    for wanted, sizes, types in sides:
        meant = [
            type for term, size in zip(wanted, sizes, strict=True) for type in types_of(term, bound, size)
        ]
        if meant != list(types):
            raise FormError("the types do not fit")
    return bound
