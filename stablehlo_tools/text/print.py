"""Tree to text, as MLIR prints it, and the text of a module that was not read from text."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Union

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import ELIDED, Blob, Dense, DenseResource
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value
from stablehlo_tools.ir.quoting import escape, keyword_text
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.text.assembly.properties import split
from stablehlo_tools.text.parse import read
from stablehlo_tools.text.printer.alias_state import AliasState, has_locations, may_have_aliases
from stablehlo_tools.text.printer.attribute_text import attribute_text, dictionary, dictionary_text, signature
from stablehlo_tools.text.printer.ssa_names import PLACEHOLDERS, AsmState, SSANames
from stablehlo_tools.text.reader.scan import PLACEHOLDER
from stablehlo_tools.text.statement.statement_cache import TemplateMap
from stablehlo_tools.text.statement.template import FormatError

# Pieces of text, and generators of them: regions may nest deeper than Python's recursion limit.
Pieces = Iterator[Union[str, "Pieces"]]

# Texts of equal statements, by the dialect whose prefix is omitted.
Layouts = TemplateMap[dict[str, str]]

# The dialects whose prefix is omitted directly inside these operations.
_DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func"}
_MAX_CACHED = 1 << 12  # characters; longer texts are rarely repeated
_GENERIC = "generic"  # in place of a dialect, for the generic form


def print_module(module: Module, *, generic: bool = False, layouts: Layouts | None = None) -> str:
    """The text of a module, in assembly formats or the generic form, with locations if it has any.

    `layouts` is a cache of printed statements.
    """
    names, is_located = SSANames(module, generic=generic), has_locations(module)
    cache: Layouts = TemplateMap() if layouts is None else layouts
    text = "" if is_located else _Printer(AsmState(names, None), cache, generic=generic).module(module)
    if is_located or may_have_aliases(text):
        aliases = AliasState(module.location_aliases, has_locations=is_located)
        printer = _Printer(AsmState(names, aliases), cache, generic=generic)
        printer.module(module)
        aliases.number()
        text = aliases.lines(before=True) + printer.module(module) + aliases.lines(before=False)
    return text + _resources(module)


def print_operations(operations: Sequence[Operation], names: Mapping[Value, str]) -> list[str]:
    """The text of each operation, including `%x = `, with these names of values.

    Locations are omitted, and lines after the first are indented from the margin.
    """
    ssa_names = SSANames(Operation("", [], {}), generic=False)
    ssa_names.values.update(names)
    for region in (region for op in operations for inner in op.walk() for region in inner.regions):
        ssa_names.labels.update((block, f"^bb{number}") for number, block in enumerate(region.blocks))
    printer = _Printer(AsmState(ssa_names, None), TemplateMap(), generic=False)
    return [printer.text(printer.operations([operation], "", "")).rstrip("\n") for operation in operations]


def _resources(module: Module) -> str:
    dialects = [
        f"    {keyword_text(dialect)}: {{\n{_entries(blobs)}\n    }}"
        for dialect, blobs in module.resources.items()
    ]
    if not dialects:
        return ""
    return "\n{-#\n  dialect_resources: {\n" + ",\n".join(dialects) + "\n  }\n#-}\n"


def _entries(blobs: Mapping[str, str | Blob]) -> str:
    return ",\n".join(f"      {keyword_text(key)}: {escape(str(blob))}" for key, blob in blobs.items())


class _Printer:
    """Prints a module."""

    def __init__(self, state: AsmState, layouts: Layouts, *, generic: bool) -> None:
        self.state = state
        self.layouts = layouts
        self.values = state.names.values
        self.generic = generic

    def module(self, module: Module) -> str:
        return self.text(self._with_regions(module, "", _GENERIC if self.generic else "builtin"))

    def text(self, nested: Pieces) -> str:
        pieces: list[str] = []
        work = [nested]
        while work:
            for piece in work[-1]:
                if not isinstance(piece, str):
                    work.append(piece)
                    break
                pieces.append(piece)
            else:
                work.pop()
        return "".join(pieces)

    # -- blocks ---------------------------------------------------------------------------------

    def _region(
        self, region: Region, indent: str, dialect: str, *, labelled: bool, terminator: str
    ) -> Pieces:
        yield "{\n"
        predecessors = _predecessors(region) if len(region.blocks) > 1 else {}
        for number, block in enumerate(region.blocks):
            if number or (labelled and (block.arguments or not block.operations)):
                comment = _predecessor_comment(number, predecessors.get(block, []), self.state)
                yield f"{self._label(block, indent)}{comment}\n"
            operations = block.operations
            if operations and operations[-1].name == terminator and _is_bare(operations[-1]):
                operations = operations[:-1]
            yield self.operations(operations, f"{indent}  ", dialect)
        yield f"{indent}}}"

    def _label(self, block: Block, indent: str) -> str:
        arguments = ", ".join(map(self.state.argument, block.arguments))
        text = f"{indent}{self.state.names.labels[block]}{f'({arguments})' if arguments else ''}:"
        return self._aliased(text, [text])

    def operations(self, operations: Sequence[Operation], indent: str, dialect: str) -> Pieces:
        values, aliases, left = self.values, self.state.aliases, self.state.names.left
        for operation in operations:
            text = self._layout(operation, dialect)
            if text is None:
                yield self._with_regions(operation, indent, dialect)
                continue
            names = [values[operand] for operand in operation.operands]
            if operation.results:
                names.insert(0, left(operation))
            line = f"{indent}{text % tuple(names)}"
            location = "" if aliases is None else aliases.trailing(operation.location)
            if aliases is not None and may_have_aliases(text):
                visited = _visited_of_generic(operation) if _is_generic(text) else [text]
                line = self._aliased(line, visited)
            yield f"{line}{location}\n"

    def _layout(self, operation: Operation, dialect: str) -> str | None:
        """The text of an operation without regions and successors, as a `%` template for its names."""
        template = operation.template
        is_as_read = template is not None and template.attributes is operation.attributes
        cached = self.layouts.get(id(template)) if is_as_read else None
        if cached is not None and dialect in cached:
            return cached[dialect]
        if operation.regions or operation.successors:
            return None
        custom = None if dialect == _GENERIC else _assembly_text(operation, PLACEHOLDERS)
        text = "".join(map(str, custom or _generic_text(operation, PLACEHOLDERS))).removeprefix(f"{dialect}.")
        text = _as_template(f"{PLACEHOLDER} = {text}" if operation.results else text)
        if template is not None and is_as_read and len(text) <= _MAX_CACHED:
            if cached is None:
                cached = self.layouts.keep(template, {})
            cached[dialect] = text
        return text

    # -- operations with regions or successors ----------------------------------------------------

    def _with_regions(self, operation: Operation, indent: str, dialect: str) -> Pieces:
        aliases = self.state.aliases
        location = "" if aliases is None else aliases.trailing(operation.location)
        custom = None if self.generic else _assembly_text(operation, self.state)
        name, *pieces = custom or _generic_text(operation, self.state)
        left = f"{self.state.names.left(operation)} = " if operation.results else ""
        yield f"{indent}{left}{self._aliased(str(name).removeprefix(f'{dialect}.'), [])}"
        inside = _GENERIC if self.generic else _DEFAULT_DIALECTS.get(operation.name, "")
        format = FORMATS[operation.name] if custom else None
        named = format.named_regions(len(operation.regions)) if format else 0
        terminator = format.terminator if format else ""
        first = next((piece for piece in pieces if not isinstance(piece, str) or piece.strip()), "")
        for piece in pieces:
            if isinstance(piece, str):
                if aliases is not None and not custom and piece is pieces[-1]:
                    aliases.visit(_visited_of_generic(operation))
                visited = [_without_argument_attributes(piece, operation) if piece is first else piece]
                yield self._aliased(piece, visited if custom else []).replace("\n", f"\n{indent}")
            else:
                yield self._region(piece, indent, inside, labelled=named <= 0, terminator=terminator)
                named -= 1
        yield f"{location}\n"

    def _aliased(self, text: str, visited: Iterable[str]) -> str:
        """A text with aliases, which get their numbers in the order of other texts."""
        aliases = self.state.aliases
        if aliases is None or not may_have_aliases(text):
            return text
        aliases.visit(visited)
        return aliases.aliased(text)


def _is_generic(text: str) -> bool:
    """Whether a statement is in the generic form."""
    return text.startswith(('"', '%s = "'))


def _visited_of_generic(operation: Operation) -> Iterator[str]:
    """The parts of the generic form that get aliases, in MLIR's order."""
    yield signature(operation)
    yield dictionary_text(operation.attributes)


def _without_argument_attributes(text: str, operation: Operation) -> str:
    """The signature of a function without attributes of arguments, for which MLIR defines no aliases."""
    entries = operation.attributes.get("arg_attrs", ())
    for entry in entries if isinstance(entries, tuple) else ():
        if isinstance(entry, Mapping) and entry:
            text = text.replace(dictionary_text(entry), "", 1)
    return text


def _assembly_text(operation: Operation, state: AsmState) -> Sequence[str | Region] | None:
    """An operation in its assembly format, after its name; None if it has none.

    An operation that the format cannot represent is printed in the generic form.
    """
    if operation.name not in FORMATS:
        return None
    try:
        return FORMATS[operation.name].text_of(operation, state)
    except FormatError:
        return _bare_constant(operation)


def _bare_constant(operation: Operation) -> Sequence[str] | None:
    """A constant whose literal and result differ in type, such as the storage of quantized elements."""
    value = operation.attributes.get("value")
    if operation.name != "stablehlo.constant" or operation.operands or not isinstance(value, _LITERALS):
        return None
    attributes, properties = dictionary(operation.attributes, ["value"]), dictionary_text({"value": value})
    return [operation.name, f"() <{properties}>{attributes} : {signature(operation)}"]


_LITERALS = (Dense, DenseResource)


def _generic_text(operation: Operation, state: AsmState) -> Sequence[str | Region]:
    """An operation in the generic form, after its name."""
    properties, attributes = map(dictionary, split(operation))
    if operation.properties is not None:
        properties = f" {attribute_text(operation.properties)}"
    successors = ", ".join(state.label(block) for block, _ in operation.successors)
    head = f"{escape(operation.name)}({state.uses(operation.operands)})"
    head += f"[{successors}]" * bool(successors) + f" <{properties[1:]}>" * bool(properties)
    regions = [part for region in operation.regions for part in (", ", region)][1:]
    return [head, *([" (", *regions, ")"] if regions else []), f"{attributes} : {signature(operation)}"]


def _is_bare(operation: Operation) -> bool:
    """Whether an operation consists of its name."""
    return not (operation.operands or operation.attributes or operation.results)


def _as_template(text: str) -> str:
    return text.replace("%", "%%").replace(PLACEHOLDER, "%s")


def _predecessors(region: Region) -> dict[Block, list[Block]]:
    """The predecessors of each block of a region, in order."""
    reached: dict[Block, list[Block]] = {}
    for block in region.blocks:
        for operation in block.operations:
            for successor, _ in operation.successors:
                reached.setdefault(successor, []).append(block)
    return reached


def _predecessor_comment(number: int, predecessors: list[Block], state: AsmState) -> str:
    """The comment after a label."""
    labels = ", ".join(state.names.labels[block] for block in predecessors)
    if not predecessors:
        return "  // no predecessors" if number else ""
    return f"  // pred: {labels}" if len(predecessors) == 1 else f"  // {len(predecessors)} preds: {labels}"


class ModuleText(DeferredText):
    """The text of a module, as `shlo fmt` writes it, under the name of the file that the module is from.

    `mentions` returns whether the text may contain words, without printing it. `count` is the number of its
    operations.
    """

    module: Module

    def __init__(self, name: str, mentions: Callable[[str], bool]) -> None:
        # the text is a property: `Source` would set it
        self.name, self.first_line = name, 1
        self._mentions = mentions
        self.count = 0

    @classmethod
    def from_module(cls, module: Module, name: str, mentions: Callable[[str], bool]) -> ModuleText:
        """The text of a module, whose operations and values become those of this text."""
        source = cls(name, mentions)
        source.module = module
        for operation in module.walk():
            source.take(operation)
            values = [value for block in operation.blocks for value in block.arguments]
            for value in (*operation.results, *values):
                value.given_name = None
        return source

    def take(self, operation: Operation) -> None:
        """Make an operation the next one of this text."""
        operation.source, operation.start, operation.end = self, self.count, -1
        self.count += 1

    def name_values(self) -> None:
        """Give unnamed values the names that they have in the text."""
        for value, name in SSANames(self.module, generic=False).values.items():
            if value.given_name is None:
                value.given_name = name

    def may_mention(self, *words: str) -> bool:
        """Whether any of these words may stand in the text."""
        return any(map(self._mentions, words))

    @functools.cached_property
    def text(self) -> str:  # type: ignore[override]
        """The text that `shlo fmt` writes, with large constants elided."""
        with _without_large_constants(self.module):
            return print_module(self.module)

    @functools.cached_property
    def _places(self) -> list[Operation]:
        """The operations read from the text, in order; empty if the text cannot be read.

        A binary file can contain programs without a text, such as those with an empty symbol name.
        """
        module, errors = read(Source(self.text, self.name))
        operations = list(module.walk())
        return [] if errors or len(operations) != self.count else operations

    @functools.cached_property
    def _numbers(self) -> dict[int, int]:
        """The numbers of the operations by where they start."""
        return {operation.start: number for number, operation in enumerate(self._places)}

    def note(self, operation: Operation | None = None) -> str:
        """A note: the text is printed, and which operation of the file this is."""
        if operation is None:
            return "`shlo fmt` writes the lines shown"
        self.place(operation)
        if operation.source is None:
            return ""
        return f"operation {self._numbers[operation.start]} of the file; `shlo fmt` writes the lines shown"

    def place(self, operation: Operation) -> None:
        """Set where an operation stands, and the template that finds its parts.

        An operation that was made in place of it stands there, too, but has another template.
        """
        if operation.end >= 0:
            return
        if not self._places:
            self.name_values()
            operation.source = None
            return
        written = self._places[operation.start]
        operation.start, operation.end = written.start, written.end
        if _is_as_written(operation, written):
            operation.template = written.template


def _is_as_written(operation: Operation, written: Operation) -> bool:
    """Whether an operation is the one of a text, in which large constants are elided."""
    theirs = {
        name: value for name, value in written.attributes.items() if not isinstance(value, DenseResource)
    }
    ours = {name: value for name, value in operation.attributes.items() if name in theirs}
    is_complete = operation.attributes.keys() == written.attributes.keys()
    return (operation.name, operation.types, ours) == (written.name, written.types, theirs) and is_complete


_LARGEST = 1 << 16  # bytes of a constant that a text shows


@contextmanager
def _without_large_constants(module: Module) -> Iterator[None]:
    """Replace the large constants of a module by marks in this context."""
    replaced, resources = list[tuple[Operation, Mapping[str, Attribute]]](), module.resources
    for operation in module.walk():
        dense = ((name, value) for name, value in operation.attributes.items() if isinstance(value, Dense))
        large = {name: value for name, value in dense if value.size > _LARGEST}
        if large:
            replaced.append((operation, operation.attributes))
            marks = {name: DenseResource(ELIDED, constant.type) for name, constant in large.items()}
            operation.attributes = {**operation.attributes, **marks}
    module.resources = {}
    try:
        yield
    finally:
        module.resources = resources
        for operation, attributes in replaced:
            operation.attributes = attributes
