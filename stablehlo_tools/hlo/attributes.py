"""The values of attributes of HLO instructions and modules.

Plain values are `bool`, `int`, `float`, tuples of `int`, and `str` for quoted strings.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Keyword(str):
    """A keyword: the `GT` of `direction=GT`."""

    __slots__ = ()


class Reference(str):
    """The name of a computation or an instruction, without `%`."""

    __slots__ = ()


class Raw(str):
    """Text in braces that is kept verbatim: JSON, MLIR attributes, compiler-specific data."""

    __slots__ = ()


@dataclass(frozen=True)
class HloWindow:
    """`window={size=3x3 stride=2x2 pad=1_1x1_1 lhs_dilate=... rhs_dilate=... rhs_reversal=...}`.

    Every list has an entry for each dimension of the window. The left side is the array that the window moves
    over, and the right side is the kernel of a convolution.
    """

    size: tuple[int, ...] = ()
    stride: tuple[int, ...] = ()
    padding: tuple[tuple[int, int], ...] = ()
    lhs_dilation: tuple[int, ...] = ()
    rhs_dilation: tuple[int, ...] = ()
    reversal: tuple[bool, ...] = ()

    @classmethod
    def from_size(cls, size: tuple[int, ...]) -> HloWindow:
        """The window of this size that is neither strided, padded, dilated nor reversed."""
        ones, rank = (1,) * len(size), len(size)
        return cls(size, ones, ((0, 0),) * rank, ones, ones, (False,) * rank)

    @property
    def rank(self) -> int:
        """The number of window dimensions."""
        return len(self.size)


@dataclass(frozen=True)
class DimensionLabels:
    """`dim_labels=b01f_01io->b01f`: the role of each dimension of a convolution's arrays.

    `b` is the batch, `f` the feature, `i` and `o` the features of the kernel; digits are spatial dimensions,
    and `?` is an unused dimension.
    """

    lhs: str
    rhs: str
    output: str

    def __str__(self) -> str:
        return f"{self.lhs}_{self.rhs}->{self.output}"

    @property
    def spatial_rank(self) -> int:
        """The number of spatial dimensions."""
        return sum(label.isdigit() for label in self.rhs)


class SliceDimension(NamedTuple):
    """`[start:limit:stride]`."""

    start: int
    limit: int
    stride: int = 1


class PaddingDimension(NamedTuple):
    """`low_high_interior`."""

    low: int
    high: int
    interior: int = 0


@dataclass(frozen=True)
class IotaGroups:
    """`[2,2]<=[2,2]T(1,0)`: numbers from 0, reshaped to `reshape`, transposed, reshaped to `dimensions`.

    As device groups, each row is a group; as tiles of a sharding, each position has its device.
    """

    dimensions: tuple[int, ...]
    reshape: tuple[int, ...]
    transpose: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of devices, which the text may overstate."""
        return math.prod(self.dimensions)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The rows."""
        devices = np.arange(math.prod(self.reshape)).reshape(self.reshape).transpose(self.transpose)
        width = self.dimensions[-1] if self.dimensions else 1
        return tuple(map(tuple, devices.reshape(-1, width or 1).tolist()))


@dataclass(frozen=True)
class InputOutputAlias:
    """`{1}: (0, {}, may-alias)`: output `{1}` aliases part `index` of an operand or parameter."""

    output: tuple[int, ...]
    operand: int
    index: tuple[int, ...]
    kind: str = ""


@dataclass(frozen=True)
class Donor:
    """`(0, {1})`: a part of a parameter whose buffer may be reused."""

    parameter: int
    index: tuple[int, ...]


@dataclass(frozen=True)
class ResultAccuracy:
    """`{mode=highest}`, or the tolerance of a result: `{tolerance={atol=1e-6,rtol=0,ulps=2}}`."""

    mode: str = ""
    atol: float = 0.0
    rtol: float = 0.0
    ulps: int = 0


@dataclass(frozen=True)
class HloDomain:
    """`{kind="sharding", entry={...}, exit={...}}`: the shardings before and after a `domain`."""

    kind: str
    entry: Raw
    exit: Raw


@dataclass(frozen=True)
class OriginalValue:
    """`{"name" {1}}` of an `origin`: part of a value of the original program; none without a name."""

    name: str = ""
    index: tuple[int, ...] = ()
