"""Blocks copied operation by operation, with the types that follow from those of what they read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, VerificationError
from stablehlo_tools.formula.solve import infer_arguments
from stablehlo_tools.ir.attributes import Attribute, Symbol
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import CALLS, Block, Function, Operation, Region, Value
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.refinement.folding import constant, folded, is_small
from stablehlo_tools.refinement.result_types import types_beyond_rules
from stablehlo_tools.transform.clone import append, bare, bare_region, keep_template
from stablehlo_tools.transform.registry import apply_rewrite
from stablehlo_tools.transform.rewrite import REFINE, returning
from stablehlo_tools.transform.shapes import is_static
from stablehlo_tools.verifier.inference import infer_results, refined
from stablehlo_tools.verifier.module import diagnostic_of
from stablehlo_tools.verifier.operation import Problem, constant_of, names_of, problems_of

if TYPE_CHECKING:
    from stablehlo_tools.refinement.functions import Refinement


_AS_WRITTEN: Mapping[int, Type] = {}


class FunctionVariant(NamedTuple):
    """A function for some arguments; those in `dropped` are not passed to it."""

    function: Function
    dropped: frozenset[int]


class Copy:
    """The copy of one function: what its values and blocks have become.

    Without `is_refining` it is the same program, whose calls alone go to the functions of the new module;
    in what `is_apart`, such as a module in the module, they do not.
    """

    def __init__(self, refinement: Refinement, *, is_refining: bool, is_apart: bool = False) -> None:
        self.refinement = refinement
        self.is_refining = is_refining
        self.is_apart = is_apart
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}

    # -- regions and blocks ---------------------------------------------------------------------

    def region(self, region: Region, owner: Operation, types: Mapping[int, Type] = _AS_WRITTEN) -> Region:
        """A region for `owner`, with the blocks of another but no operations in them yet.

        `types` are those of arguments of the first block, where they are not as written.
        """
        new = bare_region(region, owner)
        for block, copy in zip(region.blocks, new.blocks, strict=True):
            self.blocks[block] = copy
            self.values.update(zip(block.arguments, copy.arguments, strict=True))
        for argument in new.entry.arguments if new.entry else ():
            argument.type = types.get(argument.index, argument.type)
        return new

    def fill(self, region: Region) -> None:
        """Copy the operations of a region to its blocks."""
        for block in region.blocks:
            for operation in block.operations:
                self.operation(operation, self.blocks[block])

    def replace_arguments(self, block: Block, constants: Mapping[int, Dense]) -> None:
        """Let constants stand for arguments of a block, which are removed."""
        for index, value in constants.items():
            argument = block.arguments[index]
            made = constant(value.array, argument, Operation("", [], {}))
            append(made, block)
            original = next(old for old, new in self.values.items() if new is argument)
            self.values[original] = made.results[0]
        block.arguments = [each for each in block.arguments if each.index not in constants]
        for index, argument in enumerate(block.arguments):
            argument.index = index

    # -- operations -----------------------------------------------------------------------------

    def operation(self, operation: Operation, block: Block) -> None:
        """Append to `block` what becomes of an operation."""
        copy = self._like(operation)
        made, results = [copy], copy.results
        if operation.name in CALLS:
            made, results = self._call(operation, copy)
        else:
            self._copy_regions(operation, copy)
            if self.is_refining:
                self._infer(operation, copy)
                made, results = self._simplified(operation, copy)
        for each in made:
            append(each, block)
        self.values.update(zip(operation.results, results, strict=True))
        keep_template(operation, copy)

    def _like(self, operation: Operation) -> Operation:
        """The operation on the values that its operands have become, without its regions."""
        copy = bare(operation)
        copy.operands = self._new(operation.operands)
        copy.successors = tuple(
            (self.blocks[block], self._new(values)) for block, values in operation.successors
        )
        return copy

    def _new(self, values: Iterable[Value]) -> list[Value]:
        return [self.values[value] for value in values]

    def _copy_regions(self, operation: Operation, copy: Operation) -> None:
        """The regions, their arguments of the types that rules give them, or as written."""
        types: Sequence[Sequence[Type]] = [()] * len(operation.regions)
        op = OPS.get(operation.name)
        if self.is_refining and op is not None and operation.regions:
            types = self._argument_types(op, operation, copy)
        for region, inputs in zip(operation.regions, types, strict=True):
            written = region.entry.arguments if region.entry else []
            known = {
                value.index: refined(value.type, type) for value, type in zip(written, inputs, strict=False)
            }
            copy.regions += (self.region(region, copy, known),)
            self.fill(region)

    def _argument_types(self, op: Op, operation: Operation, copy: Operation) -> Sequence[Sequence[Type]]:
        copy.regions = operation.regions  # which are not read, but counted
        found = infer_arguments(op, names_of(op, copy, self.refinement.functions))
        copy.regions = ()
        if any(rule.variadic for _, rule in op.regions):
            return [()] * len(operation.regions)
        return [found.get(name, ()) for name, _ in op.regions]

    def _infer(self, operation: Operation, copy: Operation) -> None:
        """Give the results of a copy the types that follow from its operands. Raises VerificationError."""
        op, functions = OPS.get(operation.name), self.refinement.functions
        is_known = not copy.regions and all(is_static(value.type) for value in copy.results)
        if op is None or (is_known and _has_types_of(operation, copy)):
            return
        _retype(copy.results, infer_results(op, copy, functions))
        _retype(copy.results, types_beyond_rules(copy))
        problems = () if _has_types_of(operation, copy) else problems_of(copy, functions)
        if problems:
            raise VerificationError(*(self._diagnostic(operation, copy, each) for each in problems))

    def _diagnostic(self, operation: Operation, copy: Operation, problem: Problem) -> Diagnostic:
        found = diagnostic_of(operation, problem, self.refinement.module)
        signature = FunctionType(_types(copy.operands), _types(copy.results))
        return replace(found, notes=(*found.notes, f"with the shapes given it is {signature}"))

    def _simplified(self, operation: Operation, copy: Operation) -> tuple[list[Operation], list[Value]]:
        """What stands for a copy, and the values that stand for its results."""
        if operation.attributes.get("call_target_name") == "shape_assertion":
            return self._assertion(operation, copy), copy.results
        new = apply_rewrite(copy, (REFINE,), self.refinement.functions, self._inlined)
        made, results = ([copy], copy.results) if new is None else (list(new.operations), list(new.values))
        integers = folded(made[-1]) if made else None
        return (made, results) if integers is None else ([integers], integers.results)

    def _assertion(self, operation: Operation, copy: Operation) -> list[Operation]:
        """Nothing, for an assertion that is known to hold. Raises VerificationError for one that fails."""
        condition, *sizes = map(constant_of, copy.operands)
        if condition is None:
            return [copy]
        if condition.array.all():
            return []
        message = str(operation.attributes.get("error_message", "an assertion about shapes fails"))
        for index, size in enumerate(sizes):
            message = message.replace(f"{{{index}}}", "?" if size is None else str(size.array.item()))
        problem = Problem("shape_assertion", message)
        raise VerificationError(diagnostic_of(operation, problem, self.refinement.module))

    def _inlined(self, function: Function) -> Region:
        """The body of a function as a region of an op."""
        copy = Copy(self.refinement, is_refining=False)
        region = copy.region(function.regions[0], function)
        copy.fill(function.regions[0])
        return returning(region)

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, operation: Operation, copy: Operation) -> tuple[list[Operation], list[Value]]:
        """A call of the function for these arguments. Constants that it returns are known here, too."""
        made = None
        if not self.is_apart:
            is_refining = self.is_refining
            made = self.refinement.specialization(operation, copy.operands, is_refining=is_refining)
        if made is None:
            return [copy], copy.results
        callee, dropped = made
        attributes: dict[str, Attribute] = {CALLS[operation.name]: Symbol((callee.symbol,))}
        given = operation.attributes.get("arg_attrs")
        if dropped and isinstance(given, tuple):
            attributes["arg_attrs"] = without(given, dropped)
        if dropped or attributes[CALLS[operation.name]] != operation.attributes[CALLS[operation.name]]:
            copy.attributes = {**operation.attributes, **attributes}
        copy.operands = [value for index, value in enumerate(copy.operands) if index not in dropped]
        _retype(copy.results, callee.type.results)
        if not self.is_refining or callee.body is None:
            return [copy], copy.results
        operations, values = [copy], []
        for value, returned in zip(copy.results, callee.body.operations[-1].operands, strict=True):
            known = constant_of(returned) if is_small(returned) else None
            if known is not None:
                operations.append(constant(known.array, value, operation))
            values.append(value if known is None else operations[-1].results[0])
        return operations, values


def _retype(values: Sequence[Value], types: Sequence[Type]) -> None:
    for value, type in zip(values, types, strict=True):
        value.type = type


def _types(values: Iterable[Value]) -> tuple[Type, ...]:
    return tuple(value.type for value in values)


def _has_types_of(operation: Operation, copy: Operation) -> bool:
    """Whether the operands and results of a copy have the types of those of the original."""
    return _types(operation.operands) == _types(copy.operands) and _types(operation.results) == _types(
        copy.results
    )


def without(entries: tuple[Attribute, ...], dropped: Collection[int]) -> tuple[Attribute, ...]:
    """A list with an entry for each argument, less those of the arguments dropped."""
    return tuple(entry for index, entry in enumerate(entries) if index not in dropped)
