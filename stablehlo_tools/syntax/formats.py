"""Assembly formats: the custom form of an op, said once for the grammar, the parser, the printer and carets.

A format is declared with its op (`ops/declare.py`), or, of ops that have no declaration, in `dialects.py`.
It is written as it is printed, blanks included; between the name of the op and its format stands a blank,
unless it begins with one, with `?[ `, `(`, `<`, `{attrs}` or `{reductions}`. In it stand

- `$name` for an operand, an attribute or a region of that name, `$name*` for a variadic operand, `$operands*`
  for all operands, `^name` for a block to go to. An attribute is spelt as its type asks for, or as
  `$name:spelling` says; `$name:region` is a region of an op without a declaration, `$name:body` one
  whose block has no arguments;
- `{attrs}` for the dictionary of all other attributes: a blank, and nothing where there are none;
- `{same}`, `{signature}` and the other names of `signatures.TYPINGS` for the types;
- `{T}`, `{T*}` for a type, and a list of them, that the op's signature has the letter for; `{->T*}` and
  `{->(T*)}` for a list behind an arrow; `{I=index}` for a type in an optional group that is not written;
- `{window}` and the other names of `spellings.COMPOUND` for what spells several attributes, and those of
  `_CUSTOM` for what is about names and regions;
- `?[...]?` around what is left out where the first attribute, dictionary, type list or operand in it has
  nothing to say; `?[...|...]?` with what is written instead.

All else stands for itself. Each piece is an object that knows its rule in the grammar, and how it is read,
written and found again; `grammar/formats.lark` and `grammar/dialects.lark` are made of their rules by
`format_grammar.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lark import Token

from stablehlo_tools.ir import Operation, Region
from stablehlo_tools.ops.attributes import enum_of
from stablehlo_tools.ops.declare import SAME, SIGNATURE, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax import spellings
from stablehlo_tools.syntax.assemble import Head
from stablehlo_tools.syntax.context import error_at
from stablehlo_tools.syntax.dialects import ROWS, Row
from stablehlo_tools.syntax.forms import FormError
from stablehlo_tools.syntax.functions import Function
from stablehlo_tools.syntax.layout import operand_types, result_types
from stablehlo_tools.syntax.mhlo import MEANINGS
from stablehlo_tools.syntax.names import Scope
from stablehlo_tools.syntax.pieces import (
    Applied,
    Arguments,
    Attributes,
    Bindings,
    Children,
    Dictionary,
    FirstArgument,
    Letter,
    Literal,
    Operands,
    Optional,
    Piece,
    Places,
    Reducer,
    Reductions,
    Regions,
    Said,
    Segments,
    Successor,
    TypedValue,
    Types,
    Words,
    Writing,
    rule_of,
    segments,
)
from stablehlo_tools.syntax.signatures import TYPINGS, Bound, Signature, WrittenTypes, signature_of, sizes_of
from stablehlo_tools.syntax.spellings import COMPOUND, Spelling
from stablehlo_tools.types import ELEMENT_TYPES, ElementType, FunctionType, Type

# The grammar of forms that stand in nearly all programs, and that of others, which is only made when wanted.
GRAMMARS = ("formats", "dialects")
OUR_DIALECTS = ("builtin", "check", "chlo", "func", "interpreter", "mhlo", "stablehlo")

_PIECE = re.compile(
    r"(?P<open>\?\[)|(?P<otherwise>\|)|(?P<close>\]\?)|\{(?P<braced>[a-z_]+)\}|\^(?P<block>\w+)"
    r"|\{(?P<arrow>->\(?)?(?P<letter>[A-Z])(?P<list>\*)?\)?(?:=(?P<default>\w+))?\}"
    r"|\$(?P<name>\w+)(?P<star>\*)?(?::(?P<how>[a-z]\w*))?|(?P<text>(?:(?!\?\[|\]\?)[^$|{}^])+)"
)
_KEY = re.compile(r"(\w+) ?= ?$")
_WITHOUT_BLANK = (" ", "?[ ", "(", "<", "{attrs}", "{reductions}")


# What a format names in braces, besides types and spellings.
_CUSTOM: Mapping[str, Piece] = {
    "attrs": Dictionary(),
    "bindings": Bindings("bindings", is_variadic=True, shown="%argument = %operand, ..."),
    "argument": FirstArgument(),
    "arguments": Arguments(),
    "reductions": Reductions(),
    "applied": Applied(),
    "reducer": Reducer(),
    "segments": Segments(),
    "function": Function(),
}


class Format:
    """How op `name` is written: as `text`, or a row of `dialects.py`, says."""

    def __init__(self, name: str, row: Row, op: Op | None = None, result_count: int = 1) -> None:
        self.name = name
        self.text = row.format
        self.end = row.end
        self.result_count = result_count
        self._row = row
        self._op = op

    def __str__(self) -> str:
        """The form in the words of a message: `stablehlo.iota dim = <iota_dimension> : <type>`."""
        operands = self._op.operands if self._op else ()
        names = ", ".join(f"%{each.name}{', ...' * each.rule.variadic}" for each in operands)
        text = "".join(map(str, self.pieces)).replace("\n", " ")
        return self.name + text.replace("%operands, ...", names or "%operands, ...")

    # -- the language ---------------------------------------------------------------------------

    @functools.cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """What the format is made of, in order."""
        text = self.text if self.text.startswith(_WITHOUT_BLANK) else f" {self.text}"
        return self._read_pieces(_PIECE.finditer(text))[0]

    def _read_pieces(self, matches: Iterator[re.Match[str]]) -> tuple[tuple[Piece, ...], str]:
        """The pieces up to the end of a group, and what is written in the place of that."""
        pieces: list[Piece] = []
        for match in matches:
            if match["close"]:
                break
            if match["otherwise"]:
                text = next(matches)["text"]
                next(matches)
                return tuple(pieces), text
            if match["open"]:
                pieces.append(Optional(*self._read_pieces(matches)))
            else:
                pieces.append(self._piece(match, pieces))
        return tuple(pieces), ""

    def _piece(self, match: re.Match[str], before: Sequence[Piece]) -> Piece:
        if match["text"]:
            return Words(match["text"])
        if match["block"]:
            return Successor(match["block"])
        if match["letter"]:
            return Letter(match["letter"], bool(match["list"]), match["arrow"] or "", match["default"] or "")
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
            return _CUSTOM[braced]
        return self._named(match["name"], bool(match["star"]), match["how"] or "", key[1] if key else "")

    def _named(self, name: str, is_variadic: bool, how: str, key: str) -> Piece:
        operands = self._op.operands if self._op else ()
        declared = {each.name: _shown(each.name, each.rule.variadic) for each in operands}
        if name == "operands" and declared:
            return Operands(name, is_variadic, ", ".join(declared.values()))
        if name in ("operands", *declared) or not (self._op or how):
            return Operands(name, is_variadic, _shown(name, is_variadic))
        if how in ("region", "body") or (self._op and name in (region for region, _ in self._op.regions)):
            return Regions(name, is_variadic, is_body=how == "body")
        if how == "literal":
            return Literal(spellings.literal(name))
        if how == "typed":
            return TypedValue(spellings.typed(name))
        return Attributes(self._spelling(name, how), key)

    def _spelling(self, name: str, how: str) -> Spelling:
        """The spelling that a format asks for, or that follows from the attribute's declaration."""
        dialect = self.name.partition(".")[0]
        if how:
            return spellings.BY_NAME[how](name)
        assert self._op is not None, self.name
        (rule,) = (field.rule for field in self._op.attributes if field.name == name)
        if rule.kind in ("choice", "choices"):
            write = spellings.word if rule.kind == "choice" else spellings.words
            return write(name, dialect, enum_of(name))
        type = ELEMENT_TYPES.get(rule.element_type) if rule.kind in _WITH_TYPE else None
        return _WITH_TYPE[rule.kind](name, type) if type else spellings.BY_NAME[_BY_KIND[rule.kind]](name)

    # -- its users ------------------------------------------------------------------------------

    @property
    def grammar(self) -> str:
        """The file of the grammar in which it stands."""
        return GRAMMARS[self.name.partition(".")[0] not in OUR_DIALECTS]

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
        spelt = {name for piece in self.all_pieces for name in piece.spelt()}
        return frozenset(spelt | ({"operandSegmentSizes"} if self.is_segmented else set()))

    @property
    def properties(self) -> frozenset[str]:
        """The attributes of an op without a declaration that are its properties."""
        return self.spelt | {*self._row.properties.split()}

    @functools.cached_property
    def is_segmented(self) -> bool:
        """Whether an attribute says how many operands each piece has, since several have any number."""
        return sum(piece.is_variadic for piece in self.operands) > 1

    @property
    def _has_operands(self) -> bool:
        return bool(self.operands) or _CUSTOM["reductions"] in self.pieces

    @property
    def _may_lack_operands(self) -> bool:
        """Whether there may be no operands where it has a place for them."""
        return self._has_operands and 'SSA ("," SSA)*' not in self.rule

    def named_regions(self, count: int) -> int:
        """How many of an operation's regions have their arguments in the form, and not in labels."""
        if self.signature.arguments:
            return 1
        is_named = any(
            isinstance(piece, (Bindings, Function, Reducer)) or (isinstance(piece, Regions) and piece.is_body)
            for piece in self.pieces
        )
        return count if is_named else 0

    @functools.cached_property
    def typing(self) -> str:
        """How its types are written, if not by letters."""
        return next((piece.typing for piece in self.all_pieces if isinstance(piece, Types)), "")

    @functools.cached_property
    def signature(self) -> Signature:
        """What its operands and results are."""
        if self._row.signature:
            return signature_of(self._row.signature, self._row.arguments)
        return TYPINGS[self.typing or "signature"].signature

    @functools.cached_property
    def operands(self) -> tuple[Operands, ...]:
        """The pieces that are operands."""
        return tuple(piece for piece in self.all_pieces if isinstance(piece, Operands))

    def head(self, token: Token, children: Sequence[Any]) -> Head:
        """What a statement in this form says. Raises StatementError."""
        said, stream = Said(self), Children(children)
        try:
            for piece in self.pieces:
                piece.read(stream, said)
            return said.head()
        except FormError as error:
            raise error_at(token, f"{self.name}: {error.message}") from None

    def types_of(self, said: Said) -> tuple[Sequence[Type], Sequence[Type]]:
        """Operand and result types that those of a statement stand for. Raises FormError."""
        count = len(said.operands)
        if not self.typing:
            return self.signature.types(said.types, count, 0, said.groups)
        typing = TYPINGS[self.typing]
        written = said.written or WrittenTypes([], None if count or typing.default else [])
        return typing.meant(written, count, self.result_count)

    def bound(self, operation: Operation) -> Bound:
        """The types that letters stand for. Raises FormError where the operation has others."""
        entry = operation.regions[0].entry if operation.regions else None
        arguments = [argument.type for argument in entry.arguments] if entry else []
        operands, results = operand_types(operation), result_types(operation)
        return self.signature.bind(operands, results, arguments, self.groups(operation))

    def groups(self, operation: Operation) -> Sequence[int]:
        """How many operands each piece that has some stands for. Raises FormError."""
        count = len(operation.operands)
        if self.is_segmented:
            return segments(operation.attributes, "operandSegmentSizes", len(self.operands), count)
        return sizes_of(["*" if piece.is_variadic else "" for piece in self.operands], count)

    def types_text(self, operands: Sequence[Type], results: Sequence[Type]) -> str:
        """The types as they are written behind the colon. Raises FormError where they cannot be."""
        may_be_nothing = self.typing in _MAY_BE_NOTHING and self.text != SIGNATURE
        if not operands and not results and not may_be_nothing:
            raise FormError("nothing has a type")
        text = TYPINGS[self.typing].text(operands, results, self.result_count)
        if text is not None:
            return text
        function = FunctionType(tuple(operands), tuple(results))
        if self.typing != "arrow":
            return str(function)
        if not operands:
            raise FormError("an arrow needs types on its left")
        behind = str(FunctionType((), function.results)).removeprefix("() -> ")
        return f"{', '.join(map(str, operands))} -> {behind}"

    def text_of(self, operation: Operation, names: Scope) -> list[str | Region]:
        """The texts and regions of an operation, its name first. Raises FormError."""
        if bool(operation.operands) is not self._has_operands and not self._may_lack_operands:
            raise FormError(f"{self.name} has a place for operands, or has none")
        writing = Writing(self, operation, names, self.bound(operation) if self._row.signature else {})
        texts = [text for piece in self.pieces for text in piece.write(writing)]
        successors = sum(isinstance(piece, Successor) for piece in self.all_pieces)
        missing = [region for region in operation.regions if region.blocks and region not in texts]
        if successors != len(operation.successors) or (missing and _CUSTOM["reducer"] not in self.pieces):
            raise FormError(f"{self.name} has other successors or regions")
        return [self.name, *texts]

    def places(self, children: Sequence[Any]) -> Places:
        """The attributes that stand at the nodes of a statement's parse tree."""
        stream = Children(children)
        for piece in self.pieces:
            yield from piece.places(stream)


def _shown(operand: str, is_variadic: bool) -> str:
    return f"%{operand}, ..." if is_variadic else f"%{operand}"


# The typings of ops that may have neither operands nor results.
_MAY_BE_NOTHING = ("operands", "pairwise", "signature")

# By the kind of the attribute's declaration.
_BY_KIND = {"boolean": "boolean", "integers": "integers", "text": "string", "function": "symbol"}
_WITH_TYPE: Mapping[str, Callable[[str, ElementType], Spelling]] = {
    "integer": spellings.integer,
    "real": spellings.real,
}

_OURS: Mapping[str, Format] = {
    **{name: Format(name, row, OPS.get(name)) for name, row in ROWS.items() if row.format},
    **{op.name: Format(op.name, Row(op.format), op, len(op.outputs)) for op in OPS.values() if op.format},
}


def _of_mhlo(name: str, meaning: str) -> Format | None:
    """The form of an op of MHLO that means another: that of the other, in the words of MHLO.

    CHLO writes a signature where MHLO, which is older, writes one type.
    """
    if meaning not in _OURS:
        return None
    is_of_chlo = meaning.startswith("chlo.") and OPS[meaning].elementwise
    text = _OF_MHLO.get(name) or (SAME if is_of_chlo else _OURS[meaning].text)
    return Format(name, Row(text), OPS.get(meaning), _OURS[meaning].result_count)


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
    "module": "builtin.module",
    **{name.removeprefix("func."): name for name in ROWS if name.startswith("func.")},
}


def format_of(name: str) -> Format:
    """The format of an op that has one, by its name as it is written."""
    return FORMATS[SHORT_NAMES.get(name, name)]
