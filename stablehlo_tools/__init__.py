"""Read, verify, run, print and explain StableHLO programs.

    import stablehlo_tools

    module = stablehlo_tools.load("model.mlir")
    for diagnostic in stablehlo_tools.verify(module):
        print(diagnostic)
    (result,) = stablehlo_tools.run(module, [x])

Names are imported when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from stablehlo_tools._version import __version__

if TYPE_CHECKING:
    from stablehlo_tools import hlo, ir, ops
    from stablehlo_tools.api import (
        compare,
        compat,
        compile,
        deserialize,
        equivalent,
        extract,
        format,
        inline,
        lint,
        load,
        lower,
        outline,
        parse,
        precision,
        refine,
        run,
        run_parallel,
        sanitize,
        serialize,
        stats,
        support,
        to_jax,
        to_mlir,
        uncertainty,
        verify,
    )
    from stablehlo_tools.conformance.conforming import conform
    from stablehlo_tools.diagnostics.diagnostic import (
        Diagnostic,
        DiagnosticError,
        EngineError,
        InferenceError,
        ParseError,
        RunError,
        Severity,
        VerificationError,
    )
    from stablehlo_tools.drawing.drawn import show
    from stablehlo_tools.engines.compiled import CompiledProgram
    from stablehlo_tools.envelope.precision import Precision
    from stablehlo_tools.equivalence.results import Equivalence
    from stablehlo_tools.explanations import explain
    from stablehlo_tools.formats.cases.case import Case
    from stablehlo_tools.formats.file_description import info
    from stablehlo_tools.interpret.observation import Observation
    from stablehlo_tools.interpret.plugins import custom_call
    from stablehlo_tools.interpret.traps import Trap
    from stablehlo_tools.ir.operations import Module
    from stablehlo_tools.verifier.inference import infer

__all__ = [
    "Case",
    "CompiledProgram",
    "Diagnostic",
    "DiagnosticError",
    "EngineError",
    "Equivalence",
    "InferenceError",
    "Module",
    "Observation",
    "ParseError",
    "Precision",
    "RunError",
    "Severity",
    "Trap",
    "VerificationError",
    "__version__",
    "compare",
    "compat",
    "compile",
    "conform",
    "custom_call",
    "deserialize",
    "equivalent",
    "explain",
    "extract",
    "format",
    "hlo",
    "infer",
    "info",
    "inline",
    "ir",
    "lint",
    "load",
    "lower",
    "ops",
    "outline",
    "parse",
    "precision",
    "refine",
    "run",
    "run_parallel",
    "sanitize",
    "serialize",
    "show",
    "stats",
    "support",
    "to_jax",
    "to_mlir",
    "uncertainty",
    "verify",
]

_API = (
    "compare", "compat", "compile", "deserialize", "equivalent", "extract", "format", "inline", "lint",
    "load", "lower", "outline", "parse", "precision", "refine", "run", "run_parallel", "sanitize",
    "serialize", "stats", "support", "to_jax", "to_mlir", "uncertainty", "verify",
)  # fmt: skip
_HOMES = {  # each public name -> the file that it comes from
    **dict.fromkeys(_API, "api"),
    **dict.fromkeys(("Diagnostic", "Severity"), "diagnostics.diagnostic"),
    **dict.fromkeys(("DiagnosticError", "InferenceError", "ParseError"), "diagnostics.diagnostic"),
    **dict.fromkeys(("EngineError", "RunError", "VerificationError"), "diagnostics.diagnostic"),
    "conform": "conformance.conforming",
    "Case": "formats.cases.case",
    "CompiledProgram": "engines.compiled",
    "Equivalence": "equivalence.results",
    "Module": "ir.operations",
    "Precision": "envelope.precision",
    "custom_call": "interpret.plugins",
    "explain": "explanations",
    "infer": "verifier.inference",
    "info": "formats.file_description",
    "Observation": "interpret.observation",
    "Trap": "interpret.traps",
    "show": "drawing.drawn",
}
_MODULES = {"hlo": "hlo", "ir": "ir", "ops": "ops", "plugins": "interpret.plugins"}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{_MODULES[name]}")
    if name not in _HOMES:
        module = sys.modules[__name__]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)
    from stablehlo_tools.host.notebook import draw_by

    draw_by("Module", _drawn)
    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def _drawn(module: object) -> str:
    """The page of a module, below one line that says what it is."""
    from stablehlo_tools.host.notebook import collapsed

    return collapsed(repr(module), __getattr__("show")(module)._repr_html_())  # type: ignore[operator]


def __dir__() -> list[str]:
    return sorted(__all__)
