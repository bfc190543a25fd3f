"""Families: statements that differ in names, and in the tensor types at their end, only.

The first of a family is parsed. Of the others, the types are read, and the types of operands and results are
derived from them as its format says.
"""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.types import OpaqueType, Type
from stablehlo_tools.text.assembly.format_elements import ConstantLiteral
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.text.assembly.signatures import TYPINGS, Typing, WrittenTypes
from stablehlo_tools.text.reader.scan import PLACEHOLDER, TENSOR, TENSOR_MARK as MARK
from stablehlo_tools.text.statement.build_types import simple_tensor
from stablehlo_tools.text.statement.template import FormatError, Template

Key = tuple[str, str]  # the text before the types, and the text between them
Types = tuple[Type, ...]

_LIST = f"{MARK}(?:, {MARK})*"
_WRITTEN = rf"(?P<types>{_LIST})|\((?P<operands>(?:{_LIST})?)\) -> (?:{MARK}|\({_LIST}\))"
_TAIL = regex(rf"(?:{_WRITTEN})(?: loc\({PLACEHOLDER}\))?")
_GENERIC = regex(rf'\s*(?:{PLACEHOLDER}(?::[0-9]+)? = )?"')


def types_apart(text: str) -> tuple[Key, Types] | None:
    """A statement with placeholders, and the types at its end apart; None if it does not end with types."""
    head, _, tail = text.rpartition(" : ")
    types = TENSOR.findall(tail)
    if not types or "//" in head:
        return None
    try:
        return (head, TENSOR.sub(MARK, tail)), tuple(map(simple_tensor, types))
    except ValueError:  # of an unknown element type
        return None


class _Family(NamedTuple):
    """A template, and how the types that are written give those of its operands and results.

    `moved` are the numbers of the written types that these are; None if the notation computes others.
    """

    template: Template
    notation: Typing | None
    moved: tuple[Sequence[int], Sequence[int]] | None

    def template_of(self, types: Types) -> Template | None:
        """The template of the member with these types; None if they do not suit the notation."""
        if self.moved is not None:
            operands, results = self.moved
            return self.template.with_types(
                tuple([types[number] for number in operands]), tuple([types[number] for number in results])
            )
        resolved = self.notation and _resolved(self.notation, self.template, types)
        return self.template.with_types(*resolved) if resolved else None


def _resolved(notation: Typing, template: Template, types: Types) -> tuple[Types, Types] | None:
    """The types of operands and results by a notation; None if the written ones do not suit it."""
    try:
        count = FORMATS[template.name].result_count
        return notation.resolve(WrittenTypes(types, None), len(template.operands), count)
    except FormatError:
        return None


def _moved(notation: Typing, template: Template, count: int) -> tuple[Sequence[int], Sequence[int]] | None:
    """The numbers of the written types that a notation makes the types of operands and results."""
    numbers: dict[Type, int] = {OpaqueType(f"!{number}"): number for number in range(count)}
    sides = _resolved(notation, template, tuple(numbers)) or ()
    moved = [[numbers.get(type, -1) for type in side] for side in sides]
    return (moved[0], moved[1]) if moved and min((0, *moved[0], *moved[1])) == 0 else None


class Families:
    """Families by the text of their members, without types; each is made when it has a second member."""

    def __init__(self) -> None:
        self._first: dict[Key, tuple[Types, Template]] = {}
        self._families: dict[Key, _Family | None] = {}

    def clear(self) -> None:
        """Forget all."""
        self._first.clear()
        self._families.clear()

    def template_of(self, key: Key, types: Types) -> Template | None:
        """The template of a member; None if the statement has no known family."""
        first = self._first.pop(key, None)
        if first is not None:
            self._families[key] = _family_of(key, *first)
        family = self._families.get(key)
        return None if family is None else family.template_of(types)

    def keep(self, key: Key, types: Types, template: Template) -> None:
        """Remember the first member of a family."""
        if key not in self._families:
            self._first[key] = types, template


def _family_of(key: Key, types: Types, template: Template) -> _Family | None:
    """The family of a statement with this template; None if more of it than types may depend on its types."""
    tail, format = _TAIL.fullmatch(key[1]), FORMATS.get(template.name)
    is_plain = template.is_shared and not (template.regions or template.successors or template.old_spellings)
    if tail is None or not is_plain or template.departures:
        return None
    notation: Typing | None = None
    moved: tuple[Sequence[int], Sequence[int]] | None
    if not _GENERIC.match(key[0]):
        notation = TYPINGS.get(format.typing) if format else None
        if format is None or notation is None or notation.may_be_function or notation.default is not None:
            return None
        if any(isinstance(element, ConstantLiteral) for element in format.all_elements):
            return None
    if tail["types"] is None:
        count = tail["operands"].count(MARK)
        moved = range(count), range(count, len(types))
    elif notation is not None:
        moved = _moved(notation, template, len(types))
    else:
        return None
    family = _Family(template, notation, moved)
    again = family.template_of(types)
    if again is None or again.operand_types != template.operand_types:
        return None
    if again.result_types != template.result_types:
        return None
    return family
