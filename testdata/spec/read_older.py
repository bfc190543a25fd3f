"""Writes `text/older.tsv`, the numbers of constraints in an older revision: `python read_older.py older.txt`.

The older revision is read as plain text, as a page of the web gives it, in any language: formulas are
compared, and the ASCII words of sentences. Each of its constraints becomes the one of `constraints.jsonl`
that says the same of the same op, or the most alike. `ops/model/older_numbers.py` reads it.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def table_of(older: str, constraints: Iterable[str]) -> str:
    """The table: of each op the numbers today of (C1), (C2) ..., `-` for none, `+` between two."""
    today: dict[str, dict[str, str]] = defaultdict(dict)
    for line in constraints:
        row = json.loads(line)
        today[row["of"]][row["id"]] = essence(" ".join([row["text"], *row.get("items", ())]))
    rows = []
    for name, old in sorted(constraints_of(older).items()):
        pairs = matched(name, old, today.get(name, {}))
        count = max(number_of(id) for id, _ in old)
        rows.append(f"{name}\t{' '.join(numbers_of(f'C{n}', pairs) for n in range(1, count + 1))}\n")
    return "".join(rows)


def numbers_of(id: str, pairs: Mapping[Constraint, str]) -> str:
    """The numbers today of the constraints that the older revision calls (Cn)."""
    return "+".join(today.removeprefix("C") for (old, _), today in pairs.items() if old == id) or "-"


Constraint = tuple[str, str]  # the id, the essence of the text; an id may be there twice


def matched(name: str, old: Sequence[Constraint], new: Mapping[str, str]) -> dict[Constraint, str]:
    """The id of today for each: the most alike pairs first, equal ones before all, each id once."""
    found = {each: f"C{_REVIEWED[name][each[0]]}" for each in old if each[0] in _REVIEWED.get(name, {})}
    pairs = sorted(
        (
            (likeness(each[1], other), -abs(number_of(each[0]) - number_of(today)), each, today)
            for each in old
            for today, other in new.items()
        ),
        reverse=True,
    )
    for alike, _, each, today in pairs:
        if alike >= _LEAST and each not in found and today not in found.values():
            found[each] = today
    return {each: found[each] for each in old if each in found}


# Pairs of constraints that say the same of what has changed, found by reading. Those of recv are our own.
_REVIEWED: Mapping[str, Mapping[str, int]] = {
    "collective_broadcast": {"C3": 3},
    "convolution": {"C28": 28},
    "gather": {"C6": 6, "C9": 18},
    "recv": {"C2": 6, "C3": 7, "C4": 8},
    "scatter": {"C9": 9, "C12": 20},
}
_LEAST = 0.6  # below, a constraint is another one


def likeness(text: str, other: str) -> float:
    """How alike two texts are, from 0 to 1."""
    return difflib.SequenceMatcher(None, text.split(), other.split(), autojunk=False).ratio()


def number_of(id: str) -> int:
    """8 for `C8`."""
    return int(id[1:])


def essence(text: str) -> str:
    """The formulas of a text: its ASCII symbols and the words that are not English prose."""
    symbols = re.findall(r"[A-Za-z_][A-Za-z_0-9]*'?|[0-9]+|\.\.\.|<=|>=|!=|[-+*/%=<>?:()\[\]!]", text)
    return " ".join(symbol for symbol in symbols if symbol.lower() not in _PROSE)


_PROSE = frozenset(
    ("if", "then", "is", "defined", "as", "otherwise", "except", "that", "the", "a", "an", "of", "for", "all",
     "to", "where", "have", "has", "with", "used", "same", "be", "must", "case", "using")
)  # fmt: skip

# -- the older document -----------------------------------------------------------------------------------

_EXAMPLE = re.compile(r'"stablehlo\.(\w+)"')
_PRODUCTION = re.compile(r"^(\w+Constant|QuantizedTensorType) +::= ", re.MULTILINE)
_ROW = re.compile(r"\(I1\)")
_CODES = {"QuantizedTensorType": "quantized"}


def constraints_of(document: str) -> dict[str, list[Constraint]]:
    """The constraints of each op, type and constant."""
    found: dict[str, list[Constraint]] = defaultdict(list)
    for position, id, text in items_of(document):
        found[name_at(document, position)].append((id, essence(text)))
    return dict(found)


def items_of(document: str) -> Iterator[tuple[int, str, str]]:
    """The numbered items of lists: where each begins, its number, its text with the items below it."""
    position, item = 0, ("", 0, -1, list[str]())
    for line in [*document.splitlines(keepends=True), "\n"]:
        bullet = re.match(r"( *)• (?:\((C\d+)\) )?", line)
        indent = len(bullet[1]) if bullet else len(line) - len(line.lstrip())
        is_below = bool(item[0]) and line.strip() and indent > item[2]
        if item[0] and not is_below:
            yield item[1], item[0], " ".join(item[3])
            item = ("", 0, -1, [])
        if bullet and bullet[2]:
            if is_below:  # numbered, below a condition that is numbered, too
                yield item[1], item[0], " ".join(item[3])
            item = (bullet[2], position, indent, [line[bullet.end() :].strip()])
        elif is_below:
            item[3].append(line.strip())
        position += len(line)


def name_at(document: str, position: int) -> str:
    """The op, type or constant that a list is about: an example of the op follows, a production precedes."""
    productions = list(_PRODUCTION.finditer(document, 0, position))
    if _ROW.search(document, 0, position) is None:
        production = productions[-1][1]
        return _CODES.get(production) or re.sub("(?!^)(?=[A-Z])", "_", production).lower()
    example = _EXAMPLE.search(document, position)
    assert example is not None
    return example[1]


def main(arguments: Sequence[str]) -> None:
    """Write the table."""
    older = Path(arguments[0]).read_text(encoding="utf-8")
    constraints = (FOLDER / "text/constraints.jsonl").read_text(encoding="utf-8").splitlines()
    (FOLDER / "text/older.tsv").write_text(table_of(older, constraints), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
