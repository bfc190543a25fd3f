"""Assembly formats of ops, from which the grammar, the parser, the printer and spans are derived.

A format is declared with its op (`ops/model/declare.py`), or in `dialects.py` if the op is not declared. It
is written as it is printed, including spaces. A space separates it from the name of the op unless it begins
with a space, `?[ `, `(`, `<`, `{attrs}` or `{reductions}`. Its elements are

- `$name`, an operand, attribute or region; `$name*`, a variadic operand; `$operands*`, all operands; `^name`,
  a successor. The codec of an attribute follows from its type, or is given as `$name:codec`;
  `$name:region` is a region of an op without a declaration, `$name:body` one whose block has no arguments;
- `{attrs}`, the dictionary of all other attributes, with a space before it; nothing if there are none;
- `{same}`, `{signature}` and the other names of `signatures.TYPINGS`, the types;
- `{T}`, `{T*}`, a type variable of the op's signature, and a list of types; `{->T*}` and `{->(T*)}`, a list
  after an arrow; `{I=index}`, a type that is omitted, with its optional group, if it is `index`;
- `{window}` and the other names of `codecs.COMPOUND`, several attributes; the names of `_CUSTOM`, names and
  regions;
- `?[...]?`, an optional group, which is omitted if its first attribute, dictionary, list of types or operand
  is absent or has its default; `?[...|...]?`, with the text that replaces it.

All other text is literal. Each element is an object with its rule in the grammar, its parser and its printer;
`format_grammar.py` generates `grammar/formats.lark` and `grammar/dialects.lark` from the rules.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.operations import Operation, Region
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.ops.model.schema import SAME, SIGNATURE, OnDemand, Op
from stablehlo_tools.ops.registry import OPS, WITH_FORMAT
from stablehlo_tools.text.assembly import region_elements
from stablehlo_tools.text.assembly.codecs import COMPOUND, FORMS, AttributeCodec, Form, form_of
from stablehlo_tools.text.assembly.deprecated_syntax import EQUIVALENTS
from stablehlo_tools.text.assembly.dialects import OP_SYNTAX, OpSyntax
from stablehlo_tools.text.assembly.format_elements import (
    AttributeDictionary,
    Attributes,
    ConstantLiteral,
    FormatElement,
    LiteralText,
    Operands,
    OptionalGroup,
    Places,
    Regions,
    Successor,
    TypedConstant,
    TypesDirective,
    TypeVariable,
    rule_of,
)
from stablehlo_tools.text.assembly.format_state import Children, OperationState, PrintState, segments
from stablehlo_tools.text.assembly.signatures import (
    TYPINGS,
    Bound,
    Signature,
    WrittenTypes,
    signature_of,
    sizes_of,
)
from stablehlo_tools.text.printer.attribute_text import operand_types, result_types
from stablehlo_tools.text.printer.ssa_names import AsmState
from stablehlo_tools.text.statement.build_templates import Head
from stablehlo_tools.text.statement.template import FormatError, error_at

# The formats of `WITH_SYNTAX`, and of other dialects, whose grammar is loaded only for programs with them.
GRAMMARS = ("formats", "dialects")
WITH_SYNTAX = ("builtin", "check", "chlo", "func", "interpreter", "mhlo", "stablehlo")

_ELEMENT = regex(
    r"(?P<open>\?\[)|(?P<otherwise>\|)|(?P<close>\]\?)|\{(?P<braced>[a-z_]+)\}|\^(?P<block>\w+)"
    r"|\{(?P<arrow>->\(?)?(?P<letter>[A-Z])(?P<list>\*)?\)?(?:=(?P<default>\w+))?\}"
    r"|\$(?P<name>\w+)(?P<star>\*)?(?::(?P<codec>[a-z]\w*))?|(?P<text>(?:(?!\?\[|\]\?)[^$|{}^])+)"
)
_KEY = regex(r"(\w+) ?= ?$")
_WITHOUT_SPACE = (" ", "?[ ", "(", "<", "{attrs}", "{reductions}")


# The names in braces of a format, besides types and codecs.
_CUSTOM: Mapping[str, FormatElement] = {
    "attrs": AttributeDictionary(),
    "bindings": region_elements.Bindings("bindings", is_variadic=True, shown="%argument = %operand, ..."),
    "argument": region_elements.FirstArgument(),
    "arguments": region_elements.ArgumentsElement(),
    "reductions": region_elements.Reductions(),
    "applied": region_elements.AppliedOp(),
    "reducer": region_elements.Reducer(),
    "segments": region_elements.Segments(),
    "function": region_elements.FunctionElement(),
}


class Format:
    """The assembly format of op `name`, from the text of its declaration."""

    def __init__(self, name: str, syntax: OpSyntax, op: Op | None = None, result_count: int = 1) -> None:
        self.name = name
        self.text = syntax.format
        self.terminator = syntax.terminator
        self.result_count = result_count
        self._syntax = syntax
        self._op = op

    def __str__(self) -> str:
        """The format as messages show it: `stablehlo.iota dim = <iota_dimension> : <type>`."""
        operands = self._op.operands if self._op else ()
        names = ", ".join(f"%{operand.name}{', ...' * operand.rule.variadic}" for operand in operands)
        text = "".join(map(str, self.elements)).replace("\n", " ")
        return self.name + text.replace("%operands, ...", names or "%operands, ...")

    # -- the language ---------------------------------------------------------------------------

    @functools.cached_property
    def elements(self) -> tuple[FormatElement, ...]:
        """The elements of the format, in order."""
        text = self.text if self.text.startswith(_WITHOUT_SPACE) else f" {self.text}"
        return self._parse_elements(_ELEMENT.finditer(text))[0]

    def _parse_elements(self, matches: Iterator[re.Match[str]]) -> tuple[tuple[FormatElement, ...], str]:
        """The elements up to the end of a group, and the text that replaces the group."""
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
            return AttributeDictionary(is_required=True)
        if braced:
            return _CUSTOM[braced]
        return self._variable(
            match["name"], match["codec"] or "", key[1] if key else "", is_variadic=bool(match["star"])
        )

    def _variable(self, name: str, codec: str, key: str, *, is_variadic: bool) -> FormatElement:
        operands = self._op.operands if self._op else ()
        declared = {
            operand.name: _shown(operand.name, is_variadic=operand.rule.variadic) for operand in operands
        }
        if name == "operands" and declared:
            return Operands(name, is_variadic, ", ".join(declared.values()))
        if name in ("operands", *declared) or not (self._op or codec):
            return Operands(name, is_variadic, _shown(name, is_variadic=is_variadic))
        if codec in ("region", "body") or (self._op and name in (region for region, _ in self._op.regions)):
            return Regions(name, is_variadic, is_body=codec == "body")
        element = {"literal": ConstantLiteral, "typed": TypedConstant}.get(codec, Attributes)
        return element(AttributeCodec(name, self._form_of(name, codec)), key)

    def _form_of(self, name: str, codec: str) -> Form:
        """The form that a format asks for, or that follows from the attribute's declaration."""
        if codec:
            return FORMS[codec]
        assert self._op is not None, self.name
        (rule,) = (field.rule for field in self._op.attributes if field.name == name)
        return form_of(name, rule, self.name.partition(".")[0])

    # -- uses ----------------------------------------------------------------------------------

    @property
    def grammar(self) -> str:
        """The grammar file that has the format."""
        return GRAMMARS[self.name.partition(".")[0] not in WITH_SYNTAX]

    @functools.cached_property
    def rule(self) -> str:
        """The rule for the text after the op's name, in the grammar."""
        return rule_of(self.elements)

    @functools.cached_property
    def all_elements(self) -> tuple[FormatElement, ...]:
        """The elements, including those of optional groups."""
        return tuple(
            inner
            for element in self.elements
            for inner in ((element, *element.elements) if isinstance(element, OptionalGroup) else (element,))
        )

    @functools.cached_property
    def elided_attributes(self) -> frozenset[str]:
        """The attributes that the attribute dictionary omits."""
        elided = {name for element in self.all_elements for name in element.elided_attributes()}
        return frozenset(elided | ({"operandSegmentSizes"} if self.is_segmented else set()))

    @functools.cached_property
    def properties(self) -> frozenset[str]:
        """The properties of an op without a declaration."""
        return self.elided_attributes | {*self._syntax.properties.split()}

    @functools.cached_property
    def is_segmented(self) -> bool:
        """Whether several elements are variadic, so that `operandSegmentSizes` has their sizes."""
        return sum(element.is_variadic for element in self.operands) > 1

    @property
    def _has_operands(self) -> bool:
        return bool(self.operands) or _CUSTOM["reductions"] in self.elements

    @property
    def _may_lack_operands(self) -> bool:
        """Whether its list of operands may be empty."""
        return self._has_operands and 'SSA ("," SSA)*' not in self.rule

    def named_regions(self, count: int) -> int:
        """The number of regions whose arguments are in the format rather than in labels."""
        if self.signature.arguments:
            return 1
        is_named = any(
            isinstance(
                element, (region_elements.Bindings, region_elements.FunctionElement, region_elements.Reducer)
            )
            or (isinstance(element, Regions) and element.is_body)
            for element in self.elements
        )
        return count if is_named else 0

    @functools.cached_property
    def region_count(self) -> int | None:
        """The number of regions of the op; None where the format does not tell."""
        regions = [element for element in self.all_elements if isinstance(element, Regions)]
        is_told = not any(isinstance(element, _WITH_REGIONS) for element in self.all_elements)
        return None if any(element.is_variadic for element in regions) or not is_told else len(regions)

    @functools.cached_property
    def typing(self) -> str:
        """The notation of its types, if it is not type variables."""
        return next(
            (element.typing for element in self.all_elements if isinstance(element, TypesDirective)), ""
        )

    @functools.cached_property
    def signature(self) -> Signature:
        """The types of its operands and results."""
        if self._syntax.signature:
            return signature_of(self._syntax.signature, self._syntax.arguments)
        return TYPINGS[self.typing or "signature"].signature

    @functools.cached_property
    def operands(self) -> tuple[Operands, ...]:
        """The elements that are operands."""
        return tuple(element for element in self.all_elements if isinstance(element, Operands))

    def head(self, token: Token, children: Sequence[Any]) -> Head:
        """The head of a statement in this format. Raises StatementError."""
        state, stream = OperationState(self), Children(children)
        try:
            for element in self.elements:
                element.read(stream, state)
            return state.head()
        except FormatError as error:
            raise error_at(token, f"{self.name}: {error.message}") from None

    def types_of(self, state: OperationState) -> tuple[Sequence[Type], Sequence[Type]]:
        """The operand and result types of a parsed statement. Raises FormatError."""
        count = len(state.operands)
        if not self.typing:
            return self.signature.types(state.types, count, 0, state.groups)
        typing = TYPINGS[self.typing]
        written = state.written or WrittenTypes([], None if count or typing.default else [])
        return typing.resolve(written, count, self.result_count)

    def bound(self, operation: Operation) -> Bound:
        """The values of type variables. Raises FormatError if the types do not match the signature."""
        entry = operation.regions[0].entry if operation.regions else None
        arguments = [argument.type for argument in entry.arguments] if entry else []
        operands, results = operand_types(operation), result_types(operation)
        return self.signature.bind(operands, results, arguments, self.groups(operation))

    def groups(self, operation: Operation) -> Sequence[int]:
        """The number of operands of each element. Raises FormatError."""
        count = len(operation.operands)
        if self.is_segmented:
            return segments(operation.attributes, "operandSegmentSizes", len(self.operands), count)
        return sizes_of(["*" if element.is_variadic else "" for element in self.operands], count)

    def types_text(self, operands: Sequence[Type], results: Sequence[Type]) -> str:
        """The text of types in this format. Raises FormatError."""
        may_be_empty = self.typing in _MAY_BE_EMPTY and self.text != SIGNATURE
        if not operands and not results and not may_be_empty:
            raise FormatError("expected operands or results")
        text = TYPINGS[self.typing].text(operands, results, self.result_count)
        if text is not None:
            return text
        function = FunctionType(tuple(operands), tuple(results))
        if self.typing != "arrow":
            return str(function)
        if not operands:
            raise FormatError("expected operands")
        right = str(FunctionType((), function.results)).removeprefix("() -> ")
        return f"{', '.join(map(str, operands))} -> {right}"

    def text_of(self, operation: Operation, names: AsmState) -> list[str | Region]:
        """The texts and regions of an operation, after its name. Raises FormatError."""
        if bool(operation.operands) is not self._has_operands and not self._may_lack_operands:
            raise FormatError(f"unexpected number of operands of {self.name}")
        state = PrintState(self, operation, names, self.bound(operation) if self._syntax.signature else {})
        texts = [text for element in self.elements for text in element.write(state)]
        successors = sum(isinstance(element, Successor) for element in self.all_elements)
        missing = [region for region in operation.regions if region.blocks and region not in texts]
        if successors != len(operation.successors) or (missing and _CUSTOM["reducer"] not in self.elements):
            raise FormatError(f"unexpected successors or regions of {self.name}")
        return [self.name, *texts]

    def places(self, children: Sequence[Any]) -> Places:
        """The attributes of a statement, with their nodes in its parse tree."""
        stream = Children(children)
        for element in self.elements:
            yield from element.places(stream)


def _shown(operand: str, *, is_variadic: bool) -> str:
    return f"%{operand}, ..." if is_variadic else f"%{operand}"


# Elements that have regions of their own.
_WITH_REGIONS = (region_elements.AppliedOp, region_elements.FunctionElement, region_elements.Reducer)

# The notations of types of ops that may have neither operands nor results.
_MAY_BE_EMPTY = ("operands", "pairwise", "signature")


def _written_format(name: str) -> Format:
    return Format(name, OP_SYNTAX[name], OPS.get(name))


def _declared_format(name: str) -> Format:
    op = OPS[name]
    return Format(name, OpSyntax(op.format), op, len(op.outputs))


def _mhlo_format(name: str, equivalent: str) -> Format:
    """The format of an MHLO op: that of the equivalent op.

    Elementwise ops of CHLO have a signature where MHLO, which is older, has one type.
    """
    is_of_chlo = equivalent.startswith("chlo.") and OPS[equivalent].elementwise
    text = _MHLO_FORMATS.get(name) or (SAME if is_of_chlo else FORMATS[equivalent].text)
    return Format(name, OpSyntax(text), OPS.get(equivalent), FORMATS[equivalent].result_count)


_MHLO_FORMATS = {
    "mhlo.copy": SAME,
    "mhlo.topk": "($operand, k = $k?[, largest = $largest:boolean]?){attrs} : {arrow}",
}

FORMATS: Final = OnDemand[Format]()
FORMATS.factories.update(
    (name, functools.partial(_written_format, name)) for name, row in OP_SYNTAX.items() if row.format
)
FORMATS.factories.update((name, functools.partial(_declared_format, name)) for name in WITH_FORMAT)
FORMATS.factories.update(
    (name, functools.partial(_mhlo_format, name, equivalent))
    for name, equivalent in EQUIVALENTS.items()
    if equivalent in FORMATS
)
# Names without the dialect prefix, which is optional for these ops.
SHORT_NAMES: Mapping[str, str] = {
    "module": "builtin.module",
    **{name.removeprefix("func."): name for name in OP_SYNTAX if name.startswith("func.")},
}


def format_of(name: str) -> Format:
    """The format of an op, by its name with or without the dialect."""
    return FORMATS[SHORT_NAMES.get(name, name)]
