"""Type inference: the rules that determine a result type, solved for it.

`shape(result) = e`, `element_type(result) = e`, `type(results...) = e` and the like, at any position of a
chain of `=`, define result types in terms of operands and attributes; `type(body) = (T...) -> U` and
`input_types(body) = e` define the argument types of a region. Inference needs no other declaration.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.formula.compile import Environment, Evaluate, compile_tree
from stablehlo_tools.formula.logic import high, interval, is_list, is_nested, low, truth
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.grammars.nodes import Tree
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.ir import types

if TYPE_CHECKING:
    from stablehlo_tools.ops.model.schema import Op, OperandRule

_PROPERTIES = frozenset(
    {"type", "input_types", "baseline_type", "shape", "element_type", "baseline_element_type", "size"}
)

Facts = list[tuple[str, Any]]  # (property, value)
Shape = tuple[int | types.Dim, ...]


class Incomplete(NamedTuple):
    """A type that the rules determine only in part; unknown parts are None."""

    shape: Shape | None
    element_type: Any

    def __str__(self) -> str:
        missing = [name for name, part in zip(("shape", "element type"), self, strict=True) if part is None]
        return " and ".join(missing)


def solve(op: Op, names: Mapping[str, Any]) -> dict[str, Any]:
    """The result types of `op` that its rules determine, a tuple for a variadic result.

    `names` are those of `check`; parts that no rule determines are taken from the result types among them.
    Types may be incomplete, and None stands for a variadic result of unknown length.
    """
    outlines = {output.name: _outline(names.get(output.name)) for output in op.outputs}
    env = rules_of(op).environment({**names, **outlines})
    facts: dict[str, Facts] = {output.name: _declared(output.rule) for output in op.outputs}
    for solution in solutions(op):
        value = solution.value(env)
        if value is not None and solution.subject in facts:
            facts[solution.subject].append((solution.property, value))
    return {
        output.name: (_types if output.rule.variadic else _type)(facts[output.name], names.get(output.name))
        for output in op.outputs
    }


def _outline(written: Any) -> Any:
    """The element type and rank of a declared type, which rules about its sizes may read."""
    if isinstance(written, Sequence):
        return tuple(map(_outline, written))
    if not isinstance(written, types.TensorType):
        return None
    shape = None if written.shape is None else (types.DYNAMIC,) * written.rank
    return types.TensorType(shape, written.element_type)


def is_complete(inferred: Any) -> bool:
    """Whether a result of `solve` is a type, or consists of types for a variadic result."""
    if type(inferred) is tuple:
        return all(map(is_complete, inferred))
    return inferred is not None and not isinstance(inferred, Incomplete)


def infer_arguments(op: Op, names: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """The argument types of the regions of `op` that its rules determine, by region.

    The regions need not be parsed yet: those among `names` are not read.
    """
    unknown = dict.fromkeys((*(output.name for output in op.outputs), *(name for name, _ in op.regions)))
    env = rules_of(op).environment({**names, **unknown})
    arguments = {}
    for solution in solutions(op):
        value = solution.value(env) if solution.subject in rules_of(op).regions else None
        inputs: Any = value.inputs if isinstance(value, types.FunctionType) else value
        if is_list(inputs) and None not in inputs:
            arguments[solution.subject] = tuple(inputs)
    return arguments


def _declared(rule: OperandRule) -> Facts:
    """The facts that follow from a result's declaration: booleans are i1, a process id is `tensor<ui32>`."""
    if not rule.kinds and rule.token and not rule.tuple:
        return [("type", types.TokenType())]
    (kind,) = rule.kinds if len(rule.kinds) == 1 else ("",)
    element = types.ELEMENT_TYPES.get("i1" if kind == "boolean" else kind)
    facts: Facts = [] if element is None else [("element_type", element)]
    return [*facts, ("shape", (types.DYNAMIC,) * rule.rank)] if rule.rank is not None else facts


def _types(facts: Facts, declared: Sequence[Any] | None) -> tuple[Any, ...] | None:
    """The types of the values of a variadic result; None if their number is unknown."""
    counts = [value for name, value in facts if name == "size" and type(value) is int]
    counts += [len(value) for name, value in facts if _is_per_value(name, value)]
    if not counts and not declared:
        return None
    number = counts[0] if counts else len(declared or ())
    hints = declared if declared and len(declared) == number else [None] * number
    return tuple(_type(list(_facts_of(facts, index)), hints[index]) for index in range(number))


def _is_per_value(name: str, value: Any) -> bool:
    """Whether `value` is a list with one entry per value of a variadic result."""
    return is_list(value) and (name != "shape" or is_nested(value))


def _facts_of(facts: Facts, index: int) -> Iterator[tuple[str, Any]]:
    for name, value in facts:
        if not _is_per_value(name, value):
            yield name, value
        elif index < len(value) and value[index] is not None:
            yield name, value[index]


def _type(facts: Facts, written: Any) -> Any:
    """The type that `facts` determine, completed from the declared one; `Incomplete` if they do not."""
    shape: Shape | None = None
    element = encoding = None
    for name, value in facts:
        if name == "shape":
            for sizes in value if is_nested(value) else (value,):
                shape = _meet_shapes(shape, _sizes(sizes))
        elif name == "size" and shape is not None and len(shape) == 1:
            shape = _meet_shapes(shape, _sizes((value,)))
        elif name in ("element_type", "baseline_element_type"):
            element = element or _without_parameters(name, value)
        elif isinstance(value, types.TensorType):
            shape = _meet_shapes(shape, value.shape)
            element = element or _without_parameters(name, value.element_type)
            encoding = encoding or value.encoding
        elif name != "size":
            return value
    if isinstance(written, types.TensorType):
        shape = written.shape if shape is None else shape
        element = element or written.element_type
    if shape is None or element is None:
        is_other = written is not None and not isinstance(written, types.TensorType | types.OpaqueType)
        return written if is_other else Incomplete(shape, element)
    return types.TensorType(shape, element, encoding)


def _without_parameters(name: str, element: Any) -> Any:
    """The element type; None for a quantized baseline, whose scales and zero points are unknown."""
    return None if name.startswith("baseline") and isinstance(element, types.QuantizedType) else element


def _sizes(shape: Any) -> Shape | None:
    """A computed shape as the shape of a type; None if it is invalid, which a rule reports."""
    sizes = tuple(map(_size, shape))
    return None if None in sizes else sizes


def _size(size: Any) -> Any:
    if size is None:
        return types.DYNAMIC
    if type(size) is types.Dim:
        return interval(math.ceil(max(0, size.low)), size.high)
    return size if type(size) is int and size >= 0 else None


def _meet_shapes(a: Shape | None, b: Shape | None) -> Shape | None:
    """The intersection of two shapes; `a` if they contradict each other, which a rule reports."""
    if a is None or b is None or len(a) != len(b):
        return b if a is None else a
    return tuple(map(meet_sizes, a, b))


def meet_sizes(a: int | types.Dim, b: int | types.Dim) -> int | types.Dim:
    """The intersection of two sizes; `a` if it is empty."""
    least, most = max(low(a), low(b)), min(high(a), high(b))
    return a if least > most else interval(least, most)


# --- solving ----------------------------------------------------------------------------------------


@record(frozen=True)
class Solution:
    """`property(subject) = term`, if the guards of `rule` hold. The subject is a result or a region."""

    rule: CompiledRule
    subject: str
    property: str
    term: Evaluate

    def value(self, env: Environment) -> Any:
        """The value of the property; None if a guard fails or the term cannot be evaluated."""
        try:
            holds = all(truth(env[guard]) for guard in self.rule.rule.guards)
            return self.term(env) if holds else None
        except (LookupError, ValueError):
            return None


@functools.cache
def solutions(op: Op) -> tuple[Solution, ...]:
    """The solutions of the rules of `op` for its results and regions."""
    subjects = {output.name for output in op.outputs} | rules_of(op).regions
    return tuple(
        Solution(rule, subject, name, compile_tree(term))
        for rule in rules_of(op).rules
        if not rule.rule.is_strict
        if rule.formula is not None
        for terms in _equated_terms(rule.formula.tree)
        for target in terms
        for subject, name in _target(target)
        if subject in subjects
        for term in terms
        if term is not target
    )


def _equated_terms(tree: Tree) -> Iterator[list[Any]]:
    """The lists of terms that a formula equates."""
    if tree.data in ("all_of", "group"):
        for part in tree.children:
            yield from _equated_terms(part)
    if tree.data != "chain":
        return
    run: list[Any] = [tree.children[0]]
    for operator, term in zip(tree.children[1::2], tree.children[2::2], strict=True):
        if operator not in ("=", "=="):
            yield run
            run = []
        run.append(term)
    yield run


def _target(term: Tree) -> Iterator[tuple[str, str]]:
    """The subject and property of a term: (`result`, `shape`) for `shape(result)` and `shape(result...)`."""
    if term.data == "call" and term.children[0] in _PROPERTIES and len(term.children) == 2:
        inner: Any = term.children[1]
        name = inner.children[0] if inner.data == "spread" else inner
        if name.data == "name":
            yield str(name.children[0]), str(term.children[0])
