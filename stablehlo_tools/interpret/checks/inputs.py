"""Checks and converts the inputs of a run."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import math
from collections.abc import Container, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import Array, admits, as_type, described, dtype_of, is_of
from stablehlo_tools.ir.interface import Interface
from stablehlo_tools.ir.operations import Function, Module, argument_names, located_name
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import TensorType, TokenType, TupleType, Type
from stablehlo_tools.text.locate import Locator

# The inputs of a function: in the order of its arguments, or of its caller where it has an `Interface`; or by
# the names that `argument_names` lists.
Inputs = Sequence[Any] | Mapping[str, Any] | npt.NDArray[Any]

# Element kind -> the kinds of numpy dtypes from which Python numbers are converted.
_ADMITTED = {
    "boolean": "b", "signed": "iu", "unsigned": "iu", "float": "iuf", "complex": "iufc", "quantized": "iu",
}  # fmt: skip


class Arguments(list[Any]):
    """Arrays for all arguments of a function, including the ones that are stored beside the program."""


class _InvalidInput(Exception):
    """An input does not fit its type; the message describes the input."""


INPUT_COUNT = Code(
    "input_count",
    "The number of inputs differs from the number of arguments of the function.",
    "Pass one array per argument, in order.",
)


def check_inputs(function: Function, inputs: Sequence[Any]) -> list[Diagnostic]:
    """The diagnostics for `inputs` as arguments of `function`."""
    types = function.type.inputs
    if len(inputs) != len(types):
        message = f"@{function.symbol} expects {plural(len(types), 'input')}, got {len(inputs)}"
        arguments = ", ".join(f"{_argument(function, index)}: {type}" for index, type in enumerate(types))
        note = f"signature: @{function.symbol}({arguments})"
        return [Diagnostic(INPUT_COUNT, message, function.span, notes=(note,))]
    locator = Locator()
    diagnostics = (check_input(function, index, value, locator) for index, value in enumerate(inputs))
    return [diagnostic for diagnostic in diagnostics if diagnostic is not None]


MISSING_INPUT = Code(
    "missing_input",
    "Some arguments of the function have no input.",
    "Pass them with --inputs, or use --random to generate them.",
    command="run",
)
UNSUPPORTED_TYPE = Code(
    "unsupported_type",
    "The program is valid, but numpy and ml_dtypes do not support this element type.",
    "Use another element type to execute the program here. `shlo verify` still verifies it.",
    command="run --random",
)
_INPUT_TYPE = Code(
    "input_type",
    "The shape or element type of an input differs from that of the argument. Inputs are never converted.",
    "Convert the input first: `x.astype(numpy.float32)`.",
    command="run --inputs i32=0",
)


def check_input(
    function: Function, index: int, value: Any, locator: Locator | None = None
) -> Diagnostic | None:
    """The diagnostic for `value` as argument `index` of `function`; None if it fits.

    `locator` is shared by all arguments, since there may be many.
    """
    type = function.type.inputs[index]
    try:
        _convert(value, type)
        return None
    except _InvalidInput as error:
        span = (locator or Locator()).name(function.arguments[index])
        message = f"input {index} ({_argument(function, index)}): expected {type}, found {error}"
        return Diagnostic(_INPUT_TYPE, message, span, helps=_conversion(value, type))
    except UnsupportedType as error:
        span = (locator or Locator()).name(function.arguments[index])
        message = f"input {index} ({_argument(function, index)}): {error}"
        return Diagnostic(UNSUPPORTED_TYPE, message, span, unsupported=True)


def _conversion(value: Any, type: Type) -> tuple[str, ...]:
    """The suggested conversion of an array that differs from `type` in its element type only."""
    if not isinstance(value, np.ndarray) or not isinstance(type, TensorType) or not admits(type, value.shape):
        return ()
    dtype = dtype_of(type.element_type)
    if value.dtype.kind not in "biufcV" or (value.dtype.kind == "c" and dtype.kind != "c"):
        return ()
    name = f"ml_dtypes.{dtype}" if dtype.type.__module__.startswith("ml_dtypes") else f"np.{dtype}"
    return (f"convert it with `.astype({'np.bool_' if dtype.kind == 'b' else name})`",)


def positions_by_name(names: Sequence[Sequence[str]]) -> dict[str, int]:
    """The position of each name, where each item has alternative names, in ascending order of preference."""
    positions: dict[str, int] = {}
    for alternatives in itertools.zip_longest(*names):
        for index, name in enumerate(alternatives):
            positions.setdefault(name, index)
    return positions


_INPUT_NAME = Code(
    "input_name",
    "A dictionary of inputs has an unknown or duplicate key, or lacks an argument.",
    "Name each argument once: by its index, its name in the program, or its name in JAX.",
)


def in_order(function: Function, inputs: Inputs) -> list[Any]:
    """The inputs of a caller in the order of the arguments, with stored arrays. Raises RunError."""
    if isinstance(inputs, Mapping):
        return _by_name(function, inputs)
    interface = interface_of(function)
    return _with_stored(function, interface, list(inputs)) if interface else list(inputs)


def _by_name(function: Function, named: Mapping[str, Any]) -> list[Any]:
    """Named inputs in the order of the arguments (see `argument_names`). Raises RunError."""
    module = function.parent
    assert isinstance(module, Module)
    names = [argument_names(module, argument) for argument in function.arguments]
    places, values, errors = positions_by_name(names), dict[int, Any](), []
    interface = interface_of(function)
    unused = {input.name for input in interface.inputs if not input.arguments} if interface else ()
    for name, value in named.items():
        index = places.get(name)
        if index is None and name in unused:
            continue
        if index is None:
            errors.append(f"@{function.symbol} has no argument {name!r}")
        elif index in values:
            errors.append(f"input {index} ({_argument(function, index)}) is given twice, also as {name!r}")
        else:
            values[index] = value
    values |= stored_arguments(function, values)
    missing = [index for index in range(len(names)) if index not in values]
    errors += [f"input {index} ({_argument(function, index)}) is missing" for index in missing]
    if errors:
        notes = (f"arguments: {', '.join(aliases[-1] for aliases in names) or 'none'}",)
        raise RunError(*(Diagnostic(_INPUT_NAME, error, function.span, notes=notes) for error in errors))
    return [values[index] for index in range(len(names))]


def interface_of(function: Function) -> Interface | None:
    """The interface of a function whose weights are stored beside the program; None for others."""
    return function.parent.interfaces.get(function.symbol) if isinstance(function.parent, Module) else None


def _with_stored(function: Function, interface: Interface, inputs: Sequence[Any]) -> list[Any]:
    """All arguments: a caller's inputs, which are in its order, and the stored arrays. Raises RunError."""
    expected = interface.in_order(len(inputs))
    if len(inputs) != len(expected):
        message = f"@{function.symbol} expects {plural(len(expected), 'input')}, got {len(inputs)}"
        notes = tuple(f"input {index}: {input.name}" for index, input in enumerate(expected))
        raise RunError(Diagnostic(INPUT_COUNT, message, function.span, notes=notes))
    given = zip(expected, inputs, strict=True)
    return _complete(function, {index: value for input, value in given for index in input.arguments})


def _complete(function: Function, given: Mapping[int, Any]) -> list[Any]:
    """All arguments, from given and stored ones. Raises RunError."""
    tokens = (index for index, type in enumerate(function.type.inputs) if isinstance(type, TokenType))
    values = {**dict.fromkeys(tokens), **given, **stored_arguments(function, given)}
    missing = [index for index in range(len(function.arguments)) if index not in values]
    if missing:
        errors = (f"input {index} ({_argument(function, index)}) is missing" for index in missing)
        raise RunError(*(Diagnostic(_INPUT_NAME, error, function.span) for error in errors))
    return [values[index] for index in range(len(function.arguments))]


_STORED_ARRAY = Code(
    "stored_array",
    "An array that is stored beside the program, such as a weight in the folder of torch_xla, cannot be "
    "read.",
    "Export it again, or pass another array under its name with --inputs. Pickled arrays are never loaded.",
)


def stored_arguments(
    function: Function, given: Container[int], *, may_be_missing: bool = True
) -> dict[int, Array]:
    """The stored arrays by argument, without given ones, and without missing ones if some may be.

    Raises `RunError` for arrays that cannot be used.
    """
    interface, arrays = interface_of(function), dict[int, Array]()
    faults: list[Diagnostic] = []
    for index, stored in interface.stored.items() if interface else ():
        if index in given:
            continue
        try:
            arrays[index] = as_type(stored.read(), function.type.inputs[index])
            fault = check_input(function, index, arrays[index])
        except (OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError) and may_be_missing:  # as an export may leave out weights
                continue
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            message = f"cannot read {stored.path} of this program: {reason}"
            fault = Diagnostic(_STORED_ARRAY, message, function.span)
        if fault is not None:
            note, help = f"it is stored in {stored.path}", f"pass another array as the input `{stored.name}`"
            faults.append(dataclasses.replace(fault, notes=(note,), helps=(help,)))
    if faults:
        raise RunError(*faults)
    return arrays


def convert_inputs(function: Function, inputs: Inputs) -> Arguments:
    """The inputs as arrays; the only one may be given by itself. Raises RunError with all diagnostics."""
    types = function.type.inputs
    if not isinstance(inputs, Arguments):
        is_alone = len(types) == 1 and _is_of_rank(inputs, types[0])
        inputs = in_order(function, [inputs] if is_alone or not np.iterable(inputs) else inputs)
    if len(inputs) == len(types):
        with contextlib.suppress(_InvalidInput, UnsupportedType):
            return Arguments(map(_convert, inputs, types))
    raise RunError(*check_inputs(function, inputs))


def _is_of_rank(inputs: Any, type: Type) -> bool:
    """Whether the inputs of a function of one argument are an array, or a number, by itself."""
    is_alone = isinstance(inputs, int | float | complex) or hasattr(inputs, "__array__")
    return is_alone and isinstance(type, TensorType) and np.ndim(inputs) == len(type.shape or ())


def _convert(value: Any, type: Type) -> Any:
    if isinstance(type, TokenType):
        return value
    if isinstance(type, TupleType):
        return _convert_tuple(value, type)
    if not isinstance(type, TensorType):
        raise _InvalidInput(f"a {value.__class__.__name__}")
    if not hasattr(value, "__array__") and hasattr(value, "__dlpack__"):
        value = _exchanged(value)
    array = as_type(np.asarray(value), type) if hasattr(value, "__array__") else _read(value, type)
    if not is_of(array, type):
        raise _InvalidInput(described(array))
    return array


def _exchanged(value: Any) -> Array:
    """The array that an object shares by DLPack."""
    try:
        return np.from_dlpack(value)
    except (BufferError, RuntimeError) as error:  # as from another device
        raise _InvalidInput(f"a {value.__class__.__name__}: {error}") from None


def _convert_tuple(value: Any, type: TupleType) -> Any:
    if not isinstance(value, tuple) or len(value) != len(type.types):
        raise _InvalidInput(f"a {value.__class__.__name__}")
    return tuple(map(_convert, value, type.types))


def _read(value: Any, type: TensorType) -> npt.NDArray[Any]:
    """Python numbers as an array of the declared dtype, if their values are representable."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise _InvalidInput("a list that is not rectangular") from None
    if array.dtype.kind not in "biufc":
        raise _InvalidInput(f"a non-numeric {value.__class__.__name__}")
    if not array.size or array.dtype.kind in _ADMITTED[type.element_type.kind]:
        with np.errstate(all="ignore"):
            converted = array.astype(dtype_of(type.element_type))
        if not _is_changed(array, converted):
            return converted
    raise _InvalidInput(f"{described(array)}, which cannot be converted exactly")


def from_numbers(numbers: npt.NDArray[Any], type: Type) -> npt.NDArray[Any]:
    """Untyped numbers as an array of a type; unchanged if it cannot represent them.

    A table of another rank than two has its elements in one row after the other.
    """
    if not isinstance(type, TensorType):
        return numbers
    shape = type.static_shape if type.is_static else numbers.shape
    if numbers.ndim == 2 != len(shape) and numbers.size == math.prod(shape):
        numbers = numbers.reshape(shape)
    with contextlib.suppress(_InvalidInput, UnsupportedType):
        return _read(numbers, type)
    return numbers


def _is_changed(array: npt.NDArray[Any], converted: npt.NDArray[Any]) -> bool:
    """Whether the conversion changed values, other than by rounding floats."""
    if array.dtype.kind in "fc":
        return bool((np.isfinite(array) & ~np.isfinite(converted)).any())
    return bool((converted.astype(array.dtype) != array).any())


def _argument(function: Function, index: int) -> str:
    """The argument in messages: `%arg0`, followed by its name for a caller, or in its location, if any."""
    value, interface = function.arguments[index], interface_of(function)
    names = interface.names(index) if interface else ()
    name = names[-1] if names else located_name(value)
    return f'{value.name} "{name}"' if name else value.name
