"""The counterparts of arguments and results in two programs: by name, or else in order, or by type."""

from __future__ import annotations

import collections
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions
from stablehlo_tools.interpret.checks.inputs import interface_of, stored_arguments
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.interface import platform_indices
from stablehlo_tools.ir.operations import Function, Module, argument_names
from stablehlo_tools.ir.types import TensorType, TupleType, Type
from stablehlo_tools.rewrite.arguments import filled, permuted
from stablehlo_tools.rewrite.branches import take_branches
from stablehlo_tools.text.source_frames import module_of

_SHOWN: Final = 12  # places of an order


Form = Callable[[Type], Hashable]


def orders(first: Function, second: Function, form: Form) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each argument and each result of the second program, the index of its counterpart in the first.

    Arguments have the names that callers use, results the names that JAX gives them. They correspond by name
    if both programs have the same names, in any order, or if one's names are the ends of the other's, as
    `linear.bias` is of `params['linear.bias']`; else in the order of their callers, by type if all types are
    different and their order is not the same, or in the order of the texts. Types of the same `form` can be
    compared.
    """
    passed = [index for _, index in sorted(zip(_as_passed(second), _as_passed(first), strict=False))]
    inputs, outputs = (
        ([*map(form, types)], [*map(form, other_types)])
        for types, other_types in (
            (first.type.inputs, second.type.inputs),
            (first.type.results, second.type.results),
        )
    )
    return (
        _order(_argument_names(first), _argument_names(second), *inputs, passed),
        _order(_result_names(first), _result_names(second), *outputs, range(len(second.type.results))),
    )


def kind_and_shape(type: Type) -> Hashable:
    """The form of a type, whose floats or complex numbers may have any precision."""
    if isinstance(type, TupleType):
        return tuple(map(kind_and_shape, type.types))
    return (type.element_type.kind, type.shape) if isinstance(type, TensorType) and is_float(type) else type


def with_stored(function: Function, other: Function) -> Function:
    """The function with those of its stored arrays as constants that the other program does not take.

    An exporter makes arguments of weights and constants, and stores them beside the program. Programs for
    several platforms need not number them alike, so the index of one becomes a constant, too, unless the
    other program leaves it to its caller. Raises `RunError` for an array that cannot be read.
    """
    interface = interface_of(function)
    if interface is None:
        return function
    platform = {*_stored_platform(function)} if _stored_platform(other) == platform_indices(other) else set()
    if len(function.arguments) <= len(other.arguments) and not platform:
        return function
    counterparts = _by_ends(_argument_names(function), _argument_names(other)).values()
    given = ({*range(len(function.arguments))} - {*interface.stored} | {*counterparts}) - platform
    arrays = stored_arguments(function, given, may_be_missing=False)
    if not arrays:
        return function
    module = filled(module_of(function), function.symbol, arrays)
    take_branches(module, function.symbol)
    return module.declared[function.symbol]


def _stored_platform(function: Function) -> list[int]:
    """The arguments that are the index of a platform, where it is stored beside the program."""
    interface = interface_of(function)
    return [index for index in platform_indices(function) if interface and index in interface.stored]


def with_names(module: Module, symbol: str) -> Module:
    """A copy of a module whose text keeps the names of the function's arguments, as locations."""
    copy = clone(module)
    keep_names(module.declared[symbol], copy.declared[symbol])
    return copy


def keep_names(function: Function, copy: Function) -> None:
    """Name the arguments of a copy as those of the function, by locations."""
    for name, argument in zip(_argument_names(function), copy.arguments, strict=True):
        if name:
            argument.location = Location("name", (name,))


def in_order_of(
    first: Function, second: Function, options: EquivalenceOptions, form: Form
) -> tuple[Function, EquivalenceOptions, list[str]]:
    """The second function with arguments and results in the order of the first one, and a note if they moved.

    The shardings of the options are in the order of the second function, and are reordered likewise.
    """
    places = orders(first, second, form)
    notes = [
        f"{kind} of the second program are taken in the order {_listed(order)}"
        for kind, order in zip(("arguments", "results"), places, strict=True)
        if order != tuple(sorted(order))
    ]
    if not notes:
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
    names: Sequence[str],
    second_names: Sequence[str],
    forms: Sequence[Hashable],
    second_forms: Sequence[Hashable],
    in_order: Sequence[int],
) -> tuple[int, ...]:
    """For each item of the second program, the index of its counterpart: by name, in order or by form."""
    if len(names) != len(second_names):
        return tuple(range(len(second_names)))
    places = {name: index for index, name in enumerate(names)}
    if len(places) == len(names) and "" not in places and places.keys() == {*second_names}:
        return tuple([places[name] for name in second_names])
    by_name = _by_ends(names, second_names)
    if len(by_name) < len(names) and [forms[index] for index in in_order] == second_forms:
        return tuple(in_order)  # some equal names may be accidental
    found = _completed(by_name, forms, second_forms) or _completed({}, forms, second_forms)
    is_plain = not by_name and forms == second_forms  # as of an export and its own text
    return found or tuple(range(len(names)) if is_plain else in_order)


_UNIQUE: Final = re.compile(r"\.\d+$")
_WORD: Final = re.compile(r"\w+")


def _by_ends(names: Sequence[str], second_names: Sequence[str]) -> dict[int, int]:
    """The counterparts of items of the second program: those whose names alone end like theirs, in words.

    Frameworks write the path of a weight in different ways, below different roots.
    """
    paths, second_paths = ([tuple(_WORD.findall(name)) for name in each] for each in (names, second_names))
    back = _only_matches(second_paths, paths)
    return {at: i for at, i in enumerate(_only_matches(paths, second_paths)) if i >= 0 and back[i] == at}


def _only_matches(paths: Sequence[tuple[str, ...]], others: Sequence[tuple[str, ...]]) -> list[int]:
    """For each of the others, the index of the only path that is its end or ends with it; else -1."""
    counts = collections.Counter[tuple[bool, tuple[str, ...]]]()  # by a path, or by a longer path's end
    last: dict[tuple[bool, tuple[str, ...]], int] = {}
    for index, path in enumerate(paths):
        for begin in range(len(path)):
            counts[begin > 0, path[begin:]] += 1
            last[begin > 0, path[begin:]] = index
    matches = []
    for other in others:
        keys = [(True, other), *((False, other[begin:]) for begin in range(len(other)))]
        is_one = sum(counts[key] for key in keys) == 1
        matches.append(next(last[key] for key in keys if key in last) if is_one else -1)
    return matches


def _completed(
    known: Mapping[int, int], forms: Sequence[Hashable], second_forms: Sequence[Hashable]
) -> tuple[int, ...]:
    """The order with these counterparts, and others that only types tell; empty if there is none."""
    if any(forms[index] != second_forms[at] for at, index in known.items()):
        return ()
    taken = {*known.values()}
    free = {form: index for index, form in enumerate(forms) if index not in taken}
    order = [known[at] if at in known else free.get(form, -1) for at, form in enumerate(second_forms)]
    return tuple(order) if sorted(order) == [*range(len(forms))] else ()


def _argument_names(function: Function) -> list[str]:
    """The best name of each argument, empty if it only has a number.

    XLA makes names of values unique by numbers, in any order.
    """
    module, names = module_of(function), []
    for index, argument in enumerate(function.arguments):
        name = argument_names(module, argument)[-1]
        if name == argument.name.lstrip("%"):
            name = _UNIQUE.sub("", name)
        names.append("" if name == f"arg{index}" else name)
    return names


def _result_names(function: Function) -> list[str]:
    return [function.result_info(index) for index in range(len(function.type.results))]
