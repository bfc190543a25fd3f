"""A target as data: the ops, element types and conditions that it supports, and why it refuses an operation.

Conditions are formulas of the language of constraints (`grammar/formula.lark`) over the names of the op. One
that is unknown, since a size is, does not refuse.
"""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from stablehlo_tools.dataflow.module_index import shared_index
from stablehlo_tools.dataflow.operand_facts import (
    is_not_of_splats,
    is_not_strided,
    is_power_of_logarithm,
    is_scatter_inside,
)
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.formats.vhlo.needs import needs_of
from stablehlo_tools.formula.check import Violation, violation_of
from stablehlo_tools.formula.compile import Environment
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.ir.operations import TERMINATORS, Function, Module, Operation
from stablehlo_tools.ir.types import ElementType, FutureType, QuantizedType, TensorType, TupleType, Type
from stablehlo_tools.ops.model.attributes import AttributeMismatch
from stablehlo_tools.ops.model.schema import Constraint, Op
from stablehlo_tools.ops.model.signature import CountMismatch, operand_types, result_types
from stablehlo_tools.ops.model.versions import Version
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.named_values import names_of
from stablehlo_tools.verifier.problem import Place
from stablehlo_tools.verifier.rules import places_of, violation_message

QUANTIZED: Final = "quantized"  # the word for all quantized element types
_STRUCTURE: Final = ("builtin.", "func.")

INVALID_PROFILE = Code(
    "target_profile",
    "The profile of a target is not valid: its TOML, a key, a value, or a condition that is not a formula "
    "over the names of the op.",
    "Correct it as the message says; docs/support.md describes the format.",
    is_usage=True,
)


class ProfileError(DiagnosticError):
    """The profile of a target cannot be read, or has a condition without a value for some operation."""


@dataclass(frozen=True)
class Condition:
    """A formula that holds for the operations of an op that a target supports.

    `rewrites` are the codes of rewrites after which it holds; `span` is its place in the profile.
    """

    formula: str
    note: str = ""
    rewrites: tuple[str, ...] = ()
    span: Span | None = None

    def violation(self, op: Op, names: Mapping[str, Any]) -> Violation | None:
        """The reason that the condition does not hold for these names of an operation; None if it may.

        Raises `ProfileError` for one that cannot be evaluated.
        """
        rules = rules_of(op)
        rule = CompiledRule(Constraint("", self.formula), rules)
        env: Environment = rules.environment(names)
        try:
            return violation_of(rules, rule, env) if rule.holds(env) is False else None
        except Exception as error:
            message = f"`{self.formula}` has no value for a `{op.name}`: {error!r}"
            helps = ("guard it: `If rank(operand) > 1, then ...`",)
            raise ProfileError(Diagnostic(INVALID_PROFILE, message, self.span, helps=helps)) from error


@dataclass(frozen=True)
class Proof:
    """`what` is to be proved of an operand, where a target does not do as the specification says."""

    holds: Callable[[Operation], bool]
    what: str
    operand: str


# By the key of a profile that is false for an op: what the target lacks.
PROOFS: Final = {
    "checks-bounds": Proof(
        is_scatter_inside, "indices that are proved to be inside of the input", "scatter_indices"
    ),
    "negative-base": Proof(is_power_of_logarithm, "operands proved to satisfy x^y = exp(y * log(x))", "lhs"),
    "strided-operand": Proof(is_not_strided, "an operand that is not a strided slice", "operand"),
    "splat-operand": Proof(is_not_of_splats, "inputs that are not computed from splat constants", "inputs"),
}


@dataclass(frozen=True)
class OpSupport:
    """The support of a target for an op: all of its operations that the fields do not exclude.

    `types` are names of element types, `quantized` among them, or None for those of the target. `values` are
    patterns for attributes that are strings, such as the targets of a `custom_call`. `lacks` are keys of
    `PROOFS`, what has to be proved of each operation.
    """

    is_supported: bool = True
    types: frozenset[str] | None = None
    conditions: tuple[Condition, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    note: str = ""
    rewrites: tuple[str, ...] = ()
    lacks: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Refusal:
    """A reason for which a target refuses an operation.

    `reason` says it in general, such as "requires `is_stable = false`"; `condition` is the formula, if it is
    one, and `values` are its terms with their values; `fault` is the failing comparison, or the name of the
    type. `element_type` is the one at fault, or that of the first operand or result. `rewrites` are the codes
    of rewrites that help, as the profile has them. `is_of_op`: the type is refused for this op alone.
    """

    operation: Operation
    reason: str
    element_type: str = ""
    condition: str = ""
    fault: str = ""
    values: tuple[tuple[str, str], ...] = ()
    places: tuple[Place, ...] = ()
    note: str = ""
    rewrites: tuple[str, ...] = ()
    is_of_op: bool = False


@dataclass(frozen=True, repr=False)
class Profile:
    """A target: which operations it supports, as of a `date` and according to a `source`.

    Ops that `ops` does not list are supported unless `refuses_unlisted`. `types` are the element types of
    ops that have no list of their own; None for all. `refuses_parts_of_bytes` is for tensors of elements
    below 8 bits that are no whole number of bytes. `stablehlo` is the newest version that it reads; None
    for any. `digest` is that of the files that it was read from.
    """

    name: str
    title: str = ""
    version: str = ""
    date: str = ""
    source: str = ""
    stablehlo: Version | None = None
    types: frozenset[str] | None = None
    refuses_unlisted: bool = False
    refuses_dynamic: bool = False
    refuses_parts_of_bytes: bool = False
    max_rank: int | None = None
    ops: Mapping[str, OpSupport] = field(default_factory=lambda: MappingProxyType({}))
    digest: str = ""

    def __repr__(self) -> str:
        return f"Profile({self.name!r}, digest={self.digest!r})"

    def refusals(
        self, operation: Operation, functions: Mapping[str, Function] | None = None
    ) -> list[Refusal]:
        """The reasons for which the target refuses a valid operation; none if it takes it.

        `functions` are those of the module by name. Raises `ProfileError`.
        """
        if operation.name.startswith(_STRUCTURE) and operation.name not in self.ops:
            return list(self._version_refusals(operation, ""))
        return list(self._refusals(operation, functions or {}))

    def refused(self, module: Module) -> list[Refusal]:
        """The refusals of all operations of a valid module. Raises `ProfileError`."""
        functions = module.declared
        operations = (operation for operation in module.walk() if operation is not module)
        with shared_index(module):
            return [refusal for operation in operations for refusal in self.refusals(operation, functions)]

    def _refusals(self, operation: Operation, functions: Mapping[str, Function]) -> Iterator[Refusal]:
        support, typed = self.ops.get(operation.name), _typed_parts(operation)
        element_type = next((element_type_name(type) for _, type in typed), "")
        if support is None and self.refuses_unlisted and operation.name not in TERMINATORS:
            reason = "not among the supported ops"
            yield Refusal(operation, reason, element_type)
            return
        support = support or OpSupport()
        if not support.is_supported:
            reason = "not supported"
            yield Refusal(operation, reason, element_type, note=support.note, rewrites=support.rewrites)
            return
        yield from self._version_refusals(operation, element_type)
        yield from self._type_refusals(operation, support, typed)
        yield from _value_refusals(operation, support, element_type)
        for proof in (PROOFS[name] for name in sorted(support.lacks)):
            if not proof.holds(operation):
                yield Refusal(
                    operation, f"requires {proof.what}", element_type, places=(("operand", proof.operand),),
                    note=support.note, rewrites=support.rewrites,
                )  # fmt: skip
        if support.conditions:
            yield from _condition_refusals(operation, support, functions, element_type)

    def _version_refusals(self, operation: Operation, element_type: str) -> Iterator[Refusal]:
        """The refusal of an op that the version of StableHLO lacks; ops of no version may be listed."""
        if self.stablehlo is None:
            return
        for need in needs_of(operation):
            if not need.is_met(self.stablehlo) and not (need.since is None and operation.name in self.ops):
                yield Refusal(operation, need.unmet, element_type, places=(need.place,) if need.place else ())

    def _type_refusals(
        self, operation: Operation, support: OpSupport, typed: Sequence[tuple[Place, TensorType]]
    ) -> Iterator[Refusal]:
        """The refusals of types: the first one for each reason."""
        reported = set[str]()
        for place, type in typed:
            for refusal in self._refusals_of_type(operation, support, place, type):
                if refusal.reason not in reported:
                    reported.add(refusal.reason)
                    yield refusal

    def _refusals_of_type(
        self, operation: Operation, support: OpSupport, place: Place, type: TensorType
    ) -> Iterator[Refusal]:
        types = self.types if support.types is None else support.types
        name, places = element_type_name(type), (place,)
        if types is not None and name not in types:
            yield Refusal(
                operation, f"requires element types other than {name}", name, "", name, places=places,
                note=support.note, rewrites=support.rewrites,
                is_of_op=self.types is None or name in self.types,
            )  # fmt: skip
        if self.max_rank is not None and type.rank > self.max_rank:
            reason = f"requires a rank of at most {self.max_rank}"
            yield Refusal(operation, reason, name, "", f"rank {type.rank}", places=places)
        if self.refuses_parts_of_bytes and _has_part_of_byte(type):
            yield Refusal(operation, "requires whole bytes", name, "", str(type), places=places)
        if self.refuses_dynamic and not type.is_static:
            yield Refusal(operation, "requires static shapes", name, "", str(type), places=places)


def _value_refusals(operation: Operation, support: OpSupport, element_type: str) -> Iterator[Refusal]:
    for name, patterns in support.values.items():
        value = operation.attributes.get(name)
        if isinstance(value, str) and not any(fnmatch.fnmatchcase(value, pattern) for pattern in patterns):
            reason = f"`{name}` `{value}` is not among those supported"
            place: Place = ("attribute", name)
            yield Refusal(
                operation, reason, element_type, "", value, places=(place,), note=support.note,
                rewrites=support.rewrites,
            )  # fmt: skip


def _condition_refusals(
    operation: Operation, support: OpSupport, functions: Mapping[str, Function], element_type: str
) -> Iterator[Refusal]:
    op = OPS[operation.name]
    try:
        names = names_of(op, operation, functions)
        operands, results = operand_types(op, operation).values(), result_types(op, operation).values()
    except (AttributeMismatch, CountMismatch):  # invalid, which the verifier says
        return
    for condition in support.conditions:
        violation = condition.violation(op, names)
        if violation is not None:
            yield Refusal(
                operation,
                f"requires `{condition.formula}`",
                element_type,
                condition.formula,
                violation_message(violation) if violation.link is None else str(violation.link),
                violation.values,
                places_of(op, violation, operands, results),
                condition.note,
                condition.rewrites,
            )


def _typed_parts(operation: Operation) -> list[tuple[Place, TensorType]]:
    """The tensors among the types of operands and results, those in tuples and futures too."""
    groups = (("operand_type", operation.operands), ("result_type", operation.results))
    return [
        ((kind, index), tensor)
        for kind, values in groups
        for index, value in enumerate(values)
        for tensor in _tensors(value.type)
    ]


def _tensors(type: Type) -> Iterator[TensorType]:
    if isinstance(type, TensorType):
        yield type
    elif isinstance(type, TupleType | FutureType):
        for part in type.types:
            yield from _tensors(part)


def _has_part_of_byte(type: TensorType) -> bool:
    element = type.element_type
    bits = element.bits if isinstance(element, ElementType) and element.kind != "boolean" else 8
    return bits < 8 and type.is_static and math.prod(type.static_shape) * bits % 8 != 0


def element_type_name(type: TensorType) -> str:
    """The name of the element type in profiles."""
    element = type.element_type
    return QUANTIZED if isinstance(element, QuantizedType) else element.name
