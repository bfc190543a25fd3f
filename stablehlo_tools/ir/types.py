"""The types of StableHLO: element types, tensors, tokens, tuples, functions (spec: "Types").

Types are immutable; `str` prints them as MLIR does. A static dimension is an `int`, a dynamic one a `Dim`,
the interval of its possible sizes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import field, replace

from stablehlo_tools.host.records import NamedTuple, public_record
from stablehlo_tools.host.regex import regex


class Dim(NamedTuple):
    """A dynamic dimension: `low <= size <= high`, where `high` may be infinite."""

    low: int
    high: float

    def __str__(self) -> str:
        return "?"

    def __repr__(self) -> str:
        return "?"


DYNAMIC = Dim(0, math.inf)


class _PrintedType:
    """A type whose `repr` is its MLIR text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


type_kinds = ("boolean", "signed", "unsigned", "float", "complex", "index", "other")


@public_record(frozen=True, repr=False)
class ElementType(_PrintedType):
    """A scalar type: `kind` is one of `type_kinds`, `bits` its width.

    `spelling` is the printed form if it differs from the name: `si8` is the type `i8`. Integers that MLIR
    prints as `iN` are signed, as in the specification.
    """

    name: str
    kind: str
    bits: int
    spelling: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.spelling or self.name


def _element_types() -> dict[str, ElementType]:
    floats = {
        "f4E2M1FN": 4, "f6E2M3FN": 6, "f6E3M2FN": 6, "f8E3M4": 8, "f8E4M3": 8, "f8E4M3FN": 8,
        "f8E4M3FNUZ": 8, "f8E4M3B11FNUZ": 8, "f8E5M2": 8, "f8E5M2FNUZ": 8, "f8E8M0FNU": 8,
        "bf16": 16, "f16": 16, "tf32": 19, "f32": 32, "f64": 64, "f80": 80, "f128": 128,
    }  # fmt: skip
    rows = [ElementType("i1", "boolean", 1), ElementType("index", "index", 64)]
    rows += [ElementType(name, "float", bits) for name, bits in floats.items()]
    rows += [ElementType(f"complex<{part}>", "complex", 2 * floats[part]) for part in ("f32", "f64")]
    for bits in (2, 4, 8, 16, 32, 64):
        rows += [ElementType(f"i{bits}", "signed", bits), ElementType(f"ui{bits}", "unsigned", bits)]
    return {row.name: row for row in rows}


ELEMENT_TYPES = _element_types()
FOREIGN_FLOATS = frozenset({"tf32", "f80", "f128"})  # MLIR's, which neither StableHLO nor XLA has
I1, I32, I64, F32, F64 = (ELEMENT_TYPES[name] for name in ("i1", "i32", "i64", "f32", "f64"))


_WIDEST = (1 << 24) - 1  # bits of an integer type, as in MLIR
_MAX_WIDTH_DIGITS = len(str(_WIDEST))


@functools.lru_cache(maxsize=1 << 12)
def element_type_named(name: str) -> ElementType:
    """The element type of this name: any integer width, `siN` as a spelling of `iN`, else of kind other."""
    if name.startswith("si") and name[2:].isdecimal():
        return replace(element_type_named(name[1:]), spelling=name)
    if name in ELEMENT_TYPES:
        return ELEMENT_TYPES[name]
    sign, digits = ("unsigned", name[2:]) if name.startswith("ui") else ("signed", name[1:])
    is_number = digits.isdecimal() and len(digits) <= _MAX_WIDTH_DIGITS
    if is_number and name.startswith(("i", "ui")) and int(digits) <= _WIDEST:
        return ElementType(name, sign, int(digits))
    return ElementType(name, "other", 0)


def complex_of(part: ElementType) -> ElementType:
    """`complex<part>`."""
    return ELEMENT_TYPES.get(f"complex<{part}>") or ElementType(f"complex<{part}>", "complex", 2 * part.bits)


def part_of(element_type: ElementType) -> ElementType:
    """The type of the real and imaginary parts of a complex element type; any other type itself."""
    name = element_type.name
    return element_type_named(name[8:-1]) if element_type.kind == "complex" else element_type


def integer_range(element_type: ElementType) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    bits = element_type.bits
    if element_type.kind == "unsigned":
        return 0, (1 << bits) - 1
    return -(1 << bits >> 1), (1 << bits >> 1) - 1 if bits else 0  # i0 has one value


@public_record(frozen=True, repr=False)
class QuantizedType(_PrintedType):
    """`!quant.uniform<storage_type:expressed_type, scale:zero_point>` (spec: "Quantized element types").

    `quantization_dimension` is None for per-tensor quantization. `scales` are Python floats; `text` is the
    type as MLIR prints it.
    """

    storage_type: ElementType
    expressed_type: ElementType
    storage_min: int
    storage_max: int
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    quantization_dimension: int | None
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def bits(self) -> int:
        """The width of the stored integer."""
        return self.storage_type.bits

    @property
    def kind(self) -> str:
        """Always `quantized`; corresponds to `ElementType.kind`."""
        return "quantized"


@public_record(frozen=True, repr=False)
class TensorType(_PrintedType):
    """`tensor<2x?xf32, encoding>`. `shape` is None for an unranked tensor.

    `encoding` is the attribute after the comma, or None; its bounds are already in the dimensions of `shape`.
    """

    shape: tuple[int | Dim, ...] | None
    element_type: ElementType | QuantizedType
    encoding: object = None

    @functools.cached_property
    def is_static(self) -> bool:
        """Whether every dimension is static."""
        return self.shape is not None and not any(isinstance(size, Dim) for size in self.shape)

    @property
    def rank(self) -> int:
        """The number of dimensions. Must not be called on unranked tensors."""
        assert self.shape is not None
        return len(self.shape)

    @property
    def static_shape(self) -> tuple[int, ...]:
        """`shape`, for a type whose dimensions are all static."""
        assert self.is_static
        return self.shape  # type: ignore[return-value]

    def of(self, element_type: ElementType | QuantizedType) -> TensorType:
        """The type of the same shape and encoding with other elements."""
        return TensorType(self.shape, element_type, self.encoding)

    @functools.cached_property
    def bytes(self) -> float:
        """The size of an array of this type in bytes, at least one per element; infinite if dynamic."""
        if not self.is_static:
            return math.inf
        return math.prod(self.static_shape) * max(1, self.element_type.bits // 8)

    @functools.cached_property
    def claimed(self) -> int:
        """The number of elements if no dimension were 0, a bound on the number of lists in a literal.

        `dense<> : tensor<9000000000x0xi64>` has no elements, but is a list of nine billion empty lists.
        """
        return math.prod(max(size, 1) for size in self.static_shape)

    @functools.cached_property
    def _text(self) -> str:
        dims = "*x" if self.shape is None else "".join(f"{size}x" for size in self.shape)
        encoding = "" if self.encoding is None else f", {self.encoding}"
        return f"tensor<{dims}{self.element_type}{encoding}>"

    def __str__(self) -> str:
        return self._text


def brief(type: Type) -> str:
    """`2x3xf32` for a tensor; the text of any other type."""
    return str(type)[len("tensor<") : -1] if isinstance(type, TensorType) else str(type)


@public_record(frozen=True, repr=False)
class TokenType(_PrintedType):
    """`!stablehlo.token`."""

    def __str__(self) -> str:
        return "!stablehlo.token"


@public_record(frozen=True, repr=False)
class TupleType(_PrintedType):
    """`tuple<T, U>`."""

    types: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.types))}>"


@public_record(frozen=True, repr=False)
class FutureType(_PrintedType):
    """`!stablehlo.future<T, U>`: the pending results of an asynchronous op."""

    types: tuple[Type, ...]

    def __str__(self) -> str:
        return f"!stablehlo.future<{', '.join(map(str, self.types))}>"


@public_record(frozen=True, repr=False)
class FunctionType(_PrintedType):
    """`(inputs) -> (results)`."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]

    def __str__(self) -> str:
        results = ", ".join(map(str, self.results))
        if len(self.results) != 1 or isinstance(self.results[0], FunctionType):
            results = f"({results})"
        return f"({', '.join(map(str, self.inputs))}) -> {results}"


@public_record(frozen=True, repr=False)
class OpaqueType(_PrintedType):
    """A type of another dialect (`!shape.shape`, `memref<...>`), kept as text."""

    text: str

    def __str__(self) -> str:
        return self.text


_VECTOR = regex(r"vector<((?:\[?[1-9][0-9]{0,17}\]?x)*)([A-Za-z][A-Za-z0-9]*)>")


def elements_of_vector(type: Type) -> TensorType | None:
    """The tensor that has the elements of a vector of numbers, at least those; None for any other type."""
    match = _VECTOR.fullmatch(type.text) if isinstance(type, OpaqueType) else None
    if match is None or element_type_named(match[2]).kind == "other":
        return None
    sizes = match[1].translate(_NO_BRACKETS).split("x")[:-1]  # `[4]` is a multiple of 4
    return TensorType(tuple(map(int, sizes)), element_type_named(match[2]))


_NO_BRACKETS = str.maketrans("", "", "[]")


Type = (
    TensorType | TokenType | TupleType | FutureType | FunctionType | OpaqueType | ElementType | QuantizedType
)


def tensor_type(shape: Sequence[int | Dim], element_type: ElementType | str) -> TensorType:
    """The type `tensor<shape x element_type>`; the element type can be given by name."""
    if isinstance(element_type, str):
        element_type = element_type_named(element_type)
    return TensorType(tuple(shape), element_type)


def element_kind(type: object) -> str:
    """The kind of the elements of a tensor, such as `float`; empty for other types."""
    return type.element_type.kind if isinstance(type, TensorType) else ""


def byte_size(type: Type) -> float:
    """The maximum size of a value of this type in bytes; infinity if a dimension is unknown."""
    if isinstance(type, TensorType):
        return type.bytes
    return sum(map(byte_size, type.types)) if isinstance(type, TupleType) else 0


def known_size(type: Type) -> int:
    """The maximum size of a value of this type in bytes; 0 if a dimension is unknown."""
    size = byte_size(type)
    return int(size) if math.isfinite(size) else 0
