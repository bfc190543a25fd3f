"""Refines a module for the argument types of one function, specializing functions for their calls.

A function is specialized for each list of argument types and constant arguments that it is called with.
Integer arguments that are constant at a call become constants in the specialization, and are not passed.
Static functions are kept, unless sizes are computed in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.ir.attributes import Attribute, TypeAttribute
from stablehlo_tools.ir.clone import bare
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import defined_by
from stablehlo_tools.ir.operations import CALLS, Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import symbols_in
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.dce import drop_dead
from stablehlo_tools.rewrite.refinement.blocks import Copy, FunctionVariant, remaining
from stablehlo_tools.rewrite.refinement.folding import integer_in, is_of_few_integers
from stablehlo_tools.rewrite.shapes import SHAPE_OPERANDS, is_static
from stablehlo_tools.text.source_frames import notes_at
from stablehlo_tools.verifier.programs import RECURSIVE_CALL

Argument = tuple[Type, Dense | None]  # the type of an argument, and its value if it is constant


def refine_module(module: Module, entry: Function, types: Sequence[Type]) -> Module:
    """The verified `module`, refined for these argument types of its function `entry`.

    Other public functions are refined for the argument types that they declare. Raises `VerificationError`
    if the program is invalid for these types.
    """
    return Refinement(module).run(entry, types)


class Refinement:
    """The refinement of a module: its functions, and their specializations so far."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.functions = module.declared
        self.new_functions: dict[str, Function] = {}  # of the new module, by symbol
        self._copies: dict[Function, list[Function]] = {}
        self._by_arguments: dict[object, FunctionVariant | None] = {}  # None for one in progress
        self._dynamic: dict[Function, bool] = {}
        references = list(_references(module))
        called = {symbol for symbol, is_call in references if is_call}
        # functions with references other than calls, which rely on the signature
        self._fixed = {symbol for symbol, is_call in references if not is_call}
        self._roots = [
            function
            for function in module.functions
            if not function.is_private
            or function.symbol not in called
            or function.symbol in self._fixed
            or function.body is None  # declarations are not specialized
        ]
        self._used_symbols = {function.symbol for function in self._roots}

    def run(self, entry: Function, types: Sequence[Type]) -> Module:
        """The refined module."""
        self._used_symbols.add(entry.symbol)
        self._specialize(entry, [(type, None) for type in types], entry.symbol)
        for root in self._roots:
            if root is not entry:
                self._specialize(root, [(type, None) for type in root.type.inputs], root.symbol)
        return self._module()

    def _module(self) -> Module:
        old, new = self.module, bare(self.module)
        copy = Copy(self, is_refining=False, is_apart=True)
        new.regions = (copy.region(old.regions[0], new),)
        for operation in old.body.operations:
            if not isinstance(operation, Function):
                copy.operation(operation, new.body)
            for function in self._copies.get(operation, ()):  # type: ignore[call-overload]
                function.block = new.body
                new.body.operations.append(function)
        self._remove_uncalled(new)
        return new

    def _remove_uncalled(self, module: Module) -> None:
        """Remove private functions that are no longer referenced."""
        roots = {root.symbol for root in self._roots}
        before = {symbol for symbol, _ in _references(self.module)} | (self.new_functions.keys() - roots)
        count = 0
        while count != len(module.body.operations):
            count = len(module.body.operations)
            unused = before - {symbol for symbol, _ in _references(module)}
            module.body.operations = [
                op
                for op in module.body.operations
                if not (isinstance(op, Function) and op.is_private and op.symbol in unused)
            ]

    # -- functions ------------------------------------------------------------------------------

    def specialization(
        self, operation: Operation, operands: Sequence[Value], *, is_refining: bool
    ) -> FunctionVariant | None:
        """The specialization for a call with these operands; None if the function has no body.

        `is_refining`: whether the caller is being refined, so that sizes may depend on its values.
        """
        function = self.functions.get(callee_of(operation))
        if function is None or function.body is None:
            return None
        is_call = operation.name == "func.call"  # a composite keeps its operands
        is_read = is_call and (is_refining or self._is_dynamic(function))
        args = [(value.type, integer_in(value) if is_read else None) for value in operands]
        if not self._is_refined(function, args):
            args = [(value.type, None) for value in function.arguments]
        key = (function, *args)
        if key not in self._by_arguments:
            is_as_declared = args == [(type, None) for type in function.type.inputs]
            is_root = is_as_declared and function in self._roots
            return self._specialize(function, args, function.symbol if is_root else self._symbol(function))
        variant = self._by_arguments[key]
        if variant is None:
            message = f"recursive call of `@{function.symbol}`, which StableHLO does not support"
            notes = notes_at(operation)
            raise InferenceError(
                Diagnostic(RECURSIVE_CALL, message, operation.span, notes=notes, unsupported=True)
            )
        return variant

    def _symbol(self, function: Function) -> str:
        """The symbol of a new specialization: the function's own for the first, a new one for others."""
        symbol, number = function.symbol, 0
        while symbol in self._used_symbols or (number and symbol in self.functions):
            number += 1
            symbol = f"{function.symbol}_{number}"
        self._used_symbols.add(symbol)
        return symbol

    def _specialize(self, function: Function, arguments: Sequence[Argument], symbol: str) -> FunctionVariant:
        key = (function, *arguments)
        existing = self._by_arguments.get(key)
        if existing is not None:
            return existing
        self._by_arguments[key] = None
        new = bare(function)
        constants = {index: value for index, (_, value) in enumerate(arguments) if value is not None}
        copy = Copy(self, is_refining=self._is_refined(function, arguments))
        types = {index: type for index, (type, _) in enumerate(arguments)}
        new.regions = tuple(copy.region(region, new, types) for region in function.regions)
        if new.body is not None:
            copy.replace_arguments(new.body, constants)
        for region in function.regions:
            copy.fill(region)
        if copy.is_refining and new.body is not None:
            drop_dead(new.body, self.new_functions)
        new.attributes = _attributes(new, function, symbol, frozenset(constants))
        new.template = function.template if new.attributes is function.attributes else None
        self._copies.setdefault(function, []).append(new)
        self.new_functions[symbol] = new
        variant = self._by_arguments[key] = FunctionVariant(new, frozenset(constants))
        return variant

    def _is_refined(self, function: Function, arguments: Sequence[Argument]) -> bool:
        """Whether refinement for these arguments may change a function."""
        is_simple = all(len(region.blocks) == 1 for region in function.regions)
        if not is_simple or function.symbol in self._fixed:
            return False
        has_constants = any(constant is not None for _, constant in arguments)
        return self._is_dynamic(function) or (has_constants and _computes_sizes(function))

    def _is_dynamic(self, function: Function) -> bool:
        """Whether a function has dynamic shapes, queries sizes, or calls a function that does."""
        if function not in self._dynamic:
            self._dynamic[function] = False  # ends a recursion, which is reported elsewhere
            self._dynamic[function] = any(map(self._depends_on_shapes, function.walk()))
        return self._dynamic[function]

    def _depends_on_shapes(self, operation: Operation) -> bool:
        op, callee = OPS.get(operation.name), self.functions.get(callee_of(operation))
        return (
            not all(is_static(value.type) for value in defined_by(operation))
            or operation.name == "stablehlo.get_dimension_size"
            or SHAPE_OPERANDS in operation.attributes
            or (op is not None and any(operand.rule.is_read for operand in op.operands))
            or (callee is not None and self._is_dynamic(callee))
        )


def _computes_sizes(function: Function) -> bool:
    """Whether all arguments and results are a few integers, as those of JAX's `floor_divide`."""
    return all(map(is_of_few_integers, (*function.type.inputs, *function.type.results)))


def _attributes(
    new: Function, function: Function, symbol: str, dropped: frozenset[int]
) -> dict[str, Attribute]:
    """The attributes of the original function, with the new symbol and signature."""
    attributes: dict[str, Attribute] = {}
    if symbol != function.symbol:
        attributes |= {"sym_name": symbol, "sym_visibility": "private"}
    if new.body is not None and new.is_block and new.body.signature != function.type:
        attributes["function_type"] = TypeAttribute(new.body.signature)
    attributes |= remaining(function, dropped)
    return {**function.attributes, **attributes} if attributes else function.attributes  # type: ignore[return-value]


def _references(module: Module) -> Iterator[tuple[str, bool]]:
    """The symbols that operations reference, and whether each is a callee."""
    for operation in module.walk():
        for name, attribute in operation.attributes.items():
            is_call = CALLS.get(operation.name) == name
            yield from ((symbol.path[0], is_call) for symbol in symbols_in(attribute))
