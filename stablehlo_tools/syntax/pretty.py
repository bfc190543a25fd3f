"""The pretty forms: those of syntax/forms.py, and those that have a syntax of their own.

A statement that its pretty form cannot say in full is written in the generic form: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from stablehlo_tools.attributes import Attribute, Convolution, DenseArray, Integer, Symbol, says_nothing
from stablehlo_tools.ir import Operation
from stablehlo_tools.syntax.attribute_text import (
    convolution_text,
    dictionary_text,
    fields_text,
    list_text,
    symbol_text,
    untyped_text,
)
from stablehlo_tools.syntax.build_literals import Real
from stablehlo_tools.syntax.clauses import spelling
from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS
from stablehlo_tools.syntax.forms import (
    FORMS,
    I32,
    I64,
    WINDOW_CLAUSES,
    Form,
    FormError,
    Pair,
    Word,
    written_types,
)
from stablehlo_tools.syntax.layout import dictionary, holes, operand_types, result_types, signature
from stablehlo_tools.syntax.pretty_foreign import Spelt, foreign_pieces
from stablehlo_tools.syntax.scan import HOLE
from stablehlo_tools.syntax.strings import escape
from stablehlo_tools.types import ELEMENT_TYPES, FunctionType, TensorType, Type
from stablehlo_tools.values import Dense, DenseResource


def pretty_text(operation: Operation) -> str | None:
    """An operation without regions in its pretty form, with holes for operands; None where it has none."""
    write = _OWN_SYNTAX.get(operation.name)
    if write is None:
        write = _common if operation.name in FORMS else _foreign if operation.name in FOREIGN_FORMS else None
    try:
        return write(operation) if write else None
    except FormError:
        return None


def pretty_dictionary(operation: Operation, *spelt: str) -> str:
    """The dictionary of a pretty form: the attributes not spelt otherwise that say something."""
    attributes = operation.attributes
    silent = [name for name in attributes if says_nothing(operation.name, name, attributes[name])]
    return dictionary(attributes, [*spelt, *silent])


def _foreign(operation: Operation) -> str:
    pieces = foreign_pieces(operation, Spelt([HOLE] * len(operation.operands)))
    return "".join(str(piece) for piece in pieces)


# -- the common form ----------------------------------------------------------------------------


def _common(operation: Operation) -> str:
    form = FORMS[operation.name]
    words, clauses, spelt = spelling(operation.name, operation.attributes)
    items: list[str] = [*words[:1], *[HOLE] * len(operation.operands), *words[1:]]
    types = _types(form, operation)
    if form.literal:
        literal = operation.attributes.get(form.literal)
        if not isinstance(literal, (Dense, DenseResource)):
            raise FormError(f"{operation.name} needs a literal")
        if types != f" : {literal.type}":  # of a quantized result, the literal holds what is stored
            return _with_signature(operation, form.literal)
        items.append(untyped_text(literal))
    items += [f"{key} = {_value_text(form, key, value)}" for key, value in clauses]
    attributes = pretty_dictionary(operation, *spelt, form.literal or "")
    text = f" {', '.join(items)}" if items or _has_place_for_operands(form) else ""
    if form.dictionary_last:
        return f"{operation.name}{text}{types}{attributes}"
    text = attributes + text if form.dictionary_first else text + attributes
    return f"{operation.name}{text}{types}"


def _with_signature(operation: Operation, literal: str) -> str:
    """A constant whose literal is of another type than its result."""
    if operation.operands or operation.name != "stablehlo.constant":
        raise FormError("this is written in the generic form")
    attributes = dictionary(operation.attributes, [literal])
    properties = dictionary_text({literal: operation.attributes[literal]})
    return f"{operation.name}() <{properties}>{attributes} : {signature(operation)}"


def _has_place_for_operands(form: Form) -> bool:
    """Whether MLIR leaves a blank where the operands would stand if there were any."""
    return not form.dictionary_first and form.typing != "results"


def _types(form: Form, operation: Operation) -> str:
    operands, results = operand_types(operation), result_types(operation)
    if not operands and not results and form.typing != "operands":
        raise FormError("nothing has a type")
    if form.implied and tuple(results) == form.implied:
        return ""
    if form.typing == "cast":
        if not operands or not results:
            raise FormError("a cast needs types on both sides")
        return f" : {_list(operands)} to {_list(results)}"
    types = written_types(form, operands, results)
    if types is not None:
        return f" : {_list(types)}" if types else ""
    if not form.arrow:
        return f" : {signature(operation)}"
    if not operands:
        raise FormError("an arrow needs types on its left")
    return f" : {_list(operands)} -> {_results(operation)}"


def _list(types: Iterable[Type]) -> str:
    return ", ".join(map(str, types))


def _results(operation: Operation) -> str:
    return str(FunctionType((), result_types(operation))).removeprefix("() -> ")


def _value_text(form: Form, key: str, value: object) -> str:
    if isinstance(value, Mapping):
        return f"<{fields_text(form.clauses[key].kind.partition(' ')[2], value)}>"
    if isinstance(value, Pair):
        return f"{list_text(value.lhs)} x {list_text(value.rhs)}"
    if isinstance(value, tuple):
        return list_text(value)
    return escape(value) if isinstance(value, str) and not isinstance(value, (Real, Word)) else str(value)


# -- syntax of their own ------------------------------------------------------------------------


def integers_of(attribute: Attribute | None) -> Sequence[object]:
    """The values of `array<i64: ...>`. Raises FormError for anything else."""
    if not isinstance(attribute, DenseArray) or attribute.element_type != I64:
        raise FormError("array<i64> is wanted")
    return attribute.values


def integer_of(attribute: Attribute | None, type: object) -> int:
    """The value of an integer of that type. Raises FormError for anything else."""
    if not isinstance(attribute, Integer) or attribute.type != type:
        raise FormError(f"a {type} is wanted")
    return attribute.value


def _string_of(attribute: Attribute | None) -> str:
    if not isinstance(attribute, str):
        raise FormError("a string is wanted")
    return attribute


def _require_operands(operation: Operation, count: int) -> None:
    if len(operation.operands) != count:
        raise FormError(f"{operation.name} takes {count} operands")


def _slice(operation: Operation) -> str:
    _require_operands(operation, 1)
    names = ("start_indices", "limit_indices", "strides")
    starts, limits, strides = (integers_of(operation.attributes.get(name)) for name in names)
    if not len(starts) == len(limits) == len(strides):
        raise FormError("the ranges of a slice differ in number")
    ranges = [
        f"{start}:{limit}" if stride == 1 else f"{start}:{limit}:{stride}"
        for start, limit, stride in zip(starts, limits, strides, strict=True)
    ]
    attributes = pretty_dictionary(operation, *names)
    return f"stablehlo.slice {HOLE} {list_text(ranges)}{attributes} : {signature(operation)}"


def _get_tuple_element(operation: Operation) -> str:
    _require_operands(operation, 1)
    index = integer_of(operation.attributes.get("index"), I32)
    attributes = pretty_dictionary(operation, "index")
    return f"stablehlo.get_tuple_element {HOLE}[{index}]{attributes} : {signature(operation)}"


def _call(operation: Operation) -> str:
    callee = operation.attributes.get("callee")
    if not isinstance(callee, Symbol):
        raise FormError("a symbol is wanted")
    return _called(operation, symbol_text(*callee.path), "callee")


def _custom_call(operation: Operation) -> str:
    target = _string_of(operation.attributes.get("call_target_name"))
    return _called(operation, symbol_text(target), "call_target_name")


def _called(operation: Operation, target: str, attribute: str) -> str:
    attributes = pretty_dictionary(operation, attribute)
    operands = holes(len(operation.operands))
    return f"{operation.name} {target}({operands}){attributes} : {signature(operation)}"


def _composite(operation: Operation) -> str:
    name = escape(_string_of(operation.attributes.get("name")))
    attributes = pretty_dictionary(operation, "name")
    operands = holes(len(operation.operands))
    return f"stablehlo.composite {name} {operands}{attributes} : {signature(operation)}"


def _top_k(operation: Operation) -> str:
    _require_operands(operation, 1)
    k = integer_of(operation.attributes.get("k"), I64)
    attributes = pretty_dictionary(operation, "k")
    (type,) = operand_types(operation)
    return f"chlo.top_k({HOLE}, k = {k}){attributes} : {type} -> {_results(operation)}"


def _convolution(operation: Operation) -> str:
    _require_operands(operation, 2)
    dimensions = operation.attributes.get("dimension_numbers")
    if not isinstance(dimensions, Convolution):
        raise FormError("the dimensions of a convolution are wanted")
    window = [
        f"{clause} = {_window_text(clause, operation.attributes[name])}"
        for clause, name in WINDOW_CLAUSES.items()
        if name in operation.attributes
    ]
    attributes = pretty_dictionary(operation, "dimension_numbers", *WINDOW_CLAUSES.values())
    return (
        f"stablehlo.convolution({holes(2)}) dim_numbers = {convolution_text(dimensions)}, "
        f"window = {{{', '.join(window)}}}{attributes} : {signature(operation)}"
    )


def _window_text(clause: str, attribute: Attribute) -> str:
    if clause == "pad":
        return _padding_text(attribute)
    if clause == "reverse":
        if not isinstance(attribute, DenseArray) or attribute.element_type != ELEMENT_TYPES["i1"]:
            raise FormError("array<i1> is wanted")
        return list_text("true" if value else "false" for value in attribute.values)
    return list_text(integers_of(attribute))


def _padding_text(attribute: Attribute) -> str:
    if not isinstance(attribute, Dense) or not attribute.type.is_static:
        raise FormError("a tensor is wanted")
    count = attribute.type.static_shape[0] if attribute.type.rank else 0
    if count > _MOST_PAIRS or attribute.type != TensorType((count, 2), I64) or attribute.check():
        raise FormError("a tensor of pairs is wanted")
    return list_text(map(list_text, attribute.tolist()))


_MOST_PAIRS = 256  # a constant of one element may claim any number of them


_OWN_SYNTAX: Mapping[str, Callable[[Operation], str]] = {
    "chlo.top_k": _top_k,
    "func.call": _call,
    "stablehlo.composite": _composite,
    "stablehlo.convolution": _convolution,
    "stablehlo.custom_call": _custom_call,
    "stablehlo.get_tuple_element": _get_tuple_element,
    "stablehlo.slice": _slice,
}
