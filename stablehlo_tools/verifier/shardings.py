"""The verifier of shardings, and of replica groups along the axes of a mesh.

These rules are not in the specification. They are those of Shardy's and StableHLO's verifiers: meshes and
axes are defined, an axis is used at most once, a sharding has the rank of its value, and the body of a manual
computation is of the types of shards.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean, with_suggestion
from stablehlo_tools.ir import shardy
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.types import Dim, TensorType, TupleType, Type
from stablehlo_tools.ops.dialects.shardy_kinds import ARGUMENTS_ONLY, COLLECTIVES
from stablehlo_tools.ops.model.meshes import (
    MANUAL_COMPUTATION_PART,
    MESH_AXES,
    SHARDING,
    mesh_in,
    meshes_in,
    problem_of_mesh,
    replica_group_axes,
)
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.verifier.collectives import COLLECTIVE_SHARDING, lists_of_axes, problem_of_collective
from stablehlo_tools.verifier.named_values import is_unreadable, region_type
from stablehlo_tools.verifier.problem import Place, Problem
from stablehlo_tools.verifier.sharding_rules import problem_of_rule

Symbols = Mapping[str, shardy.Mesh | None]
"""The symbols of a module by name: a mesh, or None for any other symbol."""

_MANUAL_COMPUTATION: Final = "sdy.manual_computation"


def sharding_problems(operation: Operation, op: Op | None, symbols: Symbols) -> Iterator[Problem]:
    """The problems of an operation's shardings and mesh axes; the symbols of a module are its own."""
    if isinstance(operation, Module):
        errors = _group_problems(operation, meshes_in(operation.regions[0]))
        yield from (error for error in errors if error.code == UNDEFINED_MESH)  # MLIR looks at no axes here
        return
    if isinstance(operation, Function):
        yield from _kind_problems(operation.attributes, _OF_OPS)
        yield from _group_problems(operation, symbols)
        yield from _signature_problems(operation, symbols)
        return
    if operation.name == "sdy.mesh" and not isinstance(operation.parent, Module):
        yield Problem(SHARDING, "`sdy.mesh` must be at the top level of a module")
    problems = list(_attribute_problems(operation, op, symbols))
    yield from problems
    if operation.name == _MANUAL_COMPUTATION and not (problems or is_unreadable(operation)):
        yield from _manual_problems(operation, symbols)
    elif operation.name in COLLECTIVES and not problems:
        yield from _collective_problems(operation, symbols)


def _attribute_problems(operation: Operation, op: Op | None, symbols: Symbols) -> Iterator[Problem]:
    operands = [value.type for value in operation.operands]
    results = [value.type for value in operation.results]
    counted = {field.name for field in op.attributes if field.rule.kind == "shardings"} if op else ()
    bound = _bound_axes(operation)
    wrong = list(_kind_problems(operation.attributes, _OF_OPS))
    yield from wrong
    for name, attribute in operation.attributes.items() if not wrong else ():
        count = len(operands if name in _OF_OPERANDS else results)
        if name in counted and len(shardy.shardings_in(attribute)) != count:
            continue  # a constraint of the op reports it
        if name in _OF_OPERANDS or name in _OF_RESULTS:
            types = operands if name in _OF_OPERANDS else results
            yield from _value_problems(attribute, types, (("attribute", name),), symbols, bound)
        if name == "sdy.sharding_rule" and isinstance(attribute, shardy.ShardingRule):
            problem = problem_of_rule(attribute, operands, results)
            if problem:
                yield Problem(SHARDING, problem, (("attribute", name),))
    yield from _group_problems(operation, symbols)


def _group_problems(operation: Operation, symbols: Symbols) -> Iterator[Problem]:
    for name, attribute in operation.attributes.items():
        axes = replica_group_axes(attribute)
        if axes is None:
            continue
        written, refs = axes
        mesh, places = mesh_in(written, symbols), (("attribute", name),)
        if mesh is None:
            if written not in symbols:  # MLIR takes any symbol here
                yield _undefined_mesh(str(written), places, symbols)
        elif fault := _invalid_axis(mesh, [refs]):
            yield Problem(MESH_AXES, fault, places)


_Kinds = Mapping[str, tuple[type, str]]
# The kinds of attributes that Shardy's names have, on an op and on an argument or result of a function.
_OF_OPS: Final[_Kinds] = {
    "sdy.sharding": (
        shardy.ShardingPerValue,
        "of an op must be `#sdy.sharding_per_value<[...]>`, with one per result",
    ),
    "sdy.sharding_rule": (shardy.ShardingRule, "must be `#sdy.op_sharding_rule<...>`"),
}
_OF_VALUES: Final[_Kinds] = {
    "sdy.sharding": (shardy.Sharding, "of an argument or a result must be `#sdy.sharding<...>`")
}


def _kind_problems(attributes: Mapping[str, Attribute], kinds: _Kinds, *places: Place) -> Iterator[Problem]:
    """The problems of attributes of Shardy that are of another kind than their names say."""
    for name, (kind, expected) in kinds.items():
        attribute = attributes.get(name)
        if attribute is not None and not isinstance(attribute, kind):
            yield Problem(SHARDING, f"`{name}` {expected}", places or (("attribute", name),))


def _bound_axes(operation: Operation) -> Collection[str]:
    """The manual axes of the computations around an operation."""
    around = itertools.takewhile(lambda outer: not isinstance(outer, Function), operation.ancestors)
    return {name for outer in around if outer.name == _MANUAL_COMPUTATION for name in _manual_axes(outer)}


def _manual_axes(operation: Operation) -> list[str]:
    axes = operation.attributes.get("manual_axes")
    return [ref.name for refs in axes.lists for ref in refs] if isinstance(axes, shardy.AxisLists) else []


def _signature_problems(function: Function, symbols: Symbols) -> Iterator[Problem]:
    for name, types in (("arg_attrs", function.type.inputs), ("res_attrs", function.type.results)):
        written = function.attributes.get(name)
        for entry, type in zip(written if isinstance(written, tuple) else (), types, strict=False):
            if isinstance(entry, Mapping):
                yield from _kind_problems(entry, _OF_VALUES, ("attribute", name))
                yield from _value_problems(entry.get("sdy.sharding"), [type], (), symbols)


_OF_OPERANDS = ("sharding", "in_shardings")
_OF_RESULTS = ("sdy.sharding", "out_sharding", "out_shardings")


def _value_problems(
    attribute: Attribute | None,
    types: Sequence[Type],
    places: tuple[Place, ...],
    symbols: Symbols,
    bound: Collection[str] = (),
) -> Iterator[Problem]:
    """The problems of the shardings of values; `bound` are the manual axes of computations around them."""
    if not isinstance(attribute, (shardy.Sharding, shardy.ShardingPerValue)):
        return
    parsed = shardy.shardings_in(attribute)
    count = len(types) or min(len(parsed), 1)  # an op without results may have one, for its devices
    if len(parsed) != count:
        message = f"expected {count} sharding{'s' * (count != 1)}, one per value, found {len(parsed)}"
        yield Problem(SHARDING, message, places)
        return
    values: Sequence[Type | None] = types or [None]
    for sharding, type in zip(parsed, values, strict=False):
        mesh = mesh_in(sharding.mesh, symbols)
        if mesh is None:
            yield _undefined_mesh(str(sharding.mesh), places, symbols)
        elif fault := _problem_of_form(sharding, type, mesh):
            yield Problem(SHARDING, fault, places)
        elif fault := _invalid_axis(mesh, sharding.axis_lists, bound):
            yield Problem(MESH_AXES, fault, places)


def _problem_of_form(sharding: shardy.Sharding, type: Type | None, mesh: shardy.Mesh) -> str | None:
    """The fault of the rank of a sharding, or of its lists, for a value of this type; None if it has none.

    The type is None for an op without results.
    """
    if isinstance(type, TupleType) and len(type.types) != 1:
        return f"a tuple with a sharding must have exactly one element, found {type}"
    type = type.types[0] if isinstance(type, TupleType) else type
    if mesh.is_maximal or not isinstance(type, TensorType):
        is_empty = not sharding.dimensions and not any(sharding.axis_lists)
        subject = (
            "a maximal sharding" if mesh.is_maximal else f"the sharding of {type or 'an op without results'}"
        )
        return None if is_empty else f"{subject} must have no dimensions and no axes, found {sharding}"
    count = len(sharding.dimensions)
    if type.shape is None or count != type.rank:
        rank = "a ranked tensor" if type.shape is None else f"sharding of rank {type.rank}"
        return f"expected {rank} for {type}, found rank {count}"
    for number, (axes, is_closed, priority) in enumerate(sharding.dimensions):
        if priority is not None and is_closed and not axes:
            return f"dimension {number} must not have a priority: it is closed and has no axes"
    sizes = [name for name, _ in mesh.axes]
    for kind, refs in (("replicated", sharding.replicated), ("unreduced", sharding.unreduced)):
        order = [(sizes.index(ref.name), ref.pre_size) for ref in refs if ref.name in sizes]
        if order != sorted(order):
            return f"the {kind} axes must be in the order of mesh {mesh}"
    return None


UNDEFINED_MESH = Code(
    "undefined_mesh",
    "A sharding refers to a mesh that the module does not define.",
    'Check the spelling, or define the mesh: `sdy.mesh @mesh = <["x"=2]>`.',
)


def _undefined_mesh(name: str, places: tuple[Place, ...], symbols: Symbols) -> Problem:
    """The problem of a name that is of no mesh."""
    if name in symbols:
        return Problem(UNDEFINED_MESH, f"`@{name}` is not a mesh", places)
    helps = did_you_mean((match := closest(name, symbols)) and f"@{match}")
    return Problem(UNDEFINED_MESH, f"cannot find mesh `@{name}` in this module", places, helps=helps)


def _invalid_axis(mesh: shardy.Mesh, lists: Sequence[shardy.Axes], bound: Collection[str] = ()) -> str | None:
    """The message for the first invalid axis in lists of axes; None if all are valid."""
    sizes = dict(mesh.axes)
    taken: list[tuple[str, int, int]] = []
    for refs in lists:
        before: shardy.AxisRef | None = None
        for ref in refs:
            size = sizes.get(ref.name)
            if size is None:
                return with_suggestion(f"unknown axis {ref.name!r} of mesh {mesh}", closest(ref.name, sizes))
            begin, end = ref.pre_size, ref.pre_size * (size if ref.size is None else ref.size)
            if ref.size is not None and (not 0 < begin < end or size % end):
                return f"invalid sub-axis {ref} of axis {ref.name!r} of size {size}"
            if ref.size == size:
                return f'sub-axis {ref} is all of its axis: write "{ref.name}"'
            if any(name == ref.name and begin < last and first < end for name, first, last in taken):
                return f"axis {ref} is used more than once"
            if before is not None and taken[-1][::2] == (ref.name, begin):
                return f"adjacent sub-axes {before} and {ref} must be merged"
            if ref.name in bound:
                return f"axis {ref} is a manual axis of an enclosing computation"
            taken.append((ref.name, begin, end))
            before = ref
    return None


def _collective_problems(operation: Operation, symbols: Symbols) -> Iterator[Problem]:
    """The problems of the axes of a collective, and of its result's sharding."""
    name, axes = lists_of_axes(operation)
    parsed = shardy.shardings_in(operation.attributes.get("out_sharding"))
    meshes = [mesh_in(sharding.mesh, symbols) for sharding in parsed]
    invalid = next((_invalid_axis(mesh, axes.lists) for mesh in meshes if mesh), None)
    message = invalid or problem_of_collective(operation, symbols)
    if message:
        yield Problem(MESH_AXES if invalid else COLLECTIVE_SHARDING, message, (("attribute", name),))


# -- edges ------------------------------------------------------------------------------------------


_EDGES: Final = ("sdy.data_flow_edge", "sdy.func_data_flow_edge")


def edge_problems(module: Module) -> Iterator[tuple[Operation, Problem]]:
    """The edges of data flow whose input has other users, too, or is of another origin than it may be."""
    edges = [edge for edge in module.walk() if edge.name in _EDGES and len(edge.operands) == 1]
    inputs = {edge.operands[0] for edge in edges}
    operations = module.walk() if edges else ()
    users = Counter(value for operation in operations for value in inputs.intersection(operation.operands))
    for edge in edges:
        input, places = edge.operands[0], (("operand", 0),)
        problem = _problem_of_origin(edge.name, input)
        if users[input] > 1:
            yield edge, Problem(SHARDING, f"the input of `{edge.name}` has {users[input]} users", places)
        elif problem:
            yield edge, Problem(SHARDING, f"the input of `{edge.name}` {problem}", places)


def _problem_of_origin(edge: str, input: Value) -> str:
    """The fault of the origin of an edge's input; empty if there is none."""
    is_result = isinstance(input.owner, Operation)
    origin = input.holder.name
    if edge == _EDGES[1]:
        is_of_function = origin == ("func.call" if is_result else "func.func")
        return "" if is_of_function else "is neither an argument of a function nor a result of a call"
    is_refused = is_result and origin.startswith("sdy.") and origin not in ARGUMENTS_ONLY
    return f"is a result of `{origin}`" if is_refused else ""


# -- manual computations ------------------------------------------------------------------------------


def _manual_problems(operation: Operation, symbols: Symbols) -> Iterator[Problem]:
    """The problems of the manual axes, and of the types of the body: those of shards along these axes."""
    manual = _manual_axes(operation)
    body = region_type(operation.regions[0])
    sides = (
        ("operand", "in_shardings", operation.operands, body.input_types, "region_input"),
        ("result", "out_shardings", operation.results, body.output_types, "region_output"),
    )
    written = {name: shardy.shardings_in(operation.attributes[name]) for _, name, *_ in sides}
    resolved = [mesh_in(sharding.mesh, symbols) for parsed in written.values() for sharding in parsed]
    meshes = [mesh for mesh in resolved if mesh is not None]
    if len(meshes) < len(resolved) or any(map(problem_of_mesh, meshes)):
        return  # reported where it is defined
    problem = _manual_axes_problem(operation, manual, meshes)
    if problem:
        yield Problem(MESH_AXES, problem, (("attribute", "manual_axes"),))
        return
    remaining = iter(meshes)
    for kind, attribute, values, local_types, part in sides:
        triples = zip(values, written[attribute], local_types, strict=False)
        for index, (value, sharding, local) in enumerate(triples):
            mesh = next(remaining)
            split = _split_problem(value.type, sharding, mesh, manual, (("attribute", attribute),))
            if split is not None:
                yield split
                continue
            expected = _shard(value.type, sharding, mesh, manual)
            if not _is_shard(local, expected):
                message = f"expected {expected}, the shard of {kind} {index}, {value.type}, found {local}"
                yield Problem(MANUAL_COMPUTATION_PART, message, ((part, (0, index)),))


def _manual_axes_problem(operation: Operation, manual: Sequence[str], meshes: Sequence[shardy.Mesh]) -> str:
    """The fault of the manual axes of a computation whose shardings have these meshes; empty if none."""
    bound = _bound_axes(operation)
    rebound = [name for name in manual if name in bound]
    if rebound:
        return f"axis {rebound[0]!r} is a manual axis of an enclosing computation"
    if not meshes:
        entry = operation.regions[0].entry
        is_empty = entry is None or len(entry.operations) < 2
        return "" if is_empty or not manual else "manual axes require a sharding of an operand or a result"
    first, *others = [mesh for mesh in meshes if mesh.axes or mesh.device_ids] or meshes
    if manual and any(mesh != first for mesh in others):
        return f"all shardings must use one mesh, found {first} and {next(m for m in others if m != first)}"
    return _invalid_axis(first, [(shardy.AxisRef(name),) for name in dict.fromkeys(manual)]) or ""


def _split_problem(
    type: Type,
    sharding: shardy.Sharding,
    mesh: shardy.Mesh,
    manual: Collection[str],
    places: tuple[Place, ...],
) -> Problem | None:
    """The problem of the first dimension that cannot be split along the manual axes; None if all can."""
    sizes = type.shape if isinstance(type, TensorType) else None
    for size, refs in zip(sizes or (), sharding.axes, strict=False):
        is_manual = [ref.name in manual for ref in refs]
        if is_manual != sorted(is_manual, reverse=True):
            free, after = refs[is_manual.index(False)], refs[len(refs) - 1 - is_manual[::-1].index(True)]
            message = f"manual axis {after} must come before free axis {free} in sharding {sharding}"
            return Problem(MESH_AXES, message, places)
        count = _shard_count(refs, mesh, manual)
        if isinstance(size, int) and size % count:
            return Problem(SHARDING, f"{size} elements cannot be split into {count} equal parts", places)
    return None


def _shard_count(refs: Sequence[shardy.AxisRef], mesh: shardy.Mesh, manual: Collection[str]) -> int:
    sizes = dict(mesh.axes)
    return math.prod(ref.size or sizes[ref.name] for ref in refs if ref.name in manual)


def _shard(type: Type, sharding: shardy.Sharding, mesh: shardy.Mesh, manual: Collection[str]) -> Type:
    """The type of a shard; sizes that are unknown stay so, and a maximal sharding does not split."""
    if not isinstance(type, TensorType) or type.shape is None:
        return type
    sizes = list(type.shape)
    for axis, refs in enumerate(sharding.axes):
        size = sizes[axis]
        sizes[axis] = size // _shard_count(refs, mesh, manual) if isinstance(size, int) else size
    return replace(type, shape=tuple(sizes))


def _is_shard(local: Type, expected: Type) -> bool:
    """Whether a type has the element type and the sizes that are expected, each unknown where it is there."""
    if isinstance(expected, TensorType) and expected.shape is None:
        return True  # its sharding is reported
    if not isinstance(local, TensorType) or not isinstance(expected, TensorType):
        return local == expected
    if local.element_type != expected.element_type or local.shape is None or local.rank != expected.rank:
        return False
    pairs = zip(local.shape, expected.shape or (), strict=True)
    return all(size == target or type(size) is type(target) is Dim for size, target in pairs)
