"""What a `custom_call` computes, said by its user in Python.

    @stablehlo_tools.custom_call("acme.scale")
    def scale(operands, attributes, results):
        return operands[0] * attributes["backend_config"]["factor"]

Inside of `with scope():` it is said for what is there only.
Whatever goes wrong in such code is its user's to mend, and says so: its diagnostics have the code `PLUGIN`.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.diagnostic import PLUGIN, Diagnostic, RunError
from stablehlo_tools.interpret.arrays import read_only
from stablehlo_tools.interpret.compiler import CompiledFunction
from stablehlo_tools.ir.attributes import UNIT, DenseArray, Enumeration, Float, Integer, Symbol, TypedString
from stablehlo_tools.ir.constants import Dense, described, is_of
from stablehlo_tools.ir.types import TensorType, TupleType, Type
from stablehlo_tools.ops.custom_call import register_targets, scope
from stablehlo_tools.ops.declare import Failed

Array = npt.NDArray[Any]
Function = Callable[[Sequence[Any], Mapping[str, Any], Sequence[Any]], Any]
F = TypeVar("F", bound=Function)


def custom_call(*names: str, override: bool = False) -> Callable[[F], F]:
    """Let a function be what custom calls of the targets `names` compute, to the end of a `scope`.

    It gets the operands, arrays that it must not write into; the attributes, of which `backend_config` is a
    dictionary of Python's own values or a text, whichever the call has, and others are `call_target_name`,
    `has_side_effect`, `api_version` and `called_computations`; and the types of the results. It returns an
    array, or a sequence of as many as there are results, of just these types; None stands for a token.

    Raises ValueError for a target that stablehlo_tools computes itself, unless `override` is given.
    """

    def register(function: F) -> F:
        def target(operands: Sequence[Any], attributes: Mapping[str, Any], types: Sequence[Type]) -> Any:
            name = attributes["call_target_name"]
            try:
                return _results(name, function(operands, _plain(attributes), types), types)
            except (Failed, MemoryError, KeyboardInterrupt):
                raise
            except BaseException as error:  # sys.exit() would end the run as if all were well
                raise Failed(PLUGIN, f"the plugin for @{name} fails with {_said(error)}") from error

        register_targets(names, target, override=override)
        return function

    return register


def _plain(attribute: Any) -> Any:
    """An attribute as a value of Python's own or an array; what Python has nothing like stays as it is."""
    if isinstance(attribute, Mapping):
        return {name: _plain(value) for name, value in attribute.items()}
    if isinstance(attribute, tuple):
        return tuple(map(_plain, attribute))
    if isinstance(attribute, DenseArray):
        return tuple(map(_plain, attribute.values))
    if isinstance(attribute, (Integer, Float, TypedString, Enumeration)):
        return attribute.value
    if isinstance(attribute, CompiledFunction):
        return attribute.symbol
    if isinstance(attribute, Symbol):
        return attribute.name
    if isinstance(attribute, Dense):
        return attribute.array
    return True if attribute is UNIT else attribute


def _results(name: str, returned: Any, types: Sequence[Type]) -> list[Any]:
    """What a plugin returned, a value for each result."""
    if not isinstance(returned, (tuple, list)):
        returned = [] if returned is None and not types else [returned]
    if len(returned) != len(types):
        message = f"the plugin for @{name} has to return {len(types)} results, and returned {len(returned)}"
        raise Failed(PLUGIN, message)
    return [_fitted(*pair, f"of the plugin for @{name}") for pair in zip(returned, types, strict=True)]


def _fitted(value: Any, type: Type, whose: str) -> Any:
    """A result of a plugin, which nobody may write into, as it may be the plugin's own."""
    if isinstance(type, TupleType) and isinstance(value, tuple) and len(value) == len(type.types):
        return tuple(_fitted(*pair, whose) for pair in zip(value, type.types, strict=True))
    if isinstance(type, TensorType) and value is not None:
        array = np.asarray(value)
        if is_of(array, type):
            return read_only(array)
        value = described(array)
    elif value is None and not isinstance(type, (TensorType, TupleType)):
        return None
    raise Failed(PLUGIN, f"a result {whose} has to be {type}, and is {value}")


def _said(error: BaseException) -> str:
    """An exception and the line where it was raised: of the plugin, or of what it calls."""
    try:
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
    except Exception:  # noqa: BLE001 - to put it into words is the plugin's, too
        text = type(error).__name__
    ours = (__file__, importlib.__file__)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename not in ours]
    frames = [frame for frame in frames if not frame.filename.startswith("<frozen")]
    return f"{text} ({frames[-1].filename}:{frames[-1].lineno})" if frames else text


# --- plugins by name --------------------------------------------------------------------------------


@contextlib.contextmanager
def loaded(*plugins: str) -> Iterator[None]:
    """Import plugins, each a file `x.py` or a module that can be found from here, for the time in here.

    What they import is looked for beside them, too; behind it sys.path is as it was. Raises
    RunError for one that cannot be imported.
    """
    path, modules = [*sys.path], {*sys.modules}
    with scope():
        try:
            for plugin in plugins:
                _load(plugin)
            yield
        finally:
            sys.path[:] = path
            for name in {*sys.modules} - modules:
                if name in plugins or name.startswith(_OF_A_FILE):  # so that it is executed when loaded again
                    del sys.modules[name]


def _load(plugin: str) -> None:
    try:
        if plugin.endswith(".py"):
            _import_file(Path(os.path.abspath(plugin)))
        else:
            _look_in(os.getcwd())
            importlib.import_module(plugin)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = f"the plugin {plugin} cannot be imported: {_said(error)}"
        raise RunError(Diagnostic(PLUGIN, message, None)) from error


_OF_A_FILE = "plugin "  # begins the name of a module that no statement imports


def _import_file(path: Path) -> None:
    _look_in(str(path.parent))
    name = f"{_OF_A_FILE}{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)


def _look_in(folder: str) -> None:
    """Find modules there, as Python does beside the script that it executes."""
    if folder not in sys.path:
        sys.path.insert(0, folder)
