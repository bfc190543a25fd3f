"""Whether the inputs of a run are what the function takes."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.attributes import Location
from stablehlo_tools.diagnostic import Diagnostic, RunError
from stablehlo_tools.ir import Function, Module, argument_names
from stablehlo_tools.syntax.locate import Locator
from stablehlo_tools.types import ElementType, QuantizedType, TensorType, TokenType, TupleType, Type
from stablehlo_tools.values import UnsupportedType, admits, described, dtype_of, is_of

Array = npt.NDArray[Any]
# What a function is called with: its arguments in order, or by the names that `argument_names` gives them.
Inputs = Sequence[Any] | Mapping[str, Any]

# The kinds of numpy's dtypes that numbers written in Python may have for each kind of element.
_ADMITTED = {
    "boolean": "b", "signed": "iu", "unsigned": "iu", "float": "iuf", "complex": "iufc", "quantized": "iu",
}  # fmt: skip


class _Unfit(Exception):
    """An input does not fit its type; the message says what it is."""


def check_inputs(function: Function, inputs: Sequence[Any]) -> list[Diagnostic]:
    """What is wrong with `inputs` as arguments of `function`."""
    wanted = function.type.inputs
    if len(inputs) != len(wanted):
        message = f"@{function.symbol} takes {len(wanted)} inputs, got {len(inputs)}"
        arguments = ", ".join(f"{_argument(function, index)}: {type}" for index, type in enumerate(wanted))
        note = f"it is @{function.symbol}({arguments})"
        return [Diagnostic("input_count", message, function.span, notes=(note,))]
    locator = Locator()
    found = (check_input(function, index, value, locator) for index, value in enumerate(inputs))
    return [each for each in found if each is not None]


def check_input(
    function: Function, index: int, value: Any, locator: Locator | None = None
) -> Diagnostic | None:
    """What is wrong with `value` as argument `index` of `function`; None if it fits.

    `locator` is one for all arguments, of which there may be many.
    """
    type = function.type.inputs[index]
    try:
        _fitted(value, type)
        return None
    except _Unfit as error:
        span = (locator or Locator()).name(function.arguments[index])
        message = f"input {index} ({_argument(function, index)}) has to be {type}, got {error}"
        return Diagnostic("input_type", message, span, helps=_conversion(value, type))
    except UnsupportedType as error:
        span = (locator or Locator()).name(function.arguments[index])
        message = f"input {index} ({_argument(function, index)}): {error}"
        return Diagnostic("unsupported_type", message, span, unsupported=True)


def _conversion(value: Any, type: Type) -> tuple[str, ...]:
    """How to make an array of `type` of one that differs from it in its element type alone."""
    if not isinstance(value, np.ndarray) or not isinstance(type, TensorType) or not admits(type, value.shape):
        return ()
    wanted = dtype_of(type.element_type)
    if value.dtype.kind not in "biufcV" or (value.dtype.kind == "c" and wanted.kind != "c"):
        return ()
    name = f"ml_dtypes.{wanted}" if wanted.type.__module__.startswith("ml_dtypes") else f"np.{wanted}"
    return (f"`.astype({'np.bool_' if wanted.kind == 'b' else name})` converts it",)


def places_of(names: Sequence[Sequence[str]]) -> dict[str, int]:
    """The place of each name, of things that have several each, the best last: a position counts most."""
    known: dict[str, int] = {}
    for alternatives in itertools.zip_longest(*names):
        for index, name in enumerate(alternatives):
            known.setdefault(name, index)
    return known


def _in_order(function: Function, named: Mapping[str, Any]) -> list[Any]:
    """The inputs in the order of the arguments for which they are named (see `argument_names`)."""
    module = function.parent
    assert isinstance(module, Module)
    names = [list(argument_names(module, argument)) for argument in function.arguments]
    places, found, errors = places_of(names), dict[int, Any](), []
    for name, value in named.items():
        index = places.get(name)
        if index is None:
            errors.append(f"no argument of @{function.symbol} is called {name!r}")
        elif index in found:
            errors.append(f"input {index} ({_argument(function, index)}) is given twice, as {name!r} too")
        else:
            found[index] = value
    missing = [index for index in range(len(names)) if index not in found]
    errors += [f"input {index} ({_argument(function, index)}) is not given" for index in missing]
    if errors:
        notes = (f"the arguments are {', '.join(each[-1] for each in names) or 'none'}",)
        raise RunError(*(Diagnostic("input_name", error, function.span, notes=notes) for error in errors))
    return [found[index] for index in range(len(names))]


def fitted_inputs(function: Function, inputs: Inputs) -> list[Any]:
    """The inputs as arrays; raises RunError with all that is wrong with them."""
    wanted = function.type.inputs
    if isinstance(inputs, Mapping):
        inputs = _in_order(function, inputs)
    if len(inputs) == len(wanted):
        with contextlib.suppress(_Unfit, UnsupportedType):
            return list(map(_fitted, inputs, wanted))
    raise RunError(*check_inputs(function, inputs))


def _fitted(value: Any, type: Type) -> Any:
    if isinstance(type, TokenType):
        return value
    if isinstance(type, TupleType):
        return _fitted_tuple(value, type)
    if not isinstance(type, TensorType):
        raise _Unfit(f"a {value.__class__.__name__}")
    array = _native(np.asarray(value)) if hasattr(value, "__array__") else _read(value, type)
    if not is_of(array, type):
        raise _Unfit(described(array))
    return array


def _native(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers in the byte order of this machine."""
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _fitted_tuple(value: Any, type: TupleType) -> Any:
    if not isinstance(value, tuple) or len(value) != len(type.types):
        raise _Unfit(f"a {value.__class__.__name__}")
    return tuple(map(_fitted, value, type.types))


def _read(value: Any, type: TensorType) -> npt.NDArray[Any]:
    """Numbers of Python, as an array of the wanted dtype where it can hold them."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise _Unfit("a list that is not rectangular") from None
    if array.dtype.kind not in "biufc":
        raise _Unfit(f"a {value.__class__.__name__} of no numbers")
    if not array.size or array.dtype.kind in _ADMITTED[type.element_type.kind]:
        with np.errstate(all="ignore"):
            converted = array.astype(dtype_of(type.element_type))
        if not _is_changed(array, converted):
            return converted
    raise _Unfit(f"{described(array)}, which it cannot hold")


def _is_changed(array: npt.NDArray[Any], converted: npt.NDArray[Any]) -> bool:
    """Whether converting numbers did more than round those that were no integers."""
    if array.dtype.kind in "fc":
        return bool((np.isfinite(array) & ~np.isfinite(converted)).any())
    return bool((converted.astype(array.dtype) != array).any())


def _argument(function: Function, index: int) -> str:
    """How the program calls an argument: `%arg0`, and the name in its location if it has one."""
    value = function.arguments[index]
    name = _location_name(function, value.location)
    return f'{value.name} "{name}"' if name else value.name


def _location_name(function: Function, location: Location) -> str | None:
    if location.kind == "alias":
        module = function.parent
        known = module.location_aliases if isinstance(module, Module) else {}
        location = known.get(str(location.parts[0]), location)
    return str(location.parts[0]) if location.kind == "name" else None


def made_up(type: Type, seed: int, index: int) -> Array:
    """A random array for argument `index`, whatever the other arguments are.

    Floats, and both parts of complex numbers, are uniform in [-1, 1), or in [0, 1) for the type without
    negative numbers; integers in [0, 10) or what the type can hold of it; booleans are a fair coin. Raises
    ValueError for a type of which none can be made up, MemoryError for one that is too large.
    """
    if not isinstance(type, TensorType) or not type.is_static or isinstance(type.element_type, QuantizedType):
        raise ValueError(f"a {type}")
    generator = np.random.default_rng((seed, index))
    try:
        return _random(generator, type.static_shape, type.element_type)
    except (MemoryError, ValueError):  # numpy has a greatest size, too
        raise MemoryError(f"{type} does not fit in memory") from None


def _random(generator: np.random.Generator, shape: tuple[int, ...], element_type: ElementType) -> Array:
    dtype, kind = dtype_of(element_type), element_type.kind
    if kind == "boolean":
        return generator.integers(0, 2, shape).astype(dtype)
    if kind in ("signed", "unsigned"):
        bits = element_type.bits - (kind == "signed")
        return generator.integers(0, min(10, 1 << bits), shape).astype(dtype)
    array = np.asarray(generator.uniform(0 if element_type.name == "f8E8M0FNU" else -1, 1, shape))
    if kind == "complex":
        array = array + 1j * generator.uniform(-1, 1, shape)
    return np.asarray(array).astype(dtype)
