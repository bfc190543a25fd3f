"""Writes the tables of this folder, as the specification has them: `python read_spec.py spec.md`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent


def tables_of(document: str) -> dict[str, str]:
    """The text of each file of this folder, by name."""
    sections = dict(op_sections(_COMMENT.sub("", document)))
    constraints = [row for name, text in constrained(document) for row in constraints_of(name, text)]
    constraints += [
        row for op, section in sections.items() for row in constraints_of(op, part_of(section, "Constraints"))
    ]
    return {
        "text/constraints.jsonl": lines_of(json.dumps(row) for row in constraints),
        "inputs_outputs.tsv": lines_of(
            "\t".join(row) for op, section in sections.items() for row in rows_of(op, section)
        ),
        "text/open.jsonl": lines_of(json.dumps(row) for row in open_sentences(_COMMENT.sub("", document))),
        "ops.txt": lines_of(sections),
        "grammar.ebnf": "\n".join(re.findall("```ebnf\n(.*?)```", document, re.DOTALL)),
    }


_COMMENT = re.compile("\n *<!--.*?-->")


def lines_of(lines: Iterable[str]) -> str:
    """The lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)


def op_sections(document: str) -> Iterator[tuple[str, str]]:
    """The name and the section of each op."""
    ops = document.partition("\n## Ops\n")[2].partition("\n## ")[0]
    for section in ops.split("\n### ")[1:]:
        title, _, body = section.partition("\n")
        if re.fullmatch("[a-z0-9_]+", title):  # others are about an op that has a section
            yield title, body


# --- constraints --------------------------------------------------------------------------------------

_LIST = re.compile(r"following\s+constraints:\n\n((?: *\* .*\n(?: +[^* ].*\n)*)+)")
_PRODUCTION = re.compile(r"(?<=```ebnf\n)\w+")


def constrained(document: str) -> Iterator[tuple[str, str]]:
    """The types and constants that have constraints, by the beginning of their codes, and the lists of them.

    A list is about the first production of the grammar before it.
    """
    programs = document.partition("\n## Ops\n")[0]
    for found in _LIST.finditer(programs):
        production = _PRODUCTION.findall(programs, 0, found.start())[-1]
        yield _CODES.get(production) or re.sub("(?!^)(?=[A-Z])", "_", production).lower(), found[1]


_CODES = {"QuantizedTensorType": "quantized"}  # a type has the code of its element type

_ITEM = re.compile(r"( *)\* (?:\((C\d+)\) )?(.*)")


def constraints_of(name: str, list_text: str) -> Iterator[dict[str, Any]]:
    """The numbered constraints: the text, the items below it, the conditions above it."""
    row: dict[str, Any] = {}
    guards: list[tuple[int, str]] = []
    below = 0  # how far items are indented that belong to the last constraint
    for indent, id, text in items_of(list_text):
        guards = [guard for guard in guards if guard[0] < indent]
        if id:
            if row:
                yield row
            row = {"of": name, "id": id, "text": text}
            row |= {"guards": [guard for _, guard in guards]} if guards else {}
            below = indent
        elif row and indent > below:
            nested = " " * (indent - below - 2)
            row["items"] = [*row.get("items", []), f"{nested}{text}"]
        else:
            guards.append((indent, text))
    if row:
        yield row


def items_of(list_text: str) -> Iterator[tuple[int, str, str]]:
    """The items of a list: how far each is indented, its number if it has one, its text on one line."""
    items: list[tuple[int, str, str]] = []
    for line in list_text.splitlines():
        item = _ITEM.fullmatch(line)
        if item:
            items.append((len(item[1]), item[2] or "", item[3]))
        elif line.strip() and items:
            indent, id, text = items.pop()
            items.append((indent, id, f"{text} {line.strip()}"))
    return iter(items)


# --- what is left to implementations ------------------------------------------------------------------

# The words by which the specification leaves something open, or by which it says that it does.
_OPEN = re.compile(
    r"implementation[- ](?:defined|specific)|undefined|unspecified|\bTBD\b|may or may not|may vary"
    r"|exclusively determined|not guaranteed|does not provide guarantees|the implementation can assume"
    r"|fastest calculation|sorting is stable",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^(#+) (.*)\n", re.MULTILINE)
_LEFT_OUT = re.compile(r"```.*?```|^(?:\|.*|> .*)$", re.DOTALL | re.MULTILINE)  # examples, tables, remarks
# The end of a sentence, which an abbreviation is not, or an item of a list.
_ENDS = re.compile(r"(?<=\.)(?<!e\.g\.)(?<!i\.e\.)\s+(?=[A-Z`*_\[])|\n\n|\n(?= *\* )|:\n")


def open_sentences(document: str) -> Iterator[dict[str, str]]:
    """The sentences that leave something open: the section that has it, a number in it, the text."""
    parts = _HEADING.split(document)
    titles: dict[int, str] = {}
    count: dict[str, int] = {}
    for marks, title, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        titles = {level: each for level, each in titles.items() if level < len(marks)} | {len(marks): title}
        of = _section(titles)
        before = ""
        for sentence in _ENDS.split(_LEFT_OUT.sub("", body)):
            text = " ".join(sentence.split()).removeprefix("* ")
            if text.startswith("Otherwise"):
                text = f"{before} {text}"
            before = text
            if _OPEN.search(text):
                count[of] = count.get(of, 0) + 1
                yield {"of": of, "id": f"S{count[of]}", "text": text}


def _section(titles: dict[int, str]) -> str:
    """The name of an op, or of the innermost section that is none of its parts."""
    if titles.get(2) == "Ops":
        return titles.get(3, "ops")
    return re.sub(r"\W+", "_", list(titles.values())[-1].lower())


# --- inputs and outputs -------------------------------------------------------------------------------


def rows_of(op: str, section: str) -> Iterator[tuple[str, str, str]]:
    """The rows of the tables of inputs and outputs: the code of their diagnostics, the name, the type."""
    section = section.replace("#### Arguments", "#### Inputs")  # as two sections have it
    for title, letter in (("Inputs", "i"), ("Outputs", "o")):
        lines = [line for line in part_of(section, title).splitlines() if line.startswith("|")][2:]
        for number, line in enumerate(lines, start=1):
            cells = [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
            is_labelled = cells[0].startswith("(")
            name, type = cells[is_labelled : is_labelled + 2]
            yield f"{op}_{letter}{number}", name, type


def part_of(section: str, title: str) -> str:
    """The text below a title of an op's section."""
    return section.partition(f"\n#### {title}\n")[2].partition("\n#### ")[0]


if __name__ == "__main__":
    for name, text in tables_of(Path(sys.argv[1]).read_text(encoding="utf-8")).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
