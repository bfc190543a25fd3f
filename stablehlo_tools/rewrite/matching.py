"""Finds the operations of a program that match a pattern: a text with names, or a function over ops.

for found in match(module, "multiply(transpose(x, permutation=p), y)  [x is static]"):
    found.operation, found["x"], found["p"]

match(module, lambda x: ops.add(ops.multiply(x, x), x))
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.interpret.eager import recording
from stablehlo_tools.ir.edit import expect
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.patterns import PREDICATES, Application, Bindings, Pattern


@dataclass(frozen=True, repr=False)
class PatternMatch:
    """An operation that matches a pattern; `found["x"]` is what the name `x` of the pattern stands for."""

    operation: Operation
    bound: Bindings

    def __repr__(self) -> str:
        bound = ", ".join(f"{name} = {value!r}" for name, value in self.bound.items())
        return f"<PatternMatch {self.operation!r}: {bound}>"

    def __getitem__(self, name: str) -> Any:
        try:
            return self.bound[name]
        except KeyError:
            raise KeyError(
                f"{name}; the names of the pattern are: {', '.join(self.bound) or 'none'}"
            ) from None


def match(
    root: Operation, pattern: str | Callable[..., Any], *, when: Callable[..., bool] | None = None
) -> list[PatternMatch]:
    """The operations in `root`, a module or any operation, that match a pattern, in their order.

    A text is an op applied to patterns, names and numbers: `rewrite.patterns` describes the notation. As a
    function, a pattern is what it returns: its parameters are the names, and the ops that it calls are those
    of the pattern, with the attributes that it passes. `when` is called with what the names stand for.

    Raises ValueError for an invalid text, and TypeError for a function that returns no pattern.
    """
    expect(Operation, root)
    if not isinstance(pattern, str) and not callable(pattern):
        raise TypeError(f"a pattern is a text or a function, not {pattern!r}")
    compiled = pattern_of(pattern) if isinstance(pattern, str) else _pattern_of_function(pattern)
    pairs = ((operation, compiled.match(operation)) for operation in root.walk())
    matches = [PatternMatch(operation, bound) for operation, bound in pairs if bound is not None]
    return [each for each in matches if when is None or when(**each.bound)]


@functools.lru_cache
def pattern_of(text: str) -> Pattern:
    """The pattern in a text. Raises ValueError, which describes the fault."""
    try:
        pattern = Pattern.parse(text)
    except (SyntaxError, AttributeError, AssertionError):
        expected = "expected a pattern such as `add(multiply(x, y), z)  [x is static]`"
        raise ValueError(f"{expected}, found `{text}`") from None
    if pattern.unrecognized:
        known = ", ".join(f"`{predicate}`" for predicate in PREDICATES)
        help = f"a condition is a name of the pattern, `is`, and one of {known}"
        raise ValueError(f"unknown condition `{pattern.unrecognized[0]}`; {help}")
    _require_known(pattern.root)
    return pattern


def _require_known(application: Application) -> None:
    dialect, _, _ = application.op.partition(".")
    if application.op not in OPS and dialect in ("stablehlo", "chlo"):
        near = closest(application.op, OPS)
        raise ValueError(with_suggestion(f"unknown op `{application.op}`", near))
    _require_count(application)
    declared = {field.name for field in OPS[application.op].attributes} if application.op in OPS else set()
    for name in application.attributes.keys() - declared:  # one that no op declares may be there, too
        if meant := closest(name, declared):
            raise ValueError(with_suggestion(f"`{application.op}` has no attribute `{name}`", meant))
    for operand in application.operands:
        if isinstance(operand, Application):
            _require_known(operand)


def _require_count(application: Application) -> None:
    """Raise ValueError for a number of operands that an op never has."""
    op, operands = OPS.get(application.op), application.operands
    if op is None or any(isinstance(each, str) and each.startswith("*") for each in operands):
        return
    if len(op.operands) != len(operands) and not any(operand.rule.variadic for operand in op.operands):
        names = ", ".join(operand.name for operand in op.operands)
        raise ValueError(f"`{op.name}` takes ({names}), not {len(operands)} operands")


def _pattern_of_function(function: Callable[..., Any]) -> Pattern:
    with recording(_application):
        root = function(*inspect.signature(function).parameters)
    if not isinstance(root, Application):
        raise TypeError(f"the function of a pattern returns what one op computes, not {root!r}")
    return Pattern(root, (), ())


def _application(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Application:
    """An op applied to the operands of a pattern, with the passed attributes."""
    parts: list[Application | str | float] = []
    for declared, operand in zip(op.operands, operands, strict=True):
        parts += operand if declared.rule.variadic else [operand]
    for part in parts:
        if not isinstance(part, Application | str | int | float):
            message = f"{op.mnemonic}: a pattern is made of its parameters and of numbers, not {part!r}"
            raise TypeError(message)
    fields = {field.name for field in op.attributes}
    attributes = {name: _literal(value) for name, value in named.items() if name in fields}
    return Application(op.name, parts, attributes)


def _literal(value: Any) -> ast.expr:
    plain = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    return ast.parse(repr(plain), mode="eval").body
