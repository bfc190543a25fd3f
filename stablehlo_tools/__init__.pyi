"""The public names: the file that each comes from, which `__init__.py` imports when one is first used."""

from stablehlo_tools import hlo as hlo, indexing as indexing, interpret as interpret, ir as ir, ops as ops
from stablehlo_tools._version import __version__ as __version__
from stablehlo_tools.api.changing import (
    extract as extract,
    inline as inline,
    lower as lower,
    outline as outline,
    refine as refine,
    without_callbacks as without_callbacks,
)
from stablehlo_tools.api.checking import (
    compat as compat,
    lint as lint,
    stats as stats,
    support as support,
    verify as verify,
)
from stablehlo_tools.api.judging import (
    compare as compare,
    equivalent as equivalent,
    precision as precision,
    sanitize as sanitize,
    uncertainty as uncertainty,
)
from stablehlo_tools.api.reading import deserialize as deserialize, load as load, parse as parse
from stablehlo_tools.api.running import compile as compile, run as run, run_parallel as run_parallel
from stablehlo_tools.api.writing import (
    format as format,
    serialize as serialize,
    to_jax as to_jax,
    to_mlir as to_mlir,
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
from stablehlo_tools.interpret.observers.observation import Observation as Observation
from stablehlo_tools.interpret.observers.traps import Trap as Trap
from stablehlo_tools.interpret.plugins import custom_call as custom_call
from stablehlo_tools.ir.operations import Module as Module
from stablehlo_tools.targets.conformance.conform import conform as conform
from stablehlo_tools.verdict.envelope.origins.precision import Precision as Precision
from stablehlo_tools.verdict.tolerance import Tolerance as Tolerance
from stablehlo_tools.verifier.inference import infer as infer

__all__: list[str]  # noqa: PYI035 (made of the names above)
