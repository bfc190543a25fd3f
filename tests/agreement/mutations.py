"""Changes of one program at random: of an attribute, a type, an operand, a result, a region.

A mutation changes a program in place and says whether it could. What comes out is mostly invalid, and
often enough not.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from stablehlo_tools.ir.attributes import (
    STRUCT_FORMS,
    UNIT,
    Attribute,
    Convolution,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Opaque,
    Struct,
    Symbol,
    TypeAttribute,
)
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Block, Operation, Region, Value
from stablehlo_tools.ir.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    Dim,
    ElementType,
    FutureType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
)
from tests.agreement.seeds import Program

Mutation = Callable[[Program, random.Random], bool]
T = TypeVar("T")

# -- attributes ---------------------------------------------------------------------------------------

_I64, _I32 = ELEMENT_TYPES["i64"], ELEMENT_TYPES["i32"]
_ENUMERATORS: Mapping[str, Sequence[str]] = {
    "comparison_direction": ("EQ", "NE", "GE", "GT", "LE", "LT"),
    "comparison_type": ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"),
    "precision": ("DEFAULT", "HIGH", "HIGHEST"),
    "fft_type": ("FFT", "IFFT", "RFFT", "IRFFT"),
    "transpose": ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"),
    "rng_distribution": ("UNIFORM", "NORMAL"),
    "rng_algorithm": ("DEFAULT", "THREE_FRY", "PHILOX"),
}
_STRANGERS: Sequence[Attribute] = (
    True, "text", (), {}, UNIT, Integer(1, _I64), Integer(0, _I32), Integer(1, ELEMENT_TYPES["f32"]),
    Float(1.0, ELEMENT_TYPES["f32"], 0x3F800000), Symbol(("nobody",)), TypeAttribute(_I32),
    DenseArray(_I64, ()), DenseArray(_I64, (0, 1)), DenseArray(ELEMENT_TYPES["i1"], (True,)),
    Enumeration("stablehlo", "precision", "HIGH"), Enumeration("stablehlo", "fft_type", "FFT"),
    (Integer(0, _I64),), Dense("1", TensorType((2,), _I64)), Dense("0", TensorType((1, 2), _I64)),
    Dense("0.0", TensorType((), ELEMENT_TYPES["f32"])),
    Enumeration("stablehlo", "result_accuracy_mode", "HIGHEST"),
)  # fmt: skip
Lists = list[Any]


def _number(value: int, source: random.Random) -> int:
    near = [value + 1, value + 1, value - 1, value - 1]
    return source.choice([*near, 0, 1, -1, -value, value * 2, 7, 1 << 40])


def _list(values: Sequence[T], change: Callable[[T], T], source: random.Random) -> list[T]:
    """One entry more, fewer, twice, elsewhere or changed."""
    entries = list(values)
    how = source.choice(["change", "change", "change", "drop", "repeat", "swap", "clear"])
    if entries and how == "change":
        index = source.randrange(len(entries))
        entries[index] = change(entries[index])
    elif entries and how == "drop":
        del entries[source.randrange(len(entries))]
    elif entries and how == "repeat":
        entries.insert(source.randrange(len(entries) + 1), source.choice(entries))
    elif entries and how == "swap":
        source.shuffle(entries)
    else:
        entries.clear()
    return entries


def _array(array: DenseArray, source: random.Random) -> DenseArray:
    if source.random() < 0.1:
        return DenseArray(source.choice([_I32, _I64, ELEMENT_TYPES["i8"]]), array.values)
    default: int | bool = array.element_type.kind != "boolean" and source.choice([0, 1, 2, -1])
    values = list(array.values) or [default] * source.choice([1, 2])

    def change(value: int | bool | Float) -> int | bool | Float:
        return value if isinstance(value, Float) else _scalar(value, source)

    return DenseArray(array.element_type, tuple(_list(values, change, source)))


def _scalar(value: int | bool, source: random.Random) -> int | bool:
    return not value if isinstance(value, bool) else _number(value, source)


def _dense(dense: Dense, source: random.Random) -> Attribute:
    if not dense.type.is_static or dense.check() is not None or dense.element_type.kind == "float":
        return source.choice(_STRANGERS)
    array = np.array(dense.array)
    if array.dtype.kind == "c":
        return source.choice(_STRANGERS)
    if array.ndim == 0 or source.random() < 0.2:
        shape = source.choice([(), (1,), (2,), (array.size,), (1, array.size), (*array.shape, 1)])
        array = np.resize(array, shape)
    elif source.random() < 0.4 and array.size:
        array = np.repeat(array, source.choice([0, 2]), axis=source.randrange(array.ndim))
    elif array.size and array.dtype != bool:
        index = source.randrange(array.size)
        array.flat[index] = np.int64(_number(int(array.flat[index]), source)).astype(array.dtype)
    else:
        array = ~array
    type = TensorType(array.shape, dense.type.element_type)
    if source.random() < 0.1:
        type = TensorType(array.shape, source.choice([_I32, _I64, ELEMENT_TYPES["ui64"]]))
    return Dense.from_array(array, type)


def _convolution(numbers: Convolution, source: random.Random) -> Convolution:
    side = source.choice(["lhs", "rhs", "output"])
    letters = list(getattr(numbers, side))
    first, second = source.randrange(len(letters)), source.randrange(len(letters))
    if source.random() < 0.7:
        letters[first], letters[second] = letters[second], letters[first]
    elif source.random() < 0.5:
        letters[first] = source.choice([*"0123bfio", letters[second]])
    else:
        del letters[first]
    return dataclasses.replace(numbers, **{side: tuple(letters)})


def _struct(struct: Struct, source: random.Random) -> Struct:
    fields = dict(struct.fields)
    name = source.choice(
        tuple(STRUCT_FORMS[struct.name].fields if struct.name in STRUCT_FORMS else fields) or ("nothing",)
    )
    if name not in fields:
        fields[name] = source.choice([Integer(1, _I64), (Integer(0, _I64),), (Integer(1, _I64),)])
    elif source.random() < 0.15:
        del fields[name]
    else:
        fields[name] = _changed(fields[name], source)
    return Struct(struct.name, fields)


def _enumeration(given: Enumeration, source: random.Random) -> Enumeration:
    others = _ENUMERATORS.get(given.kind, (given.value,))
    return dataclasses.replace(given, value=source.choice(others))


def _integer(integer: Integer, source: random.Random) -> Integer:
    if source.random() < 0.1:
        return dataclasses.replace(integer, type=source.choice([_I32, _I64, ELEMENT_TYPES["ui64"]]))
    return dataclasses.replace(integer, value=_number(integer.value, source))


def _entries(entries: tuple[Attribute, ...], source: random.Random) -> tuple[Attribute, ...]:
    some = entries or (source.choice(_STRANGERS),)
    return tuple(_list(some, lambda entry: _changed(entry, source), source))


_F32, _F64 = ELEMENT_TYPES["f32"], ELEMENT_TYPES["f64"]
_CHANGES: Mapping[type, Callable[[Any, random.Random], Attribute]] = {
    bool: lambda value, source: not value,
    str: lambda value, source: source.choice(["", f"{value}x", value[1:]]),
    tuple: _entries,
    Integer: _integer,
    Float: lambda number, source: source.choice([Float(-1.0, _F32, 0xBF800000), Float(0.0, _F64, 0)]),
    DenseArray: _array,
    Enumeration: _enumeration,
    Struct: _struct,
    Convolution: _convolution,
    Dense: _dense,
}


def _changed(attribute: Attribute, source: random.Random) -> Attribute:
    change = _CHANGES.get(type(attribute))
    return source.choice(_STRANGERS) if change is None else change(attribute, source)


def _attribute(change: Callable[[Attribute, random.Random], Attribute]) -> Mutation:
    def mutation(program: Program, source: random.Random) -> bool:
        operation = program.operation
        if not operation.attributes:
            return False
        name = source.choice(sorted(operation.attributes))
        changed = change(operation.attributes[name], source)
        operation.attributes = {**operation.attributes, name: changed}
        return True

    return mutation


def _missing_attribute(program: Program, source: random.Random) -> bool:
    operation = program.operation
    if not operation.attributes:
        return False
    name = source.choice(sorted(operation.attributes))
    operation.attributes = {key: value for key, value in operation.attributes.items() if key != name}
    return True


# -- types --------------------------------------------------------------------------------------------

ChangeOfType = Callable[[Type, random.Random], Type]


def _of_tensor(change: Callable[[TensorType, random.Random], TensorType]) -> ChangeOfType:
    def changed(type: Type, source: random.Random) -> Type:
        return change(type, source) if isinstance(type, TensorType) and type.shape is not None else type

    return changed


def _with_shape(type: TensorType, shape: Sequence[int | Dim]) -> TensorType:
    """`type` of another shape, without an encoding unless there are bounds."""
    bounds = [str(int(size.high)) if isinstance(size, Dim) and size.high < 1e9 else "?" for size in shape]
    encoding = Opaque(f"#stablehlo.bounds<{', '.join(bounds)}>") if set(bounds) - {"?"} else None
    return TensorType(tuple(shape), type.element_type, encoding)


def _size(type: TensorType, source: random.Random) -> TensorType:
    shape = list(type.shape or ())
    if shape:
        index = source.randrange(len(shape))
        size = shape[index]
        others = [other for other in shape if isinstance(other, int)]
        low = size if isinstance(size, int) else 2
        shape[index] = source.choice([low + 1, max(low - 1, 0), 0, 1, low * 2, *others])
    return _with_shape(type, shape)


def _order(type: TensorType, source: random.Random) -> TensorType:
    shape = list(type.shape or ())
    source.shuffle(shape)
    return _with_shape(type, shape)


def _unknown_size(type: TensorType, source: random.Random) -> TensorType:
    shape = list(type.shape or ())
    if shape:
        index = source.randrange(len(shape))
        size = shape[index]
        most = size if isinstance(size, int) else 4
        bounded = [Dim(0, most), Dim(0, most + 1), Dim(0, max(most - 1, 0))]
        shape[index] = source.choice([DYNAMIC, DYNAMIC, *bounded])
    return _with_shape(type, shape)


def _rank(type: TensorType, source: random.Random) -> TensorType:
    shape = list(type.shape or ())
    if source.random() < 0.1:
        return TensorType(None, type.element_type)
    if shape and source.random() < 0.5:
        del shape[source.randrange(len(shape))]
    else:
        shape.insert(source.randrange(len(shape) + 1), source.choice([1, 2, *shape]))
    return _with_shape(type, shape)


_POPULAR = (
    "f32", "f32", "f64", "bf16", "f16", "i1", "i32", "i32", "i64", "i8", "i4", "ui8", "ui32", "ui64",
    "complex<f32>", "complex<f64>",
)  # fmt: skip


def _element_type(type: TensorType, source: random.Random) -> TensorType:
    name = source.choice(_POPULAR if source.random() < 0.8 else sorted(ELEMENT_TYPES))
    return dataclasses.replace(type, element_type=ELEMENT_TYPES[name])


def _quantized(
    storage: str, expressed: ElementType, entries: Sequence[tuple[float, int]], axis: int | None
) -> QuantizedType:
    """A quantized type of one scale and zero point, or one of each for each index of dimension `axis`.

    `storage` is written as in MLIR: `i8`, `u8`.
    """
    texts = [f"{scale}{f':{zero}' if zero else ''}" for scale, zero in entries]
    parameters = texts[0] if axis is None else f"{{{','.join(texts)}}}"
    at = "" if axis is None else f":{axis}"
    text = f"!quant.uniform<{storage}:{expressed}{at}, {parameters}>"
    storage_type = ELEMENT_TYPES[storage.replace("u", "ui")]
    bits = storage_type.bits
    low, high = (0, (1 << bits) - 1) if storage[0] == "u" else (-1 << bits - 1, (1 << bits - 1) - 1)
    scales, zeros = zip(*entries, strict=True)
    return QuantizedType(storage_type, expressed, low, high, scales, zeros, axis, text)


def _quantization(type: TensorType, source: random.Random) -> TensorType:
    shape, element_type = type.shape or (), type.element_type
    expressed = element_type.expressed_type if isinstance(element_type, QuantizedType) else element_type
    if expressed.kind != "float" or source.random() < 0.1:
        expressed = source.choice([_F32, _F32, ELEMENT_TYPES["bf16"], _F64])
    storage = source.choice(["i8", "i8", "i8", "u8", "i4", "i32"])
    if isinstance(element_type, QuantizedType) and source.random() < 0.5:
        storage = str(element_type.storage_type).replace("ui", "u")
    entries = [(source.choice([1.0, 0.5, 0.5, 2.0]), source.choice([0, 0, 0, 1, -2, 3]))]
    axis = None
    if shape and source.random() < 0.4:
        axis = source.randrange(len(shape))
        size = shape[axis]
        count = size if isinstance(size, int) and 0 < size < 16 else 2
        entries = [source.choice([*entries, (1.0, 0)]) for _ in range(count)]
    return dataclasses.replace(type, element_type=_quantized(storage, expressed, entries, axis))


def _another_type(type: Type, source: random.Random) -> Type:
    others: list[Type] = [
        TokenType(), TupleType((type,)), TupleType(()), FutureType((type,)), ELEMENT_TYPES["i32"],
        TensorType((), ELEMENT_TYPES["f32"]), TensorType((2,), ELEMENT_TYPES["index"]),
    ]  # fmt: skip
    return source.choice(others)


_TYPES: Mapping[str, ChangeOfType] = {
    "size": _of_tensor(_size),
    "order of sizes": _of_tensor(_order),
    "unknown size": _of_tensor(_unknown_size),
    "rank": _of_tensor(_rank),
    "element type": _of_tensor(_element_type),
    "quantization": _of_tensor(_quantization),
    "another type": _another_type,
}


def _values(operation: Operation) -> Iterator[Value]:
    """Everything that an operation takes, gives and has inside."""
    yield from operation.operands
    for inner in operation.walk():
        yield from inner.results
        for region in inner.regions:
            for block in region.blocks:
                yield from block.arguments


def _tensors(operation: Operation) -> list[Any]:
    """Those of `_values` whose types are tensors."""
    return [value for value in _values(operation) if isinstance(value.type, TensorType)]


def _operand_type(change: ChangeOfType) -> Mutation:
    def mutation(program: Program, source: random.Random) -> bool:
        operands = program.operation.operands
        if not operands:
            return False
        index = source.randrange(len(operands))
        operands[index] = program.new_argument(change(operands[index].type, source))
        return True

    return mutation


def _result_type(change: ChangeOfType) -> Mutation:
    def mutation(program: Program, source: random.Random) -> bool:
        if not program.operation.results:
            return False
        result = source.choice(program.operation.results)
        result.type = change(result.type, source)
        return True

    return mutation


def _equal_types(change: ChangeOfType) -> Mutation:
    """Change a type wherever it is."""

    def mutation(program: Program, source: random.Random) -> bool:
        values = list(_values(program.operation))
        if not values:
            return False
        type = source.choice(values).type
        changed = change(type, source)
        for value in values:
            if value.type == type:
                _retype(program, value, changed)
        return True

    return mutation


def _retype(program: Program, value: Value, type: Type) -> None:
    """Give a value another type; a constant, which cannot have one, is replaced by an argument."""
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "stablehlo.constant" and owner is not program.operation:
        operands = program.operation.operands
        if owner.block is program.operation.block and value in operands:
            operands[operands.index(value)] = program.new_argument(type)
            return
    value.type = type


def _all_element_types(program: Program, source: random.Random) -> bool:
    """Change an element type wherever it is, and leave the shapes."""
    values = _tensors(program.operation)
    if not values:
        return False
    types = sorted({str(value.type.element_type) for value in values})
    old, new = source.choice(types), source.choice([_element_type, _quantization])
    example = next(value.type for value in values if str(value.type.element_type) == old)
    element_type = new(example, source).element_type
    for value in values:
        if str(value.type.element_type) == old:
            _retype(program, value, dataclasses.replace(value.type, element_type=element_type))
    return True


def _all_sizes(program: Program, source: random.Random) -> bool:
    """Change a size wherever it is."""
    values = [value for value in _tensors(program.operation) if value.type.shape]
    if not values:
        return False
    old = source.choice(source.choice(values).type.shape)
    news: list[int | Dim] = [DYNAMIC, Dim(0, 5), 0, 1, 3, 4, 5]
    new = source.choice(news)
    for value in values:
        if old in value.type.shape:
            shape = [new if size == old else size for size in value.type.shape]
            _retype(program, value, _with_shape(value.type, shape))
    return True


# -- operands, results, regions -------------------------------------------------------------------------


def _operand(program: Program, source: random.Random) -> bool:
    """Another operand in one's place, one fewer, one twice, or all in another order."""
    operands = program.operation.operands
    if not operands:
        operands.append(program.new_argument(TensorType((), _F32)))
        return True
    index = source.randrange(len(operands))
    how = source.choice(["other", "drop", "repeat", "shuffle"])
    if how == "other":
        types = [value.type for value in _values(program.operation)]
        operands[index] = program.new_argument(source.choice(types))
    elif how == "drop":
        del operands[index]
    elif how == "repeat":
        operands.insert(source.randrange(len(operands) + 1), operands[index])
    else:
        source.shuffle(operands)
    return True


def _result(program: Program, source: random.Random) -> bool:
    """One result fewer, or one more, or all in another order."""
    results = program.operation.results
    how = source.choice(["drop", "repeat", "shuffle"])
    if results and how == "drop":
        del results[source.randrange(len(results))]
    elif results and how == "shuffle":
        source.shuffle(results)
    else:
        type: Type = source.choice(results).type if results else TensorType((), _F32)
        results.append(Value(type, "", program.operation, 0))
    for index, value in enumerate(results):
        value.index = index
    return True


def _some_region(program: Program, source: random.Random) -> Region | None:
    regions = [region for region in program.operation.regions if region.entry is not None]
    return source.choice(regions) if regions else None


def _region_argument(program: Program, source: random.Random) -> bool:
    """One argument fewer, one more, or one of another type, that nothing uses."""
    region = _some_region(program, source)
    if region is None or region.entry is None:
        return False
    block = region.entry
    how = source.choice(["drop", "add", "type", "type"])
    if block.arguments and how == "drop":
        _stand_in(program, block, block.arguments.pop(source.randrange(len(block.arguments))))
    elif block.arguments and how == "type":
        argument = source.choice(block.arguments)
        _stand_in(program, block, argument)
        argument.type = _some_change(argument.type, source)
    else:
        type = block.arguments[0].type if block.arguments else TensorType((), _F32)
        block.arguments.append(Value(type, "", block, len(block.arguments)))
    for index, value in enumerate(block.arguments):
        value.index = index
    return True


def _stand_in(program: Program, block: Block, argument: Value) -> None:
    """Let something else be used where a block uses its argument."""
    other = program.new_argument(argument.type)
    for operation in block.operations:
        for inner in operation.walk():
            inner.operands = [other if value is argument else value for value in inner.operands]


def _some_change(type: Type, source: random.Random) -> Type:
    return source.choice(list(_TYPES.values()))(type, source)


def _terminator(program: Program, source: random.Random) -> bool:
    """One returned value fewer, twice, or of another type."""
    region = _some_region(program, source)
    if region is None or region.entry is None or not region.entry.operations:
        return False
    returned = region.entry.operations[-1].operands
    how = source.choice(["drop", "repeat", "type", "type"])
    if returned and how == "type":
        index = source.randrange(len(returned))
        returned[index] = program.new_argument(_some_change(returned[index].type, source))
    elif returned and how == "drop":
        del returned[source.randrange(len(returned))]
    else:
        returned.append(returned[0] if returned else program.new_argument(TensorType((), _F32)))
    return True


def _region(program: Program, source: random.Random) -> bool:
    """One region fewer, one empty, one without its end, or one more."""
    regions = program.operation.regions
    if not regions:
        program.operation.regions = (Region(program.operation),)
        return True
    region = source.choice(regions)
    how = source.choice(["drop", "empty", "unended", "unblocked"])
    if how == "drop":
        program.operation.regions = tuple(each for each in regions if each is not region)
    elif how == "unblocked":
        region.blocks.clear()
    elif how == "empty" and region.entry is not None:
        region.entry.operations.clear()
    elif region.entry is not None:
        del region.entry.operations[-1:]
    return True


MUTATIONS: Mapping[str, Mutation] = {
    "value of an attribute": _attribute(_changed),
    "kind of an attribute": _attribute(lambda attribute, source: source.choice(_STRANGERS)),
    "no attribute": _missing_attribute,
    **{f"{name} of an operand": _operand_type(change) for name, change in _TYPES.items()},
    **{f"{name} of a result": _result_type(change) for name, change in _TYPES.items()},
    **{f"{name} of all alike": _equal_types(change) for name, change in _TYPES.items()},
    "all equal element types": _all_element_types,
    "all equal sizes": _all_sizes,
    "operand": _operand,
    "result": _result,
    "argument of a region": _region_argument,
    "terminator": _terminator,
    "region": _region,
}
# The attributes of an op are as worth changing as its types, which there are more ways to change.
WEIGHTS: Mapping[str, int] = {
    "value of an attribute": 12, "no attribute": 2, "all equal element types": 3, "all equal sizes": 3,
    "operand": 2, "argument of a region": 3, "terminator": 3,
}  # fmt: skip


def mutate(program: Program, source: random.Random) -> str:
    """Change a program in one way, and say in which."""
    names = list(MUTATIONS)
    while True:
        (name,) = source.choices(names, [WEIGHTS.get(name, 1) for name in names])
        if MUTATIONS[name](program, source):
            return name
