"""The callbacks of `grammar/stablehlo.lark`: parts of a statement to types, attributes and a `Template`."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, NamedTuple

from lark import Token, Transformer

from stablehlo_tools.attributes import (
    UNIT,
    Attribute,
    Convolution,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Location,
    Opaque,
    Struct,
    Symbol,
    TypeAttribute,
    TypedString,
)
from stablehlo_tools.syntax.forms import (
    I32,
    I64,
    WINDOW_CLAUSES,
    FormError,
    Pair,
    Word,
    attributes_of,
    form_of,
    spelt_types,
)
from stablehlo_tools.syntax.strings import unescape
from stablehlo_tools.syntax.reader import NAME
from stablehlo_tools.syntax.template import (
    Aliases,
    Definition,
    Label,
    RegionArguments,
    StatementError,
    Template,
)
from stablehlo_tools.types import (
    DYNAMIC,
    ELEMENT_TYPES,
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
    element_type_named,
)
from stablehlo_tools.dense_literals import LiteralError
from stablehlo_tools.syntax.numbers import float_text, parse_float
from stablehlo_tools.values import Dense, DenseResource


class _Context:
    """The statement being parsed, for the callbacks."""

    __slots__ = ("aliases", "is_shared", "text")

    def __init__(self, text: str, aliases: Aliases) -> None:
        self.text = text
        self.aliases = aliases
        self.is_shared = True  # until an alias is read, which another file may define otherwise


_context: ContextVar[_Context] = ContextVar("statement")


@contextmanager
def parsing(text: str, aliases: Aliases) -> Iterator[None]:
    """Let the callbacks know the text that is parsed and the aliases that it may use."""
    token = _context.set(_Context(text, aliases))
    try:
        yield
    finally:
        _context.reset(token)


# -- what callbacks hand to each other ------------------------------------------------------------


@dataclass(frozen=True)
class _Head:
    """An operation without its results and location; operands are tokens still.

    `written` are its types where the pretty form leaves open what they stand for until the number of
    results is known.
    """

    name: str
    operands: Sequence[Token]
    attributes: Mapping[str, Attribute]
    operand_types: Sequence[Type] = ()
    result_types: Sequence[Type] = ()
    regions: Sequence[Sequence[_Argument] | RegionArguments | None] = ()
    successors: Sequence[str] = ()
    applies: str = ""
    is_pretty: bool = True
    written: tuple[list[Type], list[Type] | None] | None = None
    token: Token | None = None


class _Argument(NamedTuple):
    name: Token | None
    type: Type
    location: Location | None
    attributes: Mapping[str, Attribute]


_EMPTY = RegionArguments((), (), (), is_empty=True)


class _Clause(NamedTuple):
    key: Token
    value: object


class _Real(str):
    """A floating-point number, as spelt."""

    __slots__ = ()


# -- types ----------------------------------------------------------------------------------------

_SIMPLE = re.compile(r"tensor<((?:(?:[0-9]+|\?)x)*)(.*)>")
_BOUNDS = re.compile(
    r"#stablehlo\.(?:bounds<(?P<short>.*)>|type_extensions<\s*bounds\s*=\s*\[(?P<long>.*)\]\s*>)"
)


@functools.lru_cache(maxsize=1 << 14)
def simple_tensor(text: str) -> TensorType:
    """`tensor<2x?xf32>`, without whitespace, encoding or an element type of another dialect."""
    match = _SIMPLE.fullmatch(text)
    assert match is not None
    return TensorType(_dims(match[1]), element_type_named(match[2]))


def _dims(text: str) -> tuple[int | Dim, ...]:
    return tuple(DYNAMIC if size.strip() == "?" else int(size) for size in text.split("x")[:-1])


def _with_encoding(
    shape: tuple[int | Dim, ...] | None, element_type: ElementType | QuantizedType, encoding: Attribute
) -> TensorType:
    """A tensor type whose bounds, if the encoding gives any, are in its dims."""
    match = _BOUNDS.fullmatch(encoding.text) if isinstance(encoding, Opaque) else None
    if match is None or shape is None:
        return TensorType(shape, element_type, encoding)
    bounds = [bound.strip() for bound in (match["short"] or match["long"] or "").split(",")]
    if len(bounds) == len(shape) and all(bound == "?" or bound.isdigit() for bound in bounds):
        shape = tuple(
            Dim(0, int(bound)) if bound != "?" and isinstance(size, Dim) else size
            for size, bound in zip(shape, bounds, strict=True)
        )
    return TensorType(shape, element_type, Opaque(f"#stablehlo.bounds<{', '.join(bounds)}>"))


# -- the callbacks --------------------------------------------------------------------------------


def _present(parts: list[Any]) -> list[Any]:
    return [part for part in parts if part is not None]


def _key(token: Token) -> str:
    return unescape(token) if token.type == "STRING" else str(token)


def _integer(token: Token) -> int:
    digits = token.lstrip("+-")
    value = int(digits, 16) if digits.startswith("0x") else int(digits)
    return -value if token.startswith("-") else value


def _integers(values: Sequence[int], element_type: ElementType = I64) -> DenseArray:
    return DenseArray(element_type, tuple(values))


class Builder(Transformer[Any, Any]):
    """Callbacks named after the rules of the grammar; each takes what its parts came to."""

    # -- statements -----------------------------------------------------------------------------

    def statement(self, parts: list[Any]) -> Template:
        results, head, location = parts
        return _template(results, head, location)

    def statement_without_results(self, parts: list[Any]) -> Template:
        return _template([], parts[0], parts[1])

    def attribute_alias(self, parts: list[Any]) -> Definition:
        return Definition(str(parts[0]), parts[1])

    def type_alias(self, parts: list[Any]) -> Definition:
        return Definition(str(parts[0]), parts[1])

    def resources(self, parts: list[Any]) -> Definition:
        return Definition("{-#", parts[0])

    def resource_entries(self, parts: list[Any]) -> dict[str, Any]:
        return dict(_present(parts))

    def resource_entry(self, parts: list[Any]) -> tuple[str, Any]:
        key, value = parts
        return _key(key), unescape(value) if isinstance(value, Token) else value

    def results(self, parts: list[Any]) -> list[Any]:
        return parts

    def result(self, parts: list[Any]) -> tuple[Token, int]:
        return parts[0], int(parts[1] or 1)

    def operands(self, parts: list[Any]) -> list[Any]:
        return _present(parts)

    def successors(self, parts: list[Any]) -> list[Any]:
        return [str(part) for part in parts]

    def regions(self, parts: list[Any]) -> list[Any]:
        return parts

    def region(self, parts: list[Any]) -> bool:
        return True

    def empty_region(self, parts: list[Any]) -> bool:
        return False

    def generic(self, parts: list[Any]) -> _Head:
        name, operands, successors, properties, regions, dictionary, (inputs, outputs) = parts
        attributes = {**(properties or {}), **(dictionary or {})}
        return _Head(
            unescape(name), operands, attributes, inputs, outputs,
            [None if filled else _EMPTY for filled in regions or ()], successors or (),
            is_pretty=False, token=name,
        )  # fmt: skip

    def signature(self, parts: list[Any]) -> tuple[list[Type], list[Type]]:
        return parts[0], parts[1]

    def type_list(self, parts: list[Any]) -> list[Type]:
        return _present(parts)

    type_list_1 = type_list

    def single_type(self, parts: list[Any]) -> list[Type]:
        return parts

    # -- the common pretty form ------------------------------------------------------------------

    def custom(self, parts: list[Any]) -> _Head:
        name, dictionary, typing = parts
        return _custom(name, {}, [], dictionary or {}, typing)

    def custom_items(self, parts: list[Any]) -> _Head:
        name, before, items, behind, typing = parts
        return _custom(name, before or {}, items, behind or {}, typing)

    def items(self, parts: list[Any]) -> list[Any]:
        return parts

    def word(self, parts: list[Any]) -> Word:
        return Word(parts[0])

    def symbol_item(self, parts: list[Any]) -> Symbol:
        return Symbol((_symbol(parts[0]),))

    def clause(self, parts: list[Any]) -> _Clause:
        return _Clause(parts[0], parts[1])

    def clause_list(self, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(_present(parts))

    def pair(self, parts: list[Any]) -> Pair:
        return Pair(parts[0], parts[1])

    def clause_fields(self, parts: list[Any]) -> Mapping[str, Attribute]:
        fields: Mapping[str, Attribute] = parts[0]
        return fields

    def integer(self, parts: list[Any]) -> int:
        return _integer(parts[0])

    def real(self, parts: list[Any]) -> _Real:
        return _Real(parts[0])

    def typing(self, parts: list[Any]) -> tuple[list[Type], list[Type] | None]:
        return parts[0], parts[1]

    # -- forms of their own ----------------------------------------------------------------------

    def reduce(self, parts: list[Any]) -> _Head:
        *pairs, applies, dimensions, dictionary, (inputs, outputs), reducer = parts
        operands = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]
        attributes = {"dimensions": _integers(dimensions), **(dictionary or {})}
        if applies is None:
            return _Head("stablehlo.reduce", operands, attributes, inputs, outputs, [reducer])
        return _Head(
            "stablehlo.reduce", operands, attributes, inputs, outputs, [None], applies=str(applies)
        )

    def reduced(self, parts: list[Any]) -> tuple[Token, Token]:
        return parts[0], parts[1]

    def reducer(self, parts: list[Any]) -> list[_Argument]:
        """The arguments come in pairs, one group an input: first all accumulators, then all elements."""
        groups = [part for part in parts if part is not None]
        return [group[0] for group in groups if group] + [group[1] for group in groups if len(group) > 1]

    def while_loop(self, parts: list[Any]) -> _Head:
        *bindings, types, dictionary, _, _ = parts
        bindings, types = _present(bindings), types or []
        if len(bindings) != len(types):
            raise _at_end(f"{len(bindings)} values are bound, but {len(types)} types are written")
        arguments = [_Argument(name, type, None, {}) for (name, _), type in zip(bindings, types, strict=True)]
        operands = [operand for _, operand in bindings]
        return _Head("stablehlo.while", operands, dictionary or {}, types, types, [arguments, arguments])

    def binding(self, parts: list[Any]) -> tuple[Token, Token]:
        return parts[0], parts[1]

    def scan(self, parts: list[Any]) -> _Head:
        inputs, inits, dimension, dictionary, _, (operand_types, result_types) = parts
        attributes: dict[str, Attribute] = {
            "dimension": Integer(dimension, I64),
            "operandSegmentSizes": _integers([len(inputs), len(inits)], I32),
            "resultSegmentSizes": _integers([len(result_types) - len(inits), len(inits)], I32),
            **(dictionary or {}),
        }
        return _Head("chlo.scan", inputs + inits, attributes, operand_types, result_types, [None])

    def convolution(self, parts: list[Any]) -> _Head:
        lhs, rhs, dimensions, *window, dictionary, (inputs, outputs) = parts
        attributes: dict[str, Attribute] = {"dimension_numbers": dimensions}
        for key, value in _present(window):
            attributes |= _window(key, value)
        attributes |= dictionary or {}
        return _Head("stablehlo.convolution", [lhs, rhs], attributes, inputs, outputs)

    def window_entry(self, parts: list[Any]) -> tuple[Token, tuple[Any, ...]]:
        return parts[0], parts[1]

    def slice_form(self, parts: list[Any]) -> _Head:
        operand, *ranges, dictionary, (inputs, outputs) = parts
        ranges = _present(ranges)
        names = ("start_indices", "limit_indices", "strides")
        columns = zip(*ranges, strict=True) if ranges else ((), (), ())
        attributes: dict[str, Attribute] = {
            name: _integers(column) for name, column in zip(names, columns, strict=True)
        }
        return _Head("stablehlo.slice", [operand], attributes | (dictionary or {}), inputs, outputs)

    def slice_range(self, parts: list[Any]) -> tuple[int, int, int]:
        start, limit, stride = parts
        return _integer(start), _integer(limit), 1 if stride is None else _integer(stride)

    def element_of_tuple(self, parts: list[Any]) -> _Head:
        operand, index, dictionary, (inputs, outputs) = parts
        attributes = {"index": Integer(_integer(index), I32), **(dictionary or {})}
        return _Head("stablehlo.get_tuple_element", [operand], attributes, inputs, outputs)

    def call(self, parts: list[Any]) -> _Head:
        name, callee, operands, dictionary, (inputs, outputs) = parts
        attributes: dict[str, Attribute] = {"callee": callee}
        if name == "stablehlo.custom_call":
            attributes = {"call_target_name": callee.name}
        else:
            name = "func.call"
        return _Head(str(name), operands, attributes | (dictionary or {}), inputs, outputs)

    def composite(self, parts: list[Any]) -> _Head:
        name, operands, dictionary, (inputs, outputs) = parts
        attributes = {"name": unescape(name), **(dictionary or {})}
        return _Head("stablehlo.composite", operands, attributes, inputs, outputs)

    def top_k(self, parts: list[Any]) -> _Head:
        operand, k, dictionary, type, outputs = parts
        attributes = {"k": Integer(_integer(k), I64), **(dictionary or {})}
        return _Head("chlo.top_k", [operand], attributes, [type], outputs)

    def branch(self, parts: list[Any]) -> _Head:
        block, operands, types, dictionary = parts
        return _Head("cf.br", operands or [], dictionary or {}, types or [], successors=[str(block)])

    # -- functions, modules, blocks ----------------------------------------------------------------

    def function(self, parts: list[Any]) -> _Head:
        visibility, symbol, parameters, results, dictionary, region = parts
        parameters, results = parameters or [], results or []
        types = FunctionType(
            tuple(parameter.type for parameter in parameters), tuple(type for type, _ in results)
        )
        attributes: dict[str, Attribute] = {
            "sym_name": _symbol(symbol),
            "function_type": TypeAttribute(types),
        }
        if visibility is not None:
            attributes["sym_visibility"] = str(visibility)
        if any(parameter.attributes for parameter in parameters):
            attributes["arg_attrs"] = tuple(parameter.attributes for parameter in parameters)
        if any(entry for _, entry in results):
            attributes["res_attrs"] = tuple(entry for _, entry in results)
        regions = [_EMPTY if not region else parameters]
        return _Head("func.func", [], attributes | (dictionary or {}), regions=regions)

    def parameters(self, parts: list[Any]) -> list[_Argument]:
        return parts

    def parameter(self, parts: list[Any]) -> _Argument:
        name, type, dictionary, location = parts
        return _Argument(name, type, location, dictionary or {})

    def unnamed_parameter(self, parts: list[Any]) -> _Argument:
        return self.parameter([None, *parts])

    def single_function_result(self, parts: list[Any]) -> list[tuple[Type, Mapping[str, Attribute]]]:
        return [self.function_result(parts)]

    def function_results(self, parts: list[Any]) -> list[tuple[Type, Mapping[str, Attribute]]]:
        return _present(parts)

    def function_result(self, parts: list[Any]) -> tuple[Type, Mapping[str, Attribute]]:
        return parts[0], parts[1] or {}

    def module(self, parts: list[Any]) -> _Head:
        symbol, dictionary, region = parts
        attributes = {} if symbol is None else {"sym_name": _symbol(symbol)}
        return _Head("builtin.module", [], attributes | (dictionary or {}), regions=[None if region else _EMPTY])

    def label(self, parts: list[Any]) -> Label:
        holes = _Holes()
        arguments = _region_arguments(parts[1] or [], holes)
        return Label(str(parts[0]), arguments, holes.are_all_used)

    def arguments(self, parts: list[Any]) -> list[_Argument]:
        return _present(parts)

    def argument(self, parts: list[Any]) -> _Argument:
        return _Argument(parts[0], parts[1], parts[2], {})

    # -- locations ---------------------------------------------------------------------------------

    def location(self, parts: list[Any]) -> Location:
        location: Location = parts[0]
        return location

    def location_alias(self, parts: list[Any]) -> Location:
        return Location("alias", (str(parts[0])[1:],))

    def location_name(self, parts: list[Any]) -> Location:
        return Location("name", (unescape(parts[0]), *parts[1:]))

    def location_file(self, parts: list[Any]) -> Location:
        return Location("file", (unescape(parts[0]), int(parts[1]), int(parts[2])))

    def location_range(self, parts: list[Any]) -> Location:
        path, *numbers = parts
        return Location("file", (unescape(path), *(None if n is None else int(n) for n in numbers)))

    def location_callsite(self, parts: list[Any]) -> Location:
        return Location("callsite", tuple(parts))

    def location_fused(self, parts: list[Any]) -> Location:
        return Location("fused", (parts[0], *_present(parts[1:])))

    def location_unknown(self, parts: list[Any]) -> Location:
        return Location("unknown")

    # -- attributes --------------------------------------------------------------------------------

    def dictionary(self, parts: list[Any]) -> dict[str, Attribute]:
        return dict(_present(parts))

    def entry(self, parts: list[Any]) -> tuple[str, Attribute]:
        return _key(parts[0]), UNIT if parts[1] is None else parts[1]

    def string(self, parts: list[Any]) -> str:
        return unescape(parts[0])

    def typed_string(self, parts: list[Any]) -> TypedString:
        return TypedString(unescape(parts[0]), parts[1])

    def true(self, parts: list[Any]) -> bool:
        return True

    def false(self, parts: list[Any]) -> bool:
        return False

    def unit(self, parts: list[Any]) -> Attribute:
        return UNIT

    def typed_integer(self, parts: list[Any]) -> Attribute:
        literal, type = parts
        if isinstance(type, ElementType) and type.kind == "float":
            return _float(literal, type)
        return Integer(_integer(literal), type or I64)

    def typed_real(self, parts: list[Any]) -> Attribute:
        return _float(parts[0], parts[1] or ELEMENT_TYPES["f64"])

    def array(self, parts: list[Any]) -> tuple[Attribute, ...]:
        return tuple(_present(parts))

    def symbol(self, parts: list[Any]) -> Symbol:
        return Symbol(tuple(map(_symbol, parts)))

    def typed_literal(self, parts: list[Any]) -> Attribute:
        literal, type = parts
        return _typed_literal(literal, type)

    def dense(self, parts: list[Any]) -> Token:
        token: Token = parts[0]
        return token

    def dense_resource(self, parts: list[Any]) -> DenseResource:
        return DenseResource(_key(parts[0]), None)

    def sparse(self, parts: list[Any]) -> Opaque:
        return Opaque(f"sparse{_slice(parts[0])}")

    def dense_array(self, parts: list[Any]) -> DenseArray:
        element_type = element_type_named(parts[0])
        values = [
            _float(value, element_type) if isinstance(value, _Real) else value for value in _present(parts[1:])
        ]
        return DenseArray(element_type, tuple(values))

    def type_attribute(self, parts: list[Any]) -> TypeAttribute:
        return TypeAttribute(parts[0])

    def alias_use(self, parts: list[Any]) -> Attribute:
        token: Token = parts[0]
        context = _context.get()
        context.is_shared = False
        if token[1:] in context.aliases.attributes:
            return context.aliases.attributes[token[1:]]
        if "." in token:
            return Opaque(str(token))
        raise _at(token, f"the alias `{token}` is not defined before its use", code="undefined_alias")

    def opaque_attribute(self, parts: list[Any]) -> Opaque:
        return Opaque(f"{parts[0]}{_slice(parts[1])}")

    def struct(self, parts: list[Any]) -> Struct:
        return Struct(str(parts[0]), {key: value for key, value in parts[1].items() if value != ()})

    def enumeration(self, parts: list[Any]) -> Enumeration:
        return Enumeration(str(parts[0])[1:], str(parts[1]), str(parts[2]))

    def convolution_attribute(self, parts: list[Any]) -> Convolution:
        dimensions: Convolution = parts[0]
        return dimensions

    def fields(self, parts: list[Any]) -> dict[str, Attribute]:
        return dict(_present(parts))

    def field(self, parts: list[Any]) -> tuple[str, Attribute]:
        return str(parts[0]), _field_value(parts[1])

    def clause_list_of_attributes(self, parts: list[Any]) -> tuple[Attribute, ...]:
        return tuple(map(_field_value, _present(parts)))

    def convolution_dimensions(self, parts: list[Any]) -> Convolution:
        return Convolution(*parts)

    def labels(self, parts: list[Any]) -> tuple[str, ...]:
        return tuple(_present(parts))

    def convolution_label(self, parts: list[Any]) -> str:
        return str(parts[0])

    def unknown_label(self, parts: list[Any]) -> str:
        return "?"

    def body(self, parts: list[Any]) -> tuple[int, int]:
        return parts[0].start_pos, parts[-1].end_pos

    def balanced(self, parts: list[Any]) -> None:
        return None

    # -- types -------------------------------------------------------------------------------------

    def simple_tensor(self, parts: list[Any]) -> TensorType:
        try:
            return simple_tensor(str(parts[0]))
        except ValueError as error:
            raise _at(parts[0], str(error), code="unknown_type") from None

    def tensor(self, parts: list[Any]) -> TensorType:
        dims, element_type, encoding = parts
        shape = None if dims is not None and "*" in dims else _dims(dims or "")
        if encoding is not None:
            return _with_encoding(shape, element_type, encoding)
        return TensorType(shape, element_type)

    def named_type(self, parts: list[Any]) -> Type:
        name: Token = parts[0]
        if name == "token":
            return TokenType()
        if name in ("none", "string"):
            return OpaqueType(str(name))
        element_type = element_type_named(str(name))
        if element_type.kind == "other":
            raise _at(name, f"`{name}` is not a type", code="unknown_type")
        return element_type

    def complex_type(self, parts: list[Any]) -> ElementType:
        return element_type_named(f"complex<{parts[0]}>")

    def tuple_type(self, parts: list[Any]) -> TupleType:
        return TupleType(tuple(parts[0]))

    def future(self, parts: list[Any]) -> FutureType:
        return FutureType(tuple(parts[0]))

    def function_type(self, parts: list[Any]) -> FunctionType:
        return FunctionType(tuple(parts[0]), tuple(parts[1]))

    def opaque_type_name(self, parts: list[Any]) -> Type:
        token: Token = parts[0]
        if token == "!stablehlo.token":
            return TokenType()
        if "." in token:
            return OpaqueType(str(token))
        context = _context.get()
        context.is_shared = False
        if token[1:] in context.aliases.types:
            return context.aliases.types[token[1:]]
        raise _at(token, f"the alias `{token}` is not defined before its use", code="undefined_alias")

    def opaque_type(self, parts: list[Any]) -> OpaqueType:
        return OpaqueType(f"{parts[0]}{_slice(parts[1])}")

    def memref(self, parts: list[Any]) -> OpaqueType:
        return OpaqueType(f"memref{_slice(parts[0])}")

    def vector(self, parts: list[Any]) -> OpaqueType:
        return OpaqueType(f"vector{_slice(parts[0])}")

    def affine_map(self, parts: list[Any]) -> Opaque:
        return Opaque(f"affine_map{_slice(parts[0])}")

    def affine_set(self, parts: list[Any]) -> Opaque:
        return Opaque(f"affine_set{_slice(parts[0])}")

    def quantized_type(self, parts: list[Any]) -> QuantizedType:
        storage, minimum, maximum, expressed, dimension, (parameters, per_axis) = parts
        return quantized_type(
            str(storage), minimum and _integer(minimum), maximum and _integer(maximum),
            element_type_named(expressed), _integer(dimension) if dimension else None, parameters, per_axis,
        )  # fmt: skip

    def per_tensor(self, parts: list[Any]) -> tuple[list[tuple[float, int]], bool]:
        return parts, False

    def per_axis(self, parts: list[Any]) -> tuple[list[tuple[float, int]], bool]:
        return parts, True

    def quantization_parameter(self, parts: list[Any]) -> tuple[float, int]:
        scale, zero_point = parts
        return float(scale), _integer(zero_point) if zero_point else 0


# -- from parts to a template ---------------------------------------------------------------------


class _Holes:
    """Which hole of the blanked text each name is, by where it stands."""

    def __init__(self) -> None:
        text = _context.get().text
        self.at = {match.start(): index for index, match in enumerate(NAME.finditer(text))}
        self.used: set[int] = set()

    def index(self, token: Token) -> int:
        hole = self.at[token.start_pos or 0]
        self.used.add(hole)
        return hole

    @property
    def last(self) -> int:
        self.used.add(len(self.at) - 1)
        return len(self.at) - 1

    @property
    def are_all_used(self) -> bool:
        """Whether every hole is a name of the statement; a `%` in a string, say, is not."""
        return len(self.used) == len(self.at)


def _template(results: Sequence[tuple[Token, int]], head: _Head, location: Location | None) -> Template:
    holes = _Holes()
    operand_types, result_types = _types(results, head)
    template = Template(
        name=head.name,
        results=tuple((holes.index(token), count) for token, count in results),
        operands=tuple(map(holes.index, head.operands)),
        attributes=head.attributes,
        operand_types=tuple(operand_types),
        result_types=tuple(result_types),
        regions=tuple(_region(region, holes) for region in head.regions),
        successors=tuple(head.successors),
        applies=head.applies,
        location=location,
        location_hole=holes.last if location is not None and location.kind == "alias" else -1,
        holes=len(holes.at),
        is_pretty=head.is_pretty,
    )
    template.is_shared = holes.are_all_used and _context.get().is_shared
    return template


def _types(results: Sequence[tuple[Token, int]], head: _Head) -> tuple[Sequence[Type], Sequence[Type]]:
    operand_types, result_types = head.operand_types, head.result_types
    named = sum(count for _, count in results)
    if head.written is not None:
        try:
            operand_types, result_types = spelt_types(
                form_of(head.name), *head.written, len(head.operands), named
            )
        except FormError as error:
            raise _at_end(f"{head.name}: {error.message}") from None
    if len(head.operands) != len(operand_types):
        raise _counts(len(head.operands), "operand", len(operand_types))
    if results and named != len(result_types):
        raise _counts(named, "result", len(result_types))
    return operand_types, result_types


def _counts(found: int, what: str, types: int) -> StatementError:
    return _at_end(
        f"{found} {what}{'s' * (found != 1)} but {types} {what} type{'s' * (types != 1)}", f"{what}_count"
    )


def _region(
    arguments: Sequence[_Argument] | RegionArguments | None, holes: _Holes
) -> RegionArguments | None:
    if arguments is None or isinstance(arguments, RegionArguments):
        return arguments
    return _region_arguments(arguments, holes)


def _region_arguments(arguments: Sequence[_Argument], holes: _Holes) -> RegionArguments:
    return RegionArguments(
        tuple(holes.index(argument.name) for argument in arguments if argument.name is not None),
        tuple(argument.type for argument in arguments),
        tuple(argument.location for argument in arguments),
    )


_PREFIXES = {"return": "func.return"}


def _custom(
    token: Token, before: Mapping[str, Attribute], items: list[Any], behind: Mapping[str, Attribute],
    typing: tuple[list[Type], list[Type] | None] | None,
) -> _Head:  # fmt: skip
    name = _PREFIXES.get(token, str(token))
    operands = [item for item in items if isinstance(item, Token) and item.type == "SSA"]
    literals = [item for item in items if _is_literal(item)]
    try:
        attributes = attributes_of(
            name,
            [item for item in items if isinstance(item, Word)],
            [(str(item.key), item.value) for item in items if isinstance(item, _Clause)],
        )
    except FormError as error:
        raise _at_clause(items, error) from None
    written = typing or ([], [] if not operands else None)
    if literals:
        attribute = form_of(name).literal
        if attribute is None or len(written[0]) != 1:
            raise _at(literals[0], f"{name} has no place for a literal")
        attributes[attribute] = _typed_literal(literals[0], written[0][0])
    return _Head(name, operands, {**before, **attributes, **behind}, written=written, token=token)


def _is_literal(item: object) -> bool:
    return isinstance(item, DenseResource) or (isinstance(item, Token) and item.type == "DENSE")


def _typed_literal(literal: Token | DenseResource | Opaque, type: Type) -> Attribute:
    if isinstance(literal, DenseResource):
        return DenseResource(literal.key, type)
    if isinstance(literal, Opaque):
        return Opaque(f"{literal.text} : {type}")
    if not isinstance(type, TensorType):
        return Opaque(f"{literal} : {type}")
    return Dense(literal[6:-1], type)


def _float(literal: str, type: ElementType) -> Float:
    try:
        return parse_float(str(literal), type)
    except LiteralError as error:
        raise _at_end(error.message, "literal") from None


def _field_value(value: object) -> Attribute:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Integer(value, I64)
    if isinstance(value, _Real):
        return _float(value, ELEMENT_TYPES["f64"])
    if isinstance(value, Word):
        return TypeAttribute(ELEMENT_TYPES[value]) if value in ELEMENT_TYPES else Opaque(str(value))
    return value  # type: ignore[return-value]


def _window(key: Token, value: tuple[Any, ...]) -> dict[str, Attribute]:
    if key not in WINDOW_CLAUSES:
        raise _at(key, f"a window has no `{key}`; it takes {', '.join(WINDOW_CLAUSES)}")
    if key == "pad":
        type = TensorType((len(value), 2), I64)
        return {"padding": Dense("[" + ", ".join(str(list(pair)) for pair in value) + "]", type)}
    if key == "reverse":
        return {"window_reversal": DenseArray(ELEMENT_TYPES["i1"], tuple(word in ("true", 1) for word in value))}
    return {WINDOW_CLAUSES[key]: _integers(value)}


def quantized_type(
    storage: str, minimum: int | None, maximum: int | None, expressed: ElementType,
    dimension: int | None, parameters: Sequence[tuple[float, int]], per_axis: bool,
) -> QuantizedType:  # fmt: skip
    """`!quant.uniform<...>` with the bounds of its storage type where none are written."""
    signed = not storage.startswith("u")
    storage_type = element_type_named(storage if signed else f"ui{storage.lstrip('ui')}")
    low = -(1 << storage_type.bits - 1) if signed else 0
    high = (1 << storage_type.bits - signed) - 1
    limits = (low if minimum is None else minimum, high if maximum is None else maximum)
    spelt = [f"{float_text(scale, ELEMENT_TYPES['f64'])}{f':{zero}' if zero else ''}" for scale, zero in parameters]
    text = (
        f"!quant.uniform<{'' if signed else 'u'}i{storage_type.bits}"
        f"{'' if limits == (low, high) else f'<{limits[0]}:{limits[1]}>'}:{expressed}"
        f"{'' if dimension is None else f':{dimension}'}, "
        f"{'{' + ','.join(spelt) + '}' if per_axis else spelt[0]}>"
    )
    return QuantizedType(
        storage_type, expressed, *limits, tuple(scale for scale, _ in parameters),
        tuple(zero for _, zero in parameters), dimension, text,
    )  # fmt: skip


def _symbol(token: Token) -> str:
    return unescape(token[1:]) if token[1] == '"' else str(token)[1:]


def _slice(extent: tuple[int, int]) -> str:
    return _context.get().text[extent[0] : extent[1]]


# -- errors ---------------------------------------------------------------------------------------


def _at(token: Token, message: str, code: str = "syntax") -> StatementError:
    return StatementError(message, token.start_pos or 0, token.end_pos or 0, code=code)


def _at_end(message: str, code: str = "syntax") -> StatementError:
    text = _context.get().text
    end = len(text.rstrip())
    start = max(text.rfind(" : ", 0, end) + 3, 0) if " : " in text else len(text) - len(text.lstrip())
    return StatementError(message, start, end, code=code)


def _at_clause(items: list[Any], error: FormError) -> StatementError:
    for item in items:
        if isinstance(item, _Clause) and item.key == error.key:
            return _at(item.key, error.message)
    return _at_end(error.message)
