"""Compilation results: the collectives in the compiled HLO, the estimated costs, and the memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.op_fields import to_groups
from stablehlo_tools.hlo.shape import ArrayShape, leaves
from stablehlo_tools.hlo.text.parser import parse
from stablehlo_tools.ops.model import processes

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class CompiledCollective:
    """Instructions of an opcode with the same groups, or for `collective-permute`, pairs of processes.

    `bytes` is the minimum that each device sends, once for each of the instructions.
    """

    opcode: str
    groups: Groups
    count: int
    bytes: int


@dataclass(frozen=True)
class CompilationReport:
    """A compiled program: its devices, its collectives, and the compiler's figures for one device.

    `costs` are by XLA's names, such as `flops` and `bytes accessed`; `memory` has bytes, as `temp`.
    """

    engine: str
    num_devices: int
    collectives: tuple[CompiledCollective, ...]
    costs: Mapping[str, float]
    memory: Mapping[str, int]


# Of the bytes of its operands, what a device of a group of n sends at least: each has what the others need,
# or, for a sum, sends its terms of their parts and then the sum that it made of its own part to all of them.
_SENT: Final[Mapping[str, Callable[[int, int], int]]] = {
    "all-reduce": lambda size, n: 2 * size * (n - 1) // n,
    "all-gather": lambda size, n: size * (n - 1),
    "reduce-scatter": lambda size, n: size * (n - 1) // n,
    "all-to-all": lambda size, n: size * (n - 1) // n,
    "ragged-all-to-all": lambda size, n: size * (n - 1) // n,
    "collective-broadcast": lambda size, n: size,
    "collective-permute": lambda size, n: size,
}
# Their channel says that the groups are of partitions; that of others, that all partitions take part.
_OF_PARTITIONS: Final = {"all-to-all", "ragged-all-to-all", "collective-broadcast", "collective-permute"}


def collectives_in(text: str) -> tuple[CompiledCollective, ...]:
    """The collectives in HLO text, by decreasing traffic. Raises `ParseError` and `NoCounterpart`."""
    module = parse(Source(text))
    totals: dict[tuple[str, Groups], tuple[int, int]] = {}
    for computation in module.computations:
        for instruction in computation.instructions:
            opcode = instruction.opcode.removesuffix("-start")
            if opcode in _SENT:
                groups = _groups(instruction, module)
                sent = _SENT[opcode](
                    sum(shape.byte_size for shape in _operand_shapes(instruction, computation)),
                    len(groups[0]) if groups else 1,
                )
                count, total = totals.get((opcode, groups), (0, 0))
                totals[opcode, groups] = count + 1, total + sent
    rows = [CompiledCollective(*key, *numbers) for key, numbers in totals.items()]
    return tuple(sorted(rows, key=lambda row: (-row.bytes, row.opcode)))


def _operand_shapes(instruction: HloInstruction, computation: HloComputation) -> Iterator[ArrayShape]:
    names = instruction.operands
    if instruction.opcode.startswith("ragged-all-to-all"):
        names = names[:1]  # behind it are the places of the slices
    for name in names:
        shape = computation.named[name].shape
        yield from (leaf for leaf in leaves(shape) if isinstance(leaf, ArrayShape)) if shape else ()


def _groups(instruction: HloInstruction, module: HloModule) -> Groups:
    """The groups or pairs of devices, numbered replica by replica."""
    grid = module.attributes.get("replica_count", 1), module.attributes.get("num_partitions", 1)
    attributes = instruction.attributes
    written = to_groups(attributes.get("source_target_pairs") or attributes.get("replica_groups", ()))
    groups = _strategy(instruction)(tuple(map(tuple, written)), *grid)
    return tuple(tuple(replica * grid[1] + part for replica, part in group) for group in groups)


def _strategy(instruction: HloInstruction) -> processes.Strategy:
    """The kind of ids in replica groups, as the specification of each op defines it."""
    if instruction.attributes.get("use_global_device_ids"):
        return processes.flattened_ids
    if "channel_id" not in instruction.attributes:
        return processes.cross_replica
    is_alone = instruction.opcode.removesuffix("-start") in _OF_PARTITIONS
    return processes.cross_partition if is_alone else processes.cross_replica_and_partition
