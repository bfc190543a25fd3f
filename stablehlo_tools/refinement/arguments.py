"""The argument types of a function, with the shapes that the user specifies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.ir.operations import Function, Module, Value, argument_names
from stablehlo_tools.ir.types import DYNAMIC, Dim, TensorType, Type
from stablehlo_tools.syntax.fragments import parse_type
from stablehlo_tools.verifier.inference import merge_types

Shape = str | Sequence[int | Dim | None]


def argument_types(
    module: Module, function: Function, shapes: Mapping[str | int, Shape] | Sequence[Shape | None]
) -> list[Type]:
    """The argument types of a function of `module` with these shapes, by name or by position.

    Raises `InferenceError` for unknown arguments and incompatible shapes.
    """
    by_index = _by_index(module, function, shapes)
    return [
        _refine(argument, by_index[argument.index]) if argument.index in by_index else argument.type
        for argument in function.arguments
    ]


def _by_index(
    module: Module, function: Function, shapes: Mapping[str | int, Shape] | Sequence[Shape | None]
) -> dict[int, Shape]:
    if not isinstance(shapes, Mapping):
        if len(shapes) > len(function.arguments):
            raise _error(f"got {len(shapes)} shapes", function)
        return {index: shape for index, shape in enumerate(shapes) if shape is not None}
    known: dict[str, int] = {}
    for argument in reversed(function.arguments):
        known |= dict.fromkeys(argument_names(module, argument), argument.index)
    unknown = [str(name) for name in shapes if str(name) not in known]
    if unknown:
        raise _error(f"unknown argument `{unknown[0]}`", function)
    return {known[str(name)]: shape for name, shape in shapes.items()}


def _error(message: str, function: Function) -> InferenceError:
    types = tuple(f"argument {each.index}, {each.name}: {each.type}" for each in function.arguments)
    count = f"`@{function.symbol}` takes {len(types)} arguments"
    return InferenceError(Diagnostic("shapes", f"{message}; {count}", None, notes=types))


def _refine(argument: Value, shape: Shape) -> Type:
    type, sizes = argument.type, _sizes(argument, shape)
    found = merge_types(type, TensorType(sizes, type.element_type)) if isinstance(type, TensorType) else type
    if not isinstance(found, TensorType) or found.shape is None or not _has_sizes(found.shape, sizes):
        target = f"shape `{'x'.join(map(str, sizes))}`" if sizes else "a scalar"
        message = (
            f"argument {argument.index}, {argument.name}, of type `{type}` cannot be refined to {target}"
        )
        raise InferenceError(Diagnostic("shapes", message, None))
    return found


def _has_sizes(shape: Sequence[int | Dim], sizes: Sequence[int | Dim]) -> bool:
    """Whether a shape has these sizes, of which a dynamic one matches any."""
    return len(shape) == len(sizes) and all(
        isinstance(y, Dim) or x == y for x, y in zip(shape, sizes, strict=True)
    )


def _sizes(argument: Value, shape: Shape) -> tuple[int | Dim, ...]:
    if not isinstance(shape, str):
        return tuple(DYNAMIC if size is None else size for size in shape)
    words = shape.split("x") if shape else []
    if not all(word == "?" or word.isdecimal() for word in words):
        message = f"invalid shape {shape!r} for {argument.name}: expected sizes such as `2x3` or `2x?`"
        raise InferenceError(Diagnostic("shapes", message, None))
    type = parse_type(f"tensor<{''.join(f'{word}x' for word in words)}f32>")
    assert isinstance(type, TensorType)
    assert type.shape is not None
    return type.shape
