"""How far from XLA's, or else from the exact, a result may be."""

from __future__ import annotations

from typing import Final, NamedTuple


class Bound(NamedTuple):
    """At most `ulps` of the result.

    `is_of_array` counts those of the greatest magnitude in the array, `is_of_one` those of one where the
    result is less.

    What is further from XLA must be within `ulps` of the exact value.
    """

    ulps: float
    reason: str = ""
    is_of_array: bool = False
    is_of_one: bool = False

    @property
    def of_parts(self) -> Bound:
        """The bound for complex numbers, in ulps of the greater part: it takes several functions of each."""
        return self._replace(ulps=max(4 * self.ulps, 4))


EXACT: Final = Bound(0)

_FUNCTION = "libraries of functions are not correctly rounded"
_SERIES = "a sum of terms, each of them rounded"
_ROOTS = "a sum of terms, each of them rounded, which cancel where the function is zero"
_ORDER = "sums are taken in another order"


def _rows(ulps: float, names: str, reason: str, **scale: bool) -> dict[str, Bound]:
    return {name: Bound(ulps, reason, **scale) for name in names.split()}


BOUNDS: Final[dict[str, Bound]] = {
    **_rows(2, "cbrt cosine exponential log rsqrt sine tan atan asin acos", _FUNCTION),
    **_rows(4, "exponential_minus_one log_plus_one logistic tanh power atan2 acosh asinh atanh cosh sinh",
            _FUNCTION),
    **_rows(8, "erf erf_inv erfc polygamma zeta bessel_i1e", _SERIES),
    **_rows(8, "lgamma digamma", _ROOTS, is_of_one=True),
    **_rows(16, "fft cholesky triangular_solve batch_norm_inference batch_norm_training batch_norm_grad",
            _ORDER, is_of_array=True),
}  # fmt: skip

COMPLEX: Final[dict[str, Bound]] = {
    "atan2": Bound(16, "of the logarithm of a number near the unit circle little is left", is_of_one=True),
    "power": Bound(4096, "exp(rhs log(lhs)) makes of what is rounded in rhs log(lhs) as many times more"),
}


def bound_of(mnemonic: str, *, is_complex: bool) -> Bound:
    """The bound for an op: none differs in the last place that is not listed."""
    bound = BOUNDS.get(mnemonic, EXACT)
    return COMPLEX.get(mnemonic, bound.of_parts) if is_complex else bound
