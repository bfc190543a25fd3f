"""The public names: the file that each comes from, which `__init__.py` imports when one is first used."""

from stablehlo_tools import hlo as hlo, indexing as indexing, interpret as interpret, ir as ir, ops as ops
from stablehlo_tools._version import __version__ as __version__
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
    without_callbacks as without_callbacks,
)
from stablehlo_tools.comparison.equivalence.results import Equivalence as Equivalence
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
from stablehlo_tools.explanations import explain as explain
from stablehlo_tools.formats.cases.case import Case as Case
from stablehlo_tools.formats.file_description import info as info
from stablehlo_tools.interpret import plugins as plugins
from stablehlo_tools.interpret.observation import Observation as Observation
from stablehlo_tools.interpret.plugins import custom_call as custom_call
from stablehlo_tools.interpret.traps import Trap as Trap
from stablehlo_tools.ir.operations import Module as Module
from stablehlo_tools.targets.conformance.conform import conform as conform
from stablehlo_tools.verdict.envelope.precision import Precision as Precision
from stablehlo_tools.verdict.tolerance import Tolerance as Tolerance
from stablehlo_tools.verifier.inference import infer as infer

__all__: list[str]  # noqa: PYI035 (made of the names above)
