"""The name that a misspelt one may stand for."""

from __future__ import annotations

import itertools
from collections.abc import Iterable


def closest(name: str, names: Iterable[str], likeness: float = 0.6) -> str | None:
    """The name in `names` that `name` may be a misspelling of; None if there is none, or if it is a number.

    A misspelling differs in the case of letters, has at most one edit per three characters, is a prefix, or
    is like `float32` for `f32`. Of several names, one with two adjacent characters transposed is chosen
    first, since all characters of it were typed; then, of equally similar names, the one with the longest
    common prefix, since typing errors are rare at the beginning.
    """
    import difflib  # for mistakes only

    if name.startswith(("%", "^")) and name[1:].isdigit():
        return None
    names = [*names]
    equal = [other for other in names if other.casefold() == name.casefold()]
    if equal and name not in equal:
        return equal[0]
    near = [
        other
        for other in names
        if abs(len(other) - len(name)) <= _MAX_LENGTH_DIFFERENCE or _has_prefix(other, name)
    ]
    matches = difflib.get_close_matches(name, near[:_MAX_CANDIDATES], n=_MAX_SIMILAR, cutoff=likeness)
    matches += [  # `ro` is not like `or`, nor `exp` like `exponential`
        other for other in near if _is_transposed(other, name) or _has_prefix(other, name)
    ]
    limit = max((len(name) + 1) // 3, 1)
    matches = [
        match
        for match in matches
        if _has_prefix(match, name) or _abbreviates(match, name) or _edit_distance(name, match) <= limit
    ]

    def rank(other: str) -> tuple[bool, float, int]:
        common = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False))
        likeness = difflib.SequenceMatcher(None, other, name).ratio()
        return _is_transposed(other, name), likeness, len(list(common))

    return max(matches, key=rank, default=None)


def did_you_mean(name: str | None) -> tuple[str, ...]:
    """The help that suggests a name; none without one."""
    return () if name is None else (f"did you mean `{name}`?",)


def with_suggestion(message: str, name: str | None, otherwise: str = "") -> str:
    """A message that suggests a name; without one, it ends with the advice `otherwise`, if any."""
    advice = did_you_mean(name) or ((otherwise,) if otherwise else ())
    return "; ".join((message, *advice))


def require_one_of(known: Iterable[str], name: str, what: str) -> None:
    """Raise ValueError for an unknown name."""
    if name not in (names := [*known]):
        raise ValueError(f"unknown {what} {name!r}; expected one of {', '.join(names)}")


_MAX_LENGTH_DIFFERENCE = 4  # maximum difference in length, other than for prefixes
_MAX_SIMILAR = 8  # names whose edits are counted
_MAX_CANDIDATES = 1000  # names compared: 60 ms, whereas 20,000 would take 1.5 s


def _has_prefix(whole: str, name: str) -> bool:
    return whole.startswith(name) and len(name) >= 3


def _is_transposed(other: str, name: str) -> bool:
    """Whether two names differ in the order of two adjacent characters."""
    if len(other) != len(name):
        return False
    differ = [place for place, (x, y) in enumerate(zip(other, name, strict=True)) if x != y]
    return (
        len(differ) == 2
        and differ[1] == differ[0] + 1
        and (other[differ[0]], other[differ[1]]) == (name[differ[1]], name[differ[0]])
    )


def _abbreviates(short: str, name: str) -> bool:
    letters = iter(name)
    return (short[0], short[-1]) == (name[0], name[-1]) and all(letter in letters for letter in short)


def _edit_distance(name: str, meant: str) -> int:
    """The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and
    transpositions of adjacent characters.
    """
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for index, own in enumerate(name):
        before, last, row = row, before, [index + 1]
        for place, other in enumerate(meant):
            distance = min(row[place] + 1, before[place + 1] + 1, before[place] + (own != other))
            if index and place and (own, name[index - 1]) == (meant[place - 1], other):
                distance = min(distance, last[place - 1] + 1)
            row.append(distance)
    return row[-1]
