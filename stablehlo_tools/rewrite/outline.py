"""Outlines the operations that values are computed by, or a region, into a function."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.clone import append, clone, clone_region, create_replacement, new_body
from stablehlo_tools.ir.edit import captured_values, insert_before, read_by, replace_uses
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Region, Value
from stablehlo_tools.rewrite.dce import Effects, drop_dead


def outline(
    values: Sequence[Value], name: str, given: Collection[Value] = ()
) -> tuple[Function, list[Value]]:
    """A function that computes values, and the operands to call it with.

    Its arguments are the values of `given` that it needs, in their order, and then the arguments of enclosing
    blocks. All other operations are copied into it, so that their effects occur twice.
    """
    needed, free = computed_by(values, frozenset(given))
    ranks = {value: rank for rank, value in enumerate(given)}
    operands = sorted(free, key=lambda value: (ranks.get(value, len(ranks)), *_place(value)))
    return function_of(needed, operands, values, name), operands


def function_of(
    operations: Sequence[Operation], arguments: Sequence[Value], returned: Sequence[Value], name: str
) -> Function:
    """A function that executes copies of operations on arguments like these values, and returns others."""
    function, body = begin_function(arguments)
    mapping = dict(zip(arguments, body.arguments, strict=True))
    for operation in operations:
        append(clone(operation, mapping), body)
    return end_function(function, name, [mapping[value] for value in returned])


def begin_function(arguments: Sequence[Value]) -> tuple[Function, Block]:
    """A function with arguments like these values, and its body, which is empty."""
    function = Function("func.func", [], {})
    body = new_body(function)
    body.arguments = _arguments(body, arguments)
    function.regions = (body.region,)
    return function, body


def end_function(function: Function, name: str, returned: Sequence[Value]) -> Function:
    """Terminate a function with the values that it returns, and name it."""
    assert function.body is not None
    append(Operation("func.return", list(returned), {}), function.body)
    return _named(function, name)


def outline_into(module: Module, values: Sequence[Value], name: str, given: Collection[Value]) -> Function:
    """Replace the operations that compute values by a call of a new private function, which is returned.

    Raises ValueError if the values are not results in one block, if what they need of `given` is computed
    after one of them, if an operation has effects, or if the name is in use.
    """
    functions = module.declared
    if name in functions:
        raise ValueError(f"the module already has a function @{name}")
    function, operands = outline(values, name, given)
    _require_no_effects(function, functions)
    function.attributes = {**function.attributes, "sym_visibility": "private"}
    first = _first_of(values, operands)
    call = Operation("func.call", operands, {"callee": Symbol((name,))}, location=first.location)
    call.results = [Value(value.type, value.name, call, index) for index, value in enumerate(values)]
    insert_before([call], first)
    block, scope = first.block, first.parent
    assert block is not None
    assert scope is not None
    replace_uses(dict(zip(values, call.results, strict=True)), scope)
    append(function, module.body)
    drop_dead(block, {**functions, name: function})
    return function


def _require_no_effects(function: Function, functions: Mapping[str, Function]) -> None:
    assert function.body is not None
    effects = Effects(functions)
    for operation in function.body.operations[:-1]:
        if effects.has_effects(operation):
            raise ValueError(f"{operation.name} has effects, which would occur twice")


def _first_of(values: Sequence[Value], operands: Sequence[Value]) -> Operation:
    """The first operation that computes one of the values, after all that compute the operands."""
    owners = [value.owner for value in values]
    block = owners[0].block if isinstance(owners[0], Operation) else None
    if block is None or any(isinstance(owner, Block) or owner.block is not block for owner in owners):
        raise ValueError("the values are not results of operations in one block")
    places = {operation: place for place, operation in enumerate(block.operations)}
    first = min(places[owner] for owner in owners if isinstance(owner, Operation))
    for operand in operands:
        if isinstance(operand.owner, Operation) and places.get(operand.owner, -1) >= first:
            raise ValueError(f"{operand.name} is computed after {block.operations[first].results[0].name}")
    return block.operations[first]


def outline_region(region: Region, name: str) -> tuple[Function, list[Value]]:
    """A function that executes a region once, such as an iteration of a loop, and its operands.

    Its arguments are those of the region, and then the values from outside that the region uses; it returns
    what the region returns. Raises ValueError for a region of several blocks.
    """
    if len(region.blocks) != 1:
        raise ValueError(f"a region of {region.operation.name} does not have exactly one block")
    captured = list(dict.fromkeys(captured_values(region)))
    function = Function("func.func", [], {})
    mapping: dict[Value, Value] = {}
    copy = clone_region(region, function, mapping)
    body = copy.blocks[0]
    added = _arguments(body, captured)
    body.arguments += added
    outside = dict(zip(captured, added, strict=True))
    end = body.operations.pop()
    append(create_replacement(end, "func.return", end.operands, {}), body)
    function.regions = (copy,)
    replace_uses(outside, function)
    return _named(function, name), [*region.blocks[0].arguments, *captured]


def _arguments(block: Block, values: Sequence[Value]) -> list[Value]:
    first = len(block.arguments)
    return [Value(value.type, value.name, block, first + index) for index, value in enumerate(values)]


def _named(function: Function, name: str) -> Function:
    """Give a function its name, and the type that its body says."""
    function.attributes = {"sym_name": name}
    function.type = function.regions[0].blocks[0].signature
    return function


def computed_by(values: Sequence[Value], given: Container[Value]) -> tuple[list[Operation], list[Value]]:
    """The backward slice of values: its operations in topological order, and its free values.

    These are the values of `given` that it needs, and arguments of the enclosing blocks.
    """
    needed: dict[Operation, None] = {}
    free: dict[Value, None] = {}
    pending: list[tuple[Value, bool]] = [(value, False) for value in reversed(values)]
    while pending:
        value, is_done = pending.pop()
        owner = value.owner
        if value in given or isinstance(owner, Block):
            free[value] = None
        elif is_done:
            needed[owner] = None
        elif owner not in needed:
            pending.append((value, True))
            pending += [(read, False) for read in reversed(list(dict.fromkeys(used_values(owner))))]
    return list(needed), list(free)


def used_values(operation: Operation) -> Iterator[Value]:
    """The values that an operation and its regions use and do not define."""
    yield from read_by(operation)
    for region in operation.regions:
        yield from captured_values(region)


def _place(value: Value) -> tuple[int, int]:
    """The sort key of arguments: those of outer blocks first."""
    return len(value.holder.ancestors), value.index
