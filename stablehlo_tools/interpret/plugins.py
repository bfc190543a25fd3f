"""Plugins: implementations of custom calls in Python.

    @stablehlo_tools.custom_call("acme.scale")
    def scale(operands, attributes, results):
        return operands[0] * attributes["backend_config"]["factor"]

Within `with scope():`, it is registered only until the end of the block.
Errors in plugins are reported with the code `PLUGIN`.
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

from stablehlo_tools.diagnostics.diagnostic import PLUGIN, Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.arrays import read_only
from stablehlo_tools.interpret.plans.compiler import CompiledFunction
from stablehlo_tools.ir.arrays import described, is_of
from stablehlo_tools.ir.attributes import UNIT, DenseArray, Enumeration, Float, Integer, Symbol, TypedString
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import TensorType, TupleType, Type
from stablehlo_tools.ops.model.schema import Failed
from stablehlo_tools.ops.stablehlo.custom_call import scope

Function = Callable[[Sequence[Any], Mapping[str, Any], Sequence[Any]], Any]
F = TypeVar("F", bound=Function)


def custom_call(*names: str, override: bool = False) -> Callable[[F], F]:
    """Register a function as the implementation of the custom call targets `names`, to the end of a `scope`.

    Its arguments are the operands, which are read-only arrays; the attributes `call_target_name`,
    `has_side_effect`, `api_version`, `called_computations` and `backend_config`, a dictionary of Python
    values or a string, as in the call; and the types of the results. It returns an array, or a sequence
    with an array for each result, of exactly these types; None stands for a token.

    Raises ValueError for a target that is built in, unless `override` is set.
    """

    def register(function: F) -> F:
        def target(operands: Sequence[Any], attributes: Mapping[str, Any], types: Sequence[Type]) -> Any:
            name = attributes["call_target_name"]
            try:
                return _results(name, function(operands, _plain(attributes), types), types)
            except (Failed, MemoryError, KeyboardInterrupt):
                raise
            except BaseException as error:  # sys.exit() would end the run with status 0
                raise Failed(PLUGIN, f"plugin for @{name} failed: {_describe(error)}") from error

        from stablehlo_tools.ops.targets import register_targets  # which knows those that are built in

        register_targets(names, target, override=override)
        return function

    return register


def _plain(attribute: Any) -> Any:
    """An attribute as a Python value or an array, if it has an equivalent; else unchanged."""
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
    if isinstance(attribute, Dense) and attribute.has_array:
        return attribute.array
    return True if attribute is UNIT else attribute


def _results(name: str, returned: Any, types: Sequence[Type]) -> list[Any]:
    """The values returned by a plugin, one per result. Raises Failed for wrong counts and types."""
    if not isinstance(returned, (tuple, list)):
        returned = [] if returned is None and not types else [returned]
    if len(returned) != len(types):
        message = f"plugin for @{name} returned {plural(len(returned), 'result')}, expected {len(types)}"
        raise Failed(PLUGIN, message)
    return [_check_result(*pair, f"plugin for @{name}") for pair in zip(returned, types, strict=True)]


def _check_result(value: Any, type: Type, whose: str) -> Any:
    """A result of a plugin as a read-only array, since the plugin may keep it."""
    if isinstance(type, TupleType) and isinstance(value, tuple) and len(value) == len(type.types):
        return tuple(_check_result(*pair, whose) for pair in zip(value, type.types, strict=True))
    if isinstance(type, TensorType) and value is not None:
        array = np.asarray(value)
        if is_of(array, type):
            return read_only(array)
        value = described(array)
    elif value is None and not isinstance(type, (TensorType, TupleType)):
        return None
    raise Failed(PLUGIN, f"{whose} returned {value}, expected {type}")


def _describe(error: BaseException) -> str:
    """An exception in words, with the line of the plugin, or of its callee, that raised it."""
    try:
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
    except Exception:  # noqa: BLE001 - __str__ may be the plugin's, too
        text = type(error).__name__
    ours = (__file__, importlib.__file__)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename not in ours]
    frames = [frame for frame in frames if not frame.filename.startswith("<frozen")]
    return f"{text} ({frames[-1].filename}:{frames[-1].lineno})" if frames else text


# --- plugins by name --------------------------------------------------------------------------------


@contextlib.contextmanager
def load(*plugins: str) -> Iterator[None]:
    """Import plugins, each a file `x.py` or a module on the path, for the duration of the block.

    A plugin may import modules beside it; sys.path is restored at the end. Raises RunError for a plugin that
    cannot be imported.
    """
    path, modules = [*sys.path], {*sys.modules}
    with scope():
        try:
            for plugin in plugins:
                _import_plugin(plugin)
            yield
        finally:
            sys.path[:] = path
            for name in {*sys.modules} - modules:
                # so that it is executed again when reloaded
                if name in plugins or name.startswith(_FILE_MODULE_PREFIX):
                    del sys.modules[name]


def _import_plugin(plugin: str) -> None:
    try:
        if plugin.endswith(".py"):
            _import_file(Path(os.path.abspath(plugin)))
        else:
            _add_to_path(os.getcwd())
            importlib.import_module(plugin)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = f"cannot import plugin {plugin}: {_describe(error)}"
        raise RunError(Diagnostic(PLUGIN, message, None)) from error


_FILE_MODULE_PREFIX = "plugin "  # the prefix of module names that cannot be imported by a statement


def _import_file(path: Path) -> None:
    _add_to_path(str(path.parent))
    name = f"{_FILE_MODULE_PREFIX}{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)


def _add_to_path(folder: str) -> None:
    """Add a directory to sys.path, as Python does with that of a script."""
    if folder not in sys.path:
        sys.path.insert(0, folder)
