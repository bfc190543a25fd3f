"""Rewrites for older versions of StableHLO: newer ops in terms of older ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import is_default
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import I64, TensorType
from stablehlo_tools.ops.model.meshes import device_groups, mesh_in, meshes_in, replica_group_axes
from stablehlo_tools.ops.model.schema import Failed
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.formulas import formula, in_single
from stablehlo_tools.rewrite.rewriter import LOWER_VERSION, Match, version_lowering
from stablehlo_tools.rewrite.rules.legalize_complex_functions import complex_tangent
from stablehlo_tools.rewrite.shapes import is_static
from stablehlo_tools.rewrite.terms import Term, concatenate, iota, on_terms, ops
from stablehlo_tools.text.source_frames import module_of

# -- tan --------------------------------------------------------------------------------------------

_TAN: Final = (1, 4)


def _is_default_accuracy(match: Match, **operands: Value) -> bool:
    accuracy = match.operation.attributes.get("result_accuracy")
    return accuracy is None or is_default(match.operation.name, "result_accuracy", accuracy)


def _quotient(x: Term) -> Term:
    return x.apply("sine") / x.apply("cosine")


formula(
    "stablehlo.tan(x) ~> sine(x) / cosine(x)  [x is float, and it has default accuracy]",
    when=_is_default_accuracy,
    stage=LOWER_VERSION,
    until=_TAN,
    ulp=8,
)(in_single(_quotient))


@formula(
    "stablehlo.tan(z) ~> complex(t, (1 + t^2) cosh(y) sinh(y)) / (1 + (1 + t^2) sinh(y)^2), z = x + yi, "
    "t = tan(x)  [z is complex, and it has default accuracy]",
    when=_is_default_accuracy,
    stage=LOWER_VERSION,
    until=_TAN,
    ulp=8,
)
def _complex_tan(z: Term) -> Term:
    x, y = z.parts()
    return complex_tangent(x, y, _quotient(x))


# -- batching dimensions ----------------------------------------------------------------------------

_BATCHING: Final = (1, 1)


def _with_batches(indices: Term, batching: Sequence[int], vector_dim: int) -> Term:
    """The indices, with a column of their places along each of the batching dimensions before the others."""
    indices = _wide_enough(indices, batching)
    shape = list(indices.shape)
    shape[vector_dim : vector_dim + 1] = [1]
    column = TensorType(tuple(shape), indices.element_type)
    if vector_dim == indices.rank:
        indices = indices.reshape(shape)
    places = [iota(indices.match, dimension, column) for dimension in batching]
    return concatenate([*places, indices], vector_dim)


def _wide_enough(indices: Term, batching: Sequence[int]) -> Term:
    """The indices in a type that holds all places along the batching dimensions."""
    last = max(indices.shape[dimension] for dimension in batching) - 1
    own = indices.element_type
    is_wide = own.bits >= 8 and last <= int(np.iinfo(dtype_of(own)).max)
    return indices if is_wide else indices.convert(I64)


def _gather_dimensions(match: Match) -> dict[str, Any]:
    """The attributes of a gather without batching dimensions, each of which it collapses instead."""
    attrs = match.attributes
    batching = attrs["operand_batching_dims"]
    return {
        **{name: attrs[name] for name in ("offset_dims", "index_vector_dim", "slice_sizes") if name in attrs},
        "collapsed_slice_dims": sorted([*attrs["collapsed_slice_dims"], *batching]),
        "start_index_map": [*batching, *attrs["start_index_map"]],
    }


for _name, _sizes in (("gather", ""), ("dynamic_gather", ", *sizes")):

    @version_lowering(
        f"{_name}(x, i{_sizes}, operand_batching_dims=batching) -> {_name}(x, concatenate(iota, i){_sizes})  "
        "[i is static, and x has batching dimensions]",
        when=lambda match, batching, **operands: bool(batching),
        until=_BATCHING,
        removes="gather_batching_dims",
    )
    @on_terms
    def _gather(match: Match, x: Term, i: Term, batching: Sequence[int], sizes: Sequence[Term] = ()) -> Term:
        attrs = match.attributes
        wide = _with_batches(i, attrs["start_indices_batching_dims"], attrs["index_vector_dim"])
        name = match.operation.name.removeprefix("stablehlo.")
        return x.op(name, wide, *sizes, results=match.types, **_gather_dimensions(match))


@version_lowering(
    "scatter(*x, input_batching_dims=batching) -> scatter(x, concatenate(iota, i), u)  "
    "[x has batching dimensions and static indices]",
    when=lambda match, x, batching: bool(batching) and is_static(x[len(match.types)].type),
    until=_BATCHING,
    removes="scatter_batching_dims",
)
@on_terms
def _scatter(match: Match, x: list[Term], batching: Sequence[int]) -> list[Term]:
    count, attrs = len(match.types), match.attributes
    inputs, indices, updates = x[:count], x[count], x[count + 1 :]
    wide = _with_batches(indices, attrs["scatter_indices_batching_dims"], attrs["index_vector_dim"])
    attributes = {
        **{name: attrs[name] for name in ("update_window_dims", "index_vector_dim", "unique_indices")},
        "inserted_window_dims": sorted([*attrs["inserted_window_dims"], *batching]),
        "scatter_dims_to_operand_dims": [*batching, *attrs["scatter_dims_to_operand_dims"]],
    }
    regions = match.operation.regions
    return ops(match, "scatter", [inputs, wide, updates], attributes, regions=regions, results=[match.types])


# -- groups of processes ----------------------------------------------------------------------------

_MESHES: Final = (1, 16)


def _groups(match: Match) -> Sequence[Sequence[int]] | None:
    """The groups along the axes of a mesh; None if they are numbers already, or the mesh is not known."""
    name, axes = replica_group_axes(match.operation.attributes.get("replica_groups")) or ("", ())
    mesh = mesh_in(name, meshes_in(module_of(match.operation).regions[0])) if name else None
    try:
        return None if mesh is None else device_groups(mesh, axes)
    except Failed:
        return None


def _with_numbers(match: Match, x: list[Value]) -> list[Value]:
    return match.again(x, replica_groups=Dense.from_array(np.array(_groups(match), np.int64)))


for _op in OPS.values():
    if _op.history.instead or not any(field.name == "replica_groups" for field in _op.attributes):
        continue
    _name = _op.mnemonic
    version_lowering(
        f"{_name}(*x) -> {_name}(*x, replica_groups=numbers)  [replica_groups are axes of a known mesh]",
        when=lambda match, x: _groups(match) is not None,
        until=_MESHES,
        removes="mesh_axes_groups",
    )(_with_numbers)


# -- composites -------------------------------------------------------------------------------------


@version_lowering(
    "composite(*x, decomposition=f) -> call @f(*x)  [it has no regions]",
    when=lambda match, x, f: not match.operation.regions,
    until=(0, 19),
)
@version_lowering(
    "composite(*x, decomposition=f) -> call @f(*x)  [it has regions]",
    when=lambda match, x, f: bool(match.operation.regions),
    until=(1, 14),
)
def _composite(match: Match, x: list[Value], f: str) -> list[Value]:
    callee = {"callee": match.operation.attributes["decomposition"]}
    return match.builder.append("func.call", x, callee, match.types)
