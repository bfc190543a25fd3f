"""XlaBuilder's operations: their arguments are checked, and become parts of an op."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.hlo.broadcasting import BroadcastError
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaBuilderError,
    XlaComputation,
    XlaOp,
    as_shape,
    check_reducer,
    require,
)
from stablehlo_tools.hlo.layout import LayoutError
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.types import ShapeTypeError, leaf_types
from stablehlo_tools.ops.model.schema import REQUIRED, Op
from stablehlo_tools.ops.registry import OPS

P = ParamSpec("P")
R = TypeVar("R")
SHAPE: Final = Shape | str
# The arguments of an operation: operands, computations, shapes and the values of attributes.
Argument = XlaOp | XlaComputation | Shape | Sequence[Any] | Mapping[str, Any] | npt.ArrayLike | None
GROUP: Final = (Sequence[XlaOp], XlaOp | Sequence[XlaOp])


def operation(function: Callable[P, R]) -> Callable[P, R]:
    """The operation, which refuses arguments that its annotations do not admit. Raises XlaBuilderError."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def checked(*arguments: P.args, **keywords: P.kwargs) -> R:
        try:
            bound = signature.bind(*arguments, **keywords).arguments
            kinds = _kinds_of(function)
            for name, value in bound.items():
                if not _admits(kinds[name], value):
                    annotation = signature.parameters[name].annotation
                    raise XlaBuilderError(f"{name} must be {annotation}, got {value!r}")
            _check_builders(bound.values())
        except TypeError as error:
            raise XlaBuilderError(str(error), function.__name__) from None
        except XlaBuilderError as error:
            raise XlaBuilderError(error.message, function.__name__) from None
        try:
            return function(*arguments, **keywords)
        except XlaBuilderError as error:
            raise XlaBuilderError(error.message, error.operation or function.__name__) from error
        except InferenceError as error:
            raise XlaBuilderError(error.diagnostic.message, function.__name__) from error
        except (BroadcastError, LayoutError, ShapeTypeError) as error:
            raise XlaBuilderError(str(error), function.__name__) from error

    return checked


def builds(name: str, *, reduces: bool = False, **renamed: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The operation that is the op `name`: a function without a body, whose parameters say all.

    Values are operands in order, computations regions, a shape the type of the result, and the others
    attributes: of the same name, or as `renamed`, where the empty name is that of no attribute. With
    `reduces`, computations must take two scalars for each of the first operands. Several results are a tuple.
    """
    op = OPS[name if "." in name else f"stablehlo.{name}"]

    def define(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def build(*arguments: P.args, **keywords: P.kwargs) -> Any:
            bound = signature.bind(*arguments, **keywords)
            bound.apply_defaults()
            builder, parts = next(_builders_of(bound.args)), _OpParts(op)
            for parameter, value in bound.arguments.items():
                parts.add(renamed.get(parameter, parameter), _kinds_of(function)[parameter], value)
            for computation in parts.computations if reduces else ():
                check_reducer(computation, as_list(parts.operands[0]))
            regions = [builder.region(computation) for computation in parts.computations]
            results = builder.apply(
                op.name, parts.operands, parts.attributes, regions=regions, results=parts.results
            )
            return one_or_tuple(builder, results)

        return operation(build)

    return define


class _OpParts:
    """The parts of an op that the arguments of an operation are."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.operands: list[Any] = []
        self.computations: list[XlaComputation] = []
        self.results: list[Any] = []
        self.attributes: dict[str, Any] = {}
        self._required = {field.name for field in op.attributes if field.default is REQUIRED}

    def add(self, name: str, kind: Any, value: Any) -> None:
        """Add an argument of an annotated kind; one without a name is ignored."""
        if kind == XlaOp or kind in GROUP:
            is_group = self.op.operands[len(self.operands)].rule.variadic
            self.operands.append(as_list(value) if is_group else value)
        elif kind is XlaComputation:
            self.computations.append(value)
        elif kind == SHAPE:
            self.results = leaf_types(as_shape(value))
        elif name and kind is not XlaBuilder and not self._is_default(name, value):
            self.attributes[name] = value

    def _is_default(self, name: str, value: object) -> bool:
        return value is None or (value is False and name not in self._required)


def variant(name: str, base: Callable[..., XlaOp], names: str, documentation: str) -> Callable[..., XlaOp]:
    """The operation `base` under another name, with the parameters `words`; `!` marks required ones."""
    available = inspect.signature(base).parameters
    chosen = [available[word.rstrip("!")] for word in names.split()]
    required = [parameter.replace(default=parameter.empty) for parameter in chosen]
    pairs = zip(names.split(), required, chosen, strict=True)
    signature = inspect.Signature([bare if word[-1] == "!" else parameter for word, bare, parameter in pairs])

    def build(*arguments: Argument, **keywords: Argument) -> XlaOp:
        return base(**signature.bind(*arguments, **keywords).arguments)

    build.__annotations__ = {parameter.name: parameter.annotation for parameter in chosen}
    vars(build).update(__wrapped__=base, __signature__=signature)
    return named_operation(build, name, documentation)


def tupled(name: str, function: Callable[Concatenate[XlaOp, P], XlaOp]) -> Callable[..., XlaOp]:
    """The operation `function` on each of several operands: a tuple."""
    first, *parameters = inspect.signature(function).parameters.values()
    sequence = first.replace(name="operands", annotation="Sequence[XlaOp]")

    def build(operands: Sequence[XlaOp], *arguments: P.args, **keywords: P.kwargs) -> XlaOp:
        return operands[0].builder.tuple([function(operand, *arguments, **keywords) for operand in operands])

    build.__annotations__ = {parameter.name: parameter.annotation for parameter in (sequence, *parameters)}
    vars(build).update(__wrapped__=function, __signature__=inspect.Signature([sequence, *parameters]))
    return named_operation(build, name, f"A tuple: each operand as `{function.__name__}` gives it.")


def named_operation(function: Callable[..., XlaOp], name: str, documentation: str) -> Callable[..., XlaOp]:
    """The operation with a name and a documentation."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = documentation
    return operation(function)


def as_list(operands: XlaOp | Sequence[XlaOp]) -> list[XlaOp]:
    """The operands of a variadic operation as a list; a single operand may be passed by itself."""
    return [operands] if isinstance(operands, XlaOp) else list(operands)


def one_or_tuple(builder: XlaBuilder, results: Sequence[XlaOp]) -> XlaOp:
    """The result of an operation: a tuple if there are several."""
    return results[0] if len(results) == 1 else builder.tuple(results)


# -- what annotations admit -------------------------------------------------------------------------------


@functools.cache
def _kinds_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    kinds = typing.get_type_hints(function)
    return {name: Any if kind == npt.ArrayLike else kind for name, kind in kinds.items()}


def _admits(kind: Any, value: object) -> bool:
    """Whether a value is of an annotated type."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(_admits(part, value) for part in parts)
    if origin is tuple:
        is_pair = isinstance(value, Sequence) and len(value) == len(parts)
        return is_pair and all(map(_admits, parts, typing.cast("Sequence[Any]", value)))
    if origin is not None and issubclass(origin, Sequence):
        is_list = isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)
        return is_list and all(_admits(parts[0], element) for element in value)  # type: ignore[attr-defined]
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind]) and (kind is bool or not isinstance(value, bool))
    return kind is Any or isinstance(value, origin or kind)


_NUMBERS: Mapping[Any, tuple[type, ...]] = {
    bool: (bool, np.bool_),
    int: (int, np.integer),
    float: (int, float, np.integer, np.floating),
}


def _check_builders(arguments: typing.Iterable[object]) -> None:
    """Raise XlaBuilderError if values are of several builders, or of none."""
    builders = dict.fromkeys(builder for argument in arguments for builder in _builders_of(argument))
    require(bool(builders), "at least one operand is required")
    if len(builders) > 1:
        names = " and ".join(builder.name for builder in builders)
        raise XlaBuilderError(f"arguments must be of one builder: {names}")


def _builders_of(argument: object) -> Iterator[XlaBuilder]:
    if isinstance(argument, XlaBuilder):
        yield argument
    elif isinstance(argument, XlaOp):
        yield argument.builder
    elif isinstance(argument, list | tuple):
        for element in argument:
            yield from _builders_of(element)
