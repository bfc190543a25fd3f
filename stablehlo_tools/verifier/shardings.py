"""The verifier of shardings, and of replica groups along the axes of a mesh.

These rules are not in the specification. They are those of Shardy's and StableHLO's verifiers: meshes and
axes are defined, an axis is used at most once, and a sharding has the rank of its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.diagnostics.diagnostic import closest, did_you_mean
from stablehlo_tools.ir.attributes import Attribute, Opaque
from stablehlo_tools.ir.operations import Function, Operation, Region
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.meshes import AxisRef, Mesh, Sharding, mesh_of, replica_group_axes, shardings
from stablehlo_tools.verifier.operation import Place, Problem

Symbols = Mapping[str, Mesh | None]
"""The symbols of a module by name: a mesh, or None for any other symbol."""


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
    operands = [value.type for value in operation.operands]
    results = [value.type for value in operation.results]
    counted = {field.name for field in op.attributes if field.rule.kind == "shardings"} if op else ()
    for name, attribute in operation.attributes.items():
        if name == "sdy.sharding" and not str(attribute).startswith("#sdy.sharding_per_value<"):
            message = "`sdy.sharding` of an op must be `#sdy.sharding_per_value<[...]>`, with one per result"
            yield Problem("sharding", message, (("attribute", name),))
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
        yield Problem("sharding", message, places)
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
            "sharding", f"expected sharding of rank {type.rank} for {type}, found rank {count}", places
        )


def _axis_problems(
    mesh: Mesh | str, refs: Sequence[AxisRef], places: tuple[Place, ...], symbols: Symbols
) -> Iterator[Problem]:
    if isinstance(mesh, str):
        if mesh not in symbols:
            match = closest(mesh, symbols)
            helps = did_you_mean(match and f"@{match}")
            yield Problem("undefined_mesh", f"cannot find mesh `@{mesh}` in this module", places, helps=helps)
            return
        known = symbols[mesh]
    else:
        known = mesh
    message = None if known is None else _invalid_axis(known, refs)
    if message is not None:
        yield Problem("mesh_axes", message, places)


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
