"""Tree to text, exactly as MLIR prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Union

from stablehlo_tools.ir import Block, Module, Operation, Region, Value
from stablehlo_tools.syntax.attribute_text import keyword_text
from stablehlo_tools.syntax.layout import generic_ends
from stablehlo_tools.syntax.location_aliases import LocationAliases, has_locations
from stablehlo_tools.syntax.names import Names
from stablehlo_tools.syntax.pretty import pretty_text
from stablehlo_tools.syntax.pretty_regions import Scope, Shell, pretty_shell
from stablehlo_tools.syntax.scan import HOLE
from stablehlo_tools.syntax.strings import escape
from stablehlo_tools.values import Blob

# Pieces of text, and what yields more of them: regions nest deeper than Python's calls may.
Pieces = Iterator[Union[str, "Pieces"]]

# The dialects whose ops are written without its name directly inside these operations.
_DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func"}
_LONG = 1 << 12  # characters above which the text of a statement is not worth keeping
_GENERIC = "generic"  # stands for a dialect where everything is written in the generic form


def print_module(module: Module, *, generic: bool = False) -> str:
    """The text of a module: pretty, or generic. Locations are written where the module has any."""
    names = Names(module, generic=generic)
    locations = LocationAliases(module.location_aliases) if has_locations(module) else None
    printer = _Printer(Scope(names, locations), generic=generic)
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
    printer = _Printer(Scope(given, None), generic=False)
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
    """A module on its way to text."""

    def __init__(self, scope: Scope, *, generic: bool) -> None:
        self.scope = scope
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

    def _region(
        self, region: Region, indent: str, dialect: str, *, labelled: bool, implied_end: str = ""
    ) -> Pieces:
        yield "{\n"
        predecessors = _predecessors(region) if len(region.blocks) > 1 else {}
        for number, block in enumerate(region.blocks):
            if number or (labelled and (block.arguments or not block.operations)):
                note = _note(number, predecessors.get(block, []), self.scope)
                yield f"{self._label(block, indent)}{note}\n"
            operations = block.operations
            if operations and operations[-1].name == implied_end and _is_bare(operations[-1]):
                operations = operations[:-1]
            yield self.operations(operations, f"{indent}  ", dialect)
        yield f"{indent}}}"

    def _label(self, block: Block, indent: str) -> str:
        arguments = ", ".join(map(self.scope.argument, block.arguments))
        return f"{indent}{self.scope.names.labels[block]}{f'({arguments})' if arguments else ''}:"

    def operations(self, operations: Sequence[Operation], indent: str, dialect: str) -> Pieces:
        values, locations, left = self.values, self.scope.locations, self.scope.names.left
        for operation in operations:
            text = _layout(operation, dialect)
            if text is None:
                yield self._framed(operation, indent, dialect)
                continue
            names = [values[operand] for operand in operation.operands]
            if operation.results:
                names.insert(0, left(operation))
            location = "" if locations is None else locations.trailing(operation.location)
            yield f"{indent}{text % tuple(names)}{location}\n"

    # -- operations with regions or successors ----------------------------------------------------

    def _framed(self, operation: Operation, indent: str, dialect: str) -> Pieces:
        location = ""
        if self.scope.locations is not None:
            location = self.scope.locations.trailing(operation.location)
        shell = None if self.generic else pretty_shell(operation, self.scope)
        if shell is None:
            shell = self._generic_shell(operation)
        left = f"{self.scope.names.left(operation)} = " if operation.results else ""
        yield f"{indent}{left}{shell.opening.removeprefix(f'{dialect}.')}"
        if shell.second_line:
            yield f"\n{indent}{shell.second_line}"
        inside = _GENERIC if self.generic else _DEFAULT_DIALECTS.get(operation.name, "")
        for number, region in enumerate(shell.regions):
            if number:
                yield shell.between
            labelled = shell.labelled or (number > 0 and bool(shell.implied_end))
            yield self._region(region, indent, inside, labelled=labelled, implied_end=shell.implied_end)
        yield f"{shell.closing}{location}\n"

    def _generic_shell(self, operation: Operation) -> Shell:
        head, tail = generic_ends(operation)
        names = [self.values[operand] for operand in operation.operands]
        names += [self.scope.names.labels[block] for block, _ in operation.successors]
        head = _as_format(head) % tuple(names)
        if not operation.regions:
            return Shell(head + tail)
        return Shell(f"{head} (", operation.regions, between=", ", closing=f"){tail}", labelled=True)


def _is_bare(operation: Operation) -> bool:
    """Whether an operation says nothing but its name."""
    return not (operation.operands or operation.attributes or operation.results)


def _layout(operation: Operation, dialect: str) -> str | None:
    """The text of an operation without regions and successors as a `%` format for its names."""
    template = operation.template
    if template is not None and template.attributes is operation.attributes:
        text: str | None = template.layouts.get(dialect)
        if text is not None:
            return text
    if operation.regions or operation.successors:
        return None
    pretty = None if dialect == _GENERIC else pretty_text(operation)
    text = "".join(generic_ends(operation)) if pretty is None else pretty.removeprefix(f"{dialect}.")
    text = _as_format(f"{HOLE} = {text}" if operation.results else text)
    if template is not None and template.attributes is operation.attributes and len(text) <= _LONG:
        template.layouts[dialect] = text
    return text


def _as_format(text: str) -> str:
    return text.replace("%", "%%").replace(HOLE, "%s")


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
