"""Read, verify, run, print and explain StableHLO programs.

    import stablehlo_tools

    module = stablehlo_tools.load("model.mlir")
    for diagnostic in stablehlo_tools.verify(module):
        print(diagnostic)
    (result,) = stablehlo_tools.run(module, [x])

Names are imported when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import functools
import importlib
import sys
from typing import TYPE_CHECKING

from stablehlo_tools._version import __version__ as __version__

if TYPE_CHECKING:
    from stablehlo_tools import hlo as hlo, ir as ir, ops as ops
    from stablehlo_tools.api import (
        compare as compare,
        compat as compat,
        compile as compile,
        deserialize as deserialize,
        equivalent as equivalent,
        extract as extract,
        format as format,
        inline as inline,
        lint as lint,
        load as load,
        lower as lower,
        outline as outline,
        parse as parse,
        precision as precision,
        refine as refine,
        run as run,
        run_parallel as run_parallel,
        sanitize as sanitize,
        serialize as serialize,
        stats as stats,
        support as support,
        to_jax as to_jax,
        to_mlir as to_mlir,
        uncertainty as uncertainty,
        verify as verify,
    )
    from stablehlo_tools.conformance.conforming import conform as conform
    from stablehlo_tools.diagnostics.diagnostic import (
        Diagnostic as Diagnostic,
        DiagnosticError as DiagnosticError,
        EngineError as EngineError,
        InferenceError as InferenceError,
        ParseError as ParseError,
        RunError as RunError,
        Severity as Severity,
        VerificationError as VerificationError,
    )
    from stablehlo_tools.drawing.drawn import show as show
    from stablehlo_tools.engines.compiled import CompiledProgram as CompiledProgram
    from stablehlo_tools.envelope.precision import Precision as Precision
    from stablehlo_tools.equivalence.results import Equivalence as Equivalence
    from stablehlo_tools.explanations import explain as explain
    from stablehlo_tools.formats.cases.case import Case as Case
    from stablehlo_tools.formats.file_description import info as info
    from stablehlo_tools.interpret.observation import Observation as Observation
    from stablehlo_tools.interpret.plugins import custom_call as custom_call
    from stablehlo_tools.interpret.traps import Trap as Trap
    from stablehlo_tools.ir.operations import Module as Module
    from stablehlo_tools.verifier.inference import infer as infer

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
__all__ = sorted({*_HOMES, *_MODULES, "__version__"} - {"plugins"})  # noqa: PLE0605 - a list of strings


def __getattr__(name: str) -> object:
    if name not in _HOMES and name not in _MODULES:
        module = sys.modules[__name__]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)
    _let_notebooks_draw()
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{_MODULES[name]}")
    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


@functools.cache
def _let_notebooks_draw() -> None:
    """Register what draws modules: a room above theirs, which is imported when one is drawn."""
    from stablehlo_tools.ir.operations import Module as DrawnModule
    from stablehlo_tools.ir.printing import drawn

    drawn.register(DrawnModule, _page)


def _page(module: Module) -> str:
    """The page of a module, below one line that says what it is."""
    from stablehlo_tools.drawing.drawn import show as draw
    from stablehlo_tools.host.notebook import collapsed

    return collapsed(repr(module), draw(module)._repr_html_())


def __dir__() -> list[str]:
    return __all__
