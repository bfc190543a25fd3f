"""The pretty forms of operations with regions, or with blocks to go to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from stablehlo_tools.attributes import Attribute, DenseArray, TypeAttribute
from stablehlo_tools.ir import Block, Operation, Region, Value
from stablehlo_tools.syntax.attribute_text import list_text, symbol_text
from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS, IMPLIED_ENDS
from stablehlo_tools.syntax.forms import COMMUTATIVE, I32, I64, FormError
from stablehlo_tools.syntax.layout import dictionary, operand_types, result_types, signature
from stablehlo_tools.syntax.location_aliases import LocationAliases
from stablehlo_tools.syntax.names import Names
from stablehlo_tools.syntax.pretty import integer_of, integers_of, pretty_dictionary
from stablehlo_tools.syntax.pretty_foreign import Spelt, foreign_pieces
from stablehlo_tools.types import FunctionType, TensorType, Type


class Scope(NamedTuple):
    """What a statement's text depends on besides the statement."""

    names: Names
    locations: LocationAliases | None

    def uses(self, values: Sequence[Value]) -> str:
        """`%0, %1`."""
        return ", ".join(self.names.values[value] for value in values)

    def argument(self, argument: Value) -> str:
        """`%arg0: T`, and its location."""
        return f"{self.names.values[argument]}: {argument.type}{self.location(argument)}"

    def location(self, argument: Value) -> str:
        """The location behind an argument."""
        return "" if self.locations is None else self.locations.of_argument(argument.location)

    def is_located(self, *values: Value) -> bool:
        """Whether an argument among these has a location that must be written."""
        return self.locations is not None and any(value.location.kind != "unknown" for value in values)


class Shell(NamedTuple):
    """What stands around the regions of an operation: before, between and behind them.

    `second_line` stands before them too, on a line of its own. `labelled` says that the arguments of a
    region's first block stand in the region. `implied_end` is a terminator that is not written where it says
    nothing.
    """

    opening: str
    regions: Sequence[Region] = ()
    second_line: str = ""
    between: str = ""
    closing: str = ""
    labelled: bool = False
    implied_end: str = ""


def pretty_shell(operation: Operation, scope: Scope) -> Shell | None:
    """The pretty form of an operation with regions or successors; None where it has none."""
    write = _SHELLS.get(operation.name)
    if write is None and operation.name in FOREIGN_FORMS:
        write = _foreign
    try:
        return write(operation, scope) if write else None
    except FormError:
        return None


# -- modules and functions ----------------------------------------------------------------------


def _module(operation: Operation, scope: Scope) -> Shell:
    _only_region(operation)
    name = operation.attributes.get("sym_name")
    text = "builtin.module"
    if isinstance(name, str):
        text += f" {symbol_text(name)}"
    elif name is not None:
        raise FormError("a module's name is a string")
    return Shell(f"{text}{_attributes(operation, 'sym_name')} ", operation.regions)


def _function(operation: Operation, scope: Scope) -> Shell:
    region = _only_region(operation)
    attributes = operation.attributes
    name, declared = attributes.get("sym_name"), attributes.get("function_type")
    if not isinstance(name, str) or not isinstance(declared, TypeAttribute):
        raise FormError("a function has a name and a type")
    type = declared.type
    if not isinstance(type, FunctionType) or operation.operands or operation.results:
        raise FormError("a function has a function type")
    text = f"func.func {_visibility(attributes)}{symbol_text(name)}({_parameters(operation, type, scope)})"
    text += _function_results(attributes, type) + _attributes(operation, *_IN_SIGNATURE)
    return Shell(f"{text} ", operation.regions) if region.blocks else Shell(text)


_IN_SIGNATURE = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")


def _visibility(attributes: Mapping[str, Attribute]) -> str:
    visibility = attributes.get("sym_visibility")
    if visibility is None:
        return ""
    if visibility not in ("public", "private", "nested"):
        raise FormError("there is no such visibility")
    return f"{visibility} "


def _parameters(operation: Operation, type: FunctionType, scope: Scope) -> str:
    dictionaries = _dictionaries(operation.attributes.get("arg_attrs"), len(type.inputs))
    entry = operation.regions[0].entry
    if entry is None:
        texts = [f"{type}{dictionary}" for type, dictionary in zip(type.inputs, dictionaries, strict=True)]
        return ", ".join(texts)
    if tuple(argument.type for argument in entry.arguments) != type.inputs:
        raise FormError("a function's arguments have the types of its signature")
    return ", ".join(
        f"{scope.names.values[argument]}: {argument.type}{dictionary}{scope.location(argument)}"
        for argument, dictionary in zip(entry.arguments, dictionaries, strict=True)
    )


def _function_results(attributes: Mapping[str, Attribute], type: FunctionType) -> str:
    dictionaries = _dictionaries(attributes.get("res_attrs"), len(type.results))
    if not type.results:
        return ""
    if not any(dictionaries):
        return f" {str(FunctionType((), type.results)).removeprefix('() ')}"
    texts = [f"{type}{dictionary}" for type, dictionary in zip(type.results, dictionaries, strict=True)]
    return f" -> ({', '.join(texts)})"


def _dictionaries(attribute: Attribute | None, count: int) -> list[str]:
    if attribute is None:
        return [""] * count
    if not isinstance(attribute, tuple) or len(attribute) != count:
        raise FormError("a dictionary is wanted for each")
    if not all(isinstance(entry, Mapping) for entry in attribute):
        raise FormError("a dictionary is wanted for each")
    return [dictionary(entry) for entry in attribute if isinstance(entry, Mapping)]


def _attributes(operation: Operation, *left_out: str) -> str:
    text = pretty_dictionary(operation, *left_out)
    return text and f" attributes{text}"


def _only_region(operation: Operation) -> Region:
    if len(operation.regions) != 1:
        raise FormError(f"{operation.name} has one region")
    return operation.regions[0]


def _only_block(region: Region) -> Block:
    if len(region.blocks) != 1:
        raise FormError("the region has one block")
    return region.blocks[0]


# -- control flow -------------------------------------------------------------------------------


def _while(operation: Operation, scope: Scope) -> Shell:
    blocks = [_only_block(region) for region in operation.regions]
    types = tuple(operand_types(operation))
    if len(blocks) != 2 or result_types(operation) != types:
        raise FormError("a loop has two regions and the results of its operands")
    for block in blocks:
        if tuple(argument.type for argument in block.arguments) != types:
            raise FormError("a loop's arguments have the types of its operands")
        if scope.is_located(*block.arguments):
            raise FormError("there is no place for their locations")
    names = scope.names.values
    bound = zip(blocks[0].arguments, operation.operands, strict=True)
    bindings = ", ".join(f"{names[argument]} = {names[operand]}" for argument, operand in bound)
    text = f"stablehlo.while({bindings}){_typed(types)}{_attributes(operation)}"
    return Shell(text, operation.regions, second_line="cond ", between=" do ")


def _typed(types: Sequence[Type]) -> str:
    return f" : {', '.join(map(str, types))}" if types else ""


# -- other dialects -----------------------------------------------------------------------------


def _foreign(operation: Operation, scope: Scope) -> Shell:
    names = scope.names.values
    entry = operation.regions[0].entry if operation.regions else None
    arguments = entry.arguments if entry else []
    pieces = foreign_pieces(
        operation,
        Spelt(
            [names[operand] for operand in operation.operands],
            [scope.names.labels[block] for block, _ in operation.successors],
            [names[argument] for argument in arguments],
            [scope.argument(argument) for argument in arguments],
        ),
    )
    regions = [piece for piece in pieces if isinstance(piece, Region)]
    opening, *between = _texts_around(pieces)
    closing = between.pop() if between else ""
    implied = IMPLIED_ENDS.get(operation.name, "")
    return Shell(opening, regions, between="".join(between), closing=closing, implied_end=implied)


def _texts_around(pieces: Sequence[str | Region]) -> list[str]:
    """What stands before, between and behind the regions."""
    texts = [""]
    for piece in pieces:
        if isinstance(piece, Region):
            texts.append("")
        else:
            texts[-1] += piece
    return texts


# -- reduce and scan ----------------------------------------------------------------------------


def _reduce(operation: Operation, scope: Scope) -> Shell:
    block = _only_block(_only_region(operation))
    count, odd = divmod(len(operation.operands), 2)
    if odd or not count or len(block.arguments) != 2 * count:
        raise FormError("a reduction pairs inputs with initial values")
    names = scope.names.values
    pairs = zip(operation.operands[:count], operation.operands[count:], strict=True)
    reduced = ", ".join(f"({names[input]} init: {names[init]})" for input, init in pairs)
    dimensions = list_text(integers_of(operation.attributes.get("dimensions")))
    applied = _applied(operation, block, scope)
    attributes = pretty_dictionary(operation, "dimensions")
    tail = f"across dimensions = {dimensions}{attributes} : {signature(operation)}"
    if applied:
        return Shell(f"stablehlo.reduce{reduced} applies {applied} {tail}")
    arguments = zip(block.arguments[:count], block.arguments[count:], strict=True)
    reducer = " ".join(f"({scope.argument(left)}, {scope.argument(right)})" for left, right in arguments)
    return Shell(f"stablehlo.reduce{reduced} {tail}", operation.regions, second_line=f" reducer{reducer}  ")


def _applied(operation: Operation, block: Block, scope: Scope) -> str | None:
    """The op of a body that is one commutative op on the two arguments, and nothing besides."""
    if len(block.operations) != 2 or len(block.arguments) != 2:
        return None
    applied, returned = block.operations
    plain = (
        applied.name in COMMUTATIVE
        and returned.name == "stablehlo.return"
        and applied.operands == block.arguments
        and returned.operands == applied.results
        and not applied.attributes
        and not returned.attributes
    )
    input = operand_types(operation)[0]
    if not plain or not isinstance(input, TensorType) or _is_located(operation, block, scope):
        return None
    scalar = TensorType((), input.element_type)
    values = [*block.arguments, *applied.results]
    return applied.name if all(value.type == scalar for value in values) else None


def _is_located(operation: Operation, block: Block, scope: Scope) -> bool:
    """Whether anything in the body stands at another place than the reduction."""
    locations, place = scope.locations, operation.location
    if locations is None:
        return False
    elsewhere = [each for each in block.arguments if not locations.are_same(each.location, place)]
    inner = (not locations.are_same(inner.location, place) for inner in block.operations)
    return any(inner) or scope.is_located(*elsewhere)


def _scan(operation: Operation, scope: Scope) -> Shell:
    _only_region(operation)
    attributes = operation.attributes
    count, carried = _segments(attributes, "operandSegmentSizes", len(operation.operands))
    _, results_carried = _segments(attributes, "resultSegmentSizes", len(operation.results))
    if carried != results_carried:
        raise FormError("a scan returns what it carries")
    dimension = integer_of(attributes.get("dimension"), I64)
    spelt = ("dimension", "operandSegmentSizes", "resultSegmentSizes")
    inputs, inits = scope.uses(operation.operands[:count]), scope.uses(operation.operands[count:])
    text = f"chlo.scan({inputs}) inits ({inits}) dimension={dimension} {_attributes(operation, *spelt)} "
    return Shell(text, operation.regions, closing=f" : {signature(operation)}", labelled=True)


def _segments(attributes: Mapping[str, Attribute], name: str, total: int) -> tuple[int, int]:
    sizes = attributes.get(name)
    if not isinstance(sizes, DenseArray) or sizes.element_type != I32 or len(sizes.values) != 2:
        raise FormError("the sizes of two segments are wanted")
    first, second = (int(size) for size in sizes.values if isinstance(size, int))
    if first + second != total:
        raise FormError("the segments do not add up")
    return first, second


_SHELLS: Mapping[str, Callable[[Operation, Scope], Shell]] = {
    "builtin.module": _module,
    "chlo.scan": _scan,
    "func.func": _function,
    "stablehlo.reduce": _reduce,
    "stablehlo.while": _while,
}
