"""Tree to text, exactly as MLIR prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Union

from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value
from stablehlo_tools.syntax.attribute_text import keyword_text
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.syntax.location_aliases import LocationAliases, has_locations
from stablehlo_tools.syntax.pretty import custom_text, generic_text
from stablehlo_tools.syntax.scan import PLACEHOLDER
from stablehlo_tools.syntax.ssa_names import PLACEHOLDERS, Names, Scope
from stablehlo_tools.syntax.strings import escape
from stablehlo_tools.syntax.template_map import TemplateMap

# Pieces of text, and what yields more of them: regions nest deeper than Python's calls may.
Pieces = Iterator[Union[str, "Pieces"]]

# The text of statements that read the same, by the dialect whose name is left out.
Layouts = TemplateMap[dict[str, str]]

# The dialects whose ops are written without its name directly inside these operations.
_DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func"}
_LONG = 1 << 12  # characters above which the text of a statement is not worth keeping
_GENERIC = "generic"  # stands for a dialect where everything is written in the generic form


def print_module(module: Module, *, generic: bool = False, layouts: Layouts | None = None) -> str:
    """The text of a module: pretty, or generic. Locations are written where the module has any.

    `layouts` are those of statements that were printed before.
    """
    names = Names(module, generic=generic)
    locations = LocationAliases(module.location_aliases) if has_locations(module) else None
    known = TemplateMap() if layouts is None else layouts
    printer = _Printer(Scope(names, locations), known, generic=generic)
    text = printer.module(module)
    if locations is not None:
        locations.number()
        text = locations.lines(before=True) + printer.module(module) + locations.lines(before=False)
    return text + _resources(module)


def print_operations(operations: Sequence[Operation], names: Mapping[Value, str]) -> list[str]:
    """The pretty text of each operation, `%x = ` included, in which values have these names.

    Locations are left out, and lines behind the first are indented from the margin.
    """
    given = Names(Operation("", [], {}), generic=False)
    given.values.update(names)
    for region in (region for each in operations for inner in each.walk() for region in inner.regions):
        given.labels.update((block, f"^bb{number}") for number, block in enumerate(region.blocks))
    printer = _Printer(Scope(given, None), TemplateMap(), generic=False)
    return [printer.text(printer.operations([each], "", "")).rstrip("\n") for each in operations]


def _resources(module: Module) -> str:
    dialects = [
        f"    {keyword_text(dialect)}: {{\n{_entries(blobs)}\n    }}"
        for dialect, blobs in module.resources.items()
    ]
    if not dialects:
        return ""
    return "\n{-#\n  dialect_resources: {\n" + ",\n".join(dialects) + "\n  }\n#-}\n"


def _entries(blobs: dict[str, str]) -> str:
    return ",\n".join(f"      {keyword_text(key)}: {escape(blob)}" for key, blob in blobs.items())


class _Printer:
    """A module on its way to text."""

    def __init__(self, scope: Scope, layouts: Layouts, *, generic: bool) -> None:
        self.scope = scope
        self.layouts = layouts
        self.values = scope.names.values
        self.generic = generic

    def module(self, module: Module) -> str:
        return self.text(self._framed(module, "", _GENERIC if self.generic else "builtin"))

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

    def _region(self, region: Region, indent: str, dialect: str, *, labelled: bool, end: str) -> Pieces:
        yield "{\n"
        predecessors = _predecessors(region) if len(region.blocks) > 1 else {}
        for number, block in enumerate(region.blocks):
            if number or (labelled and (block.arguments or not block.operations)):
                note = _note(number, predecessors.get(block, []), self.scope)
                yield f"{self._label(block, indent)}{note}\n"
            operations = block.operations
            if operations and operations[-1].name == end and _is_bare(operations[-1]):
                operations = operations[:-1]
            yield self.operations(operations, f"{indent}  ", dialect)
        yield f"{indent}}}"

    def _label(self, block: Block, indent: str) -> str:
        arguments = ", ".join(map(self.scope.argument, block.arguments))
        return f"{indent}{self.scope.names.labels[block]}{f'({arguments})' if arguments else ''}:"

    def operations(self, operations: Sequence[Operation], indent: str, dialect: str) -> Pieces:
        values, locations, left = self.values, self.scope.locations, self.scope.names.left
        for operation in operations:
            text = self._layout(operation, dialect)
            if text is None:
                yield self._framed(operation, indent, dialect)
                continue
            names = [values[operand] for operand in operation.operands]
            if operation.results:
                names.insert(0, left(operation))
            location = "" if locations is None else locations.trailing(operation.location)
            yield f"{indent}{text % tuple(names)}{location}\n"

    def _layout(self, operation: Operation, dialect: str) -> str | None:
        """The text of an operation without regions and successors as a `%` format for its names."""
        template = operation.template
        is_as_read = template is not None and template.attributes is operation.attributes
        known = self.layouts.get(id(template)) if is_as_read else None
        if known is not None and dialect in known:
            return known[dialect]
        if operation.regions or operation.successors:
            return None
        custom = None if dialect == _GENERIC else custom_text(operation, PLACEHOLDERS)
        text = "".join(map(str, custom or generic_text(operation, PLACEHOLDERS))).removeprefix(f"{dialect}.")
        text = _as_format(f"{PLACEHOLDER} = {text}" if operation.results else text)
        if template is not None and is_as_read and len(text) <= _LONG:
            if known is None:
                known = self.layouts.keep(template, {})
            known[dialect] = text
        return text

    # -- operations with regions or successors ----------------------------------------------------

    def _framed(self, operation: Operation, indent: str, dialect: str) -> Pieces:
        location = ""
        if self.scope.locations is not None:
            location = self.scope.locations.trailing(operation.location)
        custom = None if self.generic else custom_text(operation, self.scope)
        name, *pieces = custom or generic_text(operation, self.scope)
        left = f"{self.scope.names.left(operation)} = " if operation.results else ""
        yield f"{indent}{left}{str(name).removeprefix(f'{dialect}.')}"
        inside = _GENERIC if self.generic else _DEFAULT_DIALECTS.get(operation.name, "")
        format = FORMATS[operation.name] if custom else None
        named, end = (format.named_regions(len(operation.regions)), format.end) if format else (0, "")
        for piece in pieces:
            if isinstance(piece, str):
                yield piece.replace("\n", f"\n{indent}")
            else:
                yield self._region(piece, indent, inside, labelled=named <= 0, end=end)
                named -= 1
        yield f"{location}\n"


def _is_bare(operation: Operation) -> bool:
    """Whether an operation says nothing but its name."""
    return not (operation.operands or operation.attributes or operation.results)


def _as_format(text: str) -> str:
    return text.replace("%", "%%").replace(PLACEHOLDER, "%s")


def _predecessors(region: Region) -> dict[Block, list[Block]]:
    """The blocks from which each block of a region is reached, in order."""
    reached: dict[Block, list[Block]] = {}
    for block in region.blocks:
        for operation in block.operations:
            for successor, _ in operation.successors:
                reached.setdefault(successor, []).append(block)
    return reached


def _note(number: int, predecessors: list[Block], scope: Scope) -> str:
    """The comment behind a label."""
    labels = ", ".join(scope.names.labels[block] for block in predecessors)
    if not predecessors:
        return "  // no predecessors" if number else ""
    return f"  // pred: {labels}" if len(predecessors) == 1 else f"  // {len(predecessors)} preds: {labels}"
