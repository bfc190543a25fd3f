"""Programs in the element types that an engine's arrays have: `main` converts others from and to integers.

No array library but ml_dtypes knows bf16, f8 and i4, and neither tokens nor tuples are arrays. The function
to execute becomes `main`, whose arguments and results are plain arrays:

    bf16, f8E4M3FN ...   ui16, ui8        stablehlo.bitcast_convert
    f4E2M1FN             ui8              stablehlo.convert to ui4, stablehlo.bitcast_convert
    i4, ui2 ...          i8, ui8          stablehlo.convert
    i1                   ui8              stablehlo.convert     for engines without it
    complex<f32>         f32, f32         stablehlo.complex     for engines without it
    tuple<T, U>          those of T, U    stablehlo.tuple
    !stablehlo.token     nothing          stablehlo.after_all
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.engines.layout import ENGINE_PROCESSES
from stablehlo_tools.interpret.checks.inputs import UNSUPPORTED_TYPE
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, dtype_of, from_bits, to_bits
from stablehlo_tools.ir.attributes import Attribute, Integer, TypeAttribute
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import insert_before, replace_uses, set_arguments
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.symbols import needed_functions, rename_function, require_function, unused_name
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    I32,
    ElementType,
    FunctionType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    element_type_named,
    part_of,
)
from stablehlo_tools.verifier.builder import OpBuilder

# The types that DLPack, and the buffers of Python, can describe.
PLAIN: Final = frozenset(
    ["i1", "f16", "f32", "f64", "complex<f32>", "complex<f64>"]
    + [f"{sign}{bits}" for sign in ("i", "ui") for bits in (8, 16, 32, 64)]
)


@dataclass(frozen=True)
class PlainProgram:
    """A module whose `main` takes and returns plain arrays, and the types of the function that it was."""

    module: Module
    inputs: tuple[Type, ...]
    results: tuple[Type, ...]
    native: Collection[str]

    @property
    def plain_results(self) -> list[TensorType]:
        """The types of the arrays that `main` returns."""
        return [plain for type in self.results for plain in _plain_types(type, self.native)]

    def encode(self, inputs: Sequence[Any]) -> list[Array]:
        """The arrays that `main` takes for the inputs of the function."""
        pairs = zip(inputs, self.inputs, strict=True)
        return [array for value, type in pairs for array in _encode(value, type, self.native)]

    def decode(self, results: Sequence[Array]) -> list[Any]:
        """The results of the function, from the arrays that `main` returns."""
        arrays = iter(results)
        return [_decode(arrays, type, self.native) for type in self.results]


def require_single(engine: str, function: Function, options: RunOptions) -> None:
    """Raise EngineError if the options ask for several processes or devices, of an engine without them."""
    what = "programs of a single process" if options.num_processes != 1 else ""
    is_single = (options.num_devices or 1) == 1 and options.distributed is None
    what = what or ("" if is_single else "on a single device")
    if what:
        message = f"engine {engine} executes {what} only"
        raise EngineError(Diagnostic(ENGINE_PROCESSES, message, function.span, unsupported=True))


def plain_program(
    module: Module, function: Function, native: Collection[str] = PLAIN, kept: Collection[str] = ()
) -> PlainProgram:
    """A copy of a module whose `main` is `function`, on arrays of the element types `native` only.

    Attributes of arguments and results that are named in `kept` remain if a single array carries the value.
    Raises `EngineError` for a type that cannot be converted.
    """
    inputs, results = function.type.inputs, function.type.results
    copy = clone(module)
    alone(copy, function.symbol)
    main = require_function(copy, "main")
    _convert_arguments(main, native)
    _convert_results(main, native)
    taken = tuple(argument.type for argument in main.arguments)
    given = tuple(plain for type in results for plain in _plain_types(type, native, function))
    # names and donation are the caller's; the types of `main` say the rest
    by_name = {
        "arg_attrs": _attributes_of_arrays(inputs, function.argument_attributes, native, kept),
        "res_attrs": _attributes_of_arrays(results, function.result_attributes, native, kept),
    }
    attributes = {name: each for name, each in by_name.items() if any(each)}
    main.attributes = {
        "sym_name": "main", "function_type": TypeAttribute(FunctionType(taken, given)), **attributes
    }  # fmt: skip
    return PlainProgram(copy, inputs, results, native)


def _attributes_of_arrays(
    types: Sequence[Type],
    attributes_of: Callable[[int], Mapping[str, Attribute]],
    native: Collection[str],
    kept: Collection[str],
) -> tuple[dict[str, Attribute], ...]:
    """The attributes of the arrays that stand for values of these types."""
    dictionaries: list[dict[str, Attribute]] = []
    for index, type in enumerate(types):
        attributes = {name: each for name, each in attributes_of(index).items() if name in kept}
        plain = _plain_types(type, native)
        dictionaries += [attributes if len(plain) == 1 else {} for _ in plain]
    return tuple(dictionaries)


# --- arrays ---------------------------------------------------------------------------------------------


def _plain_types(type: Type, native: Collection[str], function: Function | None = None) -> list[TensorType]:
    """The types of the arrays that stand for a value of this type."""
    if isinstance(type, TokenType):
        return []
    if isinstance(type, TupleType):
        return [plain for element in type.types for plain in _plain_types(element, native, function)]
    if isinstance(type, TensorType) and isinstance(type.element_type, ElementType):
        carriers = _carriers(type.element_type, native)
        if carriers:
            return [type.of(carrier) for carrier in carriers]
    message = f"a value of type {type} cannot be passed to an engine"
    span = function.span if function else None
    is_quantized = isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType)
    help = "`shlo lower --rewrite no-quantized` passes the stored integers"
    helps = (help,) if is_quantized else ()
    raise EngineError(Diagnostic(UNSUPPORTED_TYPE, message, span, helps=helps, unsupported=True))


def _carriers(element_type: ElementType, native: Collection[str]) -> list[ElementType]:
    """The element types of the arrays that carry elements of this type; empty if arrays cannot carry them."""
    kind, bits = element_type.kind, element_type.bits
    if element_type.name in native:
        return [element_type]
    if kind == "complex":
        return [part_of(element_type)] * 2
    if kind == "boolean" or (kind == "unsigned" and bits < 8):
        return [ELEMENT_TYPES["ui8"]]
    if kind == "signed" and bits < 8:
        return [ELEMENT_TYPES["i8"]]
    if kind == "float" and bits in (4, 8, 16):
        return [ELEMENT_TYPES[f"ui{max(bits, 8)}"]]
    return []


def _encode(value: Any, type: Type, native: Collection[str]) -> list[Array]:
    if isinstance(type, TokenType):
        return []
    if isinstance(type, TupleType):
        pairs = zip(value, type.types, strict=True)
        return [array for each, inner in pairs for array in _encode(each, inner, native)]
    plain = _plain_types(type, native)
    assert isinstance(type, TensorType)
    if len(plain) == 2:
        return [np.ascontiguousarray(part).reshape(value.shape) for part in (value.real, value.imag)]
    if plain[0] == type:
        return [value]
    assert isinstance(type.element_type, ElementType)
    if type.element_type.kind == "float":
        return [to_bits(value, type.element_type)]
    return [value.astype(dtype_of(plain[0].element_type))]


def _decode(arrays: Iterator[Array], type: Type, native: Collection[str]) -> Any:
    if isinstance(type, TokenType):
        return None
    if isinstance(type, TupleType):
        return tuple(_decode(arrays, inner, native) for inner in type.types)
    plain = _plain_types(type, native)
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    array = next(arrays)
    if plain[0] == type:
        return array
    if len(plain) == 2:
        result = np.empty(array.shape, dtype_of(type.element_type))
        result.real, result.imag = array, next(arrays)
        return result
    if type.element_type.kind == "float":
        return from_bits(array, type.element_type)
    return array.astype(dtype_of(type.element_type))


# --- the program ----------------------------------------------------------------------------------------


class _Sequence:
    """Operations that are inserted together."""

    def __init__(self) -> None:
        self._builder = OpBuilder()
        self._block = self._builder.begin()

    def add(self, name: str, operands: Sequence[Value], type: Type, **attributes: Attribute) -> Value:
        """Append an operation, and return its result."""
        return self._builder.append(f"stablehlo.{name}", operands, attributes, [type])[0]

    def insert(self, before: Operation) -> None:
        """Insert the operations before another one."""
        insert_before(self._block.operations, before)


def _convert_arguments(main: Function, native: Collection[str]) -> None:
    """Change the parameters of the function to arrays, and compute its former arguments from them."""
    block = main.body
    assert block is not None
    ops = _Sequence()
    old, taken, new = block.arguments, list[Value](), dict[Value, Value]()
    for argument in old:
        plain = _plain_types(argument.type, native, main)
        if plain == [argument.type]:
            taken.append(argument)
            continue
        arrays = [Value(type, "", block, 0) for type in plain]
        taken += arrays
        new[argument] = _assemble(ops, iter(arrays), argument.type, native)
    set_arguments(block, taken)
    if new:
        replace_uses(new, main)
        ops.insert(block.operations[0])


def _convert_results(main: Function, native: Collection[str]) -> None:
    """Let the function return arrays instead of its results."""
    for block in main.regions[0].blocks:
        end = block.operations[-1]
        if end.name != "func.return":
            continue
        ops = _Sequence()
        end.operands = [array for value in end.operands for array in _take_apart(ops, value, native)]
        end.template = None
        ops.insert(end)


def _assemble(ops: _Sequence, arrays: Iterator[Value], type: Type, native: Collection[str]) -> Value:
    """A value of this type from the arrays that stand for it."""
    if isinstance(type, TokenType):
        return ops.add("after_all", [], type)
    if isinstance(type, TupleType):
        return ops.add("tuple", [_assemble(ops, arrays, inner, native) for inner in type.types], type)
    plain = _plain_types(type, native)
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    if plain[0] == type:
        return next(arrays)
    if len(plain) == 2:
        return ops.add("complex", [next(arrays), next(arrays)], type)
    array = next(arrays)
    if type.element_type.kind != "float":
        return ops.add("convert", [array], type)
    if type.element_type.bits < 8:
        array = ops.add("convert", [array], _bits_of(type, type.element_type))
    return ops.add("bitcast_convert", [array], type)


def _take_apart(ops: _Sequence, value: Value, native: Collection[str]) -> list[Value]:
    """The arrays that stand for a value."""
    type = value.type
    if isinstance(type, TokenType):
        return []
    if isinstance(type, TupleType):
        elements = (
            ops.add("get_tuple_element", [value], inner, index=Integer(place, I32))
            for place, inner in enumerate(type.types)
        )
        return [array for element in elements for array in _take_apart(ops, element, native)]
    plain = _plain_types(type, native)
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    if plain[0] == type:
        return [value]
    if len(plain) == 2:
        return [ops.add(name, [value], plain[0]) for name in ("real", "imag")]
    if type.element_type.kind == "float":
        value = ops.add("bitcast_convert", [value], _bits_of(type, type.element_type))
    return [value if value.type == plain[0] else ops.add("convert", [value], plain[0])]


def _bits_of(type: TensorType, element_type: ElementType) -> TensorType:
    """The type of unsigned integers as wide as the elements."""
    return type.of(element_type_named(f"ui{element_type.bits}"))


# --- symbols --------------------------------------------------------------------------------------------


def alone(module: Module, entry: str) -> None:
    """Reduce a module to the function `entry`, renamed to `main`, and the functions it refers to."""
    functions = module.declared
    needed = needed_functions(require_function(module, entry, EngineError), functions) | {entry}
    body = module.body
    body.operations = [
        each for each in body.operations if not isinstance(each, Function) or each.symbol in needed
    ]
    if entry != "main":
        if "main" in needed:
            rename_function(module, "main", unused_name("main", functions))
        rename_function(module, entry, "main")
