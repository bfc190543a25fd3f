"""Float tensors as elements of prime fields, and their arithmetic.

The same arithmetic is done with real numbers in float64, which decide where a program branches, and with
residues, which tell whether two results are the same function of the inputs: on a path without decisions, a
program is a composition of rational functions and of functions that are taken as unknown ones, and two
different rational functions agree at few points (Schwartz and Zippel). Inputs have random residues,
independent of their numbers: functions that are equal on an open set of reals are equal as formal ones.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stablehlo_tools.equivalence.constants import RoundedConstants
from stablehlo_tools.equivalence.decisions import ORDER, RecordedDecisions
from stablehlo_tools.equivalence.fields import EXACT, Fields, mixed
from stablehlo_tools.equivalence.odds import Odds
from stablehlo_tools.interpret.machine import Executable
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.numerics.narrow import Dtype
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.verdict.difference import info

Hashes = npt.NDArray[np.uint64]
# Infinities and NaN are not field elements: each is a number of its own.
_SYMBOLS: Final = {"+inf": 7919, "-inf": 104_729, "nan": 15_485_863}
_LAWS: Final = "exp and log are taken with their laws (a conjecture of Li and Wu, 2025)"
_HALF: Final = 1024
_PLAIN_BITS: Final = 12  # of constants that are meant as they are
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, eq=False)
class FieldTensor:
    """A float tensor: its numbers in float64 and its residues, which are the `components` of an array.

    The first component is the numbers; each other one, the residues modulo a prime, of which complex numbers
    have pairs: no prime has a root of -1, so that these are a field, too. Of each chain of primes,
    the residues at depths from `first` to before `last` are valid. As a rational function of what was drawn
    at random it has at most these `degrees`, of the numerator and the denominator; constants have none. A
    square root has the `square` that it is the root of: in a field, half of all numbers have no root.
    """

    components: Array
    first: int
    last: int
    degrees: tuple[float, float] = (1.0, 0.0)
    square: FieldTensor | None = None

    @property
    def numbers(self) -> Array:
        """The numbers in float64."""
        return np.asarray(self.components[0])

    @property
    def residues(self) -> Array:
        """The residues, with an axis for the primes in front."""
        return self.components[1:]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the tensor."""
        return self.components.shape[1:]

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """The rank of the tensor."""
        return self.components.ndim - 1

    @property
    def is_constant(self) -> bool:
        """Whether it depends on no input."""
        return self.degrees == (0.0, 0.0)

    @property
    def is_complex(self) -> bool:
        """Whether the elements are complex numbers."""
        return self.components.dtype.kind == "c"

    @property
    def flags(self) -> Any:
        """Those of the array: what may be written belongs to one frame."""
        return self.components.flags

    def read_only(self) -> FieldTensor:
        """The tensor as others may have it."""
        view = self.components.view()
        view.setflags(write=False)
        return dataclasses.replace(self, components=view)

    def of(self, components: Array) -> FieldTensor:
        """A tensor with these components, which are elements of this one."""
        return dataclasses.replace(self, components=components, square=None)

    def with_numbers(self, numbers: Any) -> FieldTensor:
        """The tensor with other numbers."""
        components = self.components.copy()
        components[0] = numbers
        return dataclasses.replace(self, components=components)

    def moved(self, move: Callable[[Array], Any]) -> FieldTensor:
        """The tensor of elements that `move` takes from an array of its shape."""
        return self.of(stacked([move(each) for each in self.components]))

    def reshaped(self, shape: Sequence[int]) -> FieldTensor:
        """The tensor in another shape."""
        return dataclasses.replace(self, components=self.components.reshape(-1, *shape))

    def __getitem__(self, index: Any) -> FieldTensor:
        of_all = (slice(None), *(index if isinstance(index, tuple) else (index,)))
        return self.of(np.ascontiguousarray(self.components[of_all]))


def stacked(components: Sequence[Any]) -> Array:
    """An array of its own, of components of the same shape."""
    made = np.empty((len(components), *np.shape(components[0])), np.result_type(components[0]))
    for index, each in enumerate(components):
        made[index] = each
    return made


def widened(array: Any) -> Array:
    """An array as f64, or as pairs of these."""
    made: Array = np.asarray(array)
    return made.astype(np.complex128 if made.dtype.kind == "c" else np.float64)


def leaves(value: Any) -> Iterator[Any]:
    """A value, or what a tuple of values consists of."""
    if isinstance(value, tuple):
        for each in value:
            yield from leaves(each)
    else:
        yield value


def is_float(type: Type) -> bool:
    """Whether values of this type are field tensors."""
    return isinstance(type, TensorType) and type.element_type.kind in ("float", "complex")


def aligned(x: FieldTensor, ndim: int) -> FieldTensor:
    """A tensor with dimensions of size 1 in front, to be broadcast."""
    return x if x.ndim == ndim else x.reshaped((*(1,) * (ndim - x.ndim), *x.shape))


class Arithmetic:
    """Arithmetic with field tensors, of which two programs that are to be compared share one.

    With `rounds`, the result of each operation that rounds is an unknown function of the exact result and
    of the element type: equal ones are the same roundings of the same values. `odds` are those of an error,
    and `beyond` counts numbers that are too great for float64. `constants` are recognized where they are
    there; with a `nudge`, their numbers are moved by less than they are rounded. `programs` are compiled.
    """

    def __init__(self, fields: Fields, seed: int, *, rounds: bool) -> None:
        self.fields = fields
        self.rounds = rounds
        self.odds = Odds(fields)
        self.decisions = RecordedDecisions(fields)
        self.nudge: int | None = None
        self.programs: dict[int, Executable] = {}
        self.beyond = 0
        self.assumptions: set[str] = set()
        self.constants: RoundedConstants | None = None
        self._seed = seed

    # -- what tensors are made of

    def tensor(
        self,
        numbers: Any,
        fill: Callable[[Array], object] | None = None,
        degrees: tuple[float, float] = (1.0, 0.0),
        valid: tuple[int, int] | None = None,
    ) -> FieldTensor:
        """A tensor of these numbers, with the residues that `fill` writes, or zeros."""
        components = np.zeros((1 + len(self.fields), *np.shape(numbers)), np.result_type(numbers, np.float64))
        components[0] = numbers
        if fill is not None:
            fill(components[1:])
        self._put_symbols(components)
        return FieldTensor(components, *(valid or (0, self.fields.length)), degrees)

    def constant(self, numbers: Any) -> FieldTensor:
        """A constant: exactly the fractions that floats are."""
        numbers = np.asarray(numbers)
        if numbers.dtype.kind == "c":
            return self.joined_parts(self.constant(numbers.real), self.constant(numbers.imag))
        numbers = numbers.astype(np.float64)
        finite = np.where(np.isfinite(numbers), numbers, 0)
        return self.tensor(numbers, lambda out: self.fields.of_numbers(finite, out), (0.0, 0.0))

    def literal(self, numbers: Array, dtype: Dtype) -> FieldTensor:
        """A constant of a program, or what it is rounded from, where this is recognized."""
        if numbers.dtype.kind == "c":
            parts = (np.array(each, order="C") for each in (numbers.real, numbers.imag))
            of_parts = np.dtype(f"f{dtype.itemsize // 2}")
            return self.joined_parts(*(self.literal(each, of_parts) for each in parts))
        exact = self.constant(numbers)
        made = exact
        if self.constants is not None:
            components, first, last = self.constants.recognized(self.fields, exact.components, dtype)
            made = dataclasses.replace(exact, components=components, first=first, last=last)
        if self.nudge is not None and (made.residues == exact.residues).all():  # it is not said what is meant
            return made.with_numbers(_nudged(exact.numbers, dtype, self.nudge))
        return made

    def drawn(self, numbers: Array, generator: np.random.Generator) -> FieldTensor:
        """An input, with residues drawn at random."""
        if numbers.dtype.kind == "c":
            parts = (self.drawn(each, generator) for each in (numbers.real, numbers.imag))
            return self.joined_parts(*parts)
        return self.tensor(numbers, lambda out: self.fields.random(generator, out))

    def zeros(self, shape: Sequence[int]) -> FieldTensor:
        """Zeros."""
        return self.tensor(np.zeros(shape), degrees=(0.0, 0.0))

    def unknown(self, name: str, numbers: Any, *operands: FieldTensor) -> FieldTensor:
        """The value of an unknown function, element by element."""
        self._count_beyond(np.asarray(numbers), operands)
        hashes = np.full(np.shape(numbers), self._key(name))
        for each in operands:
            hashes = mixed(hashes + self.hashes(each))
        return self._of_hashes(numbers, hashes, operands)

    def unknown_of_all(self, name: str, numbers: Any, operands: Sequence[Any]) -> FieldTensor:
        """The value of an unknown function each of whose elements depends on all operands."""
        numbers = np.asarray(numbers)
        whole = self._key(name)
        for each in operands:
            hashes = self.hashes(each) if isinstance(each, FieldTensor) else _hashes_of(each)
            places = np.arange(hashes.size, dtype=np.uint64).reshape(hashes.shape)
            with np.errstate(over="ignore"):
                whole = mixed(whole + mixed(hashes + places * _ODD).sum(dtype=np.uint64))
        places = np.arange(numbers.size, dtype=np.uint64).reshape(numbers.shape)
        floats = [each for each in operands if isinstance(each, FieldTensor)]
        return self._of_hashes(numbers, mixed(places + whole), floats)

    def _of_hashes(self, numbers: Any, hashes: Hashes, operands: Sequence[FieldTensor]) -> FieldTensor:
        """Unknown values of operands, which are constants if these are."""
        if np.iscomplexobj(numbers):
            real = self._of_hashes(np.real(numbers), hashes, operands)
            return self.joined_parts(real, self._of_hashes(np.imag(numbers), mixed(hashes + _ODD), operands))
        self._count_unknown(hashes.size, *operands)
        degrees = _degrees_of_unknown(operands)
        return self.tensor(numbers, lambda out: self.fields.of_hashes(hashes, out), degrees)

    def hashes(self, x: FieldTensor) -> Hashes:
        """A hash of the valid residues of each element."""
        _require_residues(are_there=x.first < x.last)
        if x.is_complex:
            return np.asarray(
                mixed(self.hashes(self.part(x, "real")) * _ODD + self.hashes(self.part(x, "imag")))
            )
        made = np.zeros(x.shape, np.uint64)
        for residues, depth in zip(x.residues, self.fields.depths, strict=True):
            if x.first <= depth < x.last:
                made = mixed(made * _ODD + residues.astype(np.uint64))
        return made

    def _key(self, name: str) -> Any:
        digest = hashlib.blake2b(f"{self._seed} {name}".encode(), digest_size=8).digest()
        return np.uint64(int.from_bytes(digest, "little"))

    def _count_unknown(self, count: int, *arguments: FieldTensor) -> None:
        self.odds.of_unknown(count)
        for each in arguments:
            self.odds.note(each.first, each.last, each.degrees)

    def _put_symbols(self, components: Array) -> None:
        """Infinities and NaN have symbols as residues."""
        numbers = components[0]
        if np.isfinite(numbers).all():
            return
        kinds = [("+inf", numbers == np.inf), ("-inf", numbers == -np.inf), ("nan", np.isnan(numbers))]
        if numbers.dtype.kind == "c":  # one with an infinite part is no number of a field, either
            kinds = [("nan", ~np.isfinite(numbers))]
        for kind, where in kinds:
            symbol = self.fields.column(self.fields.of_ratio(_SYMBOLS[kind], 1), numbers.ndim)
            np.copyto(components[1:], symbol, where=where)

    def _count_beyond(self, numbers: Array, operands: Sequence[FieldTensor]) -> None:
        """Count infinite numbers that finite ones gave: they are beyond float64, and no infinities."""
        beyond = np.isinf(numbers)
        if not beyond.any():
            return
        for each in operands:
            finite = np.isfinite(each.numbers)
            beyond = beyond & (finite if _fits(finite, beyond) else finite.all())
        self.beyond += int(beyond.sum())

    def rounded(self, x: FieldTensor, element_type: str, *operands: FieldTensor) -> FieldTensor:
        """A result as the program has it: rounded to its element type, or exactly.

        What is one of its operands is exact, as x + 0 and 1 x are.
        """
        if not self.rounds:
            return x
        made = self.unknown(f"round to {element_type}", x.numbers, x)
        for operand in (*operands, self.zeros(())):
            made = self.where(self.equal(x, operand), operand, made)
        return made

    # -- the field operations

    def _both(self, x: FieldTensor, y: FieldTensor) -> tuple[FieldTensor, FieldTensor]:
        """Two tensors aligned, with valid residues in common: unknown functions of them if they have none."""
        rank = max(x.ndim, y.ndim)
        x, y = aligned(x, rank), aligned(y, rank)
        if max(x.first, y.first) >= min(x.last, y.last):
            x, y = self._opaque(x), self._opaque(y)
        return x, y

    def _opaque(self, x: FieldTensor) -> FieldTensor:
        return self.unknown("itself", x.numbers, x)

    def renewed(self, x: FieldTensor, y: FieldTensor) -> tuple[FieldTensor, FieldTensor]:
        """Factors of a product; beside weights, one with few valid residues is an unknown function of itself.

        The law of exp uses up residues. What goes into a layer is often the same in both programs, where what
        goes into exp is not.
        """
        half = self.fields.length // 2
        x_is_weight, y_is_weight = (self._is_whole(each) and each.degrees == (1.0, 0.0) for each in (x, y))
        return (
            self._opaque(x) if y_is_weight and x.last <= half else x,
            self._opaque(y) if x_is_weight and y.last <= half else y,
        )

    def _is_whole(self, x: FieldTensor) -> bool:
        """Whether all residues are valid."""
        return (x.first, x.last) == (0, self.fields.length)

    def odd(self, name: str, numbers: Any, x: FieldTensor) -> FieldTensor:
        """The value of an unknown function f with f(-x) = -f(x)."""
        return self._unknown_by_sign(name, numbers, x, self.negate)

    def even(self, name: str, numbers: Any, x: FieldTensor) -> FieldTensor:
        """The value of an unknown function f with f(-x) = f(x)."""
        return self._unknown_by_sign(name, numbers, x, lambda made: made)

    def _unknown_by_sign(
        self, name: str, numbers: Any, x: FieldTensor, mirror: Callable[[FieldTensor], FieldTensor]
    ) -> FieldTensor:
        """The value of an unknown function that `mirror` gives for negative numbers, from positive ones."""
        is_negative = x.numbers < 0
        made = self.unknown(name, np.ones(x.shape), self.where(is_negative, self.negate(x), x))
        made = self.where(is_negative, mirror(made), made).with_numbers(numbers)
        self._count_beyond(made.numbers, (x,))
        is_zero = (x.numbers == 0) & ~x.residues.any(axis=0)
        if is_zero.any():  # there, these functions are 0 or 1
            np.copyto(made.residues, made.numbers, where=is_zero)
        self._put_symbols(made.components)
        return made

    def _made(
        self, components: Array, operands: Sequence[FieldTensor], degrees: tuple[float, float]
    ) -> FieldTensor:
        """A tensor of components of its own, whose residues are not reduced yet."""
        first, last = max(each.first for each in operands), min(each.last for each in operands)
        self.fields.reduce(components[1:])
        self._count_beyond(np.asarray(components[0]), operands)
        self._put_symbols(components)
        return FieldTensor(components, first, last, degrees)

    def add(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x + y."""
        return self._sum(np.add, x, y)

    def subtract(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x - y."""
        return self._sum(np.subtract, x, y)

    def _sum(self, ufunc: np.ufunc, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        x, y = self._both(x, y)
        (n, d), (m, e) = x.degrees, y.degrees
        return self._made(ufunc(x.components, y.components, order="C"), (x, y), (max(n + e, m + d), d + e))

    def negate(self, x: FieldTensor) -> FieldTensor:
        """-x."""
        made = self._made(np.negative(x.components, order="C"), (x,), x.degrees)
        return dataclasses.replace(made, square=x.square)

    def multiply(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x y."""
        x, y = self._both(x, y)
        (n, d), (m, e) = x.degrees, y.degrees
        made = self._made(np.multiply(x.components, y.components, order="C"), (x, y), (n + m, d + e))
        if x.square is not None or y.square is not None:
            return self._product_of_roots(x, y, made)
        return made

    def _product_of_roots(self, x: FieldTensor, y: FieldTensor, made: FieldTensor) -> FieldTensor:
        """x y, of which one at least is a square root: of q, where x = y; 1 / y, where x is 1 / q.

        In the field, the square of the root of q is q or -q.
        """
        if x.square is not None and y.square is not None:
            if x.shape == y.shape and self.equal(x, y).all():
                return x.square.with_numbers(made.numbers)
            return dataclasses.replace(made, square=self.multiply(x.square, y.square))
        root, other = (x, y) if y.square is None else (y, x)
        assert root.square is not None
        is_inverse = self.equal(self.multiply(other, root.square), self.constant(1.0))
        if is_inverse.shape == root.shape and is_inverse.all():
            return self.reciprocal(root).with_numbers(made.numbers)
        return made

    def reciprocal(self, x: FieldTensor) -> FieldTensor:
        """1 / x."""
        if x.is_complex:
            real, imag = self.part(x, "real"), self.part(x, "imag")
            size = self.reciprocal(self.add(self.multiply(real, real), self.multiply(imag, imag)))
            made = self.joined_parts(self.multiply(real, size), self.negate(self.multiply(imag, size)))
            return made.with_numbers(1 / x.numbers)
        square = None if x.square is None else self.reciprocal(x.square)
        numbers = np.asarray(1 / x.numbers)
        is_zero = (x.numbers == 0) & ~x.residues.any(axis=0)  # 1 / 0 is infinite
        self._count_beyond(np.where(is_zero, 0, numbers), (x,))
        residues = np.ascontiguousarray(x.residues)
        made = self.tensor(
            numbers, lambda out: self.fields.inverses(residues, out), x.degrees[::-1], (x.first, x.last)
        )
        np.copyto(made.residues, 0, where=np.isinf(x.numbers))
        return dataclasses.replace(made, square=square)

    def divide(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x / y."""
        x, y = self._both(x, y)
        quotient = self.multiply(x, self.reciprocal(y)).with_numbers(x.numbers / y.numbers)
        self._put_symbols(quotient.components)
        return quotient

    def total(self, components: Array, count: int, operands: Sequence[FieldTensor]) -> FieldTensor:
        """The sums of `count` products, or terms, of which these are the components, not reduced yet."""
        n = sum(each.degrees[0] for each in operands)
        d = sum(each.degrees[1] for each in operands)
        return self._made(components, operands, (n + max(count - 1, 0) * d, count * d))

    def integer_power(self, x: FieldTensor, exponent: int) -> FieldTensor:
        """x to a whole power, which is not negative."""
        made, square = self.constant(np.ones(x.shape)), x
        while exponent:
            if exponent & 1:
                made = self.multiply(made, square)
            square, exponent = self.multiply(square, square), exponent >> 1
        return made

    # -- functions with laws

    def exponential(self, x: FieldTensor) -> FieldTensor:
        """exp(x), with exp(x + y) = exp(x) exp(y) where the residues allow for it."""
        numbers = np.exp(x.numbers)
        if self.fields.length == 1:
            return self._or_zero(x, self._unknown_by_sign("exponential", numbers, x, self.reciprocal))
        x = self._unknown_by_sign("itself", x.numbers, x, self.negate) if x.last < 2 else x
        return self._or_zero(x, self._by_law(numbers, x, self.fields.exponentials, -1))

    def _by_law(
        self, numbers: Array, x: FieldTensor, law: Callable[[Array, Array], None], step: int
    ) -> FieldTensor:
        """A function whose residues are those of `x`, a step along each chain of primes."""
        self.assumptions.add(_LAWS)
        self._count_unknown(x.size, x)
        self._count_beyond(numbers, (x,))
        valid = max(x.first + step, 0), min(x.last + step, self.fields.length)
        return self.tensor(numbers, lambda out: law(x.residues, out), _degrees_of_unknown((x,)), valid)

    def _or_zero(self, x: FieldTensor, power: FieldTensor) -> FieldTensor:
        """exp(x), which is 0 for -inf, and for what float64 has no number."""
        is_zero = power.numbers == 0
        if not is_zero.any():
            return power
        if np.isfinite(x.numbers[is_zero]).any():
            self.assumptions.add("exp of numbers below -745 is zero, as in all float types")
        np.copyto(power.residues, 0, where=is_zero)
        return power

    def logarithm(self, x: FieldTensor) -> FieldTensor:
        """log(x), with log(x y) = log(x) + log(y) and log(exp(x)) = x where the residues allow for it."""
        numbers = np.log(x.numbers)
        if self.fields.length == 1:
            return self.unknown("log", numbers, x)
        x = self._opaque(x) if x.first + 1 >= self.fields.length else x
        return self._by_law(numbers, x, self.fields.logarithms, 1)

    def square_root(self, x: FieldTensor) -> FieldTensor:
        """The square root, with sqrt(x) sqrt(y) = sqrt(x y)."""
        self.assumptions.add("square roots are taken with their law, sqrt(x) sqrt(y) = sqrt(x y)")
        self._count_unknown(x.size, x)
        residues, degrees = np.ascontiguousarray(x.residues), _degrees_of_unknown((x,))
        made = self.tensor(
            np.sqrt(x.numbers), lambda out: self.fields.roots(residues, out), degrees, (x.first, x.last)
        )
        return dataclasses.replace(made, square=x)

    # -- complex numbers

    def part(self, x: FieldTensor, name: str) -> FieldTensor:
        """The real or the imaginary parts, "real" or "imag", of complex numbers."""
        return x.moved(lambda each: getattr(each, name))

    def joined_parts(self, real: FieldTensor, imag: FieldTensor) -> FieldTensor:
        """Complex numbers of these parts."""
        rank = max(real.ndim, imag.ndim)
        real, imag = self.joined([aligned(real, rank), aligned(imag, rank)])
        shape = np.broadcast_shapes(real.components.shape, imag.components.shape)
        components = np.empty(shape, np.complex128)
        components.real, components.imag = real.components, imag.components
        made = real.of(components)
        self._put_symbols(components)
        return made

    # -- decisions

    def equal(self, x: FieldTensor, y: FieldTensor) -> Array:
        """The mask of elements that are the same function of the inputs."""
        x, y = self._both(x, y)
        first, last = max(x.first, y.first), min(x.last, y.last)
        valid = (self.fields.depths >= first) & (self.fields.depths < last)
        _require_residues(are_there=bool(valid.any()))
        same = np.asarray((x.residues == y.residues)[valid].all(axis=0))
        self.odds.of_comparison(same.size)
        for each in (x, y):
            self.odds.note(first, last, each.degrees)
        return same

    def less(self, x: FieldTensor, y: FieldTensor) -> Array:
        """The mask of x < y, by the floats unless both are the same function."""
        rank = max(x.ndim, y.ndim)
        x, y = aligned(x, rank), aligned(y, rank)
        same = self.equal(x, y)
        is_less = np.asarray((x.numbers < y.numbers) & ~same)
        distance = np.where(same, np.inf, np.abs(x.numbers - y.numbers))
        self.decisions.note(ORDER, distance, is_less, x, y)
        return is_less

    def nearest(self, x: FieldTensor) -> tuple[Array, Array]:
        """The numbers, exact if they are halves, and how far the others are from whole ones."""
        nearest = np.round(2 * x.numbers) / 2
        is_half = self.equal(x, self.constant(nearest))
        distance = np.where(is_half, np.inf, np.abs(x.numbers - np.round(x.numbers)))
        return np.where(is_half, nearest, x.numbers), distance

    def where(self, condition: Array, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x where the condition holds, else y."""
        x, y = self._both(x, y)
        degrees = max(x.degrees[0], y.degrees[0]), max(x.degrees[1], y.degrees[1])
        first, last = max(x.first, y.first), min(x.last, y.last)
        components = np.ascontiguousarray(np.where(condition, x.components, y.components))
        return FieldTensor(components, first, last, degrees)

    def maximum(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """The greater of the elements; NaN if one is."""
        return self.where(self.less(x, y) | np.isnan(aligned(y, max(x.ndim, y.ndim)).numbers), y, x)

    def minimum(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """The lesser of the elements; NaN if one is."""
        return self.where(self.less(y, x) | np.isnan(aligned(y, max(x.ndim, y.ndim)).numbers), y, x)

    def joined(self, tensors: Sequence[FieldTensor]) -> list[FieldTensor]:
        """Tensors whose elements may stand in one tensor: with the same valid residues."""
        first, last = max(x.first for x in tensors), min(x.last for x in tensors)
        if first >= last:
            return [self._opaque(x) for x in tensors]
        degrees = max(x.degrees[0] for x in tensors), max(x.degrees[1] for x in tensors)
        return [dataclasses.replace(x, first=first, last=last, degrees=degrees) for x in tensors]


def _nudged(numbers: Array, dtype: Dtype, seed: int) -> Array:
    """Numbers that may be rounded to these, equal ones for equal ones; those of few digits are exact."""
    mantissas, _ = np.frexp(numbers)
    is_exact = ~np.isfinite(numbers) | (mantissas * 2.0**_PLAIN_BITS % 1 == 0)
    with np.errstate(over="ignore"):
        hashes = mixed(np.abs(numbers).view(np.uint64) + np.uint64(seed) * _ODD)
    parts = hashes / 2.0**63 - 1
    return np.where(is_exact, numbers, numbers * (1 + parts * float(info(dtype).eps) / 2))


def _degrees_of_unknown(operands: Sequence[FieldTensor]) -> tuple[float, float]:
    return (0.0, 0.0) if all(each.is_constant for each in operands) else (1.0, 0.0)


def _fits(array: Array, other: Array) -> bool:
    """Whether an array may be broadcast to the shape of another one."""
    sizes = zip(array.shape[::-1], other.shape[::-1], strict=False)
    return array.ndim <= other.ndim and all(size in (1, whole) for size, whole in sizes)


def _require_residues(*, are_there: bool) -> None:
    """Raise even under `python -O`: an element without a valid residue would be equal to everything."""
    if not are_there:
        raise AssertionError("a value without a valid residue is never compared")


def products(
    arithmetic: Arithmetic, kernel: Callable[..., Any], x: FieldTensor, y: FieldTensor, terms: int
) -> FieldTensor:
    """Sums of `terms` products each, which a kernel computes: exact in float64 as long as they are small.

    Of longer sums, one factor is split into two of half the bits.
    """
    x, y = arithmetic.joined([x, y])
    terms *= 2 if x.is_complex else 1
    if max(arithmetic.fields.primes) * _HALF * terms > EXACT:
        raise Unsupported(f"sums of {terms} products are too long for exact arithmetic")
    made: Array | None = None
    for index, prime in enumerate([0, *arithmetic.fields.primes]):
        left, right = x.components[index], y.components[index]
        if prime * prime * terms <= EXACT:
            part = kernel(left, right)
        else:
            high = left - _rest(left)
            high /= _HALF
            part = arithmetic.fields.reduced(kernel(high, right), prime) * _HALF + kernel(_rest(left), right)
        made = np.empty((len(x.components), *np.shape(part)), part.dtype) if made is None else made
        made[index] = part
    assert made is not None
    return arithmetic.total(made, terms, (x, y))


def _rest(residues: Array) -> Array:
    """The last bits of residues."""
    if residues.dtype.kind == "c":
        return np.asarray(_rest(residues.real) + 1j * _rest(residues.imag))
    return np.asarray(np.mod(residues, _HALF))


def _hashes_of(values: Any) -> Hashes:
    """Hashes of the elements of an array of integers or booleans."""
    return np.asarray(mixed(np.asarray(values).astype(np.int64).view(np.uint64)))
