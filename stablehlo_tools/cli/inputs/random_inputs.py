"""Inputs that are made up: the options --random, --seed and --shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli.outcome import fitting, refusing
from stablehlo_tools.dataflow.fan_in import fan_ins
from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret import random_values
from stablehlo_tools.interpret.checks.inputs import interface_of, positions_by_name
from stablehlo_tools.ir.interface import Interface
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.symbolic_sizes import solved
from stablehlo_tools.ir.types import TensorType, Type, element_kind
from stablehlo_tools.rewrite.refinement.arguments import Shape, argument_types

if TYPE_CHECKING:
    from stablehlo_tools.cli.options.vocabulary import Shapes


class Random(NamedTuple):
    """The options that generate missing inputs."""

    seed: int
    distributions: Sequence[str]
    shapes: Shapes

    @classmethod
    def from_options(cls, random: Sequence[str], shapes: Shapes, seed: int) -> Random | None:
        """The record of the options; None without --random."""
        return cls(seed, list(filter(None, random)), shapes) if random else None


def types_of(module: Module, function: Function, random: Random, arrays: Mapping[int, Any]) -> list[Type]:
    """The types of arguments, with sizes that are given by name or that arrays with the same sizes have."""
    shapes, interface = random.shapes, interface_of(function)
    if interface is not None and (isinstance(shapes, dict) or not shapes):
        shapes = {**_sizes_of(interface, arrays), **(shapes if isinstance(shapes, dict) else {})}
    with fitting(InferenceError):
        return argument_types(module, function, shapes)


def _sizes_of(interface: Interface, arrays: Mapping[int, Any]) -> dict[str | int, Shape]:
    """The sizes that arrays have where the caller has names for them."""
    sizes: dict[str | int, Shape] = {}
    for entry in interface.inputs:
        for index in set(entry.arguments) & set(arrays):
            for text, size in zip(entry.sizes, getattr(arrays[index], "shape", ()), strict=False):
                sizes |= {name: [value] for name, value in solved(text, size).items()}
    return sizes


def distributions_of(
    module: Module, function: Function, names: Sequence[Sequence[str]], random: Random
) -> dict[int, random_values.Distribution]:
    """The distributions of arguments that are given, and those of weights, by the terms of their sums."""
    fan_in = fan_ins(module, function)
    distributions = {index: random_values.scaled(terms) for index, terms in fan_in.items()}
    positions = positions_by_name(names)
    for text in sorted(random.distributions, key=lambda text: "=" in text):  # those for one argument last
        name, _, specification = text.rpartition("=")
        with refusing(ValueError, about=f"--random {text}"):
            distribution = random_values.distribution_of(specification)
        if name and name not in positions:
            near = closest(name, [alias for aliases in names for alias in aliases])
            expected = f"expected one of: {', '.join(row[-1] for row in names)}"
            message = f"--random {text}: unknown argument `{name}`"
            raise click.UsageError(with_suggestion(message, near, expected))
        fits = [positions[name]] if name else _fitting(function, distribution)
        if not fits:
            raise click.UsageError(f"--random {text}: no argument is {_KINDS[distribution.kind == 'int'][1]}")
        for index in fits:
            terms = fan_in.get(index) or _rows(function.type.inputs[index])
            distributions[index] = (
                random_values.scaled(terms) if distribution.kind == random_values.FAN_IN else distribution
            )
    return distributions


# The kinds of elements that a distribution without a name is for, by whether it is of integers.
_KINDS: Final = {
    True: (("signed", "unsigned"), "an integer"),
    False: (("float", "complex"), "a float or a complex number"),
}


def _fitting(function: Function, distribution: random_values.Distribution) -> list[int]:
    """The arguments that a distribution without a name is for: integers, or numbers with a fraction."""
    kinds, _ = _KINDS[distribution.kind == "int"]
    return [index for index, type in enumerate(function.type.inputs) if element_kind(type) in kinds]


def _rows(type: Type) -> int:
    """The number of rows, if the type is that of a matrix: the size of its first dimension."""
    shape = type.shape if isinstance(type, TensorType) else None
    first = shape[0] if shape else 1
    return first if isinstance(first, int) else 1


def _sizes(type: Type) -> str:
    """Sizes for a type, as an example: 2 for each that is unknown."""
    shape = type.shape if isinstance(type, TensorType) else None
    return "2x3" if shape is None else "x".join(str(size) if isinstance(size, int) else "2" for size in shape)


def generate(
    type: Type, seed: int, index: int, distribution: random_values.Distribution | None, symbols: Sequence[str]
) -> Any:
    """A random array for an argument. Raises UsageError for types without random values."""
    try:
        return random_values.generated_input(type, seed, index, distribution)
    except ValueError as error:
        is_dynamic = isinstance(type, TensorType) and not type.is_static
        sizes = ",".join(f"{name}=2" for name in symbols) or f"{index}={_sizes(type)}"
        shapes = f"give its sizes with --shapes, such as `--shapes {sizes}`, or " * is_dynamic
        help = f"{shapes}provide argument {index} with --inputs"
        raise click.UsageError(f"--random cannot generate {error}: {help}") from None
    except MemoryError:
        raise click.UsageError(f"--random: argument {index}, {type}, does not fit in memory") from None
