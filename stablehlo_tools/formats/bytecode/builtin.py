"""The builtin dialect in bytecode (mlir/include/mlir/IR/BuiltinDialectBytecode.td): codes are positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.formats.bytecode.affine import AFFINE_MAP, AFFINE_SET, STRIDED
from stablehlo_tools.formats.bytecode.cursor import ByteCursor, Sink
from stablehlo_tools.formats.bytecode.fields import (
    ATTRIBUTE,
    BITS,
    BLOB,
    DYNAMIC_SIZE,
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
    Field,
    Row,
    group_of,
    in_order,
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
from stablehlo_tools.ir.quoting import escape
from stablehlo_tools.ir.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    I1,
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
    part_of,
)
from stablehlo_tools.text.printer.attribute_text import distinct_attribute, untyped_text
from stablehlo_tools.text.statement.build_types import MAX_RANK, encoded_tensor, memref
from stablehlo_tools.text.statement.statement_parser import parse_type

if TYPE_CHECKING:
    from stablehlo_tools.formats.bytecode.entries import Entries
    from stablehlo_tools.formats.bytecode.numbering import Scope

LOCATION_CODES: Final = frozenset({10, 11, 12, 13, 14, 15, 22})
UNKNOWN_LOCATION_CODE: Final = 15
_SIGNS: Final = ("i", "si", "ui")


# -- attributes ---------------------------------------------------------------------------------


def _dictionary(entries: Sequence[tuple[Attribute, Attribute]]) -> dict[str, Attribute]:
    result: dict[str, Attribute] = {}
    for name, value in entries:
        if not isinstance(name, str) or not name or name in result:
            raise ValueError(f"{name!r} is not a valid name in a dictionary, or is repeated")
        result[name] = value
    return result


def _flat_symbol(name: Attribute) -> Symbol:
    if not isinstance(name, str):
        raise ValueError("the name of a symbol is not a string")
    return Symbol((name,))


def _nested_symbol(root: Attribute, nested: Sequence[Attribute]) -> Symbol:
    path = _flat_symbol(root).path
    for symbol in nested:
        if not isinstance(symbol, Symbol):
            raise ValueError("a part of a symbol's path is not a symbol")
        path += symbol.path
    return Symbol(path)


def _integer(bits: Bits) -> Attribute:
    type, value = bits
    assert isinstance(type, ElementType)
    if type.kind == "boolean" and not type.spelling:
        return bool(value)
    if type.kind not in ("boolean", "signed", "unsigned", "index"):
        raise ValueError(f"an integer is not of type {type}")
    is_negative = type.kind != "unsigned" and value >> (type.bits - 1)
    return Integer(value - (1 << type.bits) if is_negative else value, type)


def floating(bits: Bits) -> Float:
    """`1.0 : f32`. Raises ValueError for anything but a number."""
    type, value = bits
    assert isinstance(type, ElementType)
    if type.kind != "float":
        raise ValueError(f"a floating-point number is not of type {type}")
    return float_of_bits(value, type)


def _dense(type: Type, data: memoryview) -> Attribute:
    """`dense<...>`, whose elements are read when asked for. Raises ValueError for too few or too many."""
    if isinstance(type, TensorType):
        return Dense.from_bytes(data, type)
    elements = elements_of_vector(type)
    if elements is None:
        raise ValueError(f"a constant is not of type {type}")
    return DenseVector(Dense.from_bytes(data, elements), type)


def _bits(number: Integer | Float | bool) -> tuple[Bits]:
    if isinstance(number, bool):
        return ((I1, int(number)),)
    return ((number.type, number.bits if isinstance(number, Float) else number.value),)


def _stored(constant: Dense | DenseVector) -> tuple[Type, Any] | None:
    """The type and the bytes of a constant; None for strings, which are written as text."""
    if isinstance(constant, DenseVector):
        return constant.type, constant.elements.storage()
    is_text = constant.element_type.kind == "other"
    return None if is_text else (constant.stored_type, constant.storage())


def _dense_resource(type: Type, key: str) -> Attribute:
    if isinstance(type, TensorType):
        return DenseResource(key, type)
    return Opaque(f"dense_resource<{key}> : {type}")


def _dense_array(type: Type, count: int, data: memoryview) -> DenseArray:
    if not isinstance(type, ElementType) or not is_array_element(type):
        raise ValueError(f"invalid element type {type} of an array")
    size = -(-type.bits // 8)
    if count * size != len(data):
        raise ValueError(f"expected {count} elements of type {type}, found {len(data)} bytes")
    words = [int.from_bytes(data[place : place + size], "little") for place in range(0, len(data), size)]
    numbers = [floating((type, word)) if type.kind == "float" else _integer((type, word)) for word in words]
    return DenseArray(type, tuple(n.value if isinstance(n, Integer) else n for n in numbers))  # type: ignore[misc]


def _array_parts(array: DenseArray) -> tuple[Type, int, bytes]:
    size = -(-array.element_type.bits // 8)
    numbers = [value.bits if isinstance(value, Float) else int(value) for value in array.values]
    data = b"".join((number & (1 << 8 * size) - 1).to_bytes(size, "little") for number in numbers)
    return array.element_type, len(numbers), data


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
    parts = (_nested(texts[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0] if size else 0))
    return f"[{', '.join(parts)}]"


def _read_strings(source: Entries, cursor: ByteCursor) -> tuple[Type, bool, Sequence[str]]:
    start = cursor.place
    type, is_splat = source.type(cursor), bool(cursor.number())
    if not isinstance(type, TensorType) or not type.is_static:
        raise cursor.error(f"a list of strings is not of type {type}")
    count = 1 if is_splat else math.prod(type.static_shape)
    cursor.check_count(count, "strings", start)
    return type, is_splat, [source.string(cursor) for _ in range(count)]


def _write_strings(target: Scope, sink: Sink, value: tuple[Type, bool, Sequence[str]]) -> None:
    type, is_splat, texts = value
    sink.number(target.type(type))
    sink.number(is_splat)
    for text in texts:
        sink.number(target.string(text))


def _sparse(type: Type, indices: Attribute, values: Attribute) -> Opaque:
    parts = [_inside(part) for part in (indices, values)]
    return Opaque(f"sparse<{', '.join(part for part in parts if part)}> : {type}")


def _inside(constant: Attribute) -> str:
    """The text between `dense<` and `>`."""
    if not isinstance(constant, Dense):
        raise ValueError("a part of a sparse constant is not a dense constant")
    return untyped_text(constant).removeprefix("dense<").removesuffix(">")


# -- locations ----------------------------------------------------------------------------------


def _file(path: Attribute, *numbers: int) -> Location:
    return Location("file", (_path(path), *numbers))


def _file_range(path: Attribute, numbers: Sequence[int]) -> Location:
    """Of a range: nothing, its line, also its column, also where it ends in this line, or in another."""
    if len(numbers) > 4:
        raise ValueError(f"a file range has at most 4 numbers, found {len(numbers)}")
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


def _located(
    kind: str, fields: tuple[Field, ...], build: Callable[..., Any], parts: Callable[..., Any]
) -> Row:
    """The row of a kind of location; `parts` takes the parts of one."""
    return Row(fields, build, Location, lambda place: parts(*place.parts) if place.kind == kind else None)


def _range(path: str, *numbers: Any) -> Sequence[Any]:
    is_in_one_line = len(numbers) == 4 and numbers[2] is None
    return path, [*numbers[:2], numbers[3]] if is_in_one_line else numbers


# -- types --------------------------------------------------------------------------------------


def _integer_type(code: int) -> ElementType:
    """The width, and in the lowest bits whether it is signless, signed or unsigned."""
    width, sign = code >> 2, code & 3
    if sign >= len(_SIGNS) or width > _WIDEST:
        raise ValueError(f"invalid integer type: {width:,} bits, signedness {sign}")
    return element_type_named(f"{_SIGNS[sign]}{width}")


_WIDEST: Final = 9999  # bits, as in text


def _complex(part: Type) -> ElementType:
    if not isinstance(part, ElementType):
        raise ValueError(f"invalid element type {part} of a complex type")
    return complex_of(part)


def _tensor(sizes: Sequence[int], element_type: Type) -> TensorType:
    return TensorType(tuple(map(_size, _ranked(sizes))), _element_type(element_type))


def _encoded_tensor(encoding: Attribute, sizes: Sequence[int], element_type: Type) -> TensorType:
    plain = _tensor(sizes, element_type)
    return encoded_tensor(plain.shape, plain.element_type, encoding)


def _ranked(sizes: Sequence[int]) -> Sequence[int]:
    if len(sizes) > MAX_RANK:
        raise ValueError(f"tensor with {len(sizes)} dimensions (at most {MAX_RANK} are supported)")
    return sizes


def _size(size: int) -> int | Dim:
    if size == DYNAMIC_SIZE:
        return DYNAMIC
    if size < 0:
        raise ValueError(f"invalid dimension size {size}")
    return size


def _element_type(type: Type) -> ElementType | QuantizedType:
    if isinstance(type, OpaqueType) and type.text.startswith("!"):
        return ElementType(type.text, "other", 0)
    if not isinstance(type, ElementType | QuantizedType):
        raise ValueError(f"invalid element type {type} of a tensor")
    return type


def buffer(sizes: Sequence[int], element_type: Type, *layout_and_space: Attribute) -> Type:
    """`memref<...>`."""
    return memref(tuple(map(_size, _ranked(sizes))), element_type, layout_and_space)


def _vector(sizes: Sequence[int], element_type: Type) -> Type:
    return OpaqueType(f"vector<{_dims(sizes)}{element_type}>")


def _scalable_vector(scalable: Sequence[bool], sizes: Sequence[int], element_type: Type) -> Type:
    """`vector<[4]x2xf32>`."""
    _ranked(sizes)
    parts = [f"[{size}]" if flag else f"{size}" for flag, size in zip(scalable, sizes, strict=True)]
    return OpaqueType(f"vector<{'x'.join([*parts, str(element_type)])}>")


def _dims(sizes: Sequence[int]) -> str:
    return "".join(f"{_size(size)}x" for size in _ranked(sizes))


def _integer_code(type: ElementType) -> tuple[int] | None:
    is_integer = type.kind in ("boolean", "signed", "unsigned")
    return (type.bits << 2 | _SIGNS.index(str(type).rstrip("0123456789")),) if is_integer else None


def sizes_of(type: TensorType) -> Sequence[int]:
    """The encoded sizes of a ranked tensor."""
    return [DYNAMIC_SIZE if isinstance(size, Dim) else size for size in type.shape or ()]


def _tensor_parts(type: TensorType) -> Sequence[Any] | None:
    is_plain = type.shape is not None and type.encoding is None
    return (sizes_of(type), type.element_type) if is_plain else None


def _encoded_tensor_parts(type: TensorType) -> Sequence[Any] | None:
    return None if type.encoding is None else (type.encoding, sizes_of(type), type.element_type)


def named(name: str) -> Row:
    """The row of an element type without fields."""
    type = ELEMENT_TYPES.get(name) or parse_type(name)
    return Row((), lambda: type, ElementType, lambda other: () if other == type else None)


def keyword(text: str) -> Row:
    """The row of a type without fields that is kept as text."""
    return Row((), lambda: OpaqueType(text), OpaqueType, lambda type: () if type.text == text else None)


# The types that bytecode had as text up to 2025.
_NARROW_FLOATS: Final = (
    "tf32", "f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4",
    "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU",
)  # fmt: skip


# The rows that VHLO shares.
LIST: Final = Row((list_of(ATTRIBUTE),), tuple, tuple)
DICTIONARY: Final = Row(
    (list_of(group_of(ATTRIBUTE, ATTRIBUTE)),), _dictionary, dict, lambda entries: (sorted(entries.items()),)
)
TEXT: Final = Row((STRING,), str, str)
TYPE_ATTRIBUTE: Final = Row((TYPE,), TypeAttribute, TypeAttribute, lambda attribute: (attribute.type,))
INTEGER: Final = Row((BITS,), _integer, (Integer, bool), _bits)
FLOAT: Final = Row((BITS,), floating, Float, _bits)
DENSE: Final = Row((TYPE, BLOB), _dense, (Dense, DenseVector), _stored)

FUNCTION: Final = Row(
    (list_of(TYPE), list_of(TYPE)), FunctionType, FunctionType, attrgetter("inputs", "results")
)
COMPLEX: Final = Row(
    (TYPE,), _complex, ElementType, lambda type: (part_of(type),) if type.kind == "complex" else None
)
TENSOR: Final = Row((NUMBERS, TYPE), _tensor, TensorType, _tensor_parts)
ENCODED_TENSOR: Final = Row((ATTRIBUTE, NUMBERS, TYPE), _encoded_tensor, TensorType, _encoded_tensor_parts)
UNRANKED_TENSOR: Final = Row(
    (TYPE,),
    lambda type: TensorType(None, _element_type(type)),
    TensorType,
    lambda type: (type.element_type,) if type.shape is None else None,
)
TUPLE: Final = Row((list_of(TYPE),), TupleType, TupleType, lambda type: (type.types,))

DIALECT: Final = Dialect(
    attributes=in_order(
        LIST,
        DICTIONARY,
        TEXT,
        Row((STRING, TYPE), TypedString, TypedString, attrgetter("value", "type")),
        Row((ATTRIBUTE,), _flat_symbol, Symbol, lambda name: None if name.path[1:] else name.path),
        Row(
            (ATTRIBUTE, list_of(ATTRIBUTE)),
            _nested_symbol,
            Symbol,
            lambda name: (name.path[0], [Symbol((part,)) for part in name.path[1:]]),
        ),
        TYPE_ATTRIBUTE,
        Row((), lambda: UNIT, type(UNIT), lambda unit: ()),
        INTEGER,
        FLOAT,
        _located(
            "callsite", (LOCATION, LOCATION), lambda *parts: Location("callsite", parts),
            lambda *parts: parts,
        ),
        _located(
            "file", (ATTRIBUTE, NUMBER, NUMBER), _file,
            lambda *parts: parts if len(parts) == 3 else None,
        ),
        _located(
            "fused", (list_of(LOCATION),), lambda parts: Location("fused", (None, *parts)),
            lambda metadata, *parts: (parts,) if metadata is None else None,
        ),
        _located(
            "fused", (list_of(LOCATION), ATTRIBUTE),
            lambda parts, metadata: Location("fused", (metadata, *parts)),
            lambda metadata, *parts: (parts, metadata),
        ),
        _located(
            "name", (ATTRIBUTE, LOCATION), _named,
            lambda name, child=UNKNOWN_LOCATION: (name, child),
        ),
        Row((), lambda: UNKNOWN_LOCATION, Location, lambda place: None if place.parts else ()),
        Row((TYPE, RESOURCE), _dense_resource),
        Row((TYPE, NUMBER, BLOB), _dense_array, DenseArray, _array_parts),
        DENSE,
        Row((Field(_read_strings, _write_strings),), _dense_strings),
        Row((TYPE, ATTRIBUTE, ATTRIBUTE), _sparse),
        Row((SERIAL, ATTRIBUTE), distinct_attribute),
        _located("file", (ATTRIBUTE, list_of(NUMBER)), _file_range, _range),
        AFFINE_MAP,
        AFFINE_SET,
        STRIDED,
    ),
    types=in_order(
        Row((NUMBER,), _integer_type, ElementType, _integer_code),
        named("index"),
        FUNCTION,
        *map(named, ("bf16", "f16", "f32", "f64", "f80", "f128")),
        COMPLEX,
        Row((NUMBERS, TYPE, ATTRIBUTE), buffer),
        Row(
            (ATTRIBUTE, NUMBERS, TYPE, ATTRIBUTE),
            lambda space, sizes, type, layout: buffer(sizes, type, layout, space),
        ),
        keyword("none"),
        TENSOR,
        ENCODED_TENSOR,
        TUPLE,
        Row((TYPE,), lambda type: memref(None, type, ())),
        Row((ATTRIBUTE, TYPE), lambda space, type: memref(None, type, (space,))),
        UNRANKED_TENSOR,
        Row((NUMBERS, TYPE), _vector),
        Row((list_of(FLAG), NUMBERS, TYPE), _scalable_vector),
        *(named(name)._replace(form=()) for name in _NARROW_FLOATS),
    ),
)  # fmt: skip
