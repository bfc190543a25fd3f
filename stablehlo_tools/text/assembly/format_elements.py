"""The elements of assembly formats (`formats`), each with its grammar rule, parser and printer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import record
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute, default_of, is_default
from stablehlo_tools.ir.operations import Region
from stablehlo_tools.ir.types import FunctionType, Type, element_type_named
from stablehlo_tools.text.assembly.codecs import Codec, Node
from stablehlo_tools.text.assembly.format_state import Children, OperationState, PrintState
from stablehlo_tools.text.assembly.signatures import TYPINGS, WrittenTypes
from stablehlo_tools.text.printer.attribute_text import dictionary
from stablehlo_tools.text.statement.build_templates import EMPTY_REGION, ImplicitBlock
from stablehlo_tools.text.statement.template import FormatError

Text = Iterator[str | Region]
Places = Iterator[tuple[str, Node, str]]  # an attribute, its node, and the keyword before its `=`


@record(frozen=True)
class FormatElement:
    """An element of a format.

    `symbol` is its rule in the grammar, `shown` represents it in messages, and `count` is how many children
    it has where a statement is parsed. If it `binds_arguments`, it names region arguments and their values.
    """

    symbol = ""
    shown = ""
    count = 1
    binds_arguments = False

    def __str__(self) -> str:
        return self.shown

    def rule(self, following: Sequence[FormatElement]) -> str:
        """The element in the grammar; `following` are the elements after it."""
        return self.symbol

    def elided_attributes(self) -> Sequence[str]:
        """The attributes that it represents, which the attribute dictionary omits."""
        return ()

    def read(self, children: Children, state: OperationState) -> None:
        """Consume the element's children, and add their meaning to the state."""
        raise NotImplementedError

    def skip(self, state: OperationState) -> None:
        """Add the meaning of an omitted element to the state."""

    def write(self, state: PrintState) -> Text:
        """The texts and regions of the element. Raises FormatError."""
        raise NotImplementedError

    def places(self, children: Children) -> Places:
        """The attributes at the element's children."""
        children.skip(self.count)
        yield from ()

    def is_written(self, state: PrintState) -> bool | None:
        """Whether an optional group that begins with the element is printed; None: the next one decides."""
        return None


_WORD = regex(r"[A-Za-z_]\w*|->|\S")


@record(frozen=True)
class LiteralText(FormatElement):
    """Literal text."""

    text: str
    count = 0

    def __str__(self) -> str:
        return self.text

    def rule(self, following: Sequence[FormatElement]) -> str:
        return " ".join(f'"{word}"' for word in _WORD.findall(self.text))

    def read(self, children: Children, state: OperationState) -> None:
        pass

    def write(self, state: PrintState) -> Text:
        yield self.text


@record(frozen=True)
class Operands(FormatElement):
    """An operand, or any number of them; `shown` represents it in messages."""

    name: str
    is_variadic: bool
    shown: str

    def rule(self, following: Sequence[FormatElement]) -> str:
        if not self.is_variadic:
            return "SSA"
        # LALR(1): only the token after a comma tells another operand from what follows all of them
        return 'SSA ("," SSA)*' if _begins_with_comma(following) else "operands"

    def read(self, children: Children, state: OperationState) -> None:
        operands = self._take(children)
        state.operands += operands
        state.groups.append(len(operands))

    def skip(self, state: OperationState) -> None:
        state.groups.append(0)

    def _take(self, children: Children) -> list[Token]:
        if not self.is_variadic:
            return [children.take()]
        if not isinstance(children.next, Token):
            return children.take() or []
        operands = []
        while isinstance(children.next, Token) and children.next.type == "SSA":
            operands.append(children.take())
        return operands

    def write(self, state: PrintState) -> Text:
        yield state.names.uses(state.operands(self.name))

    def places(self, children: Children) -> Places:
        self._take(children)
        yield from ()

    def is_written(self, state: PrintState) -> bool | None:
        return bool(state.operands(self.name))


@record(frozen=True)
class Attributes(FormatElement):
    """Attributes with a codec, after `key = ` if there is a key."""

    codec: Codec
    key: str = ""

    def __str__(self) -> str:
        return str(self.codec)

    def elided_attributes(self) -> Sequence[str]:
        return self.codec.attributes

    def rule(self, following: Sequence[FormatElement]) -> str:
        return self.codec.rule

    def read(self, children: Children, state: OperationState) -> None:
        state.add(self.codec.read(children.take()))

    def skip(self, state: OperationState) -> None:
        for name in self.codec.attributes if self.codec.is_filled_in else ():
            default = default_of(state.format.name, name)
            state.add({} if default is None else {name: default})

    def write(self, state: PrintState) -> Text:
        yield self.codec.write(state.operation.attributes) or ""

    def places(self, children: Children) -> Places:
        child = children.take()
        for name, node in self.codec.places(child):
            yield name, node, self.key if node is child else ""

    def is_written(self, state: PrintState) -> bool | None:
        name, attributes = state.operation.name, state.operation.attributes
        if any(
            attribute not in attributes or is_default(name, attribute, attributes[attribute])
            for attribute in self.codec.attributes
        ):
            return False
        return self.codec.write(attributes) is not None


@record(frozen=True)
class ConstantLiteral(Attributes):
    """A constant literal whose type is the one that the format has."""

    def read(self, children: Children, state: OperationState) -> None:
        state.literal = self.codec.attributes[0], children.take()

    def write(self, state: PrintState) -> Text:
        yield from super().write(state)
        literal: Any = state.operation.attributes[self.codec.attributes[0]]
        if state.types != str(literal.type):
            raise FormatError("the type of a literal must be the type of the result")


@record(frozen=True)
class TypedConstant(Attributes):
    """A constant with its type, which is the type of the result: `T`."""

    def read(self, children: Children, state: OperationState) -> None:
        value, state.types["T"] = children.take()
        state.add(self.codec.read(value))

    def write(self, state: PrintState) -> Text:
        (type,) = state.bound["T"]
        yield self.text(state.operation.attributes, type)

    def text(self, attributes: Mapping[str, Attribute], type: Type) -> str:
        """The constant of a result of this type. Raises FormatError for one of another type."""
        text = self.codec.write(attributes) or ""
        if not text.endswith(f" : {type}") and (text not in ("true", "false") or str(type) != "i1"):
            raise FormatError("the type of a constant must be the type of its value")
        return text


@record(frozen=True)
class AttributeDictionary(FormatElement):
    """The dictionary of all other attributes, required if `is_required`, after the keyword `attributes`."""

    is_required: bool = False

    def __str__(self) -> str:
        return " {...}" if self.is_required else ""

    def rule(self, following: Sequence[FormatElement]) -> str:
        return "dictionary" if self.is_required else "[dictionary]"

    def read(self, children: Children, state: OperationState) -> None:
        state.add(children.take() or {})

    def write(self, state: PrintState) -> Text:
        yield self._text(state)

    def _text(self, state: PrintState) -> str:
        name, attributes = state.operation.name, state.operation.attributes
        defaults = [key for key in attributes if is_default(name, key, attributes[key])]
        return dictionary(attributes, [*state.format.elided_attributes, *defaults])

    def is_written(self, state: PrintState) -> bool | None:
        return bool(self._text(state))


@record(frozen=True)
class TypesDirective(FormatElement):
    """The types, in one of the notations of `signatures.TYPINGS`."""

    typing: str

    def __str__(self) -> str:
        return TYPINGS[self.typing].shown

    def rule(self, following: Sequence[FormatElement]) -> str:
        # a comma after a type would begin another type
        return "type" if _begins_with_comma(following) else "typing"

    def read(self, children: Children, state: OperationState) -> None:
        written = children.take()
        state.written = written if isinstance(written, WrittenTypes) else WrittenTypes([written], None)

    def write(self, state: PrintState) -> Text:
        yield state.types

    def is_written(self, state: PrintState) -> bool | None:
        return bool(state.types)


@record(frozen=True)
class TypeVariable(FormatElement):
    """A type variable of the signature, or a list of types. The type `default` is not printed.

    `arrow` is `->` before types that are in parentheses unless there is one, `->(` if they always are.
    """

    variable: str
    is_list: bool
    arrow: str
    default: str

    def __str__(self) -> str:
        text = f"{self.variable}{', ...' * self.is_list}"
        return f"-> ({text})" if self.arrow else text

    def rule(self, following: Sequence[FormatElement]) -> str:
        return '"->" result_types' if self.arrow else "type_list_1" if self.is_list else "type"

    def read(self, children: Children, state: OperationState) -> None:
        types = children.take()
        state.types[self.variable] = types if self.is_list else [types]

    def skip(self, state: OperationState) -> None:
        if self.default:
            state.types[self.variable] = [element_type_named(self.default)]

    def write(self, state: PrintState) -> Text:
        types = state.bound[self.variable]
        text = ", ".join(map(str, types))
        if self.arrow == "->(":
            text = f"-> ({text})"
        yield str(FunctionType((), tuple(types))).removeprefix("() ") if self.arrow == "->" else text

    def is_written(self, state: PrintState) -> bool | None:
        types = state.bound[self.variable]
        return bool(types) and str(types[0]) != self.default


@record(frozen=True)
class Successor(FormatElement):
    """A successor block."""

    name: str

    symbol = "BLOCK"

    def __str__(self) -> str:
        return f"^{self.name}"

    def read(self, children: Children, state: OperationState) -> None:
        state.successors.append(str(children.take()))

    def write(self, state: PrintState) -> Text:
        names = [element.name for element in state.format.all_elements if isinstance(element, Successor)]
        block, _ = state.operation.successors[names.index(self.name)]
        yield state.names.label(block)


@record(frozen=True)
class Regions(FormatElement):
    """A region, or any number of them. `is_body`: its block has no arguments, and may be empty."""

    name: str
    is_variadic: bool
    is_body: bool = False

    def __str__(self) -> str:
        return "{...}, ..." if self.is_variadic else "{...}"

    def rule(self, following: Sequence[FormatElement]) -> str:
        return "regions" if self.is_variadic else "region"

    def read(self, children: Children, state: OperationState) -> None:
        regions = children.take() if self.is_variadic else [children.take()]
        empty = ImplicitBlock() if state.format.terminator else EMPTY_REGION
        state.regions += [None if is_filled else empty for is_filled in regions]

    def skip(self, state: OperationState) -> None:
        state.regions += [] if self.is_variadic else [EMPTY_REGION]

    def write(self, state: PrintState) -> Text:
        regions = state.operation.regions
        if self.is_variadic:
            yield from [part for region in regions for part in (", ", region)][1:]
            return
        region = self._region(state)
        if state.format.terminator and len(region.blocks) != 1:
            raise FormatError("expected a region with one block")
        yield region

    def _region(self, state: PrintState) -> Region:
        regions = state.operation.regions
        names = [element.name for element in state.format.all_elements if isinstance(element, Regions)]
        if len(names) != len(regions):
            raise FormatError(f"expected {len(names)} regions, found {len(regions)}")
        return regions[names.index(self.name)]

    def is_written(self, state: PrintState) -> bool | None:
        if self.is_variadic:
            return bool(state.operation.regions)
        return bool(self._region(state).blocks)


@record(frozen=True)
class OptionalGroup(FormatElement):
    """Optional elements, and the text that is printed instead of them."""

    elements: tuple[FormatElement, ...]
    otherwise: str = ""

    def __str__(self) -> str:
        return f"[{''.join(map(str, self.elements))}]"

    @property
    def count(self) -> int:  # type: ignore[override]
        """The number of children that its elements have."""
        return sum(element.count for element in self.elements)

    def rule(self, following: Sequence[FormatElement]) -> str:
        rule = f"[{rule_of(self.elements, following)}]"
        return f"{rule} [{LiteralText(self.otherwise).rule(())}]" if self.otherwise else rule

    def read(self, children: Children, state: OperationState) -> None:
        if children.next is None:
            children.skip(self.count)
            return self.skip(state)
        for element in self.elements:
            element.read(children, state)
        return None

    def skip(self, state: OperationState) -> None:
        for element in self.elements:
            element.skip(state)

    def write(self, state: PrintState) -> Text:
        if not self._is_written(state):
            if any(isinstance(element, TypesDirective) for element in self.elements) and state.types:
                raise FormatError("the format has no place for types")
            yield self.otherwise
        else:
            for element in self.elements:
                yield from element.write(state)

    def _is_written(self, state: PrintState) -> bool:
        answers = (element.is_written(state) for element in self.elements)
        return next((answer for answer in answers if answer is not None), False)

    def places(self, children: Children) -> Places:
        if children.next is None:
            children.skip(self.count)
        else:
            for element in self.elements:
                yield from element.places(children)


def rule_of(elements: Sequence[FormatElement], following: Sequence[FormatElement] = ()) -> str:
    """The elements in the grammar; `following` are the elements after them."""
    rules = [element.rule((*elements[index + 1 :], *following)) for index, element in enumerate(elements)]
    return " ".join(filter(None, rules))


def _begins_with_comma(elements: Sequence[FormatElement]) -> bool:
    """Whether a comma may stand where these elements begin."""
    first = next(iter(elements), None)
    if isinstance(first, OptionalGroup):
        return _begins_with_comma(first.elements) or _begins_with_comma(elements[1:])
    return isinstance(first, LiteralText) and first.text.lstrip().startswith(",")
