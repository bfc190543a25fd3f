"""Eager mode: single ops on numpy arrays, verified and computed as in programs (`stablehlo_tools.ops`).

    from stablehlo_tools import ops

    ops.dot_general(lhs, rhs, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0])
    ops.reduce([x], [0.0], dimensions=[1], body=ops.maximum)
    ops.convert(x, result="bf16")

Operands are positional, in the order of the specification, with a list for a variadic operand; attributes
and regions are keyword arguments with the specification's names. A region is a Python function: the ops that
it calls on its arguments form the region. Within `building`, as in regions, ops take values of a program and
return new ones (`interpret/tracing`). Python numbers, and lists of them, become f32, i32 (i64 if too large),
complex<f32> or i1; a number among tensors of an elementwise op has their type. A tuple is passed to an op
that takes a tuple, and None is a token.
"""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import functools
import inspect
import keyword
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.formula.solve import infer_arguments
from stablehlo_tools.interpret import execute
from stablehlo_tools.interpret.plans.steps import Named
from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import UNREADABLE, Value
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    FutureType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
)
from stablehlo_tools.ops.model.schema import REQUIRED, Op, OperandRule
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.statement.statement_parser import parse_type
from stablehlo_tools.verifier.builder import OpBuilder

_DIALECTS = ("stablehlo", "chlo")


# Takes an op that is called, with its operands and its named arguments, in place of computing it.
Record = Callable[[Op, Sequence[Any], Mapping[str, Any]], Any]
_record: contextvars.ContextVar[Record | None] = contextvars.ContextVar("record", default=None)


@contextlib.contextmanager
def recording(record: Record) -> Iterator[None]:
    """Within it, ops that are called are recorded, in this thread or task, and not computed."""
    token = _record.set(record)
    try:
        yield
    finally:
        _record.reset(token)


class OpRecorder:
    """Records ops: they take values, are appended to the current region of a builder, and return values."""

    def __init__(self, builder: OpBuilder) -> None:
        self.builder = builder

    def __call__(self, op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Append an op. Return its result, or a tuple of several."""

        def value_of(operand: Any, rule: OperandRule) -> Value:
            return as_value(self.builder, operand)

        values = _map_operands(value_of, op, operands)
        return _unpack_results(_append(self.builder, op, values, named), op)


def building(builder: OpBuilder) -> contextlib.AbstractContextManager[None]:
    """A context in which called ops are appended to the current region of a builder."""
    return recording(OpRecorder(builder))


def current_builder() -> OpBuilder:
    """The builder to which ops are appended. Raises RuntimeError if ops are computed instead."""
    record = _record.get()
    if not isinstance(record, OpRecorder):
        raise RuntimeError("no program is built here: see `ir.trace` and `ir.before`")
    return record.builder


def names() -> list[str]:
    """The names of all ops as functions; Python keywords have the suffix `_`."""
    ours = {op.mnemonic for op in OPS.values() if op.name.partition(".")[0] in _DIALECTS}
    return sorted(name + "_" * keyword.iskeyword(name) for name in ours)


def function_of(name: str) -> Callable[..., Any]:
    """The op as a function of numpy arrays. Raises LookupError for an unknown name."""
    return _function(op_of(name))


def op_of(name: str) -> Op:
    """The op for a function name. Raises LookupError for an unknown name."""
    plain = name.removesuffix("_")
    mnemonic = plain if keyword.iskeyword(plain) else name
    for dialect in _DIALECTS:
        for op in OPS.values():
            if op.name.startswith(dialect) and op.mnemonic == mnemonic:
                return op
    raise LookupError(name)


@functools.cache
def _function(op: Op) -> Callable[..., Any]:
    def function(*operands: Any, **named: Named) -> Any:
        return _apply(op, operands, named)

    function.__name__ = function.__qualname__ = op.mnemonic + "_" * keyword.iskeyword(op.mnemonic)
    function.__doc__ = op.documentation
    function.__signature__ = _signature(op)  # type: ignore[attr-defined]
    return function


def _signature(op: Op) -> inspect.Signature:
    kind = inspect.Parameter
    required = {name: kind.empty for name, _ in op.regions}
    optional = {field.name: _default(field.default) for field in op.attributes}
    results = {output.name: None for output in op.outputs}
    named = {**results, **optional, **required}
    first = "value" if op.is_constant else None  # which is all that one says of it
    return inspect.Signature(
        [
            *(kind(operand.name, kind.POSITIONAL_ONLY) for operand in op.operands),
            *(kind(name, kind.POSITIONAL_OR_KEYWORD) for name in named if name == first),
            *(kind(name, kind.KEYWORD_ONLY, default=named[name]) for name in named if name != first),
        ]
    )


def _default(default: Any) -> Any:
    if default is REQUIRED:
        return inspect.Parameter.empty
    return None if callable(default) else default


def _apply(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
    signature = _signature(op)
    if unknown := next((name for name in named if name not in signature.parameters), None):
        message, near = f"{op.mnemonic} has no argument {unknown!r}", closest(unknown, signature.parameters)
        raise TypeError(with_suggestion(message, near, f"it takes {signature}"))
    try:
        bound = signature.bind(*operands, **named)
    except TypeError as error:
        raise TypeError(f"{op.mnemonic}: {error}; it takes {signature}") from None
    if not op.operands:
        operands, named = (), bound.arguments
    if op.elementwise:
        operands = [_like(operand, operands) if _is_number(operand) else operand for operand in operands]
    record = _record.get()
    return _compute(op, operands, named) if record is None else record(op, operands, named)


def _is_number(operand: Any) -> bool:
    return isinstance(operand, (int, float, complex)) and not isinstance(operand, (bool, np.generic))


def _like(number: Any, operands: Sequence[Any]) -> Any:
    """A number as a constant of the type of the first operand whose elements can be it; itself if none is."""
    for operand in operands:
        is_typed = isinstance(operand, (Value, Dense, np.ndarray))
        type = operand.type if isinstance(operand, (Value, Dense)) else is_typed and _typed_array(operand)[1]
        if isinstance(type, TensorType) and type.is_static and _can_be(number, type):
            return Dense.from_array(np.full(type.static_shape, number, dtype_of(type.element_type)), type)
    return number


def _can_be(number: Any, type: TensorType) -> bool:
    kind = "" if isinstance(type.element_type, QuantizedType) else type.element_type.kind
    return kind in ("float", "complex") or (isinstance(number, int) and kind in ("signed", "unsigned"))


def _compute(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """Build a program of one op, and execute it."""
    arrays: list[Array] = []
    types: list[Type] = []

    def parameter(operand: Any, rule: OperandRule) -> int:
        array, type = _typed_array(operand, rule)
        arrays.append(array)
        types.append(type)
        return len(arrays) - 1

    numbers = _map_operands(parameter, op, operands)
    builder = OpBuilder()

    def body(*arguments: Value) -> Sequence[Value]:
        values = _map_operands(lambda number, rule: arguments[number], op, numbers)
        return _append(builder, op, values, named)

    builder.function("main", types, body)
    return _unpack_results(execute(builder.module, arrays), op)


def _append(builder: OpBuilder, op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> list[Value]:
    attributes = {field.name: named[field.name] for field in op.attributes if field.name in named}
    inputs = _region_inputs(op, operands, named)
    regions = [
        builder.region(inputs[name], _body(builder, function))
        for name, rule in op.regions
        for function in (named[name] if rule.variadic else (named[name],))
    ]
    hints = [named.get(output.name) for output in op.outputs]
    if op.is_constant:
        attributes["value"] = _constant(named["value"], *hints)
        hints = [hints[0] or attributes["value"].type]
    results = [] if all(hint is None for hint in hints) else [_hint(hint) for hint in hints]
    try:
        return builder.add(op.name, operands, attributes, regions=regions, results=results)
    except InferenceError as error:
        raise _with_help(op, error) from None


def _constant(value: Any, output: Any) -> Dense:
    """The elements of a constant; Python numbers are converted to its type, and a single one is repeated."""
    array, own = _typed_array(value)
    assert isinstance(own, TensorType)
    target = own if output is None else _hint(output)
    if isinstance(target, TensorType) and target.shape is None:
        target = dataclasses.replace(target, shape=own.shape)
    if not isinstance(target, TensorType) or not target.is_static:
        raise TypeError(f"constant: expected a static tensor type, found {target}")
    if _is_of_python(value) and all(_can_be(number, target) for number in array.ravel().tolist()):
        own = dataclasses.replace(own, element_type=target.element_type)
        array = np.asarray(value, dtype_of(target.element_type))
    if own.shape == ():
        array, own = np.full(target.static_shape, array), dataclasses.replace(own, shape=target.shape)
    if own != target and not isinstance(target.element_type, QuantizedType):
        raise TypeError(f"constant: the value is a {own}, not a {target}")
    return Dense.from_array(array, own)


def _with_help(op: Op, error: InferenceError) -> InferenceError:
    """The error, with the missing result type as a hint if the types of the results cannot be inferred."""
    found = error.diagnostic
    if found.code != f"{op.mnemonic}_undetermined":
        return error
    output = next((output for output in op.outputs if f" {output.name} " in found.message), op.outputs[0])
    type = '["tensor<...>", ...]' if output.rule.variadic else '"tensor<...>"'
    return InferenceError(dataclasses.replace(found, message=f"{found.message}: write {output.name}={type}"))


def _body(builder: OpBuilder, function: Callable[..., Any]) -> Callable[..., Sequence[Value]]:
    """A region builder for a function of values."""

    def build(*arguments: Value) -> Sequence[Value]:
        with building(builder):
            returned = function(*arguments)
        values = returned if isinstance(returned, (tuple, list)) else (returned,)
        return [as_value(builder, value) for value in values]

    return build


def _region_inputs(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Mapping[str, Sequence[Type]]:
    """The types of the arguments of regions: by the rules, or else two elements of each first operand."""
    types: dict[str, Any] = {
        declared.name: operand.type if isinstance(operand, Value) else tuple(value.type for value in operand)
        for declared, operand in zip(op.operands, operands, strict=True)
    }
    first, *others = [group if isinstance(group, tuple) else (group,) for group in types.values()] or [()]
    usual = [*map(_element, first[:1] if op.communicates else first)] * 2
    if op.name == "chlo.scan":
        usual = [*(_slice(type, named["dimension"]) for type in first), *others[0]]
    return {**{name: usual for name, _ in op.regions}, **infer_arguments(op, types)}


def _element(type: Type) -> Type:
    return TensorType((), type.element_type) if isinstance(type, TensorType) else type


def _slice(type: Type, dimension: int) -> Type:
    if not isinstance(type, TensorType) or type.shape is None:
        return type
    return TensorType((*type.shape[:dimension], *type.shape[dimension + 1 :]), type.element_type)


# -- operands and results ---------------------------------------------------------------------------


def _map_operands(function: Callable[[Any, OperandRule], Any], op: Op, operands: Sequence[Any]) -> list[Any]:
    """The results of the function for each operand and its rule, in a list for a variadic operand."""
    mapped: list[Any] = []
    for declared, operand in zip(op.operands, operands, strict=True):
        if not declared.rule.variadic:
            mapped.append(function(operand, declared.rule))
        elif np.iterable(operand):
            mapped.append([function(each, declared.rule) for each in operand])
        else:
            raise TypeError(f"{op.mnemonic}: expected a list for {declared.name}, found {operand!r}")
    return mapped


_ANY_OPERAND = OperandRule()


def _typed_array(operand: Any, rule: OperandRule = _ANY_OPERAND) -> tuple[Any, Type]:
    """The operand as a numpy array, with its type; a `Dense` has its own type."""
    if isinstance(operand, Dense):
        return operand.array, operand.type
    if isinstance(operand, Value):
        raise TypeError(f"{operand!r} has no elements: call ops on it within `ir.before(operation)`")
    if operand is None and rule.token:
        return None, TokenType()
    if isinstance(operand, tuple) and rule.tuple:
        arrays, types = (
            zip(*[_typed_array(element, rule) for element in operand], strict=True) if operand else ((), ())
        )
        return arrays, TupleType(types)
    array = np.asarray(operand)
    if array.dtype == object:
        raise TypeError(f"expected an array of numbers, found {operand!r}")
    array = _in_default_type(array) if _is_of_python(operand) else array
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    return array, TensorType(array.shape, element_type_of(array.dtype))


def _is_of_python(operand: Any) -> bool:
    """Whether the operand is an untyped Python number, or a list of them."""
    if isinstance(operand, (list, tuple)):
        return all(map(_is_of_python, operand))
    return isinstance(operand, (int, float, complex)) and not isinstance(operand, np.generic)


_DEFAULT_DTYPES = {"f": np.float32, "c": np.complex64, "i": np.int32}


def _in_default_type(array: Array) -> Array:
    """The array in its default 32-bit type; unchanged if an integer does not fit."""
    with np.errstate(over="ignore"):
        converted = array.astype(_DEFAULT_DTYPES.get(array.dtype.kind, array.dtype))
    return array if array.dtype.kind == "i" and (converted != array).any() else converted


def as_value(builder: OpBuilder, operand: Any) -> Value:
    """The value that an operand is, or a new constant of its elements."""
    if isinstance(operand, Value):
        return operand
    array, type = _typed_array(operand)
    assert isinstance(type, TensorType)
    return builder.constant(operand if isinstance(operand, Dense) else Dense.from_array(array, type))


def _hint(hint: Any) -> Any:
    """The result type that a caller specifies: a type, an element type, or a list for a variadic result."""
    if isinstance(hint, (list, tuple)):
        return [_hint(element) for element in hint]
    if hint is None:
        return UNREADABLE
    if isinstance(hint, (TensorType, TokenType, TupleType, FutureType)):
        return hint
    if isinstance(hint, str) and hint not in ELEMENT_TYPES:
        return parse_type(hint)
    return TensorType(None, ELEMENT_TYPES[hint] if isinstance(hint, str) else element_type_of(hint))


def _unpack_results(values: Sequence[Any], op: Op) -> Any:
    """The only result, or a tuple of results."""
    is_one = len(op.outputs) == 1 and not op.outputs[0].rule.variadic
    return values[0] if is_one else tuple(values)
