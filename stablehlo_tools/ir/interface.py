"""The interface of a function from outside, where that is not the arguments of the program.

An exporter makes arguments of a model's weights, and stores them next to the program, or leaves out arguments
that are not used. A caller passes the others, in an order of its own.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.symbolic_sizes import names_in

if TYPE_CHECKING:
    import numpy.typing as npt

    from stablehlo_tools.ir.operations import Function

PLATFORM_INDEX: Final = "_platform_index"


def platform_indices(function: Function) -> list[int]:
    """The arguments of an export for several platforms that tell which one executes it."""
    count = len(function.type.inputs)
    marks = [function.argument_attributes(index).get("jax.global_constant") for index in range(count)]
    return [index for index, mark in enumerate(marks) if mark == PLATFORM_INDEX]


class StoredArray(NamedTuple):
    """An array stored beside the program; `read` raises `OSError` without it, `ValueError` if it is invalid.

    `path` is relative to the program, and `name` is the exporter's.
    """

    name: str
    path: str
    read: Callable[[], npt.NDArray[Any]]


class Input(NamedTuple):
    """An input of the caller, with the indices of its arguments in the program, empty if it is unused.

    `sizes` are the sizes of its dimensions in the exporter's notation, such as `2*b`, if they are known.
    """

    name: str
    arguments: Sequence[int]
    sizes: Sequence[str] = ()


class Interface(NamedTuple):
    """The inputs of a caller, in order, and the stored arrays by the index of their argument."""

    inputs: Sequence[Input]
    stored: Mapping[int, StoredArray]

    @property
    def is_in_order(self) -> bool:
        """Whether the inputs that are used are the arguments from the first on, each one, in their order."""
        used = (input.arguments for input in self.inputs if input.arguments)
        return all([*arguments] == [index] for index, arguments in enumerate(used))

    def in_order(self, count: int) -> list[Input]:
        """The inputs for `count` arrays without names: unused ones are left out, unless there are more."""
        used = [input for input in self.inputs if input.arguments]
        return list(self.inputs) if count > len(used) else used

    def place(self, argument: int) -> int | None:
        """The number of an argument for a caller, who does not count the platform index; None for that."""
        hidden = [index for index, array in self.stored.items() if array.name == PLATFORM_INDEX]
        return None if argument in hidden else argument - sum(index < argument for index in hidden)

    def without(self, indices: Collection[int]) -> Interface:
        """The interface of the function without these arguments, which are stored."""
        erased = sorted(indices)

        def place(index: int) -> int:
            return index - bisect.bisect(erased, index)

        inputs = [input._replace(arguments=[*map(place, input.arguments)]) for input in self.inputs]
        stored = {place(index): array for index, array in self.stored.items() if index not in indices}
        return Interface(inputs, stored)

    @property
    def symbols(self) -> list[str]:
        """The names of sizes, in the order in which inputs have them."""
        sizes = (size for input in self.inputs for size in input.sizes)
        return list(dict.fromkeys(name for size in sizes for name in names_in(size)))

    def names(self, argument: int) -> list[str]:
        """The names of an argument; the best one last."""
        if argument in self.stored:
            return [self.stored[argument].path, self.stored[argument].name]
        return [input.name for input in self.inputs if argument in input.arguments]
