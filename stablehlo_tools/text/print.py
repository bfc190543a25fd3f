"""Tree to text, as MLIR prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Union

from stablehlo_tools.ir.constants import Blob, Dense, DenseResource
from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value
from stablehlo_tools.text.alias_state import AliasState, has_locations, may_have_aliases
from stablehlo_tools.text.attribute_text import attribute_text, dictionary_text, keyword_text
from stablehlo_tools.text.format_error import FormatError
from stablehlo_tools.text.formats import FORMATS
from stablehlo_tools.text.operation_text import dictionary, signature
from stablehlo_tools.text.properties import split
from stablehlo_tools.text.scan import PLACEHOLDER
from stablehlo_tools.text.ssa_names import PLACEHOLDERS, AsmState, SSANames
from stablehlo_tools.text.strings import escape
from stablehlo_tools.text.template_map import TemplateMap

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
    known: Layouts = TemplateMap() if layouts is None else layouts
    text = "" if is_located else _Printer(AsmState(names, None), known, generic=generic).module(module)
    if is_located or may_have_aliases(text):
        aliases = AliasState(module.location_aliases, has_locations=is_located)
        printer = _Printer(AsmState(names, aliases), known, generic=generic)
        printer.module(module)
        aliases.number()
        text = aliases.lines(before=True) + printer.module(module) + aliases.lines(before=False)
    return text + _resources(module)


def print_operations(operations: Sequence[Operation], names: Mapping[Value, str]) -> list[str]:
    """The text of each operation, including `%x = `, with these names of values.

    Locations are omitted, and lines after the first are indented from the margin.
    """
    given = SSANames(Operation("", [], {}), generic=False)
    given.values.update(names)
    for region in (region for each in operations for inner in each.walk() for region in inner.regions):
        given.labels.update((block, f"^bb{number}") for number, block in enumerate(region.blocks))
    printer = _Printer(AsmState(given, None), TemplateMap(), generic=False)
    return [printer.text(printer.operations([each], "", "")).rstrip("\n") for each in operations]


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

    def text(self, whole: Pieces) -> str:
        pieces: list[str] = []
        work = [whole]
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
        known = self.layouts.get(id(template)) if is_as_read else None
        if known is not None and dialect in known:
            return known[dialect]
        if operation.regions or operation.successors:
            return None
        custom = None if dialect == _GENERIC else _assembly_text(operation, PLACEHOLDERS)
        text = "".join(map(str, custom or _generic_text(operation, PLACEHOLDERS))).removeprefix(f"{dialect}.")
        text = _as_template(f"{PLACEHOLDER} = {text}" if operation.results else text)
        if template is not None and is_as_read and len(text) <= _MAX_CACHED:
            if known is None:
                known = self.layouts.keep(template, {})
            known[dialect] = text
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
        named, terminator = (
            (format.named_regions(len(operation.regions)), format.terminator) if format else (0, "")
        )
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

    What the format cannot represent is printed in the generic form.
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
    rest, properties = dictionary(operation.attributes, ["value"]), dictionary_text({"value": value})
    return [operation.name, f"() <{properties}>{rest} : {signature(operation)}"]


_LITERALS = (Dense, DenseResource)


def _generic_text(operation: Operation, state: AsmState) -> Sequence[str | Region]:
    """An operation in the generic form, after its name."""
    properties, rest = map(dictionary, split(operation))
    if operation.properties is not None:
        properties = f" {attribute_text(operation.properties)}"
    successors = ", ".join(state.label(block) for block, _ in operation.successors)
    head = f"{escape(operation.name)}({state.uses(operation.operands)})"
    head += f"[{successors}]" * bool(successors) + f" <{properties[1:]}>" * bool(properties)
    regions = [part for region in operation.regions for part in (", ", region)][1:]
    return [head, *([" (", *regions, ")"] if regions else []), f"{rest} : {signature(operation)}"]


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
