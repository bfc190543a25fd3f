"""Deprecated ops and old spellings, written as those that took their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from stablehlo_tools.diagnostic import Edit, Fix
from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.lint.edits import location_of, new_name, rewriting
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Span
from stablehlo_tools.syntax.locate import Parts, locate
from stablehlo_tools.syntax.template import OldSpelling
from stablehlo_tools.types import ElementType, TensorType, Type, tensor_type
from stablehlo_tools.values import Dense


def modern(operation: Operation) -> Fix | None:
    """The fix that writes an operation anew; None for one of which that is not known."""
    write = _WRITTEN.get(operation.name)
    statements = write(operation) if write else None
    return rewriting(operation, statements) if statements else None


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
    elements = [str(bool(each)).lower() if is_boolean else str(each) for each in value.tolist()]
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
        if letters or name == "contracting_dims"
    ]
    product = f"stablehlo.dot_general {', '.join([_operands(operation), *dims])}"
    if computed == kept:
        return [f"{product} : {_signature(operation)}"]
    shape = tuple(result.static_shape[kept.index(letter)] for letter in computed)
    between, name = _wide(result, shape), new_name(operation, "product")
    inputs = ", ".join(str(value.type) for value in operation.operands)
    return [
        f"{name} = {product} : ({inputs}) -> {between}",
        f"stablehlo.transpose {name}, dims = [{_places(kept, computed)}] : ({between}) -> {result}",
    ]


def _places(letters: Iterable[str], term: str) -> str:
    """Where letters stand in a term."""
    return ", ".join(str(term.index(letter)) for letter in letters)


def _unary_einsum(operation: Operation) -> list[str] | None:
    """A sum over the letters that are not kept, and a transpose of what is left."""
    term, _, kept = str(operation.attributes["einsum_config"]).partition("->")
    operand, result = operation.operands[0].type, operation.results[0].type
    is_plain = set(kept) <= set(term) and all(len(set(each)) == len(each) for each in (term, kept))
    if not _has_only(operation, "einsum_config") or not is_plain or "." in term:
        return None
    left = "".join(letter for letter in term if letter in kept)
    dims = _places(kept, left)
    if left == term:
        return [f"stablehlo.transpose {_operands(operation)}, dims = [{dims}] : {_signature(operation)}"]
    if not isinstance(operand, TensorType) or operand.shape is None or not isinstance(result, TensorType):
        return None
    element_type = operand.element_type
    zero = _ZEROS.get(element_type.kind)
    if zero is None or not isinstance(element_type, ElementType):
        return None
    name, scalar = new_name(operation, "zero"), tensor_type((), element_type)
    between = tensor_type([operand.shape[term.index(letter)] for letter in left], element_type)
    gone = ", ".join(str(axis) for axis, letter in enumerate(term) if letter not in kept)
    total = (
        f"stablehlo.reduce({_operands(operation)} init: {name}) applies stablehlo.add "
        f"across dimensions = [{gone}] : ({operand}, {scalar}) -> {between}"
    )
    statements = [f"{name} = stablehlo.constant dense<{zero}> : {scalar}"]
    if left == kept:
        return [*statements, total]
    summed = new_name(operation, "sum")
    transpose = f"stablehlo.transpose {summed}, dims = [{dims}] : ({between}) -> {result}"
    return [*statements, f"{summed} = {total}", transpose]


# How the zeros are written of types whose elements `add` sums.
_ZEROS: Final = {"signed": "0", "unsigned": "0", "float": "0.0", "complex": "(0.0, 0.0)"}


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


def _cross_replica_sum(operation: Operation) -> list[str] | None:
    parts, type = locate(operation), operation.results[0].type
    groups = parts.attributes.get("replica_groups") if parts else None
    if groups is None or not _has_only(operation, "replica_groups") or not isinstance(type, TensorType):
        return None
    a, b, total = (new_name(operation, stem) for stem in ("a", "b", "sum"))
    scalar = _wide(type, ())
    body = (
        f"^bb0({a}: {scalar}, {b}: {scalar}): {total} = stablehlo.add {a}, {b} : {scalar} "
        f"stablehlo.return {total} : {scalar}"
    )
    operands = f"({_operands(operation)})"
    return [f'"stablehlo.all_reduce"{operands} ({{ {body} }}) {{{groups.text}}} : {_signature(operation)}']


def _map(operation: Operation) -> list[str] | None:
    """The statements of its body, of whole tensors; None where not all of them are elementwise."""
    body, result = operation.regions[0].entry, operation.results[0].type
    if body is None or not isinstance(result, TensorType) or not result.is_static:
        return None
    names = dict(zip(body.arguments, (value.name for value in operation.operands), strict=True))
    (returned,) = body.operations[-1].operands
    statements: list[str] = []
    for inner in body.operations[:-1]:
        written = _on_whole_tensors(inner, result.static_shape, names, operation)
        if not written:
            return None
        statements += written
        if inner is returned.owner:
            return [*statements[:-1], statements[-1].partition(" = ")[2]]
    return None


def _on_whole_tensors(
    inner: Operation, shape: Sequence[int], names: dict[Value, str], outer: Operation
) -> list[str]:
    """What a statement of scalars is of tensors; its result is entered in the names of values."""
    op, parts = OPS.get(inner.name), locate(inner)
    is_known = all(operand in names for operand in inner.operands)
    if op is None or parts is None or len(inner.results) != 1 or inner.regions or not is_known:
        return []
    (result,) = inner.results
    name = names[result] = new_name(outer, "mapped", names.values())
    if inner.name == "stablehlo.constant":
        scalar = f"{name}_scalar"
        signature = f"({result.type}) -> {_wide(result.type, shape)}"
        wide = f"{name} = stablehlo.broadcast_in_dim {scalar}, dims = [] : {signature}"
        return [f"{scalar} = {_rewritten(inner, [])}", wide]
    if not op.elementwise:
        return []
    types = [(span, _wide(value.type, shape)) for span, value in _typed(inner, parts)]
    read = [(span, names[value]) for span, value in zip(parts.operands, inner.operands, strict=False)]
    return [f"{name} = {_rewritten(inner, [*types, *read])}"]


def _typed(operation: Operation, parts: Parts) -> Iterator[tuple[Span, Value]]:
    yield from zip(parts.operand_types, operation.operands, strict=False)
    yield from zip(parts.result_types, operation.results, strict=False)


def _wide(type: Type, shape: Sequence[int]) -> Type:
    """A tensor of this shape with the elements of another."""
    if not isinstance(type, TensorType) or not isinstance(type.element_type, ElementType):
        return type
    return tensor_type(shape, type.element_type)


def _rewritten(operation: Operation, changes: Iterable[tuple[Span, object]]) -> str:
    """The text of an operation, without results and location, with some spans of it written otherwise."""
    parts, span, location = locate(operation), operation.span, location_of(operation)
    assert parts is not None
    assert span is not None
    pieces, end = [], parts.name.start
    for changed, new in sorted(dict(changes).items(), key=lambda change: change[0].start):
        pieces += [span.source.text[end : changed.start], str(new)]
        end = changed.end
    return "".join([*pieces, span.source.text[end : span.end - len(location or "")]])


# The statements that take the place of an operation; all but the last name their results.
_WRITTEN: Final[Mapping[str, Callable[[Operation], list[str] | None]]] = {
    "stablehlo.dot": _dot,
    "stablehlo.broadcast": _broadcast,
    "stablehlo.create_token": _create_token,
    "stablehlo.einsum": _einsum,
    "stablehlo.unary_einsum": _unary_einsum,
    "stablehlo.cross-replica-sum": _cross_replica_sum,
    "stablehlo.map": _map,
    "stablehlo.torch_index_select": _torch_index_select,
}
