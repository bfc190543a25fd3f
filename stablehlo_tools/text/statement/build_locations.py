"""Grammar callbacks for locations, canonicalized as in MLIR: unknown and duplicate parts are removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.ir.quoting import unescape
from stablehlo_tools.text.printer.attribute_text import attribute_text
from stablehlo_tools.text.reader.splitter import NAME
from stablehlo_tools.text.statement.build_literals import always, check_values, integer_of, only_part, present
from stablehlo_tools.text.statement.template import (
    MAX_NESTING,
    NESTING,
    Alias,
    Aliases,
    Expansion,
    StatementError,
    current,
    error_at,
)


def target(location: Location, aliases: Mapping[str, Location]) -> Location:
    """The location of an alias, if it is defined; any other location unchanged. Aliases may be cyclic."""
    seen = set[str]()
    while location.kind == "alias" and (name := str(location.parts[0])) in aliases and name not in seen:
        seen.add(name)
        location = aliases[name]
    return location


def name_location(name: str, inside: Sequence[Location], aliases: Mapping[str, Location]) -> Location:
    """The location `"name"(location)`, without an unknown location inside."""
    return Location("name", (name, *(part for part in inside if target(part, aliases) != UNKNOWN_LOCATION)))


def expanded_location(location: Location, aliases: Aliases, deepest: int) -> Expansion:
    """A location without aliases, which are expanded once in a file: locations share what they stand for.

    Raises ValueError if they are nested too deep, and KeyError for the name of an undefined alias.
    """
    known = aliases.expansions

    def expand(place: Location, left: int) -> Expansion:
        if id(place) in known:
            return known[id(place)][1]
        if not left:
            raise ValueError(f"locations are nested more than {deepest} levels deep")
        if place.kind == "alias":
            return expand(aliases.locations[str(place.parts[0])], left - 1)._replace(has_aliases=True)
        parts, size, depth, has_aliases = list[object](), 0, 0, False
        for part in place.parts:
            if isinstance(part, Location):
                inner = expand(part, left - 1)
                parts.append(inner.location)
                size, depth = size + inner.size, max(depth, inner.depth)
                has_aliases |= inner.has_aliases
            else:
                parts.append(part)
                size += _size(part)
        if depth >= deepest:
            raise ValueError(f"locations are nested more than {deepest} levels deep")
        result = Expansion(Location(place.kind, tuple(parts)), size, depth + 1, has_aliases)
        known[id(place)] = place, result
        known[id(result.location)] = result.location, result._replace(has_aliases=False)
        return result

    return expand(location, deepest)


def _size(part: object) -> int:
    """The size of the text of a part of a location that is not one: a name, a number, metadata or None."""
    is_plain = part is None or isinstance(part, (str, int))
    return len(str(part)) if is_plain else len(attribute_text(part))  # type: ignore[arg-type]  # metadata


def fuse_locations(
    metadata: Attribute | None, parts: Sequence[Location], aliases: Mapping[str, Location]
) -> Location:
    """The location `fused<metadata>[...]`: distinct known locations, those of nested fused ones inlined."""
    distinct: dict[str, Location] = {}
    for part in parts:
        place = target(part, aliases)
        is_alike = place.kind == "fused" and place.parts[0] == metadata
        for location in place.parts[1:] if is_alike else (part,):
            assert isinstance(location, Location)
            if target(location, aliases) != UNKNOWN_LOCATION:
                distinct.setdefault(attribute_text(target(location, aliases)), location)
    locations = list(distinct.values())
    if metadata is None and len(locations) < 2:
        return target(locations[0], aliases) if locations else UNKNOWN_LOCATION
    return Location("fused", (metadata, *(locations or [UNKNOWN_LOCATION])))


def as_attribute(part: Attribute) -> Attribute:
    """The attribute in a text; a location has no aliases, which must be defined by now."""
    if not isinstance(part, Location):
        return part
    context = current()
    try:
        expansion = expanded_location(part, context.aliases, MAX_NESTING)
    except ValueError as error:
        raise StatementError(str(error), 0, len(context.text), code=NESTING) from None
    except KeyError as error:
        raise _undefined_location(f"#{error.args[0]}") from None
    if expansion.has_aliases:
        alias = Alias(expansion.location, expansion.size, expansion.depth)
        context.expand(alias, 0, len(context.text))
    return expansion.location


UNDEFINED_ALIAS = Code(
    "undefined_alias",
    "An alias, `#name`, `!name` or `loc(#name)`, is not defined, or is used before its definition.",
    "Define it before its first use: `!name = tensor<2xf32>`.",
)


def _undefined_location(alias: str) -> StatementError:
    context = current()
    context.aliases.located.discard(alias)
    start = max(context.text.find(alias), 0)
    return StatementError(
        f"use of undefined location `{alias}`", start, start + len(alias),
        "define the location before its first use", UNDEFINED_ALIAS,
    )  # fmt: skip


def _used_location(alias: Token) -> Location:
    """The location `loc(#alias)`. The alias may be defined later in the file."""
    context = current()
    if not NAME.fullmatch(alias):  # otherwise it becomes a placeholder, which does not depend on this file
        context.is_shared = False
    context.aliases.located.add(alias)
    return Location("alias", (alias[1:],))


def _inner_location(part: Location | Token) -> Location:
    """A location inside another one. An alias must be defined by now, so that none contains itself."""
    if isinstance(part, Location):
        return part
    if part[1:] not in current().aliases.locations:
        help = "define the location before its first use"
        raise error_at(part, f"use of undefined location `{part}`", UNDEFINED_ALIAS, help)
    current().is_shared = False
    return Location("alias", (part[1:],))


def _position(number: Token) -> int:
    """A line or column number. Raises StatementError if it is not an unsigned 32-bit integer."""
    value = integer_of(number)
    if not 0 <= value < 1 << 32:
        raise error_at(number, "line and column numbers must be unsigned 32-bit integers")
    return value


class LocationRules:
    """The callbacks of the rules for locations."""

    def location(self, parts: list[Any]) -> Location:
        return _used_location(parts[0]) if isinstance(parts[0], Token) else parts[0]

    location_alias = only_part  # resolved by the rule that contains it
    location_unknown = always(UNKNOWN_LOCATION)
    location_callsite = staticmethod(lambda parts: Location("callsite", tuple(map(_inner_location, parts))))

    def location_name(self, parts: list[Any]) -> Location:
        return name_location(
            unescape(parts[0]), [*map(_inner_location, parts[1:])], current().aliases.locations
        )

    def location_file(self, parts: list[Any]) -> Location:
        path, line, column = parts
        return Location("file", (unescape(path), _position(line), _position(column) if column else 0))

    def location_range(self, parts: list[Any]) -> Location:
        path, line, column, last, end = parts
        last = None if last is None else _position(last)
        return Location("file", (unescape(path), _position(line), _position(column), last, _position(end)))

    def location_fused(self, parts: list[Any]) -> Location:
        metadata, *inside = parts
        if metadata is not None:
            metadata = as_attribute(metadata)
            check_values(metadata)
        return fuse_locations(metadata, [*map(_inner_location, present(inside))], current().aliases.locations)
