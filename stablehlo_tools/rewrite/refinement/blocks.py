"""Copies blocks operation by operation, inferring result types from the new operand types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, VerificationError
from stablehlo_tools.formula.solve import infer_arguments
from stablehlo_tools.ir.attributes import Attribute, Integer, Symbol
from stablehlo_tools.ir.clone import append, bare, bare_region, keep_template
from stablehlo_tools.ir.constants import Dense, constant_of
from stablehlo_tools.ir.edit import defining_op, set_arguments
from stablehlo_tools.ir.operations import CALLS, Block, Function, Operation, Region, Value
from stablehlo_tools.ir.types import DYNAMIC, Dim, TensorType, TupleType, Type
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.custom_call import SHAPE_ASSERTION
from stablehlo_tools.rewrite.refinement.folding import constant, fold, is_small
from stablehlo_tools.rewrite.registry import apply_rewrite
from stablehlo_tools.rewrite.rewriter import REFINE, returning
from stablehlo_tools.rewrite.shapes import are_ones, integers_of, is_static, shape_operands, with_sizes
from stablehlo_tools.text.printer.attribute_text import signature
from stablehlo_tools.verifier.inference import infer_results, merge_types
from stablehlo_tools.verifier.named_values import names_of
from stablehlo_tools.verifier.operation import problems_of
from stablehlo_tools.verifier.problem import Problem
from stablehlo_tools.verifier.reporter import diagnostic_of

if TYPE_CHECKING:
    from stablehlo_tools.rewrite.refinement.functions import Refinement


_UNCHANGED: Mapping[int, Type] = {}


class FunctionVariant(NamedTuple):
    """A specialization of a function; the arguments in `dropped` are constants in it, and not passed."""

    function: Function
    dropped: frozenset[int]


class Copy:
    """The copy of one function: maps its values and blocks to those of the copy.

    Without `is_refining`, types are kept, and only calls refer to the functions of the new module. In a copy
    that `is_apart`, such as a nested module, calls are kept too.
    """

    def __init__(self, refinement: Refinement, *, is_refining: bool, is_apart: bool = False) -> None:
        self.refinement = refinement
        self.is_refining = is_refining
        self.is_apart = is_apart
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}

    # -- regions and blocks ---------------------------------------------------------------------

    def region(self, region: Region, owner: Operation, types: Mapping[int, Type] = _UNCHANGED) -> Region:
        """A region for `owner`, with copies of the blocks of `region` that have no operations yet.

        `types` are the types of arguments of the entry block, by index, if they differ.
        """
        new = bare_region(region, owner)
        for block, copy in zip(region.blocks, new.blocks, strict=True):
            self.blocks[block] = copy
            self.values.update(zip(block.arguments, copy.arguments, strict=True))
        for argument in new.entry.arguments if new.entry else ():
            argument.type = types.get(argument.index, argument.type)
        return new

    def fill(self, region: Region) -> None:
        """Copy the operations of a region to the copies of its blocks."""
        for block in region.blocks:
            for operation in block.operations:
                self.operation(operation, self.blocks[block])

    def replace_arguments(self, block: Block, constants: Mapping[int, Dense]) -> None:
        """Replace arguments of a block by constants, and remove them."""
        for index, value in constants.items():
            argument = block.arguments[index]
            new_op = constant(value.array, argument, Operation("", [], {}))
            append(new_op, block)
            original = next(old for old, new in self.values.items() if new is argument)
            self.values[original] = new_op.results[0]
        set_arguments(block, [other for other in block.arguments if other.index not in constants])

    # -- operations -----------------------------------------------------------------------------

    def operation(self, operation: Operation, block: Block) -> None:
        """Append the copy of an operation, or its replacement, to `block`."""
        copy = self._clone(operation)
        new_ops, results = [copy], copy.results
        if operation.name in CALLS:
            new_ops, results = self._call(operation, copy)
        else:
            self._copy_regions(operation, copy)
            if self.is_refining:
                self._infer(operation, copy)
                new_ops, results = self._simplify(operation, copy)
        for new_op in new_ops:
            append(new_op, block)
        self.values.update(zip(operation.results, results, strict=True))
        keep_template(operation, copy)

    def _clone(self, operation: Operation) -> Operation:
        """A copy of the operation with mapped operands and successors, without its regions."""
        copy = bare(operation)
        copy.operands = self._map(operation.operands)
        copy.successors = tuple(
            (self.blocks[block], self._map(values)) for block, values in operation.successors
        )
        return copy

    def _map(self, values: Iterable[Value]) -> list[Value]:
        return [self.values[value] for value in values]

    def _copy_regions(self, operation: Operation, copy: Operation) -> None:
        """Copy the regions, with argument types inferred by the constraints where possible."""
        types: Sequence[Sequence[Type]] = [()] * len(operation.regions)
        op = OPS.get(operation.name)
        if self.is_refining and op is not None and operation.regions:
            types = self._argument_types(op, operation, copy)
        for region, inputs in zip(operation.regions, types, strict=True):
            written = region.entry.arguments if region.entry else []
            types_by_index = {
                value.index: merge_types(value.type, type)
                for value, type in zip(written, inputs, strict=False)
            }
            copy.regions += (self.region(region, copy, types_by_index),)
            self.fill(region)

    def _argument_types(self, op: Op, operation: Operation, copy: Operation) -> Sequence[Sequence[Type]]:
        copy.regions = operation.regions  # inference uses their number alone
        inferred = infer_arguments(op, names_of(op, copy, self.refinement.functions))
        copy.regions = ()
        if any(rule.variadic for _, rule in op.regions):
            return [()] * len(operation.regions)
        return [inferred.get(name, ()) for name, _ in op.regions]

    def _infer(self, operation: Operation, copy: Operation) -> None:
        """Infer the result types of a copy from its operands. Raises `VerificationError`."""
        op, functions = OPS.get(operation.name), self.refinement.functions
        is_known = not copy.regions and all(is_static(value.type) for value in copy.results)
        if op is None or (is_known and copy.types == operation.types):
            return
        _retype(copy.results, infer_results(op, copy, functions))
        _retype(copy.results, types_beyond_rules(copy))
        problems = () if copy.types == operation.types else problems_of(copy, functions)
        if problems:
            raise VerificationError(*(self._diagnostic(operation, copy, problem) for problem in problems))

    def _diagnostic(self, operation: Operation, copy: Operation, problem: Problem) -> Diagnostic:
        diagnostic = diagnostic_of(operation, problem, self.refinement.module)
        note = f"refined to the specified shapes, its type is {signature(copy)}"
        return replace(diagnostic, notes=(*diagnostic.notes, note))

    def _simplify(self, operation: Operation, copy: Operation) -> tuple[list[Operation], list[Value]]:
        """The operations that replace a copy after rewriting and folding, and the values of its results."""
        if operation.attributes.get("call_target_name") == "shape_assertion":
            return self._assertion(operation, copy), copy.results
        new = apply_rewrite(copy, (REFINE,), self.refinement.functions, self._inline)
        new_ops, results = ([copy], copy.results) if new is None else (list(new.operations), list(new.values))
        integers = fold(new_ops[-1]) if new_ops else None
        return (new_ops, results) if integers is None else ([integers], integers.results)

    def _assertion(self, operation: Operation, copy: Operation) -> list[Operation]:
        """The assertion, unless it is known to hold. Raises `VerificationError` if it fails."""
        condition, *sizes = map(constant_of, copy.operands)
        if condition is None:
            return [copy]
        if condition.array.all():
            return []
        message = str(operation.attributes.get("error_message", "shape assertion failed"))
        for index, size in enumerate(sizes):
            message = message.replace(f"{{{index}}}", "?" if size is None else str(size.array.item()))
        problem = Problem(SHAPE_ASSERTION, message)
        raise VerificationError(diagnostic_of(operation, problem, self.refinement.module))

    def _inline(self, function: Function) -> Region:
        """The body of a function as a region of an op."""
        copy = Copy(self.refinement, is_refining=False)
        region = copy.region(function.regions[0], function)
        copy.fill(function.regions[0])
        return returning(region)

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, operation: Operation, copy: Operation) -> tuple[list[Operation], list[Value]]:
        """The call of the specialization for these arguments, and constants for its constant results."""
        variant = None
        if not self.is_apart:
            is_refining = self.is_refining
            variant = self.refinement.specialization(operation, copy.operands, is_refining=is_refining)
        if variant is None:
            return [copy], copy.results
        callee, dropped = variant
        attributes = {CALLS[operation.name]: Symbol((callee.symbol,)), **remaining(operation, dropped)}
        if dropped or attributes[CALLS[operation.name]] != operation.attributes[CALLS[operation.name]]:
            copy.attributes = {**operation.attributes, **attributes}
        copy.operands = [value for index, value in enumerate(copy.operands) if index not in dropped]
        _retype(copy.results, callee.type.results)
        if not self.is_refining or callee.body is None:
            return [copy], copy.results
        operations, values = [copy], []
        for value, returned in zip(copy.results, callee.returned, strict=True):
            folded = constant_of(returned) if is_small(returned) else None
            if folded is not None:
                operations.append(constant(folded.array, value, operation))
            values.append(value if folded is None else operations[-1].results[0])
        return operations, values


def _retype(values: Sequence[Value], types: Sequence[Type]) -> None:
    for value, type in zip(values, types, strict=True):
        value.type = type


def remaining(operation: Operation, dropped: Collection[int]) -> Mapping[str, Attribute]:
    """The attributes of arguments that change when some are dropped, of a function or of its call."""
    entries = operation.attributes.get("arg_attrs")
    if not dropped or not isinstance(entries, tuple):
        return {}
    return {"arg_attrs": tuple(entry for index, entry in enumerate(entries) if index not in dropped)}


# -- types that depend on constant operands, beyond what the constraints determine -----------------


Find = Callable[[Operation, list[Type]], list[Type]]

_TYPES: Final = Registry[Find]()


def types_beyond_rules(operation: Operation) -> list[Type]:
    """The result types, refined by operands and attributes where the constraints cannot be solved."""
    types = [value.type for value in operation.results]
    find = _TYPES.get(operation.name)
    return types if find is None else find(operation, types)


@_TYPES.register("stablehlo.custom_call")
def _types_of_call(operation: Operation, types: list[Type]) -> list[Type]:
    operands = [operation.operands[index] for index in shape_operands(operation)]
    if len(operands) != len(list(_leaves(types))):
        return types
    shapes = iter([integers_of(operand) for operand in operands])
    return [_fill_shapes(type, shapes) for type in types]


def _leaves(types: Sequence[Type]) -> Iterator[Type]:
    for type in types:
        yield from _leaves(type.types) if isinstance(type, TupleType) else (type,)


def _fill_shapes(type: Type, shapes: Iterator[list[int] | None]) -> Type:
    if isinstance(type, TupleType):
        return TupleType(tuple(_fill_shapes(element, shapes) for element in type.types))
    sizes = next(shapes)
    return type if sizes is None else with_sizes(type, sizes)


@_TYPES.register("stablehlo.real_dynamic_slice")
def _types_of_slice(operation: Operation, types: list[Type]) -> list[Type]:
    """The size of a slice from `start` to `start + size`, with strides of 1 and a constant size."""
    _, start, limit, strides = operation.operands
    end = defining_op(limit, "stablehlo.add")
    if end is None or not are_ones(strides):
        return types
    addends = [operand for operand in end.operands if operand is not start]
    sizes = integers_of(addends[0]) if len(addends) == 1 else None
    return types if sizes is None else [with_sizes(types[0], sizes)]


@_TYPES.register("stablehlo.all_gather")
def _types_of_all_gather(operation: Operation, types: list[Type]) -> list[Type]:
    """The gathered size, from the size of a group, which the constraint leaves open."""
    groups, dimension, channel = map(
        operation.attributes.get, ("replica_groups", "all_gather_dim", "channel_handle")
    )
    is_of_replicas = channel is None or "use_global_device_ids" in operation.attributes
    if not (is_of_replicas and isinstance(groups, Dense) and isinstance(dimension, Integer)):
        return types  # groups of replicas are extended to all partitions: their size is unknown
    count = groups.type.static_shape[1]
    return [
        _along(type, operand.type, dimension.value, lambda size: size * count)
        for type, operand in zip(types, operation.operands, strict=True)
    ]


@_TYPES.register("stablehlo.concatenate")
def _types_of_concatenation(operation: Operation, types: list[Type]) -> list[Type]:
    """Merges the sizes of all inputs: the constraint uses the first input only, and others may be static."""
    (type,), dimension = types, operation.attributes.get("dimension")
    if not isinstance(dimension, Integer):
        return types
    for operand in operation.operands:
        type = _along(type, operand.type, dimension.value, lambda size: DYNAMIC)
    return [type]


def _along(type: Type, like: Type, dimension: int, size: Callable[[int], int | Dim]) -> Type:
    """`type` refined by the sizes of `like`, with `size` applied to one of them."""
    if not isinstance(like, TensorType) or like.shape is None:
        return type
    sizes = list(like.shape)
    old = sizes[dimension]
    sizes[dimension] = size(old) if isinstance(old, int) else DYNAMIC
    return merge_types(type, TensorType(tuple(sizes), like.element_type))
