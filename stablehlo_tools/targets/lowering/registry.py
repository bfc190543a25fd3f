"""All lowerings: importing this module imports every family, which adds its lowerings to `LOWERINGS`."""

from __future__ import annotations

from stablehlo_tools.ops.model.registration import import_files
from stablehlo_tools.targets.lowering import rules
from stablehlo_tools.targets.lowering.declare import LOWERINGS, Legalization
from stablehlo_tools.targets.profile import Refusal

__all__ = ["LOWERINGS", "helping"]

import_files(rules)


def helping(refusal: Refusal) -> list[Legalization]:
    """The lowerings that help with a refusal: those that the profile names, or those that take it out."""
    named = [LOWERINGS[code] for code in refusal.rewrites if code in LOWERINGS]
    if named:
        return named
    is_of_value = any(kind == "attribute" for kind, _ in refusal.places)
    if refusal.fault and not refusal.condition and not is_of_value:  # an element type, a rank or a shape
        kind = "complex" if refusal.fault.startswith("complex") else refusal.fault
        if kind == "complex":  # what is of real numbers afterwards leaves the signature as it is
            of_parts = [each for each in LOWERINGS.values() if each.ops and each.helps(refusal.operation)]
            return of_parts or [LOWERINGS["no-complex"]]
        instead = [
            each for each in LOWERINGS.values() if refusal.is_of_op and each.replaces(refusal.operation)
        ]
        return instead or [each for code, each in LOWERINGS.items() if code == f"no-{kind}"]
    return [
        each
        for each in LOWERINGS.values()
        if each.helps(refusal.operation) and (each.family != "types" or each.subject.takes_out is not None)
    ]
