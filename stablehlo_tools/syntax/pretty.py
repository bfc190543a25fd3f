"""An operation without regions in its custom form, with holes for names.

What a custom form cannot say in full is written in the generic form: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.ir import Block, Operation, Value
from stablehlo_tools.syntax.attribute_text import dictionary_text
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.syntax.forms import FormError
from stablehlo_tools.syntax.layout import dictionary, holes, signature
from stablehlo_tools.values import Dense, DenseResource


def pretty_text(operation: Operation) -> str | None:
    """The custom form of an operation without regions; None where it has none."""
    try:
        format = FORMATS.get(operation.name)
        pieces = format.text_of(operation, _Holes()) if format else None
    except FormError:
        return _bare_constant(operation)
    return "".join(map(str, pieces)) if pieces else None


def _bare_constant(operation: Operation) -> str | None:
    """A constant whose literal is of another type than its result: what is stored of quantized elements."""
    value = operation.attributes.get("value")
    if operation.name != "stablehlo.constant" or operation.operands or not isinstance(value, _LITERALS):
        return None
    rest, properties = dictionary(operation.attributes, ["value"]), dictionary_text({"value": value})
    return f"{operation.name}() <{properties}>{rest} : {signature(operation)}"


_LITERALS = (Dense, DenseResource)


class _Holes:
    """Holes in the place of names."""

    def uses(self, values: Sequence[Value]) -> str:
        return holes(len(values))

    def argument(self, argument: Value) -> str:
        raise FormError("there are no regions")

    def label(self, block: Block) -> str:
        raise FormError("there are no blocks")

    def is_located(self, *values: Value) -> bool:
        return False

    def are_elsewhere(self, operation: Operation) -> bool:
        return False
