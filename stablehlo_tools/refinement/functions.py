"""A module written anew with the shapes of one function's arguments known: each function for its callers.

A function gets a copy for each list of argument types, and of constants among the arguments, that it is
called with; integers that are constants at a call are not passed any more but stand in the copy. Functions
in which everything is static stay as they are, unless sizes are computed in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.ir.attributes import Attribute, Symbol, TypeAttribute
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import CALLS, Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.refinement.blocks import Copy, FunctionVariant, without
from stablehlo_tools.refinement.folding import is_of_few_integers, is_small
from stablehlo_tools.transform.clone import bare
from stablehlo_tools.transform.dce import drop_dead
from stablehlo_tools.transform.shapes import SHAPE_OPERANDS, is_static
from stablehlo_tools.verifier.operation import constant_of

Given = tuple[Type, Dense | None]  # the type of an argument, and the constant that it is


def refined_module(module: Module, entry: Function, types: Sequence[Type]) -> Module:
    """The verified `module` with those argument types for its function `entry`.

    Other functions that can be called from outside are refined for the arguments that they declare. Raises
    `VerificationError` where the program cannot have such arguments.
    """
    return Refinement(module).refined(entry, types)


class Refinement:
    """A module being written anew: which functions there are of which there may be copies."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.functions = {function.symbol: function for function in module.functions}
        self.made: dict[str, Function] = {}  # by symbol: the functions of the new module
        self._copies: dict[Function, list[Function]] = {}
        self._by_arguments: dict[object, FunctionVariant | None] = {}  # None for one that is being made
        self._dynamic: dict[Function, bool] = {}
        named = list(_named(module))
        called = {name for name, is_call in named if is_call}
        # whose signature somebody knows who does not call it
        self._fixed = {name for name, is_call in named if not is_call}
        self._roots = [
            function
            for function in module.functions
            if not function.is_private
            or function.symbol not in called
            or function.symbol in self._fixed
            or function.body is None  # of which there are no copies
        ]
        self._taken = {function.symbol for function in self._roots}

    def refined(self, entry: Function, types: Sequence[Type]) -> Module:
        """The new module."""
        self._taken.add(entry.symbol)
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
        """Remove private functions that nobody names any more."""
        roots = {root.symbol for root in self._roots}
        before, count = {name for name, _ in _named(self.module)} | (self.made.keys() - roots), 0
        while count != len(module.body.operations):
            count = len(module.body.operations)
            gone = before - {name for name, _ in _named(module)}
            module.body.operations = [
                each
                for each in module.body.operations
                if not (isinstance(each, Function) and each.is_private and each.symbol in gone)
            ]

    # -- functions ------------------------------------------------------------------------------

    def specialization(
        self, operation: Operation, operands: Sequence[Value], *, is_refining: bool
    ) -> FunctionVariant | None:
        """The function for a call with such operands; None where the function has no body.

        `is_refining` says that the caller is being refined: then sizes may depend on what it computes.
        """
        function = self.functions.get(callee_of(operation))
        if function is None or function.body is None:
            return None
        is_call = operation.name == "func.call"  # a composite keeps its operands
        is_read = is_call and (is_refining or self._is_dynamic(function))
        given = [(value.type, _integer(value) if is_read else None) for value in operands]
        if not self._is_refined(function, given):
            given = [(value.type, None) for value in function.arguments]
        key = (function, *given)
        if key not in self._by_arguments:
            is_as_declared = given == [(type, None) for type in function.type.inputs]
            is_root = is_as_declared and function in self._roots
            return self._specialize(function, given, function.symbol if is_root else self._symbol(function))
        made = self._by_arguments[key]
        if made is None:
            message = f"@{function.symbol} calls itself, and StableHLO has no recursion"
            raise InferenceError(Diagnostic("recursive_call", message, operation.span, unsupported=True))
        return made

    def _symbol(self, function: Function) -> str:
        """The function's own symbol for its first copy, a new one for others."""
        symbol, number = function.symbol, 0
        while symbol in self._taken or (number and symbol in self.functions):
            number += 1
            symbol = f"{function.symbol}_{number}"
        self._taken.add(symbol)
        return symbol

    def _specialize(self, function: Function, given: Sequence[Given], symbol: str) -> FunctionVariant:
        key = (function, *given)
        known = self._by_arguments.get(key)
        if known is not None:
            return known
        self._by_arguments[key] = None
        new = bare(function)
        constants = {index: value for index, (_, value) in enumerate(given) if value is not None}
        copy = Copy(self, is_refining=self._is_refined(function, given))
        types = {index: type for index, (type, _) in enumerate(given)}
        new.regions = tuple(copy.region(region, new, types) for region in function.regions)
        if new.body is not None:
            copy.replace_arguments(new.body, constants)
        for region in function.regions:
            copy.fill(region)
        if copy.is_refining and new.body is not None:
            drop_dead(new.body, self.made)
        new.attributes = _attributes(new, function, symbol, frozenset(constants))
        new.template = function.template if new.attributes is function.attributes else None
        self._copies.setdefault(function, []).append(new)
        self.made[symbol] = new
        made = self._by_arguments[key] = FunctionVariant(new, frozenset(constants))
        return made

    def _is_refined(self, function: Function, given: Sequence[Given]) -> bool:
        """Whether anything becomes known in a function when so much is known of its arguments."""
        is_simple = all(len(region.blocks) == 1 for region in function.regions)
        if not is_simple or function.symbol in self._fixed:
            return False
        has_constants = any(constant is not None for _, constant in given)
        return self._is_dynamic(function) or (has_constants and _computes_sizes(function))

    def _is_dynamic(self, function: Function) -> bool:
        """Whether a function has sizes that are not known, asks for sizes, or calls one that does."""
        if function not in self._dynamic:
            self._dynamic[function] = False  # unless it calls itself, which is an error of its own
            self._dynamic[function] = any(map(self._depends_on_shapes, function.walk()))
        return self._dynamic[function]

    def _depends_on_shapes(self, operation: Operation) -> bool:
        op, callee = OPS.get(operation.name), self.functions.get(callee_of(operation))
        return (
            not all(is_static(value.type) for value in _values(operation))
            or operation.name == "stablehlo.get_dimension_size"
            or SHAPE_OPERANDS in operation.attributes
            or (op is not None and any(operand.rule.is_read for operand in op.operands))
            or (callee is not None and self._is_dynamic(callee))
        )


def _computes_sizes(function: Function) -> bool:
    """Whether a function takes and gives nothing but a few integers, as JAX's `floor_divide` does."""
    return all(map(is_of_few_integers, (*function.type.inputs, *function.type.results)))


def _values(operation: Operation) -> Iterator[Value]:
    """Those that an operation and its regions define themselves."""
    yield from operation.results
    for region in operation.regions:
        for block in region.blocks:
            yield from block.arguments


def _attributes(
    new: Function, function: Function, symbol: str, dropped: frozenset[int]
) -> dict[str, Attribute]:
    """Those of the original, with the new name and signature."""
    attributes: dict[str, Attribute] = {}
    if symbol != function.symbol:
        attributes |= {"sym_name": symbol, "sym_visibility": "private"}
    if new.body is not None and len(new.regions[0].blocks) == 1:
        inputs = tuple(argument.type for argument in new.arguments)
        results = tuple(value.type for value in new.body.operations[-1].operands)
        if FunctionType(inputs, results) != function.type:
            attributes["function_type"] = TypeAttribute(FunctionType(inputs, results))
    given = function.attributes.get("arg_attrs")
    if dropped and isinstance(given, tuple):
        attributes["arg_attrs"] = without(given, dropped)
    return {**function.attributes, **attributes} if attributes else function.attributes  # type: ignore[return-value]


def _named(module: Module) -> Iterator[tuple[str, bool]]:
    """The symbols that operations name, and whether it is to call them."""
    for operation in module.walk():
        for name, attribute in operation.attributes.items():
            is_call = CALLS.get(operation.name) == name
            for each in attribute if isinstance(attribute, tuple) else (attribute,):
                if isinstance(each, Symbol):
                    yield each.path[0], is_call


def _integer(value: Value) -> Dense | None:
    """The constant that a value is, if it is an integer: a size, or what a size is computed from."""
    constant = constant_of(value)
    return constant if constant is not None and constant.type.shape == () and is_small(value) else None
