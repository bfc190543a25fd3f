"""The types of a function's arguments, with the shapes that somebody gives for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.ir.operations import Function, Module, Value, argument_names
from stablehlo_tools.ir.types import DYNAMIC, Dim, TensorType, Type
from stablehlo_tools.syntax.fragments import parse_type
from stablehlo_tools.verifier.inference import refined

Shape = str | Sequence[int | Dim | None]


def argument_types(
    module: Module, function: Function, shapes: Mapping[str | int, Shape] | Sequence[Shape | None]
) -> list[Type]:
    """The argument types of a function of `module`, with those shapes. Raises InferenceError."""
    given = _by_index(module, function, shapes)
    return [
        _refined(argument, given[argument.index]) if argument.index in given else argument.type
        for argument in function.arguments
    ]


def _by_index(
    module: Module, function: Function, shapes: Mapping[str | int, Shape] | Sequence[Shape | None]
) -> dict[int, Shape]:
    if not isinstance(shapes, Mapping):
        if len(shapes) > len(function.arguments):
            raise _error(f"{len(shapes)} shapes are given", function)
        return {index: shape for index, shape in enumerate(shapes) if shape is not None}
    known: dict[str, int] = {}
    for argument in reversed(function.arguments):
        known |= dict.fromkeys(argument_names(module, argument), argument.index)
    unknown = [str(name) for name in shapes if str(name) not in known]
    if unknown:
        raise _error(f"no argument is called {unknown[0]!r}", function)
    return {known[str(name)]: shape for name, shape in shapes.items()}


def _error(what: str, function: Function) -> InferenceError:
    types = tuple(f"argument {each.index}, {each.name}: {each.type}" for each in function.arguments)
    count = f"@{function.symbol} takes {len(types)} arguments"
    return InferenceError(Diagnostic("shapes", f"{what}, but {count}", None, notes=types))


def _refined(argument: Value, shape: Shape) -> Type:
    type, sizes = argument.type, _sizes(argument, shape)
    found = refined(type, TensorType(sizes, type.element_type)) if isinstance(type, TensorType) else type
    if not isinstance(found, TensorType) or found.shape is None or not _is_as_said(found.shape, sizes):
        said = "x".join(map(str, sizes)) or "a scalar"
        message = f"argument {argument.index}, {argument.name}, is a {type}: it cannot be of shape {said}"
        raise InferenceError(Diagnostic("shapes", message, None))
    return found


def _is_as_said(shape: Sequence[int | Dim], said: Sequence[int | Dim]) -> bool:
    """Whether each size is the one said; where that was `?`, any."""
    return len(shape) == len(said) and all(
        isinstance(y, Dim) or x == y for x, y in zip(shape, said, strict=True)
    )


def _sizes(argument: Value, shape: Shape) -> tuple[int | Dim, ...]:
    if not isinstance(shape, str):
        return tuple(DYNAMIC if size is None else size for size in shape)
    words = shape.split("x") if shape else []
    if not all(word == "?" or word.isdecimal() for word in words):
        message = f"{shape!r} is no shape for {argument.name}: write it as `2x3`, or `2x?`"
        raise InferenceError(Diagnostic("shapes", message, None))
    type = parse_type(f"tensor<{''.join(f'{word}x' for word in words)}f32>")
    assert isinstance(type, TensorType)
    assert type.shape is not None
    return type.shape
