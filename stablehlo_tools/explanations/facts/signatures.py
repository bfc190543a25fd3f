"""The signatures of ops, and the parts of types and constants."""

from __future__ import annotations

from dataclasses import dataclass

from stablehlo_tools.ops.model import schema
from stablehlo_tools.ops.model.attributes import expectation
from stablehlo_tools.ops.model.constructs import Construct
from stablehlo_tools.ops.model.structs import holder_of
from stablehlo_tools.verifier.rules import rule_words


@dataclass(frozen=True)
class SignatureEntry:
    """An operand, attribute, region or result of an op.

    `code` is the code of diagnostics about its type. `type` describes the type in words, `kinds` in terms
    of `ops.model.declare`: element kinds of a tensor, cases of an enum. `default` is the value of an omitted
    attribute, None if it is required. `holder` is the MLIR attribute that it is a field of.
    """

    code: str
    name: str
    role: str
    type: str
    kinds: tuple[str, ...] = ()
    default: str | None = None
    holder: str | None = None
    is_variadic: bool = False

    @property
    def description(self) -> str:
        """Its type, and whether there may be any number of it."""
        return f"any number, each {self.type}" if self.is_variadic else self.type


def signature_of(op: schema.Op | Construct) -> tuple[tuple[SignatureEntry, ...], ...]:
    """The operands, attributes, regions and results of an op; the parts of a construct."""
    if isinstance(op, Construct):
        return (tuple(SignatureEntry("", part.name, "part", part.words) for part in op.attributes),)
    return (
        tuple(_tensor(op, "operand", operand) for operand in op.operands),
        tuple(_attribute(op, attribute) for attribute in op.attributes),
        tuple(
            SignatureEntry(
                op.code_of(name), name, "region", "a region", ("region",), is_variadic=rule.variadic
            )
            for name, rule in op.regions
        ),
        tuple(_tensor(op, "result", output) for output in op.outputs),
    )


def _tensor(op: schema.Op, role: str, declared: schema.ValueField) -> SignatureEntry:
    name, rule = declared.name, declared.rule
    others = [kind for kind in ("token", "tuple", "future", "value") if getattr(rule, kind)]
    kinds = (*sorted(rule.kinds), *others)
    return SignatureEntry(op.code_of(name), name, role, rule_words(rule), kinds, is_variadic=rule.variadic)


def _attribute(op: schema.Op, field: schema.AttributeField) -> SignatureEntry:
    holder = holder_of(op, field.name)
    return SignatureEntry(
        op.code_of(field.name),
        field.name,
        "attribute",
        expectation(field.rule),
        field.rule.choices or (field.rule.kind,),
        default=None if field.default is schema.REQUIRED else _default(field.default),
        holder=None if holder == field.name else holder,
    )


def _default(default: object) -> str:
    if default is None:
        return "nothing"
    if isinstance(default, schema.PerDimension):
        return f"{_literal(default.value)} for each dimension"
    return _literal(default)


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return f"{value}" or '""'
