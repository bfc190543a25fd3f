"""The form of an operation: the facts that its problems depend on.

Most rules depend only on which sizes are equal. So they are evaluated once for types with `NamedSize`s; rules
that hold for these hold for every operation of the form, with any sizes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.rules import rules_of
from stablehlo_tools.formula.sizes import NamedSize, with_sizes
from stablehlo_tools.ir import attributes
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.shardy import SHARDY
from stablehlo_tools.ir.types import QuantizedType, TensorType, Type
from stablehlo_tools.ops.model.schema import Op

# The attributes that compare fast, and by all that is said of them.
_PLAIN = frozenset(
    {
        str, bool, type(attributes.UNIT), attributes.Integer, attributes.Float, attributes.Symbol,
        attributes.Enumeration, attributes.DenseArray, attributes.TypeAttribute, attributes.Convolution,
        attributes.Opaque, *SHARDY,
    }
)  # fmt: skip


class OperationForm:
    """The shared facts of operations of a form.

    `sizes` are the ones that any others may replace, all but 0 and 1; None if the rules read sizes.
    """

    __slots__ = ("_holds", "_key", "_known", "_name", "_sizes")

    def __init__(
        self, name: str, key: Hashable, sizes: Mapping[int, int] | None, known: set[Hashable]
    ) -> None:
        self._name = name
        self._key = key
        self._sizes = sizes
        self._known = known
        self._holds = sizes is None

    @property
    def is_known(self) -> bool:
        """Whether an operation of this form was valid."""
        return self._key in self._known

    def keep(self) -> None:
        """Remember that an operation of this form is valid, or that its op has rules that read sizes."""
        if len(self._known) > _MAX_KNOWN:
            self._known.clear()
        self._known.add(self._key if self._holds else self._name)

    def is_valid_for_all_sizes(self, op: Op, names: Mapping[str, Any]) -> bool:
        """Whether all rules hold for these names with any sizes, if sizes of different names differ."""
        if self._sizes is None:
            return False
        named: dict[Any, Any] = {size: NamedSize() for size in self._sizes}
        other: Callable[[Any], Any] = lambda size: named.get(size, size)  # noqa: E731
        rules = rules_of(op)
        env = rules.environment({name: with_sizes(value, other) for name, value in names.items()})
        try:
            self._holds = all(rule.holds(env) for rule in rules.rules if not rule.rule.is_strict)
        except Exception:  # noqa: BLE001 - whatever it is: the rules are evaluated for the sizes at hand
            return False
        return self._holds


_MAX_KNOWN = 1 << 15


def plain_part(operation: Operation) -> Sequence[Hashable]:
    """The part of a form besides types: the op, the number of operands, the attributes.

    Empty for constants, or other attributes that do not compare fast.
    """
    attributes = operation.attributes
    if operation.properties is not None or not all(map(_is_plain, attributes.values())):
        return ()
    return (operation.name, len(operation.operands), *attributes.items())


def form_of(
    op: Op,
    plain: Sequence[Hashable],
    types: Sequence[Type],
    regions: Sequence[RegionType],
    known: set[Hashable],
) -> OperationForm:
    """The form of an operation with a `plain_part`, and operands and results of these types.

    `known` are the valid forms.
    """
    sizes: dict[int, int] | None = None if op.name in known or _reads_types(op) else {}
    inner = [
        (_forms(region.input_types, sizes), _forms(region.output_types, sizes), region.operation)
        for region in regions
    ]
    key = (*plain, *_forms(types, sizes), *inner)
    return OperationForm(op.name, key, sizes, known)


def _is_plain(attribute: object) -> bool:
    if isinstance(attribute, attributes.Struct):
        return all(map(_is_plain, attribute.fields.values()))
    return type(attribute) in _PLAIN or (isinstance(attribute, tuple) and all(map(_is_plain, attribute)))


def _forms(types: Sequence[Type], sizes: dict[int, int] | None) -> tuple[Hashable, ...]:
    """The types, with numbers for the sizes of static tensors, which are equal where these are."""
    if sizes is None:
        return tuple(types)
    forms, last, form = list[Hashable](), None, None
    for type in types:
        if type is not last:  # many ops have one type
            last, form = type, _form(type, sizes)
        forms.append(form)
    return tuple(forms)


def _form(type: Type, sizes: dict[int, int]) -> Hashable:
    if not isinstance(type, TensorType) or not type.is_static or isinstance(type.element_type, QuantizedType):
        return type
    numbers = [size if size < 2 else sizes.setdefault(size, len(sizes) + 2) for size in type.static_shape]
    return (type.element_type.name, type.encoding, *numbers)


@functools.cache
def _reads_types(op: Op) -> bool:
    """Whether a function of Python, which may do anything, judges types."""
    attributes = {attribute.name for attribute in op.attributes}
    return any(rule.kind != "formula" and not attributes.issuperset(rule.reads) for rule in op.rules)
