"""HLO text to an `HloModule`: the structure of a module, its computations, instructions and attributes.

Brackets are matched first, for the whole text (`scan.py`). Then a cursor goes through it once; what stands in
brackets is skipped over or read as what it is: shapes and the values of attributes by the Lark grammars, each
distinct text once; literals when they are asked for. An instruction that cannot be read is reported and left
out.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from stablehlo_tools.diagnostic import Diagnostic, Label, ParseError, closest
from stablehlo_tools.hlo.attribute_text import READ_BY_GRAMMAR, ValueTextError, read_value, unescape
from stablehlo_tools.hlo.attributes import ATTRIBUTES, MODULE_ATTRIBUTES, Raw, Reference
from stablehlo_tools.hlo.infer import complete
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule, StackTables
from stablehlo_tools.hlo.literals import Literal, LiteralTextError
from stablehlo_tools.hlo.scan import BracketError, closing_brackets
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, Shape
from stablehlo_tools.hlo.shape_text import ShapeError, read_shape
from stablehlo_tools.source import Source, Span

# Each text has one way to be blank, or what follows and is not there would be looked for in all the others.
_BLANK = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n|\Z))*"
_IDENTIFIER = r"[A-Za-z_][\w.-]*"
_NAME = rf"%[\w.-]+|{_IDENTIFIER}"


@functools.cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.DOTALL)


_SKIP = re.compile(_BLANK, re.DOTALL)
_HEADER = re.compile(rf"{_BLANK}HloModule(?![\w.-])", re.DOTALL)
_MODULE_NAME = re.compile(rf"{_BLANK}({_NAME})\s*:?", re.DOTALL)
_ATTRIBUTE = re.compile(rf"{_BLANK},{_BLANK}(?P<name>{_IDENTIFIER})=", re.DOTALL)
_COMMA = re.compile(rf"{_BLANK},", re.DOTALL)
_SECTION = re.compile(rf"{_BLANK}(FileNames|FunctionNames|FileLocations|StackFrames)(?![\w.-])", re.DOTALL)
_ROW = re.compile(rf'{_BLANK}(?P<number>\d+){_BLANK}(?P<value>"(?:[^"\\\n]|\\.)*"|\{{[^{{}}]*\}})', re.DOTALL)
_ROW_FIELDS = {
    "FileLocations": ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column"),
    "StackFrames": ("file_location_id", "parent_frame_id"),
}
_MOST_DIGITS = 18
_KEYWORDS = {
    "ENTRY", "FileLocations", "FileNames", "FunctionNames", "HloModule", "ROOT", "StackFrames", "false",
    "inf", "last_tile_dim_replicate", "manual", "maximal", "nan", "opaque", "replicated", "shard_as",
    "shard_like", "token", "true", "unknown", "unreduced", *PRIMITIVE_TYPES,
}  # fmt: skip
_COMPUTATION = re.compile(
    rf"{_BLANK}(?P<entry>ENTRY(?![\w.-]))?{_BLANK}(?P<name>{_NAME}){_BLANK}(?P<open>[({{])", re.DOTALL
)
_COMPUTATION_LINE = re.compile(r"^(?:ENTRY[ \t]+)?%?[A-Za-z_][^=\n]*\{[ \t\r]*$", re.MULTILINE)
_PARAMETER = re.compile(rf"{_BLANK}(?P<name>{_NAME}){_BLANK}:", re.DOTALL)
_ARROW = re.compile(rf"{_BLANK}->", re.DOTALL)
_OPEN_BODY = re.compile(rf"{_BLANK}\{{", re.DOTALL)
_INSTRUCTION = re.compile(
    rf"{_BLANK}(?P<root>ROOT(?![\w.-]){_BLANK})?(?P<name>%[\w.-]+|{_IDENTIFIER}(?=[\s/])){_BLANK}=", re.DOTALL
)
_INSTRUCTION_LINE = re.compile(rf"^[ \t]*(?:ROOT[ \t]+)?(?:{_NAME})[ \t]*=[ \t]", re.MULTILINE)
_ANY_NAME = re.compile(r"[\w.-]+")
_ARRAY = re.compile(rf"{_BLANK}(?P<type>[a-z]\w*)\s*\[", re.DOTALL)
_OPCODE = re.compile(rf"{_BLANK}(?P<opcode>{_IDENTIFIER}){_BLANK}\(", re.DOTALL)
_OPERAND = re.compile(rf"{_BLANK}(?P<name>{_NAME})", re.DOTALL)
_SIMPLE_OPERANDS = re.compile(r"[\w.%, -]*\Z")
_ATOM = re.compile(r"[^\s,(){}\[\]\"'/]+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\'\\\n]*\'', re.DOTALL)
_WORD = re.compile(r"[\w.%-]+|\S")

_MESH_GROUPS = re.compile(rf"{_BLANK},?{_BLANK}\{{", re.DOTALL)
_DEVICE_IDS = re.compile(rf"{_BLANK},{_BLANK}device_ids=\(", re.DOTALL)


class _Mistake(Exception):
    """A part of the text that cannot be read."""

    def __init__(self, code: str, message: str, start: int, end: int, *helps: str) -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.end = end
        self.helps = helps


class _Closing(dict[int, int]):
    """Where each bracket closes. What looks like one in a string or a comment is a mistake."""

    def __missing__(self, position: int) -> int:
        message = "this bracket stands in a string or a comment, where something else has to be"
        raise _Mistake("hlo_syntax", message, position, position + 1)


def parse(source: Source) -> HloModule:
    """The module that a text is. Raises `ParseError` with all syntax errors."""
    module, errors = read(source)
    if errors:
        raise ParseError(*errors)
    return module


def read(source: Source) -> tuple[HloModule, list[Diagnostic]]:
    """The module that a text is, without what cannot be read of it, and the syntax errors."""
    try:
        closing = closing_brackets(source.text)
    except BracketError as error:
        nothing = HloModule("", [], "", source=source)
        nothing.is_complete = False
        return nothing, [_of_brackets(source, error)]
    reader = _Reader(source, _Closing(closing))
    module = reader.module()
    module.is_complete = not reader.errors
    complete(module)
    return module, reader.errors


def _of_brackets(source: Source, error: BracketError) -> Diagnostic:
    labels = (
        () if error.opened is None else (Label(Span(source, error.opened, error.opened + 1), "opened here"),)
    )
    span = Span(source, error.start, error.start + 1)
    return Diagnostic(error.code, str(error), span, related=labels)


class _Field(NamedTuple):
    """`name=value`, and where the value stands."""

    name: str
    at: int
    start: int
    end: int


class _Reader:
    def __init__(self, source: Source, closing: dict[int, int]) -> None:
        self.source = source
        self.text = source.text
        self.closing = closing
        self.errors: list[Diagnostic] = []
        self.computations: list[HloComputation] = []
        self.extra: list[HloInstruction] = []  # where instructions inside operands go
        self.fresh: dict[str, int] = {}  # names that were made up, by what they begin with
        self.uses_percent = False

    # -- the module -----------------------------------------------------------------------------

    def module(self) -> HloModule:
        name, tables, position = "", None, 0
        attributes: dict[str, Any] = {}
        header = _HEADER.match(self.text)
        try:
            if header is not None:
                name, position = self._module_name(header.end())
                attributes, position = self._module_attributes(position)
                tables, position = self._stack_tables(position)
        except _Mistake as mistake:
            position = self._next_computation(self._report(mistake))
        entry = self._computations(position)
        return HloModule(
            name or f"module_{entry}",
            self.computations,
            entry,
            attributes,
            stack_tables=tables,
            is_short=not self.uses_percent,
            source=self.source,
        )

    def _report(self, mistake: _Mistake) -> int:
        start = min(mistake.start, max(len(self.text) - 1, 0))
        span = Span(self.source, start, max(mistake.end, start + 1))
        self.errors.append(Diagnostic(mistake.code, str(mistake), span, helps=mistake.helps))
        return mistake.end

    def _module_name(self, position: int) -> tuple[str, int]:
        match = _MODULE_NAME.match(self.text, position)
        if match is None:
            raise self._unexpected(position, "the name of the module")
        return match[1].removeprefix("%"), match.end()

    def _module_attributes(self, position: int) -> tuple[dict[str, Any], int]:
        attributes: dict[str, Any] = {}
        for given in self._fields(position, MODULE_ATTRIBUTES):
            attributes[given.name] = self._value_of(given, MODULE_ATTRIBUTES, attributes, "a module")
            position = given.end
        return attributes, position

    def _stack_tables(self, position: int) -> tuple[StackTables | None, int]:
        tables = StackTables()
        sections: Mapping[str, dict[int, Any]] = {
            "FileNames": tables.file_names,
            "FunctionNames": tables.function_names,
            "FileLocations": tables.file_locations,
            "StackFrames": tables.stack_frames,
        }
        for title, rows in sections.items():
            match = _SECTION.match(self.text, position)
            if match is None and title == "FileNames":
                return None, position
            if match is None or match[1] != title:
                raise self._unexpected(position, f"`{title}`")
            position = match.end()
            while (row := _ROW.match(self.text, position)) is not None:
                rows[self._row_number(row)] = self._row(row, title)
                position = row.end()
        return tables, position

    def _row_number(self, row: re.Match[str]) -> int:
        if len(row["number"]) > _MOST_DIGITS:
            raise _Mistake("hlo_syntax", "this number is too large", *row.span("number"))
        return int(row["number"])

    def _row(self, row: re.Match[str], title: str) -> Any:
        start, end = row.span("value")
        if title not in _ROW_FIELDS:
            return self._value(_Field(title, start, start, end), "string")
        fields = self._value(_Field(title, start, start, end), "metadata")
        wanted = _ROW_FIELDS[title]
        if set(fields) != set(wanted) or not all(
            type(number) is int and number < 1 << 31 for number in fields.values()
        ):
            raise _Mistake("hlo_value", f"this has to be numbers for {', '.join(wanted)}", start, end)
        return fields

    # -- computations ---------------------------------------------------------------------------

    def _computations(self, position: int) -> str:
        """Read the computations; the name of the entry."""
        entry = ""
        while True:
            position = self._skip(position)
            if position >= len(self.text):
                break
            try:
                is_entry, computation, position = self._computation(position)
            except _Mistake as mistake:
                self._report(mistake)
                position = self._next_computation(mistake.end)
                continue
            if is_entry and entry:
                self._report(
                    _Mistake("hlo_entry", "there are two computations `ENTRY`", *self._name_of(computation))
                )
            entry = computation.name if is_entry else entry
            self.computations.append(computation)
        if not self.computations and not self.errors:
            end = len(self.text)
            self._report(
                _Mistake("hlo_syntax", "a module has at least one computation", max(end - 1, 0), end)
            )
        return entry or (self.computations[-1].name if self.computations else "")

    def _name_of(self, computation: HloComputation) -> tuple[int, int]:
        assert computation.span is not None
        return computation.span.start, computation.span.end

    def _next_computation(self, position: int) -> int:
        """Where to go on behind something that is no computation: at the next line that begins one."""
        match = _COMPUTATION_LINE.search(self.text, position)
        return match.start() if match else len(self.text)

    def _computation(self, position: int) -> tuple[bool, HloComputation, int]:
        match = _COMPUTATION.match(self.text, position)
        if match is None:
            raise self._unexpected(position, "a computation: `name {` or `name (a: f32[]) -> f32[] {`")
        name, position = self._plain(match), match.start("open")
        parameters, result = None, None
        if match["open"] == "(":
            parameters, result, position = self._signature(position)
        opened = _OPEN_BODY.match(self.text, position)
        if opened is None:
            raise self._unexpected(position, "`{`")
        errors = len(self.errors)
        instructions, root = self._body(opened.end() - 1)
        is_complete = errors == len(self.errors)
        position = self.closing[opened.end() - 1] + 1
        thread, position = self._execution_thread(position)
        span = Span(self.source, *match.span("name"))
        if not instructions and is_complete:
            raise _Mistake("hlo_syntax", f"the computation `{name}` has no instructions", *match.span("name"))
        computation = HloComputation(
            name,
            instructions,
            root,
            parameters=parameters,
            result=result,
            execution_thread=thread,
            span=span,
            is_complete=is_complete,
        )
        return match["entry"] is not None, computation, position

    def _signature(self, position: int) -> tuple[list[tuple[str, Shape]], Shape, int]:
        closed, parameters = self.closing[position], []
        position = self._skip(position + 1)
        while position < closed:
            match = _PARAMETER.match(self.text, position)
            if match is None:
                raise self._unexpected(position, "a parameter such as `a: f32[2]`")
            shape, position = self._shape(match.end())
            parameters.append((self._plain(match), shape))
            position = self._next_item(position, closed)
        arrow = _ARROW.match(self.text, closed + 1)
        if arrow is None:
            raise self._unexpected(closed + 1, "`->` and the shape of the result")
        result, position = self._shape(arrow.end())
        return parameters, result, position

    def _execution_thread(self, position: int) -> tuple[str, int]:
        thread = ""
        for given in self._fields(position, {"execution_thread": "string"}):
            if given.name != "execution_thread":
                raise _Mistake(
                    "hlo_attribute", "a computation has only `execution_thread`", given.at, given.start
                )
            thread, position = self._value(given, "string"), given.end
        return thread, position

    def _body(self, opened: int) -> tuple[list[HloInstruction], str]:
        instructions: list[HloInstruction] = []
        position, closed = self._skip(opened + 1), self.closing[opened]
        outer, self.extra = self.extra, instructions
        roots: list[HloInstruction] = []
        while position < closed:
            try:
                instruction, is_root, position = self._instruction(position, closed)
                instructions.append(instruction)
                if is_root:
                    roots.append(instruction)
            except _Mistake as mistake:
                self._report(mistake)
                position = self._next_instruction(max(mistake.start, position + 1), closed)
            position = self._skip(position)
        self.extra = outer
        for other in roots[1:]:
            self._report(_Mistake("hlo_root", "this computation has a `ROOT` before", *other.places["name"]))
        root = roots[0] if roots else (instructions[-1] if instructions else None)
        return instructions, root.name if root else ""

    def _next_instruction(self, position: int, closed: int) -> int:
        match = _INSTRUCTION_LINE.search(self.text, position, closed)
        return match.start() if match else closed

    # -- instructions ---------------------------------------------------------------------------

    def _instruction(self, position: int, closed: int) -> tuple[HloInstruction, bool, int]:
        head = _INSTRUCTION.match(self.text, position, closed)
        if head is None:
            raise self._unexpected(position, "an instruction: `name = shape opcode(operands)`")
        places: dict[int | str, tuple[int, int]] = {"name": head.span("name")}
        shape, position = self._result_shape(head.end(), places)
        instruction, position = self._call(self._plain(head), shape, position, places)
        for given in self._fields(position, ATTRIBUTES):
            what = f"`{instruction.opcode}`"
            value = self._value_of(given, ATTRIBUTES, instruction.attributes, what)
            instruction.attributes[given.name] = value
            places[given.name] = (given.at, given.end)
            position = given.end
        return instruction, head["root"] is not None, position

    def _result_shape(
        self, position: int, places: dict[int | str, tuple[int, int]]
    ) -> tuple[Shape | None, int]:
        start = self._skip(position)
        if _OPCODE.match(self.text, start) and not self._is_buffer(start):
            return None, start
        shape, end = self._shape(start)
        places["shape"] = (start, end)
        return shape, end

    def _is_buffer(self, position: int) -> bool:
        """Whether here stands `b(shape)` and not an opcode with its operands."""
        return self.text[position] == "b" and _pattern(r"b\s*\(").match(self.text, position) is not None

    def _call(
        self, name: str, shape: Shape | None, position: int, places: dict[int | str, tuple[int, int]]
    ) -> tuple[HloInstruction, int]:
        match = _OPCODE.match(self.text, position)
        if match is None:
            raise self._unexpected(position, "an opcode and `(`")
        opened, places["opcode"] = match.end() - 1, match.span("opcode")
        closed = self.closing[opened]
        instruction = HloInstruction(name, shape, match["opcode"])
        instruction.source, instruction.places = self.source, places
        if instruction.opcode == "parameter":
            instruction.parameter_number = self._parameter_number(opened + 1, closed, places)
        elif instruction.opcode == "constant":
            places["literal"] = self._trimmed(opened + 1, closed)
            instruction.literal = self._literal(shape, *places["literal"])
        else:
            self._operands(instruction, opened + 1, closed, places)
        return instruction, closed + 1

    def _parameter_number(self, start: int, end: int, places: dict[int | str, tuple[int, int]]) -> int:
        span = places["literal"] = self._trimmed(start, end)
        text = self.text[slice(*span)]
        if not _pattern(r"[0-9]{1,9}\Z").match(text):
            raise _Mistake("hlo_parameter", "a parameter has a number: `parameter(0)`", start - 1, end + 1)
        return int(text)

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        start = min(self._skip(start), end)
        return start, start + len(self.text[start:end].rstrip())

    def _literal(self, shape: Shape | None, start: int, end: int) -> Literal:
        if shape is None:
            raise _Mistake("hlo_shape", "the shape of a constant has to be written", start - 1, end + 1)
        literal = Literal(shape, self.text[start:end])
        try:
            literal.check()
        except LiteralTextError as error:
            raise _Mistake("hlo_literal", str(error), start + error.start, start + error.end) from None
        return literal

    def _operands(
        self, instruction: HloInstruction, start: int, end: int, places: dict[int | str, tuple[int, int]]
    ) -> None:
        names: list[str] = []
        shapes: dict[int, Shape] = {}
        position = self._skip(start)
        while position < end:
            begin = position
            shape, position = self._operand_shape(position)
            if shape is not None:
                shapes[len(names)] = shape
            match = _OPERAND.match(self.text, position, end)
            if match is None:
                raise self._unexpected(position, "an operand")
            if _OPCODE.match(self.text, position, end):
                inner, position = self._inner(shape, position)
                names.append(inner.name)
            else:
                places[len(names)] = match.span("name")
                names.append(self._plain(match))
                position = match.end()
            places.setdefault(len(names) - 1, (begin, position))
            position = self._next_item(position, end)
        instruction.operands = tuple(names)
        instruction.operand_shapes = shapes

    def _operand_shape(self, position: int) -> tuple[Shape | None, int]:
        if self.text[position] == "%" or not (
            self.text[position] == "(" or _ARRAY.match(self.text, position) or self._is_buffer(position)
        ):
            return None, position
        return self._shape(position)

    def _inner(self, shape: Shape | None, position: int) -> tuple[HloInstruction, int]:
        """An instruction that stands as an operand, without a name: it gets one, and comes before."""
        inner, position = self._call("", shape, position, {})
        places = dict(inner.places)
        inner.places = {"name": places["opcode"], **places}
        inner.name = self._fresh(inner.opcode)
        self.extra.append(inner)
        return inner, position

    def _fresh(self, stem: str) -> str:
        """A name that nothing in the text has."""
        number = self.fresh.get(stem, 0) + 1
        while f"{stem}.{number}" in self.words:
            number += 1
        self.fresh[stem] = number
        return f"{stem}.{number}"

    @functools.cached_property
    def words(self) -> set[str]:
        """All that may be a name in the text."""
        return set(_ANY_NAME.findall(self.text))

    # -- attributes -----------------------------------------------------------------------------

    def _fields(self, position: int, kinds: Any) -> Iterator[_Field]:
        while (match := _ATTRIBUTE.match(self.text, position)) is not None:
            start = self._skip(match.end())
            position = self._value_end(start, kinds.get(match["name"], ""))
            yield _Field(match["name"], match.start("name"), start, position)
        comma = _COMMA.match(self.text, position)
        if comma is not None:
            raise self._unexpected(comma.end(), "an attribute, `name=value`")

    def _value_end(self, start: int, kind: str) -> int:
        if kind == "literal":
            return self._literal_end(start)
        position = start
        while position < len(self.text):
            if self.text[position] in "([{":
                position = self.closing[position] + 1
                continue
            match = _STRING.match(self.text, position) or _ATOM.match(self.text, position)
            if match is None:
                break
            position = match.end()
        if position == start:
            raise self._unexpected(start, "a value")
        if kind == "replica_groups" and self.text.startswith("mesh", start):
            position = self._mesh_end(position)
        return position

    def _mesh_end(self, position: int) -> int:
        ids = _DEVICE_IDS.match(self.text, position)
        if ids is not None:
            position = self.closing[ids.end() - 1] + 1
        axes = _MESH_GROUPS.match(self.text, position)
        return self.closing[axes.end() - 1] + 1 if axes else position

    def _literal_end(self, start: int) -> int:
        if self.text[start] == "(":
            return self.closing[start] + 1
        _, position = self._shape(start)
        return self._value_end(self._skip(position), "")

    def _value_of(self, given: _Field, kinds: Any, known: dict[str, Any], what: str) -> Any:
        if given.name not in kinds:
            near = closest(given.name, kinds)
            helps = (f"did you mean `{near}`?",) if near else ()
            message = f"{what} has no attribute `{given.name}`"
            raise _Mistake("hlo_attribute", message, given.at, given.at + len(given.name), *helps)
        if given.name in known:
            raise _Mistake(
                "hlo_attribute", f"`{given.name}` is given twice", given.at, given.at + len(given.name)
            )
        return self._value(given, kinds[given.name])

    def _value(self, given: _Field, kind: str) -> Any:
        text = self.text[given.start : given.end]
        if "=" in text and "{" in text and kind in ("reference", "references"):
            return self._inline(given.name, given.start) if kind == "reference" else self._inlined(given)
        if kind == "program_shape":
            return self._program_shape(given)
        if kind in READ_BY_GRAMMAR:
            try:
                value = read_value(kind, text)
            except ValueTextError as error:
                at = given.start
                raise _Mistake(
                    "hlo_value", str(error), at + error.start, max(at + error.end, at + 1)
                ) from None
            return value
        if kind == "shape":
            return self._only_shape(given)
        if kind == "shapes":
            return self._shapes(given)
        return self._text_value(given, kind, text)

    def _inlined(self, given: _Field) -> tuple[Reference, ...]:
        """Several computations in the place of their names."""
        names: list[Reference] = []
        position, closed = self._skip(given.start + 1), self.closing[given.start]
        while position < closed:
            names.append(self._inline(given.name, position))
            position = self._next_item(self.closing[position] + 1, closed)
        return tuple(names)

    def _inline(self, attribute: str, opened: int) -> Reference:
        """A computation in the place of its name: it gets one, and comes before."""
        errors = len(self.errors)
        instructions, root = self._body(opened)
        if not instructions and errors == len(self.errors):
            raise _Mistake("hlo_value", "this has to be the name of a computation", opened, opened + 1)
        name = self._fresh(attribute)
        span = Span(self.source, opened, opened + 1)
        is_complete = errors == len(self.errors)
        self.computations.append(HloComputation(name, instructions, root, span=span, is_complete=is_complete))
        return Reference(name)

    def _text_value(self, given: _Field, kind: str, text: str) -> Any:
        if kind == "dictionary":
            return self._dictionary(given)
        if kind == "literal":
            return Raw(text)
        if kind == "text" and _STRING.fullmatch(text):
            return unescape(text)
        if not (text.startswith("{") and text.endswith("}")):
            wanted = "a text in quotes or in braces" if kind == "text" else "something in braces"
            raise _Mistake("hlo_value", f"this has to be {wanted}", given.start, given.end)
        return Raw(text)

    def _dictionary(self, given: _Field) -> dict[str, str]:
        entries: dict[str, str] = {}
        if self.text[given.start] != "{":
            raise _Mistake("hlo_value", "this has to be a dictionary in braces", given.start, given.end)
        position, closed = self._skip(given.start + 1), self.closing[given.start]
        while position < closed:
            match = _pattern(rf"({_IDENTIFIER})=").match(self.text, position, closed)
            if match is None:
                raise self._unexpected(position, 'an entry, `key="value"`')
            start = self._skip(match.end())
            end = self._value_end(start, "")
            entries[match[1]] = self._text_value(
                _Field(match[1], position, start, end), "text", self.text[start:end]
            )
            position = self._next_item(end, closed)
        return entries

    # -- shapes ---------------------------------------------------------------------------------

    def _shape(self, position: int) -> tuple[Shape, int]:
        start = self._skip(position)
        end = self._shape_end(start)
        try:
            return read_shape(self.text[start:end]), end
        except ShapeError as error:
            span = (start + error.start, max(start + error.end, start + error.start + 1))
            raise _Mistake("hlo_shape", str(error), *span) from None

    def _shape_end(self, start: int) -> int:
        if self.text[start : start + 1] == "(":
            return self.closing[start] + 1
        if start < len(self.text) and self._is_buffer(start):
            return self.closing[self.text.index("(", start)] + 1
        match = _ARRAY.match(self.text, start)
        if match is None:
            raise self._unexpected(start, "a shape such as `f32[2,3]`")
        end = self.closing[match.end() - 1] + 1
        layout = _pattern(r"\s*\{\s*(?=[0-9:])").match(self.text, end)
        return self.closing[self.text.index("{", end)] + 1 if layout else end

    def _only_shape(self, given: _Field) -> Shape:
        shape, end = self._shape(given.start)
        if end != given.end:
            raise self._unexpected(end, "the end of the shape")
        return shape

    def _shapes(self, given: _Field) -> tuple[Shape, ...]:
        if self.text[given.start] != "{":
            raise _Mistake("hlo_value", "this has to be a list of shapes in braces", given.start, given.end)
        return self._shape_list(given.start)

    def _shape_list(self, opened: int) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        position, closed = self._skip(opened + 1), self.closing[opened]
        while position < closed:
            shape, position = self._shape(position)
            shapes.append(shape)
            position = self._next_item(position, closed)
        return tuple(shapes)

    def _program_shape(self, given: _Field) -> tuple[tuple[Shape, ...], Shape]:
        opened = _pattern(rf"\{{{_BLANK}\(").match(self.text, given.start)
        if opened is None:
            raise _Mistake("hlo_value", "this has to be `{(shapes)->shape}`", given.start, given.end)
        parameters = self._shape_list(opened.end() - 1)
        closed = self.closing[opened.end() - 1]
        arrow = _ARROW.match(self.text, closed + 1)
        if arrow is None:
            raise self._unexpected(closed + 1, "`->` and the shape of the result")
        result, end = self._shape(arrow.end())
        if self._skip(end) != given.end - 1:
            raise self._unexpected(end, "`}`")
        return parameters, result

    # -- the cursor -----------------------------------------------------------------------------

    def _skip(self, position: int) -> int:
        match = _SKIP.match(self.text, position)
        return match.end() if match else position

    def _next_item(self, position: int, closed: int) -> int:
        """Behind the comma, or where the list closes."""
        comma = _COMMA.match(self.text, position, closed)
        if comma is None:
            position = self._skip(position)
            if position < closed:
                raise self._unexpected(position, "`,`")
            return closed
        position = self._skip(comma.end())
        if position >= closed:
            raise self._unexpected(position, "another entry behind the comma")
        return position

    def _plain(self, match: re.Match[str]) -> str:
        """A name without `%`, which a word of the language has to have as a name."""
        name = match["name"]
        if name.startswith("%"):
            self.uses_percent = True
            return name[1:]
        if name in _KEYWORDS:
            message = f"`{name}` is a word of the language; as a name it is written `%{name}`"
            raise _Mistake("hlo_syntax", message, *match.span("name"))
        return name

    def _unexpected(self, position: int, wanted: str) -> _Mistake:
        start = self._skip(position)
        match = _WORD.match(self.text, start)
        if match is None:
            end = len(self.text)
            return _Mistake("hlo_syntax", f"the text ends where {wanted} has to come", max(end - 1, 0), end)
        return _Mistake(
            "hlo_syntax", f"`{match[0][:40]}` is unexpected here: it has to be {wanted}", *match.span()
        )
