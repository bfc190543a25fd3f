"""An operation as the texts and regions that it is written with: in its custom form, or in the generic form.

What a custom form cannot say in full is written in the generic form: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Operation, Region
from stablehlo_tools.syntax.attribute_text import dictionary_text
from stablehlo_tools.syntax.format_error import FormatError
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.syntax.operation_text import dictionary, signature
from stablehlo_tools.syntax.properties import split
from stablehlo_tools.syntax.ssa_names import Scope
from stablehlo_tools.syntax.strings import escape


def custom_text(operation: Operation, names: Scope) -> Sequence[str | Region] | None:
    """An operation in its custom form, its name first; None where it has none."""
    if operation.name not in FORMATS:
        return None
    try:
        return FORMATS[operation.name].text_of(operation, names)
    except FormatError:
        return _bare_constant(operation)


def _bare_constant(operation: Operation) -> Sequence[str] | None:
    """A constant whose literal is of another type than its result: what is stored of quantized elements."""
    value = operation.attributes.get("value")
    if operation.name != "stablehlo.constant" or operation.operands or not isinstance(value, _LITERALS):
        return None
    rest, properties = dictionary(operation.attributes, ["value"]), dictionary_text({"value": value})
    return [operation.name, f"() <{properties}>{rest} : {signature(operation)}"]


_LITERALS = (Dense, DenseResource)


def generic_text(operation: Operation, names: Scope) -> Sequence[str | Region]:
    """An operation in the generic form."""
    properties, rest = map(dictionary, split(operation))
    successors = ", ".join(names.label(block) for block, _ in operation.successors)
    head = f"{escape(operation.name)}({names.uses(operation.operands)})"
    head += f"[{successors}]" * bool(successors) + f" <{properties[1:]}>" * bool(properties)
    regions = [part for region in operation.regions for part in (", ", region)][1:]
    return [head, *([" (", *regions, ")"] if regions else []), f"{rest} : {signature(operation)}"]
