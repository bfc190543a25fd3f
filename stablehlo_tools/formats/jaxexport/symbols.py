"""Names for the dynamic sizes of a function: `b` for one of an argument, `2*b` for one of a result.

A program does not state which sizes are equal, but it verifies only if they are: it is refined for sizes
that are different primes, and sizes are made equal if that fails. The expression of a result's size is
found from its values for several choices of the arguments' sizes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic, DiagnosticError
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.types import Dim, TensorType, Type
from stablehlo_tools.rewrite.refinement.arguments import argument_types
from stablehlo_tools.rewrite.refinement.functions import refine_module
from stablehlo_tools.text.source_frames import notes_at

Shape = tuple[str, ...]


class Shapes(NamedTuple):
    """The shapes of arguments and results, as JAX writes them."""

    arguments: list[Shape]
    results: list[Shape]
    has_symbols: bool


def shapes_of(module: Module, function: Function) -> Shapes:
    """The shapes of a function's arguments and results. Raises ConversionError for those without a name."""
    types = function.type.inputs
    places = [(index, axis) for index, type in enumerate(types) for axis in _dynamic_axes(type)]
    if not places:
        sizes = [[_shape(type) for type in side] for side in (types, function.type.results)]
        if any("?" in shape for shape in sizes[1]):
            raise _unnamed(function, "a result has one, but the arguments have none")
        return Shapes(sizes[0], sizes[1], has_symbols=False)
    return _Sizes(module, function, places).shapes()


_NO_EXPORT = Code(
    "no_export",
    "JAX cannot call this program: it has a type that JAX lacks, or a result whose size does not follow from "
    "the arguments.",
    "Give arguments static shapes, or write an artifact with `--to artifact`.",
)


def not_exported(function: Function, message: str, *helps: str) -> ConversionError:
    """The error for a function that JAX cannot call."""
    notes = notes_at(function)
    return ConversionError(
        Diagnostic(_NO_EXPORT, message, function.span, notes=notes, helps=helps, unsupported=True)
    )


def _dynamic_axes(type: Type) -> Iterator[int]:
    if isinstance(type, TensorType) and type.shape is not None:
        yield from (axis for axis, size in enumerate(type.shape) if not isinstance(size, int))


def _shape(type: Type) -> Shape:
    if not isinstance(type, TensorType) or type.shape is None:
        return ()
    return tuple("?" if isinstance(size, Dim) else str(size) for size in type.shape)


def _unnamed(function: Function, why: str) -> ConversionError:
    message = f"the dynamic sizes of @{function.symbol} cannot be named: {why}"
    return not_exported(function, message, "give the arguments static shapes with `shlo infer --shapes`")


# The sizes of the symbols, for each choice: small ones, so that a bound on a size is noticed, and larger
# ones. None of the symbols is a linear function of another.
_CHOICES: Final = (
    (3, 5, 7, 11, 13, 17, 19, 23), (31, 61, 29, 43, 71, 37, 53, 47), (113, 97, 149, 83, 101, 137, 89, 127),
    (173, 229, 251, 193, 307, 163, 271, 181),
)  # fmt: skip
_NAMES: Final = "abcdefgh"


class _Sizes:
    """The dynamic sizes of one function's arguments, each with the number of its symbol."""

    def __init__(self, module: Module, function: Function, places: Sequence[tuple[int, int]]) -> None:
        self.module = module
        self.function = function
        self.places = places
        self.symbols: list[int] = []

    def shapes(self) -> Shapes:
        for _ in self.places:
            self.symbols.append(self._next_symbol())
        names = [_NAMES[number] for number in self.symbols]
        by_place = dict(zip(self.places, names, strict=True))
        arguments = [
            tuple(by_place.get((index, axis), size) for axis, size in enumerate(_shape(type)))
            for index, type in enumerate(self.function.type.inputs)
        ]
        samples = [self._results(choice) for choice in _CHOICES]
        if any(sample is None for sample in samples):
            raise _unnamed(self.function, "the program is valid for some sizes only")
        results = list(itertools.starmap(self._result, zip(*filter(None, samples), strict=True)))
        return Shapes(arguments, results, has_symbols=True)

    def _next_symbol(self) -> int:
        """The symbol of the next size: a new one if the program verifies with it, else an existing one."""
        count = len(set(self.symbols))
        if count == len(_NAMES):
            raise _unnamed(self.function, f"more than {count} sizes of arguments are dynamic")
        candidates: list[int] = [count, *range(count)]
        for number in candidates:
            if self._results(_CHOICES[-1], [*self.symbols, number]) is not None:
                return number
        raise _unnamed(self.function, "the program is valid for some sizes only")

    def _results(self, choice: Sequence[int], symbols: Sequence[int] = ()) -> Sequence[Type] | None:
        """The types of results for a choice of the sizes that have symbols; None if it does not verify."""
        sizes = {
            place: choice[number] for place, number in zip(self.places, symbols or self.symbols, strict=False)
        }
        shapes: dict[str | int, Sequence[int | Dim | None]] = {
            str(index): [sizes.get((index, axis), size) for axis, size in enumerate(type.shape or ())]
            for index, type in enumerate(self.function.type.inputs)
            if isinstance(type, TensorType) and not type.is_static
        }
        try:
            types = argument_types(self.module, self.function, shapes)
            refined = refine_module(self.module, self.function, types).function(self.function.symbol)
        except DiagnosticError:
            return None
        return refined.type.results if refined else None

    def _result(self, *samples: Type) -> Shape:
        shapes = [type.shape for type in samples if isinstance(type, TensorType) and type.shape is not None]
        return tuple(self._expression(sizes) for sizes in zip(*shapes, strict=True))

    def _expression(self, sizes: Sequence[int | Dim]) -> str:
        static = [size for size in sizes if isinstance(size, int)]
        if len(static) < len(sizes):
            raise _unnamed(self.function, "one of a result depends on values")
        if len(set(static)) == 1:
            return str(static[0])
        expression = next(filter(None, (_linear(name, term, static) for name, term in self._terms())), None)
        if expression is None:
            raise _unnamed(self.function, f"a result has {static[-1]} where {self._described()}")
        return expression

    def _terms(self) -> Iterator[tuple[str, list[int]]]:
        """Each symbol, and each product and sum of two, with its values."""
        count = 1 + max(self.symbols)
        values = [[choice[number] for choice in _CHOICES] for number in range(count)]
        yield from zip(_NAMES, values, strict=False)
        for a, b in itertools.combinations_with_replacement(range(count), 2):
            yield f"{_NAMES[a]}*{_NAMES[b]}", [x * y for x, y in zip(values[a], values[b], strict=True)]
        for a, b in itertools.combinations(range(count), 2):
            yield f"({_NAMES[a]} + {_NAMES[b]})", [x + y for x, y in zip(values[a], values[b], strict=True)]

    def _described(self) -> str:
        count = 1 + max(self.symbols)
        return ", ".join(f"{_NAMES[number]} = {_CHOICES[-1][number]}" for number in range(count))


def _linear(name: str, term: Sequence[int], sizes: Sequence[int]) -> str | None:
    """The sizes as `factor*name + addend`; None if they are not linear in the term."""
    factor, remainder = divmod(sizes[1] - sizes[0], term[1] - term[0])
    addend = sizes[0] - factor * term[0]
    if remainder or any(factor * x + addend != size for x, size in zip(term, sizes, strict=True)):
        return None
    product = name if factor == 1 else f"{factor}*{name}"
    return product if not addend else f"{product} {'+' if addend > 0 else '-'} {abs(addend)}"
