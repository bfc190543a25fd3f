"""What is wrong with the shardings of an operation, and with groups of processes along the axes of a mesh.

This is beyond the specification; it is what Shardy and StableHLO's own verifiers check: meshes and their axes
are there, an axis is used once, and a sharding has as many dimensions as the value has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.diagnostics.diagnostic import closest
from stablehlo_tools.ir.attributes import Attribute, Opaque
from stablehlo_tools.ir.operations import Function, Operation, Region
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.meshes import AxisRef, Mesh, Sharding, mesh_of, replica_group_axes, shardings
from stablehlo_tools.verifier.operation import Place, Problem

Symbols = Mapping[str, Mesh | None]
"""The symbols of a module, with the meshes among them."""


def meshes_in(region: Region) -> dict[str, Mesh | None]:
    """The symbols of a module of which this is the region."""
    operations = (operation for block in region.blocks for operation in block.operations)
    named = ((operation.attributes.get("sym_name"), operation) for operation in operations)
    return {name: mesh_of(operation.attributes) for name, operation in named if isinstance(name, str)}


def sharding_problems(operation: Operation, op: Op | None, symbols: Symbols) -> Iterator[Problem]:
    """What is wrong with the attributes of an operation that are about meshes."""
    if isinstance(operation, Function):
        yield from _of_signature(operation, symbols)
        return
    operands = [value.type for value in operation.operands]
    results = [value.type for value in operation.results]
    counted = {field.name for field in op.attributes if field.rule.kind == "shardings"} if op else ()
    for name, attribute in operation.attributes.items():
        if name == "sdy.sharding" and not str(attribute).startswith("#sdy.sharding_per_value<"):
            message = "the sdy.sharding of an op lists one for each result: #sdy.sharding_per_value<[...]>"
            yield Problem("sharding", message, (("attribute", name),))
            continue
        count = len(operands if name in _OF_OPERANDS else results)
        if name in counted and len(written_shardings(attribute)) != count:
            continue  # a rule of the op says it
        if name in _OF_OPERANDS or name in _OF_RESULTS:
            types = operands if name in _OF_OPERANDS else results
            yield from _of_values(attribute, types, (("attribute", name),), symbols)
    for field in op.attributes if op is not None else ():
        axes = replica_group_axes(operation.attributes.get(field.name))
        if axes is not None:
            yield from _of_axes(*axes, (("attribute", field.name),), symbols)


def _of_signature(function: Function, symbols: Symbols) -> Iterator[Problem]:
    for name, types in (("arg_attrs", function.type.inputs), ("res_attrs", function.type.results)):
        written = function.attributes.get(name)
        for entry, type in zip(written if isinstance(written, tuple) else (), types, strict=False):
            if isinstance(entry, Mapping):
                yield from _of_values(entry.get("sdy.sharding"), [type], (), symbols)


_OF_OPERANDS = ("sharding", "in_shardings")
_OF_RESULTS = ("sdy.sharding", "out_sharding", "out_shardings")


def written_shardings(attribute: Attribute | None) -> tuple[Sharding, ...]:
    """The shardings that an attribute of Shardy's lists."""
    is_there = isinstance(attribute, Opaque) and attribute.text.startswith("#sdy.sharding")
    return shardings(str(attribute)) if is_there else ()


def _of_values(
    attribute: Attribute | None, types: Sequence[Type], places: tuple[Place, ...], symbols: Symbols
) -> Iterator[Problem]:
    found = written_shardings(attribute)
    if found and len(found) != (len(types) or 1):  # an op without results is on the devices of one
        yield Problem("sharding", f"there are {len(found)} shardings of {len(types)} values", places)
        return
    for sharding, type in zip(found, types, strict=False):
        refs = [ref for dimension in sharding.dimensions for ref in dimension]
        problems = [*_of_axes(sharding.mesh, refs, places, symbols), *_of_rank(sharding, type, places)]
        yield from problems[:1]


def _of_rank(sharding: Sharding, type: Type, places: tuple[Place, ...]) -> Iterator[Problem]:
    """A value that only one device has is sharded along no dimensions."""
    count = len(sharding.dimensions)
    if count and isinstance(type, TensorType) and type.shape is not None and count != type.rank:
        yield Problem("sharding", f"the sharding has {count} dimensions, but {type} has {type.rank}", places)


def _of_axes(
    mesh: Mesh | str, refs: Sequence[AxisRef], places: tuple[Place, ...], symbols: Symbols
) -> Iterator[Problem]:
    if isinstance(mesh, str):
        if mesh not in symbols:
            match = closest(mesh, symbols)
            helps = (f"did you mean @{match}?",) if match else ()
            yield Problem("undefined_mesh", f"there is no mesh @{mesh}", places, helps=helps)
            return
        known = symbols[mesh]
    else:
        known = mesh
    message = None if known is None else _misused(known, refs)
    if message is not None:
        yield Problem("mesh_axes", message, places)


def _misused(mesh: Mesh, refs: Sequence[AxisRef]) -> str | None:
    """What is wrong with the first of these axes that cannot be."""
    sizes = dict(mesh.axes)
    taken: list[tuple[str, int, int]] = []
    for ref in refs:
        size = sizes.get(ref.name)
        if size is None:
            return f"the mesh {mesh} has no axis {ref.name!r}"
        begin, end = ref.pre_size, ref.pre_size * (size if ref.size is None else ref.size)
        if ref.size is not None and (not 0 < begin < end or size % end):
            return f"axis {ref.name!r} of size {size} has no part {ref}"
        if any(name == ref.name and begin < last and first < end for name, first, last in taken):
            return f"the axis {ref} is used twice"
        taken.append((ref.name, begin, end))
    return None
