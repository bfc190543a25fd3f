"""The attributes of opcodes as they are declared: kinds of values, places in protocol buffers, and in ops.

HLO values are as in `hlo/attributes.py`, StableHLO values as `ops/model/attributes.py` unpacks them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stablehlo_tools.hlo import attributes

Values = Mapping[str, Any]
Names = tuple[str, ...]


class NoCounterpart(ValueError):
    """Raised for a construct that the other language cannot express."""


class NotOneEntry(NoCounterpart):
    """An attribute that lists `count` numbers instead of one."""

    def __init__(self, attribute: str, ours: str, count: int) -> None:
        super().__init__(f"`{attribute}` has {count} entries, but `{ours}` of StableHLO has exactly one")
        self.attribute = attribute
        self.count = count


class AttributeMapping(NamedTuple):
    """Some attributes of an opcode, and the corresponding ones of its op.

    `to_stablehlo` maps the values of the instruction's attributes `hlo`, None for a missing one, to those of
    the op; `to_hlo` maps the values of the names `stablehlo`, which may include operands, for their types, to
    those of the instruction. Values of None are omitted. Both raise NoCounterpart.
    """

    hlo: Names
    stablehlo: Names
    to_stablehlo: Callable[..., Values]
    to_hlo: Callable[..., Values]


class Words(NamedTuple):
    """An enum: its name in messages, and its words in the order of their numbers.

    A word that begins with `!` is a number that no program has.
    """

    name: str
    numbered: tuple[str, ...]

    @property
    def valid(self) -> frozenset[str]:
        """The words that a program may have."""
        return frozenset(word for word in self.numbered if not word.startswith("!"))


class HloAttribute(NamedTuple):
    """An attribute of an opcode.

    `kind` is that of its values (`hlo/text/kinds.py`), and `proto` its place in a protocol buffer,
    `message.field`; None if it has none. `default` is the value that HLO omits, unless it `is_written`.
    `mapping` converts it to and from the attributes of the op.
    """

    name: str
    kind: str
    is_required: bool
    proto: str | None
    mapping: AttributeMapping | None = None
    default: Any = None
    is_written: bool = False
    words: Words | None = None


def _same(value: Any) -> Any:
    return value


# -- fields: a name that ends in `?` is that of an optional attribute ------------------------------------
# `op` is the name of the op's attribute where it differs.


def plain(
    name: str, kind: str, *, proto: str | None = "", mapping: AttributeMapping | None = None
) -> HloAttribute:
    """An attribute of a kind of its own."""
    own = name.rstrip("?")
    return HloAttribute(own, kind, name == own, own if proto == "" else proto, mapping)


def mapped(
    name: str, kind: str, ours: str, to_stablehlo: Any, to_hlo: Any, *, proto: str | None = ""
) -> HloAttribute:
    """An attribute that is the attributes `ours` of the op."""
    mapping = AttributeMapping((name.rstrip("?"),), tuple(ours.split()), to_stablehlo, to_hlo)
    return plain(name, kind, proto=proto, mapping=mapping)


def direct(
    name: str,
    kind: str,
    op: str = "",
    to_stablehlo: Callable[[Any], Any] = _same,
    to_hlo: Callable[[Any], Any] = _same,
    *,
    proto: str | None = "",
    default: Any = None,
    is_written: bool = False,
) -> HloAttribute:
    """An attribute that corresponds to one of the op.

    HLO omits the value `default`, unless it `is_written`; StableHLO never omits it.
    """
    own = name.rstrip("?")
    ours = op or own

    def forwards(value: Any) -> Values:
        return {ours: default if value is None else to_stablehlo(value)}

    def backwards(value: Any) -> Values:
        is_default = value == default and default is not None and not is_written
        return {own: None if value is None or is_default else to_hlo(value)}

    attribute = mapped(name, kind, ours, forwards, backwards, proto=proto)
    return attribute._replace(default=default, is_written=is_written)


def unlike_op(name: str, *, proto: str | None = "") -> HloAttribute:
    """A text attribute; unless it is empty, the instruction differs from the op."""

    def refused(value: Any) -> Values:
        if value is not None and str(value) != "{}":
            raise NoCounterpart(f"`{name.rstrip('?')}` has no counterpart in StableHLO")
        return {}

    return mapped(name, "raw", "", refused, dict, proto=proto)


def integer(name: str, *, proto: str = "", default: int | None = None) -> HloAttribute:
    """An integer. A place `field.0` is the first number of a list."""
    return direct(name, "integer", proto=proto, default=default)


def integers(
    name: str, op: str = "", *, proto: str = "", kind: str = "integers", is_written: bool = False
) -> HloAttribute:
    """A list of integers; an optional one is omitted if empty, unless it `is_written`."""
    return direct(name, kind, op, proto=proto, default=())._replace(is_written=is_written)


def flag(name: str, *, proto: str = "") -> HloAttribute:
    """A boolean, which is omitted if false."""
    return direct(f"{name}?", "boolean", proto=proto, default=False)


def dimension(op: str) -> HloAttribute:
    """A list of one dimension, which StableHLO has as an integer."""

    def first(numbers: tuple[int, ...]) -> int:
        if len(numbers) != 1:
            raise NotOneEntry("dimensions", op, len(numbers))
        return numbers[0]

    return direct("dimensions", "integers", op, first, lambda number: (number,))


def word(
    name: str,
    words: Words,
    op: str = "",
    *,
    proto: str | None = "",
    prefix: str = "",
    default: str | None = None,
    is_written: bool = False,
) -> HloAttribute:
    """A word of an enum, which HLO writes in lower case after `prefix`, if any."""

    def forwards(value: str) -> str:
        return value.removeprefix(prefix).upper()

    def backwards(value: str) -> attributes.Keyword:
        return attributes.Keyword(f"{prefix}{value.lower()}" if prefix else value)

    attribute = direct(
        name, "word", op, forwards, backwards, proto=proto, default=default, is_written=is_written
    )
    return attribute._replace(words=words)


def string(name: str, *, default: str | None = None) -> HloAttribute:
    """A text, which is omitted if empty."""
    return direct(name, "string", default=default)


def computation(name: str, number: int = 0) -> HloAttribute:
    """The computation with a number among the callees of an instruction: a region of the op."""
    return plain(name, "reference", proto=str(number))
