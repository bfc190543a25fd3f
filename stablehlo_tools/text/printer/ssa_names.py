"""The names of values and blocks as MLIR prints them, and the state that printing an operation needs.

In assembly formats, numbering restarts in each function: the regions of an operation continue the numbers of
the region around them, so that siblings use the same names. In the generic form, names are unique. Pending
regions are on a stack.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.attributes import DenseArray, Integer
from stablehlo_tools.ir.operations import Block, Operation, Region, Value
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.dialects import OP_SYNTAX
from stablehlo_tools.text.assembly.signatures import signature_of
from stablehlo_tools.text.reader.scan import PLACEHOLDER

if TYPE_CHECKING:
    from stablehlo_tools.text.printer.alias_state import AliasState


def result_names(operation: Operation) -> Sequence[str]:
    """The names of the results of an op in assembly formats; none for most ops."""
    if operation.name == "stablehlo.constant":
        return tuple("c" if element_kind(result.type) in _INTEGERS else "cst" for result in operation.results)
    if operation.name in ("arith.constant", "shape.const_size"):
        return (_number_name(operation),)
    suggested = _declared_names().get(operation.name, ())
    return suggested if len(suggested) == len(operation.results) else ()


@functools.cache
def _declared_names() -> Mapping[str, Sequence[str]]:
    """The names of results by op."""
    declared = {
        op.name: tuple(output.name for output in op.outputs)
        for op in OPS.values()
        if len(op.outputs) > 1 and not any(output.rule.variadic for output in op.outputs)
    }
    return {**declared, **{name: signature_of(row.signature).names for name, row in OP_SYNTAX.items()}}


def _number_name(operation: Operation) -> str:
    """`c5_i32`, `c5` for an index, `true` or `false`; `cst` for other constants."""
    value = operation.attributes.get("value")
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, Integer):
        return "cst"
    return f"c{value.value}" if str(value.type) == "index" else f"c{value.value}_{value.type}"


def argument_names(region: Region) -> Iterable[str]:
    """The names of the entry arguments of a region in assembly formats."""
    operation = region.operation
    count = len(region.blocks[0].arguments)
    if operation.name == "stablehlo.while":
        return ["iterArg"] * count
    if operation.name == "chlo.scan":
        segments = operation.attributes.get("operandSegmentSizes")
        inputs = int(segments.values[0]) if isinstance(segments, DenseArray) else 0  # type: ignore[arg-type]
        return (["input"] * inputs + ["carry"] * count)[:count]
    return ()


_INTEGERS = ("boolean", "signed", "unsigned")


class _Counters(NamedTuple):
    """The next number for a value, an argument, and a name that is in use."""

    value: int = 0
    argument: int = 0
    conflict: int = 0


class _PendingRegion(NamedTuple):
    region: Region
    counters: _Counters
    depth: int  # how many scopes enclose it


class _ValueNames(dict[Value, str]):
    """Names of values; one that the program does not define is printed as MLIR prints it."""

    def __missing__(self, value: Value) -> str:
        return "<<UNKNOWN SSA VALUE>>"


class SSANames:
    """The names of all values and blocks in an operation: `values` and `labels`."""

    def __init__(self, top: Operation, *, generic: bool) -> None:
        self.values: dict[Value, str] = _ValueNames()
        self.labels: dict[Block, str] = {}
        self._generic = generic
        self._counters = _Counters()
        self._used: set[str] = set()
        self._scopes: list[list[str]] = []  # the names to release, by region
        self._number_regions(top)

    def left(self, operation: Operation) -> str:
        """The text before ` = `: `%0`, `%0:2` or `%values, %indices`."""
        results = operation.results
        first = self.values[results[0]]
        if first.endswith("#0"):
            return f"{first[:-2]}:{len(results)}"
        return first if len(results) == 1 else ", ".join(self.values[result] for result in results)

    def _number_regions(self, top: Operation) -> None:
        work = [_PendingRegion(region, self._counters, 0) for region in top.regions]
        while work:
            region, counters, depth = work.pop()
            if not self._generic:
                self._counters = counters
            while len(self._scopes) > depth:
                self._used.difference_update(self._scopes.pop())
            self._scopes.append([])
            self._name_arguments(region)
            inner = [region for block in region.blocks for region in self._number_block(block)]
            work += [_PendingRegion(region, self._counters, depth + 1) for region in inner]

    def _name_arguments(self, region: Region) -> None:
        """Label the blocks of a region and name its entry's arguments."""
        for number, block in enumerate(region.blocks):
            self.labels[block] = f"^bb{number}"
        if not region.blocks:
            return
        arguments = region.blocks[0].arguments
        suggested = () if self._generic else argument_names(region)
        for argument, name in zip(arguments, suggested, strict=False):
            self.values[argument] = self._unique(name)
        number = self._counters.argument
        for argument in arguments:
            if argument not in self.values:
                self.values[argument] = f"%arg{number}"
                number += 1
        self._counters = self._counters._replace(argument=number)

    def _number_block(self, block: Block) -> list[Region]:
        """Name the values of a block. Return the regions in it."""
        values, regions = self.values, list[Region]()
        number = self._counters.value
        for argument in block.arguments:
            if argument not in values:
                values[argument] = f"%{number}"
                number += 1
        for operation in block.operations:
            regions += operation.regions
            results = operation.results
            suggested = () if self._generic or not results else result_names(operation)
            if suggested:
                for result, name in zip(results, suggested, strict=True):
                    values[result] = self._unique(name)
            elif len(results) == 1:
                values[results[0]] = f"%{number}"
                number += 1
            elif results:
                values.update((result, f"%{number}#{index}") for index, result in enumerate(results))
                number += 1
        self._counters = self._counters._replace(value=number)
        return regions

    def _unique(self, name: str) -> str:
        """`%name`, or `%name_0` with the next number that makes it unique."""
        unique, number = name, self._counters.conflict
        while unique in self._used:
            unique, number = f"{name}_{number}", number + 1
        self._counters = self._counters._replace(conflict=number)
        self._used.add(unique)
        self._scopes[-1].append(unique)
        return f"%{unique}"


class AsmState(NamedTuple):
    """The names and aliases that printing an operation needs, as in MLIR."""

    names: SSANames
    aliases: AliasState | None

    def uses(self, values: Sequence[Value]) -> str:
        """`%0, %1`."""
        return ", ".join(self.names.values[value] for value in values)

    def argument(self, argument: Value) -> str:
        """`%arg0: T`, and its location."""
        return f"{self.names.values[argument]}: {argument.type}{self.location(argument)}"

    def label(self, block: Block) -> str:
        """`^bb0`."""
        return self.names.labels[block]

    def location(self, argument: Value) -> str:
        """The text of the location of an argument."""
        if self.aliases is None or not self.aliases.has_locations:
            return ""
        self.aliases.visit([str(argument.type)])  # which comes before it
        return self.aliases.argument_location(argument.location)

    def is_located(self, *values: Value) -> bool:
        """Whether any of these arguments has a location to print."""
        has_locations = self.aliases is not None and self.aliases.has_locations
        return has_locations and any(value.location.kind != "unknown" for value in values)

    def has_other_locations(self, operation: Operation) -> bool:
        """Whether the regions of an operation have locations other than that of the operation."""
        aliases, place = self.aliases, operation.location
        if aliases is None or not aliases.has_locations:
            return False
        blocks = operation.blocks
        arguments = [argument for block in blocks for argument in block.arguments]
        elsewhere = [argument for argument in arguments if not aliases.are_same(argument.location, place)]
        inner = [op for block in blocks for op in block.operations]
        is_inner = any(not aliases.are_same(op.location, place) for op in inner)
        return is_inner or self.is_located(*elsewhere)


class _Placeholders(dict[Any, str]):
    """A placeholder for each name."""

    def __missing__(self, key: object) -> str:
        return PLACEHOLDER


def _with_placeholders() -> AsmState:
    names = SSANames(Operation("", [], {}), generic=False)
    names.values, names.labels = _Placeholders(), _Placeholders()
    return AsmState(names, None)


# Placeholders for the names of an operation without regions.
PLACEHOLDERS: Final = _with_placeholders()
