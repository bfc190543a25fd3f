"""Programs as functions of JAX's own operations, so that JAX can differentiate and vectorize them.

An op without such an operation is called as `jax.export` exports it: it has no derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stablehlo_tools.formats.jaxexport.operations import rule_of
from stablehlo_tools.formats.jaxexport.tracing import Arrays, Export, TracedProgram
from stablehlo_tools.interpret.checks.inputs import in_order
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.edit import defined_by
from stablehlo_tools.ir.operations import Function, Module, Operation, default_entry
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.shapes import tensor


def function_in_jax(module: Module, export: Export) -> Callable[..., Any]:
    """The entry of a program as a function of arrays, which returns a result or a tuple of them.

    It consists of JAX's operations if the program is of one process and of arrays of known sizes, else it is
    a call of the exported program.
    """
    entry = require_function(module, default_entry(module))
    if not _has_counterpart(module):
        call = export(module)
        return _with_results(call, entry, call.__name__)
    compiled = TracedProgram(module, rule_of, export).compiled(entry)

    def function(*arguments: Any) -> Arrays:
        arrays = _checked(entry, arguments)
        with _wide():
            return compiled(arrays)

    return _with_results(function, entry, entry.symbol)


def _wide() -> Any:
    """The context in which JAX keeps 64-bit types, which it narrows elsewhere."""
    import jax

    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    from jax.experimental import enable_x64  # its place in older versions

    return enable_x64()


def _with_results(call: Callable[..., Arrays], entry: Function, name: str) -> Callable[..., Any]:
    """A function that returns the only result of a call, or a tuple of all."""

    def function(*arguments: Any) -> Any:
        is_by_name = len(arguments) == 1 and isinstance(arguments[0], Mapping)
        results = call(*in_order(entry, arguments[0] if is_by_name else arguments))  # as `run` takes inputs
        return results[0] if len(results) == 1 else tuple(results)

    function.__name__ = function.__qualname__ = name
    return function


def _has_counterpart(module: Module) -> bool:
    counts = (module.attributes.get(name) for name in ("mhlo.num_partitions", "mhlo.num_replicas"))
    is_alone = all(not isinstance(count, Integer) or count.value == 1 for count in counts)
    return is_alone and all(map(_has_arrays, module.walk()))


def _has_arrays(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    types = [value.type for value in defined_by(operation)]
    if operation.attributes.get("has_side_effect") is True:
        return False
    is_known = op is not None or operation.name.partition(".")[0] in ("builtin", "func", "stablehlo")
    return is_known and not (op and op.communicates) and all(map(_is_array, types))


def _is_array(type: Type) -> bool:
    return isinstance(type, TensorType) and type.is_static and isinstance(type.element_type, ElementType)


def _checked(function: Function, arguments: Arrays) -> list[Any]:
    """The arguments as arrays of the types of a function. Raises TypeError for others."""
    count = len(function.arguments)
    if len(arguments) != count:
        raise TypeError(f"{function.symbol} takes {count} arguments, found {len(arguments)}")
    return [
        _array(index, argument, tensor(value))
        for index, (argument, value) in enumerate(zip(arguments, function.arguments, strict=True))
    ]


def _array(index: int, argument: Any, type: TensorType) -> Any:
    from jax import numpy as jnp

    dtype = dtype_of(type.element_type)
    with _wide():
        array = jnp.asarray(argument)
    if array.dtype != dtype:
        array = jnp.asarray(argument)  # numbers and arrays of numpy become what they are everywhere in JAX
    if (array.shape, array.dtype) != (type.static_shape, dtype):
        raise TypeError(f"argument {index} is {array.dtype}{[*array.shape]}, expected {type}")
    return array
