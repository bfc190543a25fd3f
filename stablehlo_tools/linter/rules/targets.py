"""Targets: operations that a target refuses."""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.linter.rule import Finding, Program, rule


@rule(
    "TGT001",
    why="The target does not compile the program, or computes wrong results.",
    help="""
    Rewrite the operation as the message says, with `shlo lower`, or in the source. `shlo support` lists all
    operations that a target refuses.
    """,
    settings={"target": ["stablehlo-0.9"]},
)
def refused_operation(program: Program) -> Iterator[Finding]:
    """A target of the setting `target` refuses an operation.

    The rule has no effect unless `target` is set, such as `target = ["iree-3.13"]`.
    """
    for target in program.settings.target:
        from stablehlo_tools.targets.support import helps_with, rewrites_for  # few have targets

        for refusal in target.refused(program.module):
            fault = f": {refusal.fault}" * bool(refusal.fault and refusal.values)
            helps = [*filter(None, [refusal.note]), *helps_with(refusal.operation, rewrites_for([refusal]))]
            message = f"target `{target.name}` refuses this: {refusal.reason}{fault}"
            yield Finding(refusal.operation, message, refusal.places, helps=tuple(helps))
