"""Versions of StableHLO, and the ones that a program can be written for."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex


class Version(NamedTuple):
    """`1.14.0`. Versions that differ in the last number only have the same features."""

    major: int
    minor: int
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def series(self) -> Version:
        """The version without its last number."""
        return self._replace(patch=0)


MINIMUM: Final = Version(0, 9)
CURRENT: Final = Version(1, 20)
# The newest versions that consumers of four, and of twelve, weeks ago read.
NAMED: Final = {"current": CURRENT, "week4": Version(1, 18), "week12": Version(1, 16, 2), "minimum": MINIMUM}

_VERSION = regex(r"(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?")

# Versions of StableHLO, and the bytecode version of portable artifacts since then; the newest first.
_BYTECODE: Final = (
    (Version(0, 15), 6), (Version(0, 14), 4), (Version(0, 12), 3), (Version(0, 10), 1), (MINIMUM, 0),
)  # fmt: skip


def version_named(text: str) -> Version:
    """The version that `1.4`, `1.4.0` or `week4` is. Raises ValueError for any other."""
    match = _VERSION.fullmatch(text)
    version = NAMED.get(text) or (Version(*(int(part or 0) for part in match.groups())) if match else None)
    if version is None:
        raise ValueError(
            f"invalid version `{text}`: expected a version such as 1.4.0, or one of {', '.join(NAMED)}"
        )
    if version < MINIMUM or version.series > CURRENT:
        raise ValueError(f"version {version} cannot be written: {MINIMUM} to {CURRENT} can")
    return version


def version_of(version: str | Version) -> Version:
    """A version that is given as itself or as text. Raises ValueError for a text that is none."""
    return version_named(version) if isinstance(version, str) else version


def bytecode_version(version: Version) -> int:
    """The version of bytecode in which a portable artifact of a version of StableHLO is written."""
    return next(number for since, number in _BYTECODE if version >= since)
