"""Callbacks of `grammar/stablehlo.lark`, which build the `Template` of a statement."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.ir.attributes import Attribute, TypedString
from stablehlo_tools.ir.constants import Dense, DenseResource, is_resource_blob
from stablehlo_tools.ir.quoting import unescape
from stablehlo_tools.ir.types import I1, Type
from stablehlo_tools.text.assembly.deprecated_syntax import OLD_FUNCTION
from stablehlo_tools.text.assembly.formats import format_of
from stablehlo_tools.text.assembly.properties import properties_of, required_properties
from stablehlo_tools.text.assembly.signatures import WrittenTypes
from stablehlo_tools.text.statement import build_literals, build_templates
from stablehlo_tools.text.statement.affine import AffineRules
from stablehlo_tools.text.statement.build_attributes import AttributeRules
from stablehlo_tools.text.statement.build_literals import always, of_list, of_part, of_parts
from stablehlo_tools.text.statement.build_locations import LocationRules, as_attribute
from stablehlo_tools.text.statement.build_types import TypeRules
from stablehlo_tools.text.statement.shardy import ShardyRules
from stablehlo_tools.text.statement.template import (
    Alias,
    BlockLabel,
    Definition,
    StatementError,
    Template,
    current,
    error_at,
    error_in_types,
)

_UNKNOWN_PROPERTY = Code(
    "unknown_property",
    "The op has no property of this name. Properties are written between `<{` and `}>`.",
    "Check the spelling, or move the attribute to the attribute dictionary, between `{` and `}`.",
)


def _merged(
    token: Token, properties: Attribute | None, attributes: Mapping[str, Attribute]
) -> Mapping[str, Attribute]:
    """The attributes and the declared properties of an op. Raises StatementError."""
    name = unescape(token)
    declared = properties_of(name)
    if properties is None:
        return attributes
    if declared == frozenset():
        help = "write discardable attributes in `{...}`"
        subject = (
            f"property `{next(iter(properties))}`"
            if properties and isinstance(properties, Mapping)
            else "properties"
        )
        raise error_at(token, f"`{name}` has no {subject}", _UNKNOWN_PROPERTY, help)
    if not isinstance(properties, Mapping):
        raise error_at(token, f"the properties of `{name}` must be a dictionary `<{{...}}>`")
    missing = required_properties(name) - properties.keys() - attributes.keys()
    accepted = {key: value for key, value in properties.items() if _is_accepted(key, declared, missing)}
    for key, value in properties.items():
        if key not in accepted:
            build_literals.check_values(value, token)
    return {**attributes, **accepted}


def _is_accepted(key: str, declared: frozenset[str] | None, missing: Collection[str]) -> bool:
    """Whether the op has a property, or lacks one that was misspelled, which the verifier reports."""
    return declared is None or key in declared or bool(closest(key, missing))


def _is_declared(token: Token) -> bool:
    name = unescape(token)
    return properties_of(name) is not None or name.startswith(("mhlo.", "vhlo."))  # translated


def _entries(resources: object) -> Iterable[Any]:
    """The entries of a level of the resource section. Raises StatementError for a string."""
    if not isinstance(resources, dict):
        raise _resource_error()
    return resources.values()


def _check_known(kind: str, resources: Iterable[str], expected: Sequence[str]) -> None:
    unknown = next((name for name in resources if name not in expected), None)
    if unknown is not None:
        raise _resource_error(f"{kind} `{unknown}` of resources: expected {' or '.join(expected)}")


def _resource_error(message: str = "") -> StatementError:
    form = 'dialect_resources: { builtin: { key: "0x..." } }'
    message = message or f"expected strings by dialect and key in the resource section: `{form}`"
    return StatementError(message, 0, len(current().text))


def _argument(name: Token | None, type: Type, attributes: Any, location: Any) -> build_templates.Argument:
    return build_templates.Argument(name, type, location, attributes or {})


class StatementBuilder(TypeRules, AttributeRules, LocationRules, AffineRules, ShardyRules):
    """A callback for each rule of the grammar, with the values of the rule's parts."""

    results = regions = single_type = func = build_literals.all_parts
    pair = binding = reduction = window_entry = signature = build_literals.all_parts
    operands = type_list = type_list_1 = build_literals.present_parts
    func_inputs = func_outputs = arguments = build_literals.present_parts

    # -- statements -----------------------------------------------------------------------------

    def op(self, parts: list[Any]) -> Template:
        results, head, location = parts
        return build_templates.template_of(results or [], head, location)

    def attribute_alias(self, parts: list[Any]) -> Definition:
        name, value = parts
        if "." in name:
            raise error_at(name, f"invalid alias `{name}`: names with a dot belong to dialects")
        context = current()
        build_literals.check_values(value)
        return Definition(str(name), Alias(value, context.size, context.depth + context.inner))

    type_alias = attribute_alias

    def resources(self, parts: list[Any]) -> Definition:
        dialects = [dialect for section in _entries(parts[0]) for dialect in _entries(section)]
        if not all(isinstance(blob, str) for dialect in dialects for blob in _entries(dialect)):
            raise _resource_error()
        _check_known("section", parts[0], ("dialect_resources", "external_resources"))
        _check_known("dialect", parts[0].get("dialect_resources", {}), ("builtin",))
        for blobs in parts[0].get("dialect_resources", {}).values():
            for key, blob in blobs.items():
                if not is_resource_blob(blob):
                    form = "`0x`, 4 bytes of alignment, a power of two, and elements, in hexadecimal digits"
                    raise _resource_error(f"the blob of `{key}` is not {form}")
        return Definition("{-#", parts[0])

    def resource_entries(self, parts: list[Any]) -> dict[str, Any]:
        return build_literals.merged(build_literals.present(parts), {})

    def resource_entry(self, parts: list[Any]) -> tuple[str, Any]:
        key, value = parts
        blob = build_literals.blob_of(value) if isinstance(value, Token) else value
        return build_literals.key_of(key), blob

    def result(self, parts: list[Any]) -> tuple[Token, int]:
        name, count = parts[0], 1 if parts[1] is None else build_literals.integer_of(parts[1])
        if count < 1:
            raise error_at(parts[1], "expected at least one result")
        return name, count

    successors = staticmethod(lambda labels: [*map(str, labels)])
    region, empty_region = always(True), always(False)

    def generic(self, parts: list[Any]) -> build_templates.Head:
        name, operands, successors, properties, regions, dictionary, (inputs, outputs) = parts
        if name == '""':
            raise error_at(name, "expected the name of an op")
        properties = None if properties is None else as_attribute(properties)
        apart = None if _is_declared(name) else properties
        attributes = _merged(name, properties, dictionary or {}) if apart is None else dictionary or {}
        return build_templates.Head(
            unescape(name), operands, attributes, inputs, outputs,
            [None if filled else build_templates.EMPTY_REGION for filled in regions or ()],
            successors or (), apart,
        )  # fmt: skip

    # -- assembly formats ----------------------------------------------------------------------------

    def custom(self, parts: list[Any]) -> build_templates.Head:
        token, *children = parts
        if token == "func":
            current().old_spellings.append(OLD_FUNCTION)
        return format_of(token).head(token, children)

    integers = ranges = window = window_list = of_list(tuple)
    bindings = reductions = words = of_list(tuple)
    word = of_part(build_literals.BareWord)
    integer = of_part(build_literals.integer_of)
    real = of_part(build_literals.Real)
    typing = of_parts(WrittenTypes)

    def range(self, parts: list[Any]) -> tuple[int, int, int]:
        start, limit, stride = parts
        return (
            build_literals.integer_of(start),
            build_literals.integer_of(limit),
            1 if stride is None else build_literals.integer_of(stride),
        )

    def typed_value(self, parts: list[Any]) -> tuple[Attribute, list[Type]]:
        """A constant, and its type."""
        value, type = parts if len(parts) == 2 else (parts[0], I1)
        if isinstance(value, Token) and value.type in ("INTEGER", "FLOAT"):
            read = self.typed_integer if value.type == "INTEGER" else self.typed_real
            value = read(parts)
            return value, [type or value.type]  # type: ignore[union-attr]
        return value if isinstance(value, bool) else build_literals.typed_literal(value, type), [type]

    def aliased_value(self, parts: list[Any]) -> tuple[Attribute, list[Type]]:
        """The constant that an alias stands for, and its type."""
        value: Any = self.alias_use(parts)
        type = I1 if isinstance(value, bool) else getattr(value, "type", None)
        if type is None or isinstance(value, TypedString):
            raise error_at(parts[0], f"expected the alias of a constant, found `{parts[0]}`")
        return value, [type]

    def aliased_constant(self, parts: list[Any]) -> build_templates.Head:
        name, dictionary, alias = parts
        value, types = self.aliased_value([alias])
        if not isinstance(value, Dense | DenseResource):
            raise error_at(alias, f"expected the alias of `dense<...> : type`, found `{alias}`")
        return build_templates.Head(str(name), [], {**(dictionary or {}), "value": value}, [], types)

    def reducer(self, parts: list[Any]) -> list[build_templates.Argument]:
        """The arguments: all accumulators, then all elements. The text has a pair of them for each input."""
        *groups, _ = build_literals.present(parts)
        if any(len(group) != 2 for group in groups):
            raise error_in_types("a reducer must have two arguments for each input: `(%a: T, %b: T)`")
        return [group[0] for group in groups] + [group[1] for group in groups]

    def bare_constant(self, parts: list[Any]) -> build_templates.Head:
        name, properties, dictionary, (inputs, outputs) = parts
        return build_templates.Head(
            str(name), [], {**(properties or {}), **(dictionary or {})}, inputs, outputs
        )

    # -- functions, modules, blocks ----------------------------------------------------------------

    func_input = of_parts(_argument)
    unnamed_input = of_parts(functools.partial(_argument, None))
    argument = of_parts(lambda name, type, location: _argument(name, type, None, location))

    def func_output(self, parts: list[Any]) -> tuple[Type, Mapping[str, Attribute]]:
        type, *dictionary = build_literals.present(parts)
        return type, dictionary[0] if dictionary else {}

    def label(self, parts: list[Any]) -> BlockLabel:
        placeholders = build_templates.Placeholders()
        arguments = build_templates.region_arguments(parts[1] or [], placeholders)
        return BlockLabel(str(parts[0]), arguments, placeholders.are_all_used and current().is_shared)
