"""Symbols of a module: functions by name, references to them, and new names."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, RunError
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.ir.attributes import Attribute, Struct, Symbol, parts_of
from stablehlo_tools.ir.operations import Function, Module, Operation

NO_ENTRY = Code(
    "no_entry",
    "The module has no function to execute: no function of the given name, or none with a body.",
    "Name the function with --entry. By default, `main` or the only function is executed.",
    command="run",
    is_usage=True,
)


def require_function(module: Module, name: str, error: type[DiagnosticError] = RunError) -> Function:
    """The function of a name, which has a body. Raises an `error` if there is none."""
    function = module.function(name)
    if function is None or function.body is None:
        names = ", ".join(f"@{other.symbol}" for other in module.functions) or "none"
        notes = (f"functions in this module: {names}",)
        near = closest(name, [other.symbol for other in module.functions if other.body is not None])
        helps = did_you_mean(near and f"@{near}")
        message = f"function `@{name}` has no body" if function else f"cannot find function `@{name}`"
        raise error(Diagnostic(NO_ENTRY, message, module.span, notes=notes, helps=helps))
    return function


def unused_name(name: str, used: Container[str]) -> str:
    """A name that is not in use: `name`, or `name` with the first number that makes it unique."""
    numbered = (f"{name}_{number}" for number in itertools.count(1))
    return next(candidate for candidate in itertools.chain([name], numbered) if candidate not in used)


def symbols_in(attribute: Attribute) -> Iterator[Symbol]:
    """The symbols in an attribute, in its parts, or in a dictionary of attributes."""
    return (part for part in parts_of(attribute) if isinstance(part, Symbol))


def referenced(operation: Operation) -> list[str]:
    """The names that an operation, and those in its regions, refer to, each once: of `@a::@b` both."""
    symbols = (symbol for inner in operation.walk() for symbol in symbols_in(inner.attributes))
    return list(dict.fromkeys(name for symbol in symbols for name in symbol.path))


def needed_functions(function: Function, declared: Mapping[str, Function]) -> set[str]:
    """The names of the declared functions that one refers to, directly or through others."""
    needed, pending = set[str](), [function]
    while pending:
        new = declared.keys() & {*referenced(pending.pop())} - needed
        needed |= new
        pending += [declared[name] for name in new]
    return needed


def callees_first(
    function: Function,
    callees: Callable[[Function], Iterable[Function]],
    recursive: Callable[[Function], Exception],
) -> list[Function]:
    """The function and its transitive `callees`, each after its own; raises what `recursive` returns."""
    order: dict[Function, None] = {}
    path = {function: iter(callees(function))}
    while path:
        callee = next(path[next(reversed(path))], None)
        if callee is None:
            order[path.popitem()[0]] = None
        elif callee in path:
            raise recursive(callee)
        elif callee not in order:
            path[callee] = iter(callees(callee))
    return list(order)


def rename_function(module: Module, old: str, new: str) -> None:
    """Rename a function, and the references to it.

    Raises KeyError if it is missing, and ValueError if there is a function `new`.
    """
    module[old]
    if new != old and new in module:
        raise ValueError(f"the module has a function @{new}")
    for operation in module.walk():
        if any(old in symbol.path for symbol in symbols_in(operation.attributes)):
            operation.attributes = _renamed(operation.attributes, old, new)
            operation.template = None
        if isinstance(operation, Function) and operation.symbol == old:
            operation.attributes = {**operation.attributes, "sym_name": new}
            operation.template = None


def _renamed(attribute: Any, old: str, new: str) -> Any:
    if isinstance(attribute, Symbol):
        return Symbol(tuple(new if name == old else name for name in attribute.path))
    if isinstance(attribute, Struct):
        return Struct(attribute.name, _renamed(attribute.fields, old, new))
    if isinstance(attribute, Mapping):
        return {name: _renamed(value, old, new) for name, value in attribute.items()}
    return (
        tuple(_renamed(item, old, new) for item in attribute) if isinstance(attribute, tuple) else attribute
    )
