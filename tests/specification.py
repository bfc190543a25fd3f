"""The tables of the specification: what testdata/spec/README.md says of them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[1]
FOLDER = PROJECT / "testdata" / "spec"


class NumberedConstraint(NamedTuple):
    """A numbered constraint of an op, a type or a constant.

    The items are those of the list below its text, the guards are above it.
    """

    of: str
    id: str
    text: str
    items: Sequence[str] = ()
    guards: Sequence[str] = ()

    @property
    def code(self) -> str:
        """The code of its diagnostics."""
        return f"{self.of}_{self.id.lower()}"


class Row(NamedTuple):
    """A row of the tables of inputs and outputs."""

    code: str
    name: str
    type: str

    @property
    def op(self) -> str:
        """The op that has the table."""
        return self.code.rpartition("_")[0]


def _lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def ops() -> list[str]:
    """The ops that have a section."""
    return _lines("ops.txt")


def constraints() -> list[NumberedConstraint]:
    """The numbered constraints, in the order of the document."""
    return [NumberedConstraint(**json.loads(line)) for line in _lines("text/constraints.jsonl")]


def rows() -> list[Row]:
    """The rows of the tables of inputs and outputs, in the order of the document."""
    return [Row(*line.split("\t")) for line in _lines("inputs_outputs.tsv")]


class OpenSentence(NamedTuple):
    """A sentence that leaves something to implementations, in the section of an op or another one."""

    of: str
    id: str
    text: str

    @property
    def name(self) -> str:
        """The name by which choices refer to it."""
        return f"{self.of}_{self.id.lower()}"


def open_sentences() -> list[OpenSentence]:
    """The sentences that leave something open, in the order of the document."""
    return [OpenSentence(**json.loads(line)) for line in _lines("text/open.jsonl")]


def productions() -> dict[str, str]:
    """The productions of the grammar, by name."""
    grammar = (FOLDER / "grammar.ebnf").read_text(encoding="utf-8")
    parts = re.split(r"^(\w+) +::=", grammar, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
