"""Two programs at smaller sizes: fewer rows, narrower layers, shorter sequences, the same in both.

Equal sizes stay equal, and each is divided by a scale. Sizes that are added, as by slices and concatenations,
have one scale; if a reshape merges dimensions, the scale of the result is the product of theirs. Sizes of
windows and spectra stay. Constants derived from a size, such as the 1 / n of a mean, are derived from the
smaller one.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.argument_order import keep_names
from stablehlo_tools.diagnostics.diagnostic import RunError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.ir.arrays import is_inexact
from stablehlo_tools.ir.attributes import Convolution, DenseArray, Struct, TypeAttribute
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import FunctionType, TensorType, TupleType, Type
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verifier.module import verify

_SMALL: Final = 8  # sizes up to this stay
_LEAST: Final = 4  # sizes become no less if nothing else depends on them
# Attributes whose numbers are sizes or positions along dimensions.
_OF_SIZES: Final = frozenset({
    "start_indices", "limit_indices", "slice_sizes", "edge_padding_low", "edge_padding_high",
    "window_dimensions", "padding",
})  # fmt: skip
# Attributes of ops whose results have other dimensions than their operands.
_OTHER_DIMENSIONS: Final = frozenset({"permutation", "broadcast_dimensions", "dimension_numbers"})
_OF_WINDOWS: Final = ("window_dimensions", "window_strides", "fft_length")
_SHOWN: Final = 12
_MOST_DIMENSIONS: Final = 5
_LARGE: Final = 1 << 20  # seven digits tell smaller numbers from the next ones

Scales = dict[int, int]


def shrunk(first: Function, second: Function) -> tuple[Function, Function, list[str]]:
    """Both functions at smaller sizes, and the assumptions. Raises `RunError` if no sizes fit both."""
    reader = _Sizes()
    for function in (first, second):
        for operation in module_of(function).walk():
            reader.read(operation)
    for one, other in zip(first.type.inputs, second.type.inputs, strict=False):
        reader.equal_scales(*map(_shape, (one, other)))
    sizes = reader.smaller()
    if not sizes:
        return first, second, ["--shrink reduces no size of the programs"]
    smaller = _Smaller(sizes, reader.shapes)
    functions = [_function(function, smaller) for function in (first, second)]
    shown = [f"{size} as {less}" for size, less in sorted(sizes.items(), reverse=True) if size in reader.seen]
    listed = ", ".join([*shown[:_SHOWN], *["..."] * (len(shown) > _SHOWN)])
    notes = [f"equality at smaller sizes implies equality at the original ones: {listed}"]
    if smaller.constants:
        notes.append(f"constants follow from sizes: {', '.join(sorted(smaller.constants))}")
    return functions[0], functions[1], notes


def _shape(type: Type) -> tuple[int, ...]:
    return type.static_shape if isinstance(type, TensorType) and type.is_static else ()


# -- which sizes are possible ----------------------------------------------------------------------------


@dataclass
class _Sizes:
    """The sizes in programs, and the constraints of their operations on the scales of sizes."""

    seen: set[int] = field(default_factory=set)
    shapes: set[tuple[int, ...]] = field(default_factory=set)
    fixed: set[int] = field(default_factory=set)
    products: list[tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)
    leaders: dict[int, int] = field(default_factory=dict)

    def read(self, operation: Operation) -> None:
        """Add the constraints of an operation."""
        shapes = [_shape(value.type) for value in (*operation.operands, *operation.results)]
        self.shapes.update(shapes)
        for region in operation.regions:
            self.shapes.update(_shape(value.type) for block in region.blocks for value in block.arguments)
        windows = [attribute for name, attribute in operation.attributes.items() if name in _OF_WINDOWS]
        labels = [value for value in operation.attributes.values() if isinstance(value, Convolution)]
        if windows or labels:
            self._keep_windows(shapes, windows, labels)
        elif _moves(operation):
            self._read_move(operation, shapes)

    def _read_move(self, operation: Operation, shapes: Sequence[tuple[int, ...]]) -> None:
        """Add the constraints of a reshape, a slice or a concatenation."""
        if len(shapes) == 2 and not operation.attributes:
            before, after = map(Counter, shapes)
            pair = tuple((before - after).elements()), tuple((after - before).elements())
            self.products += [pair] if any(pair) else []
            return
        places = [_integers(value) for name, value in operation.attributes.items() if name in _OF_SIZES]
        ranked = [sizes for sizes in (*shapes, *places) if len(sizes) == len(shapes[-1])]
        for along in zip(*ranked, strict=True):
            self._same_scale(along if len(set(along) - {0}) > 1 else ())
        strides = _integers(operation.attributes.get("strides"))
        self.fixed.update(
            size for shape in ranked for size, stride in zip(shape, strides, strict=False) if stride != 1
        )

    def _keep_windows(
        self, shapes: Sequence[Sequence[int]], windows: Iterable[Any], labels: Sequence[Convolution]
    ) -> None:
        """Keep the sizes along which a window moves, unless it spans the dimension as in a running sum."""
        for label in labels:
            for shape, names in zip(shapes, (label.lhs, label.rhs, label.output), strict=False):
                self.fixed.update(size for size, name in zip(shape, names, strict=False) if name.isdigit())
        for window in map(_integers, windows):
            for shape in shapes if not labels else ():
                pairs = zip(shape, window, strict=False)
                self.fixed.update(size for size, moving in pairs if moving not in (1, size))

    def equal_scales(self, *shapes: Sequence[int]) -> None:
        """Note that sizes at the same places have one scale."""
        for along in zip(*shapes, strict=False):
            self._same_scale(along)

    def _same_scale(self, sizes: Iterable[int]) -> None:
        leaders = {self._leader(size) for size in sizes if size > _SMALL}
        for leader in leaders:
            self.leaders[leader] = min(leaders)
        if leaders and any(1 < size <= _SMALL for size in sizes):
            self.fixed.add(min(leaders))

    def _leader(self, size: int) -> int:
        while self.leaders.setdefault(size, size) != size:
            size = self.leaders[size]
        return size

    def smaller(self) -> dict[int, int]:
        """The smaller size for each size that has one, and for numbers of attributes derived from sizes."""
        self.seen.update(size for shape in self.shapes for size in shape)
        groups: dict[int, list[int]] = {}
        for size in {*self.seen, *self.leaders}:
            if size > _SMALL:
                groups.setdefault(self._leader(size), []).append(size)
        fixed = {self._leader(size) for size in self.fixed if size > _SMALL}
        while True:
            scales = {
                leader: 1 if leader in fixed else _greatest_scale(members)
                for leader, members in groups.items()
            }
            conflict = self._settle(scales, groups, fixed)
            if not conflict:
                break
            fixed |= conflict
        return {
            size: size // scales[leader]
            for leader, members in groups.items()
            for size in members
            if scales[leader] > 1
        }

    def _settle(self, scales: Scales, groups: Mapping[int, Sequence[int]], fixed: set[int]) -> set[int]:
        """Multiply scales as reshapes demand; the sizes of a reshape that cannot be satisfied, if any."""
        for _ in range(len(self.products) + 1):
            is_settled = True
            for pair in self.products:
                sides = [[self._leader(size) for size in side if size > _SMALL] for side in pair]
                products = [math.prod(scales[leader] for leader in side) for side in sides]
                if products[0] == products[1]:
                    continue
                is_settled = False
                for side, scale in zip(sides, products[::-1], strict=True):
                    whole = math.gcd(*groups[side[0]]) if len(side) == 1 else 0
                    if whole and side[0] not in fixed and whole % scale == 0 and whole > scale:
                        scales[side[0]] = scale
                        break
                else:
                    return {leader for side in sides for leader in side} - fixed or set(groups)
            if is_settled:
                return set()
        return {
            self._leader(size) for pair in self.products for side in pair for size in side if size > _SMALL
        }


def _moves(operation: Operation) -> bool:
    """Whether an op moves elements along the same dimensions or reshapes them."""
    op = OPS.get(operation.name)
    return op is not None and bool(op.numerics.moves) and not _OTHER_DIMENSIONS & operation.attributes.keys()


def _greatest_scale(sizes: Sequence[int]) -> int:
    """The largest common divisor of sizes that leaves the least one large enough."""
    common, smallest = math.gcd(*sizes), min(sizes)
    enough = _LEAST if len(sizes) == 1 else 1
    return max(scale for scale in range(1, common + 1) if common % scale == 0 and smallest // scale >= enough)


def _integers(attribute: Any) -> list[int]:
    if isinstance(attribute, DenseArray):
        return [value for value in attribute.values if isinstance(value, int)]
    return attribute.array.ravel().tolist() if isinstance(attribute, Dense) else []


# -- programs at these sizes -----------------------------------------------------------------------------


class _Smaller:
    """Types, attributes and constants at smaller sizes. `constants` describes those derived from sizes."""

    def __init__(self, sizes: Mapping[int, int], shapes: Iterable[Sequence[int]]) -> None:
        self._sizes = sizes
        self.constants: set[str] = set()
        self._derived = _derived(_counts(shapes, sizes))
        self._numbers = functools.cache(self._numbers_in)

    def type(self, type: Type) -> Type:
        """The type at the smaller sizes."""
        if isinstance(type, FunctionType):
            return FunctionType(tuple(map(self.type, type.inputs)), tuple(map(self.type, type.results)))
        if isinstance(type, TupleType):
            return TupleType(tuple(map(self.type, type.types)))
        if not isinstance(type, TensorType) or type.shape is None:
            return type
        return replace(type, shape=tuple(self._sizes.get(n, n) for n in type.shape))  # type: ignore[arg-type]

    def attribute(self, name: str, value: Any, result: Type | None) -> Any:
        """The attribute at the smaller sizes."""
        if isinstance(value, TypeAttribute):
            return TypeAttribute(self.type(value.type))
        if name == "value" and isinstance(value, Dense) and isinstance(result, TensorType):
            return self._constant(value, result)
        if name in _OF_SIZES and isinstance(value, DenseArray):
            return replace(value, values=tuple(map(self._place, value.values)))
        if name in _OF_SIZES and isinstance(value, Dense):
            array = np.vectorize(self._place, otypes=[np.int64])(value.array)
            return Dense.from_array(array, value.type)
        if isinstance(value, Struct):
            fields = {key: self.attribute(key, part, None) for key, part in value.fields.items()}
            return replace(value, fields=fields)
        return value

    def _place(self, number: Any) -> Any:
        """The smaller number for a size or one less than a size, as the padding of a running sum."""
        one_less = self._sizes.get(number + 1)
        return self._sizes.get(number, number if one_less is None else one_less - 1)

    def _constant(self, value: Dense, type: TensorType) -> Dense:
        array, smaller_type = value.array, self.type(type)
        assert isinstance(smaller_type, TensorType)
        corner = array[tuple(slice(size) for size in smaller_type.static_shape)]
        kind = type.element_type.kind
        if array.size and kind in ("float", "signed", "unsigned") and (array == array.flat[0]).all():
            number = float(array.flat[0])
            smaller = self._numbers(array.dtype).get(_key(number, array.dtype), number)
            if smaller != number and (kind == "float" or smaller == int(smaller)):
                self.constants.add(f"{number:.9g} as {smaller:.9g}")
                corner = np.full_like(corner, smaller)
        return Dense.from_array(np.array(corner, order="C"), smaller_type)

    def _numbers_in(self, dtype: Dtype) -> dict[float, float]:
        """The smaller number for each constant of a type that is derived from sizes, by its key."""
        numbers: dict[float, float] = {}
        with np.errstate(over="ignore"):
            for number, less in self._derived.items():
                numbers.setdefault(_key(number, dtype), less)
        return numbers


def _counts(shapes: Iterable[Sequence[int]], sizes: Mapping[int, int]) -> dict[int, int]:
    """The smaller number for each size and for each count of elements along several dimensions."""
    counts = dict(sizes)
    for shape in shapes:
        counts.update({size: size for size in shape if size not in sizes})
        for count in range(2, len(shape) + 1) if len(shape) <= _MOST_DIMENSIONS else ():
            for some in itertools.combinations(shape, count):
                counts.setdefault(math.prod(some), math.prod(sizes.get(size, size) for size in some))
    return counts


def _derived(sizes: Mapping[int, int]) -> dict[float, float]:
    """The smaller number for each number derived from sizes; sizes themselves come first."""
    derived: dict[float, float] = {}
    for follows in _FOLLOWING:
        for size, less in sizes.items():
            number = follows(size) if less > 1 else 0.0
            for sign in (1, -1) if number else ():
                derived.setdefault(sign * number, sign * follows(less))
    return derived


# How constants derive from sizes: counts, means, unbiased means, the scale of attention.
_FOLLOWING: Final[Sequence[Callable[[int], float]]] = (
    float,
    lambda n: 1 / n,
    lambda n: n - 1.0 if n < _LARGE else 0.0,
    lambda n: 1 / (n - 1) if n < _LARGE else 0.0,
    lambda n: n**0.5,
    lambda n: n**-0.5,
)


def _key(number: float, dtype: Dtype) -> float:
    """A key of a number in a type: in 16 bits and less, the nearest one; in others, seven digits of f32."""
    if is_inexact(dtype) and dtype.itemsize < np.dtype(np.float32).itemsize:
        return float(np.asarray(number).astype(dtype))
    return float(f"{float(np.float32(number)):.7g}")


def _function(function: Function, smaller: _Smaller) -> Function:
    """The function, in a copy of its program at the smaller sizes."""
    module = parse(Source(print_module(module_of(function))))
    for operation in module.walk():
        _resize(operation, smaller)
    name = function.span.source.name if function.span else ""
    shrunken = parse(Source(print_module(module), f"{name} (smaller)".strip()))
    errors = [diagnostic for diagnostic in verify(shrunken) if diagnostic.severity is Severity.ERROR]
    if errors:
        reason = f"the program cannot be shrunk: {errors[0].message}"
        raise RunError(unsupported(function, reason))
    copy = require_function(shrunken, function.symbol)
    keep_names(function, copy)
    return copy


def _resize(operation: Operation, smaller: _Smaller) -> None:
    result = operation.results[0].type if operation.results else None
    operation.attributes = {
        name: smaller.attribute(name, value, result) for name, value in operation.attributes.items()
    }
    operation.template = None
    for value in operation.results:
        value.type = smaller.type(value.type)
    for block in operation.blocks:
        for value in block.arguments:
            value.type = smaller.type(value.type)
