"""Specializations: faster implementations of kernels under conditions, with bitwise identical results.

    @specialize("stablehlo.transpose", "view")
    def _(site: Site) -> Kernel:
        return operator.methodcaller("transpose", site.named["permutation"])

A specialization is declared next to the kernel that it replaces. The kernel remains the definition: a test
runs each specialization of each op on the edge cases of all element types, and compares the bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Block
from stablehlo_tools.ir.types import QuantizedType, TensorType, Type
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES

Kernel = Callable[..., Any]
Make = Callable[["Site"], Kernel]


class Site(NamedTuple):
    """The static properties of an operation.

    `named` are the attributes and result types by the kernel's parameter names, `bodies` the entry blocks of
    its regions.
    """

    op: Op
    operands: Sequence[Type]
    results: Sequence[Type]
    named: Mapping[str, Any]
    bodies: Sequence[Block] = ()

    @property
    def tensors(self) -> list[TensorType]:
        """The types of operands and results that are tensors."""
        return [type for type in (*self.operands, *self.results) if isinstance(type, TensorType)]

    @property
    def is_static(self) -> bool:
        """Whether all operands and results are tensors of static shape."""
        types = (*self.operands, *self.results)
        return all(isinstance(type, TensorType) and type.is_static for type in types)

    def has_native_dtypes(self, kinds: str) -> bool:
        """Whether operands and results are real numbers in dtypes of these kinds that numpy computes in."""
        types = (*self.operands, *self.results)
        return bool(self.operands) and all(
            isinstance(type, TensorType)
            and not isinstance(type.element_type, QuantizedType)
            and dtype_of(type.element_type).kind in kinds
            and dtype_of(type.element_type) not in COMPUTE_DTYPES
            for type in types
        )

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        """The shapes of operands and results, if the site `is_static`."""
        return [type.static_shape for type in self.tensors]


class Specialization(NamedTuple):
    """An implementation of an op at the sites for which `when` holds, for operands that `guard` admits.

    The greatest `priority` is tried first; at most one of each priority may hold at a site. If `of_scalars`,
    its result is of rank 0, and it takes and returns numpy scalars in place of tensors of rank 0.
    """

    name: str
    make: Make
    when: Callable[[Site], bool]
    guard: Callable[..., bool] | None
    priority: int
    of_scalars: bool


SPECIALIZATIONS: Final[dict[str, list[Specialization]]] = {}


def specialize(
    op: str,
    name: str,
    *,
    when: Callable[[Site], bool] = lambda site: True,
    guard: Callable[..., bool] | None = None,
    priority: int = 0,
    of_scalars: bool = False,
) -> Callable[[Make], Make]:
    """Declare the decorated function to build a kernel that replaces that of `op`."""

    def register(make: Make) -> Make:
        row = Specialization(name, make, when, guard, priority, of_scalars)
        SPECIALIZATIONS.setdefault(op, []).append(row)
        return make

    return register


def candidates(site: Site, *, of_scalars: bool = False) -> list[Specialization]:
    """The specializations that hold at a site, in the order in which they are tried."""
    site.op.declaration()  # its file has them
    rows = (row for row in SPECIALIZATIONS.get(site.op.name, ()) if row.of_scalars is of_scalars)
    return sorted((row for row in rows if row.when(site)), key=lambda row: -row.priority)


def fastest_kernel(site: Site) -> Kernel | None:
    """The fastest implementation at a site, for all operands; None if it is the op's kernel."""
    for candidate in candidates(site):
        fast = candidate.make(site)
        return fast if candidate.guard is None else _guarded(candidate.guard, fast, site)
    return None


def array_kernel(ufunc: np.ufunc) -> Kernel:
    """A kernel that returns arrays for arrays of rank 0, for which `ufunc` itself returns scalars."""

    def kernel(*operands: Any) -> Any:
        return np.asarray(ufunc(*operands))

    return kernel


def _guarded(guard: Callable[..., bool], fast: Kernel, site: Site) -> Kernel:
    full, named = site.op.kernel, site.named

    def kernel(*operands: Any, **bodies: Callable[..., Any]) -> Any:
        return fast(*operands, **bodies) if guard(*operands) else full(*operands, **named, **bodies)

    return kernel
