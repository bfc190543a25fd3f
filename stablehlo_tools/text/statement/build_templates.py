"""Builds the template of a statement from its parsed parts: SSA names become placeholders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.operations import CALLS, symbol_of
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.assembly.deprecated_syntax import mhlo_op_in, note_of, old_arrays, translate
from stablehlo_tools.text.reader.splitter import NAME
from stablehlo_tools.text.statement.template import (
    DeprecatedSpelling,
    RegionArguments,
    StatementError,
    Template,
    current,
    error_in_types,
)


@record(frozen=True)
class Head:
    """An operation without results and location. Its operands are still tokens."""

    name: str
    operands: Sequence[Token]
    attributes: Mapping[str, Attribute]
    operand_types: Sequence[Type] = ()
    result_types: Sequence[Type] = ()
    regions: Sequence[Sequence[Argument] | RegionArguments | None] = ()
    successors: Sequence[str] = ()
    properties: Attribute | None = None
    applies: str = ""


class Argument(NamedTuple):
    """The declaration of an argument of a block or region."""

    name: Token | None
    type: Type
    location: Location | None
    attributes: Mapping[str, Attribute]


EMPTY_REGION = RegionArguments((), (), (), is_empty=True)


class ImplicitBlock(list[Argument]):
    """The arguments of a region `{}` that has a block although its text is empty."""


class Placeholders:
    """The placeholders of a statement, by the offset of the name that each replaces."""

    def __init__(self) -> None:
        matches = list(NAME.finditer(current().text))
        self.at = {match.start(): index for index, match in enumerate(matches)}
        self.names = [match.group() for match in matches]
        self.used: set[int] = set()

    def index(self, token: Token) -> int:
        """The index of the placeholder of a name, which is marked as used."""
        placeholder = self.at[token.start_pos]
        self.used.add(placeholder)
        return placeholder

    def use_location(self, location: Location | None) -> int:
        """The index of the placeholder of a trailing `loc(#loc3)`, marked as used; -1 for other locations."""
        if location is None or location.kind != "alias" or self.names[-1:] != [f"#{location.parts[0]}"]:
            return -1
        self.used.add(len(self.at) - 1)
        return len(self.at) - 1

    def use_symbol(self, head: Head) -> int:
        """The index of the placeholder of the name of a function or callee, marked as used; -1 for others."""
        symbols = [index for index, name in enumerate(self.names) if name.startswith("@")]
        symbol = head.attributes.get(CALLS.get(head.name, "sym_name"))
        name = symbol if isinstance(symbol, str) else symbol_of(symbol)
        if len(symbols) != 1 or self.names[symbols[0]][1:] != name:
            return -1
        self.used.add(symbols[0])
        return symbols[0]

    @property
    def are_all_used(self) -> bool:
        """Whether every placeholder replaces a name of the statement, and none, say, a `%` in a string."""
        return len(self.used) == len(self.at)


def template_of(results: Sequence[tuple[Token, int]], head: Head, location: Location | None) -> Template:
    """The template of a statement with these results, head and location."""
    placeholders = Placeholders()
    operand_types, result_types = _checked_types(results, head)
    head, notes = _translate_mhlo(head, operand_types)
    template = Template(
        name=head.name,
        results=tuple((placeholders.index(token), count) for token, count in results),
        operands=tuple(map(placeholders.index, head.operands)),
        attributes=head.attributes,
        properties=head.properties,
        operand_types=tuple(operand_types),
        result_types=tuple(result_types),
        regions=tuple(_region(region, placeholders) for region in head.regions),
        successors=tuple(head.successors),
        applies=head.applies,
        location=location,
        location_placeholder=placeholders.use_location(location),
        symbol=placeholders.use_symbol(head),
        departures=tuple(current().departures),
        old_spellings=(*notes, *current().old_spellings, *old_arrays(head.name, head.attributes)),
    )
    template.is_shared = placeholders.are_all_used and current().is_shared
    return template


def _translate_mhlo(head: Head, operand_types: Sequence[Type]) -> tuple[Head, Sequence[DeprecatedSpelling]]:
    """The head with an MHLO op translated to StableHLO or CHLO, and a note about it; others unchanged."""
    written = mhlo_op_in(current().text)
    translation = translate(written, head.attributes, operand_types) if written else None
    if translation is None:
        return head, ()
    name, attributes = translation
    return replace(head, name=name, attributes=attributes), (note_of(written, name),)


def _checked_types(results: Sequence[tuple[Token, int]], head: Head) -> tuple[Sequence[Type], Sequence[Type]]:
    operand_types, result_types = head.operand_types, head.result_types
    name_count = sum(count for _, count in results)
    if len(head.operands) != len(operand_types):
        raise _count_error(len(head.operands), _OPERAND_COUNT, len(operand_types))
    if results and name_count != len(result_types):
        raise _count_error(name_count, _RESULT_COUNT, len(result_types))
    return operand_types, result_types


_OPERAND_COUNT = Code(
    "operand_count",
    "The function type of an operation lists a different number of operands than the operation has.",
    "Write one type per operand: `: (type, type) -> type`.",
)
_RESULT_COUNT = Code(
    "result_count",
    "The function type of an operation lists a different number of results than the operation defines.",
    "Write one type per result; `%0:2 = ...` defines two results, `%0#0` and `%0#1`.",
)


def _count_error(count: int, code: Code, types: int) -> StatementError:
    kind = code.removesuffix("_count")
    message = f"found {plural(count, kind)} but {plural(types, f'{kind} type')}"
    return error_in_types(message, code)


def _region(
    arguments: Sequence[Argument] | RegionArguments | None, placeholders: Placeholders
) -> RegionArguments | None:
    if arguments is None or isinstance(arguments, RegionArguments):
        return arguments
    return region_arguments(arguments, placeholders)._replace(
        has_implicit_block=isinstance(arguments, ImplicitBlock)
    )


def region_arguments(arguments: Sequence[Argument], placeholders: Placeholders) -> RegionArguments:
    """The arguments of a region, with placeholders for their names."""
    return RegionArguments(
        tuple(placeholders.index(argument.name) for argument in arguments if argument.name is not None),
        tuple(argument.type for argument in arguments),
        tuple(argument.location for argument in arguments),
    )
