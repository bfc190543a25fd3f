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
    helps = (each for each in LOWERINGS.values() if each.helps(refusal.operation))
    is_of_value = any(kind == "attribute" for kind, _ in refusal.places)
    if not refusal.fault or refusal.condition or is_of_value:
        return [each for each in helps if each.family != "types" or each.subject.takes_out is not None]
    # the fault is an element type, a rank or a shape
    if refusal.fault.startswith("complex"):  # what is of real numbers afterwards leaves the signature alone
        return [each for each in helps if each.ops] or [LOWERINGS["no-complex"]]
    instead = [each for each in LOWERINGS.values() if refusal.is_of_op and each.replaces(refusal.operation)]
    return instead or [each for code, each in LOWERINGS.items() if code == f"no-{refusal.fault}"]
