"""The argument types of a function, with the shapes that the user specifies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.operations import Function, Module, Value, argument_names
from stablehlo_tools.ir.symbolic_sizes import size_of
from stablehlo_tools.ir.types import DYNAMIC, Dim, TensorType, Type
from stablehlo_tools.text.statement.statement_parser import parse_type
from stablehlo_tools.verifier.inference import merge_types

Shape = str | Sequence[int | Dim | None]


def argument_types(
    module: Module, function: Function, shapes: Mapping[str | int, Shape] | Sequence[Shape | None]
) -> list[Type]:
    """The argument types of a function of `module` with these shapes, by name or by position.

    Where sizes have names, as in what `jax.export` has serialized, `{"b": "2"}` is such a size. Raises
    `InferenceError` for unknown arguments, incompatible shapes, and a function with branches.
    """
    by_index, sizes = _by_index(module, function, shapes)
    types = _with_sizes(module, function, sizes)
    refined = [
        _refine(argument, by_index[index], types[index]) if index in by_index else types[index]
        for index, argument in enumerate(function.arguments)
    ]
    if tuple(refined) != function.type.inputs and not function.is_block:
        message = f"`@{function.symbol}` cannot be refined: it has branches, as by `cf.br`"
        raise InferenceError(Diagnostic(_SHAPES, message, None))
    return refined


def _by_index(
    module: Module, function: Function, shapes: Mapping[str | int, Shape] | Sequence[Shape | None]
) -> tuple[dict[int, Shape], dict[str, int]]:
    """Shapes by argument, and sizes by name."""
    if not isinstance(shapes, Mapping):
        return {index: shape for index, shape in _in_order(module, function, shapes) if shape is not None}, {}
    index_of: dict[str, int] = {}
    for argument in reversed(function.arguments):
        index_of |= dict.fromkeys(argument_names(module, argument), argument.index)
    interface = module.interfaces.get(function.symbol)
    symbols = interface.symbols if interface else []
    by_index: dict[int, Shape] = {}
    sizes: dict[str, int] = {}
    for name, shape in shapes.items():
        if str(name) in index_of:
            by_index[index_of[str(name)]] = shape
        elif name in symbols:
            sizes[str(name)] = _size(str(name), shape)
        else:
            has = f", and sizes named {', '.join(symbols)}" if symbols else ""
            raise _error(f"unknown argument `{name}`", function, has)
    return by_index, sizes


def _in_order(
    module: Module, function: Function, shapes: Sequence[Shape | None]
) -> Iterator[tuple[int, Shape | None]]:
    """Shapes with their arguments, in the order of the caller."""
    if isinstance(shapes, str):
        raise _error(f"expected a list of shapes, such as [{shapes!r}], found a string", function)
    interface = module.interfaces.get(function.symbol)
    inputs = [input.arguments for input in interface.in_order(len(shapes))] if interface else []
    order = inputs or [[index] for index in range(len(function.arguments))]
    if len(shapes) > len(order):
        raise _error(f"got {len(shapes)} shapes", function)
    return ((index, shape) for arguments, shape in zip(order, shapes, strict=False) for index in arguments)


_SHAPES = Code(
    "shapes",
    "--shapes names an unknown argument, or a shape that is incompatible with the argument or the function.",
    "Write one size per dimension, `x=2x3`. Sizes that are already known cannot change.",
    command="infer --shapes x=2x3",
)


def _size(name: str, shape: Shape | int) -> int:
    """The number that a shape of one size is."""
    sizes = _split(shape)
    if len(sizes) != 1 or not str(sizes[0]).isdecimal():
        message = f"invalid size {shape!r} for {name}: expected a number, such as `{name}=2`"
        raise InferenceError(Diagnostic(_SHAPES, message, None))
    return int(str(sizes[0]))


def _with_sizes(module: Module, function: Function, sizes: Mapping[str, int]) -> list[Type]:
    """The argument types of a function with some named sizes replaced. Raises InferenceError."""
    types, interface = list(function.type.inputs), module.interfaces.get(function.symbol)
    for input in interface.inputs if interface and sizes else ():
        dimensions = [size_of(size, sizes) for size in input.sizes]
        for index in input.arguments:
            shape = [DYNAMIC if size is None else size for size in dimensions]
            types[index] = _refine(function.arguments[index], shape, types[index])
    return types


def _error(message: str, function: Function, more: str = "") -> InferenceError:
    types = tuple(f"argument {value.index}, {value.name}: {value.type}" for value in function.arguments)
    count = f"`@{function.symbol}` takes {plural(len(types), 'argument')}{more}"
    return InferenceError(Diagnostic(_SHAPES, f"{message}; {count}", None, notes=types))


def _refine(argument: Value, shape: Shape, type: Type) -> Type:
    """The type of an argument refined by a shape. Raises InferenceError if they are incompatible."""
    sizes = _sizes(argument, shape)
    merged = merge_types(type, TensorType(sizes, type.element_type)) if isinstance(type, TensorType) else type
    if not isinstance(merged, TensorType) or merged.shape is None or not _has_sizes(merged.shape, sizes):
        target = f"shape `{'x'.join(map(str, sizes))}`" if sizes else "a scalar"
        message = (
            f"argument {argument.index}, {argument.name}, of type `{type}` cannot be refined to {target}"
        )
        raise InferenceError(Diagnostic(_SHAPES, message, None))
    return merged


def _has_sizes(shape: Sequence[int | Dim], sizes: Sequence[int | Dim]) -> bool:
    """Whether a shape has these sizes; a dynamic one matches any."""
    return len(shape) == len(sizes) and all(
        isinstance(y, Dim) or x == y for x, y in zip(shape, sizes, strict=True)
    )


def _sizes(argument: Value, shape: Shape | int) -> tuple[int | Dim, ...]:
    sizes = _split(shape)
    words = ["?" if size is None or isinstance(size, Dim) else str(size) for size in sizes]
    if not all(word == "?" or word.isdecimal() for word in words):
        written = "x".join(words)
        message = f"invalid shape {written!r} for {argument.name}: expected sizes such as `2x3` or `2x?`"
        raise InferenceError(Diagnostic(_SHAPES, message, None))
    type = parse_type(f"tensor<{''.join(f'{word}x' for word in words)}f32>")
    assert isinstance(type, TensorType)
    assert type.shape is not None
    both = zip(sizes, type.shape, strict=True)
    return tuple(size if isinstance(size, Dim) else parsed for size, parsed in both)


def _split(shape: Shape | int) -> Sequence[int | Dim | str | None]:
    """The sizes of a shape one by one; a number is a shape of one size."""
    if isinstance(shape, str):
        return shape.split("x") if shape else []
    return [shape] if isinstance(shape, int) else shape
