"""Canonicalizes locations as MLIR does: unknown and duplicate parts are removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.text.attribute_text import attribute_text


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


def whole_location(
    location: Location, known: Mapping[str, Location], deepest: int
) -> tuple[Location, int, int]:
    """A location with what its aliases stand for, how many aliases that were, and how deep it is nested.

    Raises ValueError if they are nested too deep, and KeyError for the name of an alias that is not defined.
    """
    found: dict[int, tuple[Location, int, int]] = {}

    def whole(place: Location, left: int) -> tuple[Location, int, int]:
        if id(place) in found:
            return found[id(place)]
        if not left:
            raise ValueError(f"locations are nested more than {deepest} levels deep")
        if place.kind == "alias":
            target, size, depth = whole(known[str(place.parts[0])], left - 1)
            found[id(place)] = target, size + 1, depth
            return found[id(place)]
        parts, size, depth = list[object](), 0, 0
        for part in place.parts:
            is_child = isinstance(part, Location) and not (place.kind == "fused" and not parts)
            child, count, height = whole(part, left - 1) if is_child else (part, 0, 0)  # type: ignore[arg-type]
            parts.append(child)
            size, depth = size + count, max(depth, height)
        found[id(place)] = Location(place.kind, tuple(parts)), size, depth + 1
        return found[id(place)]

    return whole(location, deepest)


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
