"""The callbacks of `grammar/stablehlo.lark`: parts of a statement to types, attributes and a `Template`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lark import Token, Transformer

from stablehlo_tools.attributes import (
    Attribute,
    DenseArray,
    Integer,
    TypeAttribute,
)
from stablehlo_tools.syntax.assemble import (
    EMPTY_REGION,
    Argument,
    Clause,
    Head,
    Holes,
    Typing,
    region_arguments,
    template_of,
)
from stablehlo_tools.syntax.build_attributes import AttributeRules
from stablehlo_tools.syntax.build_literals import (
    Real,
    blob_of,
    distinct,
    integer_array,
    integer_of,
    present,
    symbol_name,
)
from stablehlo_tools.syntax.build_types import TypeRules
from stablehlo_tools.syntax.context import current, error_at, error_in_types
from stablehlo_tools.syntax.custom import custom_head
from stablehlo_tools.syntax.foreign import foreign_head
from stablehlo_tools.syntax.forms import COMMUTATIVE, I32, I64, WINDOW_CLAUSES, Pair, Word
from stablehlo_tools.syntax.mhlo import meaning_of
from stablehlo_tools.syntax.old_spellings import OLD_FUNCTION
from stablehlo_tools.syntax.properties import properties_of
from stablehlo_tools.syntax.strings import unescape
from stablehlo_tools.syntax.template import Alias, Definition, Label, StatementError, Template
from stablehlo_tools.types import ELEMENT_TYPES, FunctionType, TensorType, Type
from stablehlo_tools.values import Dense


def window_attributes(key: Token, value: tuple[Any, ...]) -> dict[str, Attribute]:
    """The attributes that `key = value` inside `window = {...}` stands for."""
    if key not in WINDOW_CLAUSES:
        raise error_at(key, f"a window has no `{key}`; it takes {', '.join(WINDOW_CLAUSES)}")
    if key == "pad":
        type = TensorType((len(value), 2), I64)
        return {"padding": Dense("[" + ", ".join(str(list(pair)) for pair in value) + "]", type)}
    if key == "reverse":
        return {
            "window_reversal": DenseArray(ELEMENT_TYPES["i1"], tuple(word in ("true", 1) for word in value))
        }
    return {WINDOW_CLAUSES[key]: integer_array(value)}


# What MLIR does not let a function's attributes say again.
_OF_SIGNATURE = ("sym_name", "sym_visibility", "function_type")


def _check_properties(token: Token, properties: Mapping[str, Attribute]) -> None:
    """Raise StatementError for properties of an op that has none."""
    if properties and properties_of(unescape(token)) == frozenset():
        name = unescape(token)
        help = "what is no property is written in `{...}`"
        raise error_at(token, f"{name} has no property `{next(iter(properties))}`", "unknown_property", help)


def _entries(resources: object) -> Iterable[Any]:
    """What a level of the resources section holds. Raises StatementError for a string."""
    if not isinstance(resources, dict):
        raise _misplaced_resource()
    return resources.values()


def _misplaced_resource() -> StatementError:
    form = 'dialect_resources: { builtin: { key: "0x..." } }'
    return StatementError(f"resources are strings by dialect and key: `{form}`", 0, len(current().text))


class Builder(TypeRules, AttributeRules, Transformer[Any, Any]):
    """Callbacks named after the rules of the grammar; each takes what its parts came to."""

    # -- statements -----------------------------------------------------------------------------

    def statement(self, parts: list[Any]) -> Template:
        results, head, location = parts
        return template_of(results, head, location)

    def statement_without_results(self, parts: list[Any]) -> Template:
        return template_of([], parts[0], parts[1])

    def attribute_alias(self, parts: list[Any]) -> Definition:
        name, value = parts
        if "." in name:
            raise error_at(name, f"`{name}` belongs to a dialect: an alias has no dot in its name")
        context = current()
        return Definition(str(name), Alias(value, context.size, context.depth + context.inner))

    type_alias = attribute_alias

    def resources(self, parts: list[Any]) -> Definition:
        dialects = [dialect for section in _entries(parts[0]) for dialect in _entries(section)]
        if not all(isinstance(blob, str) for dialect in dialects for blob in _entries(dialect)):
            raise _misplaced_resource()
        return Definition("{-#", parts[0])

    def resource_entries(self, parts: list[Any]) -> dict[str, Any]:
        return distinct(present(parts))

    def resource_entry(self, parts: list[Any]) -> tuple[Token, Any]:
        key, value = parts
        return key, blob_of(value) if isinstance(value, Token) else value

    def results(self, parts: list[Any]) -> list[Any]:
        return parts

    def result(self, parts: list[Any]) -> tuple[Token, int]:
        name, count = parts[0], 1 if parts[1] is None else integer_of(parts[1])
        if count < 1:
            raise error_at(parts[1], "a name stands for one result or more")
        return name, count

    def operands(self, parts: list[Any]) -> list[Any]:
        return present(parts)

    def successors(self, parts: list[Any]) -> list[Any]:
        return [str(part) for part in parts]

    def regions(self, parts: list[Any]) -> list[Any]:
        return parts

    def region(self, parts: list[Any]) -> bool:
        return True

    def empty_region(self, parts: list[Any]) -> bool:
        return False

    def generic(self, parts: list[Any]) -> Head:
        name, operands, successors, properties, regions, dictionary, (inputs, outputs) = parts
        attributes = {**(properties or {}), **(dictionary or {})}
        _check_properties(name, properties or {})
        return Head(
            unescape(name), operands, attributes, inputs, outputs,
            [None if filled else EMPTY_REGION for filled in regions or ()], successors or (),
            frozenset(properties or ()), token=name,
        )  # fmt: skip

    def signature(self, parts: list[Any]) -> tuple[list[Type], list[Type]]:
        return parts[0], parts[1]

    def type_list(self, parts: list[Any]) -> list[Type]:
        return present(parts)

    type_list_1 = type_list

    def single_type(self, parts: list[Any]) -> list[Type]:
        return parts

    # -- the common pretty form ------------------------------------------------------------------

    def custom(self, parts: list[Any]) -> Head:
        name, properties, dictionary, typing = parts
        return custom_head(name, properties or {}, [], dictionary or {}, typing)

    def custom_items(self, parts: list[Any]) -> Head:
        name, before, items, behind, typing, last = parts
        return custom_head(name, before or {}, items, {**(behind or {}), **(last or {})}, typing)

    def items(self, parts: list[Any]) -> list[Any]:
        return parts

    def word(self, parts: list[Any]) -> Word:
        return Word(parts[0])

    def symbol_item(self, parts: list[Any]) -> Token:
        symbol: Token = parts[0]
        return symbol

    def clause(self, parts: list[Any]) -> Clause:
        return Clause(parts[0], parts[1])

    def clause_list(self, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(present(parts))

    def pair(self, parts: list[Any]) -> Pair:
        return Pair(parts[0], parts[1])

    def clause_fields(self, parts: list[Any]) -> Mapping[str, Attribute]:
        return distinct(parts[0])

    def integer(self, parts: list[Any]) -> int:
        return integer_of(parts[0])

    def real(self, parts: list[Any]) -> Real:
        return Real(parts[0])

    def typing(self, parts: list[Any]) -> Typing:
        return Typing(parts[0], parts[1])

    # -- forms of their own ----------------------------------------------------------------------

    def reduce(self, parts: list[Any]) -> Head:
        *pairs, applies, dimensions, dictionary, (inputs, outputs), reducer = parts
        operands = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]
        if "dimensions" in (dictionary or {}):
            raise error_in_types("`dimensions` is given twice")
        attributes = {"dimensions": integer_array(dimensions), **(dictionary or {})}
        if applies is None:
            return Head("stablehlo.reduce", operands, attributes, inputs, outputs, [reducer])
        applied = meaning_of(applies)
        if applied not in COMMUTATIVE:
            message = f"`applies` takes a commutative op on two values: {', '.join(COMMUTATIVE)}"
            raise error_at(applies, message, help="write what the reduction does as its `reducer`")
        return Head("stablehlo.reduce", operands, attributes, inputs, outputs, [None], applies=applied)

    def reduced(self, parts: list[Any]) -> tuple[Token, Token]:
        return parts[0], parts[1]

    def reducer(self, parts: list[Any]) -> list[Argument]:
        """The arguments come in pairs, one group an input: first all accumulators, then all elements."""
        *groups, _ = present(parts)
        if any(len(group) != 2 for group in groups):
            raise error_in_types("a reducer takes two arguments for each input: `(%a: T, %b: T)`")
        return [group[0] for group in groups] + [group[1] for group in groups]

    def while_loop(self, parts: list[Any]) -> Head:
        *bindings, types, dictionary, _, _ = parts
        bindings, types = present(bindings), types or []
        if len(bindings) != len(types):
            raise error_in_types(f"{len(bindings)} values are bound, but {len(types)} types are written")
        arguments = [Argument(name, type, None, {}) for (name, _), type in zip(bindings, types, strict=True)]
        operands = [operand for _, operand in bindings]
        return Head("stablehlo.while", operands, dictionary or {}, types, types, [arguments, arguments])

    def binding(self, parts: list[Any]) -> tuple[Token, Token]:
        return parts[0], parts[1]

    def scan(self, parts: list[Any]) -> Head:
        inputs, inits, dimension, dictionary, _, (operand_types, result_types) = parts
        attributes: dict[str, Attribute] = {
            "dimension": Integer(dimension, I64),
            "operandSegmentSizes": integer_array([len(inputs), len(inits)], I32),
            "resultSegmentSizes": integer_array([len(result_types) - len(inits), len(inits)], I32),
            **(dictionary or {}),
        }
        return Head("chlo.scan", inputs + inits, attributes, operand_types, result_types, [None])

    def convolution(self, parts: list[Any]) -> Head:
        lhs, rhs, dimensions, *window, dictionary, (inputs, outputs) = parts
        attributes: dict[str, Attribute] = {"dimension_numbers": dimensions}
        for key, value in present(window):
            added = window_attributes(key, value)
            if added.keys() & attributes.keys():
                raise error_at(key, f"the window has two `{key}`")
            attributes |= added
        attributes |= dictionary or {}
        return Head("stablehlo.convolution", [lhs, rhs], attributes, inputs, outputs)

    def window_entry(self, parts: list[Any]) -> tuple[Token, tuple[Any, ...]]:
        return parts[0], parts[1]

    def slice_form(self, parts: list[Any]) -> Head:
        operand, *ranges, dictionary, (inputs, outputs) = parts
        ranges = present(ranges)
        names = ("start_indices", "limit_indices", "strides")
        columns = zip(*ranges, strict=True) if ranges else ((), (), ())
        attributes: dict[str, Attribute] = {
            name: integer_array(column) for name, column in zip(names, columns, strict=True)
        }
        return Head("stablehlo.slice", [operand], attributes | (dictionary or {}), inputs, outputs)

    def slice_range(self, parts: list[Any]) -> tuple[int, int, int]:
        start, limit, stride = parts
        return integer_of(start), integer_of(limit), 1 if stride is None else integer_of(stride)

    def element_of_tuple(self, parts: list[Any]) -> Head:
        operand, index, dictionary, (inputs, outputs) = parts
        attributes = {"index": Integer(integer_of(index), I32), **(dictionary or {})}
        return Head("stablehlo.get_tuple_element", [operand], attributes, inputs, outputs)

    def call(self, parts: list[Any]) -> Head:
        name, callee, operands, dictionary, (inputs, outputs) = parts
        attributes: dict[str, Attribute] = {"callee": callee}
        if name.endswith(".custom_call"):
            attributes = {"call_target_name": callee.name}
        else:
            name = "func.call"
        return Head(str(name), operands, attributes | (dictionary or {}), inputs, outputs)

    def indirect_call(self, parts: list[Any]) -> Head:
        callee, operands, dictionary, (inputs, outputs) = parts
        types = [FunctionType(tuple(inputs), tuple(outputs)), *inputs]
        return Head("func.call_indirect", [callee, *operands], dictionary or {}, types, outputs)

    def composite(self, parts: list[Any]) -> Head:
        name, operands, dictionary, (inputs, outputs) = parts
        attributes = {"name": unescape(name), **(dictionary or {})}
        return Head("stablehlo.composite", operands, attributes, inputs, outputs)

    def top_k(self, parts: list[Any]) -> Head:
        name, operand, k, largest, dictionary, type, outputs = parts
        attributes: dict[str, Attribute] = {"k": Integer(integer_of(k), I64)}
        if largest is not None:
            if name != "mhlo.topk":
                raise error_at(name, f"{name} has no clause `largest`")
            attributes["largest"] = largest
        return Head(str(name), [operand], attributes | (dictionary or {}), [type], outputs)

    # -- other dialects -----------------------------------------------------------------------------

    def foreign(self, parts: list[Any]) -> Head:
        return foreign_head(parts[0], present(parts[1:]))

    shardy = foreign

    # -- functions, modules, blocks ----------------------------------------------------------------

    def function(self, parts: list[Any]) -> Head:
        keyword, visibility, symbol, parameters, results, dictionary, region = parts
        if keyword == "func":
            current().old_spellings.append(OLD_FUNCTION)
        parameters, results = parameters or [], results or []
        types = FunctionType(
            tuple(parameter.type for parameter in parameters), tuple(type for type, _ in results)
        )
        attributes: dict[str, Attribute] = {
            "sym_name": symbol_name(symbol),
            "function_type": TypeAttribute(types),
        }
        if visibility is not None:
            attributes["sym_visibility"] = str(visibility)
        if any(parameter.attributes for parameter in parameters):
            attributes["arg_attrs"] = tuple(parameter.attributes for parameter in parameters)
        if any(entry for _, entry in results):
            attributes["res_attrs"] = tuple(entry for _, entry in results)
        if region and any(parameter.name is None for parameter in parameters):
            raise error_at(symbol, "a function with a body names its arguments: `%name: type`")
        again = next((name for name in _OF_SIGNATURE if name in (dictionary or {})), None)
        if again is not None:
            raise error_at(symbol, f"`{again}` is what the signature says, and cannot be given again")
        regions = [EMPTY_REGION if not region else parameters]
        return Head("func.func", [], attributes | (dictionary or {}), regions=regions)

    def parameters(self, parts: list[Any]) -> list[Argument]:
        return parts

    def parameter(self, parts: list[Any]) -> Argument:
        name, type, dictionary, location = parts
        return Argument(name, type, location, dictionary or {})

    def unnamed_parameter(self, parts: list[Any]) -> Argument:
        return self.parameter([None, *parts])

    def single_function_result(self, parts: list[Any]) -> list[tuple[Type, Mapping[str, Attribute]]]:
        return [self.function_result(parts)]

    def function_results(self, parts: list[Any]) -> list[tuple[Type, Mapping[str, Attribute]]]:
        return present(parts)

    def function_result(self, parts: list[Any]) -> tuple[Type, Mapping[str, Attribute]]:
        return parts[0], parts[1] or {}

    def module(self, parts: list[Any]) -> Head:
        symbol, dictionary, region = parts
        attributes = {} if symbol is None else {"sym_name": symbol_name(symbol)}
        return Head(
            "builtin.module",
            [],
            attributes | (dictionary or {}),
            regions=[None if region else EMPTY_REGION],
        )

    def label(self, parts: list[Any]) -> Label:
        holes = Holes()
        arguments = region_arguments(parts[1] or [], holes)
        return Label(str(parts[0]), arguments, holes.are_all_used and current().is_shared)

    def arguments(self, parts: list[Any]) -> list[Argument]:
        return present(parts)

    def argument(self, parts: list[Any]) -> Argument:
        return Argument(parts[0], parts[1], parts[2], {})
