"""The types of an op: those that its custom form writes, and what follows from them.

A signature says the types of operands, results and the arguments of the first region in terms:

- a letter such as `T` for a type, `T*` for any number of types;
- `index`, `i1`, `!shape.witness`, ...: that type, behind `*` any number of it;
- `element(T)` and the other functions of a type: what follows from it, with `*` any number of times, with
  `...` all of the types that it is made of.

A result may have a name, which the printer gives to values: `(T) -> cast: U`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    FunctionType,
    OpaqueType,
    TensorType,
    TupleType,
    Type,
    element_type_named,
    part_of,
)
from stablehlo_tools.syntax.format_error import FormatError

Bound = Mapping[str, Sequence[Type]]


class Signature(NamedTuple):
    """The terms of an op's operands, results and arguments; `names` are those that its results suggest."""

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
        """The types that the letters stand for; `groups` is how many operands each term has.

        Raises FormatError where an op with this signature has other types.
        """
        sides = [
            (self.operands, groups or sizes_of(self.operands, len(operands)), operands),
            (self.results, sizes_of(self.results, len(results)), results),
        ]
        if self.arguments and arguments:
            sides.append((self.arguments, sizes_of(self.arguments, len(arguments)), arguments))
        bound: dict[str, Sequence[Type]] = {}
        for side in sides:
            for letter, types in _letters(*side):
                bound.setdefault(letter, types)
        for terms, sizes, types in sides:
            if types_of(terms, bound, sizes) != list(types):
                raise FormatError("the types do not fit")
        return bound

    def types(
        self, bound: Bound, operands: int, results: int, groups: Sequence[int] = ()
    ) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
        """Operand and result types, of which there are as many as terms, or as here where one is repeated."""
        groups = groups or _sizes(self.operands, operands)
        return (
            tuple(types_of(self.operands, bound, groups)),
            tuple(types_of(self.results, bound, _sizes(self.results, results))),
        )


def signature_of(text: str, arguments: str = "") -> Signature:
    """The signature that a text such as `(T, index*) -> element(T)` says."""
    operands, _, results = text.partition(" -> ")
    named = [each.rpartition(": ") for each in _terms(results)]
    return Signature(
        _terms(operands), tuple(term for *_, term in named), _terms(arguments),
        tuple(name for name, *_ in named if name),
    )  # fmt: skip


def _terms(text: str) -> tuple[str, ...]:
    inside = text[1:-1] if text.startswith("(") else text
    return tuple(inside.split(", ")) if inside else ()


def sizes_of(terms: Sequence[str], total: int) -> list[int]:
    """How many types each term stands for: one, or all the rest where it is repeated. Raises FormatError."""
    sizes = _sizes(terms, total)
    if sum(sizes) != total:
        raise FormatError(f"{total} values are there where {len(terms)} are wanted")
    return sizes


def _sizes(terms: Sequence[str], total: int) -> list[int]:
    rest = total - sum(not term.endswith(("*", "...")) for term in terms)
    return [max(rest, 0) if term.endswith(("*", "...")) else 1 for term in terms]


_LETTER = re.compile(r"(?P<same>same\()?(?P<letter>[A-Z])\)?\*?")


def _letters(
    terms: Sequence[str], sizes: Sequence[int], types: Sequence[Type]
) -> Iterator[tuple[str, Sequence[Type]]]:
    """The letters that these types say, and what they stand for."""
    rest = iter(types)
    for term, size in zip(terms, sizes, strict=True):
        given = list(itertools.islice(rest, size))
        letter = _LETTER.fullmatch(term)
        if letter and (given or not letter["same"]):
            yield letter["letter"], given[:1] if letter["same"] else given


def types_of(terms: Sequence[str], bound: Bound, sizes: Sequence[int]) -> list[Type]:
    """The types that terms stand for. Raises FormatError where a type does not have what is asked of it."""
    return [
        type for term, size in zip(terms, sizes, strict=True) for type in _types_of_term(term, bound, size)
    ]


def _types_of_term(term: str, bound: Bound, size: int) -> Sequence[Type]:
    name, _, letter = term.rstrip("*.").rstrip(")").partition("(")
    if name in bound:
        return bound[name]
    if not letter:
        return [] if len(name) == 1 else [_named(name)] * size  # a letter that the form left out
    if len(bound.get(letter, ())) != 1:
        raise FormatError("a type is wanted")
    types = _FUNCTIONS[name](bound[letter][0])
    return types if term.endswith("...") else [*types] * size


def _named(name: str) -> Type:
    return OpaqueType(name) if name.startswith("!") else element_type_named(name)


def _element(type: Type) -> Sequence[Type]:
    if not isinstance(type, TensorType):
        raise FormatError(f"{type} has no elements")
    return [type.element_type]


def _truth(type: Type) -> Sequence[Type]:
    """Truth values, in the shape of the type."""
    truth = ELEMENT_TYPES["i1"]
    return [TensorType(type.shape, truth, type.encoding) if isinstance(type, TensorType) else truth]


def _part(type: Type) -> Sequence[Type]:
    """The type of the real, and of the imaginary, parts."""
    if not isinstance(type, TensorType) or hasattr(type.element_type, "scales"):
        raise FormatError(f"{type} has no parts")
    return [TensorType(type.shape, part_of(type.element_type), type.encoding)]


def _entries(type: Type) -> Sequence[Type]:
    if not isinstance(type, TupleType):
        raise FormatError(f"{type} is no tuple")
    return type.types


def _function(type: Type) -> FunctionType:
    if not isinstance(type, FunctionType):
        raise FormatError(f"{type} is no function")
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


# -- the types behind the colon -------------------------------------------------------------------


class WrittenTypes(NamedTuple):
    """`: types -> results`."""

    types: Sequence[Type]
    results: Sequence[Type] | None


class Typing(NamedTuple):
    """A way of writing the types of an op behind a colon; `shown` stands for them in messages.

    `written` are the terms that are written, none where that is a signature. `default` is a type that is
    not, and `may_be_function` says that a function among them is no signature.
    """

    shown: str
    written: tuple[str, ...]
    signature: Signature
    default: Type | None = None
    may_be_function: bool = False

    def meant(
        self, written: WrittenTypes, operands: int, result_count: int
    ) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
        """Operand and result types that the written ones stand for.

        Raises FormatError where they cannot fit an op of so many operands and results.
        """
        types, results = written
        if results is not None:
            return tuple(types), tuple(results)
        if not types and self.default:
            types = [self.default]
        if len(types) == 1 and isinstance(types[0], FunctionType) and not self.may_be_function:
            return types[0].inputs, types[0].results
        try:
            return self._follow(types, operands, result_count)
        except FormatError:
            if len(types) == 1:
                message = "its types are written as a signature: `(operand types) -> result types`"
            else:
                message = f"{len(types)} types are written where one, or a signature, is wanted"
            raise FormatError(message) from None

    def _follow(
        self, types: Sequence[Type], operands: int, result_count: int
    ) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
        if not self.written:
            raise FormatError("a signature is wanted")
        bound = dict(_letters(self.written, sizes_of(self.written, len(types)), types))
        return self.signature.types(bound, operands, result_count)

    def text(self, operands: Sequence[Type], results: Sequence[Type], result_count: int) -> str | None:
        """The text that stands for these operand and result types; None where only a signature can."""
        try:
            bound = self.signature.bind(operands, results)
            types = [type for term in self.written for type in bound[term.rstrip("*")]]
            meant = self.meant(WrittenTypes(types, None), len(operands), result_count)
        except (FormatError, KeyError):
            return None
        if meant != (tuple(operands), tuple(results)):
            return None
        return "" if types == [self.default] else ", ".join(map(str, types))


def _typing(shown: str, written: str, signature: str, **more: Any) -> Typing:
    return Typing(shown, _terms(written), signature_of(signature), **more)


# What XLA's generator of random numbers has for a state.
_STATE: Final = TensorType((2,), ELEMENT_TYPES["ui64"])

TYPINGS: Final[Mapping[str, Typing]] = {
    "same": _typing("type", "T", "(same(T)*) -> same(T)*"),
    "signature": _typing("(operand types) -> result types", "", "(T*) -> U*"),
    "arrow": _typing("operand types -> result types", "", "(T*) -> U*"),
    "result": _typing("type", "T", "() -> same(T)*"),
    "operands": _typing("types", "T*", "(T*) -> ()"),
    "pairwise": _typing("types", "T*", "(T*) -> T*"),
    "select": _typing("predicate type, type", "P, T", "(P, T, T) -> T"),
    "complex": _typing("complex type", "T", "(part(T)*) -> T"),
    "tuple": _typing("tuple type", "T", "(entries(T)...) -> T"),
    "value": _typing("type", "T", "() -> T", may_be_function=True),
    "state": _typing("type", "T", "() -> T", default=_STATE),
    "indirect": _typing("function type", "T", "(T, inputs(T)...) -> outputs(T)...", may_be_function=True),
}
