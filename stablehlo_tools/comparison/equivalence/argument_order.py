"""The counterparts of arguments and results in two programs: by name, or else in order, or by type."""

from __future__ import annotations

import collections
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions
from stablehlo_tools.interpret.inputs import interface_of, stored_arguments
from stablehlo_tools.ir.operations import Function, argument_names
from stablehlo_tools.ir.symbols import referenced
from stablehlo_tools.ir.types import Type
from stablehlo_tools.rewrite.arguments import filled, permuted
from stablehlo_tools.text.source_frames import module_of

_SHOWN: Final = 12  # places of an order


def orders(
    first: Function, second: Function, correspond: Callable[[Type, Type], bool]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each argument and each result of the second program, the index of its counterpart in the first.

    Arguments have the names that callers use, results the names that JAX gives them. They correspond by name
    if both programs have the same names, in any order, or if one's names are the ends of the other's, as
    `linear.bias` is of `params['linear.bias']`; else in the order of their callers, or by type if all types
    are different and their order is not the same. `correspond` tells which types can be compared.
    """
    inputs = Types(first.type.inputs, second.type.inputs, correspond)
    outputs = Types(first.type.results, second.type.results, correspond)
    passed = [index for _, index in sorted(zip(_as_passed(second), _as_passed(first), strict=False))]
    return (
        _order(_argument_names(first), _argument_names(second), inputs, passed),
        _order(_result_names(first), _result_names(second), outputs, range(len(second.type.results))),
    )


class Types(NamedTuple):
    """Types of arguments or results of two programs; `correspond` tells which types can be compared."""

    first: Sequence[Type]
    second: Sequence[Type]
    correspond: Callable[[Type, Type], bool]


def with_stored(function: Function, other: Function) -> Function:
    """The function with those of its stored arrays as constants that the other program does not take.

    An exporter makes arguments of weights and constants, and stores them beside the program. Raises
    `RunError` for one that cannot be read.
    """
    interface = interface_of(function)
    if interface is None or len(function.arguments) <= len(other.arguments) or is_called(function):
        return function
    counterparts = _by_ends(_argument_names(function), _argument_names(other)).values()
    arrays = stored_arguments(
        function, {*range(len(function.arguments))} - {*interface.stored} | {*counterparts}
    )
    if not arrays:
        return function
    return filled(module_of(function), function.symbol, arrays).declared[function.symbol]


def is_called(function: Function) -> bool:
    """Whether an operation of the module names the function."""
    return any(function.symbol in referenced(operation) for operation in module_of(function).walk())


def in_order_of(
    first: Function,
    second: Function,
    options: EquivalenceOptions,
    correspond: Callable[[Type, Type], bool],
) -> tuple[Function, EquivalenceOptions, list[str]]:
    """The second function with arguments and results in the order of the first one, and a note if they moved.

    The shardings of the options are in the order of the second function, and are reordered likewise.
    """
    places = orders(first, second, correspond)
    notes = [
        f"{kind} of the second program are taken in the order {_listed(order)}"
        for kind, order in zip(("arguments", "results"), places, strict=True)
        if order != tuple(sorted(order))
    ]
    if not notes or is_called(second):
        return second, options, []
    arguments, results = map(_inverse, places)
    given = options.in_shardings
    if given:
        given = [given[index] if index < len(given) else "" for index in arguments]
    moved = permuted(module_of(second), second.symbol, arguments, results)
    return moved.declared[second.symbol], replace(options, in_shardings=given), notes


def _inverse(order: Sequence[int]) -> list[int]:
    return sorted(range(len(order)), key=order.__getitem__)


def _listed(order: Sequence[int]) -> str:
    moved = _inverse(order)
    return ", ".join([*map(str, moved[:_SHOWN]), *["..."] * (len(moved) > _SHOWN)])


def _as_passed(function: Function) -> list[int]:
    """The arguments of a function in the order in which callers pass them; last the stored ones."""
    interface = interface_of(function)
    passed = [index for input in interface.inputs for index in input.arguments] if interface else []
    return [*dict.fromkeys([*passed, *range(len(function.arguments))])]


def _order(
    names: Sequence[str], second_names: Sequence[str], types: Types, in_order: Sequence[int]
) -> tuple[int, ...]:
    """For each item of the second program, the index of its counterpart: by name, in order or by type."""
    if len({*names}) == len(names) and sorted(names) == sorted(second_names) and all(names):
        return tuple(map(names.index, second_names))
    if len(names) != len(second_names):
        return tuple(range(len(second_names)))
    by_name = _by_ends(names, second_names)
    ordered = [types.first[index] for index in in_order]
    if len(by_name) < len(names) and all(map(types.correspond, ordered, types.second)):
        return tuple(in_order)  # some equal names may be accidental
    return _completed(by_name, types) or _completed({}, types) or tuple(in_order)


_WORD: Final = re.compile(r"\w+")


def _by_ends(names: Sequence[str], second_names: Sequence[str]) -> dict[int, int]:
    """The counterparts of items of the second program: those whose names alone end like theirs, in words.

    Frameworks write the path of a weight in different ways, below different roots.
    """
    paths, second_paths = ([tuple(_WORD.findall(name)) for name in each] for each in (names, second_names))
    by_path, by_end = (
        collections.defaultdict[Any, list[int]](list),
        collections.defaultdict[Any, list[int]](list),
    )
    for index, path in enumerate(paths):
        by_path[path].append(index)
        for begin in range(len(path)):
            by_end[path[begin:]].append(index)
    matches = [
        [*by_end[path], *(index for begin in range(1, len(path)) for index in by_path[path[begin:]])]
        for path in second_paths
    ]
    counts = collections.Counter(itertools.chain(*matches))
    return {at: found[0] for at, found in enumerate(matches) if len(found) == 1 and counts[found[0]] == 1}


def _completed(known: Mapping[int, int], types: Types) -> tuple[int, ...]:
    """The order with these counterparts, and others that only types tell; empty if there is none."""
    if not all(types.correspond(types.first[i], types.second[at]) for at, i in known.items()):
        return ()
    free = {*range(len(types.first))} - {*known.values()}
    order = []
    for at, type in enumerate(types.second):
        choices = [known[at]] if at in known else [i for i in free if types.correspond(types.first[i], type)]
        order += choices[:1] * (len(choices) == 1)
    return tuple(order) if sorted(order) == [*range(len(types.second))] else ()


def _argument_names(function: Function) -> list[str]:
    """The best name of each argument, empty if it only has a number."""
    names = (argument_names(module_of(function), argument)[-1] for argument in function.arguments)
    return ["" if name == f"arg{index}" else name for index, name in enumerate(names)]


def _result_names(function: Function) -> list[str]:
    return [function.result_info(index) for index in range(len(function.type.results))]
