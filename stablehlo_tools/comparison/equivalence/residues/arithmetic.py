"""Arithmetic with field tensors, and uninterpreted functions of them.

The same arithmetic is done with real numbers in float64, which decide where a program branches, and with
residues, which tell whether two results are the same function of the inputs. Along one path, a program
composes rational functions and uninterpreted ones, and two different rational functions agree at few points
(Schwartz and Zippel). Residues of inputs are random and independent of their numbers: functions that are
equal on an open set of reals are equal formally.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.angles import ANGLES
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.decisions import ORDER, RecordedDecisions
from stablehlo_tools.comparison.equivalence.residues.fields import (
    EXACT,
    ODD,
    WORDS,
    Fields,
    Hashes,
    has_any,
    in_order,
    key_of,
    mixed,
)
from stablehlo_tools.comparison.equivalence.residues.odds import Odds
from stablehlo_tools.comparison.equivalence.residues.powers import (
    NO_POWER,
    POSITIVE,
    near_power,
    powers_of,
    with_power,
)
from stablehlo_tools.comparison.equivalence.residues.roots import ROOTS, SIGNS, SQUARES, KnownRoots
from stablehlo_tools.comparison.equivalence.residues.roundings import shaken
from stablehlo_tools.comparison.equivalence.residues.tensors import (
    FieldTensor,
    aligned,
    bilinear,
    common_depths,
    degrees_of_unknown,
    fits,
)
from stablehlo_tools.ir.arrays import Array, without_repeats

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.domain import FieldDomain
    from stablehlo_tools.interpret.machine import Executable

# Infinities and NaN are not field elements: each is a number of its own.
_SYMBOLS: Final = {"+inf": 7919, "-inf": 104_729, "nan": 15_485_863}
LOGARITHMS: Final = "exp and log are modeled by their laws (sound by a conjecture of Li and Wu, 2025)"
# The laws of residues, not of numbers.
LAWS: Final = frozenset({LOGARITHMS, ROOTS, SQUARES, SIGNS, POSITIVE, ANGLES})
LAWS_OF_SOME: Final = frozenset({"root", "arc"})  # whose laws depend on signs and sizes of numbers
_APART: Final = 1e-3  # relative differences that rounding does not make, unless numbers cancel
_ROUNDED: Final = 1e-9


class Arithmetic:
    """Arithmetic with field tensors, shared by the two programs that are compared.

    With `rounds`, an operation that rounds returns an uninterpreted function of the exact result and the
    element type: equal results are the same roundings of the same values. `odds` estimates the probability
    of an error; `beyond` counts numbers too large for float64, `lost` powers too small for it, except
    those of masks. `constants`, if set, recognizes rounded constants; a `nudge` moves the other ones by less
    than their rounding error, and `shaking` draws errors of a unit in the last place for computed numbers.
    It `is_far` if powers far from 1, and with them a law, were not kept. If it `marks_beyond`, numbers too
    large for float64 are NaN, which marks what is computed from them. All copies made by `afresh` share the
    compiled `programs`. `asked` names the laws of the functions that were computed, and "renewal" if an
    operand of a layer was renewed, as it is if the arithmetic `renews`. `known` has the values with known
    squares, and the angles with known points.
    """

    def __init__(self, fields: Fields, *, rounds: bool) -> None:
        self.fields = fields
        self.rounds = rounds
        self.renews = True
        self.marks_beyond = False
        self.nudge: int | None = None
        self.shaking: np.random.Generator | None = None
        self.constants: RoundedConstants | None = None
        self.programs: dict[int, tuple[Executable, FieldDomain]] = {}
        self._scalars: dict[bytes, FieldTensor] = {}
        self._symbols = {kind: fields.from_ratio(number, 1) for kind, number in _SYMBOLS.items()}
        self.begin()

    def begin(self) -> None:
        """Forget everything that was computed."""
        self.odds = Odds(self.fields)
        self.decisions = RecordedDecisions()
        self.beyond = self.lost = 0
        self.is_far = False
        self.assumptions: set[str] = set()
        self.asked: set[str] = set()
        self.known = KnownRoots()
        self.held: dict[str, list[Hashes]] = {}
        self.literals: set[float] = set()  # which are constants: what follows from integer inputs may vary

    def afresh(self) -> Arithmetic:
        """A copy of the arithmetic that has computed nothing yet."""
        arithmetic = copy.copy(self)
        arithmetic.begin()
        return arithmetic

    @property
    def is_beyond_range(self) -> bool:
        """Whether a number was too large for float64, or an argument of exp too small."""
        return bool(self.beyond) or NO_POWER in self.assumptions

    def join(self, other: Arithmetic) -> None:
        """Add what another arithmetic in the same fields has recorded."""
        self.odds.join(other.odds)
        self.decisions.join(other.decisions)
        self.beyond += other.beyond
        self.lost += other.lost
        self.is_far |= other.is_far
        self.assumptions |= other.assumptions
        self.asked |= other.asked
        self.known.join(other.known)
        self.literals |= other.literals

    # -- what tensors are made of

    def tensor(
        self,
        numbers: Any,
        fill: Callable[[Array], object] | None = None,
        degrees: tuple[float, float] = (1.0, 0.0),
        valid: tuple[int, int] | None = None,
    ) -> FieldTensor:
        """A tensor of these numbers, with the residues that `fill` writes, or zeros."""
        numbers = np.asarray(numbers)
        dtype = np.complex128 if numbers.dtype.kind == "c" else np.float64
        components = np.zeros((1 + len(self.fields), *numbers.shape), dtype)
        components[0] = numbers
        if fill is not None:
            fill(components[1:])
        self.put_symbols(components)
        return FieldTensor(self.fields, components, *(valid or (0, self.fields.length)), degrees)

    def constant(self, numbers: Any) -> FieldTensor:
        """A constant, whose residues are exactly those of the floats."""
        numbers = np.asarray(numbers)
        if numbers.dtype.kind == "c":
            return self.joined_parts(self.constant(numbers.real), self.constant(numbers.imag))
        if numbers.ndim and not _is_splat(numbers):
            return self._exact(numbers)
        if numbers.ndim:
            return self.constant(numbers.flat[0]).broadcast(numbers.shape)
        key = np.float64(numbers).tobytes()  # which tells 0.0 from -0.0
        if key not in self._scalars:
            self._scalars[key] = self._exact(numbers).read_only()
        return self._scalars[key]

    def scalar(self, number: float, residues: Array) -> FieldTensor:
        """A constant with these residues."""
        return self.tensor(number, lambda out: np.copyto(out, residues), (0.0, 0.0))

    def _exact(self, numbers: Array) -> FieldTensor:
        numbers = numbers.astype(np.float64)
        finite = np.where(np.isfinite(numbers), numbers, 0)
        return self.tensor(numbers, lambda out: self.fields.from_numbers(finite, out), (0.0, 0.0))

    def drawn(self, numbers: Array, generator: np.random.Generator) -> FieldTensor:
        """An input, with residues drawn at random."""
        if numbers.dtype.kind == "c":
            parts = (self.drawn(part, generator) for part in (numbers.real, numbers.imag))
            return self.joined_parts(*parts)
        return self.tensor(numbers, lambda out: self.fields.random(generator, out))

    def zeros(self, shape: Sequence[int]) -> FieldTensor:
        """Zeros."""
        return self.tensor(np.zeros(shape), degrees=(0.0, 0.0))

    def unknown(self, name: str, numbers: Any, *operands: FieldTensor) -> FieldTensor:
        """The values of an uninterpreted elementwise function."""
        self.count_beyond(np.asarray(numbers), operands)
        hashes = _words(key_of(name), np.ndim(numbers))
        for operand in operands:
            hashes = mixed(hashes) + self.hashes(*aligned(operand, ndim=np.ndim(numbers)))
        return self._from_hashes(numbers, hashes, operands)

    def unknown_of_all(self, name: str, numbers: Any, operands: Sequence[Any]) -> FieldTensor:
        """The values of an uninterpreted function whose elements depend on all operands."""
        numbers = np.asarray(numbers)
        whole = key_of(name)
        for operand in operands:
            whole = mixed(whole + in_order(self.hashes(operand)))
        places = np.arange(numbers.size, dtype=np.uint64).reshape(numbers.shape)
        floats = [operand for operand in operands if isinstance(operand, FieldTensor)]
        return self._from_hashes(numbers, places + _words(whole, numbers.ndim), floats)

    def _from_hashes(self, numbers: Any, hashes: Hashes, operands: Sequence[FieldTensor]) -> FieldTensor:
        """Values of an uninterpreted function: constants if all operands are."""
        if np.iscomplexobj(numbers):
            real = self._from_hashes(np.real(numbers), hashes, operands)
            return self.joined_parts(real, self._from_hashes(np.imag(numbers), hashes + ODD, operands))
        self.count_unknown(np.size(numbers), *operands)
        degrees = degrees_of_unknown(operands)
        return self.tensor(numbers, lambda out: self.fields.from_hashes(hashes, out), degrees)

    def hashes(self, x: Any) -> Hashes:
        """A hash of each element: of its valid residues, or of an integer or boolean itself.

        The first axis is the words of a hash.
        """
        if not isinstance(x, FieldTensor):
            number = np.asarray(x).astype(np.int64)[np.newaxis].view(np.uint64)
            return np.concatenate([mixed(number + np.uint64(word) * ODD) for word in range(WORDS)])
        _require_residues(are_there=x.first < x.last)
        if x.is_complex:
            return np.asarray(
                mixed(self.hashes(self.part(x, "real")) * ODD + self.hashes(self.part(x, "imag")))
            )
        return self.fields.hashes(x.residues, x.first, x.last)

    def count_unknown(self, count: int, *arguments: FieldTensor) -> None:
        """Count values of uninterpreted functions of these arguments."""
        self.odds.unknown += count
        for argument in arguments:
            self.odds.note(argument.first, argument.last, argument.degrees)

    def put_symbols(self, components: Array) -> None:
        """Set the residues of infinities and NaN to symbols."""
        numbers = components[0]
        if _are_finite(numbers):
            return
        kinds = [("+inf", numbers == np.inf), ("-inf", numbers == -np.inf), ("nan", np.isnan(numbers))]
        if numbers.dtype.kind == "c":  # a number with an infinite part is not in the field either
            kinds = [("nan", ~np.isfinite(numbers))]
        for kind, where in kinds:
            if has_any(where):
                np.copyto(components[1:], self.fields.column(self._symbols[kind], numbers.ndim), where=where)

    def count_beyond(self, numbers: Array, operands: Sequence[FieldTensor]) -> None:
        """Count infinite results of finite operands: these numbers overflow float64 and are not infinite."""
        if _are_finite(numbers):
            return
        beyond = np.isinf(numbers)
        for operand in operands:
            finite = np.isfinite(operand.numbers)
            beyond = beyond & (finite if fits(finite, beyond) else finite.all())
        self.beyond += int(beyond.sum())
        if self.marks_beyond and numbers.flags.writeable:
            np.copyto(numbers, np.nan, where=beyond)

    # -- the field operations

    def _both(self, x: FieldTensor, y: FieldTensor) -> tuple[FieldTensor, FieldTensor]:
        """Two aligned tensors with common valid residues, or else uninterpreted functions of them."""
        if x.ndim != y.ndim:
            x, y = aligned(x, y)
        if max(x.first, y.first) >= min(x.last, y.last):
            x, y = self.opaque(x), self.opaque(y)
        return x, y

    def opaque(self, x: FieldTensor) -> FieldTensor:
        """An uninterpreted function of a tensor, whose residues are all valid."""
        return self.unknown("itself", x.numbers, x)

    def renewed(self, x: FieldTensor, y: FieldTensor) -> tuple[FieldTensor, FieldTensor]:
        """The factors of a product; one that is multiplied by weights may become an uninterpreted function.

        The law of exp uses up residues. The operand of a layer is often the same in both programs, even where
        the operand of exp is not. The laws of roots hold for products too.
        """
        half = self.fields.length // 2 if self.fields.law == "exp" and self.renews else 0
        whole = 0, self.fields.length
        are_weights = [(f.first, f.last) == whole and f.degrees == (1.0, 0.0) for f in (x, y)]
        are_renewed = are_weights[1] and x.last <= half, are_weights[0] and y.last <= half
        self.asked |= {"renewal"} if any(are_renewed) else set()
        return self.opaque(x) if are_renewed[0] else x, self.opaque(y) if are_renewed[1] else y

    def odd(self, name: str, numbers: Any, x: FieldTensor, *, is_even: bool = False) -> FieldTensor:
        """The values of an uninterpreted function f with f(-x) = -f(x), or f(-x) = f(x) if it is even."""
        self.count_beyond(np.asarray(numbers), (x,))
        self.count_unknown(x.size, x)

        def fill(out: Array) -> None:
            self.write_odd(name, numbers, x, out, is_even=is_even)

        return self.tensor(numbers, fill, degrees_of_unknown((x,)))

    def write_odd(self, name: str, numbers: Any, x: FieldTensor, out: Array, *, is_even: bool) -> None:
        """Write the residues of an odd or an even function: its numbers at 0, where they are 0 or 1."""
        signs = np.copysign(1.0, x.numbers + 0.0)  # multiplying by them is faster than negating some
        hashes = self.hashes(x) * signs.astype(np.int64).view(np.uint64)
        self.fields.from_hashes(hashes + _words(key_of(name), x.ndim), out)
        if not is_even:
            out *= signs
        is_zero = x.are_zero
        if has_any(is_zero):
            np.copyto(self.fields.parts(out)[0], numbers, where=is_zero)

    def _made(
        self, components: Array, operands: Sequence[FieldTensor], degrees: tuple[float, float], limit: float
    ) -> FieldTensor:
        """A tensor that owns its components; its residues are whole numbers up to a limit."""
        first, last = common_depths(operands)
        if not _are_finite(components[0]):
            self.count_beyond(np.asarray(components[0]), operands)
            self.put_symbols(components)
        return FieldTensor(self.fields, components, first, last, degrees, limit=limit)

    def add(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x + y."""
        return self._sum(np.add, x, y)

    def subtract(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x - y."""
        return self._sum(np.subtract, x, y)

    def _sum(self, ufunc: np.ufunc, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        x, y = self._both(x, y)
        (n, d), (m, e) = x.degrees, y.degrees
        if x.limit + y.limit > EXACT:
            x, y = x.reduced(), y.reduced()
        components = ufunc(x.components, y.components, order="C")
        total = self._made(components, (x, y), (max(n + e, m + d), d + e), x.limit + y.limit)
        if x.power is None and y.power is None:
            return total
        powers = powers_of(self, [x, y if ufunc is np.add else self.negate(y)])
        if powers is None:
            return total
        power = near_power(self, total, self.multiply(*powers))
        return self.at_point(total, power) if power.is_complex else dataclasses.replace(total, power=power)

    def at_point(self, angle: FieldTensor, point: FieldTensor) -> FieldTensor:
        """An angle x with its point exp(i x), which determines it up to whole turns."""
        return self.known.angle(self, angle, point)

    def negate(self, x: FieldTensor) -> FieldTensor:
        """-x."""
        result = self.affine(x, -1)
        if x.power is None:
            return result
        power = self.conjugate(x.power) if x.is_angle else self.reciprocal(x.power)
        return dataclasses.replace(result, power=power)

    def affine(self, x: FieldTensor, factor: int, term: int = 0) -> FieldTensor:
        """`factor * x + term`, for small integers."""
        components = np.multiply(x.components, float(factor), order="C")
        if term:
            components[: 1 + len(self.fields.primes)] += term
        n, d = x.degrees
        return self._made(components, (x,), (max(n, d), d), abs(factor) * x.limit + abs(term))

    def multiply(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x y."""
        if x.square is not None and x.components is y.components:
            square = x.square.with_numbers(x.numbers**2)
            self.put_symbols(square.components)  # that of NaN is NaN
            return square
        if x.parts or y.parts:
            return self._product_of_parts(x, y)
        x, y = self._both(x, y)
        product = self.plain_product(x, y)
        if x.power is not None or y.power is not None:
            product = with_power(self, with_power(self, product, x, y, 1, np.multiply), y, x, 1, np.multiply)
        if not self.fields.with_roots or x.is_complex:
            return product
        if self.fields.are_beside_roots(product.residues, product.first, product.last):
            return self.known.resolved(self, product, self.plain_product(product, product))
        if _is_multiple(x, y):
            self.known.note(self, y, product if x.components is y.components else self.plain_product(y, y))
        return product

    def _product_of_parts(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """The product of complex numbers, of which parts are angles with known points."""
        (a, b), (c, d) = ([self.part(z, name) for name in ("real", "imag")] for z in (x, y))
        real = self.subtract(self.multiply(a, c), self.multiply(b, d))
        return self.joined_parts(real, self.add(self.multiply(a, d), self.multiply(b, c)))

    def plain_product(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x y, without laws of functions."""
        (n, d), (m, e) = x.degrees, y.degrees
        terms = self.terms(x)
        for factor in sorted((x, y), key=lambda factor: -factor.limit):
            if x.limit * y.limit * terms > EXACT:
                factor.reduced()
        components = bilinear(functools.partial(np.multiply, order="C"), x, y)
        return self._made(components, (x, y), (n + m, d + e), x.limit * y.limit * terms)

    def terms(self, x: FieldTensor) -> int:
        """The number of products in a part of a product: 2 for complex numbers or roots, 4 for both."""
        return (1 + x.is_complex) * (1 + self.fields.with_roots)

    def reciprocal(self, x: FieldTensor) -> FieldTensor:
        """1 / x."""
        if x.is_complex:
            real, imag = self.part(x, "real"), self.part(x, "imag")
            size = self.reciprocal(self.add(self.multiply(real, real), self.multiply(imag, imag)))
            result = self.joined_parts(self.multiply(real, size), self.negate(self.multiply(imag, size)))
            return result.renumbered(1 / x.numbers)
        if not x.flags.c_contiguous:
            once = x.with_components(without_repeats(x.components))
            if once.size < x.size:
                result = self.reciprocal(once)
                return result.with_components(np.broadcast_to(result.components, x.components.shape))
        numbers = np.asarray(1 / x.numbers)
        is_zero = x.are_zero  # 1 / 0 is infinite
        self.count_beyond(np.where(is_zero, 0, numbers) if has_any(is_zero) else numbers, (x,))
        result = self.tensor(
            numbers, lambda out: self.fields.inverses(x.residues, out), x.degrees[::-1], (x.first, x.last)
        )
        is_infinite = np.isinf(x.numbers)
        if has_any(is_infinite):
            np.copyto(result.residues, 0, where=is_infinite)
        return result

    def divide(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x / y."""
        x, y = self._both(x, y)
        quotient = self.multiply(x, self.reciprocal(y)).renumbered(x.numbers / y.numbers)
        self.put_symbols(quotient.components)
        return quotient

    def total(
        self, components: Array, count: int, operands: Sequence[FieldTensor], limit: float
    ) -> FieldTensor:
        """Sums of `count` products or terms with these components, whole numbers up to a limit."""
        n = sum([operand.degrees[0] for operand in operands])
        d = sum([operand.degrees[1] for operand in operands])
        sums = self._made(components, operands, (n + max(count - 1, 0) * d, count * d), limit)
        return shaken(self, sums, operands)

    def integer_power(self, x: FieldTensor, exponent: int) -> FieldTensor:
        """x to a nonnegative integer power."""
        result = x if exponent & 1 else None
        while exponent > 1:
            x, exponent = self.multiply(x, x), exponent >> 1
            if exponent & 1:
                result = x if result is None else self.multiply(result, x)
        return self.constant(np.ones(x.shape)) if result is None else result

    def by_law(
        self, numbers: Array, x: FieldTensor, law: Callable[[Array, Array], None], step: int
    ) -> FieldTensor:
        """A function that maps residues of `x` one step along each chain of primes."""
        self.assumptions.add(LOGARITHMS)
        self.count_unknown(x.size, x)
        self.count_beyond(numbers, (x,))
        valid = max(x.first + step, 0), min(x.last + step, self.fields.reach + (step > 0))
        return self.tensor(numbers, lambda out: law(x.residues, out), degrees_of_unknown((x,)), valid)

    # -- complex numbers

    def part(self, x: FieldTensor, name: str) -> FieldTensor:
        """The real or the imaginary parts, "real" or "imag", of complex numbers."""
        return x.parts[name == "imag"] if x.parts else x.moved(lambda components: getattr(components, name))

    def conjugate(self, x: FieldTensor) -> FieldTensor:
        """The complex conjugates."""
        return x.moved(np.conj)

    def joined_parts(self, real: FieldTensor, imag: FieldTensor) -> FieldTensor:
        """Complex numbers with these parts."""
        real, imag = self.joined(aligned(real, imag))
        shape = np.broadcast_shapes(real.components.shape, imag.components.shape)
        components = np.empty(shape, np.complex128)
        components.real, components.imag = real.components, imag.components
        result = dataclasses.replace(real.with_components(components), limit=max(real.limit, imag.limit))
        self.put_symbols(components)
        return dataclasses.replace(result, parts=(real, imag)) if real.is_angle or imag.is_angle else result

    # -- decisions

    def equal(self, x: FieldTensor, y: FieldTensor) -> Array:
        """The mask of elements that are the same function of the inputs."""
        x, y = self._both(x, y)
        first, last = max(x.first, y.first), min(x.last, y.last)
        valid = np.flatnonzero(self.fields.valid(first, last)).tolist()
        _require_residues(are_there=bool(valid))
        left, right = x.residues, y.residues
        same = np.asarray(left[valid[0]] == right[valid[0]])
        for index in valid[1:]:
            if not has_any(same):
                break
            same = np.asarray(same & (left[index] == right[index]))
        if "root" in self.asked and has_any(same):
            same &= ~_are_apart(x, y)
        self.odds.compared += same.size
        for operand in (x, y):
            self.odds.note(first, last, operand.degrees)
        return same

    def have_equal_squares(self, x: FieldTensor, y: FieldTensor) -> Array:
        """The mask of elements of the same sign whose squares are the same function of the inputs."""
        x, y = self._both(x, y)
        same = self.equal(self.plain_product(x, x), self.plain_product(y, y))
        same &= ~_are_apart(x, y) & ((x.numbers < 0) == (y.numbers < 0))
        self.assumptions |= {SIGNS} if has_any(same) else set()
        return same

    def less(self, x: FieldTensor, y: FieldTensor) -> Array:
        """The mask of x < y, decided by the floats unless both are the same function."""
        x, y = aligned(x, y)
        same = self.equal(x, y)
        is_less = np.asarray(self.decisions.imposed_on(x.numbers < y.numbers, x, y) & ~same)
        distance = np.where(same, np.inf, np.abs(x.numbers - y.numbers))
        self.decisions.note(ORDER, distance, is_less, x, y)
        return is_less

    def nearest(self, x: FieldTensor) -> tuple[Array, Array]:
        """The numbers, exactly where they are halves, and the distances of the others from integers."""
        nearest = np.round(2 * x.numbers) / 2
        is_half = self.equal(x, self.constant(nearest))
        if x.square is not None:  # the residue of the root of 9 may be that of -3
            is_half |= self.equal(x.square, self.constant(nearest**2))
        distance = np.where(is_half, np.inf, np.abs(x.numbers - np.round(x.numbers)))
        return np.where(is_half, nearest, x.numbers), distance

    def where(self, condition: Array, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """x where the condition holds, else y."""
        x, y = self._both(x, y)
        degrees = max(x.degrees[0], y.degrees[0]), max(x.degrees[1], y.degrees[1])
        first, last = max(x.first, y.first), min(x.last, y.last)
        components = np.ascontiguousarray(np.where(condition, x.components, y.components))
        result = FieldTensor(self.fields, components, first, last, degrees, limit=max(x.limit, y.limit))
        operands = [*([x] if has_any(condition) else []), *([y] if not condition.all() else [])]
        powers = powers_of(self, operands)
        if powers is None:
            return result
        return dataclasses.replace(result, power=self.where(condition, powers[0], powers[-1]))

    def precedes(self, x: FieldTensor, y: FieldTensor, *, is_greater: bool) -> Array:
        """The mask of y > x, or of y < x unless `is_greater`; true where y is NaN."""
        is_taken = self.less(x, y) if is_greater else self.less(y, x)
        return np.asarray(is_taken | np.isnan(y.numbers))

    def maximum(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """The greater of the elements; NaN if one is."""
        return self.where(self.precedes(x, y, is_greater=True), y, x)

    def minimum(self, x: FieldTensor, y: FieldTensor) -> FieldTensor:
        """The lesser of the elements; NaN if one is."""
        return self.where(self.precedes(x, y, is_greater=False), y, x)

    def absolute(self, x: FieldTensor) -> FieldTensor:
        """|x|."""
        return self.where(self.less(x, self.zeros(())), self.negate(x), x)

    def joined(self, tensors: Sequence[FieldTensor]) -> list[FieldTensor]:
        """The tensors with the same valid residues, so that one tensor can hold their elements."""
        first, last = common_depths(tensors)
        if first >= last:
            return [self.opaque(x) for x in tensors]
        one, *others = tensors
        if not any((x.first, x.last, x.degrees) != (one.first, one.last, one.degrees) for x in others):
            return [*tensors]
        degrees = max(x.degrees[0] for x in tensors), max(x.degrees[1] for x in tensors)
        return [dataclasses.replace(x, first=first, last=last, degrees=degrees) for x in tensors]


class RoughArithmetic(Arithmetic):
    """Arithmetic on numbers without residues: numbers that differ by rounding are different."""

    def __init__(self) -> None:
        super().__init__(Fields(0, 1), rounds=False)

    def equal(self, x: FieldTensor, y: FieldTensor) -> Array:
        """The mask of elements that have the same numbers."""
        return np.asarray(np.equal(*(operand.numbers for operand in self._both(x, y))))

    def hashes(self, x: Any) -> Hashes:
        """The bits of the numbers."""
        if not isinstance(x, FieldTensor) or x.is_complex:
            return super().hashes(x)
        return np.stack([(x.numbers + 0.0).view(np.uint64)] * WORDS)


def _is_splat(numbers: Array) -> bool:
    """Whether all numbers, of which there are some, are equal and have the same sign."""
    first = numbers.flat[:1]
    return bool(first.size and (numbers == first).all() and (np.signbit(numbers) == np.signbit(first)).all())


def _words(hash: Hashes, ndim: int) -> Hashes:
    """A hash in a shape that broadcasts to the hashes of an array's elements."""
    return hash.reshape(WORDS, *(1,) * ndim)


def _require_residues(*, are_there: bool) -> None:
    """Raise even under `python -O`: an element without a valid residue would be equal to everything."""
    if not are_there:
        raise AssertionError("a value without a valid residue is never compared")


def _is_multiple(x: FieldTensor, y: FieldTensor) -> bool:
    """Whether the numbers of one tensor are a multiple of those of the other."""
    if x.components is y.components or x.shape != y.shape or x.is_constant or y.is_constant:
        return x.components is y.components
    with np.errstate(all="ignore"):
        ratios = (x.numbers / y.numbers).ravel()
        return bool(ratios.size) and bool((np.abs(ratios - ratios[0]) <= _ROUNDED * np.abs(ratios)).all())


def _are_apart(x: FieldTensor, y: FieldTensor) -> Array:
    """The mask of elements whose numbers differ beyond rounding: residues of roots agree up to signs.

    A number is apart from NaN: the square of a root is known for any operand.
    """
    with np.errstate(all="ignore"):
        distance, sizes = np.abs(x.numbers - y.numbers), np.maximum(np.abs(x.numbers), np.abs(y.numbers))
        scale = sizes.max(where=np.isfinite(sizes), initial=0.0)
        is_far = (distance > np.maximum(_APART * sizes, _ROUNDED * scale)) & x.residues.any(axis=0)
        return np.asarray(is_far | (np.isnan(x.numbers) != np.isnan(y.numbers)))


def _are_finite(numbers: Array) -> bool:
    """Whether all numbers are finite."""
    return bool(np.count_nonzero(np.isfinite(numbers)) == numbers.size)
