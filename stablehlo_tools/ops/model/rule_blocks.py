"""Rule blocks: the constraints of a declaration, a line for each, as `declare` describes them; its place."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Mapping

from stablehlo_tools.ops.model.schema import Constraint, Predicate


def checked_by_kernel() -> None:
    """The predicate of a constraint on values, which the kernel checks at run time."""


def checked_by_reader() -> None:
    """The predicate of a constraint on the text of a type or a constant, checked as it is read."""


_KINDS: dict[Predicate, str] = {checked_by_kernel: "run time", checked_by_reader: "syntax"}
_STRICT = "strict"
_LINE = re.compile(r"(?P<id>[CI]\d+)\s+(?P<rule>.*)|when (?P<guard>.*):$|(?P<name>\w+'?) := (?P<value>.*)")


def read_rules(
    text: str, predicates: Mapping[str, Predicate]
) -> tuple[tuple[Constraint, ...], dict[str, str]]:
    """The rules and local definitions of a rule block, in order."""
    rules: list[Constraint] = []
    definitions: dict[str, str] = {}
    scopes: list[tuple[int, str]] = []
    for indent, line in _logical_lines(text):
        match = _LINE.match(line)
        assert match is not None, line
        scopes = [scope for scope in scopes if scope[0] < indent]
        if match["guard"]:
            scopes.append((indent, match["guard"]))
        elif match["name"]:
            definitions[match["name"]] = match["value"]
        else:
            conditions = [condition for _, condition in scopes]
            guards = tuple(condition for condition in conditions if condition != _STRICT)
            is_strict = guards != tuple(conditions)
            rules.append(
                _rule(match["id"], match["rule"], guards, predicates.get(match["id"]), is_strict=is_strict)
            )
    return tuple(rules), definitions


def _rule(
    id: str, text: str, guards: tuple[str, ...], predicate: Predicate | None, *, is_strict: bool
) -> Constraint:
    if predicate is None:
        return Constraint(id, text, guards, is_strict)
    if predicate in _KINDS:
        return Constraint(id, text, guards, is_strict, _KINDS[predicate])
    return Constraint(
        id, text, guards, is_strict, "python", tuple(inspect.signature(predicate).parameters), predicate
    )


def _logical_lines(text: str) -> list[tuple[int, str]]:
    """The (indentation, line) pairs of a rule block, with continuation lines joined."""
    lines: list[tuple[int, str]] = []
    for raw in textwrap.dedent(text).splitlines():
        line = raw.strip()
        if not line:
            continue
        if _LINE.match(line):
            lines.append((len(raw) - len(raw.lstrip()), line))
        else:
            indent, begun = lines.pop()
            lines.append((indent, f"{begun} {line}"))
    return lines


def declaration_place() -> tuple[str, int]:
    """The file and the line of the module-level statement that is being executed."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)
