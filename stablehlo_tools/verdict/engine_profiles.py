"""Profiles of engines: how large the roundings are that right implementations make, with their sources."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class RoundingProfile:
    """The known properties of some engines.

    Functions are off by the greatest error of the `engines`. Products of a type in `product_bits` have
    factors with so many bits, and sums of one in `sums` are kept in another, as are `sums_of_products`, which
    others keep in f32.
    """

    name: str
    about: str
    engines: Sequence[str]
    product_bits: Mapping[str, int]
    sums: Mapping[str, str]
    sums_of_products: Mapping[str, str]

    def ulp(self, op: str, element_type: str) -> float | None:
        """The greatest known error of a function, its rounding included; None if it is not known."""
        errors = data()["ulp"].get(element_type, {}).get(op)
        if errors is None:
            return None
        by_engine = dict(zip(data()["engines"], errors, strict=True))
        found = [by_engine[engine] for engine in self.engines if by_engine[engine] is not None]
        return max(found, default=None)


@functools.cache
def data() -> Any:
    """The profiles as they are stored: errors of functions are in the order of the engines."""
    text = resources.files("stablehlo_tools.verdict").joinpath("profiles.json").read_text("utf-8")
    return json.loads(text)


@functools.cache
def profiles() -> Mapping[str, RoundingProfile]:
    """All profiles by name."""
    return {name: RoundingProfile(name, **fields) for name, fields in data()["profiles"].items()}
