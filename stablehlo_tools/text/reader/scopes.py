"""The scopes of regions during name resolution (`resolve`), and the operations without text in them."""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.clone import create_at, new_body
from stablehlo_tools.ir.edit import is_outdated
from stablehlo_tools.ir.operations import UNREADABLE, Block, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.text.reader.splitter import Statement, StatementList
from stablehlo_tools.text.statement.template import Template


class RegionScope:
    """A region whose names are being resolved. `isolated`: values from outside are not visible."""

    __slots__ = (
        "block", "branches", "isolated", "labels", "outside", "pending", "region", "run", "statements",
        "values", "waiting",
    )  # fmt: skip

    def __init__(
        self, region: Region, statements: StatementList, enclosing: dict[str, Value], *, isolated: bool
    ) -> None:
        self.region = region
        self.statements = iter(statements)  # the remaining ones
        self.run: Iterator[bool] = iter(())  # what adds the rest of the lines before them
        self.isolated = isolated
        self.values = {} if isolated else enclosing  # the visible names, in the order of their definitions
        self.outside = len(self.values)  # the number of those defined outside
        self.block: Block | None = None
        self.labels: set[str] = set()  # of its blocks
        self.pending: list[UnresolvedUse] = []  # uses of names that are not defined yet
        self.branches: list[Operation] = []  # with successors
        self.waiting: OpenOperation | None = None  # the operation whose regions are being resolved

    def begin_block(self, label: str = "") -> Block:
        """Begin a block and make it current."""
        self.block = Block(self.region, label)
        self.region.blocks.append(self.block)
        return self.block

    def close(self) -> None:
        """Remove the names that are defined inside."""
        while len(self.values) > self.outside:
            self.values.popitem()


class UnresolvedUse(NamedTuple):
    """A use of a name that is not defined yet."""

    operands: list[Value]
    operand: int
    name: str
    statement: Statement
    placeholder: int


class OpenOperation:
    """An operation whose results become visible after its regions are resolved."""

    __slots__ = ("heads", "names", "operation", "regions", "template")

    def __init__(
        self, operation: Operation, template: Template, names: list[str], regions: list[StatementList]
    ) -> None:
        self.operation = operation
        self.template = template
        self.names = names
        self.regions = iter(regions)
        self.heads = iter(template.regions)


def add_implicit_terminator(scope: RegionScope) -> None:
    """Add the implicit terminator of an op of another dialect if the text has none."""
    holder = scope.region.operation
    format = FORMATS.get(holder.name)
    if format is None or not format.terminator:
        return
    block = scope.block or scope.begin_block()
    name = format.terminator
    terminators = (name, "scf.condition", UNREADABLE.text)
    if not block.operations or block.operations[-1].name not in terminators:
        end = create_at(holder, name, [], {})
        end.template = Template(name, is_implicit=True)
        end.block = block
        block.operations.append(end)


def implicit_reducer(operation: Operation, template: Template) -> Region:
    """The region of `applies stablehlo.add`: one op on the two arguments, whose result is returned."""
    block = new_body(operation)
    if template.applied is None:
        template.applied = _scalar_template(template.applies, template.operand_types[0])
    scalar = template.applied
    (type,) = scalar.result_types
    block.arguments = [Value(type, "%arg0", block, 0), Value(type, "%arg1", block, 1)]
    for argument in block.arguments:
        argument.location = operation.location
    applied = create_at(operation, scalar.name, block.arguments, scalar.attributes)
    applied.template = scalar
    applied.results = [Value(type, "%0", applied, 0)]
    returned = create_at(operation, "stablehlo.return", applied.results, {})
    applied.block = returned.block = block
    block.operations = [applied, returned]
    return block.region


def share_applied(operation: Operation) -> None:
    """Give an operation the template of those that apply the same op, as if written with `applies`."""
    applied = applied_in(operation)
    if applied is not None and applied.is_shared and operation.template is not None:
        operation.template = operation.template.applying(applied)


def applied_in(operation: Operation) -> Template | None:
    """The template of the op that the region of an operation applies to its arguments, and does no more.

    None for operations with other regions, or whose region has changed since it was read.
    """
    if len(operation.regions) != 1 or len(operation.regions[0].blocks) != 1:
        return None
    block = operation.regions[0].blocks[0]
    if len(block.operations) != 2:
        return None
    applied, returned = block.operations
    is_plain = not (applied.regions or applied.successors or returned.attributes or returned.results)
    is_plain = is_plain and returned.name == "stablehlo.return"
    is_plain = is_plain and applied.operands == block.arguments and returned.operands == applied.results
    return applied.template if is_plain and not (is_outdated(applied) or is_outdated(returned)) else None


def _scalar_template(name: str, reduced: Type) -> Template:
    """The template of op `name` on two elements of the reduced tensor."""
    type = TensorType((), reduced.element_type) if isinstance(reduced, TensorType) else reduced
    return Template(name, operand_types=(type, type), result_types=(type,), is_implicit=True)
