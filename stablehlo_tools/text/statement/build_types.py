"""Grammar callbacks for types."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean, with_suggestion
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute, Enumeration, Integer, Opaque, Struct
from stablehlo_tools.ir.dense_literals import integer
from stablehlo_tools.ir.number_format import float_text
from stablehlo_tools.ir.storage import range_of
from stablehlo_tools.ir.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    F64,
    Dim,
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    complex_of,
    element_type_named,
    integer_range,
)
from stablehlo_tools.text.assembly.deprecated_syntax import old_bounds
from stablehlo_tools.text.printer.attribute_text import attribute_text, element_text
from stablehlo_tools.text.statement import build_literals
from stablehlo_tools.text.statement.build_literals import of_part, of_parts
from stablehlo_tools.text.statement.build_locations import as_attribute
from stablehlo_tools.text.statement.template import StatementError, current, error_at, error_in_types

_SIMPLE = regex(r"tensor<((?:(?:[0-9]+|\?)x)*)(.*)>")
_BOUNDS = regex(
    r"#(?:stable|m)hlo\.(?:bounds<(?P<short>.*)>|type_extensions<\s*bounds\s*=\s*\[(?P<long>.*)\]\s*>)"
)


# The types of dialects that are known to have no others, besides those of the grammar.
_TYPES_OF: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(("arith", "builtin", "cf", "chlo", "func", "math", "scf", "sdy", "tensor"), ()),
    "quant": ("any", "calibrated"),
    "shape": ("shape", "size", "value_shape", "witness"),
    "stablehlo": (),
}
_UNRANKED = regex(r"\s*\*\s*x")
_BOUND = regex(r"(?:-\s*)?(?:0x[0-9A-Fa-f]{1,16}|[0-9]{1,19})")


@functools.lru_cache(maxsize=1 << 14)
def simple_tensor(text: str) -> TensorType:
    """The type `tensor<2x?xf32>`, from text without white space, encoding or dialect types."""
    match = _SIMPLE.fullmatch(text)
    assert match is not None
    return TensorType(_dims(match[1]), _element_type(match[2]))


# The names of element types in HLO, numpy and PyTorch, if they differ.
_ELSEWHERE: Final = {
    "bool": "i1", "pred": "i1", "half": "f16", "float": "f32", "double": "f64", "int": "i32", "long": "i64",
    "complex64": "complex<f32>", "complex128": "complex<f64>", "c64": "complex<f32>", "c128": "complex<f64>",
    **{f"s{bits}": f"i{bits}" for bits in (2, 4, 8, 16, 32, 64)},
}  # fmt: skip


def _element_type(name: str) -> ElementType:
    """The element type with that name. Raises ValueError."""
    element_type = element_type_named(name)
    if element_type.kind == "other":
        meant = _ELSEWHERE.get(name) or closest(name, ELEMENT_TYPES)
        raise ValueError(with_suggestion(f"unknown type `{name}`", meant))
    return element_type


_UNKNOWN_TYPE = Code(
    "unknown_type",
    "The type does not exist, or does not have such parameters.",
    "Use one of the element types i1, i4, i8, ..., ui8, ..., bf16, f16, f32, f64, f8E4M3FN and the other "
    "FP8 types, complex<f32>, complex<f64> and !quant.uniform<...>.",
)


def _dialect_type(token: Token, text: str) -> Type:
    """The type of a dialect with this text. Raises StatementError for one that its dialect does not have."""
    if text in ("!stablehlo.token", "!mhlo.token"):
        return TokenType()
    dialect, _, name = text[1:].partition("<")[0].partition(".")
    if dialect in _TYPES_OF and name not in _TYPES_OF[dialect]:
        raise _unknown_type(token)
    return OpaqueType(text)


def _unknown_type(token: Token) -> StatementError:
    help = "".join(did_you_mean(closest(token, ("!stablehlo.token", "!stablehlo.future", "!quant.uniform"))))
    return error_at(token, f"unknown type `{token}`", _UNKNOWN_TYPE, help)


def _dims(text: str) -> tuple[int | Dim, ...]:
    """The dimensions in a text such as `2x?x`. Raises ValueError."""
    sizes = text.split("x")[:-1]
    if len(sizes) > MAX_RANK:
        raise ValueError(f"tensor with {len(sizes)} dimensions (at most {MAX_RANK} are supported)")
    return tuple(map(_dim, sizes))


def _dim(text: str) -> int | Dim:
    """A dimension size. Raises ValueError if it does not fit 64 bits."""
    text = text.strip()
    if text == "?":
        return DYNAMIC
    if text == "*":
        raise ValueError("`*` cannot be combined with dimensions")
    size = int(text) if len(text) <= _MAX_SIZE_DIGITS else 1 << 63
    if size >= 1 << 63:
        raise ValueError(f"dimension size out of range for i64: {text[:20]}...")
    return size


_MAX_SIZE_DIGITS = 100  # few enough for `int()` to be fast
MAX_RANK = 256  # four times numpy's limit; the time of some constraints is quadratic in the rank


def encoded_tensor(
    shape: tuple[int | Dim, ...] | None, element_type: ElementType | QuantizedType, encoding: Attribute
) -> TensorType:
    """A tensor type, with the bounds of its encoding, if any, in its dimensions. Raises ValueError."""
    build_literals.check_values(encoding)
    encoding = encoding if isinstance(encoding, Opaque) else Opaque(attribute_text(encoding))
    bounds = _bounds_in(encoding.text)
    if shape is None:
        raise ValueError(f"an unranked tensor cannot have {'an encoding' if bounds is None else 'bounds'}")
    if bounds is None:
        return TensorType(shape, element_type, encoding)
    if len(bounds) != len(shape):
        raise ValueError(f"found {len(bounds)} bounds for {len(shape)} dimensions")
    shape = tuple(map(_with_bound, shape, bounds))
    return TensorType(shape, element_type, Opaque(_bounds_text(bounds)))


def _bounds_in(text: str) -> list[str] | None:
    """The bounds in the text of an attribute; None for any other attribute. Raises ValueError."""
    match = _BOUNDS.fullmatch(text)
    if match is None:
        return None
    written = match["short"] if match["long"] is None else match["long"]
    bounds = [bound.strip() for bound in written.split(",")] if written.strip() else []
    for bound in bounds:
        if bound != "?" and (not _BOUND.fullmatch(bound) or not -1 << 63 <= integer(bound) < 1 << 63):
            raise ValueError(f"invalid bound `{bound}`")
    bounds = [bound if bound == "?" else str(integer(bound)) for bound in bounds]
    if match["long"] is not None and text.startswith("#stablehlo"):
        current().old_spellings.append(old_bounds(bounds))
    return bounds


def _bounds_text(bounds: Sequence[str]) -> str:
    return f"#stablehlo.bounds<{', '.join(bounds)}>"


def canonical_bounds(text: str) -> str:
    """The text of an attribute, with bounds in the current syntax. Raises ValueError for invalid bounds."""
    bounds = _bounds_in(text)
    return text if bounds is None else _bounds_text(bounds)


def _with_bound(size: int | Dim, bound: str) -> int | Dim:
    if bound == "?":
        return size
    if not isinstance(size, Dim):
        raise ValueError(f"a static dimension ({size}) cannot have a bound")
    # MLIR takes a negative bound, which bounds nothing
    return Dim(0, int(bound)) if int(bound) >= 0 else size


def memref(
    sizes: Sequence[int | Dim] | None, element_type: Type, layout_and_space: Sequence[Attribute]
) -> OpaqueType:
    """The type `memref<...>`, without a layout or memory space that is the default one. Raises ValueError."""
    if not _is_memref_element(element_type):
        raise ValueError(f"invalid element type {element_type} of a memref")
    problem = _layout_problem(layout_and_space, None if sizes is None else len(sizes))
    if problem:
        raise ValueError(problem)
    layouts = [*filter(_is_layout, layout_and_space)]
    space = layout_and_space[-1] if _has_space(layout_and_space) else None
    dims = "*x" if sizes is None else "".join(f"{size}x" for size in sizes)
    written = [layout for layout in map(element_text, layouts) if not _is_identity(layout, len(sizes or ()))]
    if space is not None and not (isinstance(space, Integer) and space.value == 0):
        written.append(element_text(space))
    return OpaqueType(f"memref<{', '.join([f'{dims}{element_type}', *written])}>")


def _has_space(layout_and_space: Sequence[Attribute]) -> bool:
    return bool(layout_and_space) and not _is_layout(layout_and_space[-1])


def _is_layout(attribute: Attribute) -> bool:
    return isinstance(attribute, Opaque) and attribute.text.startswith(("affine_map<", "strided<"))


def _is_identity(layout: str, rank: int) -> bool:
    indices = ", ".join(f"d{number}" for number in range(rank))
    return layout == f"affine_map<({indices}) -> ({indices})>"


_STORAGE = regex(r"(?:([su]?)i|(u))([1-9][0-9]?)")


def quantized_type(
    storage: str, limits: tuple[int, int] | None, expressed: str, dimension: int | None,
    parameters: Sequence[tuple[float, int]], *, per_axis: bool,
) -> QuantizedType:  # fmt: skip
    """The type `!quant.uniform<...>`; `limits` default to those of the storage type. Raises ValueError."""
    storage_type, expressed_type = _storage_type(storage), ELEMENT_TYPES.get(expressed)
    if expressed_type is None or expressed_type.kind != "float":
        raise ValueError(f"expected a floating-point type, found `{expressed}`")
    full_range = integer_range(storage_type)
    limits = limits or full_range
    texts = list(map(_parameter_text, parameters))
    text = (
        f"!quant.uniform<{storage}{'' if limits == full_range else f'<{limits[0]}:{limits[1]}>'}"
        f":{expressed}{'' if dimension is None else f':{dimension}'}, "
        f"{'{' + ','.join(texts) + '}' if per_axis else texts[0]}>"
    )
    return QuantizedType(
        storage_type, expressed_type, *limits, tuple(scale for scale, _ in parameters),
        tuple(zero for _, zero in parameters), dimension, text,
    )  # fmt: skip


def _parameter_text(parameter: tuple[float, int]) -> str:
    scale, zero = parameter
    return f"{float_text(scale, ELEMENT_TYPES['f64'])}{f':{zero}' if zero else ''}"


def _numbers(
    storage: Token, minimum: Token | None, maximum: Token | None, expressed: Token
) -> tuple[str, tuple[int, int] | None, str]:
    """The storage type, its limits and the expressed type, as written."""
    number = build_literals.integer_of
    limits = None if minimum is None or maximum is None else (number(minimum), number(maximum))
    return str(storage), limits, str(expressed)


class _Scales(NamedTuple):
    """Nested lists of scales and zero points: their text and, without the lists, the numbers.

    `shape` is the shape of the tensor that they form; None if they form none.
    """

    shape: tuple[int, ...] | None
    numbers: Sequence[tuple[float, int]]
    text: str


def _scale(parameter: tuple[float, int]) -> _Scales:
    return _Scales((), [parameter], _parameter_text(parameter))


def _nested_scales(items: Sequence[_Scales]) -> _Scales:
    """The list `{...}` of lists, or of single scales."""
    shapes = {item.shape for item in items}
    (shape,) = shapes if len(shapes) == 1 else (None,)
    return _Scales(
        None if shape is None else (len(items), *shape),
        [number for item in items for number in item.numbers],
        f"{{{', '.join(item.text for item in items)}}}",
    )


def _sub_channel_type(
    storage: str, limits: tuple[int, int] | None, expressed: str, blocks: Sequence[tuple[int, int]],
    scales: _Scales,
) -> OpaqueType:  # fmt: skip
    """The type `!quant.uniform<...:{0:2, 1:1}, {{...}, ...}>`, with a scale per block; raises ValueError.

    The specification does not have it: its rules for scales and limits are checked here, as in MLIR.
    """
    base = quantized_type(storage, limits, expressed, None, scales.numbers[:1], per_axis=False)
    (minimum, maximum), (smallest, largest) = integer_range(base.storage_type), range_of(base.expressed_type)
    if not minimum <= base.storage_min < base.storage_max <= maximum:
        raise ValueError(
            f"the limits {base.storage_min}:{base.storage_max} are not within those of {storage}"
        )
    if scales.shape is None:
        raise ValueError("the nested lists of scales must have the same sizes")
    for dimension, size in blocks:
        if dimension < 0 or size <= 0:
            raise ValueError(f"expected a dimension and the size of its blocks, found {dimension}:{size}")
    for scale, _ in scales.numbers:
        if not smallest <= scale <= largest:
            raise ValueError(f"scale {scale} is not a positive number of type {expressed}")
    sizes = ", ".join(f"{dimension}:{size}" for dimension, size in blocks)
    return OpaqueType(f"{base.text.rpartition(', ')[0]}:{{{sizes}}}, {scales.text}>")


def _storage_type(text: str) -> ElementType:
    """`i8` or `si8`; `u8` as in MLIR or `ui8` as in the specification. Raises ValueError."""
    match = _STORAGE.fullmatch(text)
    name = f"{'u' if match[1] == 'u' or match[2] else ''}i{match[3]}" if match else ""
    if name not in ELEMENT_TYPES or ELEMENT_TYPES[name].kind == "boolean":
        raise ValueError(
            f"invalid storage type `{text}` (expected i2, i4, i8, i16, i32, i64 or u2, ..., u64)"
        )
    return ELEMENT_TYPES[name]


def type_named(name: Token) -> Type:
    """The type with a bare name. Raises StatementError."""
    if name == "token":
        return TokenType()
    if name in ("none", "string"):
        return OpaqueType(str(name))
    try:
        return _element_type(str(name))
    except ValueError as error:
        raise error_at(name, str(error), code=_UNKNOWN_TYPE) from None


def _tensor_element(type: Type, dims: Token | None) -> ElementType | QuantizedType:
    """The element type of a tensor; types of other dialects, and vectors, are kept as their text."""
    if isinstance(type, ElementType | QuantizedType):
        return type
    if not str(type).startswith(("!", "vector<")):
        message = f"invalid element type {type} of a tensor"
        raise error_at(dims, message, _UNKNOWN_TYPE) if dims else error_in_types(message, _UNKNOWN_TYPE)
    return ElementType(str(type), "other", 0)


_VECTOR_KINDS = ("boolean", "signed", "unsigned", "index", "float")
_DIGITS = regex("[0-9]+")


def _is_memref_element(type: Type) -> bool:
    if isinstance(type, OpaqueType):
        return type.text.startswith(("!", "vector<", "memref<"))
    return isinstance(type, ElementType) and type.kind != "other"


_MEMORY_SPACES = (bool, str, Integer, Mapping)


def _layout_problem(listed: Sequence[Attribute], rank: int | None) -> str:
    """The fault of the layouts and the memory space of a memref; empty if they have none."""
    for index, attribute in enumerate(listed):
        ranks = _layout_rank(attribute)
        if ranks is None:
            if index != len(listed) - 1:
                return "the memory space of a memref must be the last in its list"
            if not isinstance(attribute, (*_MEMORY_SPACES, Opaque, Enumeration, Struct)):
                return f"`{attribute_text(attribute)}` is not a memory space of a memref"
        elif rank is None:
            return "an unranked memref cannot have a layout"
        elif ranks != rank:
            return f"expected a layout of {rank} dimensions, found {ranks}"
    return ""


def _layout_rank(attribute: Attribute) -> int | None:
    """The number of dimensions of a layout; None for another attribute."""
    match = _LAYOUT.match(attribute.text) if isinstance(attribute, Opaque) else None
    return match and len([part for part in match["dimensions"].split(",") if part.strip()])


_LAYOUT = regex(r"(?:affine_map<\s*\(|strided<\s*\[)(?P<dimensions>[^)\]]*)")


class TypeRules:
    """The callbacks of the rules for types."""

    named_type = of_part(type_named)
    tuple_type = of_part(lambda types: TupleType(tuple(types)))
    function_type = of_parts(lambda ins, outs: FunctionType(tuple(ins), tuple(outs)))
    vector = of_part(lambda body: OpaqueType(f"vector{build_literals.text_of(body)}"))
    blocks = build_literals.present_parts
    block = staticmethod(lambda parts: tuple(map(build_literals.integer_of, parts)))
    per_tensor = staticmethod(lambda parameters: (parameters, False))
    per_axis = staticmethod(lambda parameters: (parameters, True))

    def simple_tensor(self, parts: list[Any]) -> TensorType:
        try:
            return simple_tensor(str(parts[0]))
        except ValueError as error:
            raise error_at(parts[0], str(error), code=_UNKNOWN_TYPE) from None

    def tensor_type(self, parts: list[Any]) -> TensorType:
        dims, type, encoding = parts
        element_type = _tensor_element(type, dims)
        try:
            shape = None if dims is not None and _UNRANKED.fullmatch(dims) else _dims(dims or "")
            if encoding is not None:
                return encoded_tensor(shape, element_type, as_attribute(encoding))
            return TensorType(shape, element_type)
        except ValueError as error:
            raise error_at(dims, str(error)) if dims else error_in_types(str(error)) from None

    def complex_type(self, parts: list[Any]) -> ElementType:
        try:
            part = _element_type(parts[0])
        except ValueError as error:
            raise error_at(parts[0], str(error), code=_UNKNOWN_TYPE) from None
        if part.kind == "index":
            raise error_at(parts[0], "invalid element type index of a complex type", _UNKNOWN_TYPE)
        return complex_of(part)

    def future(self, parts: list[Any]) -> FutureType:
        types: list[Type] = parts[0]
        for type in types:
            if not isinstance(type, TensorType) or type.shape is None:
                raise error_in_types(f"expected ranked tensors in a future, found {type}", _UNKNOWN_TYPE)
        return FutureType(tuple(types))

    def opaque_type_name(self, parts: list[Any]) -> Type:
        token: Token = parts[0]
        if "." in token:
            return _dialect_type(token, str(token))
        context = current()
        alias = context.alias(token, context.aliases.types)
        return OpaqueType(str(token)) if alias is None else cast(Type, alias.value)

    def opaque_type(self, parts: list[Any]) -> Type:
        token, body = parts
        return _dialect_type(token, build_literals.dialect_text(token, build_literals.text_of(body)))

    def memref(self, parts: list[Any]) -> OpaqueType:
        dims, element_type, *layout_and_space = parts
        try:
            sizes = None if dims is not None and _UNRANKED.fullmatch(dims) else _dims(dims or "")
            return memref(sizes, element_type, [*map(as_attribute, build_literals.present(layout_and_space))])
        except ValueError as error:
            at = error_at(dims, str(error), _UNKNOWN_TYPE) if dims else None
            raise at or error_in_types(str(error), _UNKNOWN_TYPE) from None

    def vector_body(self, parts: list[Any]) -> build_literals.Extent:
        _, dims, element_type, end = parts
        if not isinstance(element_type, ElementType) or element_type.kind not in _VECTOR_KINDS:
            raise error_at(dims or end, f"invalid element type {element_type} of a vector", _UNKNOWN_TYPE)
        if dims is not None and not all(map(int, _DIGITS.findall(dims))):
            raise error_at(dims, "the dimensions of a vector must be positive", _UNKNOWN_TYPE)
        return build_literals.Extent(parts[0].start_pos, end.end_pos)

    def quantized_type(self, parts: list[Any]) -> QuantizedType:
        *element, dimension, (parameters, per_axis) = parts
        try:
            axis = None if dimension is None else build_literals.integer_of(dimension)
            return quantized_type(*_numbers(*element), axis, parameters, per_axis=per_axis)
        except ValueError as error:
            raise error_at(parts[0], str(error), code=_UNKNOWN_TYPE) from None

    def sub_channel_type(self, parts: list[Any]) -> OpaqueType:
        *element, blocks, scales = parts
        try:
            return _sub_channel_type(*_numbers(*element), blocks, scales)
        except ValueError as error:
            raise error_at(parts[0], str(error), code=_UNKNOWN_TYPE) from None

    def scales(self, parts: list[Any]) -> _Scales:
        return _nested_scales([part if isinstance(part, _Scales) else _scale(part) for part in parts])

    def quantization_parameter(self, parts: list[Any]) -> tuple[float, int]:
        scale, zero_point = parts
        value = build_literals.float_attribute(scale, F64).value
        return value, build_literals.integer_of(zero_point) if zero_point else 0
