"""Binds arrays of the command line to arguments and results, and generates missing inputs."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from stablehlo_tools.cli.inputs.arrays import InputArray, read_file, read_input
from stablehlo_tools.cli.inputs.cases import result_in
from stablehlo_tools.cli.inputs.random_inputs import Random, distributions_of, generate, types_of
from stablehlo_tools.cli.outcome import DoesNotFit, fitting
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import listed, plural, verb
from stablehlo_tools.interpret.checks.inputs import (
    MISSING_INPUT,
    UNSUPPORTED_TYPE,
    Arguments,
    check_input,
    interface_of,
    positions_by_name,
    stored_arguments,
)
from stablehlo_tools.ir.arrays import Array, admits, dtype_of
from stablehlo_tools.ir.interface import platform_indices
from stablehlo_tools.ir.operations import Function, Module, argument_names
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import TensorType, TokenType, Type, brief


class Callee(NamedTuple):
    """A function of a module that arrays are bound to, and the number of its processes."""

    module: Module
    function: Function
    num_processes: int = 1


def bind(callee: Callee, provided: Sequence[InputArray], random: Random | None) -> list[list[Array]]:
    """The arrays of each process, one per argument; missing ones are generated as `random` specifies.

    Named arrays are bound first, unnamed ones to the remaining arguments in order.
    """
    arguments = callee.function.arguments
    types = [argument.type for argument in arguments]
    _require_dtypes(callee, types)
    names = [argument_names(callee.module, argument) for argument in arguments]
    order = _parameters(callee.function, provided)
    called = [
        # `np.savez` calls unnamed arrays arr_0, arr_1 and so on
        [*([f"arr_{place}"] * parameter.is_in_order), *(parameter.names or names[parameter.arguments[0]])]
        for place, parameter in enumerate(order)
    ]
    bound = match(
        provided, called, "argument", count_in_order=sum(parameter.is_in_order for parameter in order)
    )
    origins = {index: entry for place, entry in bound.items() for index in order[place].arguments}
    tokens = (index for index, type in enumerate(types) if isinstance(type, TokenType))
    arrays: dict[int, Any] = dict.fromkeys(tokens)  # a token is None
    arrays |= {index: entry.as_type(types[index]) for index, entry in origins.items()}
    with fitting(RunError):
        stored = stored_arguments(callee.function, arrays)
    missing = [index for index in range(len(types)) if index not in arrays and index not in stored]
    if random is not None:
        arrays |= _generated(callee, random, missing, arrays, names)
    elif missing:
        raise DoesNotFit(_missing_inputs(callee, missing, names))
    count = callee.num_processes
    values: list[list[Array]] = [
        Arguments(
            stored[index] if index in stored else _array_of_process(arrays[index], type, number, count)
            for index, type in enumerate(types)
        )
        for number in range(count)
    ]
    for inputs in values:
        checks = (_mismatch(callee.function, index, x, origins.get(index)) for index, x in enumerate(inputs))
        errors = [error for error in checks if error is not None]
        if errors:
            raise DoesNotFit(*errors)
    return values


def _generated(
    callee: Callee,
    random: Random,
    indices: Sequence[int],
    arrays: Mapping[int, Any],
    names: Sequence[Sequence[str]],
) -> dict[int, Array]:
    """Random arrays for the arguments at these indices."""
    types = types_of(callee.module, callee.function, random, arrays)
    distributions = distributions_of(callee.module, callee.function, names, random)
    interface, count = interface_of(callee.function), callee.num_processes
    symbols = interface.symbols if interface else ()
    return {
        index: generate(
            _type_for_processes(types[index], count), random.seed, index, distributions.get(index), symbols
        )
        for index in indices
    }


class _Parameter(NamedTuple):
    """The arguments set by one array: by one of these names or, without any, by those of the argument."""

    arguments: Sequence[int]
    names: Sequence[str] = ()
    is_in_order: bool = True


def _parameters(function: Function, provided: Sequence[InputArray]) -> list[_Parameter]:
    """The parameters, in order; last the weights beside the program, which are set by name only."""
    interface, types = interface_of(function), function.type.inputs
    if interface is None:
        return [_Parameter([index]) for index, type in enumerate(types) if not isinstance(type, TokenType)]
    unnamed = sum(entry.name is None or entry.is_stored for entry in provided)
    inputs = interface.in_order(unnamed)
    parameters = [_Parameter(input.arguments, () if input.arguments else [input.name]) for input in inputs]
    unused = [input for input in interface.inputs if input not in inputs]
    parameters += [_Parameter((), [input.name], is_in_order=False) for input in unused]
    return parameters + [_Parameter([index], is_in_order=False) for index in interface.stored]


def _mismatch(function: Function, index: int, value: Any, entry: InputArray | None) -> Diagnostic | None:
    """The error for an argument of the wrong type, with its origin; None if it fits."""
    error = check_input(function, index, value)
    if error is None or entry is None:
        return error
    if entry.is_literal:
        type = brief(function.type.inputs[index])  # a shell would take `<` for a redirection
        helps: tuple[str, ...] = (f"write the elements after `{type}=`",)
        return dataclasses.replace(error, notes=(f"given by the literal `{entry.origin}`",), helps=helps)
    note, declared = f"given by {entry.origin}", function.type.inputs[index]
    if entry.is_untyped and isinstance(declared, TensorType) and admits(declared, value.shape):
        note += f", which has a number that {declared.element_type} cannot represent"
        error = dataclasses.replace(error, helps=())  # how to convert arrays in Python
    return dataclasses.replace(error, notes=(note,))


_MAX_LISTED = 8  # names


def _foreign(arrays: Sequence[InputArray], names: Sequence[Sequence[str]], kind: str) -> str:
    """The message for arrays without the name of any argument or result."""
    origin = arrays[0].origin.partition(" of ")[2] or arrays[0].origin
    theirs = listed([entry.name for entry in arrays], _MAX_LISTED)
    ours = listed([aliases[-1] for aliases in names], _MAX_LISTED)
    return (
        f"{origin}: expected arrays with the names of {kind}s ({ours}), found {theirs}. "
        "Rename the arrays, or name them arr_0, arr_1 ..., as `np.savez` does, to pass them in order"
    )


# Bytes; smaller arrays are always read, since the error for a wrong shape is more helpful.
_ALWAYS_READ = 1 << 20


def read(callee: Callee, inputs: Sequence[str]) -> list[InputArray]:
    """The arrays given by the values of --inputs."""
    max_bytes = _max_bytes(callee, callee.function.type.inputs)
    return [array for text in inputs for array in read_input(text, max_bytes)]


def read_expected(callee: Callee, paths: Sequence[str]) -> list[InputArray]:
    """The arrays in files of expected results."""
    max_bytes = _max_bytes(callee, callee.function.type.results)
    files = (result_in(path) or read_file(path, max_bytes) for path in paths)
    return [array for arrays in files for array in arrays]


def _max_bytes(callee: Callee, types: Sequence[Type]) -> float:
    """The maximum size in bytes of an array of one of these types, with an element for each process."""
    return max((callee.num_processes * _bytes(type) for type in types), default=0) + _ALWAYS_READ


def _bytes(type: Type) -> float:
    if not isinstance(type, TensorType) or not type.is_static:
        return 0 if isinstance(type, TokenType) else math.inf
    try:
        return math.prod(type.static_shape) * dtype_of(type.element_type).itemsize
    except UnsupportedType:
        return math.inf


def _type_for_processes(type: Type, count: int) -> Type:
    """The type of an array with a value for each process."""
    if count == 1 or not isinstance(type, TensorType) or not type.is_static:
        return type
    return TensorType((count, *type.static_shape), type.element_type)


def _array_of_process(array: Any, type: Type, number: int, count: int) -> Any:
    """The array of one process: its slice of an array with an additional dimension, or the array itself."""
    if count == 1 or not isinstance(type, TensorType) or type.shape is None:
        return array
    return array[number] if array.ndim == type.rank + 1 and len(array) == count else array


def _require_dtypes(callee: Callee, types: Sequence[Type]) -> None:
    for index, type in enumerate(types):
        if isinstance(type, TensorType):
            try:
                dtype_of(type.element_type)
            except UnsupportedType as error:
                message = f"argument {index} has the type {type}: {error}"
                span = callee.function.span
                raise RunError(Diagnostic(UNSUPPORTED_TYPE, message, span, unsupported=True)) from None


def _missing_inputs(callee: Callee, missing: Sequence[int], names: Sequence[Sequence[str]]) -> Diagnostic:
    arguments, interface = callee.function.arguments, interface_of(callee.function)
    count = sum(
        not interface or index in missing or index not in interface.stored for index in range(len(arguments))
    )
    return Diagnostic(
        MISSING_INPUT,
        f"{len(missing)} of {plural(count, 'input')} of @{callee.function.symbol} "
        f"{verb(len(missing), 'is', 'are')} missing",
        None,
        notes=tuple(
            f"argument {names[index][0]}, {names[index][-1]}: {arguments[index].type}" for index in missing
        ),
        helps=("provide them with `--inputs`, or generate them with `--random`", *_platform_help(callee)),
    )


def _platform_help(callee: Callee) -> list[str]:
    """The help on passing the platform index of a program; a file of `jax.export` would have it."""
    known = interface_of(callee.function)
    unknown = [index for index in platform_indices(callee.function) if not known or index not in known.stored]
    return [f"argument {index} is the index of the platform: `--inputs {index}=i32=0`" for index in unknown]


def match(
    provided: Sequence[InputArray],
    names: Sequence[Sequence[str]],
    kind: str,
    *,
    count_in_order: int | None = None,
) -> dict[int, InputArray]:
    """The given array of each argument or result, by index.

    Names that are stored in files have to be known, since arrays in another order may fit, too; a single
    array always matches a single argument or result. Only the first `count_in_order` arguments are matched in
    order; by default, all.
    """
    positions, count = positions_by_name(names), len(names) if count_in_order is None else count_in_order
    foreign = [entry for entry in provided if entry.is_stored and entry.name not in positions]
    if foreign and len(provided) == count == 1:
        provided = [entry._replace(name=None) for entry in provided]
    elif foreign and len(foreign) == len(provided):
        raise click.UsageError(_foreign(foreign, names, kind))
    bound: dict[int, InputArray] = {}
    for name, entry in [(entry.name, entry) for entry in provided if entry.name is not None]:
        if name not in positions:
            called = ", ".join(candidates[-1] for candidates in names) or "none"
            raise click.UsageError(f"{entry.origin}: unknown {kind} {name!r}; expected one of: {called}")
        first = bound.setdefault(positions[name], entry)
        if first is not entry:
            called = names[positions[name]][-1]
            raise click.UsageError(f"{entry.origin}: {kind} {called} is already provided by {first.origin}")
    free = [index for index in range(count) if index not in bound]
    unnamed = [entry for entry in provided if entry.name is None]
    if len(unnamed) > len(free):
        surplus, expected = unnamed[len(free)].origin, plural(count, kind)
        raise click.UsageError(f"{surplus}: too many arrays, expected {expected}")
    return bound | dict(zip(free, unnamed, strict=False))
