"""All lowerings: importing this module imports every family, which adds its lowerings to `LOWERINGS`."""

from __future__ import annotations

from stablehlo_tools.ops.model.registration import import_files
from stablehlo_tools.targets.lowering import rules
from stablehlo_tools.targets.lowering.declare import LOWERINGS, Legalization
from stablehlo_tools.targets.profile import Refusal

__all__ = ["LOWERINGS", "helping"]

import_files(rules)


def helping(refusal: Refusal) -> list[Legalization]:
    """The lowerings that help with a refusal: the ones that the profile names, or that take it out."""
    lowerings = [LOWERINGS[code] for code in refusal.rewrites if code in LOWERINGS]
    if lowerings:
        return lowerings
    helps = (lowering for lowering in LOWERINGS.values() if lowering.helps(refusal.operation))
    is_of_value = any(kind == "attribute" for kind, _ in refusal.places)
    if not refusal.fault or refusal.condition or is_of_value:
        return [
            lowering
            for lowering in helps
            if lowering.family != "types" or lowering.subject.takes_out is not None
        ]
    # the fault is an element type, a rank or a shape
    if refusal.fault.startswith("complex"):  # what is of real numbers afterwards leaves the signature alone
        return [lowering for lowering in helps if lowering.ops] or [LOWERINGS["no-complex"]]
    instead = [
        lowering
        for lowering in LOWERINGS.values()
        if refusal.is_of_op and lowering.replaces(refusal.operation)
    ]
    return instead or [lowering for code, lowering in LOWERINGS.items() if code == f"no-{refusal.fault}"]
