"""The correspondence of arguments and results of two programs: by name, or else in order, or by type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stablehlo_tools.comparison.equivalence.argument_order import Form, kind_and_shape, orders
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import TensorType, Type


@dataclass(frozen=True)
class Pairing:
    """For each argument and result of the second program, the index of its counterpart in the first one.

    If it `casts`, element types differ, and the second program takes the converted arguments of the first.
    """

    arguments: tuple[int, ...]
    results: tuple[int, ...]
    types: tuple[Type, ...]
    casts: bool = False

    def inputs(self, inputs: Sequence[Array]) -> list[Array]:
        """The inputs of the second program, from those of the first."""
        permuted = [inputs[index] for index in self.arguments]
        return list(map(as_typed, permuted, self.types))

    @property
    def result_order(self) -> tuple[int, ...]:
        """For each result of the first program, the index of its counterpart in the second one."""
        return tuple(self.results.index(index) for index in range(len(self.results)))

    def converted(self, inputs: Sequence[Array], cast: Sequence[Array]) -> list[int]:
        """The indices of the second program's inputs that were rounded to their types."""
        tensors = [index for index, type in enumerate(self.types) if isinstance(type, TensorType)]
        return [
            index
            for index in tensors
            if cast[index].dtype.itemsize < inputs[self.arguments[index]].dtype.itemsize
        ]


def as_typed(array: Array, type: Type) -> Array:
    """An array converted to the element type of a tensor type; unchanged for other types."""
    return array.astype(dtype_of(type.element_type), copy=False) if isinstance(type, TensorType) else array


def pair(a: Function, b: Function, *, casts: bool) -> Pairing:
    """The correspondence of two programs (`orders`); if `casts`, their floats may have any precision.

    Raises `RunError`, with a line for each difference, if there is none.
    """
    form: Form = kind_and_shape if casts else lambda type: type
    arguments, results = orders(a, b, form)
    problems = [
        *_problems("argument", a.type.inputs, b.type.inputs, arguments, form),
        *_problems("result", a.type.results, b.type.results, results, form),
    ]
    if problems:
        raise RunError(_refusal(problems, a, b))
    types = (*zip((a.type.inputs[i] for i in arguments), b.type.inputs, strict=True),)
    types += (*zip((a.type.results[i] for i in results), b.type.results, strict=True),)
    return Pairing(arguments, results, b.type.inputs, any(x != y for x, y in types))


def _problems(
    kind: str, first: Sequence[Type], second: Sequence[Type], order: Sequence[int], form: Form
) -> Iterator[str]:
    """A line for each type that differs, or one line if their numbers differ."""
    if len(first) != len(second):
        yield f"{plural(len(first), kind)} and {len(second)}"
        return
    for index, other in zip(order, second, strict=True):
        if form(first[index]) != form(other):
            yield f"{kind} {index}: {first[index]} and {other}"


_MOST_LINES = 8


_DIFFERENT_TYPES = Code(
    "different_types",
    "The two programs of `shlo compare` take or return values of different types.",
    "Compare programs whose functions have the same type, or choose the function with --entry.",
    is_usage=True,
)


def _refusal(problems: Sequence[str], a: Function, b: Function) -> Diagnostic:
    hidden = len(problems) - _MOST_LINES
    notes = (*problems[:_MOST_LINES], *(f"and {hidden:,} more" for _ in range(hidden > 0)))
    types, second_types = (*a.type.inputs, *a.type.results), (*b.type.inputs, *b.type.results)
    can_cast = [*map(kind_and_shape, types)] == [*map(kind_and_shape, second_types)]
    helps = ("pass `--cast` to convert the inputs, and to compare the results in the wider type",) * can_cast
    return Diagnostic(_DIFFERENT_TYPES, "the programs have different types", b.span, notes=notes, helps=helps)
