"""Programs as Python functions over `stablehlo_tools.ops`: traced, or inserted into an existing program.

    module = trace(lambda x, w: ops.dot(x, w), "tensor<8x16xf32>", "tensor<16x4xf32>")

    with before(operation):
        ops.negate(operation.operands[0])

Each op that is called is recorded: its rules are checked and the types of its results inferred then, so that
an error is raised where the op is called.
"""

from __future__ import annotations

import contextlib
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.eager import as_value, building, current_builder
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import expect, require_types
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.types import FutureType, TensorType, TokenType, TupleType, Type
from stablehlo_tools.text.statement.statement_parser import parse_type
from stablehlo_tools.verifier.builder import OpBuilder

_TYPES = (TensorType, TokenType, TupleType, FutureType)


def trace(function: Callable[..., Any], *arguments: Any, name: str = "main") -> Module:
    """The program that a Python function computes with `stablehlo_tools.ops`: a module with `@name`.

    Each argument is a type (`"tensor<8x16xf32>"`), something with a shape and a dtype, such as an array, or a
    list or dictionary of these, which the function takes in that form. The arguments of the program are all
    of them in order, those of dictionaries in the order of their keys; its results are what the function
    returns in the same way. `run` knows the arguments by name: `params['w']`. Raises `InferenceError` where
    a called op violates a rule, and `TypeError` for anything but types and values.
    """
    module = Module()
    builder = OpBuilder(module)
    if not callable(function):
        raise TypeError(f"expected a function, found {function!r}")
    if (symbol := getattr(function, "__name__", "")).isidentifier():
        module.attributes = {"sym_name": symbol}
    _define(builder, function, arguments, name)
    return module


def define(
    module: Module, function: Callable[..., Any], *arguments: Any, name: str, is_private: bool = True
) -> Function:
    """Trace a Python function into a module, as a function that others can `call`; see `trace`."""
    expect(Module, module)
    if module.function(name) is not None:
        raise ValueError(f"the module has a function @{name}")
    return _define(OpBuilder(module), function, arguments, name, is_private=is_private)


def _define(
    builder: OpBuilder,
    function: Callable[..., Any],
    arguments: Sequence[Any],
    name: str,
    *,
    is_private: bool = False,
) -> Function:
    paths = _names(function, arguments)
    leaves = [leaf for each, path in zip(arguments, paths, strict=True) for leaf in _leaves(each, path)]

    def body(*values: Value) -> Sequence[Value]:
        for value, leaf in zip(values, leaves, strict=True):
            value.location = Location("name", (leaf.path,))
        given = iter(values)
        with building(builder):
            returned = function(*(_in_form_of(each, given) for each in arguments))
        return [as_value(builder, leaf.found) for leaf in _leaves(returned, "result")]

    return builder.function(name, [_type_of(leaf) for leaf in leaves], body, is_private=is_private)


class _Leaf(NamedTuple):
    """A leaf, which is neither a list nor a dictionary, and the path to it."""

    path: str
    found: Any


def _names(function: Callable[..., Any], arguments: Sequence[Any]) -> Sequence[str]:
    """The names of the parameters that take these arguments. Raises TypeError if they do not fit."""
    names: list[str] = []
    for name, given in inspect.signature(function).bind(*arguments).arguments.items():
        is_rest = inspect.signature(function).parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
        names += [f"{name}[{index}]" for index in range(len(given))] if is_rest else [name]
    return names


def _leaves(tree: Any, path: str) -> Iterator[_Leaf]:
    """The leaves of lists and dictionaries, in the order in which JAX flattens them."""
    if isinstance(tree, Mapping):
        for key in sorted(tree):
            yield from _leaves(tree[key], f"{path}[{key!r}]")
    elif isinstance(tree, (list, tuple)) and not isinstance(tree, _TYPES):
        for index, each in enumerate(tree):
            yield from _leaves(each, f"{path}[{index}]")
    else:
        yield _Leaf(path, tree)


def _in_form_of(tree: Any, values: Iterator[Value]) -> Any:
    """The values in the lists and dictionaries that a tree consists of."""
    if isinstance(tree, Mapping):
        taken = {key: _in_form_of(tree[key], values) for key in sorted(tree)}
        return {key: taken[key] for key in tree}
    if isinstance(tree, (list, tuple)) and not isinstance(tree, _TYPES):
        return [_in_form_of(each, values) for each in tree]
    return next(values)


def _type_of(leaf: _Leaf) -> Type:
    """The type that an argument is, or has."""
    given = leaf.found
    if isinstance(given, str):
        return parse_type(given)
    if isinstance(given, _TYPES):
        return given
    if isinstance(given, (Value, Dense)):
        return given.type
    if hasattr(given, "shape") and hasattr(given, "dtype"):  # also jax.ShapeDtypeStruct
        return TensorType(tuple(given.shape), element_type_of(np.dtype(given.dtype)))
    raise TypeError(f'{leaf.path}: expected a type such as "tensor<2x3xf32>", or an array, found {given!r}')


def before(operation: Operation) -> contextlib.AbstractContextManager[None]:
    """Within it, ops that are called are inserted before an operation, with its location.

    Raises ValueError for an operation in no block.
    """
    return _inserting(operation, operation.location)


def after(operation: Operation) -> contextlib.AbstractContextManager[None]:
    """Within it, ops that are called are inserted after an operation, with its location.

    Raises ValueError for an operation that ends a block, or is not in a block.
    """
    operations = operation.block.operations if operation.block else []
    following = [next_ for each, next_ in itertools.pairwise(operations) if each is operation]
    if not following:
        raise ValueError(f"cannot insert after {operation!r}: it ends a block, or is not in a block")
    return _inserting(following[0], operation.location)


def _inserting(before: Operation, location: Location) -> contextlib.AbstractContextManager[None]:
    expect(Operation, before)
    if before.block is None:
        raise ValueError(f"{before!r} is not in a block")
    module = before.root
    builder = OpBuilder(module if isinstance(module, Module) else None, before)
    builder.location = location
    return building(builder)


def insert(operation: Operation) -> Any:
    """Insert an operation, such as a copy, like an op that is called; its result, or a tuple of several.

    Raises RuntimeError outside of `trace`, `define`, `before` and `after`; ValueError for an operation that
    is already in a block.
    """
    builder = current_builder()
    if operation.block is not None:
        raise ValueError(f"{operation!r} is already in a block: insert a copy of it, or use ir.move")
    builder.place([operation])
    return _results(operation.results)


def call(function: Function, *operands: Any) -> Any:
    """Call a function of the module that is built; its result, or a tuple of several.

    Raises RuntimeError outside of `trace`, `define`, `before` and `after`; ValueError for operands of other
    types than the function takes, and for a function of another module.
    """
    builder = current_builder()
    values = [as_value(builder, each) for each in operands]
    require_types(function, values)
    if function.parent is not builder.module:
        raise ValueError(f"@{function.symbol} belongs to another module: use ir.splice")
    return _results(builder.call(function, values))


def _results(values: Sequence[Value]) -> Any:
    return values[0] if len(values) == 1 else tuple(values)
