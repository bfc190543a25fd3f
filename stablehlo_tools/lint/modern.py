"""Deprecated ops and old spellings, written as those that took their place."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from stablehlo_tools.diagnostic import Edit, Fix
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Span
from stablehlo_tools.syntax.locate import locate
from stablehlo_tools.syntax.template import OldSpelling
from stablehlo_tools.types import ElementType, TensorType, tensor_type
from stablehlo_tools.values import Dense


def modern(operation: Operation) -> Fix | None:
    """The fix that writes an operation anew; None for one of which that is not known."""
    write, parts = _WRITTEN.get(operation.name), locate(operation)
    is_plain = operation.template is not None and operation.template.location is None
    if write is None or parts is None or not is_plain or operation.span is None:
        return None
    *before, text = write(operation) or [""]
    if not text:
        return None
    ops = [_op(line.partition(" = ")[2]) for line in before] + [_op(text)]
    whole = Span(parts.name.source, parts.name.start, operation.span.end)
    edits = [Edit(whole, text)]
    if before:
        edits.insert(0, Edit(_beginning(operation.span), _lines(operation.span, before)))
    return Fix(f"write it as {' and '.join(ops)}", tuple(edits))


def _op(text: str) -> str:
    return re.split(r"[( ]", text)[0].strip('"')


def _beginning(span: Span) -> Span:
    return Span(span.source, span.start, span.start)


def _lines(span: Span, statements: Sequence[str]) -> str:
    """Statements to stand before a span, indented as that is."""
    text = span.source.text
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    indent = line if not line.strip() else " "
    return "".join(f"{statement}\n{indent}" for statement in statements)


def _new_name(operation: Operation, stem: str) -> str:
    """A name for a value that the text does not have."""
    text = operation.span.source.text if operation.span else ""
    return next(name for number in itertools.count() if (name := f"%{stem}_{number}") not in text)


# How functions, the values of enums and the bounds of types were written once, and are today.
_RESPELLED: Final = (
    (re.compile(r"(?<![\w.\"@%#])func(?=\s+(?:(?:public|private|nested)\s+)?@)"), "func.func"),
    (re.compile(r'#(?P<dialect>\w+)<"(?P<value>\w+ \w+)">'), r"#\g<dialect><\g<value>>"),
    (
        re.compile(r"#stablehlo\.type_extensions<\s*bounds\s*=\s*\[(?P<bounds>[^\]]*)\]\s*>"),
        r"#stablehlo.bounds<\g<bounds>>",
    ),
)


def respelled(operation: Operation, old: OldSpelling) -> Fix | None:
    """The fix that writes as today what an operation writes in an old way."""
    if old.attribute:
        return _as_array(operation, old.attribute)
    span = operation.span
    if span is None:
        return None
    edits = [
        Edit(Span(span.source, *match.span()), match.expand(today))
        for pattern, today in _RESPELLED
        for match in pattern.finditer(span.source.text, span.start, span.end)
    ]
    return Fix("write it so", tuple(edits)) if edits else None


def _as_array(operation: Operation, name: str) -> Fix | None:
    """The fix that writes a list as `array<i64: 1, 0>` that is a tensor in the text."""
    value, parts = operation.attributes.get(name), locate(operation)
    span = parts.attributes.get(name) if parts else None
    if not isinstance(value, Dense) or span is None or not span.text.startswith(f"{name} ="):
        return None
    is_boolean = value.element_type.kind == "boolean"
    elements = [str(bool(each)).lower() if is_boolean else str(each) for each in value.array.tolist()]
    listed = f": {', '.join(elements)}" if elements else ""
    text = f"array<{value.element_type}{listed}>"
    return Fix(f"write {text}", (Edit(span, f"{name} = {text}"),))


def _operands(operation: Operation) -> str:
    return ", ".join(value.name for value in operation.operands)


def _signature(operation: Operation) -> str:
    inputs = ", ".join(str(value.type) for value in operation.operands)
    return f"({inputs}) -> {operation.results[0].type}"


def _has_only(operation: Operation, *names: str) -> bool:
    """Whether it has no other attributes than these, which would be lost."""
    return set(operation.attributes) <= set(names)


def _dot(operation: Operation) -> list[str] | None:
    lhs = operation.operands[0].type
    if not _has_only(operation, "precision_config") or not isinstance(lhs, TensorType) or lhs.shape is None:
        return None
    precision = spec_attributes(OPS[operation.name], operation)["precision_config"] or ()
    written = f", precision = [{', '.join(precision)}]" if precision else ""
    dims = f"contracting_dims = [{lhs.rank - 1}] x [0]"
    return [f"stablehlo.dot_general {_operands(operation)}, {dims}{written} : {_signature(operation)}"]


def _broadcast(operation: Operation) -> list[str] | None:
    operand, result = operation.operands[0].type, operation.results[0].type
    if not _has_only(operation, "broadcast_sizes"):
        return None
    if not (isinstance(operand, TensorType) and isinstance(result, TensorType)) or operand.shape is None:
        return None
    if result.shape is None or not (operand.is_static and result.is_static):
        return None
    dims = ", ".join(str(result.rank - operand.rank + index) for index in range(operand.rank))
    return [f"stablehlo.broadcast_in_dim {_operands(operation)}, dims = [{dims}] : {_signature(operation)}"]


def _create_token(operation: Operation) -> list[str] | None:
    return ["stablehlo.after_all : !stablehlo.token"] if _has_only(operation) else None


def _einsum(operation: Operation) -> list[str] | None:
    """A dot_general, whose result may have to be transposed; None where letters are summed before."""
    result = operation.results[0].type
    if not isinstance(result, TensorType) or not isinstance(result.element_type, ElementType):
        return None
    if not result.is_static or not _has_only(operation, "einsum_config"):
        return None
    operands, _, kept = str(operation.attributes["einsum_config"]).partition("->")
    lhs, _, rhs = operands.partition(",")
    batching = [letter for letter in lhs if letter in rhs and letter in kept]
    summed = [letter for letter in lhs if letter in rhs and letter not in kept]
    computed = "".join([*batching, *(letter for letter in lhs + rhs if (letter in lhs) != (letter in rhs))])
    if sorted(computed) != sorted(kept) or any(len(set(each)) < len(each) for each in (lhs, rhs)):
        return None
    pairs = {"batching_dims": batching, "contracting_dims": summed}
    dims = [
        f"{name} = [{_places(letters, lhs)}] x [{_places(letters, rhs)}]"
        for name, letters in pairs.items()
        if letters
    ]
    product = f"stablehlo.dot_general {', '.join([_operands(operation), *dims])}"
    if computed == kept:
        return [f"{product} : {_signature(operation)}"]
    shape = tuple(result.static_shape[kept.index(letter)] for letter in computed)
    between, name = tensor_type(shape, result.element_type), _new_name(operation, "product")
    inputs = ", ".join(str(value.type) for value in operation.operands)
    return [
        f"{name} = {product} : ({inputs}) -> {between}",
        f"stablehlo.transpose {name}, dims = [{_places(kept, computed)}] : ({between}) -> {result}",
    ]


def _places(letters: Iterable[str], term: str) -> str:
    """Where letters stand in a term."""
    return ", ".join(str(term.index(letter)) for letter in letters)


def _unary_einsum(operation: Operation) -> list[str] | None:
    """A transpose; None where letters are summed."""
    term, _, kept = str(operation.attributes["einsum_config"]).partition("->")
    if not _has_only(operation, "einsum_config") or sorted(term) != sorted(kept):
        return None
    dims = _places(kept, term)
    return [f"stablehlo.transpose {_operands(operation)}, dims = [{dims}] : {_signature(operation)}"]


def _torch_index_select(operation: Operation) -> list[str] | None:
    operand, index = (value.type for value in operation.operands)
    if not _has_only(operation, "dim", "batch_dims") or not isinstance(index, TensorType):
        return None
    if not isinstance(operand, TensorType) or not operand.is_static or index.shape is None:
        return None
    attributes = spec_attributes(OPS[operation.name], operation)
    dim, batch_dims = attributes["dim"], attributes["batch_dims"]
    if dim < batch_dims:
        return None
    whole = [axis for axis in range(batch_dims, operand.rank) if axis != dim]
    moved = [axis if axis < dim else axis + index.rank - batch_dims - 1 for axis in whole]
    batching = ", ".join(map(str, range(batch_dims)))
    sizes = [size if axis in whole else 1 for axis, size in enumerate(operand.static_shape)]
    fields = [
        f"offset_dims = [{', '.join(map(str, moved))}]" if moved else "",
        f"collapsed_slice_dims = [{dim}]",
        f"operand_batching_dims = [{batching}]" if batching else "",
        f"start_indices_batching_dims = [{batching}]" if batching else "",
        f"start_index_map = [{dim}]",
        f"index_vector_dim = {index.rank}",
    ]
    numbers = f"#stablehlo.gather<{', '.join(filter(None, fields))}>"
    listed = f"slice_sizes = array<i64: {', '.join(map(str, sizes))}>"
    attributes_text = f"<{{dimension_numbers = {numbers}, indices_are_sorted = false, {listed}}}>"
    return [f'"stablehlo.gather"({_operands(operation)}) {attributes_text} : {_signature(operation)}']


# The statements that take the place of an operation; all but the last name their results.
_WRITTEN: Final[Mapping[str, Callable[[Operation], list[str] | None]]] = {
    "stablehlo.dot": _dot,
    "stablehlo.broadcast": _broadcast,
    "stablehlo.create_token": _create_token,
    "stablehlo.einsum": _einsum,
    "stablehlo.unary_einsum": _unary_einsum,
    "stablehlo.torch_index_select": _torch_index_select,
}
