"""Signatures: how the types of an operation follow from the types in its assembly format.

A signature has terms for the types of operands, results and arguments of the first region:

- `T`: a type variable; `T*`: any number of types;
- `index`, `i1`, `!shape.witness`, ...: that type; with `*`, any number of times;
- `element(T)`, ...: a function of a type; with `*`, any number of times; with `...`, all of its results.

A result may have a name, which the printer gives to the value: `(T) -> cast: U`.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    I1,
    FunctionType,
    OpaqueType,
    TensorType,
    TupleType,
    Type,
    element_type_named,
    part_of,
)
from stablehlo_tools.text.statement.template import FormatError

Bound = Mapping[str, Sequence[Type]]


class Signature(NamedTuple):
    """The terms of operands, results and region arguments; `names` are the names of results."""

    operands: tuple[str, ...]
    results: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def bind(
        self,
        operands: Sequence[Type],
        results: Sequence[Type],
        arguments: Sequence[Type] = (),
        groups: Sequence[int] = (),
    ) -> Bound:
        """The values of type variables; `groups` is the number of operands of each term.

        Raises FormatError if the types do not match the signature.
        """
        sides = [
            (self.operands, groups or sizes_of(self.operands, len(operands)), operands),
            (self.results, sizes_of(self.results, len(results)), results),
        ]
        if self.arguments and arguments:
            sides.append((self.arguments, sizes_of(self.arguments, len(arguments)), arguments))
        bound: dict[str, Sequence[Type]] = {}
        for side in sides:
            for variable, types in _bindings(*side):
                bound.setdefault(variable, types)
        for terms, sizes, types in sides:
            if types_of(terms, bound, sizes) != list(types):
                raise FormatError("the types do not match the signature")
        return bound

    def types(
        self, bound: Bound, operands: int, results: int, groups: Sequence[int] = ()
    ) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
        """The operand and result types; `operands` and `results` are their numbers."""
        groups = groups or _sizes(self.operands, operands)
        return (
            tuple(types_of(self.operands, bound, groups)),
            tuple(types_of(self.results, bound, _sizes(self.results, results))),
        )


def signature_of(text: str, arguments: str = "") -> Signature:
    """The signature of a text such as `(T, index*) -> element(T)`."""
    operands, _, results = text.partition(" -> ")
    pairs = [result.rpartition(": ") for result in _terms(results)]
    return Signature(
        _terms(operands), tuple(term for *_, term in pairs), _terms(arguments),
        tuple(name for name, *_ in pairs if name),
    )  # fmt: skip


def _terms(text: str) -> tuple[str, ...]:
    inside = text[1:-1] if text.startswith("(") else text
    return tuple(inside.split(", ")) if inside else ()


def sizes_of(terms: Sequence[str], total: int) -> list[int]:
    """The number of types of each term: one, or all the rest if it is repeated. Raises FormatError."""
    sizes = _sizes(terms, total)
    if sum(sizes) != total:
        raise FormatError(f"expected {len(terms)} types, found {total}")
    return sizes


def _sizes(terms: Sequence[str], total: int) -> list[int]:
    repeated = [term.endswith(("*", "...")) for term in terms]
    remaining = max(total - repeated.count(False), 0)
    return [remaining if each else 1 for each in repeated]


_VARIABLE = regex(r"(?P<same>same\()?(?P<variable>[A-Z])\)?\*?")


@functools.cache
def _variable_in(term: str) -> tuple[str, bool]:
    """The type variable that a term determines, empty if none; whether all of its types are the same."""
    match = _VARIABLE.fullmatch(term)
    return (match["variable"], bool(match["same"])) if match else ("", False)


def _bindings(
    terms: Sequence[str], sizes: Sequence[int], types: Sequence[Type]
) -> Iterator[tuple[str, Sequence[Type]]]:
    """The type variables that these types determine, and their values."""
    remaining = iter(types)
    for term, size in zip(terms, sizes, strict=True):
        group = list(itertools.islice(remaining, size))
        variable, is_same = _variable_in(term)
        if variable and (group or not is_same):
            yield variable, group[:1] if is_same else group


def types_of(terms: Sequence[str], bound: Bound, sizes: Sequence[int]) -> list[Type]:
    """The types of terms. Raises FormatError if a function does not apply to a type."""
    return [
        type for term, size in zip(terms, sizes, strict=True) for type in _types_of_term(term, bound, size)
    ]


@functools.cache
def _function_in(term: str) -> tuple[str, str]:
    """The name of a function, and the type variable that it takes; or another name, and nothing."""
    name, _, variable = term.rstrip("*.").rstrip(")").partition("(")
    return name, variable


def _types_of_term(term: str, bound: Bound, size: int) -> Sequence[Type]:
    name, variable = _function_in(term)
    if name in bound:
        return bound[name]
    if not variable:
        return [] if len(name) == 1 else [_type_named(name)] * size  # a type variable in an omitted group
    if len(bound.get(variable, ())) != 1:
        raise FormatError("expected one type")
    types = _FUNCTIONS[name](bound[variable][0])
    return types if term.endswith("...") else [*types] * size


def _type_named(name: str) -> Type:
    return OpaqueType(name) if name.startswith("!") else element_type_named(name)


_BUFFER = regex(r"memref<(?:(?:[0-9]+|\?|\*)x)*([^,]+?)(?:,.*)?>")  # kept as text, with its layout


def _element(type: Type) -> Sequence[Type]:
    buffer = _BUFFER.fullmatch(str(type)) if isinstance(type, OpaqueType) else None
    if buffer is not None:
        return [element_type_named(buffer[1])]
    if not isinstance(type, TensorType):
        raise FormatError(f"expected a tensor, found {type}")
    return [type.element_type]


def _truth(type: Type) -> Sequence[Type]:
    """The type with elements `i1`."""
    return [type.of(I1) if isinstance(type, TensorType) else I1]


def _part(type: Type) -> Sequence[Type]:
    """The type of the real and imaginary parts."""
    if not isinstance(type, TensorType) or hasattr(type.element_type, "scales"):
        raise FormatError(f"expected a tensor of complex or real numbers, found {type}")
    return [type.of(part_of(type.element_type))]


def _entries(type: Type) -> Sequence[Type]:
    if not isinstance(type, TupleType):
        raise FormatError(f"expected a tuple, found {type}")
    return type.types


def _function(type: Type) -> FunctionType:
    if not isinstance(type, FunctionType):
        raise FormatError(f"expected a function type, found {type}")
    return type


_FUNCTIONS: Mapping[str, Callable[[Type], Sequence[Type]]] = {
    "same": lambda type: [type],
    "element": _element,
    "truth": _truth,
    "part": _part,
    "entries": _entries,
    "inputs": lambda type: _function(type).inputs,
    "outputs": lambda type: _function(type).results,
}


# -- notations of types ---------------------------------------------------------------------------


class WrittenTypes(NamedTuple):
    """`: types -> results`."""

    types: Sequence[Type]
    results: Sequence[Type] | None


class Typing(NamedTuple):
    """A notation of the types of an op after a colon; `shown` represents them in messages.

    `written` are the terms in the text, none if that is a signature. `default` is a type that may be omitted.
    `may_be_function`: a function type is a type, and not a signature. `has_arrow`: a signature is written
    without parentheses.
    """

    shown: str
    written: tuple[str, ...]
    signature: Signature
    default: Type | None = None
    may_be_function: bool = False
    has_arrow: bool = False

    def resolve(
        self, written: WrittenTypes, operands: int, result_count: int
    ) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
        """The operand and result types of an op from the types in its text.

        Raises FormatError if they do not match the numbers of operands and results.
        """
        types, results = written
        if results is not None:
            if types and not self.has_arrow:
                raise FormatError(f"expected `{self.shown}`, found `operand types -> result types`")
            return tuple(types), tuple(results)
        if not types and self.default:
            types = [self.default]
        if len(types) == 1 and isinstance(types[0], FunctionType) and not self.may_be_function:
            return types[0].inputs, types[0].results
        try:
            return self._derive(types, operands, result_count)
        except FormatError:
            if len(types) == 1:
                message = "expected a signature: `(operand types) -> result types`"
            else:
                message = f"expected one type or a signature, found {len(types)} types"
            raise FormatError(message) from None

    def _derive(
        self, types: Sequence[Type], operands: int, result_count: int
    ) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
        if not self.written:
            raise FormatError("expected a signature")
        bound = dict(_bindings(self.written, sizes_of(self.written, len(types)), types))
        return self.signature.types(bound, operands, result_count)

    def text(self, operands: Sequence[Type], results: Sequence[Type], result_count: int) -> str | None:
        """The text of operand and result types; None if only a signature can represent them."""
        try:
            bound = self.signature.bind(operands, results)
            types = [type for term in self.written for type in bound[term.rstrip("*")]]
            resolved = self.resolve(WrittenTypes(types, None), len(operands), result_count)
        except (FormatError, KeyError):
            return None
        if resolved != (tuple(operands), tuple(results)):
            return None
        return "" if types == [self.default] else ", ".join(map(str, types))


def _typing(shown: str, written: str, signature: str) -> Typing:
    return Typing(shown, _terms(written), signature_of(signature))


# The state of XLA's random number generator.
_STATE: Final = TensorType((2,), ELEMENT_TYPES["ui64"])

TYPINGS: Final[Mapping[str, Typing]] = {
    "same": _typing("type", "T", "(same(T)*) -> same(T)*"),
    "signature": _typing("(operand types) -> result types", "", "(T*) -> U*"),
    "arrow": _typing("operand types -> result types", "", "(T*) -> U*")._replace(has_arrow=True),
    "result": _typing("type", "T", "() -> same(T)*"),
    "operands": _typing("types", "T*", "(T*) -> ()"),
    "pairwise": _typing("types", "T*", "(T*) -> T*"),
    "select": _typing("predicate type, type", "P, T", "(P, T, T) -> T"),
    "complex": _typing("complex type", "T", "(part(T)*) -> T"),
    "tuple": _typing("tuple type", "T", "(entries(T)...) -> T"),
    "value": _typing("type", "T", "() -> T")._replace(may_be_function=True),
    "state": _typing("type", "T", "() -> T")._replace(default=_STATE),
    "indirect": _typing("function type", "T", "(T, inputs(T)...) -> outputs(T)...")._replace(
        may_be_function=True
    ),
}
