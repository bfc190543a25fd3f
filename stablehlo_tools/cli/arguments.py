"""Which array on the command line is for which argument or result, and arguments made up."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import Any

import click
import numpy.typing as npt

from stablehlo_tools.cli.arrays import Given, as_type, read_file, read_input
from stablehlo_tools.cli.execution import Target
from stablehlo_tools.cli.outcome import DoesNotFit, plural
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.interpret.inputs import check_input, generated_input, positions_by_name
from stablehlo_tools.ir.constants import UnsupportedType, dtype_of
from stablehlo_tools.ir.operations import Function, Module, Value, argument_names
from stablehlo_tools.ir.types import TensorType, TokenType, Type

Array = npt.NDArray[Any]


def bind(target: Target, given: Sequence[Given], seed: int | None) -> list[list[Array]]:
    """For each process, an array for each argument; those not given are made up from `seed` if there is one.

    Names are claimed first; what has no name goes to the remaining arguments in order.
    """
    arguments = target.function.arguments
    types = [argument.type for argument in arguments]
    _require_dtypes(target, types)
    names = [list(_names(target.module, argument)) for argument in arguments]
    takers = [index for index, type in enumerate(types) if not isinstance(type, TokenType)]
    bound = match(given, [names[index] for index in takers], "argument")
    arrays: dict[int, Any] = dict.fromkeys(set(range(len(types))).difference(takers))  # a token is None
    arrays |= {takers[place]: as_type(entry.array, types[takers[place]]) for place, entry in bound.items()}
    if seed is not None:
        arrays |= {
            index: _made_up(_of_all(types[index], target.num_processes), seed, index)
            for index in takers
            if index not in arrays
        }
    missing = [index for index in range(len(arguments)) if index not in arrays]
    if missing:
        raise DoesNotFit(_missing(target, missing, names))
    count = target.num_processes
    values = [
        [_of_process(arrays[index], type, number, count) for index, type in enumerate(types)]
        for number in range(count)
    ]
    origins = {takers[place]: entry for place, entry in bound.items()}
    for each in values:
        found = (_unfit(target.function, index, x, origins.get(index)) for index, x in enumerate(each))
        errors = [error for error in found if error is not None]
        if errors:
            raise DoesNotFit(*errors)
    return values


def _unfit(function: Function, index: int, value: Any, given: Given | None) -> Diagnostic | None:
    """What is wrong with an argument, and where it comes from."""
    error = check_input(function, index, value)
    if error is None or given is None:
        return error
    if given.is_literal:
        helps: tuple[str, ...] = (f"write the elements behind `{function.type.inputs[index]}=`",)
        return dataclasses.replace(error, notes=(f"it is the literal {given.origin}",), helps=helps)
    return dataclasses.replace(error, notes=(f"it comes from {given.origin}",))


_SMALL = 1 << 20  # bytes that are read in any case: that they do not fit can be said better then


def read(target: Target, inputs: Sequence[str]) -> list[Given]:
    """The arrays that the values of --inputs stand for."""
    most = _most_bytes(target, target.function.type.inputs)
    return [array for text in inputs for array in read_input(text, most)]


def read_expected(target: Target, paths: Sequence[str]) -> list[Given]:
    """The arrays of files that hold what the results should be."""
    most = _most_bytes(target, target.function.type.results)
    return [array for path in paths for array in read_file(path, most)]


def _most_bytes(target: Target, types: Sequence[Type]) -> float:
    """How many bytes an array can have that is of one of these types, or one of such for each process."""
    return max((target.num_processes * _bytes(type) for type in types), default=0) + _SMALL


def _bytes(type: Type) -> float:
    if not isinstance(type, TensorType) or not type.is_static:
        return 0 if isinstance(type, TokenType) else math.inf
    try:
        return math.prod(type.static_shape) * dtype_of(type.element_type).itemsize
    except UnsupportedType:
        return math.inf


def _of_all(type: Type, count: int) -> Type:
    """The type of an array with a value for each process."""
    if count == 1 or not isinstance(type, TensorType) or not type.is_static:
        return type
    return TensorType((count, *type.static_shape), type.element_type)


def _of_process(array: Any, type: Type, number: int, count: int) -> Any:
    """What one process gets: its element of an array with one more dimension, else the array itself."""
    if count == 1 or not isinstance(type, TensorType) or type.shape is None:
        return array
    return array[number] if array.ndim == type.rank + 1 and len(array) == count else array


def _require_dtypes(target: Target, types: Sequence[Type]) -> None:
    for index, type in enumerate(types):
        if isinstance(type, TensorType):
            try:
                dtype_of(type.element_type)
            except UnsupportedType as error:
                message = f"argument {index} is a {type}: {error}"
                span = target.function.span
                raise RunError(Diagnostic("unsupported_type", message, span, unsupported=True)) from None


def _missing(target: Target, missing: Sequence[int], names: Sequence[Sequence[str]]) -> Diagnostic:
    arguments = target.function.arguments
    return Diagnostic(
        "missing_input",
        f"@{target.function.symbol} takes {plural(len(arguments), 'input')}, and {len(missing)} of them "
        f"{'is' if len(missing) == 1 else 'are'} not given",
        None,
        notes=tuple(f"argument {index}, {names[index][-1]}: {arguments[index].type}" for index in missing),
        helps=("--inputs gives them, --random makes them up",),
    )


def _names(module: Module, argument: Value) -> Iterator[str]:
    """What an argument may be called, the best name last."""
    yield f"arr_{argument.index}"  # what np.savez calls an array without a name
    yield from argument_names(module, argument)


def match(
    given: Sequence[Given], names: Sequence[Sequence[str]], what: str, *, by_name: bool = False
) -> dict[int, Given]:
    """Which argument or result each given array is for.

    Files with names of their own, none of them known, are taken in order unless it must be `by_name`; but
    where one array is given and one is wanted, there is no doubt.
    """
    known = positions_by_name(names)
    is_foreign = all(entry.is_stored and entry.name not in known for entry in given)
    if is_foreign and len(given) == len(names) and (len(names) == 1 or not by_name):
        given = [entry._replace(name=None) for entry in given]
    bound: dict[int, Given] = {}
    for entry in given:
        if entry.name is None:
            continue
        if entry.name not in known:
            called = ", ".join(candidates[-1] for candidates in names) or "none"
            raise click.UsageError(f"{entry.origin}: no {what} is called {entry.name!r}; there are: {called}")
        index = known[entry.name]
        if index in bound:
            called = names[index][-1]
            raise click.UsageError(
                f"{entry.origin}: {what} {called} is already given by {bound[index].origin}"
            )
        bound[index] = entry
    free = [index for index in range(len(names)) if index not in bound]
    unnamed = [entry for entry in given if entry.name is None]
    if len(unnamed) > len(free):
        surplus, count = unnamed[len(free)].origin, plural(len(names), what)
        raise click.UsageError(f"{surplus}: one array too many, there is room for {count}")
    return bound | dict(zip(free, unnamed, strict=False))


def _made_up(type: Type, seed: int, index: int) -> Array:
    try:
        return generated_input(type, seed, index)
    except ValueError as error:
        message = f"--random cannot make up {error}: give argument {index} with --inputs"
        raise click.UsageError(message) from None
    except MemoryError:
        raise click.UsageError(f"--random: argument {index}, {type}, does not fit in memory") from None
