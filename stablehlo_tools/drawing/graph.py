"""The graph of a program: nodes that use each other's outputs, in nested scopes.

Functions, regions of ops, and parts found by `grouping` are scopes. Nodes are numbered in text order.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.drawing.argument_trees import trees_of
from stablehlo_tools.drawing.grouping import Box, Item, parts_of
from stablehlo_tools.ir import operations
from stablehlo_tools.ir.attributes import Attribute, Enumeration, Symbol, is_default
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import read_by
from stablehlo_tools.ir.quoting import symbol_text
from stablehlo_tools.ir.types import Type, brief, byte_size
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.name_scopes import NameScopes
from stablehlo_tools.text.printer.attribute_text import attribute_text
from stablehlo_tools.text.source_frames import SourceFrames, SourceOrigin

OP = "op"
ARGUMENT = "argument"
PART = "part"
TREE = "tree"

_MAX_ATTRIBUTE = 1000  # characters of an attribute; the rest is elided
_MIN_GROUPED_ARGUMENTS = 16  # of a function, from which on they are grouped by subtree
_MAX_ELEMENTS = 16  # of a constant that is shown in full


class Output(NamedTuple):
    """An output of a node; `bytes` is None if its size is unknown."""

    name: str
    type: str
    bytes: int | None


class UsedInput(NamedTuple):
    """The use of output number `port` of a node."""

    node: Node
    port: int

    @property
    def output(self) -> Output:
        """The used output."""
        return self.node.outputs[self.port]


class Node:
    """An op (OP), an argument (ARGUMENT), or a box of ops or arguments in a scope of their own (PART, TREE).

    `name` is that of the operation, or the kind; `detail` distinguishes nodes of the same name. `repetitions`
    is the number that a part folds, and `count` the number of ops, or arguments, in it.
    """

    __slots__ = (
        "attributes", "callee", "count", "detail", "inputs", "kind", "line", "name", "number",
        "operation", "origin", "outputs", "repetitions", "scope", "scopes",
    )  # fmt: skip

    def __init__(self, kind: str, name: str, detail: str, scope: GraphScope) -> None:
        self.number = 0
        self.kind = kind
        self.name = name
        self.detail = detail
        self.scope = scope
        self.outputs: list[Output] = []
        self.inputs: list[UsedInput] = []
        self.attributes: list[tuple[str, str]] = []
        self.scopes: list[GraphScope] = []
        self.operation: operations.Operation | None = None
        self.callee: GraphScope | None = None
        self.origin = ""
        self.line: int | None = None
        self.repetitions = 1
        self.count = 0

    @property
    def is_box(self) -> bool:
        """Whether it only groups the nodes of its scope."""
        return self.kind in (PART, TREE)

    @property
    def title(self) -> str:
        """The title in drawings."""
        return _op_title(self.name, self.detail) if self.kind == OP else self.detail


@functools.lru_cache(maxsize=4096)
def _op_title(name: str, detail: str) -> str:
    """The title of an op: its name without the dialect, and the detail."""
    return f"{name.removeprefix('stablehlo.').removeprefix('func.')} {detail}".rstrip()


class GraphScope:
    """The nodes of a function, a region or a part. `owner` is the node that contains it."""

    def __init__(self, title: str, owner: Node | None = None) -> None:
        self.title = title
        self.owner = owner
        self.nodes: list[Node] = []

    def walk(self) -> Iterator[Node]:
        """The nodes of this scope and of nested ones, in preorder."""
        pending = self.nodes[::-1]
        while pending:
            node = pending.pop()
            yield node
            for scope in reversed(node.scopes):
                pending += reversed(scope.nodes)

    def around(self) -> list[GraphScope]:
        """The enclosing scopes, outermost first, and this one."""
        chain = [self]
        while chain[-1].owner is not None:
            chain.append(chain[-1].owner.scope)
        return chain[::-1]


class Graph:
    """The functions of a program, as scopes, and all `nodes`; `name` is that of its file."""

    def __init__(self, module: operations.Module, name: str, scopes: Sequence[GraphScope]) -> None:
        self.module = module
        self.name = name
        self.functions = scopes
        self.nodes = [node for function in scopes for node in function.walk()]
        for number, node in enumerate(self.nodes):
            node.number = number
        for node in reversed(self.nodes):
            if node.scope.owner is not None:
                node.scope.owner.count += node.count + (not node.is_box)


def graph_of(module: operations.Module, function: str | None = None) -> Graph:
    """The graph of a module, with the entry function first, or of one function and its callees.

    Raises `LookupError` for an unknown function.
    """
    builder = _Builder(module)
    scopes = dict(builder.functions)
    if function is not None:
        first = next((scope for scope in scopes if scope.symbol == function), None)
        if first is None:
            near = closest(function, [scope.symbol for scope in scopes])
            message = f"cannot find function `@{function}` in this module"
            raise LookupError(with_suggestion(message, near and f"@{near}"))
        reached = _reachable(scopes[first])
    else:
        first = next((scope for scope in scopes if scope.symbol == "main"), None)
        reached = [*scopes.values(), *builder.module_scopes()]
    reached.sort(key=lambda scope: first is not None and scope is not scopes[first])
    source = next((operation.source for operation in module.walk() if operation.source), None)
    return Graph(module, visible(Path(source.name).name) if source else "program", reached)


def _reachable(scope: GraphScope) -> list[GraphScope]:
    """A function and its direct and indirect callees."""
    reached = {scope: None}
    pending = [scope]
    while pending:
        called = {node.callee: None for node in pending.pop().walk() if node.callee}
        pending += [callee for callee in called if callee not in reached]
        reached.update(called)
    return list(reached)


class _Builder:
    """Creates the nodes of operations, and then links uses to definitions."""

    def __init__(self, module: operations.Module) -> None:
        self.module = module
        self.frames = SourceFrames(module)
        self.scopes = NameScopes(module)
        self.values: dict[operations.Value, UsedInput] = {}
        # by the identity of types and attributes, which the module keeps alive; hashing them is slower
        self._types: dict[int, tuple[str, int | None]] = {}
        self._origins: dict[SourceOrigin, str] = {}
        self._descriptions: dict[tuple[str, int], tuple[str, str, list[tuple[str, str]]]] = {}
        self.functions: dict[operations.Function, GraphScope] = {}
        self.symbols: dict[str, GraphScope] = {}
        for function in module.walk():
            if isinstance(function, operations.Function):
                scope = self.functions[function] = GraphScope(visible(symbol_text(function.symbol)))
                self.symbols.setdefault(function.symbol, scope)
        for function, scope in self.functions.items():
            for region in function.regions:
                self._fill(scope, region)
            self._link(scope)

    def module_scopes(self) -> list[GraphScope]:
        """A scope for the operations of the module other than functions, if there are any."""
        scope = GraphScope("module")
        scope.nodes = [
            self._node(operation, scope)
            for operation in self.module.body.operations
            if not isinstance(operation, operations.Function) and operation.name != "builtin.module"
        ]
        self._link(scope)
        return [scope] if scope.nodes else []

    def _fill(self, scope: GraphScope, region: operations.Region) -> None:
        for block in region.blocks:
            arguments = [self._argument(argument, scope) for argument in block.arguments]
            scope.nodes += self._in_trees(arguments, scope) if scope.owner is None else arguments
            nodes = [self._node(operation, scope) for operation in block.operations]
            scope.nodes += self._in_boxes(parts_of(block, self.scopes, self.frames), nodes, scope)
            scope.nodes += nodes[-1:]

    def _in_boxes(
        self, items: Iterable[Item], nodes: Sequence[Node], scope: GraphScope, kind: str = PART
    ) -> Iterator[Node]:
        """The nodes of a block, with those of parts in nested scopes."""
        for item in items:
            if isinstance(item, Box):
                owner = Node(kind, kind, visible(item.title), scope)
                inside = GraphScope("", owner)
                owner.scopes.append(inside)
                owner.repetitions = item.repetitions
                inside.nodes += self._in_boxes(item.items, nodes, inside, kind)
                owner.line = inside.nodes[0].line
                yield owner
            else:
                nodes[item].scope = scope
                yield nodes[item]

    def _in_trees(self, arguments: Sequence[Node], scope: GraphScope) -> Iterator[Node]:
        """The arguments of a function, grouped by subtree if there are many."""
        if len(arguments) < _MIN_GROUPED_ARGUMENTS:
            yield from arguments
            return
        names = [node.detail.removeprefix("%") for node in arguments]
        yield from self._in_boxes(trees_of(names), arguments, scope, TREE)

    def _argument(self, argument: operations.Value, scope: GraphScope) -> Node:
        node = Node(ARGUMENT, ARGUMENT, visible(argument.name), scope)
        if scope.owner is None:
            node.detail = "%" + visible(operations.argument_names(self.module, argument)[-1])
            operation = argument.holder
            if isinstance(operation, operations.Function):
                attributes = operation.argument_attributes(argument.index)
                node.attributes = [(visible(name), _text(attributes[name])) for name in sorted(attributes)]
                node.line = operation.span.begin[0] if operation.span else None
        self._outputs(node, [argument])
        return node

    def _node(self, operation: operations.Operation, scope: GraphScope) -> Node:
        name, detail, attributes = self._description(operation)
        node = Node(OP, name, detail, scope)
        node.operation, node.attributes = operation, attributes
        span = operation.span
        node.line = span.begin[0] if span else None
        node.origin = self._origin(operation)
        if operation.name in operations.CALLS:
            node.callee = self.symbols.get(operations.callee_of(operation))
        self._outputs(node, operation.results)
        if operation.regions:  # few have any
            for title, region in zip(_titles(operation), operation.regions, strict=True):
                inside = GraphScope(visible(title), node)
                node.scopes.append(inside)
                self._fill(inside, region)
        return node

    def _origin(self, operation: operations.Operation) -> str:
        """The text of the place of an operation in the source."""
        origin = self.frames.origin(operation)
        text = self._origins.get(origin)
        if text is None:
            text = self._origins[origin] = visible(str(origin))
        return text

    def _description(self, operation: operations.Operation) -> tuple[str, str, list[tuple[str, str]]]:
        """The name, the detail and the attributes of an operation."""
        key = operation.name, id(operation.attributes)
        description = self._descriptions.get(key)
        if description is None or operation.regions:
            attributes = [
                (visible(name), _text(attribute))
                for name, attribute in sorted(operation.attributes.items())
                if not is_default(operation.name, name, attribute)
            ]
            description = visible(operation.name), visible(_detail(operation)), attributes
            self._descriptions[key] = description
        return description

    def _outputs(self, node: Node, values: Sequence[operations.Value]) -> None:
        outputs, types = node.outputs, self._types
        for index, value in enumerate(values):
            text, size = types.get(id(value.type)) or self._type(value.type)
            outputs.append(Output(value.name, text, size))
            self.values[value] = UsedInput(node, index)

    def _type(self, type: Type) -> tuple[str, int | None]:
        """The text of a type, and its size in bytes."""
        size = byte_size(type)
        entry = self._types[id(type)] = (visible(brief(type)), int(size) if math.isfinite(size) else None)
        return entry

    def _link(self, scope: GraphScope) -> None:
        values = self.values
        for node in scope.walk():
            if node.operation is not None:
                node.inputs = [values[value] for value in read_by(node.operation) if value in values]


def _text(attribute: Attribute) -> str:
    if isinstance(attribute, Dense):
        return f"dense<{_elements(attribute)}> : {attribute.type}"
    text = visible(attribute_text(attribute))
    return text if len(text) <= _MAX_ATTRIBUTE else f"{text[:_MAX_ATTRIBUTE]}…"


def _elements(dense: Dense) -> str:
    """The elements of a small constant, or `…`."""
    type = dense.type
    literal = dense.literal
    if literal is not None and len(literal) > _MAX_ATTRIBUTE:
        return "…"
    try:
        if dense.is_splat:
            return str(dense.elements[0])
        if dense.elements.size <= _MAX_ELEMENTS and type.is_static:
            return str(dense.tolist())
    except ValueError:  # invalid, as the verifier reports
        return literal or "…"
    return "…"


def _detail(operation: operations.Operation) -> str:
    """The detail of an operation: a value, a comparison direction, a callee, or the op of a reducer."""
    attributes = operation.attributes
    value = attributes.get("value")
    if isinstance(value, Dense):
        elements = _elements(value)
        return elements if len(elements) <= 16 else "…"
    for name in ("callee", "decomposition", "call_target_name", "comparison_direction", "name"):
        attribute = attributes.get(name)
        if isinstance(attribute, Symbol):
            return symbol_text(attribute.name)
        if isinstance(attribute, Enumeration):
            return attribute.value
        if isinstance(attribute, str):
            return attribute
    return _reducer_name(operation)


def _reducer_name(operation: operations.Operation) -> str:
    """The op that the body of a reduction or the like consists of, if it is a single one."""
    blocks = operation.blocks
    if len(blocks) != 1 or len(blocks[0].operations) != 2:
        return ""
    return blocks[0].operations[0].name.removeprefix("stablehlo.")


def _titles(operation: operations.Operation) -> list[str]:
    """The titles of the regions of an operation."""
    op: Op | None = OPS.get(operation.name)
    names = [name for name, _ in op.regions] if op else []
    if len(names) == len(operation.regions):
        return names
    stem = names[0] if len(names) == 1 else "region"
    return [f"{stem} {index}" for index in range(len(operation.regions))]
