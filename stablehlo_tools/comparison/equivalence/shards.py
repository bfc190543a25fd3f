"""Shards of inputs for a partitioned program, and tiles of results that it returns."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.grid.meshes import mesh_named
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Function, Module, Value
from stablehlo_tools.ir.shardy import REDUCTIONS, shardings_in
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.custom_calls.partition_calls import tiles_of
from stablehlo_tools.ops.model.meshes import SHARDING, device_groups
from stablehlo_tools.ops.model.schema import Failed
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.printer.attribute_text import attribute_text

Slices = tuple[slice, ...]


def is_of_processes(module: Module) -> bool:
    """Whether an operation of a module depends on the process that executes it."""
    ops = (OPS.get(operation.name) for operation in module.walk())
    return any(op is not None and op.takes_process for op in ops)


class StatedSharding(NamedTuple):
    """A sharding as text, and the array of its devices, whose first dimensions are those of the value.

    The devices of each of the `groups` have partial values, which are combined by `reduction`.
    """

    text: str
    tiles: Array | None
    groups: Sequence[Sequence[int]] = ()
    reduction: str = REDUCTIONS[0]


def _tiles(text: str, function: Function) -> Array | None:
    """The devices of a sharding in XLA's notation; raises `RunError` if their numbers do not fit."""
    try:
        return tiles_of(text)
    except Failed as failure:
        raise RunError(Diagnostic(SHARDING, str(failure), function.span)) from failure


def _stated_sharding(function: Function, attributes: Mapping[str, Attribute]) -> StatedSharding:
    """The sharding of an argument or a result of a function with these attributes."""
    text = str(attributes.get("mhlo.sharding", ""))
    if text or function.body is None:
        return StatedSharding(text, _tiles(text, function))
    written = attributes.get("sdy.sharding")
    text = "" if written is None else attribute_text(written)
    for sharding in shardings_in(written):
        mesh = mesh_named(function.body.operations[0], sharding.mesh)
        counts = [len(device_groups(mesh, refs)[0]) for refs in sharding.axes]
        groups = device_groups(mesh, [ref for refs in sharding.axes for ref in refs])
        tiles = np.moveaxis(np.array(groups).reshape(-1, *counts), 0, -1)
        partial = device_groups(mesh, sharding.unreduced) if sharding.unreduced else ()
        return StatedSharding(text, tiles, partial, sharding.reduction)
    return StatedSharding(text, None)


def shardings_of(functions: Sequence[Function], texts: Sequence[str]) -> list[StatedSharding]:
    """The sharding of each argument of the last function: from `texts`, or as one of the functions states it.

    Raises `RunError`.
    """
    function = functions[-1]
    count = len(function.arguments)
    if len(texts) > count:
        message = f"{len(texts)} shardings are given for {plural(count, 'argument')}"
        raise RunError(Diagnostic(SHARDING, message, function.span))
    for index, text in enumerate(texts):
        if _tiles(text, function) is None and text not in ("", "{replicated}"):
            message = f"cannot read {text!r}, the sharding of argument {index}"
            help = "write it as XLA does: {devices=[2,1]<=[2]}, or {replicated}"
            raise RunError(Diagnostic(SHARDING, message, function.span, helps=(help,)))
    candidates = [
        [_stated_sharding(program, program.argument_attributes(index)) for program in functions[::-1]]
        for index in range(count)
    ]
    for stated in itertools.chain(*candidates):
        if stated.groups:
            raise RunError(unsupported(function, f"{stated.text} is of values that are not reduced yet"))
    return [
        StatedSharding(own, tiles_of(own))
        if own
        else next((sharding for sharding in stated if sharding.text), stated[0])
        for own, stated in zip([*texts, *[""] * (count - len(texts))], candidates, strict=True)
    ]


def shard(
    arithmetic: Arithmetic,
    whole: Any,
    argument: Value,
    sharding: StatedSharding,
    device: int,
    function: Function,
) -> Any:
    """The part of an input on a device; an uneven one is padded by random floats or integer zeros."""
    type = argument.type
    if not isinstance(type, TensorType):
        raise RunError(unsupported(function, f"argument {argument.index} is a tuple, which cannot be split"))
    shape = type.static_shape
    if whole.shape == shape:
        return whole
    text, tiles, *_ = sharding
    places = np.argwhere(tiles == device).tolist() if tiles is not None else []
    if tiles is None or not places or tiles.ndim < len(shape):
        how = f"but {text} does not describe this split" if text else "but its sharding is not known"
        message = f"argument {argument.index} of shape {list(whole.shape)} is split into {type}, {how}"
        help = "pass the shardings of all arguments, in order, with --in-shardings"
        raise RunError(Diagnostic(SHARDING, message, function.span, helps=(help,)))
    begins = [index * size for index, size in zip(places[0], shape, strict=False)]
    counts = zip(whole.shape, shape, tiles.shape, strict=False)
    for size, piece, count in counts:
        if piece != -(-size // (count if piece != size else 1)):
            message = f"{text} cannot split {size} elements into {count} shards of {piece}"
            raise RunError(Diagnostic(SHARDING, message, function.span))
    part = whole[
        tuple(
            slice(None) if piece == size else slice(begin, begin + piece)
            for begin, size, piece in zip(begins, whole.shape, shape, strict=True)
        )
    ]
    return part if part.shape == shape else _padded(arithmetic, part, shape, device)


def _padded(arithmetic: Arithmetic, part: Any, shape: tuple[int, ...], device: int) -> Any:
    generator = np.random.default_rng([device, *shape])
    box = tuple(slice(0, size) for size in part.shape)
    if not isinstance(part, FieldTensor):
        padded_part = np.zeros(shape, part.dtype)
        padded_part[box] = part
        return padded_part
    padded, interior = arithmetic.drawn(generator.standard_normal(shape), generator), (slice(None), *box)
    padded.components[interior] = part.components
    return padded


def tilings(whole: tuple[int, ...], part: tuple[int, ...]) -> list[Slices]:
    """The tiles of this shape of a whole; the last one along a dimension may be shorter."""
    pairs = [*zip(whole, part, strict=False)]
    if len(whole) != len(part) or any(not 0 < piece <= size for size, piece in pairs):
        return []
    slices = [
        [slice(begin, min(begin + piece, size)) for begin in range(0, size, piece)] for size, piece in pairs
    ]
    return list(itertools.product(*slices))


def stated_tiles(
    functions: Sequence[Function], number: int, whole: tuple[int, ...], part: tuple[int, ...]
) -> dict[int, int]:
    """The tile of a result for each device, as one of the functions states it; empty if none does."""
    for function in functions:
        devices = _stated_sharding(function, function.result_attributes(number)).tiles
        counts = tuple(-(-size // piece) for size, piece in zip(whole, part, strict=True))
        if devices is not None and devices.shape[: len(whole)] == counts:
            rows = devices.reshape(math.prod(counts), -1)
            return {device: tile for tile, row in enumerate(rows.tolist()) for device in row}
    return {}


def reduced(
    arithmetic: Arithmetic, functions: Sequence[Function], number: int, parts: Sequence[Any]
) -> Sequence[Any]:
    """The parts of a result, combined where devices have partial ones, as one of the functions states."""
    stated = [_stated_sharding(function, function.result_attributes(number)) for function in functions]
    groups, reduction = next((each[2:] for each in stated if each.groups), ((), REDUCTIONS[0]))
    of_floats, of_others = {
        "sum": (arithmetic.add, np.add),
        "max": (arithmetic.maximum, np.maximum),
        "min": (arithmetic.minimum, np.minimum),
    }[reduction]
    combine = of_floats if isinstance(parts[0], FieldTensor) else of_others
    whole = {
        device: functools.reduce(combine, [parts[each] for each in group])
        for group in groups
        for device in group
    }
    return [whole.get(device, part) for device, part in enumerate(parts)]


def sharding_of(whole: tuple[int, ...], part: tuple[int, ...], tiles: Sequence[int]) -> str:
    """The sharding in XLA's notation in which each device has the tile of this number."""
    counts = [-(-size // piece) for size, piece in zip(whole, part, strict=True)]
    devices = sorted(range(len(tiles)), key=tiles.__getitem__)
    copies = len(tiles) // math.prod(counts)
    more, suffix = ([copies], " last_tile_dim_replicate") if copies > 1 else ([], "")
    sizes, places = (",".join(map(str, numbers)) for numbers in ([*counts, *more], devices))
    return f"{{devices=[{sizes}]{places}{suffix}}}"
