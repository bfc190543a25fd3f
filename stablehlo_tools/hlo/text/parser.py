"""Parses HLO text into an `HloModule`: its computations, instructions and attributes.

Brackets are matched first, for the whole text (`brackets.py`). Then a cursor traverses it once and parses or
skips the contents of brackets: shapes and attribute values with the Lark grammars, each distinct text once;
literals on demand. Instructions with syntax errors are reported and omitted.

A text may also be a single instruction, `f32[] negate(f32[] x)`, as in XLA's tests: it becomes a module with
a parameter for each operand.
"""

from __future__ import annotations

import functools
import re
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.hlo.attributes import Reference
from stablehlo_tools.hlo.check.infer import complete
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.opcodes import ATTRIBUTES, MODULE_ATTRIBUTES
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.text import Mistake
from stablehlo_tools.hlo.text.attribute_reader import HLO_ATTRIBUTE, HLO_VALUE, AttributeReader
from stablehlo_tools.hlo.text.brackets import HLO_SYNTAX, closing_brackets
from stablehlo_tools.hlo.text.cursor import BLANK, IDENTIFIER, NAME, Closing, Cursor
from stablehlo_tools.hlo.text.literals import Literal, LiteralTextError
from stablehlo_tools.hlo.text.shape_text import HLO_SHAPE
from stablehlo_tools.hlo.text.stack_tables import read_stack_tables

_HEADER = re.compile(rf"{BLANK}HloModule(?![\w.-])", re.DOTALL)
_MODULE_NAME = re.compile(rf"{BLANK}({NAME})\s*:?", re.DOTALL)
_COMPUTATION = re.compile(
    rf"{BLANK}(?P<entry>ENTRY(?![\w.-]))?{BLANK}(?P<name>{NAME}){BLANK}(?P<open>[({{])", re.DOTALL
)
_COMPUTATION_LINE = re.compile(r"^(?:ENTRY[ \t]+)?%?[A-Za-z_][^=\n]*\{[ \t\r]*$", re.MULTILINE)
_PARAMETER = re.compile(rf"{BLANK}(?P<name>{NAME}){BLANK}:", re.DOTALL)
_OPEN_BODY = re.compile(rf"{BLANK}\{{", re.DOTALL)
_INSTRUCTION = re.compile(
    rf"{BLANK}(?P<root>ROOT(?![\w.-]){BLANK})?(?P<name>%[\w.-]+|{IDENTIFIER}(?=[\s/])){BLANK}=", re.DOTALL
)
_INSTRUCTION_LINE = re.compile(rf"^[ \t]*(?:ROOT[ \t]+)?(?:{NAME})[ \t]*=[ \t]", re.MULTILINE)
_ANY_NAME = re.compile(r"[\w.-]+")
_OPCODE = re.compile(rf"{BLANK}(?P<opcode>{IDENTIFIER}){BLANK}\(", re.DOTALL)
_OPERAND = re.compile(rf"{BLANK}(?P<name>{NAME})", re.DOTALL)
_ELEMENT = re.compile(rf"{BLANK}#{BLANK}(?P<index>[0-9]{{1,9}})", re.DOTALL)
_DECIMAL = re.compile(r"[0-9]{1,9}\Z")
_LONE = "_"  # XLA's name for the module and the unnamed parts of a single instruction


def parse(source: Source) -> HloModule:
    """The module in a text. Raises `ParseError` with all syntax errors."""
    module, errors = read(source)
    if errors:
        raise ParseError(*errors)
    return module


def read(source: Source) -> tuple[HloModule, list[Diagnostic]]:
    """The module in a text, without the parts that cannot be parsed, and the syntax errors."""
    try:
        closing = closing_brackets(source.text)
    except Mistake as mistake:
        empty = HloModule("", [], "", source=source)
        empty.is_complete = False
        return empty, [_diagnostic(source, mistake)]
    reader = _Reader(source, Closing(closing))
    module = reader.module()
    module.is_complete = not reader.errors
    complete(module)
    return module, reader.errors


def _diagnostic(source: Source, mistake: Mistake) -> Diagnostic:
    start, opened = min(mistake.start, max(len(source.text) - 1, 0)), mistake.opened
    span = Span(source, start, max(mistake.end, start + 1))
    labels = () if opened is None else (Label(Span(source, opened, opened + 1), "opened here"),)
    return Diagnostic(mistake.code, str(mistake), span, related=labels, helps=mistake.helps)


_HLO_ROOT = Code(
    "hlo_root",
    "Two instructions of a computation are marked `ROOT`.",
    "Keep the mark on the result of the computation.",
)
HLO_PARAMETER = Code(
    "hlo_parameter",
    "The parameter numbers of a computation do not run from 0 without gaps or repetitions.",
    "Renumber the parameters.",
)
_HLO_LITERAL = Code(
    "hlo_literal",
    "A literal is malformed, or does not match its shape or element type.",
    "Make the elements and the shape match.",
)
_HLO_ENTRY = Code(
    "hlo_entry", "Two computations are marked `ENTRY`.", "Keep the mark on the computation to execute."
)


_Places = dict[int | str, tuple[int, int]]  # of the parts of an instruction, as `HloInstruction.locate`


class _Reader:
    def __init__(self, source: Source, closing: Closing) -> None:
        self.source = source
        self.text = source.text
        self.closing = closing
        self.cursor = Cursor(source, closing)
        self.values = AttributeReader(self.cursor, self._inline)
        self.errors: list[Diagnostic] = []
        self.computations: list[HloComputation] = []
        self.extra: list[HloInstruction] = []  # instructions that were nested in operands
        self.elements: dict[tuple[str, int], str] = {}  # of tuples, in the same computation
        self.fresh: dict[str, int] = {}  # generated names, by prefix
        self.lone_operands: dict[str, HloInstruction] | None = None  # of a single instruction

    # -- the module -----------------------------------------------------------------------------

    def module(self) -> HloModule:
        name, tables, position = "", None, 0
        attributes: dict[str, Any] = {}
        header = _HEADER.match(self.text)
        try:
            if header is None and self._is_lone():
                return self._lone_module()
            if header is not None:
                name, position = self._module_name(header.end())
                attributes, position = self._module_attributes(position)
                tables, position = read_stack_tables(self.values, position)
        except Mistake as mistake:
            position = self._next_computation(self._report(mistake))
        entry = self._computations(position)
        return HloModule(
            name or f"module_{entry}",
            self.computations,
            entry,
            attributes,
            stack_tables=tables,
            is_short=not self.cursor.uses_percent,
            source=self.source,
        )

    # -- a lone instruction ---------------------------------------------------------------------

    def _is_lone(self) -> bool:
        start = self.cursor.skip(0)
        if start == len(self.text):
            return False
        return _INSTRUCTION.match(self.text) is not None or self.cursor.begins_shape(start)

    def _lone_module(self) -> HloModule:
        head = _INSTRUCTION.match(self.text)
        places: _Places = {"name": head.span("name")} if head else {}
        name = self.cursor.plain(head) if head else _LONE
        shape, position = self._result_shape(head.end() if head else 0, places)
        operands: dict[str, HloInstruction] = {}
        self.lone_operands = operands
        instruction, position = self._call(name, shape, position, places)
        self.lone_operands = None
        places.setdefault("name", places["opcode"])
        position = self.cursor.skip(self._attributes(instruction, position, places))
        if position < len(self.text):
            raise self.cursor.unexpected(position, "the end of input after a single instruction")
        instructions = [*operands.values(), *self.extra, instruction]
        self.computations.append(HloComputation(_LONE, instructions, name, locate=instruction.span))
        is_short = not self.cursor.uses_percent
        return HloModule(_LONE, self.computations, _LONE, is_short=is_short, source=self.source)

    def _lone_operand(self, shape: Shape | None, name: str, place: tuple[int, int]) -> str:
        """The name of an operand of a single instruction: a parameter, created at its first use."""
        assert self.lone_operands is not None
        number = len(self.lone_operands)
        name = name or f"_{number}"
        if name not in self.lone_operands:
            if shape is None:
                message = f"missing shape of `{name}`"
                raise Mistake(HLO_SHAPE, message, *place, f"add a shape, such as `f32[2] {name}`")
            parameter = HloInstruction(name, shape, "parameter", parameter_number=number)
            places: _Places = {"name": place}
            parameter.source, parameter.locate = self.source, places.get
            self.lone_operands[name] = parameter
        return name

    def _report(self, mistake: Mistake) -> int:
        self.errors.append(_diagnostic(self.source, mistake))
        return mistake.end

    def _module_name(self, position: int) -> tuple[str, int]:
        match = self.cursor.expect(_MODULE_NAME, position, "the name of the module")
        return match[1].removeprefix("%"), match.end()

    def _module_attributes(self, position: int) -> tuple[dict[str, Any], int]:
        attributes: dict[str, Any] = {}
        for field in self.values.fields(position, MODULE_ATTRIBUTES):
            attributes[field.name] = self.values.read(field, MODULE_ATTRIBUTES, attributes, "a module")
            position = field.end
        return attributes, position

    # -- computations ---------------------------------------------------------------------------

    def _computations(self, position: int) -> str:
        """Parse the computations; return the name of the entry."""
        entry = ""
        while (position := self.cursor.skip(position)) < len(self.text):
            try:
                is_entry, computation, position = self._computation(position)
            except Mistake as mistake:
                self._report(mistake)
                position = self._next_computation(mistake.end)
                continue
            if is_entry and entry:
                self._report(
                    Mistake(_HLO_ENTRY, "duplicate `ENTRY` computation", *self._name_of(computation))
                )
            entry = computation.name if is_entry else entry
            self.computations.append(computation)
        if not self.computations and not self.errors:
            end = len(self.text)
            self._report(Mistake(HLO_SYNTAX, "the module has no computations", max(end - 1, 0), end))
        return entry or (self.computations[-1].name if self.computations else "")

    def _name_of(self, computation: HloComputation) -> tuple[int, int]:
        assert computation.span is not None
        return computation.span.start, computation.span.end

    def _next_computation(self, position: int) -> int:
        """The position of the next line that starts a computation, for error recovery."""
        match = _COMPUTATION_LINE.search(self.text, position)
        return match.start() if match else len(self.text)

    def _computation(self, position: int) -> tuple[bool, HloComputation, int]:
        expected = "a computation: `name {` or `name (a: f32[]) -> f32[] {`"
        match = self.cursor.expect(_COMPUTATION, position, expected)
        name, position = self.cursor.plain(match), match.start("open")
        result = None
        if match["open"] == "(":
            result, position = self._signature(position)
        opened = self.cursor.expect(_OPEN_BODY, position, "`{`").end() - 1
        errors = len(self.errors)
        instructions, root = self._body(opened)
        is_complete = errors == len(self.errors)
        position = self.closing[opened] + 1
        thread, position = self._execution_thread(position)
        span = Span(self.source, *match.span("name"))
        if not instructions and is_complete:
            raise Mistake(HLO_SYNTAX, f"the computation `{name}` has no instructions", *match.span("name"))
        computation = HloComputation(
            name,
            instructions,
            root,
            result=result,
            execution_thread=thread,
            locate=lambda: span,
            is_complete=is_complete,
        )
        return match["entry"] is not None, computation, position

    def _signature(self, position: int) -> tuple[Shape, int]:
        closed = self.closing[position]
        position = self.cursor.skip(position + 1)
        while position < closed:
            match = self.cursor.expect(_PARAMETER, position, "a parameter such as `a: f32[2]`")
            _, position = self.cursor.shape(match.end())
            position = self.cursor.next_item(position, closed)
        return self.cursor.result_shape(closed + 1)

    def _execution_thread(self, position: int) -> tuple[str, int]:
        thread = ""
        for field in self.values.fields(position, {"execution_thread": "string"}):
            if field.name != "execution_thread":
                raise Mistake(
                    HLO_ATTRIBUTE, "expected the attribute `execution_thread`", field.at, field.start
                )
            thread, position = self.values.value(field, "string"), field.end
        return thread, position

    def _body(self, opened: int) -> tuple[list[HloInstruction], str]:
        instructions: list[HloInstruction] = []
        position, closed = self.cursor.skip(opened + 1), self.closing[opened]
        outer = self.extra, self.elements
        self.extra, self.elements = instructions, {}
        roots: list[HloInstruction] = []
        while position < closed:
            try:
                instruction, is_root, position = self._instruction(position, closed)
                instructions.append(instruction)
                if is_root:
                    roots.append(instruction)
            except Mistake as mistake:
                self._report(mistake)
                position = self._next_instruction(max(mistake.start, position + 1), closed)
            position = self.cursor.skip(position)
        self.extra, self.elements = outer
        for other in roots[1:]:
            place = other.locate("name") or (0, 0)
            self._report(Mistake(_HLO_ROOT, "duplicate `ROOT` in this computation", *place))
        root = roots[0] if roots else (instructions[-1] if instructions else None)
        return instructions, root.name if root else ""

    def _next_instruction(self, position: int, closed: int) -> int:
        match = _INSTRUCTION_LINE.search(self.text, position, closed)
        return match.start() if match else closed

    # -- instructions ---------------------------------------------------------------------------

    def _instruction(self, position: int, closed: int) -> tuple[HloInstruction, bool, int]:
        expected = "an instruction: `name = shape opcode(operands)`"
        head = self.cursor.expect(_INSTRUCTION, position, expected, closed)
        places: _Places = {"name": head.span("name")}
        shape, position = self._result_shape(head.end(), places)
        instruction, position = self._call(self.cursor.plain(head), shape, position, places)
        return instruction, head["root"] is not None, self._attributes(instruction, position, places)

    def _attributes(self, instruction: HloInstruction, position: int, places: _Places) -> int:
        """Parse the attributes of an instruction; return their end."""
        for field in self.values.fields(position, ATTRIBUTES):
            owner = f"`{instruction.opcode}`"
            value = self.values.read(field, ATTRIBUTES, instruction.attributes, owner)
            instruction.attributes[field.name] = value
            places[field.name] = (field.at, field.end)
            position = field.end
        return position

    def _result_shape(self, position: int, places: _Places) -> tuple[Shape | None, int]:
        start = self.cursor.skip(position)
        if _OPCODE.match(self.text, start) and not self.cursor.is_buffer(start):
            return None, start
        shape, end = self.cursor.shape(start)
        places["shape"] = (start, end)
        return shape, end

    def _call(
        self, name: str, shape: Shape | None, position: int, places: _Places
    ) -> tuple[HloInstruction, int]:
        match = self.cursor.expect(_OPCODE, position, "an opcode and `(`")
        opened, places["opcode"] = match.end() - 1, match.span("opcode")
        closed = self.closing[opened]
        instruction = HloInstruction(name, shape, match["opcode"])
        instruction.source, instruction.locate = self.source, places.get
        if instruction.opcode == "parameter":
            instruction.parameter_number = self._parameter_number(opened + 1, closed, places)
        elif instruction.opcode == "constant":
            places["literal"] = self._trimmed(opened + 1, closed)
            instruction.literal = self._literal(shape, *places["literal"])
        else:
            self._operands(instruction, opened + 1, closed, places)
        return instruction, closed + 1

    def _parameter_number(self, start: int, end: int, places: _Places) -> int:
        span = places["literal"] = self._trimmed(start, end)
        text = self.text[slice(*span)]
        if not _DECIMAL.match(text):
            raise Mistake(HLO_PARAMETER, "expected a parameter number: `parameter(0)`", start - 1, end + 1)
        return int(text)

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        start = min(self.cursor.skip(start), end)
        return start, start + len(self.text[start:end].rstrip())

    def _literal(self, shape: Shape | None, start: int, end: int) -> Literal:
        if shape is None:
            raise Mistake(HLO_SHAPE, "missing shape of a constant", start - 1, end + 1)
        literal = Literal(shape, self.text[start:end])
        try:
            literal.check()
        except LiteralTextError as error:
            raise Mistake(_HLO_LITERAL, str(error), start + error.start, start + error.end) from None
        return literal

    def _operands(self, instruction: HloInstruction, start: int, end: int, places: _Places) -> None:
        names: list[str] = []
        shapes: dict[int, Shape] = {}
        position = self.cursor.skip(start)
        while position < end:
            begin, number = position, len(names)
            if self.cursor.begins_shape(position):
                shapes[number], position = self.cursor.shape(position)
            shape = shapes.get(number)
            match = _OPERAND.match(self.text, position, end)
            if match is not None and _OPCODE.match(self.text, position, end):
                name, position = self._inner(shape, position)
            elif match is not None:
                name, places[number], position = self.cursor.plain(match), match.span("name"), match.end()
                if self.lone_operands is not None:
                    self._lone_operand(shape, name, places[number])
                name, position = self._element(name, position, places[number])
            elif shape is not None and self.lone_operands is not None:
                name = self._lone_operand(shape, "", (begin, position))
            else:
                raise self.cursor.unexpected(position, "an operand")
            names.append(name)
            places.setdefault(number, (begin, position))
            position = self.cursor.next_item(position, end)
        instruction.operands = tuple(names)
        instruction.operand_shapes = shapes

    def _element(self, name: str, position: int, place: tuple[int, int]) -> tuple[str, int]:
        """The name of the element of a tuple in `name#1#0`: an instruction, created at its first use."""
        while match := _ELEMENT.match(self.text, position):
            index, position = int(match["index"]), match.end()
            element = self.elements.get((name, index))
            if element is None:
                element = self.elements[name, index] = self._unique(f"{name}_{index}")
                inner = HloInstruction(element, None, "get-tuple-element")
                inner.operands, inner.attributes["index"] = (name,), index
                span = match.span("index")
                inner.source = self.source
                places = {"name": (place[0], position), "opcode": span, 0: place, "index": span}
                inner.locate = places.get
                self.extra.append(inner)
            name = element
        return name, position

    def _unique(self, name: str) -> str:
        return self._fresh(name) if name in self.words else name

    def _inner(self, shape: Shape | None, position: int) -> tuple[str, int]:
        """The name that a nested instruction gets, which has none and is moved before its user."""
        places: _Places = {}
        inner, position = self._call("", shape, position, places)
        places["name"] = places["opcode"]
        inner.name = self._fresh(inner.opcode)
        self.extra.append(inner)
        return inner.name, position

    def _fresh(self, stem: str) -> str:
        """A name that does not occur in the text."""
        number = self.fresh.get(stem, 0) + 1
        while f"{stem}.{number}" in self.words:
            number += 1
        self.fresh[stem] = number
        return f"{stem}.{number}"

    @functools.cached_property
    def words(self) -> set[str]:
        """All possible names in the text."""
        return set(_ANY_NAME.findall(self.text))

    def _inline(self, attribute: str, opened: int) -> Reference:
        """A computation in place of its name: it gets a name and is moved to the module."""
        errors = len(self.errors)
        instructions, root = self._body(opened)
        if not instructions and errors == len(self.errors):
            raise Mistake(HLO_VALUE, "expected the name of a computation", opened, opened + 1)
        name = self._fresh(attribute)
        span = Span(self.source, opened, opened + 1)
        computation = HloComputation(name, instructions, root, locate=lambda: span)
        computation.is_complete = errors == len(self.errors)
        self.computations.append(computation)
        return Reference(name)
