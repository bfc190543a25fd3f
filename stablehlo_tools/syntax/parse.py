"""Text to tree: statements are linked, that is, their names become values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, closest
from stablehlo_tools.diagnostics.diagnostic import Label as Note
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNREADABLE, Block, Function, Module, Operation, Region, Value
from stablehlo_tools.ir.types import Type
from stablehlo_tools.parsing.gc_pause import collection_paused
from stablehlo_tools.syntax.context import MAX_NESTING
from stablehlo_tools.syntax.deferred_literals import RawText
from stablehlo_tools.syntax.file_parser import FileParser, Unreadable
from stablehlo_tools.syntax.implicit_operations import add_implicit_terminator, implicit_reducer
from stablehlo_tools.syntax.locate import Locator
from stablehlo_tools.syntax.scopes import Pending, RegionScope, Waiting
from stablehlo_tools.syntax.splitter import NAME, LineRun, SplitFile, Statement
from stablehlo_tools.syntax.statement_cache import StatementCache
from stablehlo_tools.syntax.template import BlockLabel, RegionArguments, Template

# Operations whose regions see no value from outside.
ISOLATED = frozenset({"func.func", "builtin.module", "stablehlo.async_start", "chlo.scan"})

_SUGGESTIONS = 100  # errors that are looked at for a name that may be meant: it takes time

_LOCATION_USE = re.compile(r"loc\s*\(\s*(#[\w$.\-]+)")


def parse(source: Source, statements: StatementCache | None = None) -> Module:
    """The module of `source`. Raises ParseError with all the errors of the text.

    `statements` are those that were read before, of this text or others.
    """
    module, errors = read(source, statements)
    if errors:
        raise ParseError(*errors)
    return module


def read(source: Source, statements: StatementCache | None = None) -> tuple[Module, list[Diagnostic]]:
    """The module of `source`, as far as it can be read, and what could not, in the order of the text."""
    with collection_paused():
        linker = _Linker(source, statements or StatementCache())
        module = linker.module()
    errors = sorted(linker.errors, key=lambda error: error.span.start if error.span else 0)
    return module, errors


class _Linker:
    """One file on its way from statements to operations."""

    def __init__(self, source: Source, statements: StatementCache) -> None:
        self.source = source
        self.statements = statements
        self.known = statements.templates
        self.reading = SplitFile(source, statements.automaton)
        self.errors = self.reading.errors
        self.templates = FileParser(self.reading, self.errors, statements)
        self.location_uses: dict[str, Location] = {}
        self.locator = Locator()
        self.old_spellings: list[Operation] = []
        self._noted: set[tuple[str, str]] = set()  # op and attribute of each
        self._named: tuple[Statement | None, RawText, list[tuple[int, int]]] = None, RawText("", []), []

    def module(self) -> Module:
        """The one module of the file, or one made around what stands in it."""
        top = Module()
        top.source, top.end = self.source, len(self.source.text)
        region = Region(top)
        top.regions = (region,)
        self._link(RegionScope(region, self.reading.statements, {}, isolated=True))
        operations = region.blocks[0].operations if region.blocks else []
        module = top
        if len(operations) == 1 and isinstance(operations[0], Module):
            module = operations[0]
            module.block = None
        else:
            top.is_implicit = True
        module.old_spellings = self.old_spellings
        module.location_aliases = self.templates.locations
        module.resources = self.templates.resources.get("dialect_resources", {})
        self._check_locations()
        return module

    # -- regions --------------------------------------------------------------------------------

    def _link(self, frame: RegionScope) -> None:
        """Link a region and all inside it, on a stack of our own."""
        stack = [frame]
        while stack:
            frame = stack[-1]
            if len(stack) > MAX_NESTING:
                self._too_deep(frame)
            if frame.waiting is not None:
                inner = self._next_region(frame, frame.waiting)
                if inner is not None:
                    stack.append(inner)
                    continue
                waiting = frame.waiting
                self._define(frame, waiting.operation, waiting.template, waiting.names)
                frame.waiting = None
            self._advance(frame)
            if frame.waiting is None:
                stack.pop()
                self._leave(frame, stack[-1] if stack else None)

    def _next_region(self, frame: RegionScope, waiting: Waiting) -> RegionScope | None:
        for head in waiting.heads:
            region = Region(waiting.operation)
            waiting.operation.regions += (region,)
            if head is not None and head.is_empty:
                if isinstance(waiting.operation, Module):
                    region.blocks.append(Block(region))
                    self._check_has_block(waiting.operation)
                continue
            is_blank = head is not None and head.is_blank
            statements = [] if is_blank else next(waiting.regions, [])
            isolated = waiting.operation.name in ISOLATED
            inner = RegionScope(region, statements, frame.values, isolated=isolated)
            if head is not None and head.types:  # else a label may begin the first block
                self._define_arguments(inner, inner.begin_block(), head, waiting.names)
            return inner
        return None

    def _leave(self, frame: RegionScope, outer: RegionScope | None) -> None:
        """Forget the region's names, once the uses that came before their definitions are linked."""
        if frame.block is None and isinstance(frame.region.operation, Module):
            frame.begin_block()  # a module has a block even if nothing is in it
        add_implicit_terminator(frame)
        undefined: dict[str, Pending] = {}
        for pending in frame.pending:
            value = frame.values.get(pending.name)
            if value is not None:
                pending.operands[pending.operand] = value
            elif outer is not None and not frame.isolated:
                outer.pending.append(pending)
            else:
                undefined.setdefault(pending.name, pending)  # one mistake, however often it is used
        for pending in undefined.values():
            self._undefined(pending, frame.values)
        if frame.branches:
            self._link_successors(frame)
        if not frame.isolated:
            frame.forget()

    def _link_successors(self, frame: RegionScope) -> None:
        """Find the blocks that operations name; all operands of one go to the one block that it names."""
        blocks = {block.label: block for block in frame.region.blocks}
        for operation in frame.branches:
            labels = operation.template.successors if operation.template else ()
            passed = operation.operands if len(labels) == 1 else []
            for label in labels:
                if label in blocks:
                    operation.successors += ((blocks[label], passed),)
                else:
                    message = f"there is no block `{label}` in this region"
                    self._report(Diagnostic("undefined_block", message, operation.span))

    # -- statements -----------------------------------------------------------------------------

    def _advance(self, frame: RegionScope) -> None:
        """Link statements until one waits for its regions, or to the end."""
        for statement in frame.statements:
            if isinstance(statement, LineRun):
                self._add_run(frame, statement)
            else:
                template = self.known.get(statement.key) or self._first_reading(statement, frame)
                if template is not None:
                    names, extent = self.reading.names_of(statement), self.reading.extent(statement)
                    self._add(frame, template, names, *extent, statement)
            if frame.waiting is not None:
                return

    def _add_run(self, frame: RegionScope, run: LineRun) -> None:
        """Append the operations that lines are."""
        at, names = run.names, self.reading.names
        for line, (step, start, end) in enumerate(self.reading.extents(run), run.line):
            template = step.template
            if template is None:
                template = self._first_reading(Statement(step.line, at, line), frame)
                if template is not None and template.is_shared:
                    step.template = template
            behind = at + step.placeholders
            if template is not None:
                self._add(frame, template, names[at:behind], start, end, line)
                if frame.waiting is not None:
                    frame.put_back(LineRun(run.steps[line + 1 - run.line :], behind, line + 1))
                    return
            at = behind

    def _first_reading(self, statement: Statement, frame: RegionScope) -> Template | None:
        """Read a statement that no template is known for; None where it is no operation, or has errors."""
        key = statement.key.strip()
        known = self.known.get(key)
        if known is not None or not key:
            return known
        read = self.templates.read(statement)
        if isinstance(read, Template):
            self.statements.keep(key, read)
            if statement.parts:
                self.statements.keep(statement.key, read)
            return read
        if isinstance(read, BlockLabel):
            self._label(frame, statement, read)
        elif isinstance(read, Unreadable):
            self._give_up(frame, statement, read)
        return None

    def _label(self, frame: RegionScope, statement: Statement, label: BlockLabel) -> None:
        """Begin a block."""
        if label.name in frame.labels:
            span = Span(self.source, *self.reading.extent(statement))
            self._report(Diagnostic("redefined_block", f"the block `{label.name}` is defined twice", span))
        holder = frame.region.operation
        if isinstance(holder, Module) and self._is_misplaced(label, frame, holder):
            self._report_module_block(Span(self.source, *self.reading.extent(statement)))
        frame.labels.add(label.name)
        block = frame.begin_block(label.name)
        self._define_arguments(frame, block, label.arguments, self.reading.names_of(statement))

    def _check_has_block(self, module: Module) -> None:
        """Only the pretty form of an empty module gives it its block: `module {}`."""
        template = module.template
        if template is not None and len(template.regions) != 1:
            return  # which `verify` says
        if module.span is not None and module.span.text.startswith('"'):
            self._report_module_block(module.span)

    def _report_module_block(self, span: Span | None) -> None:
        self._report(Diagnostic("module_block", "a module has one block, without arguments", span))

    def _is_misplaced(self, label: BlockLabel, frame: RegionScope, module: Module) -> bool:
        """Whether this label begins no block of a module: around all that a file holds, none is written."""
        return bool(label.arguments.types) or frame.block is not None or module.block is None

    def _give_up(self, frame: RegionScope, statement: Statement, what: Unreadable) -> None:
        """Put a placeholder for a statement that cannot be read: what uses it is not to blame."""
        self.templates.read_inside(statement)
        if what.label:
            block = frame.begin_block(what.label)
        else:
            block = frame.block or frame.begin_block()
            placeholder = Operation(UNREADABLE.text, [], {"sym_name": what.symbol} if what.symbol else {})
            placeholder.block = block
            block.operations.append(placeholder)
        for name in what.names:
            frame.values.setdefault(name, Value(UNREADABLE, name, block, -1))

    def _add(
        self,
        frame: RegionScope,
        template: Template,
        names: list[str],
        start: int,
        end: int,
        statement: Statement | int,
    ) -> None:
        """Append the operation that a statement is, or a whole line, to the frame's block."""
        values, operands = frame.values, []
        try:
            for placeholder in template.operands:
                operands.append(values[names[placeholder]])  # noqa: PERF401 - of one or two a comprehension is slower
        except KeyError:
            operands = self._resolve(frame, template, names, statement)
        kind = _CLASSES.get(template.name, Operation) if template.regions else Operation
        operation = kind(template.name, operands, template.attributes)
        operation.template = template
        operation.source, operation.start, operation.end = self.source, start, end
        if template.location is not None:
            placeholder = template.location_placeholder
            operation.location = (
                template.location
                if placeholder < 0
                else self._location(names[placeholder], statement, placeholder)
            )
        block = frame.block or frame.begin_block()
        operation.block = block
        block.operations.append(operation)
        if not template.is_simple:
            self._complete(frame, operation, template, names, statement)
        elif template.results:
            name = names[0]
            value = Value(template.result_types[0], name, operation, 0)
            operation.results.append(value)
            if name in values or name[0] == "#":
                self._name(frame, name, value)
            else:
                values[name] = value

    def _complete(
        self,
        frame: RegionScope,
        operation: Operation,
        template: Template,
        names: list[str],
        statement: Statement | int,
    ) -> None:
        """Give an operation regions, successors, and results however they are named."""
        if template.old_spellings:
            self._note(operation, template)
        if template.successors:
            frame.branches.append(operation)
        if template.applies:
            operation.regions = (implicit_reducer(operation, template),)
        elif template.regions:
            frame.waiting = Waiting(operation, template, names, self._whole(statement).regions)
            return
        self._define(frame, operation, template, names)

    def _define(
        self, frame: RegionScope, operation: Operation, template: Template, names: Sequence[str]
    ) -> None:
        """Give the operation its results, and the names on its left their values."""
        types, results = template.result_types, operation.results
        if not template.results:
            results += [Value(type, "", operation, index) for index, type in enumerate(types)]
        for placeholder, count in template.results:
            first = len(results)
            if count == 1:
                results.append(Value(types[first], names[placeholder], operation, first))
                self._name(frame, names[placeholder], results[first])
            else:
                self._define_pack(frame, operation, names[placeholder], types[first : first + count])

    def _define_pack(
        self, frame: RegionScope, operation: Operation, name: str, types: Sequence[Type]
    ) -> None:
        """Give the operation results that have one name, `%0:2`."""
        results, first = operation.results, len(operation.results)
        results += [
            Value(type, f"{name}#{number}", operation, first + number) for number, type in enumerate(types)
        ]
        if self._name(frame, name, results[first]):
            frame.values.update((value.name, value) for value in results[first:])

    def _name(self, frame: RegionScope, name: str, value: Value) -> bool:
        """Let a name stand for a value; whether it did not stand for another before."""
        known = frame.values.setdefault(name, value)
        if name[0] == "#":  # the template is of a statement where a value stood
            owner = value.owner if isinstance(value.owner, Operation) else value.owner.region.operation
            start = self.source.text.index(name, owner.start)
            self._unexpected(name, Span(self.source, start, start + len(name)))
        if known is not value:
            self._redefined(name, known, value)
            return False
        return True

    def _resolve(
        self, frame: RegionScope, template: Template, names: Sequence[str], statement: Statement | int
    ) -> list[Value]:
        """Operands of which at least one is not defined so far: it may be, further down."""
        operands: list[Value] = []
        for index, placeholder in enumerate(template.operands):
            name = names[placeholder]
            value = frame.values.get(name) or frame.values.get(name.removesuffix("#0"))
            if value is None:
                block = frame.block or frame.begin_block()
                value = Value(template.operand_types[index], name, block, -1)
                frame.pending.append(Pending(operands, index, name, self._whole(statement), placeholder))
            operands.append(value)
        return operands

    def _whole(self, statement: Statement | int) -> Statement:
        return self.reading.line(statement) if isinstance(statement, int) else statement

    def _note(self, operation: Operation, template: Template) -> None:
        """Keep an operation that writes something in an old way, if it is the first of its kind."""
        found = {(template.name, old.attribute or old.what) for old in template.old_spellings} - self._noted
        if found:
            self._noted |= found
            self.old_spellings.append(operation)

    def _location(self, alias: str, statement: Statement | int, placeholder: int) -> Location:
        location = self.location_uses.get(alias)
        if location is None:
            if not alias.startswith("#"):  # the template is of a statement where a location stood
                self._unexpected(alias, self._placeholder_span(self._whole(statement), placeholder))
            location = self.location_uses[alias] = Location("alias", (alias[1:],))
        return location

    def _define_arguments(
        self, frame: RegionScope, block: Block, arguments: RegionArguments, names: Sequence[str]
    ) -> None:
        for placeholder, type, location in zip(*arguments[:3], strict=True):
            value = Value(type, names[placeholder], block, len(block.arguments))
            if location is not None:
                value.location = location
            block.arguments.append(value)
            self._name(frame, value.name, value)

    # -- errors -------------------------------------------------------------------------------------

    def _report(self, diagnostic: Diagnostic) -> None:
        self.errors.append(diagnostic)

    def _too_deep(self, frame: RegionScope) -> None:
        """Leave a region out."""
        holder = frame.region.operation
        message = f"regions are nested more than {MAX_NESTING} deep"
        self._report(Diagnostic("nesting", message, holder.span))
        frame.statements = iter(())

    def _check_locations(self) -> None:
        used = self.location_uses.keys() | self.templates.aliases.located
        missing = {name for name in used if name[1:] not in self.templates.locations}
        if not missing:
            return
        for mention in _LOCATION_USE.finditer(self.source.text):
            if mention[1] in missing:
                missing.remove(mention[1])
                message = f"the location `{mention[1]}` is not defined"
                self._report(Diagnostic("undefined_alias", message, Span(self.source, *mention.span(1))))

    def _undefined(self, pending: Pending, values: Mapping[str, Value]) -> None:
        name = pending.name
        base, _, number = name.partition("#")
        helps: tuple[str, ...] = ()
        known = values.get(base)
        if number and known is not None and isinstance(known.owner, Operation):
            count = len(known.owner.results)
            helps = (f"{base} has {count} result{'s' * (count != 1)}",)
        elif len(self.errors) < _SUGGESTIONS and (match := closest(name, values)):
            helps = (f"did you mean `{match}`?",)
        span = self._placeholder_span(pending.statement, pending.placeholder)
        self._report(Diagnostic("undefined_value", f"the value `{name}` is not defined", span, helps=helps))

    def _placeholder_span(self, statement: Statement, placeholder: int) -> Span:
        """Where a name of a statement stands."""
        if self._named[0] is not statement:
            raw = self.reading.raw_text(statement)
            self._named = statement, raw, [match.span() for match in NAME.finditer(raw.text)]
        _, raw, spans = self._named
        start, end = spans[placeholder]
        return Span(self.source, raw.offset(start), raw.offset(start) + end - start)

    def _unexpected(self, name: str, span: Span) -> None:
        self._report(Diagnostic("syntax", f"`{name}` is unexpected here", span))

    def _redefined(self, name: str, known: Value, value: Value) -> None:
        if UNREADABLE in (known.type, value.type):
            return
        span, first = self.locator.name(value), self.locator.name(known)
        related = (Note(first, f"`{name}` is first defined here"),) if first else ()
        self._report(
            Diagnostic(
                "redefined_value", f"the value `{name}` is defined twice", span, related=related,
                label="defined again here",
            )
        )  # fmt: skip


_CLASSES: dict[str, Any] = {"func.func": Function, "builtin.module": Module}
