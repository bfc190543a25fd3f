"""Rounding profiles of engines: the largest known errors of correct implementations, with sources."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from stablehlo_tools.diagnostics.spelling import require_one_of

CORRECT: Final = 0.5  # ULP: the error of correct rounding, which noise includes
UNBOUNDED: Final = "unbounded"  # an error without a bound in ULP


@dataclass(frozen=True)
class RoundingProfile:
    """The known properties of some engines.

    Functions have the largest error of the `engines`. `product_bits` has the bits of the factors of products
    by their type. `sums` and `sums_of_products` have the types of accumulators by the type of the sum; others
    are that type itself, or f32 for products of 16 bits. Sums of products are rounded to their accumulators
    once for as many terms as `terms_at_once`. With `in_order`, sums of up to so many terms are made in order,
    in their own type, and functions of a whole matrix are computed in the type of `sums`. Terms of 16 bits
    are added in windows of `window` in each dimension, and then these sums, as by the TreeReductionRewriter
    of XLA on CPUs; 0: without them.
    """

    name: str
    about: str
    engines: Sequence[str]
    product_bits: Mapping[str, int]
    sums: Mapping[str, str]
    sums_of_products: Mapping[str, str]
    in_order: int = 0
    window: int = 0
    terms_at_once: int = 1

    def ulp(self, op: str, element_type: str) -> float | None:
        """The largest known error of a function in ULP, its rounding included; None if it is not known.

        Engines whose error has no bound in ULP near some numbers are left out: see `bounds`.
        """
        errors = self._errors(op, element_type)
        return max((error for error in errors if isinstance(error, float)), default=None)

    def bounds(self, op: str, element_type: str) -> bool:
        """Whether the known errors of a function have bounds in ULP on all engines of the profile."""
        return UNBOUNDED not in self._errors(op, element_type)

    def _errors(self, op: str, element_type: str) -> list[float | str | None]:
        errors = data()["ulp"].get(element_type, {}).get(op, ())
        return [
            error for engine, error in zip(data()["engines"], errors, strict=False) if engine in self.engines
        ]


@functools.cache
def data() -> Any:
    """The profiles as stored; the errors of a function are in the order of the engines."""
    text = resources.files("stablehlo_tools.verdict").joinpath("profiles.json").read_text("utf-8")
    return json.loads(text)


@functools.cache
def profiles() -> Mapping[str, RoundingProfile]:
    """All profiles by name."""
    return {name: RoundingProfile(name, **fields) for name, fields in data()["profiles"].items()}


def profile_named(name: str) -> RoundingProfile:
    """The profile of this name. Raises ValueError if there is none."""
    require_one_of(profiles(), name, "profile")
    return profiles()[name]
