"""Assembly formats: the custom form of an op, said once for the grammar, the parser, the printer and carets.

A format is declared with its op (`ops/declare.py`) and written as it is printed, blanks included; between the
name of the op and its format stands a blank, unless it begins with `(`, `{attrs}` or `{reductions}`. In it
stand

- `$name` for an operand, an attribute or a region of that name, `$name*` for a variadic operand, `$operands*`
  for all operands. An attribute is spelt as its type asks for, or as `$name:spelling` says;
- `{attrs}` for the dictionary of all other attributes: a blank, and nothing where there are none;
- `{same}`, `{signature}` and the other names of `forms.TYPINGS` for the types;
- `{window}` and the other names of `spellings.COMPOUND` for what spells several attributes, and those of
  `pieces.CUSTOM` for what is about names and regions;
- `?[...]?` around what is left out where the first attribute, dictionary, type list or operand in it has
  nothing to say; `?[...|...]?` with what is written instead.

All else stands for itself. Each piece is an object that knows its rule in the grammar, and how it is read,
written and found again; `grammar/formats.lark` is made of their rules by `format_grammar.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lark import Token

from stablehlo_tools.ir import Operation, Region
from stablehlo_tools.ops.attributes import enum_of
from stablehlo_tools.ops.declare import SAME, SIGNATURE, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax import spellings
from stablehlo_tools.syntax.assemble import Head, Typing
from stablehlo_tools.syntax.context import error_at
from stablehlo_tools.syntax.forms import TYPINGS, FormError, spelt_types, written_types
from stablehlo_tools.syntax.mhlo import MEANINGS
from stablehlo_tools.syntax.pieces import (
    CUSTOM,
    Attributes,
    Bindings,
    Children,
    Dictionary,
    Literal,
    Names,
    Operands,
    Optional,
    Piece,
    Places,
    Reducer,
    Reductions,
    Regions,
    Said,
    Types,
    Words,
    Writing,
    rule_of,
)
from stablehlo_tools.syntax.spellings import COMPOUND, Spelling
from stablehlo_tools.types import ELEMENT_TYPES, ElementType, FunctionType, Type

_PIECE = re.compile(
    r"(?P<open>\?\[)|(?P<otherwise>\|)|(?P<close>\]\?)|\{(?P<braced>\w+)\}"
    r"|\$(?P<name>\w+)(?P<star>\*)?(?::(?P<how>[a-z]\w*))?|(?P<text>(?:(?!\?\[|\]\?)[^$|{}])+)"
)
_KEY = re.compile(r"(\w+) ?= ?$")


class Format:
    """How op `name` is written."""

    def __init__(self, name: str, text: str, op: Op | None = None, result_count: int = 1) -> None:
        self.name = name
        self.text = text
        self.result_count = result_count
        self._op = op
        self._matches = _PIECE.finditer(
            text if text.startswith(("(", "{attrs}", "{reductions}")) else f" {text}"
        )
        self.pieces, _ = self._read_pieces()

    def __str__(self) -> str:
        """The form in the words of a message: `stablehlo.iota dim = <iota_dimension> : <type>`."""
        operands = self._op.operands if self._op else ()
        names = ", ".join(f"%{each.name}{', ...' * each.rule.variadic}" for each in operands)
        text = "".join(map(str, self.pieces)).replace("\n", " ")
        return self.name + text.replace("%operands, ...", names or "%operands, ...")

    # -- the language ---------------------------------------------------------------------------

    def _read_pieces(self) -> tuple[tuple[Piece, ...], str]:
        """The pieces up to the end of a group, and what is written in the place of that."""
        pieces: list[Piece] = []
        for match in self._matches:
            if match["close"]:
                break
            if match["otherwise"]:
                text = next(self._matches)["text"]
                next(self._matches)
                return tuple(pieces), text
            if match["open"]:
                pieces.append(Optional(*self._read_pieces()))
            else:
                pieces.append(self._piece(match, pieces))
        return tuple(pieces), ""

    def _piece(self, match: re.Match[str], before: Sequence[Piece]) -> Piece:
        if match["text"]:
            return Words(match["text"])
        last = before[-1] if before else None
        key = _KEY.search(last.text) if isinstance(last, Words) else None
        braced = match["braced"]
        if braced in TYPINGS:
            return Types(braced)
        if braced in COMPOUND:
            return Attributes(COMPOUND[braced], key[1] if key else "")
        if braced == "attrs" and isinstance(last, Words) and last.text.endswith("attributes"):
            return Dictionary(must_be=True)
        if braced:
            return CUSTOM[braced]
        return self._named(match["name"], bool(match["star"]), match["how"] or "", key[1] if key else "")

    def _named(self, name: str, is_variadic: bool, how: str, key: str) -> Piece:
        operands = self._op.operands if self._op else ()
        declared = {each.name: _shown(each.name, each.rule.variadic) for each in operands}
        if name == "operands" and declared:
            return Operands(name, is_variadic, ", ".join(declared.values()))
        if name in ("operands", *declared) or not (self._op or how):
            return Operands(name, is_variadic, _shown(name, is_variadic))
        if self._op and name in (region for region, _ in self._op.regions):
            return Regions(name, is_variadic)
        if how == "literal":
            return Literal(spellings.literal(name))
        return Attributes(self._spelling(name, how), key)

    def _spelling(self, name: str, how: str) -> Spelling:
        """The spelling that a format asks for, or that follows from the attribute's declaration."""
        dialect = self.name.partition(".")[0]
        if how in ("ui32", "ui64"):
            return spellings.integer(name, ELEMENT_TYPES[how])
        if how:
            return _BY_NAME[how](name)
        assert self._op is not None, self.name
        (rule,) = (field.rule for field in self._op.attributes if field.name == name)
        if rule.kind in ("choice", "choices"):
            write = spellings.word if rule.kind == "choice" else spellings.words
            return write(name, dialect, enum_of(name))
        type = ELEMENT_TYPES.get(rule.element_type) if rule.kind in _WITH_TYPE else None
        return _WITH_TYPE[rule.kind](name, type) if type else _BY_NAME[_BY_KIND[rule.kind]](name)

    # -- its users ------------------------------------------------------------------------------

    @functools.cached_property
    def rule(self) -> str:
        """What stands behind the op's name, in the grammar."""
        return rule_of(self.pieces)

    @functools.cached_property
    def all_pieces(self) -> tuple[Piece, ...]:
        """The pieces, those of optional groups among them."""
        return tuple(
            inner
            for piece in self.pieces
            for inner in ((piece, *piece.pieces) if isinstance(piece, Optional) else (piece,))
        )

    @functools.cached_property
    def spelt(self) -> frozenset[str]:
        """The attributes that stand in no dictionary."""
        spelt = {
            name
            for piece in self.all_pieces
            if isinstance(piece, Attributes)
            for name in piece.spelling.attributes
        }
        return frozenset(spelt | (_SEGMENTS if CUSTOM["segments"] in self.pieces else set()))

    @property
    def _has_operands(self) -> bool:
        return any(isinstance(piece, (Operands, Bindings, Reductions)) for piece in self.all_pieces)

    @property
    def _may_lack_operands(self) -> bool:
        """Whether there may be no operands where it has a place for them."""
        return self._has_operands and 'SSA ("," SSA)*' not in self.rule

    @property
    def has_labels(self) -> bool:
        """Whether the arguments of regions stand in labels, not in the form."""
        return not any(isinstance(piece, (Bindings, Reducer)) for piece in self.pieces)

    @functools.cached_property
    def typing(self) -> str:
        """How its types are written."""
        return next((piece.typing for piece in self.all_pieces if isinstance(piece, Types)), "signature")

    @functools.cached_property
    def operands(self) -> tuple[Operands, ...]:
        """The pieces that are operands."""
        return tuple(piece for piece in self.all_pieces if isinstance(piece, Operands))

    def head(self, token: Token, children: Sequence[Any]) -> Head:
        """What a statement in this form says. Raises StatementError."""
        said, stream = Said(), Children(children)
        try:
            for piece in self.pieces:
                piece.read(stream, said)
            return said.head(self, token)
        except FormError as error:
            raise error_at(token, f"{self.name}: {error.message}") from None

    def spelt_types(self, typing: Typing, operands: int) -> tuple[Sequence[Type], Sequence[Type]]:
        """Operand and result types that the types behind the colon stand for. Raises FormError."""
        return spelt_types(self.typing, *typing, operands, self.result_count)

    def types_text(self, operands: Sequence[Type], results: Sequence[Type]) -> str:
        """The types as they are written behind the colon. Raises FormError where they cannot be."""
        may_be_nothing = self.typing in _MAY_BE_NOTHING and self.text != SIGNATURE
        if not operands and not results and not may_be_nothing:
            raise FormError("nothing has a type")
        types = written_types(self.typing, operands, results, self.result_count)
        if types is not None:
            return ", ".join(map(str, types))
        function = FunctionType(tuple(operands), tuple(results))
        if self.typing != "arrow":
            return str(function)
        if not operands:
            raise FormError("an arrow needs types on its left")
        behind = str(FunctionType((), function.results)).removeprefix("() -> ")
        return f"{', '.join(map(str, operands))} -> {behind}"

    def text_of(self, operation: Operation, names: Names) -> list[str | Region]:
        """The texts and regions of an operation, its name first. Raises FormError."""
        if bool(operation.operands) is not self._has_operands and not self._may_lack_operands:
            raise FormError(f"{self.name} has a place for operands, or has none")
        writing = Writing(self, operation, names)
        return [self.name, *(text for piece in self.pieces for text in piece.write(writing))]

    def places(self, children: Sequence[Any]) -> Places:
        """The attributes that stand at the nodes of a statement's parse tree."""
        stream = Children(children)
        for piece in self.pieces:
            yield from piece.places(stream)


def _shown(operand: str, is_variadic: bool) -> str:
    return f"%{operand}, ..." if is_variadic else f"%{operand}"


_SEGMENTS = {"operandSegmentSizes", "resultSegmentSizes"}

# The typings of ops that may have neither operands nor results.
_MAY_BE_NOTHING = ("operands", "pairwise", "signature")

_BY_NAME: Mapping[str, Callable[[str], Spelling]] = {
    "boolean": spellings.boolean,
    "integers": spellings.integers,
    "string": spellings.string,
    "symbol": spellings.symbol,
    "symbol_name": spellings.symbol_name,
}
# By the kind of the attribute's declaration.
_BY_KIND = {"boolean": "boolean", "integers": "integers", "text": "string", "function": "symbol"}
_WITH_TYPE: Mapping[str, Callable[[str, ElementType], Spelling]] = {
    "integer": spellings.integer,
    "real": spellings.real,
}

# Ops that have no declaration: they end functions and regions, or name functions.
_UNDECLARED = {
    "func.return": Format("func.return", "{attrs}?[ $operands* : {operands}]?", result_count=0),
    "func.call": Format("func.call", "$callee:symbol($operands*){attrs} : {signature}"),
    "func.call_indirect": Format("func.call_indirect", "$callee($inputs*){attrs} : {indirect}"),
    "func.constant": Format("func.constant", "{attrs} $value:symbol : {value}"),
    "mhlo.bitcast": Format("mhlo.bitcast", SIGNATURE),
    "stablehlo.return": Format("stablehlo.return", "$operands*{attrs}?[ : {operands}]?", result_count=0),
    "chlo._asin_acos_kernel": Format("chlo._asin_acos_kernel", "$operands*{attrs} : {arrow}"),
}

_OURS: Mapping[str, Format] = {
    **_UNDECLARED,
    **{op.name: Format(op.name, op.format, op, len(op.outputs)) for op in OPS.values() if op.format},
}


def _of_mhlo(name: str, meaning: str) -> Format | None:
    """The form of an op of MHLO that means another: that of the other, in the words of MHLO.

    CHLO writes a signature where MHLO, which is older, writes one type.
    """
    if meaning not in _OURS:
        return None
    is_of_chlo = meaning.startswith("chlo.") and OPS[meaning].elementwise
    text = _OF_MHLO.get(name) or (SAME if is_of_chlo else _OURS[meaning].text)
    return Format(name, text, OPS.get(meaning), _OURS[meaning].result_count)


_OF_MHLO = {
    "mhlo.copy": SAME,
    "mhlo.topk": "($operand, k = $k?[, largest = $largest:boolean]?){attrs} : {arrow}",
}

FORMATS: Mapping[str, Format] = {
    **_OURS,
    **{name: form for name, meaning in MEANINGS.items() if (form := _of_mhlo(name, meaning)) is not None},
}
# Names that stand for ops where a dialect is the default one.
SHORT_NAMES: Mapping[str, str] = {
    name.removeprefix("func."): name for name in _UNDECLARED if name.startswith("func.")
}
