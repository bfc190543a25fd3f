"""Values, and signatures of functions, of which some become several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stablehlo_tools.ir.operations import Function, Value
from stablehlo_tools.ir.types import FunctionType, Type

Parts = dict[Value, tuple[Value, ...]]
Split = Callable[[Type], Sequence[Type]]  # the types of the parts; of what stays whole, its own


def split_values(
    values: Sequence[Value], owner: Any, split: Split, names: Callable[[], Iterable[object]], parts: Parts
) -> list[Value]:
    """The values, numbered anew: those that are split as their parts, which `parts` gets, too.

    The first part of `%x` is `%x_name`, of the first of the names.
    """
    made: list[Value] = []
    for value in values:
        types = split(value.type)
        if tuple(types) == (value.type,):
            value.index = len(made)
            made.append(value)
            continue
        parts[value] = tuple(
            Value(type, f"{value.name}_{name}" if value.name else "", owner, index)
            for index, (type, name) in enumerate(zip(types, names(), strict=False), start=len(made))
        )
        made += parts[value]
    return made


def split_signature(function: Function, split: Split) -> None:
    """Split the types of a function, of which each part has the attributes of the whole."""
    attributes, type = dict(function.attributes), function.type
    for name, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
        given = attributes.get(name)
        if isinstance(given, tuple):
            pairs = zip(given, types, strict=True)
            attributes[name] = tuple(each for one, kind in pairs for each in [one] * len(split(kind)))
    inputs, results = (
        tuple(part for each in types for part in split(each)) for types in (type.inputs, type.results)
    )
    function.attributes = attributes
    function.type = FunctionType(inputs, results)
