"""The elements of assembly formats (syntax/formats.py): how each is parsed, read, written and found again."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lark import Token

from stablehlo_tools.ir.attributes import Attribute, DenseArray, Struct, default_of, is_default
from stablehlo_tools.ir.operations import Operation, Region, Value
from stablehlo_tools.ir.types import FunctionType, TensorType, Type, element_type_named
from stablehlo_tools.syntax.build_literals import I32, integer_array, typed_literal
from stablehlo_tools.syntax.build_templates import EMPTY_REGION, Argument, Blank, Head
from stablehlo_tools.syntax.codecs import Codec, Node
from stablehlo_tools.syntax.context import error_at, error_in_types
from stablehlo_tools.syntax.format_error import FormatError
from stablehlo_tools.syntax.mhlo import equivalent_of
from stablehlo_tools.syntax.operation_text import dictionary, operand_types, result_types
from stablehlo_tools.syntax.signatures import TYPINGS, Bound, Signature, WrittenTypes, types_of
from stablehlo_tools.syntax.ssa_names import Scope

if TYPE_CHECKING:
    from stablehlo_tools.syntax.formats import Format


class Children:
    """What the elements of a statement came to, from left to right: values, or nodes of a parse tree."""

    def __init__(self, items: Sequence[Any]) -> None:
        self._items = items
        self._position = 0

    @property
    def next(self) -> Any:
        """The next one; None for what is left out."""
        return self._items[self._position] if self._position < len(self._items) else None

    def take(self) -> Any:
        """The next one, which is used now."""
        self._position += 1
        return self._items[self._position - 1]

    def skip(self, count: int) -> None:
        """Pass over some."""
        self._position += count


@dataclass
class OperationState:
    """What a statement in a custom form says."""

    format: Format
    operands: list[Token] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)  # how many operands each element that has some says
    attributes: dict[str, Attribute] = field(default_factory=dict)
    written: WrittenTypes | None = None
    types: dict[str, Sequence[Type]] = field(default_factory=dict)  # by letter
    literal: tuple[str, Any] | None = None  # an attribute that waits for its type
    names: list[Token] = field(default_factory=list)  # of arguments of regions
    arguments: list[Argument] = field(default_factory=list)  # those with types
    regions: list[Any] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)
    applies: str = ""

    def add(self, attributes: Mapping[str, Attribute]) -> None:
        """Add attributes, of which structs may come in parts. Raises FormatError for one that comes again."""
        for name, attribute in attributes.items():
            known = self.attributes.get(name)
            if isinstance(known, Struct) and isinstance(attribute, Struct):
                if known.fields.keys() & attribute.fields.keys():
                    raise FormatError(f"`{name}` is given twice")
                attribute = Struct(known.name, {**known.fields, **attribute.fields})
            elif known is not None:
                raise FormatError(f"`{name}` is given twice")
            self.attributes[name] = attribute

    def head(self) -> Head:
        """The statement, without its results and location. Raises StatementError and FormatError."""
        format = self.format
        if self.literal is not None:
            name, literal = self.literal
            if self.written is None or len(self.written.types) != 1:
                raise FormatError("a literal has one type")
            self.add({name: typed_literal(literal, self.written.types[0])})
        try:
            operands, results = format.types_of(self)
            if format.signature.arguments or any(isinstance(each, Bindings) for each in format.elements):
                self._bind(format.signature, operands, results)
        except FormatError as error:
            raise error_in_types(f"{format.name}: {error.message}") from None
        if format.is_segmented:
            self.attributes["operandSegmentSizes"] = integer_array(self.groups, I32)
        return Head(
            format.name, self.operands, self.attributes, operands, results, self.regions, self.successors,
            applies=self.applies,
        )  # fmt: skip

    def _bind(self, signature: Signature, operands: Sequence[Type], results: Sequence[Type]) -> None:
        """Give the arguments that the form names to the first region, or to all of which nothing is said."""
        types = operands
        if signature.arguments and self.names:
            bound = signature.bind(operands, results, groups=self.groups)
            types = types_of(signature.arguments, bound, [1] * len(signature.arguments))
        if self.names and len(self.names) != len(types):
            raise error_in_types(f"{len(self.names)} values are bound, but {len(types)} types are written")
        named = [Argument(name, type, None, {}) for name, type in zip(self.names, types, strict=False)]
        arguments = self.arguments or named
        if not signature.arguments:
            self.regions = [arguments] * len(self.regions)
        elif arguments:
            self.regions[0] = Blank(arguments) if isinstance(self.regions[0], Blank) else arguments


@dataclass
class PrintState:
    """An operation on its way to text."""

    format: Format
    operation: Operation
    names: Scope
    bound: Bound  # the types that letters stand for

    def operands(self, name: str) -> Sequence[Value]:
        """The operands that an element of the format stands for. Raises FormatError."""
        operands = self.operation.operands
        if name == "operands":
            return operands
        names = [element.name for element in self.format.operands]
        index = names.index(name)
        first = sum(self.groups[:index])
        return operands[first : first + self.groups[index]]

    @functools.cached_property
    def types(self) -> str:
        """The types as the format writes them behind a colon. Raises FormatError."""
        return self.format.types_text(operand_types(self.operation), result_types(self.operation))

    @functools.cached_property
    def groups(self) -> Sequence[int]:
        """How many operands each element of the format stands for. Raises FormatError."""
        return self.format.groups(self.operation)


def segments(attributes: Mapping[str, Attribute], name: str, groups: int, total: int) -> list[int]:
    """How many values each of some groups has. Raises FormatError where an attribute does not say."""
    sizes = attributes.get(name)
    if not isinstance(sizes, DenseArray) or sizes.element_type != I32 or len(sizes.values) != groups:
        raise FormatError(f"the sizes of {groups} segments are wanted")
    counts = [size for size in sizes.values if isinstance(size, int)]
    if sum(counts) != total:
        raise FormatError("the segments do not add up")
    return counts


Text = Iterator[str | Region]
Places = Iterator[tuple[str, Node, str]]  # an attribute, where it stands, and the word with `=` before it


@dataclass(frozen=True)
class FormatElement:
    """An element of a format.

    `symbol` is its rule in the grammar, `shown` stands for it in messages, and `count` is how many children
    it has where a statement is parsed.
    """

    symbol = ""
    shown = ""
    count = 1

    def __str__(self) -> str:
        return self.shown

    def rule(self, behind: Sequence[FormatElement]) -> str:
        """The element in the grammar; `behind` are the elements that follow it."""
        return self.symbol

    def elided_attributes(self) -> Sequence[str]:
        """The attributes that it says, which stand in no dictionary."""
        return ()

    def read(self, children: Children, said: OperationState) -> None:
        """Take the element's children, and note what they say."""
        raise NotImplementedError

    def skip(self, said: OperationState) -> None:
        """Note what it means that the element is left out."""

    def write(self, writing: PrintState) -> Text:
        """The texts and regions that the element stands for. Raises FormatError."""
        raise NotImplementedError

    def places(self, children: Children) -> Places:
        """The attributes that stand at the element's children."""
        children.skip(self.count)
        yield from ()

    def is_written(self, writing: PrintState) -> bool | None:
        """Whether an optional group is written in which the element comes first; None: ask the next."""
        return None


_WORD = re.compile(r"[A-Za-z_]\w*|->|\S")


@dataclass(frozen=True)
class LiteralText(FormatElement):
    """Text that stands for itself."""

    text: str
    count = 0

    def __str__(self) -> str:
        return self.text

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return " ".join(f'"{word}"' for word in _WORD.findall(self.text))

    def read(self, children: Children, said: OperationState) -> None:
        pass

    def write(self, writing: PrintState) -> Text:
        yield self.text


@dataclass(frozen=True)
class Operands(FormatElement):
    """An operand, or any number of them; `shown` is what stands for it in messages."""

    name: str
    is_variadic: bool
    shown: str

    def rule(self, behind: Sequence[FormatElement]) -> str:
        if not self.is_variadic:
            return "SSA"
        # only what follows a comma tells one more operand from what stands behind all
        return 'SSA ("," SSA)*' if _begins_with_comma(behind) else "operands"

    def read(self, children: Children, said: OperationState) -> None:
        found = self._taken(children)
        said.operands += found
        said.groups.append(len(found))

    def skip(self, said: OperationState) -> None:
        said.groups.append(0)

    def _taken(self, children: Children) -> list[Token]:
        if not self.is_variadic:
            return [children.take()]
        if not isinstance(children.next, Token):
            return children.take() or []
        found = []
        while isinstance(children.next, Token) and children.next.type == "SSA":
            found.append(children.take())
        return found

    def write(self, writing: PrintState) -> Text:
        yield writing.names.uses(writing.operands(self.name))

    def places(self, children: Children) -> Places:
        self._taken(children)
        yield from ()

    def is_written(self, writing: PrintState) -> bool | None:
        return bool(writing.operands(self.name))


@dataclass(frozen=True)
class Attributes(FormatElement):
    """Attributes in their codec, perhaps behind `key = `."""

    codec: Codec
    key: str = ""

    def __str__(self) -> str:
        return self.codec.shown

    def elided_attributes(self) -> Sequence[str]:
        return self.codec.attributes

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return self.codec.rule

    def read(self, children: Children, said: OperationState) -> None:
        said.add(self.codec.read(children.take()))

    def skip(self, said: OperationState) -> None:
        for name in self.codec.attributes if self.codec.is_filled_in else ():
            default = default_of(said.format.name, name)
            said.add({} if default is None else {name: default})

    def write(self, writing: PrintState) -> Text:
        yield self.codec.write(writing.operation.attributes) or ""

    def places(self, children: Children) -> Places:
        child = children.take()
        for name, node in self.codec.places(child):
            yield name, node, self.key if node is child else ""

    def is_written(self, writing: PrintState) -> bool | None:
        name, attributes = writing.operation.name, writing.operation.attributes
        if any(
            attribute not in attributes or is_default(name, attribute, attributes[attribute])
            for attribute in self.codec.attributes
        ):
            return False
        return self.codec.write(attributes) is not None


@dataclass(frozen=True)
class ConstantLiteral(Attributes):
    """A literal, of the type that stands behind it."""

    def read(self, children: Children, said: OperationState) -> None:
        said.literal = self.codec.attributes[0], children.take()

    def write(self, writing: PrintState) -> Text:
        yield from super().write(writing)
        literal: Any = writing.operation.attributes[self.codec.attributes[0]]
        if writing.types != str(literal.type):
            raise FormatError("a literal has the type that stands behind it")


@dataclass(frozen=True)
class TypedConstant(Attributes):
    """A literal with its type, which is that of the result: `T`."""

    def read(self, children: Children, said: OperationState) -> None:
        value, said.types["T"] = children.take()
        said.add(self.codec.read(value))

    def write(self, writing: PrintState) -> Text:
        text = "".join(map(str, super().write(writing)))
        (type,) = writing.bound["T"]
        if not text.endswith(f" : {type}") and (text not in ("true", "false") or str(type) != "i1"):
            raise FormatError("a constant is of the type of its value")
        yield text


@dataclass(frozen=True)
class AttributeDictionary(FormatElement):
    """The attributes that nothing else in the format spells; `must_be` behind the word that announces it."""

    must_be: bool = False

    def __str__(self) -> str:
        return " {...}" if self.must_be else ""

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return "dictionary" if self.must_be else "[dictionary]"

    def read(self, children: Children, said: OperationState) -> None:
        said.add(children.take() or {})

    def write(self, writing: PrintState) -> Text:
        yield self._text(writing)

    def _text(self, writing: PrintState) -> str:
        name, attributes = writing.operation.name, writing.operation.attributes
        silent = [each for each in attributes if is_default(name, each, attributes[each])]
        return dictionary(attributes, [*writing.format.elided_attributes, *silent])

    def is_written(self, writing: PrintState) -> bool | None:
        return bool(self._text(writing))


@dataclass(frozen=True)
class TypesDirective(FormatElement):
    """The types, in one of the ways of `signatures.TYPINGS`."""

    typing: str

    def __str__(self) -> str:
        return TYPINGS[self.typing].shown

    def rule(self, behind: Sequence[FormatElement]) -> str:
        # a comma behind one type would begin another one
        return "type" if _begins_with_comma(behind) else "typing"

    def read(self, children: Children, said: OperationState) -> None:
        written = children.take()
        said.written = written if isinstance(written, WrittenTypes) else WrittenTypes([written], None)

    def write(self, writing: PrintState) -> Text:
        yield writing.types

    def is_written(self, writing: PrintState) -> bool | None:
        return bool(writing.types)


@dataclass(frozen=True)
class TypeVariable(FormatElement):
    """A type, or all of a list, that the format's signature has a letter for; `default` is not written.

    `arrow` is `->` before types that are in parentheses unless there is one, `->(` where they always are.
    """

    letter: str
    is_list: bool
    arrow: str
    default: str

    def __str__(self) -> str:
        text = f"{self.letter}{', ...' * self.is_list}"
        return f"-> ({text})" if self.arrow else text

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return '"->" result_types' if self.arrow else "type_list_1" if self.is_list else "type"

    def read(self, children: Children, said: OperationState) -> None:
        types = children.take()
        said.types[self.letter] = types if self.is_list else [types]

    def skip(self, said: OperationState) -> None:
        if self.default:
            said.types[self.letter] = [element_type_named(self.default)]

    def write(self, writing: PrintState) -> Text:
        types = writing.bound[self.letter]
        text = ", ".join(map(str, types))
        if self.arrow == "->(":
            text = f"-> ({text})"
        yield str(FunctionType((), tuple(types))).removeprefix("() ") if self.arrow == "->" else text

    def is_written(self, writing: PrintState) -> bool | None:
        types = writing.bound[self.letter]
        return bool(types) and str(types[0]) != self.default


@dataclass(frozen=True)
class Successor(FormatElement):
    """A block to go to."""

    name: str

    symbol = "BLOCK"

    def __str__(self) -> str:
        return f"^{self.name}"

    def read(self, children: Children, said: OperationState) -> None:
        said.successors.append(str(children.take()))

    def write(self, writing: PrintState) -> Text:
        names = [element.name for element in writing.format.all_elements if isinstance(element, Successor)]
        block, _ = writing.operation.successors[names.index(self.name)]
        yield writing.names.label(block)


@dataclass(frozen=True)
class Regions(FormatElement):
    """A region, or any number of them; `is_body`: its block has no arguments and may have no operations."""

    name: str
    is_variadic: bool
    is_body: bool = False

    def __str__(self) -> str:
        return "{...}, ..." if self.is_variadic else "{...}"

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return "regions" if self.is_variadic else "region"

    def read(self, children: Children, said: OperationState) -> None:
        regions = children.take() if self.is_variadic else [children.take()]
        empty = Blank() if said.format.end else EMPTY_REGION
        said.regions += [None if is_filled else empty for is_filled in regions]

    def skip(self, said: OperationState) -> None:
        said.regions += [] if self.is_variadic else [EMPTY_REGION]

    def write(self, writing: PrintState) -> Text:
        regions = writing.operation.regions
        if self.is_variadic:
            yield from [part for region in regions for part in (", ", region)][1:]
            return
        region = self._region(writing)
        if writing.format.end and len(region.blocks) != 1:
            raise FormatError("a region with one block is wanted")
        yield region

    def _region(self, writing: PrintState) -> Region:
        regions = writing.operation.regions
        names = [element.name for element in writing.format.all_elements if isinstance(element, Regions)]
        if len(names) != len(regions):
            raise FormatError(f"{writing.operation.name} has {len(names)} regions")
        return regions[names.index(self.name)]

    def is_written(self, writing: PrintState) -> bool | None:
        if self.is_variadic:
            return bool(writing.operation.regions)
        return bool(self._region(writing).blocks)


@dataclass(frozen=True)
class OptionalGroup(FormatElement):
    """Pieces that may be left out, and what is written in their place."""

    elements: tuple[FormatElement, ...]
    otherwise: str = ""

    def __str__(self) -> str:
        return f"[{''.join(map(str, self.elements))}]"

    @property
    def count(self) -> int:  # type: ignore[override]
        """How many children its elements have."""
        return sum(element.count for element in self.elements)

    def rule(self, behind: Sequence[FormatElement]) -> str:
        rule = f"[{rule_of(self.elements, behind)}]"
        return f"{rule} [{LiteralText(self.otherwise).rule(())}]" if self.otherwise else rule

    def read(self, children: Children, said: OperationState) -> None:
        if children.next is None:
            children.skip(self.count)
            return self.skip(said)
        for element in self.elements:
            element.read(children, said)
        return None

    def skip(self, said: OperationState) -> None:
        for element in self.elements:
            element.skip(said)

    def write(self, writing: PrintState) -> Text:
        if not self._is_written(writing):
            if any(isinstance(element, TypesDirective) for element in self.elements) and writing.types:
                raise FormatError("there are types, and no place for them")
            yield self.otherwise
        else:
            for element in self.elements:
                yield from element.write(writing)

    def _is_written(self, writing: PrintState) -> bool:
        answers = (element.is_written(writing) for element in self.elements)
        return next((answer for answer in answers if answer is not None), False)

    def places(self, children: Children) -> Places:
        if children.next is None:
            children.skip(self.count)
        else:
            for element in self.elements:
                yield from element.places(children)


def rule_of(elements: Sequence[FormatElement], behind: Sequence[FormatElement] = ()) -> str:
    """What elements are in the grammar; `behind` are those that follow them."""
    rules = [element.rule((*elements[index + 1 :], *behind)) for index, element in enumerate(elements)]
    return " ".join(filter(None, rules))


def _begins_with_comma(elements: Sequence[FormatElement]) -> bool:
    """Whether a comma may stand where these elements begin."""
    first = next(iter(elements), None)
    if isinstance(first, OptionalGroup):
        return _begins_with_comma(first.elements) or _begins_with_comma(elements[1:])
    return isinstance(first, LiteralText) and first.text.lstrip().startswith(",")


# -- names and regions ------------------------------------------------------------------------------


class Bindings(Operands):
    """`%arg = %0, ...`: arguments of the first region, or of all, and the operands that they begin with."""

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return "bindings"

    def read(self, children: Children, said: OperationState) -> None:
        bindings = children.take()
        said.names += [name for name, _ in bindings]
        said.operands += [operand for _, operand in bindings]
        said.groups.append(len(bindings))

    def write(self, writing: PrintState) -> Text:
        operands, names = writing.operands(self.name), writing.names
        types = [operand.type for operand in operands]
        if not writing.format.signature.arguments and list(result_types(writing.operation)) != types:
            raise FormatError("the results have the types of the operands")
        for arguments in self._arguments(writing):
            if [argument.type for argument in arguments] != types:
                raise FormatError("the arguments of the regions have the types of the operands")
            if names.is_located(*arguments):
                raise FormatError("there is no place for the locations of arguments")
        bound = zip(next(self._arguments(writing), ()), operands, strict=True)
        yield ", ".join(f"{names.uses([argument])} = {names.uses([operand])}" for argument, operand in bound)

    def _arguments(self, writing: PrintState) -> Iterator[Sequence[Value]]:
        """The arguments that are bound, of each region that has them."""
        is_first = bool(writing.format.signature.arguments)
        count = len(writing.operands(self.name))
        for region in writing.operation.regions[: 1 if is_first else None]:
            arguments = region.blocks[0].arguments if len(region.blocks) == 1 else []
            yield arguments[len(arguments) - count if is_first else 0 :]

    def places(self, children: Children) -> Places:
        children.skip(1)
        yield from ()


class FirstArgument(FormatElement):
    """`%arg`, the first argument of the first region."""

    symbol = "SSA"
    shown = "%argument"

    def read(self, children: Children, said: OperationState) -> None:
        said.names.append(children.take())

    def write(self, writing: PrintState) -> Text:
        entry = writing.operation.regions[0].entry
        if entry is None or not entry.arguments or writing.names.is_located(entry.arguments[0]):
            raise FormatError("a region with an argument is wanted")
        yield writing.names.uses(entry.arguments[:1])


class Arguments(FormatElement):
    """`%arg: T, ...`, the arguments of the first region."""

    symbol = "arguments"
    shown = "%argument: type, ..."

    def read(self, children: Children, said: OperationState) -> None:
        said.arguments = children.take()

    def write(self, writing: PrintState) -> Text:
        entry = writing.operation.regions[0].entry
        yield ", ".join(map(writing.names.argument, entry.arguments if entry else ()))


class Reductions(FormatElement):
    """`(%input init: %value), ...`."""

    symbol = "reductions"
    shown = "(%input init: %init_value), ..."

    def read(self, children: Children, said: OperationState) -> None:
        pairs = children.take()
        said.operands += [input for input, _ in pairs] + [init for _, init in pairs]

    def write(self, writing: PrintState) -> Text:
        operands = writing.operation.operands
        count, odd = divmod(len(operands), 2)
        if odd or not count:
            raise FormatError("a reduction pairs inputs with initial values")
        pairs = zip(operands[:count], operands[count:], strict=True)
        uses = writing.names.uses
        yield ", ".join(f"({uses([input])} init: {uses([init])})" for input, init in pairs)


# The ops that `applies` of a reduction may name: commutative ops on two values of one type.
_COMMUTATIVE: Final = tuple(
    f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
)


class Applied(FormatElement):
    """The name of the one op that the body of a reduction applies to its arguments."""

    symbol = "OP_NAME"
    shown = "<op>"

    def read(self, children: Children, said: OperationState) -> None:
        token = children.take()
        if token is None:
            return
        said.applies = equivalent_of(token)
        if said.applies not in _COMMUTATIVE:
            message = f"`applies` takes a commutative op on two values: {', '.join(_COMMUTATIVE)}"
            raise error_at(token, message, help="write what the reduction does as its `reducer`")

    def write(self, writing: PrintState) -> Text:
        yield _applied(writing) or ""

    def is_written(self, writing: PrintState) -> bool | None:
        return _applied(writing) is not None


def _applied(writing: PrintState) -> str | None:
    """The op of a body that is one commutative op on its two arguments, and nothing besides."""
    operation = writing.operation
    blocks = [block for region in operation.regions for block in region.blocks]
    if len(blocks) != 1 or len(blocks[0].operations) != 2 or len(blocks[0].arguments) != 2:
        return None
    (block,) = blocks
    applied, returned = block.operations
    is_plain = (
        applied.name in _COMMUTATIVE
        and returned.name == "stablehlo.return"
        and applied.operands == block.arguments
        and returned.operands == applied.results
        and not applied.attributes
        and not returned.attributes
    )
    input = operand_types(operation)[0]
    if not is_plain or not isinstance(input, TensorType) or writing.names.are_elsewhere(operation):
        return None
    scalar = TensorType((), input.element_type)
    values = [*block.arguments, *applied.results]
    return applied.name if all(value.type == scalar for value in values) else None


class Reducer(FormatElement):
    """` reducer(%a: T, %b: T) {...}` in a line of its own, where no applied op stands for it."""

    symbol = "[reducer]"
    shown = " [reducer (%left: type, %right: type) ... {...}]"

    def read(self, children: Children, said: OperationState) -> None:
        reducer = children.take()
        if bool(reducer) == bool(said.applies):
            raise error_in_types("a reduction applies an op, or has a reducer")
        said.regions.append(reducer)

    def write(self, writing: PrintState) -> Text:
        if _applied(writing) is not None:
            return
        operation = writing.operation
        if len(operation.regions) != 1 or len(operation.regions[0].blocks) != 1:
            raise FormatError("a reduction has one region with one block")
        arguments, count = operation.regions[0].blocks[0].arguments, len(operation.operands) // 2
        if len(arguments) != 2 * count:
            raise FormatError("a reducer has two arguments for each input")
        argument = writing.names.argument
        pairs = zip(arguments[:count], arguments[count:], strict=True)
        declared = " ".join(f"({argument(left)}, {argument(right)})" for left, right in pairs)
        yield f"\n reducer{declared}  "
        yield operation.regions[0]


class Segments(FormatElement):
    """What the form shows of the results that its two groups have; stands for no text."""

    def elided_attributes(self) -> Sequence[str]:
        return ("resultSegmentSizes",)

    count = 0

    def __str__(self) -> str:
        return ""

    def rule(self, behind: Sequence[FormatElement]) -> str:
        return ""

    def read(self, children: Children, said: OperationState) -> None:
        (type,) = said.written.types if said.written else [None]
        results = len(type.results) if isinstance(type, FunctionType) else 0
        carried = said.groups[-1]
        said.attributes["resultSegmentSizes"] = integer_array([results - carried, carried], I32)

    def write(self, writing: PrintState) -> Text:
        operation = writing.operation
        sizes = segments(operation.attributes, "resultSegmentSizes", 2, len(operation.results))
        if sizes[1] != writing.groups[-1]:
            raise FormatError("a scan returns what it carries")
        yield ""
