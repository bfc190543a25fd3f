"""The elements of assembly formats (syntax/formats.py), each with its grammar rule, parser and printer."""

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
from stablehlo_tools.syntax.build_templates import EMPTY_REGION, Argument, Head, ImplicitBlock
from stablehlo_tools.syntax.codecs import Codec, Node
from stablehlo_tools.syntax.context import error_at, error_in_types
from stablehlo_tools.syntax.format_error import FormatError
from stablehlo_tools.syntax.mhlo import equivalent_of
from stablehlo_tools.syntax.operation_text import dictionary, operand_types, result_types
from stablehlo_tools.syntax.signatures import TYPINGS, Bound, Signature, WrittenTypes, types_of
from stablehlo_tools.syntax.ssa_names import AsmState

if TYPE_CHECKING:
    from stablehlo_tools.syntax.formats import Format


class Children:
    """A cursor over the values, or parse tree nodes, of the elements of a statement."""

    def __init__(self, items: Sequence[Any]) -> None:
        self._items = items
        self._position = 0

    @property
    def next(self) -> Any:
        """The next value; None if it is omitted."""
        return self._items[self._position] if self._position < len(self._items) else None

    def take(self) -> Any:
        """Return the next value and advance."""
        self._position += 1
        return self._items[self._position - 1]

    def skip(self, count: int) -> None:
        """Skip values."""
        self._position += count


@dataclass
class OperationState:
    """The state of an operation that is parsed in its assembly format, as in MLIR."""

    format: Format
    operands: list[Token] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)  # the number of operands of each element
    attributes: dict[str, Attribute] = field(default_factory=dict)
    written: WrittenTypes | None = None
    types: dict[str, Sequence[Type]] = field(default_factory=dict)  # by type variable
    literal: tuple[str, Any] | None = None  # an attribute whose type follows
    names: list[Token] = field(default_factory=list)  # of region arguments
    arguments: list[Argument] = field(default_factory=list)  # with types
    regions: list[Any] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)
    applies: str = ""

    def add(self, attributes: Mapping[str, Attribute]) -> None:
        """Add attributes. Structs may come in parts. Raises FormatError for a duplicate."""
        for name, attribute in attributes.items():
            known = self.attributes.get(name)
            if isinstance(known, Struct) and isinstance(attribute, Struct):
                if known.fields.keys() & attribute.fields.keys():
                    raise FormatError(f"duplicate attribute `{name}`")
                attribute = Struct(known.name, {**known.fields, **attribute.fields})
            elif known is not None:
                raise FormatError(f"duplicate attribute `{name}`")
            self.attributes[name] = attribute

    def head(self) -> Head:
        """The operation without results and location. Raises StatementError and FormatError."""
        format = self.format
        if self.literal is not None:
            name, literal = self.literal
            if self.written is None or len(self.written.types) != 1:
                raise FormatError("expected one type after a literal")
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
        """Give the named arguments to the first region, or to all if the format does not have their types."""
        types = operands
        if signature.arguments and self.names:
            bound = signature.bind(operands, results, groups=self.groups)
            types = types_of(signature.arguments, bound, [1] * len(signature.arguments))
        if self.names and len(self.names) != len(types):
            raise error_in_types(f"found {len(self.names)} region arguments but {len(types)} types")
        named = [Argument(name, type, None, {}) for name, type in zip(self.names, types, strict=False)]
        arguments = self.arguments or named
        if not signature.arguments:
            self.regions = [arguments] * len(self.regions)
        elif arguments:
            self.regions[0] = (
                ImplicitBlock(arguments) if isinstance(self.regions[0], ImplicitBlock) else arguments
            )


@dataclass
class PrintState:
    """The state of an operation that is printed in its assembly format."""

    format: Format
    operation: Operation
    names: AsmState
    bound: Bound  # the types of type variables

    def operands(self, name: str) -> Sequence[Value]:
        """The operands of an element of the format. Raises FormatError."""
        operands = self.operation.operands
        if name == "operands":
            return operands
        names = [element.name for element in self.format.operands]
        index = names.index(name)
        first = sum(self.groups[:index])
        return operands[first : first + self.groups[index]]

    @functools.cached_property
    def types(self) -> str:
        """The text of the types. Raises FormatError."""
        return self.format.types_text(operand_types(self.operation), result_types(self.operation))

    @functools.cached_property
    def groups(self) -> Sequence[int]:
        """The number of operands of each element of the format. Raises FormatError."""
        return self.format.groups(self.operation)


def segments(attributes: Mapping[str, Attribute], name: str, groups: int, total: int) -> list[int]:
    """The sizes of groups of values, from an attribute. Raises FormatError if it is invalid."""
    sizes = attributes.get(name)
    if not isinstance(sizes, DenseArray) or sizes.element_type != I32 or len(sizes.values) != groups:
        raise FormatError(f"expected the sizes of {groups} segments in `{name}`")
    counts = [size for size in sizes.values if isinstance(size, int)]
    if sum(counts) != total:
        raise FormatError(f"the sum of `{name}` is not {total}")
    return counts


Text = Iterator[str | Region]
Places = Iterator[tuple[str, Node, str]]  # an attribute, its node, and the keyword before its `=`


@dataclass(frozen=True)
class FormatElement:
    """An element of a format.

    `symbol` is its rule in the grammar, `shown` represents it in messages, and `count` is how many children
    it has where a statement is parsed.
    """

    symbol = ""
    shown = ""
    count = 1

    def __str__(self) -> str:
        return self.shown

    def rule(self, following: Sequence[FormatElement]) -> str:
        """The element in the grammar; `following` are the elements after it."""
        return self.symbol

    def elided_attributes(self) -> Sequence[str]:
        """The attributes that it represents, which the attribute dictionary omits."""
        return ()

    def read(self, children: Children, state: OperationState) -> None:
        """Take the element's children, and add what they represent to the state."""
        raise NotImplementedError

    def skip(self, state: OperationState) -> None:
        """Add what it means to the state that the element is omitted."""

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


_WORD = re.compile(r"[A-Za-z_]\w*|->|\S")


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
        found = self._take(children)
        state.operands += found
        state.groups.append(len(found))

    def skip(self, state: OperationState) -> None:
        state.groups.append(0)

    def _take(self, children: Children) -> list[Token]:
        if not self.is_variadic:
            return [children.take()]
        if not isinstance(children.next, Token):
            return children.take() or []
        found = []
        while isinstance(children.next, Token) and children.next.type == "SSA":
            found.append(children.take())
        return found

    def write(self, state: PrintState) -> Text:
        yield state.names.uses(state.operands(self.name))

    def places(self, children: Children) -> Places:
        self._take(children)
        yield from ()

    def is_written(self, state: PrintState) -> bool | None:
        return bool(state.operands(self.name))


@dataclass(frozen=True)
class Attributes(FormatElement):
    """Attributes with a codec, after `key = ` if there is a key."""

    codec: Codec
    key: str = ""

    def __str__(self) -> str:
        return self.codec.shown

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


@dataclass(frozen=True)
class ConstantLiteral(Attributes):
    """A constant literal whose type is the one that the format has."""

    def read(self, children: Children, state: OperationState) -> None:
        state.literal = self.codec.attributes[0], children.take()

    def write(self, state: PrintState) -> Text:
        yield from super().write(state)
        literal: Any = state.operation.attributes[self.codec.attributes[0]]
        if state.types != str(literal.type):
            raise FormatError("the type of a literal must be the type of the result")


@dataclass(frozen=True)
class TypedConstant(Attributes):
    """A constant with its type, which is the type of the result: `T`."""

    def read(self, children: Children, state: OperationState) -> None:
        value, state.types["T"] = children.take()
        state.add(self.codec.read(value))

    def write(self, state: PrintState) -> Text:
        text = "".join(map(str, super().write(state)))
        (type,) = state.bound["T"]
        if not text.endswith(f" : {type}") and (text not in ("true", "false") or str(type) != "i1"):
            raise FormatError("the type of a constant must be the type of its value")
        yield text


@dataclass(frozen=True)
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
        defaults = [each for each in attributes if is_default(name, each, attributes[each])]
        return dictionary(attributes, [*state.format.elided_attributes, *defaults])

    def is_written(self, state: PrintState) -> bool | None:
        return bool(self._text(state))


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class OptionalGroup(FormatElement):
    """Optional elements, and the text that is printed instead of them."""

    elements: tuple[FormatElement, ...]
    otherwise: str = ""

    def __str__(self) -> str:
        return f"[{''.join(map(str, self.elements))}]"

    @property
    def count(self) -> int:  # type: ignore[override]
        """How many children its elements have."""
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


# -- names and regions ------------------------------------------------------------------------------


class Bindings(Operands):
    """`%arg = %0, ...`: arguments of the first region, or of all, and their initial values."""

    def rule(self, following: Sequence[FormatElement]) -> str:
        return "bindings"

    def read(self, children: Children, state: OperationState) -> None:
        bindings = children.take()
        state.names += [name for name, _ in bindings]
        state.operands += [operand for _, operand in bindings]
        state.groups.append(len(bindings))

    def write(self, state: PrintState) -> Text:
        operands, names = state.operands(self.name), state.names
        types = [operand.type for operand in operands]
        if not state.format.signature.arguments and list(result_types(state.operation)) != types:
            raise FormatError("the types of the results must be those of the operands")
        for arguments in self._arguments(state):
            if [argument.type for argument in arguments] != types:
                raise FormatError("the types of the region arguments must be those of the operands")
            if names.is_located(*arguments):
                raise FormatError("the format has no place for locations of arguments")
        bound = zip(next(self._arguments(state), ()), operands, strict=True)
        yield ", ".join(f"{names.uses([argument])} = {names.uses([operand])}" for argument, operand in bound)

    def _arguments(self, state: PrintState) -> Iterator[Sequence[Value]]:
        """The arguments with initial values, of each region that has them."""
        is_first = bool(state.format.signature.arguments)
        count = len(state.operands(self.name))
        for region in state.operation.regions[: 1 if is_first else None]:
            arguments = region.blocks[0].arguments if len(region.blocks) == 1 else []
            yield arguments[len(arguments) - count if is_first else 0 :]

    def places(self, children: Children) -> Places:
        children.skip(1)
        yield from ()


class FirstArgument(FormatElement):
    """`%arg`, the first argument of the first region."""

    symbol = "SSA"
    shown = "%argument"

    def read(self, children: Children, state: OperationState) -> None:
        state.names.append(children.take())

    def write(self, state: PrintState) -> Text:
        entry = state.operation.regions[0].entry
        if entry is None or not entry.arguments or state.names.is_located(entry.arguments[0]):
            raise FormatError("expected a region with an argument")
        yield state.names.uses(entry.arguments[:1])


class Arguments(FormatElement):
    """`%arg: T, ...`, the arguments of the first region."""

    symbol = "arguments"
    shown = "%argument: type, ..."

    def read(self, children: Children, state: OperationState) -> None:
        state.arguments = children.take()

    def write(self, state: PrintState) -> Text:
        entry = state.operation.regions[0].entry
        yield ", ".join(map(state.names.argument, entry.arguments if entry else ()))


class Reductions(FormatElement):
    """`(%input init: %value), ...`."""

    symbol = "reductions"
    shown = "(%input init: %init_value), ..."

    def read(self, children: Children, state: OperationState) -> None:
        pairs = children.take()
        state.operands += [input for input, _ in pairs] + [init for _, init in pairs]

    def write(self, state: PrintState) -> Text:
        operands = state.operation.operands
        count, odd = divmod(len(operands), 2)
        if odd or not count:
            raise FormatError("expected an initial value for each input")
        pairs = zip(operands[:count], operands[count:], strict=True)
        uses = state.names.uses
        yield ", ".join(f"({uses([input])} init: {uses([init])})" for input, init in pairs)


# The ops that `applies` of a reduction may name: commutative ops on two values of one type.
_COMMUTATIVE: Final = tuple(
    f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
)


class Applied(FormatElement):
    """The op that the reducer applies to its arguments, if it is one commutative op."""

    symbol = "OP_NAME"
    shown = "<op>"

    def read(self, children: Children, state: OperationState) -> None:
        token = children.take()
        if token is None:
            return
        state.applies = equivalent_of(token)
        if state.applies not in _COMMUTATIVE:
            message = f"expected a commutative op after `applies`: {', '.join(_COMMUTATIVE)}"
            raise error_at(token, message, help="write the body of the reduction as a `reducer`")

    def write(self, state: PrintState) -> Text:
        yield _applied(state) or ""

    def is_written(self, state: PrintState) -> bool | None:
        return _applied(state) is not None


def _applied(state: PrintState) -> str | None:
    """The op of a reducer that is one commutative op on its two arguments; None for other reducers."""
    operation = state.operation
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
    if not is_plain or not isinstance(input, TensorType) or state.names.has_other_locations(operation):
        return None
    scalar = TensorType((), input.element_type)
    values = [*block.arguments, *applied.results]
    return applied.name if all(value.type == scalar for value in values) else None


class Reducer(FormatElement):
    """` reducer(%a: T, %b: T) {...}` on a separate line, unless `applies` represents it."""

    symbol = "[reducer]"
    shown = " [reducer (%left: type, %right: type) ... {...}]"

    def read(self, children: Children, state: OperationState) -> None:
        reducer = children.take()
        if bool(reducer) == bool(state.applies):
            raise error_in_types("expected either `applies` or a `reducer`")
        state.regions.append(reducer)

    def write(self, state: PrintState) -> Text:
        if _applied(state) is not None:
            return
        operation = state.operation
        if len(operation.regions) != 1 or len(operation.regions[0].blocks) != 1:
            raise FormatError("expected one region with one block")
        arguments, count = operation.regions[0].blocks[0].arguments, len(operation.operands) // 2
        if len(arguments) != 2 * count:
            raise FormatError("a reducer must have two arguments for each input")
        argument = state.names.argument
        pairs = zip(arguments[:count], arguments[count:], strict=True)
        declared = " ".join(f"({argument(left)}, {argument(right)})" for left, right in pairs)
        yield f"\n reducer{declared}  "
        yield operation.regions[0]


class Segments(FormatElement):
    """The sizes of the two groups of results of a scan, which follow from its operands. Prints nothing."""

    def elided_attributes(self) -> Sequence[str]:
        return ("resultSegmentSizes",)

    count = 0

    def __str__(self) -> str:
        return ""

    def rule(self, following: Sequence[FormatElement]) -> str:
        return ""

    def read(self, children: Children, state: OperationState) -> None:
        (type,) = state.written.types if state.written else [None]
        results = len(type.results) if isinstance(type, FunctionType) else 0
        carried = state.groups[-1]
        state.attributes["resultSegmentSizes"] = integer_array([results - carried, carried], I32)

    def write(self, state: PrintState) -> Text:
        operation = state.operation
        sizes = segments(operation.attributes, "resultSegmentSizes", 2, len(operation.results))
        if sizes[1] != state.groups[-1]:
            raise FormatError("a scan must have a result for each initial value")
        yield ""
