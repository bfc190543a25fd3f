"""The inputs on which two programs are run: drawn at random, to take the paths that they are written for.

Integers are computed as in any run, so that only those that are tried are tested: numbers of all sizes,
unless they are indices or count iterations. Of such, great ones are out of bounds, and what a program does
then is seldom meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

import numpy as np

from stablehlo_tools.dataflow.fan_in import fan_ins
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.equivalence.tensors import is_float
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.random_values import distribution_of, generated_input, scaled
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Block, Function, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP
from stablehlo_tools.text.source_frames import module_of

# Of floats other than weights, for even and odd seeds: to take other paths.
_DISTRIBUTIONS: Final = (distribution_of("normal:1"), distribution_of("normal:4"))
_INTEGERS: Final = ("signed", "unsigned")
_SELECTING: Final = ("indices", "index", "sizes", "shape")  # in names of operands


def drawn(function: Function, seed: int, device: int, bounded: Mapping[int, str]) -> list[Array]:
    """Inputs of a function; integer arguments that are `bounded` are small.

    Raises `RunError` for a type of which no input can be drawn.
    """
    terms, made = fan_ins(module_of(function), function), []
    for index, type in enumerate(function.type.inputs):
        if _is_integer(type) and index not in bounded and (seed % 2 or type.static_shape):
            made.append(_of_all_sizes(type, np.random.default_rng((seed, device, index))))
            continue
        plain = _DISTRIBUTIONS[seed % len(_DISTRIBUTIONS)] if is_float(type) else None
        distribution = scaled(terms[index]) if index in terms and is_float(type) else plain
        try:
            made.append(generated_input(type, seed + (device << 20), index, distribution))
        except ValueError as error:
            raise RunError(unsupported(function, f"no input is drawn at random: {error}")) from None
    return made


def _is_integer(type: Type) -> TypeGuard[TensorType]:
    return isinstance(type, TensorType) and type.is_static and type.element_type.kind in _INTEGERS


def _of_all_sizes(type: TensorType, generator: np.random.Generator) -> Array:
    """Integers of all bit lengths, some of the least and the greatest of their type; a great scalar."""
    assert isinstance(type.element_type, ElementType)
    bits, shape = type.element_type.bits, type.static_shape
    high = np.uint64((1 << bits) - 1)
    top = np.uint64(1 << bits - 1 - (type.element_type.kind == "signed"))
    made = generator.integers(0, high, shape, np.uint64, endpoint=True)
    made = made >> generator.integers(0, bits, shape, np.uint64) if shape else (made & (top - 1)) | top
    edges = np.array([0, 1, high, high >> np.uint64(1), (high >> np.uint64(1)) + np.uint64(1)], np.uint64)
    made = np.where(generator.random(shape) < (1 / 8 if shape else 0), generator.choice(edges, shape), made)
    if type.element_type.kind == "unsigned":
        return np.asarray(made.astype(dtype_of(type.element_type)))
    made = np.where(generator.random(shape) < 1 / 2, made, (~made + np.uint64(1)) & high)
    extended = made << np.uint64(64 - bits)  # its sign is that of 64 bits
    return np.asarray((extended.view(np.int64) >> np.int64(64 - bits)).astype(dtype_of(type.element_type)))


def tested_integers(function: Function, bounded: Mapping[int, str], seeds: Sequence[int]) -> Iterator[str]:
    """What is known of arguments that are integers or booleans: which of them are tried."""
    which = defaultdict(list)
    for index, type in enumerate(function.type.inputs):
        if is_float(type) or not isinstance(type, TensorType) or type.element_type.kind == "complex":
            continue
        if type.element_type.kind == "boolean":
            which["booleans are tested, not proved"].append(index)
        elif index in bounded:
            which[f"integers from 0 to 9 are tested, not proved: {bounded[index]}"].append(index)
        elif type.shape:
            which["integers of all sizes are tested, not proved"].append(index)
        else:
            more = "and a great one " if any(seed % 2 for seed in seeds) else "only "
            which[f"an integer from 0 to 9 {more}is tested, not proved"].append(index)
    for words, arguments in which.items():
        yield f"argument{'s' * (len(arguments) > 1)} {', '.join(map(str, arguments))}: {words}"


def bounded_arguments(function: Function) -> dict[int, str]:
    """The integer arguments that select elements or count iterations, with why."""
    index = ModuleIndex(module_of(function))
    callers = {
        name: [each for each in found if index.callee(each)] for name, found in index.references.items()
    }
    found = {}
    for number, (argument, type) in enumerate(zip(function.arguments, function.type.inputs, strict=True)):
        reason = _reason(argument, index, callers) if _is_integer(type) else ""
        if reason:
            found[number] = reason
    return found


def _reason(argument: Value, index: ModuleIndex, callers: Mapping[str, Sequence[Operation]]) -> str:
    """Why an integer is bounded, from the ops that it reaches through integers and booleans; or nothing."""
    waiting, seen = [argument], set[Value]()
    while waiting:
        value = waiting.pop()
        if value in seen or is_float(value.type):
            continue
        seen.add(value)
        for user in index.uses.get(value, ()):
            places = [place for place, each in enumerate(user.operands) if each is value]
            if any(_selects(user, place) for place in places):
                return f"they are indices of {user.name}"
            if _decides_loop(user, value):
                return "they decide how often a loop is executed"
            for place in places:
                waiting += _reached(user, place, index, callers)
    return ""


def _selects(user: Operation, place: int) -> bool:
    """Whether an operand says which elements an op takes, or which branch."""
    op = OPS.get(user.name)
    if op is None or not op.operands:
        return False
    groups = operand_groups(op, user, list(range(len(user.operands))))
    names = [
        operand.name
        for operand, group in zip(op.operands, groups, strict=False)
        if place == group or (isinstance(group, tuple) and place in group)
    ]
    return any(part in name for name in names for part in _SELECTING)


def _decides_loop(user: Operation, value: Value) -> bool:
    loop = user.parent
    is_condition = loop is not None and loop.name == LOOP and user.block is loop.regions[0].blocks[0]
    return is_condition and loop is not None and user is loop.regions[0].blocks[0].operations[-1]


def _reached(
    user: Operation, place: int, index: ModuleIndex, callers: Mapping[str, Sequence[Operation]]
) -> Iterator[Value]:
    """The values that depend on an operand of an operation."""
    parent, callee = user.parent, index.callee(user)
    if callee is not None and callee.body is not None:
        yield from callee.body.arguments[place : place + 1]
    elif user.regions:
        for region in user.regions:
            yield from (each for each in region.blocks[0].arguments)
        yield from user.results
    elif not user.results and isinstance(parent, Function):
        for call in callers.get(parent.symbol, ()):
            yield from call.results[place : place + 1]
    elif not user.results and parent is not None:
        yield from parent.results[place : place + 1] if parent.name in (LOOP, *BRANCHES) else parent.results
        if parent.name == LOOP:
            yield from (block.arguments[place] for region in parent.regions for block in _with(region, place))
    else:
        yield from user.results


def _with(region: Any, place: int) -> list[Block]:
    """The blocks of a region that have so many arguments."""
    return [block for block in region.blocks if place < len(block.arguments)]
