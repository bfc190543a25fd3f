"""Name resolution: statements become operations, and names their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.diagnostics.spelling import closest
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute, Location, Symbol
from stablehlo_tools.ir.operations import (
    CALLS,
    CLASSES,
    ISOLATED,
    UNREADABLE,
    Block,
    Module,
    Operation,
    Region,
    Value,
)
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.reader.file_parser import FileParser, InvalidStatement
from stablehlo_tools.text.reader.scan import BLANKS
from stablehlo_tools.text.reader.scopes import (
    OpenOperation,
    RegionScope,
    UnresolvedUse,
    add_implicit_terminator,
    implicit_reducer,
    share_applied,
)
from stablehlo_tools.text.reader.splitter import NAME, LineRun, RawText, Statement
from stablehlo_tools.text.statement.build_locations import UNDEFINED_ALIAS
from stablehlo_tools.text.statement.families import types_apart
from stablehlo_tools.text.statement.template import (
    MAX_NESTING,
    NESTING,
    SYNTAX,
    BlockLabel,
    RegionArguments,
    Template,
)

_MAX_SUGGESTIONS = 100  # errors with a similar name in their help; the search is linear in the names

_LOCATION_USE = regex(r"loc\s*\(\s*(#[\w$.\-]+)")


def resolve(parser: FileParser) -> tuple[Module, list[Diagnostic]]:
    """The module that the statements of a file make, and all errors, in the order of the text."""
    resolver = _Resolver(parser)
    module = resolver.module()
    errors = sorted(resolver.errors, key=lambda error: error.span.start if error.span else 0)
    return module, errors


_REDEFINED_BLOCK = Code(
    "redefined_block", "Two blocks of a region have the same label.", "Rename one of them."
)
_UNDEFINED_BLOCK = Code(
    "undefined_block", "A branch refers to a block that is not defined in its region.", "Check the label."
)
_MODULE_BLOCK = Code(
    "module_block", "A module has more than one block, or a block with arguments.", "Remove the block label."
)
_REDEFINED_VALUE = Code(
    "redefined_value",
    "Two values in the same scope have the same name.",
    "Rename one of them. In SSA form, each value is defined exactly once.",
)
_UNDEFINED_VALUE = Code(
    "undefined_value",
    "No value of this name is in scope. The name may be misspelled, or the value may be defined in a region "
    "that has ended.",
    "Check the spelling. A value that is defined in a region is visible outside of it only as a result of "
    "the op.",
)


class _Resolver:
    """Turns the statements of one file into operations."""

    def __init__(self, parser: FileParser) -> None:
        self.parser = parser
        self.file = parser.file
        self.source = self.file.source
        self.statements = parser.statements
        self.templates = self.statements.templates
        self.errors = parser.errors
        self.top = Module()
        self.location_uses: dict[str, Location] = {}
        self.locator = Locator()
        self.old_spellings: list[Operation] = []
        self._noted: set[tuple[str, str]] = set()  # the op and attribute of each
        self._name_spans: tuple[Statement | None, RawText, list[tuple[int, int]]] = None, RawText("", []), []

    def module(self) -> Module:
        """The only module of the file, or an implicit module around its operations."""
        top = self.top
        top.source, top.end = self.source, len(self.source.text)
        region = Region(top)
        top.regions = (region,)
        self._resolve_regions(RegionScope(region, self.file.statements, {}, isolated=True))
        operations = region.blocks[0].operations if region.blocks else []
        module = top
        if len(operations) == 1 and isinstance(operations[0], Module):
            module = operations[0]
            module.block = None
        else:
            top.is_implicit = True
        module.old_spellings = self.old_spellings
        module.location_aliases = self.parser.locations
        module.resources = self.parser.resources.get("dialect_resources", {})
        self._check_locations()
        return module

    # -- regions --------------------------------------------------------------------------------

    def _resolve_regions(self, scope: RegionScope) -> None:
        """Resolve a region and the regions inside it, with an explicit stack."""
        stack = [scope]
        while stack:
            scope = stack[-1]
            if len(stack) > MAX_NESTING:
                self._too_deep(scope)
            if scope.waiting is not None:
                inner = self._next_region(scope, scope.waiting)
                if inner is not None:
                    stack.append(inner)
                    continue
                waiting = scope.waiting
                share_applied(waiting.operation)
                self._define(scope, waiting.operation, waiting.template, waiting.names)
                scope.waiting = None
            self._advance(scope)
            if scope.waiting is None:
                stack.pop()
                self._leave(scope, stack[-1] if stack else None)

    def _next_region(self, scope: RegionScope, waiting: OpenOperation) -> RegionScope | None:
        for head in waiting.heads:
            region = Region(waiting.operation)
            waiting.operation.regions += (region,)
            if head is not None and head.is_empty:
                if isinstance(waiting.operation, Module):
                    region.blocks.append(Block(region))
                    self._check_has_block(waiting.operation)
                continue
            is_implicit = head is not None and head.has_implicit_block
            statements = [] if is_implicit else next(waiting.regions, [])
            isolated = waiting.operation.name in ISOLATED
            inner = RegionScope(region, statements, scope.values, isolated=isolated)
            if head is not None and head.types:  # else a label may begin the first block
                self._define_arguments(inner, inner.begin_block(), head, waiting.names)
            return inner
        return None

    def _leave(self, scope: RegionScope, outer: RegionScope | None) -> None:
        """Close the scope of a region after resolving the uses that precede their definitions."""
        if scope.block is None and isinstance(scope.region.operation, Module):
            scope.begin_block()  # an empty module has a block, too
        add_implicit_terminator(scope)
        undefined: dict[str, UnresolvedUse] = {}
        for pending in scope.pending:
            value = scope.values.get(pending.name)
            if value is not None:
                pending.operands[pending.operand] = value
            elif outer is not None and not scope.isolated:
                outer.pending.append(pending)
            else:
                undefined.setdefault(pending.name, pending)  # one error for all uses of a name
        for pending in undefined.values():
            self._undefined(pending, scope.values)
        if scope.branches:
            self._resolve_successors(scope)
        if not scope.isolated:
            scope.close()

    def _resolve_successors(self, scope: RegionScope) -> None:
        """Resolve the successors of operations. A single successor takes all operands."""
        blocks = {block.label: block for block in scope.region.blocks}
        for operation in scope.branches:
            labels = operation.template.successors if operation.template else ()
            passed = operation.operands if len(labels) == 1 else []
            for label in labels:
                if label in blocks:
                    operation.successors += ((blocks[label], passed),)
                else:
                    message = f"use of undefined block `{label}`"
                    self._report(Diagnostic(_UNDEFINED_BLOCK, message, operation.span))

    # -- statements -----------------------------------------------------------------------------

    def _advance(self, scope: RegionScope) -> None:
        """Add operations until one has regions to resolve, or to the end."""
        if next(scope.run, False):
            return
        for statement in scope.statements:
            if isinstance(statement, LineRun):
                scope.run = self._add_run(scope, statement)
                next(scope.run, False)
            else:
                template = self.templates.get(statement.key) or self._parse(statement, scope)
                if template is not None:
                    names, extent = self.file.names_of(statement), self.file.extent(statement)
                    self._add(scope, template, names, *extent, statement)
            if scope.waiting is not None:
                return

    def _add_run(self, scope: RegionScope, run: LineRun) -> Iterator[bool]:
        """Append the operations of a run of lines; yields True after one that has regions to resolve."""
        at, names = run.names, self.file.names
        for line, (step, start, end) in enumerate(self.file.extents(run), run.line):
            template = step.template
            if template is None:
                template = self._parse(Statement(step.line, at, line), scope)
                if template is not None and template.is_shared:
                    step.template = template
            stop = at + step.placeholders
            if template is not None:
                self._add(scope, template, names[at:stop], start, end, line)
                if scope.waiting is not None:
                    yield True
            at = stop

    def _parse(self, statement: Statement, scope: RegionScope) -> Template | None:
        """Parse a statement without a cached template; None if it is not an operation or has errors."""
        key = statement.key.strip(BLANKS)
        cached = self.templates.get(key)
        if cached is not None or not key:
            return cached
        families, split_key = self.statements.families, types_apart(key)
        member = None if split_key is None else families.template_of(*split_key)
        parsed = member or self.parser.parse(statement, is_inner=scope.region.operation is not self.top)
        if split_key is not None and member is None and isinstance(parsed, Template):
            families.keep(*split_key, parsed)
        if isinstance(parsed, Template):
            self.statements.keep(key, parsed)
            if statement.parts:
                self.statements.keep(statement.key, parsed)
            return parsed
        if isinstance(parsed, BlockLabel):
            self._label(scope, statement, parsed)
        elif isinstance(parsed, InvalidStatement):
            self._add_placeholder(scope, statement, parsed)
        return None

    def _label(self, scope: RegionScope, statement: Statement, label: BlockLabel) -> None:
        """Begin a block."""
        if label.name in scope.labels:
            span = Span(self.source, *self.file.extent(statement))
            self._report(Diagnostic(_REDEFINED_BLOCK, f"redefinition of block `{label.name}`", span))
        holder = scope.region.operation
        if isinstance(holder, Module) and self._is_misplaced(label, scope, holder):
            self._report_module_block(Span(self.source, *self.file.extent(statement)))
        scope.labels.add(label.name)
        block = scope.begin_block(label.name)
        self._define_arguments(scope, block, label.arguments, self.file.names_of(statement))

    def _check_has_block(self, module: Module) -> None:
        """Report an empty module in generic form: only `module {}` has an implicit block."""
        template = module.template
        if template is not None and len(template.regions) != 1:
            return  # reported by the verifier
        if module.span is not None and module.span.text.startswith('"'):
            self._report_module_block(module.span)

    def _report_module_block(self, span: Span | None) -> None:
        self._report(Diagnostic(_MODULE_BLOCK, "a module must have one block, without arguments", span))

    def _is_misplaced(self, label: BlockLabel, scope: RegionScope, module: Module) -> bool:
        """Whether a module cannot have this label. An implicit module cannot have labels at all."""
        return bool(label.arguments.types) or scope.block is not None or module.block is None

    def _add_placeholder(self, scope: RegionScope, statement: Statement, invalid: InvalidStatement) -> None:
        """Add a placeholder for an invalid statement, so that uses of its results are not errors."""
        self.parser.parse_regions(statement)
        if invalid.label:
            block = scope.begin_block(invalid.label)
        else:
            block = scope.block or scope.begin_block()
            placeholder = Operation(
                UNREADABLE.text, [], {"sym_name": invalid.symbol} if invalid.symbol else {}
            )
            placeholder.block = block
            block.operations.append(placeholder)
        for name in invalid.names:
            scope.values.setdefault(name, Value(UNREADABLE, name, block, -1))

    def _add(
        self,
        scope: RegionScope,
        template: Template,
        names: list[str],
        start: int,
        end: int,
        statement: Statement | int,
    ) -> None:
        """Append the operation of a statement, or of a line, to the current block."""
        values, operands = scope.values, []
        try:
            for placeholder in template.operands:
                operands.append(values[names[placeholder]])  # noqa: PERF401 - faster than a comprehension for one or two operands
        except KeyError:
            operands = self._resolve(scope, template, names, statement)
        kind = CLASSES.get(template.name, Operation) if template.regions else Operation
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
        block = scope.block or scope.begin_block()
        operation.block = block
        block.operations.append(operation)
        if not template.is_simple:
            self._complete(scope, operation, template, names, statement)
        elif template.results:
            name = names[0]
            value = Value(template.result_types[0], name, operation, 0)
            operation.results.append(value)
            if name in values or "#" in name:
                self._name(scope, name, value)
            else:
                values[name] = value

    def _complete(
        self,
        scope: RegionScope,
        operation: Operation,
        template: Template,
        names: list[str],
        statement: Statement | int,
    ) -> None:
        """Add the symbol, the properties, regions, successors and results of an operation."""
        if template.symbol >= 0:
            if names[template.symbol][0] != "@":  # the template was parsed from a statement with a symbol
                span = self._placeholder_span(self._as_statement(statement), template.symbol)
                self._unexpected(names[template.symbol], span)
            name, key = names[template.symbol][1:], CALLS.get(template.name, "sym_name")
            symbol: Attribute = name if key == "sym_name" else Symbol((name,))
            operation.attributes = {**template.attributes, key: symbol}
        operation.properties = template.properties
        if template.old_spellings:
            self._note(operation, template)
        if template.successors:
            scope.branches.append(operation)
        if template.applies:
            operation.regions = (implicit_reducer(operation, template),)
        elif template.regions:
            scope.waiting = OpenOperation(operation, template, names, self._as_statement(statement).regions)
            return
        self._define(scope, operation, template, names)

    def _define(
        self, scope: RegionScope, operation: Operation, template: Template, names: Sequence[str]
    ) -> None:
        """Add the results of an operation, and define their names."""
        types, results = template.result_types, operation.results
        if not template.results:
            results += [Value(type, "", operation, index) for index, type in enumerate(types)]
        for placeholder, count in template.results:
            first = len(results)
            if count == 1:
                results.append(Value(types[first], names[placeholder], operation, first))
                self._name(scope, names[placeholder], results[first])
            else:
                self._define_pack(scope, operation, names[placeholder], types[first : first + count])

    def _define_pack(
        self, scope: RegionScope, operation: Operation, name: str, types: Sequence[Type]
    ) -> None:
        """Add results with a common name, `%0:2`."""
        results, first = operation.results, len(operation.results)
        results += [
            Value(type, f"{name}#{number}", operation, first + number) for number, type in enumerate(types)
        ]
        if self._name(scope, name, results[first]):
            scope.values.update((value.name, value) for value in results[first:])

    def _name(self, scope: RegionScope, name: str, value: Value) -> bool:
        """Define a name. Return whether it was not defined before."""
        previous = scope.values.setdefault(name, value)
        if "#" in name:  # of a use, or of a location: the template was parsed from a statement with a value
            start = self.source.text.index(name, value.holder.start)
            self._unexpected(name, Span(self.source, start, start + len(name)))
        if previous is not value:
            self._redefined(name, previous, value)
            return False
        return True

    def _resolve(
        self, scope: RegionScope, template: Template, names: Sequence[str], statement: Statement | int
    ) -> list[Value]:
        """The operands of a statement, at least one of which is not defined yet."""
        operands: list[Value] = []
        for index, placeholder in enumerate(template.operands):
            name = names[placeholder]
            value = scope.values.get(name) or scope.values.get(name.removesuffix("#0"))
            if value is None:
                block = scope.block or scope.begin_block()
                value = Value(template.operand_types[index], name, block, -1)
                scope.pending.append(
                    UnresolvedUse(operands, index, name, self._as_statement(statement), placeholder)
                )
            operands.append(value)
        return operands

    def _as_statement(self, statement: Statement | int) -> Statement:
        return self.file.line(statement) if isinstance(statement, int) else statement

    def _note(self, operation: Operation, template: Template) -> None:
        """Record an operation with a deprecated spelling, if it is the first with that spelling."""
        keys = {
            (template.name, old.attribute or old.spelling) for old in template.old_spellings
        } - self._noted
        if keys:
            self._noted |= keys
            self.old_spellings.append(operation)

    def _location(self, alias: str, statement: Statement | int, placeholder: int) -> Location:
        location = self.location_uses.get(alias)
        if location is None:
            if not alias.startswith("#"):  # the template was parsed from a statement with a location
                self._unexpected(alias, self._placeholder_span(self._as_statement(statement), placeholder))
            location = self.location_uses[alias] = Location("alias", (alias[1:],))
        return location

    def _define_arguments(
        self, scope: RegionScope, block: Block, arguments: RegionArguments, names: Sequence[str]
    ) -> None:
        for placeholder, type, location in zip(*arguments[:3], strict=True):
            value = Value(type, names[placeholder], block, len(block.arguments))
            if location is not None:
                value.location = location
            block.arguments.append(value)
            self._name(scope, value.name, value)

    # -- errors -------------------------------------------------------------------------------------

    def _report(self, diagnostic: Diagnostic) -> None:
        self.errors.append(diagnostic)

    def _too_deep(self, scope: RegionScope) -> None:
        """Report a region that is nested too deep, and skip it."""
        holder = scope.region.operation
        message = f"regions are nested more than {MAX_NESTING} levels deep"
        self._report(Diagnostic(NESTING, message, holder.span))
        scope.statements = iter(())

    def _check_locations(self) -> None:
        used = self.location_uses.keys() | self.parser.aliases.located
        missing = {name for name in used if name[1:] not in self.parser.locations}
        if not missing:
            return
        for mention in _LOCATION_USE.finditer(self.source.text):
            if mention[1] in missing:
                missing.remove(mention[1])
                message = f"use of undefined location `{mention[1]}`"
                self._report(Diagnostic(UNDEFINED_ALIAS, message, Span(self.source, *mention.span(1))))

    def _undefined(self, pending: UnresolvedUse, values: Mapping[str, Value]) -> None:
        name = pending.name
        base, _, number = name.partition("#")
        helps: tuple[str, ...] = ()
        value = values.get(base)
        if number and value is not None and isinstance(value.owner, Operation):
            helps = (f"`{base}` has {plural(len(value.owner.results), 'result')}",)
        elif len(self.errors) < _MAX_SUGGESTIONS and (match := closest(name, values)):
            helps = (f"did you mean `{match}`?",)
        span = self._placeholder_span(pending.statement, pending.placeholder)
        self._report(Diagnostic(_UNDEFINED_VALUE, f"use of undefined value `{name}`", span, helps=helps))

    def _placeholder_span(self, statement: Statement, placeholder: int) -> Span:
        """The span of a name of a statement."""
        if self._name_spans[0] is not statement:
            raw = self.file.raw_text(statement)
            self._name_spans = statement, raw, [match.span() for match in NAME.finditer(raw.text)]
        _, raw, spans = self._name_spans
        start, end = spans[placeholder]
        return Span(self.source, raw.offset(start), raw.offset(start) + end - start)

    def _unexpected(self, name: str, span: Span) -> None:
        self._report(Diagnostic(SYNTAX, f"unexpected `{name}`", span))

    def _redefined(self, name: str, previous: Value, value: Value) -> None:
        if UNREADABLE in (previous.type, value.type):
            return
        span, first = self.locator.name(value), self.locator.name(previous)
        related = (Label(first, "first defined here"),) if first else ()
        self._report(
            Diagnostic(
                _REDEFINED_VALUE, f"redefinition of value `{name}`", span, related=related,
                label="redefined here",
            )
        )  # fmt: skip
