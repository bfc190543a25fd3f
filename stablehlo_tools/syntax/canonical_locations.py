"""Canonicalizes locations as MLIR does: unknown and duplicate parts are removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.syntax.attribute_text import attribute_text


def target(location: Location, known: Mapping[str, Location]) -> Location:
    """The location of an alias, if it is defined; any other location unchanged. Aliases may be cyclic."""
    seen = set[str]()
    while location.kind == "alias" and (name := str(location.parts[0])) in known and name not in seen:
        seen.add(name)
        location = known[name]
    return location


def name_location(name: str, inside: Sequence[Location], known: Mapping[str, Location]) -> Location:
    """The location `"name"(location)`, without an unknown location inside."""
    return Location("name", (name, *(each for each in inside if target(each, known) != UNKNOWN_LOCATION)))


def file_range(path: str, line: int, column: int, last: int | None, end: int) -> Location:
    """The location `"path":line:column to last:end`; without `last`, it ends in its first line."""
    last = None if last == line else last
    if last is None and end == column:
        return Location("file", (path, line, column))
    return Location("file", (path, line, column, last, end))


def fuse_locations(
    metadata: Attribute | None, parts: Sequence[Location], known: Mapping[str, Location]
) -> Location:
    """The location `fused<metadata>[...]`: distinct known locations, those of nested fused ones inlined."""
    distinct: dict[str, Location] = {}
    for part in parts:
        place = target(part, known)
        is_alike = place.kind == "fused" and place.parts[0] == metadata
        for each in place.parts[1:] if is_alike else (part,):
            assert isinstance(each, Location)
            if target(each, known) != UNKNOWN_LOCATION:
                distinct.setdefault(attribute_text(target(each, known)), each)
    found = list(distinct.values())
    if metadata is None and len(found) < 2:
        return target(found[0], known) if found else UNKNOWN_LOCATION
    return Location("fused", (metadata, *(found or [UNKNOWN_LOCATION])))
