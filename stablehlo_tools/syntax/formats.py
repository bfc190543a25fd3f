"""Assembly formats: the custom form of an op, said once for the grammar, the parser, the printer and carets.

A format is declared with its op (`ops/declare.py`), or, of ops that have no declaration, in `dialects.py`.
It is written as it is printed, blanks included; between the name of the op and its format stands a blank,
unless it begins with one, with `?[ `, `(`, `<`, `{attrs}` or `{reductions}`. In it stand

- `$name` for an operand, an attribute or a region of that name, `$name*` for a variadic operand, `$operands*`
  for all operands, `^name` for a block to go to. An attribute is spelt as its type asks for, or as
  `$name:codec` says; `$name:region` is a region of an op without a declaration, `$name:body` one
  whose block has no arguments;
- `{attrs}` for the dictionary of all other attributes: a blank, and nothing where there are none;
- `{same}`, `{signature}` and the other names of `signatures.TYPINGS` for the types;
- `{T}`, `{T*}` for a type, and a list of them, that the op's signature has the letter for; `{->T*}` and
  `{->(T*)}` for a list behind an arrow; `{I=index}` for a type in an optional group that is not written;
- `{window}` and the other names of `codecs.COMPOUND` for what spells several attributes, and those of
  `_CUSTOM` for what is about names and regions;
- `?[...]?` around what is left out where the first attribute, dictionary, type list or operand in it has
  nothing to say; `?[...|...]?` with what is written instead.

All else stands for itself. Each element is an object that knows its rule in the grammar, and how it is read,
written and found again; `grammar/formats.lark` and `grammar/dialects.lark` are made of their rules by
`format_grammar.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lark import Token

from stablehlo_tools.ir.operations import Operation, Region
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, FunctionType, Type
from stablehlo_tools.ops.attributes import enum_of
from stablehlo_tools.ops.declare import SAME, SIGNATURE, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax import codecs
from stablehlo_tools.syntax.build_templates import Head
from stablehlo_tools.syntax.codecs import COMPOUND, Codec
from stablehlo_tools.syntax.context import error_at
from stablehlo_tools.syntax.dialects import OP_SYNTAX, OpSyntax
from stablehlo_tools.syntax.format_elements import (
    Applied,
    Arguments,
    AttributeDictionary,
    Attributes,
    Bindings,
    Children,
    ConstantLiteral,
    FirstArgument,
    FormatElement,
    LiteralText,
    Operands,
    OperationState,
    OptionalGroup,
    Places,
    PrintState,
    Reducer,
    Reductions,
    Regions,
    Segments,
    Successor,
    TypedConstant,
    TypesDirective,
    TypeVariable,
    rule_of,
    segments,
)
from stablehlo_tools.syntax.format_error import FormatError
from stablehlo_tools.syntax.function_element import FunctionFormat
from stablehlo_tools.syntax.mhlo import EQUIVALENTS
from stablehlo_tools.syntax.operation_text import operand_types, result_types
from stablehlo_tools.syntax.signatures import TYPINGS, Bound, Signature, WrittenTypes, signature_of, sizes_of
from stablehlo_tools.syntax.ssa_names import Scope

# The grammar of forms that stand in nearly all programs, and that of others, which is only made when wanted.
GRAMMARS = ("formats", "dialects")
OUR_DIALECTS = ("builtin", "check", "chlo", "func", "interpreter", "mhlo", "stablehlo")

_ELEMENT = re.compile(
    r"(?P<open>\?\[)|(?P<otherwise>\|)|(?P<close>\]\?)|\{(?P<braced>[a-z_]+)\}|\^(?P<block>\w+)"
    r"|\{(?P<arrow>->\(?)?(?P<letter>[A-Z])(?P<list>\*)?\)?(?:=(?P<default>\w+))?\}"
    r"|\$(?P<name>\w+)(?P<star>\*)?(?::(?P<how>[a-z]\w*))?|(?P<text>(?:(?!\?\[|\]\?)[^$|{}^])+)"
)
_KEY = re.compile(r"(\w+) ?= ?$")
_WITHOUT_BLANK = (" ", "?[ ", "(", "<", "{attrs}", "{reductions}")


# What a format names in braces, besides types and codecs.
_CUSTOM: Mapping[str, FormatElement] = {
    "attrs": AttributeDictionary(),
    "bindings": Bindings("bindings", is_variadic=True, shown="%argument = %operand, ..."),
    "argument": FirstArgument(),
    "arguments": Arguments(),
    "reductions": Reductions(),
    "applied": Applied(),
    "reducer": Reducer(),
    "segments": Segments(),
    "function": FunctionFormat(),
}


class Format:
    """How op `name` is written: as `text`, or a row of `dialects.py`, says."""

    def __init__(self, name: str, row: OpSyntax, op: Op | None = None, result_count: int = 1) -> None:
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
        text = "".join(map(str, self.elements)).replace("\n", " ")
        return self.name + text.replace("%operands, ...", names or "%operands, ...")

    # -- the language ---------------------------------------------------------------------------

    @functools.cached_property
    def elements(self) -> tuple[FormatElement, ...]:
        """What the format is made of, in order."""
        text = self.text if self.text.startswith(_WITHOUT_BLANK) else f" {self.text}"
        return self._parse_elements(_ELEMENT.finditer(text))[0]

    def _parse_elements(self, matches: Iterator[re.Match[str]]) -> tuple[tuple[FormatElement, ...], str]:
        """The elements up to the end of a group, and what is written in the place of that."""
        elements: list[FormatElement] = []
        for match in matches:
            if match["close"]:
                break
            if match["otherwise"]:
                text = next(matches)["text"]
                next(matches)
                return tuple(elements), text
            if match["open"]:
                elements.append(OptionalGroup(*self._parse_elements(matches)))
            else:
                elements.append(self._element(match, elements))
        return tuple(elements), ""

    def _element(self, match: re.Match[str], before: Sequence[FormatElement]) -> FormatElement:
        if match["text"]:
            return LiteralText(match["text"])
        if match["block"]:
            return Successor(match["block"])
        if match["letter"]:
            return TypeVariable(
                match["letter"], bool(match["list"]), match["arrow"] or "", match["default"] or ""
            )
        last = before[-1] if before else None
        key = _KEY.search(last.text) if isinstance(last, LiteralText) else None
        braced = match["braced"]
        if braced in TYPINGS:
            return TypesDirective(braced)
        if braced in COMPOUND:
            return Attributes(COMPOUND[braced], key[1] if key else "")
        if braced == "attrs" and isinstance(last, LiteralText) and last.text.endswith("attributes"):
            return AttributeDictionary(must_be=True)
        if braced:
            return _CUSTOM[braced]
        return self._named(match["name"], bool(match["star"]), match["how"] or "", key[1] if key else "")

    def _named(self, name: str, is_variadic: bool, how: str, key: str) -> FormatElement:
        operands = self._op.operands if self._op else ()
        declared = {each.name: _shown(each.name, each.rule.variadic) for each in operands}
        if name == "operands" and declared:
            return Operands(name, is_variadic, ", ".join(declared.values()))
        if name in ("operands", *declared) or not (self._op or how):
            return Operands(name, is_variadic, _shown(name, is_variadic))
        if how in ("region", "body") or (self._op and name in (region for region, _ in self._op.regions)):
            return Regions(name, is_variadic, is_body=how == "body")
        if how == "literal":
            return ConstantLiteral(codecs.literal(name))
        if how == "typed":
            return TypedConstant(codecs.typed(name))
        return Attributes(self._spelling(name, how), key)

    def _spelling(self, name: str, how: str) -> Codec:
        """The codec that a format asks for, or that follows from the attribute's declaration."""
        dialect = self.name.partition(".")[0]
        if how:
            return codecs.BY_NAME[how](name)
        assert self._op is not None, self.name
        (rule,) = (field.rule for field in self._op.attributes if field.name == name)
        if rule.kind in ("choice", "choices"):
            write = codecs.word if rule.kind == "choice" else codecs.words
            return write(name, dialect, enum_of(name))
        type = ELEMENT_TYPES.get(rule.element_type) if rule.kind in _WITH_TYPE else None
        return _WITH_TYPE[rule.kind](name, type) if type else codecs.BY_NAME[_BY_KIND[rule.kind]](name)

    # -- its users ------------------------------------------------------------------------------

    @property
    def grammar(self) -> str:
        """The file of the grammar in which it stands."""
        return GRAMMARS[self.name.partition(".")[0] not in OUR_DIALECTS]

    @functools.cached_property
    def rule(self) -> str:
        """What stands behind the op's name, in the grammar."""
        return rule_of(self.elements)

    @functools.cached_property
    def all_elements(self) -> tuple[FormatElement, ...]:
        """The elements, those of optional groups among them."""
        return tuple(
            inner
            for element in self.elements
            for inner in ((element, *element.elements) if isinstance(element, OptionalGroup) else (element,))
        )

    @functools.cached_property
    def elided_attributes(self) -> frozenset[str]:
        """The attributes that stand in no dictionary."""
        elided = {name for element in self.all_elements for name in element.elided_attributes()}
        return frozenset(elided | ({"operandSegmentSizes"} if self.is_segmented else set()))

    @property
    def properties(self) -> frozenset[str]:
        """The attributes of an op without a declaration that are its properties."""
        return self.elided_attributes | {*self._row.properties.split()}

    @functools.cached_property
    def is_segmented(self) -> bool:
        """Whether an attribute says how many operands each element has, since several have any number."""
        return sum(element.is_variadic for element in self.operands) > 1

    @property
    def _has_operands(self) -> bool:
        return bool(self.operands) or _CUSTOM["reductions"] in self.elements

    @property
    def _may_lack_operands(self) -> bool:
        """Whether there may be no operands where it has a place for them."""
        return self._has_operands and 'SSA ("," SSA)*' not in self.rule

    def named_regions(self, count: int) -> int:
        """How many of an operation's regions have their arguments in the form, and not in labels."""
        if self.signature.arguments:
            return 1
        is_named = any(
            isinstance(element, (Bindings, FunctionFormat, Reducer))
            or (isinstance(element, Regions) and element.is_body)
            for element in self.elements
        )
        return count if is_named else 0

    @functools.cached_property
    def typing(self) -> str:
        """How its types are written, if not by letters."""
        return next(
            (element.typing for element in self.all_elements if isinstance(element, TypesDirective)), ""
        )

    @functools.cached_property
    def signature(self) -> Signature:
        """What its operands and results are."""
        if self._row.signature:
            return signature_of(self._row.signature, self._row.arguments)
        return TYPINGS[self.typing or "signature"].signature

    @functools.cached_property
    def operands(self) -> tuple[Operands, ...]:
        """The elements that are operands."""
        return tuple(element for element in self.all_elements if isinstance(element, Operands))

    def head(self, token: Token, children: Sequence[Any]) -> Head:
        """What a statement in this form says. Raises StatementError."""
        said, stream = OperationState(self), Children(children)
        try:
            for element in self.elements:
                element.read(stream, said)
            return said.head()
        except FormatError as error:
            raise error_at(token, f"{self.name}: {error.message}") from None

    def types_of(self, said: OperationState) -> tuple[Sequence[Type], Sequence[Type]]:
        """Operand and result types that those of a statement stand for. Raises FormatError."""
        count = len(said.operands)
        if not self.typing:
            return self.signature.types(said.types, count, 0, said.groups)
        typing = TYPINGS[self.typing]
        written = said.written or WrittenTypes([], None if count or typing.default else [])
        return typing.meant(written, count, self.result_count)

    def bound(self, operation: Operation) -> Bound:
        """The types that letters stand for. Raises FormatError where the operation has others."""
        entry = operation.regions[0].entry if operation.regions else None
        arguments = [argument.type for argument in entry.arguments] if entry else []
        operands, results = operand_types(operation), result_types(operation)
        return self.signature.bind(operands, results, arguments, self.groups(operation))

    def groups(self, operation: Operation) -> Sequence[int]:
        """How many operands each element that has some stands for. Raises FormatError."""
        count = len(operation.operands)
        if self.is_segmented:
            return segments(operation.attributes, "operandSegmentSizes", len(self.operands), count)
        return sizes_of(["*" if element.is_variadic else "" for element in self.operands], count)

    def types_text(self, operands: Sequence[Type], results: Sequence[Type]) -> str:
        """The types as they are written behind the colon. Raises FormatError where they cannot be."""
        may_be_nothing = self.typing in _MAY_BE_NOTHING and self.text != SIGNATURE
        if not operands and not results and not may_be_nothing:
            raise FormatError("nothing has a type")
        text = TYPINGS[self.typing].text(operands, results, self.result_count)
        if text is not None:
            return text
        function = FunctionType(tuple(operands), tuple(results))
        if self.typing != "arrow":
            return str(function)
        if not operands:
            raise FormatError("an arrow needs types on its left")
        behind = str(FunctionType((), function.results)).removeprefix("() -> ")
        return f"{', '.join(map(str, operands))} -> {behind}"

    def text_of(self, operation: Operation, names: Scope) -> list[str | Region]:
        """The texts and regions of an operation, its name first. Raises FormatError."""
        if bool(operation.operands) is not self._has_operands and not self._may_lack_operands:
            raise FormatError(f"{self.name} has a place for operands, or has none")
        writing = PrintState(self, operation, names, self.bound(operation) if self._row.signature else {})
        texts = [text for element in self.elements for text in element.write(writing)]
        successors = sum(isinstance(element, Successor) for element in self.all_elements)
        missing = [region for region in operation.regions if region.blocks and region not in texts]
        if successors != len(operation.successors) or (missing and _CUSTOM["reducer"] not in self.elements):
            raise FormatError(f"{self.name} has other successors or regions")
        return [self.name, *texts]

    def places(self, children: Sequence[Any]) -> Places:
        """The attributes that stand at the nodes of a statement's parse tree."""
        stream = Children(children)
        for element in self.elements:
            yield from element.places(stream)


def _shown(operand: str, is_variadic: bool) -> str:
    return f"%{operand}, ..." if is_variadic else f"%{operand}"


# The typings of ops that may have neither operands nor results.
_MAY_BE_NOTHING = ("operands", "pairwise", "signature")

# By the kind of the attribute's declaration.
_BY_KIND = {"boolean": "boolean", "integers": "integers", "text": "string", "function": "symbol"}
_WITH_TYPE: Mapping[str, Callable[[str, ElementType], Codec]] = {
    "integer": codecs.integer,
    "real": codecs.real,
}

_OURS: Mapping[str, Format] = {
    **{name: Format(name, row, OPS.get(name)) for name, row in OP_SYNTAX.items() if row.format},
    **{
        op.name: Format(op.name, OpSyntax(op.format), op, len(op.outputs)) for op in OPS.values() if op.format
    },
}


def _of_mhlo(name: str, meaning: str) -> Format | None:
    """The form of an op of MHLO that means another: that of the other, in the words of MHLO.

    CHLO writes a signature where MHLO, which is older, writes one type.
    """
    if meaning not in _OURS:
        return None
    is_of_chlo = meaning.startswith("chlo.") and OPS[meaning].elementwise
    text = _OF_MHLO.get(name) or (SAME if is_of_chlo else _OURS[meaning].text)
    return Format(name, OpSyntax(text), OPS.get(meaning), _OURS[meaning].result_count)


_OF_MHLO = {
    "mhlo.copy": SAME,
    "mhlo.topk": "($operand, k = $k?[, largest = $largest:boolean]?){attrs} : {arrow}",
}

FORMATS: Mapping[str, Format] = {
    **_OURS,
    **{name: form for name, meaning in EQUIVALENTS.items() if (form := _of_mhlo(name, meaning)) is not None},
}
# Names that stand for ops where a dialect is the default one.
SHORT_NAMES: Mapping[str, str] = {
    "module": "builtin.module",
    **{name.removeprefix("func."): name for name in OP_SYNTAX if name.startswith("func.")},
}


def format_of(name: str) -> Format:
    """The format of an op that has one, by its name as it is written."""
    return FORMATS[SHORT_NAMES.get(name, name)]
