"""Sizes and times as text: `3.2 GB`, `1.5 ms`."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.host.regex import regex

_PREFIXES = ("", "k", "M", "G", "T", "P", "E")
SIZE = regex(r"(?P<number>\d+(?:\.\d+)?) *(?P<prefix>[kKMGT]?)(?P<binary>i?)B?")


def in_units(count: int, unit: str = "B") -> str:
    """The count with a decimal prefix: `512 B`, `3.2 GB`."""
    last = len(_PREFIXES) - 1
    power = next((power for power in range(last) if count < 1000 ** (power + 1)), last)
    return f"{count / 1000**power:.3g} {_PREFIXES[power]}{unit}".rstrip()


def from_units(text: str) -> int:
    """The number of bytes in `4GB`, `512 MiB` or `1000000`. Raises ValueError."""
    match = SIZE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a size")
    base = 1024 if match["binary"] else 1000
    return int(float(match["number"]) * base ** _PREFIXES.index(match["prefix"].replace("K", "k")))


_SECONDS = {"ms": 1e-3, "s": 1.0, "": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_TIME = regex(r"(?P<number>\d+(?:\.\d*)?|\.\d+) *(?P<unit>ms|s|min|m|h|)")


def from_time_units(text: str) -> float:
    """The number of seconds in `90`, `1.5s`, `2m` or `1h`. Raises ValueError."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a time")
    return float(match["number"]) * _SECONDS[match["unit"]]


def in_seconds(seconds: float) -> str:
    """The time with a unit: `1.5 s`, `3.2 ms`, `840 us`."""
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} us"


def plural(count: int, noun: str) -> str:
    """`1 error`, `2 errors`, `2 processes`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}{'es' if noun.endswith('s') else 's'}"


def listed(items: Sequence[object], most: int) -> str:
    """`a, b and 3 more`: the first items, and the number of the others."""
    more = f" and {len(items) - most:,} more" if len(items) > most else ""
    return ", ".join(map(str, items[:most])) + more


def verb(count: int, of_one: str, of_several: str) -> str:
    """`differs` of one, `differ` of several."""
    return of_one if count == 1 else of_several
