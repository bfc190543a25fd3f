"""Finds values and operations of a program by names, as users write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Value
from stablehlo_tools.ops.paths import static_path

_LINE = re.compile(r"(?:.*:|L)?(\d+)", re.DOTALL)
_EXECUTION = re.compile(r"\[\d+\]$")


class UnknownValue(ValueError):
    """No value or operation, or more than one, has this name."""


def find_value(module: Module, name: str, entry: str) -> Value:
    """The value that `%12`, `@f/%12` or `main/while%7/body[3]/%5` names; one of `entry`, if others share it.

    Raises `UnknownValue`.
    """
    *path, last = name.split("/")
    last = last if last.startswith("%") else f"%{last}"
    functions = {function.symbol for function in module.functions}
    suffix = [_plain(part, functions) for part in path]
    values = [(parts, value) for parts, value in _values(module) if value.name in (last, f"{last}#0")]
    matches = [(parts, value) for parts, value in values if _ends_with(parts, suffix)]
    inside = [each for each in matches if each[0][0] == entry]
    matches = inside or matches
    if len(matches) == 1:
        return matches[0][1]
    if matches:
        paths = ", ".join("/".join((*parts, last)) for parts, _ in matches[:_MAX_LISTED])
        raise UnknownValue(f"{name} names {len(matches)} values: {paths}")
    near = closest(last, {value.name for _, value in _values(module)})
    raise UnknownValue(with_suggestion(f"no value is called {name}", near))


_MAX_LISTED = 4


def find_operation(module: Module, name: str, entry: str) -> Operation:
    """The operation that defines a value (see `find_value`), or that begins in a line: `12`, `model.mlir:12`.

    Raises `UnknownValue`.
    """
    line = _LINE.fullmatch(name)
    if line is None:
        owner = find_value(module, name, entry).owner
        if isinstance(owner, Block):
            raise UnknownValue(f"{name} is an argument, not the result of an operation")
        return owner
    for operation in module.walk():
        span = operation.span
        if (
            span is not None
            and span.begin[0] == int(line[1])
            and not isinstance(operation, (Function, Module))
        ):
            return operation
    raise UnknownValue(f"no operation begins in line {line[1]}")


def _values(module: Module) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Each value with the path of its region."""
    for function in module.functions:
        for operation in function.walk():
            for region in operation.regions:
                path = static_path(region)
                for block in region.blocks:
                    yield from ((path, value) for value in block.arguments)
                    yield from ((path, value) for inner in block.operations for value in inner.results)


def _plain(part: str, functions: set[str]) -> str:
    """A part of a path without the call: `relu` of `relu%9` and of `@relu`."""
    symbol = part.removeprefix("@").partition("%")[0]
    return symbol if symbol in functions else part


def _ends_with(parts: Sequence[str], suffix: Sequence[str]) -> bool:
    """Whether a path ends with some parts, or these with the path: calls may lead to its function."""
    count = min(len(parts), len(suffix))
    pairs = zip(parts[len(parts) - count :], suffix[len(suffix) - count :], strict=True)
    return all(part in (other, _EXECUTION.sub("", other)) for part, other in pairs)
