"""Lowers functions and regions to computations, operation by operation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic
from stablehlo_tools.hlo.attributes import Reference
from stablehlo_tools.hlo.check.site import ShapeMismatch, bundled
from stablehlo_tools.hlo.convert.annotations import SHAPE, instruction_attributes, laid_out
from stablehlo_tools.hlo.convert.locations import Frames
from stablehlo_tools.hlo.convert.scopes import ComputationScope, NameUniquer, hint_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction
from stablehlo_tools.hlo.opcodes import ATTRIBUTES, BY_OP, COMMON, opcode_of
from stablehlo_tools.hlo.shape import Shape, TupleShape
from stablehlo_tools.hlo.types import ShapeTypeError, shape_of_type
from stablehlo_tools.ir.constants import is_constant
from stablehlo_tools.ir.operations import RETURNS, Block, Function, Module, Operation, Region, Value
from stablehlo_tools.ir.symbols import callees_first, referenced
from stablehlo_tools.ir.types import TupleType, Type
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.signature import operand_types
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES, apply_rewrite
from stablehlo_tools.rewrite.rewriter import LOWER_HLO, MODERNIZE
from stablehlo_tools.rewrite.shapes import is_static
from stablehlo_tools.text.source_frames import notes_at

Handler = Callable[["Lowering", Operation], Sequence[str]]

HANDLERS: Final = Registry[Handler]()
lowers: Final = HANDLERS.register


def shape_of(type: Type) -> Shape:
    """The shape of a value. Raises ShapeTypeError."""
    if isinstance(type, TupleType):
        return TupleShape(tuple(map(shape_of, type.types)))
    return shape_of_type(type)


def shapes_of(values: Iterable[Value]) -> list[Shape]:
    """The shapes of values. Raises ShapeTypeError."""
    return [shape_of(value.type) for value in values]


class Lowering:
    """The state of a conversion. Instructions are added to the computation `scope`."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.computations: list[HloComputation] = []
        self.functions: dict[str, Reference] = {}  # the computations of functions
        self.declared = module.declared
        self.frames = Frames(module)
        self.scope = ComputationScope("")
        self._names = NameUniquer()

    # -- computations ---------------------------------------------------------------------------

    def computation(self, hint: str, fill: Callable[[ComputationScope], str]) -> Reference:
        """Add a computation: `fill` adds its instructions to the scope, and returns the root."""
        outer, inner = self.scope, ComputationScope(self._names.unused(hint))
        inner.metadata, inner.origin = outer.metadata, outer.origin
        self.scope = inner
        try:
            root = fill(inner)
        finally:
            self.scope = outer
        self.computations.append(inner.finish(root))
        return Reference(inner.name)

    def function(self, function: Function, hint: str) -> Reference:
        """Add the computation of a function, whose callees have been added."""
        if function.body is None:
            raise _unsupported(function, f"@{function.symbol} is declared, but not defined")
        try:
            self.functions[function.symbol] = self.region(function.regions[0], hint, function)
        except (NoCounterpart, ShapeTypeError) as error:
            raise _unsupported(function, str(error)) from None
        return self.functions[function.symbol]

    def called(self, symbol: str | None) -> Reference:
        """The computation of a function. Raises NoCounterpart if it does not exist."""
        if symbol not in self.functions:
            raise NoCounterpart(f"cannot find function @{symbol}")
        return self.functions[symbol]

    def region(self, region: Region, hint: str = "region", function: Function | None = None) -> Reference:
        """Add the computation of a region, perhaps of a function, with a parameter for each argument."""

        def fill(scope: ComputationScope) -> str:
            block = _only_block(region)
            self._parameters(block.arguments, function)
            return scope.bundle(self.block(block))

        return self.computation(hint, fill)

    def _parameters(self, arguments: Sequence[Value], function: Function | None) -> None:
        for number, value in enumerate(arguments):
            attributes = function.argument_attributes(number) if function else {}
            self.scope.metadata = self.frames.metadata(value.location)
            shape = laid_out(shape_of(value.type), attributes.get(SHAPE))
            name = self.scope.parameter(shape, hint_of(value) or "Arg", number)
            self.scope.instruction(name).attributes |= instruction_attributes(attributes)
            self.scope.names[value] = name

    def block(self, block: Block) -> list[str]:
        """Add the operations of a block; return the names of its results."""
        for operation in block.operations:
            if operation.name in RETURNS:
                return [self.name(value) for value in operation.operands]
            self.operation(operation)
        return []

    # -- operations -----------------------------------------------------------------------------

    def name(self, value: Value) -> str:
        """The name of the instruction that defines a value. Raises NoCounterpart for a captured value."""
        scope = self.scope
        if value not in scope.names:
            owner = value.owner
            if value in scope.parts:
                scope.names[value] = scope.element(*scope.parts[value], hint_of(value))
            elif isinstance(owner, Operation) and is_constant(owner):
                self.operation(owner)  # again in each computation, instead of a parameter
            else:
                message = f"`{value.name}` is captured, but computations of HLO cannot capture values"
                raise NoCounterpart(message)
        return scope.names[value]

    def names(self, values: Iterable[Value]) -> list[str]:
        """The names of the instructions that define values."""
        return [self.name(value) for value in values]

    def operation(self, operation: Operation) -> None:
        """Lower an operation of the program. Raises ConversionError."""
        try:
            self.place(operation)
        except (NoCounterpart, ShapeTypeError, AttributeMismatch, ShapeMismatch) as error:
            raise _unsupported(operation, str(error)) from None

    def place(self, operation: Operation) -> None:
        """Lower an operation, which may be created by a rewrite. Raises NoCounterpart and others."""
        scope = self.scope
        outer = scope.metadata, scope.origin
        scope.metadata = self.frames.metadata(operation.location)
        scope.origin = operation.span
        count = scope.count
        names = _lower(self, operation)
        attributes = instruction_attributes(operation.attributes)
        scope.names.update(zip(operation.results, names, strict=True))
        if attributes and scope.count > count:
            instruction = self.instruction_of(operation, names) if names else scope.last
            opcode = opcode_of(instruction.opcode)
            known = {*COMMON, *(opcode.attributes if opcode else ())}
            annotations = {name: value for name, value in attributes.items() if name in known}
            instruction.attributes = {**annotations, **instruction.attributes}
        scope.metadata, scope.origin = outer

    def instruction_of(self, operation: Operation, names: Sequence[str]) -> HloInstruction:
        """The instruction that defines the results of an operation, given their names."""
        instruction = self.scope.instruction(names[0])
        is_element = len(operation.results) > 1 and instruction.opcode == "get-tuple-element"
        return self.scope.instruction(instruction.operands[0]) if is_element else instruction

    def add(
        self,
        operation: Operation,
        opcode: str,
        operands: Sequence[str],
        attributes: Mapping[str, Any] | None = None,
        shape: Shape | None = None,
    ) -> list[str]:
        """Add the instruction that defines the results of an operation; return the name of each.

        It returns a tuple if there are several results. `shape` is by default that of the results.
        """
        shape = shape or laid_out(bundled(shapes_of(operation.results)), operation.attributes.get(SHAPE))
        hints = [hint_of(value) for value in operation.results]
        if len(hints) == 1:
            return [self.scope.add(opcode, operands, shape, attributes, hint=hints[0])]
        return self.scope.elements(self.scope.add(opcode, operands, shape, attributes), hints)

    def by_row(self, operation: Operation) -> list[str]:
        """Add the instruction that an operation is."""
        row, op, attributes = BY_OP[operation.name], OPS[operation.name], dict[str, Any]()
        if row.mappings:
            attributes = row.to_hlo({**spec_attributes(op, operation), **operand_types(op, operation)})
        missing = row.required - attributes.keys()
        # empty lists must be written
        attributes |= {name: () for name in sorted(missing) if ATTRIBUTES[name].startswith("integers")}
        for attribute, region in zip(row.computations, operation.regions, strict=True):
            attributes[attribute] = self.region(region, _REGION_NAMES.get(attribute, "region"))
        return self.add(operation, row.name, self.names(operation.operands), attributes)


_REGION_NAMES: Final[Mapping[str, str]] = {"body": "body", "condition": "condition"}


def _lower(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Lower an operation by a rewrite, by its own function, or by its op mapping.

    Deprecated ops with an HLO opcode are not modernized first.
    """
    new = apply_rewrite(operation, (LOWER_HLO,), lowering.declared)
    if new is None and operation.name in HANDLERS:
        return HANDLERS[operation.name](lowering, operation)
    if new is None and operation.name in BY_OP:
        return lowering.by_row(operation)
    new = new or apply_rewrite(operation, (MODERNIZE,), lowering.declared)
    if new is None:
        raise NoCounterpart(f"`{operation.name}` has no counterpart in HLO{_unless(operation)}")
    for replacement in new.operations:
        lowering.place(replacement)
    return lowering.names(new.values)


def _unless(operation: Operation) -> str:
    """The condition under which other operations with this name can be lowered."""
    rules = [rule for rule in REWRITES.get(operation.name, ()) if rule.stage in (MODERNIZE, LOWER_HLO)]
    conditions = dict.fromkeys(rule.condition for rule in rules if rule.condition)
    weakest = [text for text in conditions if not any(text.startswith(f"{other}, ") for other in conditions)]
    return f", unless {' or '.join(weakest)}" if weakest else ""


def _only_block(region: Region) -> Block:
    if len(region.blocks) != 1:
        owner = region.operation
        raise _unsupported(
            owner, f"a region has {len(region.blocks)} blocks, but HLO has no branches between blocks"
        )
    return region.blocks[0]


NO_COUNTERPART = Code(
    "no_counterpart",
    "The instruction or op has no counterpart in the target language of the conversion.",
    "Express it with other ops. Such instructions are rare in programs that XLA has not optimized.",
    command="convert --to stablehlo",
)


def _unsupported(operation: Operation, message: str) -> ConversionError:
    name = f"`{operation.name}`"
    text = message if message.startswith(name) else f"cannot convert {name}: {message}"
    is_dynamic = not all(is_static(value.type) for value in (*operation.operands, *operation.results))
    helps = ("give the arguments static shapes with `shlo infer --shapes`",) * is_dynamic
    notes = notes_at(operation)
    return ConversionError(
        Diagnostic(NO_COUNTERPART, text, operation.span, notes=notes, helps=helps, unsupported=True)
    )


# -- which functions are called -----------------------------------------------------------------


def called_first(entry: Function, declared: Mapping[str, Function]) -> list[Function]:
    """The functions that `entry` needs, each after its callees. Raises ConversionError."""

    def callees(function: Function) -> list[Function]:
        return [declared[name] for name in reversed(referenced(function)) if name in declared]

    return callees_first(entry, callees, _recursive)


def _recursive(function: Function) -> ConversionError:
    return _unsupported(function, f"@{function.symbol} calls itself; recursion is not supported in HLO")
