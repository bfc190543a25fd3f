"""Single ops on numpy arrays, verified by their rules and computed as programs are: `stablehlo_tools.ops`.

    from stablehlo_tools import ops

    ops.dot_general(lhs, rhs, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0])
    ops.reduce([x], [0.0], dimensions=[1], body=ops.maximum)
    ops.convert(x, result="bf16")

Operands are positional, in the order of the specification, a list for a variadic one; attributes and
regions are keywords with the specification's names. A region is a function of as many arguments as the
region has: the ops that it calls on them make up the region. Numbers of Python, and lists of them, are f32,
i32 (i64 where that is too small), complex<f32> or i1; a tuple is a tuple to an op that takes one, and None is
a token.
"""

from __future__ import annotations

import contextvars
import dataclasses
import functools
import inspect
import keyword
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.interpret import execute
from stablehlo_tools.ir.constants import Dense, element_type_of
from stablehlo_tools.ir.operations import UNREADABLE, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, FutureType, TensorType, TokenType, TupleType, Type
from stablehlo_tools.ops.declare import REQUIRED, Op, OperandRule
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax.fragments import parse_type
from stablehlo_tools.transform.builder import OpBuilder

Array = npt.NDArray[Any]

_DIALECTS = ("stablehlo", "chlo")


class Symbolic:
    """A value of a region under construction, which has no elements yet."""

    def __init__(self, value: Value) -> None:
        self.value = value

    @property
    def type(self) -> Type:
        """The type that the rules give it."""
        return self.value.type


_building: contextvars.ContextVar[OpBuilder | None] = contextvars.ContextVar("building", default=None)


def names() -> list[str]:
    """The names of all ops that there are as functions; those that Python reserves end in `_`."""
    ours = {op.mnemonic for op in OPS.values() if op.name.partition(".")[0] in _DIALECTS}
    return sorted(name + "_" * keyword.iskeyword(name) for name in ours)


def function_of(name: str) -> Callable[..., Any]:
    """The op as a function of numpy arrays. Raises LookupError for what is no op."""
    return _function(op_of(name))


def op_of(name: str) -> Op:
    """The op that a function stands for. Raises LookupError for what is none."""
    plain = name.removesuffix("_")
    mnemonic = plain if keyword.iskeyword(plain) else name
    for dialect in _DIALECTS:
        for op in OPS.values():
            if op.name.startswith(dialect) and op.mnemonic == mnemonic:
                return op
    raise LookupError(name)


@functools.cache
def _function(op: Op) -> Callable[..., Any]:
    def function(*operands: Any, **named: Any) -> Any:
        return _apply(op, operands, named)

    function.__name__ = function.__qualname__ = op.mnemonic + "_" * keyword.iskeyword(op.mnemonic)
    function.__doc__ = op.documentation
    function.__signature__ = _signature(op)  # type: ignore[attr-defined]
    return function


def _signature(op: Op) -> inspect.Signature:
    kind = inspect.Parameter
    required = {name: kind.empty for name, _ in op.regions}
    optional = {field.name: _shown(field.default) for field in op.attributes}
    results = {output.name: None for output in op.outputs}
    named = {**results, **optional, **required}
    return inspect.Signature(
        [
            *(kind(operand.name, kind.POSITIONAL_ONLY) for operand in op.operands),
            *(kind(name, kind.KEYWORD_ONLY, default=default) for name, default in named.items()),
        ]
    )


def _shown(default: Any) -> Any:
    if default is REQUIRED:
        return inspect.Parameter.empty
    return None if callable(default) else default


def _apply(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
    try:
        _signature(op).bind(*operands, **named)
    except TypeError as error:
        raise TypeError(f"{op.mnemonic}: {error}") from None
    builder = _building.get()
    if builder is None:
        return _computed(op, operands, named)

    def symbolic(operand: Any, rule: OperandRule) -> Value:
        return _symbolic_operand(builder, operand)

    values = _mapped(symbolic, op, operands)
    return _returned([Symbolic(value) for value in _added(builder, op, values, named)], op)


def _computed(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """Build a program of the one op, and execute it."""
    arrays: list[Array] = []
    types: list[Type] = []

    def parameter(operand: Any, rule: OperandRule) -> int:
        array, type = _typed(operand, rule)
        arrays.append(array)
        types.append(type)
        return len(arrays) - 1

    numbers = _mapped(parameter, op, operands)
    builder = OpBuilder()

    def body(*arguments: Value) -> Sequence[Value]:
        values = _mapped(lambda number, rule: arguments[number], op, numbers)
        return _added(builder, op, values, named)

    builder.function("main", types, body)
    return _returned(execute(builder.module, arrays), op)


def _added(builder: OpBuilder, op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> list[Value]:
    attributes = {field.name: named[field.name] for field in op.attributes if field.name in named}
    inputs = _region_inputs(op, operands, named)
    regions = [
        builder.region(inputs, _body(builder, function))
        for name, rule in op.regions
        for function in (named[name] if rule.variadic else (named[name],))
    ]
    hints = [named.get(output.name) for output in op.outputs]
    results = [] if all(hint is None for hint in hints) else [_hint(hint) for hint in hints]
    try:
        return builder.add(op.name, operands, attributes, regions=regions, results=results)
    except InferenceError as error:
        raise _with_help(op, error) from None


def _with_help(op: Op, error: InferenceError) -> InferenceError:
    """The error, which says what to write if it is that nothing says what the results are."""
    found = error.diagnostic
    if found.code != f"{op.mnemonic}_undetermined":
        return error
    output = next((output for output in op.outputs if f" {output.name} " in found.message), op.outputs[0])
    type = '["tensor<...>", ...]' if output.rule.variadic else '"tensor<...>"'
    return InferenceError(dataclasses.replace(found, message=f"{found.message}: write {output.name}={type}"))


def _body(builder: OpBuilder, function: Callable[..., Any]) -> Callable[..., Sequence[Value]]:
    """What builds a region from a function of symbolic values."""

    def build(*arguments: Value) -> Sequence[Value]:
        token = _building.set(builder)
        try:
            returned = function(*map(Symbolic, arguments))
        finally:
            _building.reset(token)
        values = returned if isinstance(returned, (tuple, list)) else (returned,)
        return [_symbolic_operand(builder, value) for value in values]

    return build


def _region_inputs(op: Op, operands: Sequence[Any], named: Mapping[str, Any]) -> list[Type]:
    """What the regions of an op take: two elements of each of its first operands, unless it is listed."""
    groups = [[operand] if isinstance(operand, Value) else operand for operand in operands]
    types = [[value.type for value in group] for group in groups]
    if op.name in _WHOLE:
        return [type for group in types for type in group]
    if not types or op.name in _NOTHING:
        return []
    elements = list(map(_element, types[0]))
    if op.name == "chlo.scan":
        return [*(_slice(type, named["dimension"]) for type in types[0]), *types[1]]
    if op.name == "stablehlo.map":
        return elements
    return [type for type in elements for _ in range(2)] if op.name == "stablehlo.sort" else elements * 2


_WHOLE = ("stablehlo.while", "stablehlo.async_start")
_NOTHING = ("stablehlo.if", "stablehlo.case")


def _element(type: Type) -> Type:
    return TensorType((), type.element_type) if isinstance(type, TensorType) else type


def _slice(type: Type, dimension: int) -> Type:
    if not isinstance(type, TensorType) or type.shape is None:
        return type
    return TensorType((*type.shape[:dimension], *type.shape[dimension + 1 :]), type.element_type)


# -- operands and results ---------------------------------------------------------------------------


def _mapped(function: Callable[[Any, OperandRule], Any], op: Op, operands: Sequence[Any]) -> list[Any]:
    """What the function makes of each operand, and of each of a variadic one, with what it has to be."""
    mapped: list[Any] = []
    for declared, operand in zip(op.operands, operands, strict=True):
        if not declared.rule.variadic:
            mapped.append(function(operand, declared.rule))
        elif np.iterable(operand):
            mapped.append([function(each, declared.rule) for each in operand])
        else:
            raise TypeError(f"{op.mnemonic}: {declared.name} is a list, not {operand!r}")
    return mapped


_PLAIN = OperandRule()


def _typed(operand: Any, rule: OperandRule = _PLAIN) -> tuple[Any, Type]:
    """An array, or what numpy makes one of, and its type; a `Dense` says itself what it holds."""
    if isinstance(operand, Dense):
        return operand.array, operand.type
    if operand is None and rule.token:
        return None, TokenType()
    if isinstance(operand, tuple) and rule.tuple:
        arrays, types = zip(*[_typed(each, rule) for each in operand], strict=True) if operand else ((), ())
        return arrays, TupleType(types)
    array = np.asarray(operand)
    if array.dtype == object:
        raise TypeError(f"{operand!r} is no array of numbers")
    array = _of_usual_type(array) if _is_of_python(operand) else array
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    return array, TensorType(array.shape, element_type_of(array.dtype))


def _is_of_python(operand: Any) -> bool:
    """Whether it is a number of Python, which does not say its type, or a list of such."""
    if isinstance(operand, (list, tuple)):
        return all(map(_is_of_python, operand))
    return isinstance(operand, (int, float, complex)) and not isinstance(operand, np.generic)


_USUAL = {"f": np.float32, "c": np.complex64, "i": np.int32}


def _of_usual_type(array: Array) -> Array:
    """The array in 32 bits, if its integers are not too large for that."""
    with np.errstate(over="ignore"):
        usual = array.astype(_USUAL.get(array.dtype.kind, array.dtype))
    return array if array.dtype.kind == "i" and (usual != array).any() else usual


def _symbolic_operand(builder: OpBuilder, operand: Any) -> Value:
    if isinstance(operand, Symbolic):
        return operand.value
    array, type = _typed(operand)
    assert isinstance(type, TensorType)
    return builder.constant(Dense.from_array(array, type))


def _hint(hint: Any) -> Any:
    """What a caller says of a result: its type, or only the element type; of a variadic one, a list."""
    if isinstance(hint, (list, tuple)):
        return [_hint(each) for each in hint]
    if hint is None:
        return UNREADABLE
    if isinstance(hint, (TensorType, TokenType, TupleType, FutureType)):
        return hint
    if isinstance(hint, str) and hint not in ELEMENT_TYPES:
        return parse_type(hint)
    return TensorType(None, ELEMENT_TYPES[hint] if isinstance(hint, str) else element_type_of(hint))


def _returned(values: Sequence[Any], op: Op) -> Any:
    """The one result, or a tuple of results."""
    is_one = len(op.outputs) == 1 and not op.outputs[0].rule.variadic
    return values[0] if is_one else tuple(values)
