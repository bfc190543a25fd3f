"""Patterns of operations, in the notation in which `shlo explain` prints them.

    real_dynamic_slice(x, start, limit, strides)  [the result is static, and strides are ones]

A pattern is an op (of StableHLO, without a dialect) on patterns or names: `transpose(transpose(x))`. `*x` are
any number of operands. A name that is there twice stands for one value, `_` for any. A number stands for a
constant all of whose elements are it, broadcast or not. `batch_dims=0` requires the value of an attribute,
`batch_dims=n` binds it to a name. `custom_call @f(x)` is a call of the target `f`. The brackets
have conditions: `x is static, and y is not a constant`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.shapes import are_ones, is_ranked, is_static

# The meaning of a name in a pattern: a value, the values under a star, or an attribute.
Bound = Value | list[Value] | Argument | Attribute
Bindings = dict[str, Bound]


# The predicates in `x is ...`.
PREDICATES: Final[Mapping[str, Callable[[Value], bool]]] = {
    "static": lambda value: is_static(value.type),
    "ranked": is_ranked,
    "a tensor": lambda value: isinstance(value.type, TensorType),
    "a constant": lambda value: constant_of(value) is not None,
    "ones": are_ones,
    "complex": lambda value: element_kind(value.type) == "complex",
    "real": lambda value: element_kind(value.type) != "complex",
    "float": lambda value: element_kind(value.type) == "float",
}
_CLAUSE: Final = re.compile(r"(.+?) (?:is|are)( not)? (.+)")
_BRACKET: Final = re.compile(r"(?<=\)) *\[")  # of the conditions


@dataclass(frozen=True)
class Clause:
    """A condition that a predicate holds for named values, `the result`, or `all` values of an operation."""

    subjects: Sequence[str]
    predicate: Callable[[Value], bool]
    expected: bool

    def holds(self, operation: Operation, bound: Bindings) -> bool:
        """Whether it does."""
        groups_by_subject: dict[str, Any] = {
            **bound,
            "the result": operation.results,
            "all": [*operation.operands, *operation.results],
        }
        groups = [groups_by_subject[subject] for subject in self.subjects]
        values = [value for group in groups for value in (group if isinstance(group, list) else [group])]
        return all(self.predicate(value) == self.expected for value in values)


@dataclass(frozen=True)
class Application:
    """An op applied to patterns, numbers or names; one name may begin with a star."""

    op: str
    operands: Sequence[Application | str | float]
    attributes: Mapping[str, ast.expr]

    def bind(self, operation: object, bound: Bindings) -> bool:
        """Whether an operation is one, whose parts are then `bound` to the names."""
        if not isinstance(operation, Operation) or operation.name != self.op:
            return False
        values = self._aligned(operation.operands)
        pairs = zip(self.operands, values or (), strict=values is not None)
        return (
            values is not None
            and all(_bind(pattern, value, bound) for pattern, value in pairs)
            and (not self.attributes or self._bind_attributes(operation, bound))
        )

    def _aligned(self, values: Sequence[Value]) -> list[Value | list[Value]] | None:
        """A value for each operand, and a list for the one with a star; None if their numbers differ."""
        names = [isinstance(operand, str) and operand.startswith("*") for operand in self.operands]
        surplus = len(values) - len(names)
        if True not in names:
            return None if surplus else [*values]
        start = names.index(True)
        end = start + surplus + 1
        return None if surplus < -1 else [*values[:start], [*values[start:end]], *values[end:]]

    def _bind_attributes(self, operation: Operation, bound: Bindings) -> bool:
        op = OPS.get(self.op)
        declared = spec_attributes(op, operation) if op else {}
        for name, expected in self.attributes.items():
            is_declared = op is not None and any(field.name == name for field in op.attributes)
            value = declared[name] if is_declared else operation.attributes.get(name)
            if isinstance(expected, ast.Name):
                bound[expected.id] = value
            if value is None if isinstance(expected, ast.Name) else not _is_equal(value, expected):
                return False
        return True


def _is_equal(value: Any, literal: ast.expr) -> bool:
    """Whether an attribute has the value of a literal, in which lists stand for tuples."""
    return bool(_as_tuples(value) == _as_tuples(ast.literal_eval(literal)))


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, (list, tuple)) else value


def _bind(pattern: Application | str | float, value: Value | list[Value], bound: Bindings) -> bool:
    if isinstance(pattern, Application):
        return isinstance(value, Value) and pattern.bind(value.owner, bound)
    if not isinstance(pattern, str):
        return isinstance(value, Value) and _is_filled_with(value, pattern)
    if pattern == "_":
        return True
    return bound.setdefault(pattern.removeprefix("*"), value) is value


def _is_filled_with(value: Value, number: float) -> bool:
    """Whether a value is a constant, possibly broadcast, whose elements are all this number."""
    broadcast = defining_op(value, "stablehlo.broadcast_in_dim")
    if broadcast is not None:
        return _is_filled_with(broadcast.operands[0], number)
    constant = constant_of(value)
    return constant is not None and constant.is_splat and bool(constant.elements.flat[0] == number)


@dataclass(frozen=True)
class Pattern:
    """An application with its conditions; `unrecognized` are those in words that no predicate has."""

    root: Application
    conditions: Sequence[Clause]
    unrecognized: Sequence[str]

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """The pattern that a text is."""
        applied, _, bracket = _BRACKET.sub("  [", text).partition("  [")
        clauses = bracket.rstrip("]").split(", and ") if bracket else []
        names = {*re.findall(r"\w+", applied), "the result", "all"}
        conditions = {clause: _condition(clause, names) for clause in clauses}
        recognized = [condition for condition in conditions.values() if condition is not None]
        unrecognized = [clause for clause, condition in conditions.items() if condition is None]
        return cls(_application(ast.parse(applied.strip(), mode="eval").body), recognized, unrecognized)

    def match(self, operation: Operation) -> Bindings | None:
        """The bindings of the names; None if the operation does not match."""
        bound: Bindings = {}
        try:
            is_bound = self.root.bind(operation, bound)
        except AttributeMismatch:
            return None
        return (
            bound if is_bound and all(clause.holds(operation, bound) for clause in self.conditions) else None
        )


def op_of(text: str) -> str:
    """The op of a pattern, or of a term: `dot` is StableHLO's; `cross_replica_sum` has dashes."""
    name = re.split(r"[ (]", text, maxsplit=1)[0]
    name = name if "." in name else f"stablehlo.{name}"
    dashed = name.replace("_", "-")
    return dashed if name not in OPS and dashed in OPS else name


def _condition(clause: str, names: set[str]) -> Clause | None:
    """The condition of a clause about these names; None for another form."""
    clause_match = _CLAUSE.fullmatch(clause)
    subjects = re.split(", | and ", clause_match[1]) if clause_match else []
    words = [clause_match[3], f"a {clause_match[3].removesuffix('s')}"] if clause_match else []
    predicate = next((PREDICATES[word] for word in words if word in PREDICATES), None)
    if clause_match is None or predicate is None or not names >= {*subjects}:
        return None
    return Clause(subjects, predicate, clause_match[2] is None)


def _application(node: ast.expr) -> Application:
    target = {}
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Call):  # custom_call @f(x)
        target = {"call_target_name": ast.Constant(ast.unparse(node.right.func))}
        node = ast.Call(node.left, node.right.args, node.right.keywords)
    assert isinstance(node, ast.Call)
    operands = [_operand(arg) for arg in node.args]
    attributes = {str(keyword.arg): keyword.value for keyword in node.keywords}
    return Application(op_of(ast.unparse(node.func)), operands, {**target, **attributes})


def _operand(node: ast.expr) -> Application | str | float:
    if isinstance(node, ast.Call):
        return _application(node)
    if isinstance(node, ast.Constant | ast.UnaryOp):
        number: float = ast.literal_eval(node)
        return number
    return ast.unparse(node)
