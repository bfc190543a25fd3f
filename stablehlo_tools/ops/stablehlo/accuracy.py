"""The attribute result_accuracy of elementwise ops."""

from __future__ import annotations

from typing import Any, Final

from stablehlo_tools.ir import attributes

_TOLERANCES: Final[dict[str, type[attributes.Float | attributes.Integer]]] = {
    "atol": attributes.Float, "rtol": attributes.Float, "ulps": attributes.Integer,
}  # fmt: skip


def is_accuracy(result_accuracy: Any) -> bool:
    """Whether this is an accuracy of StableHLO, or none."""
    if not isinstance(result_accuracy, attributes.Struct):
        return result_accuracy is None
    is_known = result_accuracy.name == "#stablehlo.result_accuracy"
    return is_known and is_consistent_accuracy(result_accuracy)


def is_consistent_accuracy(result_accuracy: attributes.Struct) -> bool:
    """Whether an accuracy has a mode of its dialect, and tolerances that are numbers and fit to it."""
    tolerances: list[float] = []
    for name, kind in _TOLERANCES.items():
        field = result_accuracy.fields.get(name)
        if isinstance(field, kind):
            tolerances.append(field.value)
        elif field is not None:
            return False
    mode = result_accuracy.fields.get("mode")
    if not isinstance(mode, attributes.Enumeration) or mode.kind != attributes.ACCURACY_MODE:
        return False
    is_of_dialect = result_accuracy.name == f"#{mode.dialect}.result_accuracy"
    if not is_of_dialect or mode.value not in attributes.ENUMS[mode.kind]:
        return False
    if min(tolerances, default=0) < 0:
        return False
    return mode.value == "TOLERANCE" or not any(tolerances)
