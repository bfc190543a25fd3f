"""Programs that satisfy or violate each rule: the cases of testdata/verify."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.host import resources
from stablehlo_tools.ops.model.schema import mnemonic_of

_SEPARATOR = "// -----\n"
_EXPECTED = re.compile(r"^ *// at .*\n *// expected-error @\+\d+ \{\{(\w+)\}\}\n", re.MULTILINE)
_NAME = re.compile(r"@(\w+)")
_OP = re.compile(r"\b[a-z]\w*\.[a-z][\w-]*(?:\.[a-z][\w-]*)*")


@dataclass(frozen=True)
class Example:
    """A program: its name, its text, and the codes of its diagnostics."""

    name: str
    text: str
    codes: tuple[str, ...] = ()

    @property
    def is_strict(self) -> bool:
        """Whether it is invalid only with --strict."""
        return self.name.endswith("_strict")

    @functools.cached_property
    def ops(self) -> frozenset[str]:
        """The names of the ops that it contains."""
        return frozenset(_OP.findall(self.text))

    @property
    def source(self) -> Source:
        """The text, as the source of a file with its name."""
        return Source(self.text, f"{self.name}.mlir")


@functools.cache
def examples() -> tuple[Example, ...]:
    """All examples, grouped by op."""
    return tuple(_examples())


def _examples() -> Iterator[Example]:
    for path in sorted(resources.folder("examples").glob("*.mlir")):
        for case in path.read_text(encoding="utf-8").split(_SEPARATOR):
            name = _NAME.search(case)
            if name is not None:
                yield Example(name[1], _EXPECTED.sub("", case).strip(), tuple(_EXPECTED.findall(case)))


def failing(code: str, op: str | None) -> Example | None:
    """The program with the fewest errors that violates `code` of `op`, of any if None; else None."""
    matches = [example for example in examples() if code in example.codes and op in (None, *example.ops)]
    return min(matches, key=lambda example: (len(example.codes), len(example.name)), default=None)


def passing(code: str, op: str | None) -> Example | None:
    """A valid program for the rule `code`; if there is none, one that contains `op`."""
    clean = _clean(op)
    named = [example for example in clean if example.name.removeprefix("chlo_").startswith(f"{code}_")]
    return min(named, key=lambda example: len(example.name), default=None) or ((op and showing(op)) or None)


def showing(op: str) -> Example | None:
    """A valid program that contains the op; None if there is none."""
    mnemonic = mnemonic_of(op)
    return max(_clean(op), key=lambda example: example.name in (mnemonic, f"chlo_{mnemonic}"), default=None)


def _clean(op: str | None) -> list[Example]:
    return [example for example in examples() if not example.codes and (op is None or op in example.ops)]
