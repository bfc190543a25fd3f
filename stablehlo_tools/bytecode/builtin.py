"""The builtin dialect in bytecode (mlir/include/mlir/IR/BuiltinDialectBytecode.td): codes are positions."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.bytecode.asm import parsed_type
from stablehlo_tools.bytecode.cursor import ByteCursor, Sink
from stablehlo_tools.bytecode.fields import (
    ATTRIBUTE,
    BITS,
    BLOB,
    FLAG,
    LOCATION,
    NUMBER,
    NUMBERS,
    RESOURCE,
    SERIAL,
    STRING,
    TYPE,
    Bits,
    Dialect,
    EntryReader,
    EntryWriter,
    Field,
    Row,
    group_of,
    list_of,
)
from stablehlo_tools.ir.attributes import (
    UNIT,
    Attribute,
    DenseArray,
    Float,
    Integer,
    Location,
    Opaque,
    Symbol,
    TypeAttribute,
    TypedString,
    is_array_element,
)
from stablehlo_tools.ir.constants import Dense, DenseResource, DenseVector
from stablehlo_tools.ir.number_format import float_of_bits
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.ir.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    Dim,
    ElementType,
    FunctionType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TupleType,
    Type,
    complex_of,
    element_type_named,
    elements_of_vector,
)
from stablehlo_tools.syntax.attribute_text import distinct_attribute, untyped_text
from stablehlo_tools.syntax.build_types import MAX_RANK, encoded_tensor, memref
from stablehlo_tools.syntax.strings import escape

DYNAMIC_SIZE: Final = -1 << 63
LOCATION_CODES: Final = frozenset({10, 11, 12, 13, 14, 15, 22})
UNKNOWN_LOCATION_CODE: Final = 15
_SIGNS: Final = ("i", "si", "ui")


# -- attributes ---------------------------------------------------------------------------------


def dictionary(entries: Sequence[tuple[Attribute, Attribute]]) -> dict[str, Attribute]:
    """`{name = value}`. Raises ValueError for a name that is no string, or comes twice."""
    found: dict[str, Attribute] = {}
    for name, value in entries:
        if not isinstance(name, str) or not name or name in found:
            raise ValueError(f"{name!r} is not a valid name in a dictionary, or is repeated")
        found[name] = value
    return found


def flat_symbol(name: Attribute) -> Symbol:
    """`@name`. Raises ValueError for what is no name."""
    if not isinstance(name, str):
        raise ValueError("the name of a symbol is not a string")
    return Symbol((name,))


def _symbol(root: Attribute, nested: Sequence[Attribute]) -> Symbol:
    path = flat_symbol(root).path
    for symbol in nested:
        if not isinstance(symbol, Symbol):
            raise ValueError("a part of a symbol's path is not a symbol")
        path += symbol.path
    return Symbol(path)


def integer(bits: Bits) -> Attribute:
    """`1 : i32`, or `true`. Raises ValueError for what is no integer."""
    type, value = bits
    assert isinstance(type, ElementType)
    if type.kind == "boolean" and not type.spelling:
        return bool(value)
    if type.kind not in ("boolean", "signed", "unsigned", "index"):
        raise ValueError(f"an integer is not of type {type}")
    is_negative = type.kind != "unsigned" and value >> (type.bits - 1)
    return Integer(value - (1 << type.bits) if is_negative else value, type)


def floating(bits: Bits) -> Float:
    """`1.0 : f32`. Raises ValueError for what is no number."""
    type, value = bits
    assert isinstance(type, ElementType)
    if type.kind != "float":
        raise ValueError(f"a floating-point number is not of type {type}")
    return float_of_bits(value, type)


def dense(type: Type, data: memoryview) -> Attribute:
    """`dense<...>`, whose elements are read when asked for. Raises ValueError for too few or too many."""
    if isinstance(type, TensorType):
        return Dense.from_bytes(data, type)
    elements = elements_of_vector(type)
    if elements is None:
        raise ValueError(f"a constant is not of type {type}")
    return DenseVector(Dense.from_bytes(data, elements), type)


def _dense_resource(type: Type, key: str) -> Attribute:
    if isinstance(type, TensorType):
        return DenseResource(key, type)
    return Opaque(f"dense_resource<{key}> : {type}")


def _dense_array(type: Type, count: int, data: memoryview) -> DenseArray:
    if not isinstance(type, ElementType) or not is_array_element(type):
        raise ValueError(f"an array has no elements of type {type}")
    size = -(-type.bits // 8)
    if count * size != len(data):
        raise ValueError(f"{len(data)} bytes are no {count} elements of type {type}")
    bits = [int.from_bytes(data[place : place + size], "little") for place in range(0, len(data), size)]
    numbers = [floating((type, each)) if type.kind == "float" else integer((type, each)) for each in bits]
    return DenseArray(type, tuple(each.value if isinstance(each, Integer) else each for each in numbers))  # type: ignore[misc]


def _dense_strings(value: tuple[Type, bool, Sequence[str]]) -> Attribute:
    type, _, texts = value
    assert isinstance(type, TensorType)
    if len(texts) == 1:
        return Dense(escape(texts[0]), type)
    return Dense(_nested(texts, type.static_shape), type)


def _nested(texts: Sequence[str], shape: Sequence[int]) -> str:
    if not shape:
        return escape(texts[0])
    size = len(texts) // shape[0] if shape[0] else 0
    parts = (_nested(texts[at * size : (at + 1) * size], shape[1:]) for at in range(shape[0] if size else 0))
    return f"[{', '.join(parts)}]"


def _read_strings(source: EntryReader, cursor: ByteCursor) -> tuple[Type, bool, Sequence[str]]:
    start = cursor.place
    type, is_splat = source.type(cursor), bool(cursor.number())
    if not isinstance(type, TensorType) or not type.is_static:
        raise cursor.error(f"a list of strings is not of type {type}")
    count = 1 if is_splat else math.prod(type.static_shape)
    cursor.check_count(count, "strings", start)
    return type, is_splat, [source.string(cursor) for _ in range(count)]


def _write_strings(target: EntryWriter, sink: Sink, value: tuple[Type, bool, Sequence[str]]) -> None:
    type, is_splat, texts = value
    sink.number(target.type(type))
    sink.number(is_splat)
    for text in texts:
        sink.number(target.string(text))


def _sparse(type: Type, indices: Attribute, values: Attribute) -> Opaque:
    parts = [_inside(part) for part in (indices, values)]
    return Opaque(f"sparse<{', '.join(part for part in parts if part)}> : {type}")


def _inside(constant: Attribute) -> str:
    """What stands between `dense<` and `>`."""
    if not isinstance(constant, Dense):
        raise ValueError("a part of a sparse constant is not a dense constant")
    return untyped_text(constant).removeprefix("dense<").removesuffix(">")


# -- locations ----------------------------------------------------------------------------------


def _file(path: Attribute, *numbers: int) -> Location:
    return Location("file", (_path(path), *numbers))


def _file_range(path: Attribute, numbers: Sequence[int]) -> Location:
    """Of a range: nothing, its line, also its column, also where it ends in this line, or in another."""
    if len(numbers) > 4:
        raise ValueError(f"{len(numbers)} numbers are no range in a file")
    if len(numbers) <= 2:
        return _file(path, *numbers)
    line, column, *end = numbers
    return Location("file", (_path(path), line, column, *([None] * (len(end) == 1)), *end))


def _path(path: Attribute) -> str:
    if not isinstance(path, str):
        raise ValueError("the path of a location is not a string")
    return path


def _named(name: Attribute, child: Location) -> Location:
    """`"name"(child)`."""
    return Location("name", (_path(name),) if child is UNKNOWN_LOCATION else (_path(name), child))


# -- types --------------------------------------------------------------------------------------


def _integer_type(code: int) -> ElementType:
    """The width, and in the lowest bits whether it is signless, signed or unsigned."""
    width, sign = code >> 2, code & 3
    if sign >= len(_SIGNS) or width > _WIDEST:
        raise ValueError(f"invalid integer type: {width:,} bits, signedness {sign}")
    return element_type_named(f"{_SIGNS[sign]}{width}")


_WIDEST: Final = 9999  # bits, as in text


def complex_type(part: Type) -> ElementType:
    """`complex<part>`. Raises ValueError for a part that is no number."""
    if not isinstance(part, ElementType):
        raise ValueError(f"a complex number has no parts of type {part}")
    return complex_of(part)


def tensor(sizes: Sequence[int], element_type: Type) -> TensorType:
    """`tensor<...>`. Raises ValueError for sizes or elements that no tensor has."""
    return TensorType(tuple(map(_size, _ranked(sizes))), _element_type(element_type))


def tensor_with_encoding(encoding: Attribute, sizes: Sequence[int], element_type: Type) -> TensorType:
    """`tensor<..., encoding>`, with bounds in its sizes. Raises ValueError."""
    plain = tensor(sizes, element_type)
    return encoded_tensor(plain.shape, plain.element_type, encoding)


def unranked_tensor(element_type: Type) -> TensorType:
    """`tensor<*x...>`. Raises ValueError for elements that no tensor has."""
    return TensorType(None, _element_type(element_type))


def _ranked(sizes: Sequence[int]) -> Sequence[int]:
    if len(sizes) > MAX_RANK:
        raise ValueError(f"tensor with {len(sizes)} dimensions (at most {MAX_RANK} are supported)")
    return sizes


def _size(size: int) -> int | Dim:
    if size == DYNAMIC_SIZE:
        return DYNAMIC
    if size < 0:
        raise ValueError(f"a dimension of size {size}")
    return size


def _element_type(type: Type) -> ElementType | QuantizedType:
    if isinstance(type, OpaqueType) and type.text.startswith("!"):
        return ElementType(type.text, "other", 0)
    if not isinstance(type, ElementType | QuantizedType):
        raise ValueError(f"no tensor has elements of type {type}")
    return type


def buffer(sizes: Sequence[int], element_type: Type) -> Type:
    """`memref<...>`."""
    return memref(tuple(map(_size, _ranked(sizes))), element_type, ())


def _memref(
    sizes: Sequence[int], element_type: Type, layout: Attribute, space: Attribute | None = None
) -> Type:
    attributes = (layout,) if space is None else (layout, space)
    return memref(tuple(map(_size, _ranked(sizes))), element_type, attributes)


def _vector(sizes: Sequence[int], element_type: Type) -> Type:
    return OpaqueType(f"vector<{_dims(sizes)}{element_type}>")


def _scalable_vector(scalable: Sequence[bool], sizes: Sequence[int], element_type: Type) -> Type:
    """`vector<[4]x2xf32>`."""
    _ranked(sizes)
    parts = [f"[{size}]" if each else f"{size}" for each, size in zip(scalable, sizes, strict=True)]
    return OpaqueType(f"vector<{'x'.join([*parts, str(element_type)])}>")


def _dims(sizes: Sequence[int]) -> str:
    return "".join(f"{_size(size)}x" for size in _ranked(sizes))


def named(name: str) -> Row:
    """The row of an element type, which has no fields."""
    type = ELEMENT_TYPES.get(name) or parsed_type(name)
    return Row((), lambda: type)


# The types of which text stood in bytecode up to 2025.
_NARROW_FLOATS: Final = (
    "tf32", "f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4",
    "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU",
)  # fmt: skip


DIALECT: Final = Dialect(
    attributes=dict(
        enumerate(
            (
                Row((list_of(ATTRIBUTE),), tuple),
                Row((list_of(group_of(ATTRIBUTE, ATTRIBUTE)),), dictionary),
                Row((STRING,), str),
                Row((STRING, TYPE), TypedString),
                Row((ATTRIBUTE,), flat_symbol),
                Row((ATTRIBUTE, list_of(ATTRIBUTE)), _symbol),
                Row((TYPE,), TypeAttribute),
                Row((), lambda: UNIT),
                Row((BITS,), integer),
                Row((BITS,), floating),
                Row((LOCATION, LOCATION), lambda callee, caller: Location("callsite", (callee, caller))),
                Row((ATTRIBUTE, NUMBER, NUMBER), _file),
                Row((list_of(LOCATION),), lambda parts: Location("fused", (None, *parts))),
                Row(
                    (list_of(LOCATION), ATTRIBUTE),
                    lambda parts, metadata: Location("fused", (metadata, *parts)),
                ),
                Row((ATTRIBUTE, LOCATION), _named),
                Row((), lambda: UNKNOWN_LOCATION),
                Row((TYPE, RESOURCE), _dense_resource),
                Row((TYPE, NUMBER, BLOB), _dense_array),
                Row((TYPE, BLOB), dense),
                Row((Field(_read_strings, _write_strings),), _dense_strings),
                Row((TYPE, ATTRIBUTE, ATTRIBUTE), _sparse),
                Row((SERIAL, ATTRIBUTE), distinct_attribute),
                Row((ATTRIBUTE, list_of(NUMBER)), _file_range),
            )
        )
    ),
    types=dict(
        enumerate(
            (
                Row((NUMBER,), _integer_type),
                named("index"),
                Row((list_of(TYPE), list_of(TYPE)), FunctionType),
                *map(named, ("bf16", "f16", "f32", "f64", "f80", "f128")),
                Row((TYPE,), complex_type),
                Row((NUMBERS, TYPE, ATTRIBUTE), _memref),
                Row(
                    (ATTRIBUTE, NUMBERS, TYPE, ATTRIBUTE),
                    lambda space, sizes, type, layout: _memref(sizes, type, layout, space),
                ),
                Row((), functools.partial(OpaqueType, "none")),
                Row((NUMBERS, TYPE), tensor),
                Row((ATTRIBUTE, NUMBERS, TYPE), tensor_with_encoding),
                Row((list_of(TYPE),), TupleType),
                Row((TYPE,), lambda type: memref(None, type, ())),
                Row((ATTRIBUTE, TYPE), lambda space, type: memref(None, type, (space,))),
                Row((TYPE,), unranked_tensor),
                Row((NUMBERS, TYPE), _vector),
                Row((list_of(FLAG), NUMBERS, TYPE), _scalable_vector),
                *map(named, _NARROW_FLOATS),
            )
        )
    ),
)


def attribute_row(attribute: Any) -> tuple[int, tuple[Any, ...]] | None:
    """The code of a builtin attribute and what its fields are; None for one that is written as text."""
    row = _ATTRIBUTE_ROWS.get(type(attribute))
    return row(attribute) if row else None


def bits_of(number: Integer | Float | bool) -> Bits:
    """A number as its type and bits."""
    if isinstance(number, bool):
        return ELEMENT_TYPES["i1"], int(number)
    return number.type, number.bits if isinstance(number, Float) else number.value


def array_bytes(array: DenseArray) -> bytes:
    """The elements of an array, one behind the other."""
    size = -(-array.element_type.bits // 8)
    numbers = [value.bits if isinstance(value, Float) else int(value) for value in array.values]
    return b"".join((number & (1 << 8 * size) - 1).to_bytes(size, "little") for number in numbers)


def _location_row(location: Location) -> tuple[int, tuple[Any, ...]]:
    parts = location.parts
    if location.kind == "file":
        return (11, parts) if len(parts) == 3 else (22, (parts[0], _range_numbers(parts[1:])))
    if location.kind == "name":
        return 14, (*parts, UNKNOWN_LOCATION)[:2]
    if location.kind == "callsite":
        return 10, parts
    if location.kind == "fused":
        metadata, *inside = parts
        return (12, (inside,)) if metadata is None else (13, (inside, metadata))
    return UNKNOWN_LOCATION_CODE, ()


def _range_numbers(numbers: Sequence[Any]) -> Sequence[int]:
    if len(numbers) == 4 and numbers[2] is None:
        return [numbers[0], numbers[1], numbers[3]]
    return numbers


def _symbol_row(symbol: Symbol) -> tuple[int, tuple[Any, ...]]:
    root, *nested = symbol.path
    return (5, (root, [Symbol((name,)) for name in nested])) if nested else (4, (root,))


def _dense_row(constant: Dense) -> tuple[int, tuple[Any, ...]] | None:
    """None for strings, which are written as text."""
    return None if constant.element_type.kind == "other" else (18, (constant.stored_type, constant.storage()))


_ATTRIBUTE_ROWS: Final[Mapping[type, Callable[[Any], tuple[int, tuple[Any, ...]] | None]]] = {
    tuple: lambda entries: (0, (entries,)),
    dict: lambda entries: (1, (sorted(entries.items()),)),
    str: lambda text: (2, (text,)),
    TypedString: lambda string: (3, (string.value, string.type)),
    Symbol: _symbol_row,
    TypeAttribute: lambda attribute: (6, (attribute.type,)),
    type(UNIT): lambda unit: (7, ()),
    bool: lambda value: (8, (bits_of(value),)),
    Integer: lambda number: (8, (bits_of(number),)),
    Float: lambda number: (9, (bits_of(number),)),
    Location: _location_row,
    DenseArray: lambda array: (17, (array.element_type, len(array.values), array_bytes(array))),
    Dense: _dense_row,
    DenseVector: lambda constant: (18, (constant.type, constant.elements.storage())),
}


def type_row(type: Type) -> tuple[int, tuple[Any, ...]] | None:
    """The code of a builtin type and what its fields are; None for one that is written as text."""
    if isinstance(type, ElementType):
        return _element_row(type)
    if isinstance(type, TensorType):
        return _tensor_row(type)
    if isinstance(type, FunctionType):
        return 2, (type.inputs, type.results)
    if isinstance(type, TupleType):
        return 15, (type.types,)
    return (12, ()) if str(type) == "none" else None


_FLOAT_CODES: Final = {"index": 1, "bf16": 3, "f16": 4, "f32": 5, "f64": 6, "f80": 7, "f128": 8}


def _element_row(type: ElementType) -> tuple[int, tuple[Any, ...]] | None:
    name = str(type)
    if name in _FLOAT_CODES:
        return _FLOAT_CODES[name], ()
    if type.kind in ("boolean", "signed", "unsigned"):
        return 0, (type.bits << 2 | _SIGNS.index(name.rstrip("0123456789")),)
    return (9, (element_type_named(type.name[8:-1]),)) if type.kind == "complex" else None


def _tensor_row(type: TensorType) -> tuple[int, tuple[Any, ...]]:
    if type.shape is None:
        return 18, (type.element_type,)
    if type.encoding is None:
        return 13, (sizes_of(type), type.element_type)
    return 14, (type.encoding, sizes_of(type), type.element_type)


def sizes_of(type: TensorType) -> Sequence[int]:
    """The sizes of a tensor as they are written."""
    return [DYNAMIC_SIZE if isinstance(size, Dim) else size for size in type.shape or ()]
