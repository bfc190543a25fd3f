"""Edits programs in place: replaces values, sets attributes, moves and erases operations, inlines calls.

The users of a value are read off the program on request, so that they are never out of date.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.attributes import Attribute, FrozenAttributes, TypeAttribute
from stablehlo_tools.ir.clone import AnyOperation, clone
from stablehlo_tools.ir.operations import Block, Function, Operation, Region, Value
from stablehlo_tools.ir.types import FunctionType, Type


def expect(kind: type[object], value: object) -> None:
    """Raise TypeError unless a value is of a kind."""
    if not isinstance(value, kind):
        raise TypeError(f"expected ir.{kind.__name__}, found {value!r}")


def copy(operation: AnyOperation, values: MutableMapping[Value, Value] | None = None) -> AnyOperation:
    """A copy of an operation whose operands are mapped by `values`, to which it adds its results."""
    expect(Operation, operation)
    return clone(operation, values)


def require_types(function: Function, operands: Sequence[Value]) -> None:
    """Raise ValueError for operands of other types than a function takes."""
    expect(Function, function)
    types = tuple(value.type for value in operands)
    if types != function.type.inputs:
        raise ValueError(f"@{function.symbol} takes {function.type}, found ({', '.join(map(str, types))})")


def replace_all_uses(value: Value, new: Value, *, keep: Collection[Operation] = ()) -> None:
    """Replace all uses of a value, except in operations to `keep`, by one that dominates them.

    Raises ValueError for values of different functions.
    """
    scope = _scope_of(value)
    if _scope_of(new) is not scope:
        raise ValueError(f"{new!r} is not visible where {value!r} is used")
    saved = [(user, list(user.operands), user.successors, user.template) for user in keep]
    if new is not value:
        replace_uses({value: new}, scope)
    for operation, operands, successors, template in saved:
        operation.operands, operation.successors, operation.template = operands, successors, template


def replace(operation: Operation, *new: Value) -> None:
    """Replace the results of an operation by new values, one for each, and erase it.

    Raises ValueError for another number of values, and for one that is computed from its results.
    """
    expect(Operation, operation)
    if len(new) != len(operation.results):
        raise ValueError(f"{operation!r} has {plural(len(operation.results), 'result')}, not {len(new)}")
    for value in new:
        expect(Value, value)
        needed = value.owner.operands if isinstance(value.owner, Operation) else []
        if any(old is value or old in needed for old in operation.results):
            raise ValueError(
                f"{value!r} needs {operation!r}: use ir.replace_all_uses(value, new, keep=[...])"
            )
    for old, value in zip(operation.results, new, strict=True):
        replace_all_uses(old, value)
        value.given_name = value.given_name or old.given_name
    erase(operation)


def set_attributes(operation: Operation, attributes: Mapping[str, Attribute | None]) -> None:
    """Give an operation these attributes, under MLIR's names, and remove the ones that are None."""
    for name, value in attributes.items():
        if type(value) in (int, float, list) or hasattr(value, "dtype"):
            raise TypeError(f"{name}: expected an attribute, found {value!r}: use ir.parse_attribute")
    changed = {**operation.attributes, **attributes}
    operation.attributes = FrozenAttributes(
        {name: attribute for name, attribute in changed.items() if attribute is not None}
    )
    operation.template = None


def set_type(value: Value, type: Type) -> None:
    """Give a value another type. Types that depend on it, such as those of results, are not changed."""
    if isinstance(type, str):
        raise TypeError(f"expected a type, found {type!r}: use ir.parse_type")
    value.type = type
    for operation in (*users(value), *([value.owner] if isinstance(value.owner, Operation) else [])):
        operation.template = None


def set_signature(function: Function) -> None:
    """Set the declared type of a function to the types of its arguments and of the values it returns.

    New arguments and results have no attributes. Raises ValueError without a `return`.
    """
    expect(Function, function)
    ends = (operation for block in function.regions[0].blocks for operation in block.operations[-1:])
    values = next((end.operands for end in ends if end.name == "func.return"), None)
    if values is None:
        raise ValueError(f"@{function.symbol} returns nowhere")
    inputs = tuple(value.type for value in function.arguments)
    type = FunctionType(inputs, tuple(value.type for value in values))
    changed: dict[str, Attribute | None] = {"function_type": TypeAttribute(type)}
    for name, count in (("arg_attrs", len(type.inputs)), ("res_attrs", len(type.results))):
        existing = function.attributes.get(name)
        if isinstance(existing, tuple):
            changed[name] = (*existing[:count], *({} for _ in range(count - len(existing))))
    set_attributes(function, changed)


def move(operations: Sequence[Operation], before: Operation) -> None:
    """Move operations, from wherever they are, to before another one, in this order.

    Raises ValueError where one of them would be in itself, or before itself.
    """
    _block_of(before)
    for around in (before, *before.ancestors):
        if around in operations:
            raise ValueError(f"{around!r} cannot be moved to before itself, or into itself")
    for operation in operations:
        if operation.block is not None:
            del operation.block.operations[_index_of(operation.block, operation)]
    insert_before(operations, before)


def splice(function: Function, operands: Sequence[Value], before: Operation) -> list[Value]:
    """Insert a copy of the body of a function, of this or another module; the values that it returns.

    Raises ValueError for operands of other types than the function takes, and for several blocks.
    """
    require_types(function, operands)
    operations, returned = clone_body(function, operands)
    insert_before(operations, before)
    return returned


class Use(NamedTuple):
    """A use of a value: operand `number` of an operation; None if it passes the value to a successor."""

    operation: Operation
    number: int | None


def uses(value: Value) -> list[Use]:
    """The uses of a value, in order."""
    all_uses: list[Use] = []
    for operation in users(value):
        operands = [Use(operation, i) for i, operand in enumerate(operation.operands) if operand is value]
        all_uses += operands or [Use(operation, None)]
    return all_uses


def is_outdated(operation: Operation) -> bool:
    """Whether an operation has changed since it was read.

    Verdicts and printed texts are cached by the text of an operation, which has its attributes and types.
    """
    template = operation.template
    return template is not None and (
        tuple([value.type for value in operation.operands]) != template.operand_types
        or tuple([value.type for value in operation.results]) != template.result_types
        or (operation.attributes is not template.attributes and template.symbol < 0)
    )


def replace_uses(values: Mapping[Value, Value], within: Operation) -> None:
    """Replace the uses of values in an operation and its regions. Replacements may be replaced in turn."""
    for operation in within.walk():
        if any(value in values for value in operation.operands):
            new = [_resolve(value, values) for value in operation.operands]
            if any(a.type != b.type for a, b in zip(operation.operands, new, strict=True)):
                operation.template = None  # its types are those of the text
            operation.operands = new
        if any(value in values for _, passed in operation.successors for value in passed):
            operation.successors = tuple(
                (block, [_resolve(value, values) for value in passed])
                for block, passed in operation.successors
            )


def _resolve(value: Value, values: Mapping[Value, Value]) -> Value:
    while value in values:
        value = values[value]
    return value


def _scope_of(value: Value) -> Operation:
    """The function that contains a value, or else the outermost operation."""
    expect(Value, value)
    return value.holder.enclosing(Function) or value.holder.root


def users(value: Value) -> list[Operation]:
    """The users of a value: the operations with it as an operand, in order."""
    return [operation for operation in _scope_of(value).walk() if value in read_by(operation)]


def defining_op(value: Value, name: str) -> Operation | None:
    """The operation that defines a value, if it has this name."""
    owner = value.owner
    return owner if isinstance(owner, Operation) and owner.name == name else None


def captured_values(region: Region) -> Iterator[Value]:
    """The values that a region uses and does not define."""
    operations = [inner for block in region.blocks for outer in block.operations for inner in outer.walk()]
    inside = {argument for block in region.blocks for argument in block.arguments}
    inside.update(*map(defined_by, operations))
    for inner in operations:
        yield from (value for value in read_by(inner) if value not in inside)


def defined_by(operation: Operation) -> Iterator[Value]:
    """The results of an operation, and the arguments of its blocks."""
    yield from operation.results
    for block in operation.blocks:
        yield from block.arguments


def read_by(operation: Operation) -> Sequence[Value]:
    """The operands of an operation, and the values that it passes to other blocks."""
    if not operation.successors:
        return operation.operands
    return [*operation.operands, *(value for _, passed in operation.successors for value in passed)]


def set_arguments(block: Block, arguments: Sequence[Value]) -> None:
    """Give a block these arguments, in this order."""
    block.arguments = [*arguments]
    for index, argument in enumerate(block.arguments):
        argument.index = index


def insert_before(operations: Sequence[Operation], before: Operation) -> None:
    """Insert operations before another one, in its block."""
    block = _block_of(before)
    index = _index_of(block, before)
    for operation in operations:
        operation.block = block
    block.operations[index:index] = operations


def erase(operation: Operation) -> None:
    """Remove an operation from its block. Raises ValueError if it is in none, or a result has uses."""
    expect(Operation, operation)
    block = _block_of(operation)
    used = next((value for value in operation.results if users(value)), None)
    if used is not None:
        raise ValueError(f"{used!r} is used by {users(used)[0]!r}")
    del block.operations[_index_of(block, operation)]
    operation.block = None


def _block_of(operation: Operation) -> Block:
    if operation.block is None:
        raise ValueError(f"{operation!r} is not in a block")
    return operation.block


def _index_of(block: Block, operation: Operation) -> int:
    return next(index for index, candidate in enumerate(block.operations) if candidate is operation)


def inline(call: Operation, function: Function) -> list[Operation]:
    """Replace a call by the body of the function. Return the inlined operations.

    Raises ValueError for a function with several blocks, or of another type.
    """
    require_types(function, call.operands)
    if tuple(value.type for value in call.results) != function.type.results:
        raise ValueError(f"{call!r} is not a call of @{function.symbol}{function.type}")
    operations, returned = clone_body(function, call.operands)
    insert_before(operations, call)
    replace_uses(dict(zip(call.results, returned, strict=True)), _outermost(call))
    erase(call)
    return operations


def _outermost(operation: Operation) -> Operation:
    return _scope_of(operation.results[0]) if operation.results else operation


def clone_body(function: Function, operands: Sequence[Value]) -> tuple[list[Operation], list[Value]]:
    """A copy of a function's operations with these operands, and the values that it returns.

    Raises ValueError for a function with several blocks.
    """
    if function.body is None or not function.is_block:
        raise ValueError(f"@{function.symbol} does not have exactly one block")
    return clone_block(function.body, operands)


def clone_block(block: Block, operands: Sequence[Value]) -> tuple[list[Operation], list[Value]]:
    """A copy of the operations of a block with these operands, and the values that it returns."""
    values = dict(zip(block.arguments, operands, strict=True))
    *inside, end = block.operations
    copies = [clone(operation, values) for operation in inside]
    return copies, [values.get(value, value) for value in end.operands]
