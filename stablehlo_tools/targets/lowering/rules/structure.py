"""Lowerings of the structure of a program: calls, branches, loops, tuples, annotations."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.ir.edit import clone_block, defining_op, inline, insert_before, replace_uses, users
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import referenced
from stablehlo_tools.ir.types import FutureType, TupleType, Type
from stablehlo_tools.ops.trip_count import trip_count_of
from stablehlo_tools.rewrite.inline import can_be_inlined
from stablehlo_tools.rewrite.refinement.folding import computed
from stablehlo_tools.targets.lowering.check import Claim
from stablehlo_tools.targets.lowering.declare import Subject, attribute_of, local, lowering
from stablehlo_tools.targets.lowering.draft import Draft, drop
from stablehlo_tools.targets.lowering.retyping import Parts, split_signature, split_values

_MOST_FOLDED = 1 << 16  # elements of a constant that is made

# -- functions --------------------------------------------------------------------------------------


def _is_call(operation: Operation) -> bool:
    return operation.name == "func.call"


@lowering(
    "no-calls",
    "structure",
    Subject(_is_call),
    why="Some consumers support only programs of one function.",
    needs="functions of one block that do not call themselves",
)
def _inline_calls(draft: Draft) -> int:
    """Inline calls, and remove private functions without uses."""
    declared = draft.module.declared
    count = 0
    while calls := [operation for operation in draft.operations() if can_be_inlined(operation, declared)]:
        for call in calls:
            inline(call, declared[callee_of(call)])
        count += len(calls)
    if count:
        _drop_unused(draft.module)
    return count


def _drop_unused(module: Module) -> None:
    """Leave out private functions that nothing refers to."""
    block = module.body
    while True:
        used = {name for function in module.functions for name in referenced(function)}
        operations = [
            operation
            for operation in block.operations
            if not isinstance(operation, Function) or not operation.is_private or operation.symbol in used
        ]
        if len(operations) == len(block.operations):
            return
        block.operations = operations


# -- branches and loops -----------------------------------------------------------------------------

local(
    "no-case",
    "structure",
    what="Replace each case by nested ifs; the last branch handles all other indices.",
    why="Some consumers support only branches on booleans.",
)


def _is_loop(operation: Operation) -> bool:
    return operation.name == "stablehlo.while"


def _is_counted(operation: Operation) -> bool:
    count = trip_count_of(operation) if _is_loop(operation) else None
    return count is not None and count.is_exact


@lowering(
    "no-while",
    "structure",
    Subject(_is_loop),
    why="Some consumers do not support loops, and others optimize straight-line code better.",
    needs="a known trip count of at most --unroll",
    on_request=True,
)
def _unroll(draft: Draft) -> int:
    """Unroll loops with a known trip count of at most --unroll."""
    loops = [operation for operation in draft.operations() if _is_counted(operation)]
    done = 0
    for loop in reversed(loops):  # inner ones first
        count = trip_count_of(loop)
        if count is None or count.most > draft.unroll or len(loop.regions[1].blocks) != 1:
            continue
        values = list(loop.operands)
        for _ in range(count.most):
            operations, values = clone_block(loop.regions[1].blocks[0], values)
            insert_before(operations, loop)
        replace_uses(dict(zip(loop.results, values, strict=True)), draft.module)
        drop(loop)
        done += 1
    return done


# -- asynchronous ops -------------------------------------------------------------------------------


def _has_future(operation: Operation) -> bool:
    return any(isinstance(type, FutureType) for type in operation.types)


@lowering(
    "no-async",
    "structure",
    Subject(_has_future),
    why="Asynchronous ops are new in version 1.15, and few consumers execute them asynchronously.",
    needs="async_start and async_done in one block",
)
def _synchronize(draft: Draft) -> int:
    """Replace pairs of async_start and async_done by the operation, where it starts."""
    done = 0
    for end in [operation for operation in draft.operations() if operation.name == "stablehlo.async_done"]:
        start = defining_op(end.operands[0], "stablehlo.async_start")
        if start is None or users(start.results[0]) != [end]:
            continue
        operations, values = clone_block(start.regions[0].blocks[0], start.operands)
        for operation in operations:
            operation.attributes = {**_discardable(start), **operation.attributes}
        insert_before(operations, start)
        replace_uses(dict(zip(end.results, values, strict=True)), draft.module)
        drop(end)
        drop(start)
        done += 1
    return done


def _discardable(operation: Operation) -> dict[str, Any]:
    return {name: value for name, value in operation.attributes.items() if "." in name}


# -- tuples -----------------------------------------------------------------------------------------


def _has_tuple(operation: Operation) -> bool:
    types = [*operation.types, *(value.type for block in operation.blocks for value in block.arguments)]
    return any(isinstance(type, TupleType) for type in types)


def _passes_tuple_outside(operation: Operation) -> bool:
    """Whether an operation takes tuples that mean something to somebody else."""
    return _has_tuple(operation) and operation.name in ("stablehlo.custom_call", "stablehlo.composite")


def _leaves(*types: Type) -> list[Type]:
    return [
        leaf for type in types for leaf in (_leaves(*type.types) if isinstance(type, TupleType) else [type])
    ]


@lowering(
    "no-tuples",
    "structure",
    Subject(_has_tuple, stops_at=_passes_tuple_outside),
    why="Few consumers support tuples: JAX and PyTorch do not emit them, but HLO uses them everywhere.",
    needs="no custom call that takes or returns a tuple",
    claim=lambda draft: Claim(is_exact=True, inputs=flat, results=flat),
)
def _untuple(draft: Draft) -> int:
    """Replace tuples, also in signatures of functions and regions, by their elements."""
    # all at once: a value of a tuple stands for the values of its elements, which `parts` has
    parts: Parts = {}
    count = sum(map(_has_tuple, draft.operations()))
    for operation in list(draft.module.walk()):
        for block in operation.blocks:
            block.arguments = split_values(block.arguments, block, _leaves, itertools.count, parts)
        if operation.name not in _TUPLE_OPS:
            operation.results = split_values(operation.results, operation, _leaves, itertools.count, parts)
            operation.template = None
        if isinstance(operation, Function):
            split_signature(operation, _leaves)
    for operation in list(draft.module.walk()):
        if operation.name in _TUPLE_OPS:
            continue
        operation.operands = [element for value in operation.operands for element in _elements(value, parts)]
        operation.successors = tuple(
            (block, [element for value in passed for element in _elements(value, parts)])
            for block, passed in operation.successors
        )
    for operation in [operation for operation in draft.module.walk() if operation.name in _TUPLE_OPS]:
        drop(operation)
    return count


_TUPLE_OPS = ("stablehlo.tuple", "stablehlo.get_tuple_element")


def _elements(value: Value, parts: Parts) -> Sequence[Value]:
    """The values that a value stands for."""
    owner = value.owner
    if value in parts:
        return parts[value]
    if isinstance(owner, Operation) and owner.name in _TUPLE_OPS:
        if (
            len(owner.operands) != 1
            or not isinstance(owner.operands[0].type, TupleType)
            or "index" not in owner.attributes
        ):
            return [element for operand in owner.operands for element in _elements(operand, parts)]
        (source,) = owner.operands
        assert isinstance(source.type, TupleType)
        index = attribute_of(owner, "index")
        assert isinstance(index, int)
        start = len(_leaves(*source.type.types[:index]))
        return _elements(source, parts)[start : start + len(_leaves(value.type))]
    return [value]


# -- annotations ------------------------------------------------------------------------------------

_SHARDINGS = ("mhlo.sharding", "sdy.sharding", "sdy.sharding_per_value", "mhlo.num_partitions")


def _is_of_shardy(operation: Operation) -> bool:
    return operation.name.startswith("sdy.")


def _has_sharding(operation: Operation) -> bool:
    return _is_of_shardy(operation) or any(
        name.startswith(_SHARDINGS) for holder in _dictionaries(operation) for name in holder
    )


def _dictionaries(operation: Operation) -> list[Any]:
    """The attributes of an operation, and of the arguments and results of a function."""
    outer = operation.attributes
    inner = [item for name in ("arg_attrs", "res_attrs") for item in outer.get(name) or ()]  # type: ignore[union-attr]
    return [outer, *inner] if isinstance(operation, Function) else [outer]


@lowering(
    "no-shardings",
    "structure",
    Subject(_has_sharding, takes_out=_is_of_shardy),
    why="Shardings have no effect in a program for one device, and few parsers support Shardy.",
    needs="no manual computation",
    on_request=True,
)
def _unshard(draft: Draft) -> int:
    """Remove shardings, meshes and Shardy's constraints."""
    operations = [operation for operation in draft.operations() if _has_sharding(operation)]
    done = 0
    for operation in operations:
        if _is_of_shardy(operation) and operation.regions:
            continue
        done += 1
        if not _is_of_shardy(operation):
            operation.attributes = _without(operation.attributes)
            operation.template = None
        else:
            replace_uses(dict(zip(operation.results, operation.operands, strict=False)), draft.module)
            drop(operation)
    return done


def _without(attributes: Any) -> dict[str, Any]:
    remaining = {name: value for name, value in attributes.items() if not name.startswith(_SHARDINGS)}
    for name in ("arg_attrs", "res_attrs"):
        if isinstance(remaining.get(name), tuple):
            remaining[name] = tuple(_without(entry) for entry in remaining[name])
            if not any(remaining[name]):
                del remaining[name]
    return remaining


# -- constants --------------------------------------------------------------------------------------


def _is_constant_expression(operation: Operation) -> bool:
    return bool(operation.operands) and computed(operation, _MOST_FOLDED) is not None


@lowering(
    "no-constant-expressions",
    "structure",
    Subject(_is_constant_expression),
    why="Results that depend on no input need not be computed again, and some ops require constants. "
    "Quotients and functions such as `exponential` are not folded: their last bits depend on the machine. "
    "Together with `no-calls`, constants that are passed to functions are folded as well.",
)
def _fold(draft: Draft) -> int:
    """Fold operations on constants that have no effects and round at most once."""
    done = 0
    for operation in list(draft.operations()):
        constant = computed(operation, _MOST_FOLDED) if operation.operands else None
        if constant is not None:
            insert_before([constant], operation)
            replace_uses(dict(zip(operation.results, constant.results, strict=True)), draft.module)
            drop(operation)
            done += 1
    return done
