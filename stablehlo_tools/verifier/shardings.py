"""The verifier of shardings, and of replica groups along the axes of a mesh.

These rules are not in the specification. They are those of Shardy's and StableHLO's verifiers: meshes and
axes are defined, an axis is used at most once, a sharding has the rank of its value, and the body of a manual
computation is of the types of shards.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import closest, did_you_mean
from stablehlo_tools.ir.attributes import Attribute, Opaque
from stablehlo_tools.ir.operations import Function, Operation, Region
from stablehlo_tools.ir.types import Dim, TensorType, Type
from stablehlo_tools.ops.dialects.shardy import MANUAL_COMPUTATION_PART
from stablehlo_tools.ops.model.declare import Op
from stablehlo_tools.ops.model.meshes import (
    MESH_AXES,
    SHARDING,
    AxisRef,
    Mesh,
    Sharding,
    axis_refs,
    mesh_of,
    problem_of_mesh,
    replica_group_axes,
    shardings,
)
from stablehlo_tools.verifier.operation import Place, Problem, region_type

Symbols = Mapping[str, Mesh | None]
"""The symbols of a module by name: a mesh, or None for any other symbol."""

_MANUAL_COMPUTATION: Final = "sdy.manual_computation"


def meshes_in(region: Region) -> dict[str, Mesh | None]:
    """The symbols that a module with this region defines."""
    operations = (operation for block in region.blocks for operation in block.operations)
    named = ((operation.attributes.get("sym_name"), operation) for operation in operations)
    return {name: mesh_of(operation.attributes) for name, operation in named if isinstance(name, str)}


def sharding_problems(operation: Operation, op: Op | None, symbols: Symbols) -> Iterator[Problem]:
    """The problems of an operation's shardings and mesh axes."""
    if isinstance(operation, Function):
        yield from _signature_problems(operation, symbols)
        return
    found = list(_attribute_problems(operation, op, symbols))
    yield from found
    if operation.name == _MANUAL_COMPUTATION and not found:
        yield from _manual_problems(operation, symbols)


def _attribute_problems(operation: Operation, op: Op | None, symbols: Symbols) -> Iterator[Problem]:
    operands = [value.type for value in operation.operands]
    results = [value.type for value in operation.results]
    counted = {field.name for field in op.attributes if field.rule.kind == "shardings"} if op else ()
    for name, attribute in operation.attributes.items():
        if name == "sdy.sharding" and not str(attribute).startswith("#sdy.sharding_per_value<"):
            message = "`sdy.sharding` of an op must be `#sdy.sharding_per_value<[...]>`, with one per result"
            yield Problem(SHARDING, message, (("attribute", name),))
            continue
        count = len(operands if name in _OF_OPERANDS else results)
        if name in counted and len(written_shardings(attribute)) != count:
            continue  # a constraint of the op reports it
        if name in _OF_OPERANDS or name in _OF_RESULTS:
            types = operands if name in _OF_OPERANDS else results
            yield from _value_problems(attribute, types, (("attribute", name),), symbols)
    for field in op.attributes if op is not None else ():
        axes = replica_group_axes(operation.attributes.get(field.name))
        if axes is not None:
            yield from _axis_problems(*axes, (("attribute", field.name),), symbols)


def _signature_problems(function: Function, symbols: Symbols) -> Iterator[Problem]:
    for name, types in (("arg_attrs", function.type.inputs), ("res_attrs", function.type.results)):
        written = function.attributes.get(name)
        for entry, type in zip(written if isinstance(written, tuple) else (), types, strict=False):
            if isinstance(entry, Mapping):
                yield from _value_problems(entry.get("sdy.sharding"), [type], (), symbols)


_OF_OPERANDS = ("sharding", "in_shardings")
_OF_RESULTS = ("sdy.sharding", "out_sharding", "out_shardings")


def written_shardings(attribute: Attribute | None) -> tuple[Sharding, ...]:
    """The shardings in an attribute of the Shardy dialect; empty for any other attribute."""
    is_there = isinstance(attribute, Opaque) and attribute.text.startswith("#sdy.sharding")
    return shardings(str(attribute)) if is_there else ()


def _value_problems(
    attribute: Attribute | None, types: Sequence[Type], places: tuple[Place, ...], symbols: Symbols
) -> Iterator[Problem]:
    found = written_shardings(attribute)
    count = len(types) or 1  # an op without results has one sharding, for its devices
    if found and len(found) != count:
        message = f"expected {count} sharding{'s' * (count != 1)}, one per value, found {len(found)}"
        yield Problem(SHARDING, message, places)
        return
    for sharding, type in zip(found, types, strict=False):
        refs = [ref for dimension in sharding.dimensions for ref in dimension]
        problems = [
            *_axis_problems(sharding.mesh, refs, places, symbols),
            *_rank_problems(sharding, type, places),
        ]
        yield from problems[:1]


def _rank_problems(sharding: Sharding, type: Type, places: tuple[Place, ...]) -> Iterator[Problem]:
    """A problem if the rank of a sharding differs from its value's; a maximal sharding has rank 0."""
    count = len(sharding.dimensions)
    if count and isinstance(type, TensorType) and type.shape is not None and count != type.rank:
        yield Problem(
            SHARDING, f"expected sharding of rank {type.rank} for {type}, found rank {count}", places
        )


UNDEFINED_MESH = Code(
    "undefined_mesh",
    "A sharding refers to a mesh that the module does not define.",
    'Check the spelling, or define the mesh: `sdy.mesh @mesh = <["x"=2]>`.',
)


def _axis_problems(
    mesh: Mesh | str, refs: Sequence[AxisRef], places: tuple[Place, ...], symbols: Symbols
) -> Iterator[Problem]:
    if isinstance(mesh, str):
        if mesh not in symbols:
            match = closest(mesh, symbols)
            helps = did_you_mean(match and f"@{match}")
            yield Problem(UNDEFINED_MESH, f"cannot find mesh `@{mesh}` in this module", places, helps=helps)
            return
        known = symbols[mesh]
    else:
        known = mesh
    message = None if known is None else _invalid_axis(known, refs)
    if message is not None:
        yield Problem(MESH_AXES, message, places)


def _invalid_axis(mesh: Mesh, refs: Sequence[AxisRef]) -> str | None:
    """The message for the first invalid axis; None if all are valid."""
    sizes = dict(mesh.axes)
    taken: list[tuple[str, int, int]] = []
    for ref in refs:
        size = sizes.get(ref.name)
        if size is None:
            match = closest(ref.name, sizes)
            return f"unknown axis {ref.name!r} of mesh {mesh}{f'; did you mean {match!r}?' if match else ''}"
        begin, end = ref.pre_size, ref.pre_size * (size if ref.size is None else ref.size)
        if ref.size is not None and (not 0 < begin < end or size % end):
            return f"invalid sub-axis {ref} of axis {ref.name!r} of size {size}"
        if any(name == ref.name and begin < last and first < end for name, first, last in taken):
            return f"axis {ref} is used more than once"
        taken.append((ref.name, begin, end))
    return None


# -- manual computations ------------------------------------------------------------------------------


def _manual_problems(operation: Operation, symbols: Symbols) -> Iterator[Problem]:
    """The problems of the manual axes, and of the types of the body: those of shards along these axes."""
    manual, body = axis_refs(str(operation.attributes["manual_axes"])), region_type(operation.regions[0])
    names = {ref.name for ref in manual}
    operands = [value.type for value in operation.operands]
    results = [value.type for value in operation.results]
    for what, attribute, types, local_types, part in (
        ("operand", "in_shardings", operands, body.input_types, "region_input"),
        ("result", "out_shardings", results, body.output_types, "region_output"),
    ):
        written = written_shardings(operation.attributes[attribute])
        for index, (type, sharding, local) in enumerate(zip(types, written, local_types, strict=False)):
            mesh = symbols.get(sharding.mesh) if isinstance(sharding.mesh, str) else sharding.mesh
            if mesh is None or problem_of_mesh(mesh):  # reported where it is defined
                continue
            if not isinstance(type, TensorType) or type.shape is None:
                continue
            unknown = _invalid_axis(mesh, manual)
            if unknown is not None:
                yield Problem(MESH_AXES, unknown, (("attribute", "manual_axes"),))
                return
            problem = _split_problem(type, sharding, mesh, names, (("attribute", attribute),))
            if problem is not None:
                yield problem
                continue
            expected = _shard(type, sharding, mesh, names)
            if isinstance(local, TensorType) and not _is_shard(local, expected):
                message = f"expected {expected}, the shard of {what} {index}, {type}, found {local}"
                yield Problem(MANUAL_COMPUTATION_PART, message, ((part, (0, index)),))


def _split_problem(
    type: TensorType, sharding: Sharding, mesh: Mesh, manual: Collection[str], places: tuple[Place, ...]
) -> Problem | None:
    """The problem of the first dimension that cannot be split along the manual axes; None if all can."""
    for size, refs in zip(type.shape or (), sharding.dimensions, strict=False):
        is_manual = [ref.name in manual for ref in refs]
        if is_manual != sorted(is_manual, reverse=True):
            free, after = refs[is_manual.index(False)], refs[len(refs) - 1 - is_manual[::-1].index(True)]
            message = f"manual axis {after} must come before free axis {free} in sharding {sharding}"
            return Problem(MESH_AXES, message, places)
        count = _shard_count(refs, mesh, manual)
        if isinstance(size, int) and size % count:
            return Problem(SHARDING, f"{size} elements cannot be split into {count} equal parts", places)
    return None


def _shard_count(refs: Sequence[AxisRef], mesh: Mesh, manual: Collection[str]) -> int:
    sizes = dict(mesh.axes)
    return math.prod(ref.size or sizes[ref.name] for ref in refs if ref.name in manual)


def _shard(type: TensorType, sharding: Sharding, mesh: Mesh, manual: Collection[str]) -> TensorType:
    """The type of a shard; sizes that are unknown stay so, and a maximal sharding does not split."""
    sizes = list(type.shape or ())
    for axis, refs in enumerate(sharding.dimensions):
        size = sizes[axis]
        sizes[axis] = size // _shard_count(refs, mesh, manual) if isinstance(size, int) else size
    return replace(type, shape=tuple(sizes))


def _is_shard(local: TensorType, expected: TensorType) -> bool:
    """Whether a type has the element type and the sizes that are expected, each unknown where it is there."""
    if local.element_type != expected.element_type or local.shape is None or local.rank != expected.rank:
        return False
    pairs = zip(local.shape, expected.shape or (), strict=True)
    return all(found == wanted or type(found) is type(wanted) is Dim for found, wanted in pairs)
