"""Summary statistics of arrays."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import Array, plain
from stablehlo_tools.ops.stablehlo.elementwise import is_uniform

# A broadcast of one element may be larger than memory; hashing more than 4 GiB takes several seconds.
_MAX_HASHED_BYTES = 1 << 32


def statistics(array: Array) -> dict[str, Any]:
    """The minimum, maximum and mean of the finite elements (of magnitudes if complex), counts, and a hash.

    `sha256` is that of the elements in row-major order and native byte order; None for the broadcast of one
    element that is too large to be hashed.
    """
    if array.nbytes > _MAX_HASHED_BYTES and is_uniform(array):
        one = statistics(array[(0,) * array.ndim])
        return {**one, **{name: one[name] * array.size for name in ("zeros", "nan", "inf")}, "sha256": None}
    digest = hashlib.sha256(array.tobytes()).hexdigest()
    numbers = plain(array)
    numbers = np.abs(numbers) if numbers.dtype.kind == "c" else numbers
    finite = numbers[np.isfinite(numbers)]
    number = int if numbers.dtype.kind in "iub" else float
    return {
        "min": number(finite.min()) if finite.size else None,
        "max": number(finite.max()) if finite.size else None,
        "mean": float(finite.mean(dtype=np.float64)) if finite.size else None,
        "zeros": int(array.size - np.count_nonzero(plain(array))),
        "nan": int(np.isnan(numbers).sum()),
        "inf": int(np.isinf(numbers).sum()),
        "sha256": digest,
    }


def in_words(numbers: dict[str, Any]) -> str:
    """The statistics as a line of text."""
    parts = [f"{name} {numbers[name]:.6g}" for name in ("min", "max", "mean") if numbers[name] is not None]
    words = {"zeros": "zeros", "nan": "NaN", "inf": "infinite"}
    parts += [f"{numbers[name]:,} {word}" for name, word in words.items() if numbers[name]]
    digest = numbers["sha256"]
    return ", ".join([*parts, *([f"sha256 {digest[:12]}"] if digest else [])])
