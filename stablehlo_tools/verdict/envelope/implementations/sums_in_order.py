"""Sums in order, as of engines that add one term after another: their roundings are not independent.

If terms are equal or change slowly, many partial sums are rounded in the same direction, and errors add up
that would cancel if roundings were random. One run in this order shows how large they are. Engines that keep
sums of 16 bits in their type add few terms in order, and then these sums: all in order would stagnate.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence, Set as AbstractSet
from typing import Final

import numpy as np

from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.interpret.plans.kernels import named_arguments, site_of
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module, Operation, callee_of
from stablehlo_tools.ir.types import TensorType, Type, part_of
from stablehlo_tools.ops.model.declare import RegionCall
from stablehlo_tools.ops.model.specialize import Site
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import LOOP
from stablehlo_tools.ops.stablehlo.orders import FORWARD, ORDER
from stablehlo_tools.ops.stablehlo.reducers import block_ufunc, only_operation
from stablehlo_tools.verdict.alone import terms_of
from stablehlo_tools.verdict.engine_profiles import RoundingProfile
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.noise.ordered_sums import sum_in_order
from stablehlo_tools.verdict.sanitizer.trials import Alternative, OtherChoices

_FEW: Final = 16  # sums of fewer terms have few roundings
_MOST: Final = 1 << 22  # terms of all elements together: they are copied
_BITS: Final = (16, 32, 64)


def in_order(module: Module, profile: RoundingProfile) -> Domain | None:
    """A domain that adds terms from the first to the last; None if no sum has many terms.

    Sums in loops, also in functions called there, are left out: this order takes longer. So are those that
    the engines of a profile keep in a wider type.
    """
    repeated = in_loops(module)
    sums = (each for each in module.walk() if _type_name(each) not in profile.sums)
    trials = [trial for operation in sums for trial in _trials(operation, repeated, profile.window)]
    return OtherChoices(trials) if trials else None


def _type_name(operation: Operation) -> str:
    element = float_of(operation.results[0].type) if operation.results else None
    return "" if element is None else element.name


def in_loops(module: Module) -> set[Operation]:
    """The operations that loops execute, also in the functions that these call."""
    repeated, functions = set[Operation](), module.declared
    pending = [operation for operation in module.walk() if operation.name == LOOP]
    while pending:
        inside = [operation for operation in pending.pop().walk() if operation not in repeated]
        repeated.update(inside)
        callees = [functions.get(callee_of(operation)) for operation in inside]
        pending += [callee for callee in callees if callee is not None and callee not in repeated]
    return repeated


def _trials(operation: Operation, repeated: AbstractSet[Operation], window: int) -> Iterator[Alternative]:
    op = OPS.get(operation.name)
    if op is None or not op.is_reduction or operation in repeated or not _has_many_terms(operation):
        return
    site = site_of(op, operation, named_arguments(op, operation))
    if block_ufunc(site.bodies[-1], only_operation(site.bodies[-1])) is not np.add:
        return
    for choice in op.numerics.leaves_open:
        if choice.code is ORDER:
            is_reduce = operation.name == "stablehlo.reduce"
            variant = functools.partial(_adding, window) if is_reduce else choice.variants[FORWARD]
            yield Alternative(operation, choice, FORWARD, variant)


def _adding(window: int, kernel: Kernel, site: Site) -> Kernel:
    """The kernel of a sum that adds in order, in the type of its result."""
    axes = sorted(map(int, site.named["dimensions"]))

    def adding(inputs: Sequence[Array], init_values: Sequence[Array], **regions: RegionCall) -> tuple[Array]:
        ((terms,), (initial,)) = inputs, init_values
        return (sum_in_order(terms, axes, initial, window),)

    return adding


def _has_many_terms(operation: Operation) -> bool:
    types = [value.type for value in (*operation.operands, *operation.results)]
    shapes = [type.static_shape for type in types if isinstance(type, TensorType) and type.is_static]
    if len(shapes) < len(types) or not all(map(_is_covered, types)):
        return False
    result = shapes[-1]
    terms = terms_of(operation, shapes[: len(operation.operands)], result)
    return terms >= _FEW and terms * math.prod(result) <= _MOST


def _is_covered(type: Type) -> bool:
    element = float_of(type)
    return element is not None and part_of(element).bits in _BITS
