"""Limits without a probe, each with the reason; and those that tests of their own tell from others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# The test that holds a limit, and names it.
PROVEN: Final[Mapping[str, str]] = {
    "comparison.equivalence.compared._BLOCK": "tests/comparison/equivalence/test_equivalent.py",
    "comparison.equivalence.paths.search._LEAST_SECONDS": "tests/comparison/equivalence/paths/test_paths.py",
    "indexing.widening.MAX_KEPT": "tests/indexing/test_widening.py",
    "indexing.widening.MAX_MAPS": "tests/indexing/test_widening.py",
    "indexing.widening.MAX_SYMBOLS": "tests/indexing/test_widening.py",
    "ops.stablehlo.reduce._ARGMAX_SIZE": "tests/ops/test_extrema.py",
    "ops.stablehlo.reduce._BLOCK": "tests/interpret/test_random_regions.py",
    "ops.stablehlo.reduce._FAST_FOLD_SIZE": "tests/interpret/test_random_regions.py",
    "ops.stablehlo.reducers._BLOCK": "tests/interpret/test_random_regions.py",
    "ops.stablehlo.window_reduction._BLOCK": "tests/interpret/test_random_regions.py",
    "text.reader.scan._MAX_CACHED": "tests/text/test_scan.py",
    "text.statement.statement_cache._MAX_BYTES": "tests/text/test_statement_cache.py",
}

# By reason, why another value would be no fault.
REASONS: Final[Mapping[str, str]] = {
    "how much of a value, a list or a line is shown: snapshots of the commands have it": """
        cli.inputs.arguments._MAX_LISTED targets.conformance.results._MOST_TYPES
        cli.comparing.two_sides._MAX_UNUSED cli.running.dump._MAX_FILE_NAME
        cli.running.profile._MAX_ROWS cli.running.results._MAX_FIRST
        cli.running.results._MAX_WHOLE cli.running.results._MAX_WIDTH cli.commands.stats._MAX_GROUPS
        dataflow.statistics._MAX_CONSTANTS dataflow.statistics._MAX_OPS
        cli.running.instruments._MAX_FAULTS
        comparison.pairing._MOST_LINES comparison.wording._MOST_RIGHT
        targets.conformance.conform._MOST_MESSAGE
        diagnostics.report.snippet._MAX_HEAD
        verdict.sanitizer.wording._MOST_RESULTS
        verdict.sanitizer.wording._MOST_ULP
        diagnostics.report.text._MAX_POSITIONS diagnostics.report.text._MAX_WIDTH
        comparison.equivalence.paths.seen_outcomes._MOST_NAMED
        diagnostics.report.text._MIN_WIDTH engines.answers._MOST_SHOWN engines.foreign._MOST_LINES
        formats.description_lines._MAX_LISTED
        formats.hlo_proto.read._LARGEST formula.logic._MAX_SHOWN hlo.description._MOST_COLUMNS
        hlo.description._MOST_ROWS indexing.description._MAX_INTERMEDIATE indexing.description._MAX_VALUES
        interpret.plans.memory._MAX_LISTED interpret.grid.rendezvous._MAX_LISTED ir.operations._MAX_LISTED
        rewrite.lookup._MAX_LISTED targets.support._MOST_LINES text.print._LARGEST
        text.statement.statement_parser._MAX_SHOWN
        verifier.module._MAX_RELATED verdict.envelope.results._FEW explanations.text._MOST_PATTERNS
    """,
    "how many unknown sizes an example of the corpus has at most": "targets.conformance.forms._MOST_UNKNOWN",
    "how a picture is laid out": """
        drawing.argument_trees._MAX_DEPTH drawing.argument_trees._MAX_LOOSE drawing.graph._MAX_ATTRIBUTE
        drawing.graph._MAX_ELEMENTS drawing.graph._MIN_GROUPED_ARGUMENTS drawing.grouping._MAX_DEPTH
        drawing.grouping._MAX_LIBRARY_CALLS drawing.grouping._MAX_REPETITIONS
        drawing.grouping._MIN_OPERATIONS drawing.grouping._MIN_REPETITIONS drawing.html._MAX_CONSTANTS
        drawing.layout._MAX_SWEEPS drawing.layout._MAX_WORK drawing.layout._MIN_COLUMNS
        drawing.layout._MIN_SWEEPS drawing.repeats._MAX_CANDIDATES drawing.repeats._MAX_DEPTH
        drawing.repeats._MIN_PERIOD drawing.scope_views._MAX_BOX_TITLE drawing.scope_views._MAX_LINE
        drawing.scope_views._MAX_MEAN_ROWS drawing.scope_views._MAX_ROWS_PASSED
        drawing.scope_views._MAX_STUBS drawing.scope_views._MIN_NAME
    """,
    "speed: kernels compute the same on either side, as tests/interpret/test_specializations.py compares": """
        ops.numerics.narrow._ARRAY_CONVERSION_SIZE ops.numerics.narrow._BLOCK
        ops.numerics.narrow._F16_TABLE_SIZE
        ops.numerics.special_functions._BLOCK
        ops.custom_calls.lapack._BLOCK ops.stablehlo.arithmetic._CLIP_SIZE ops.stablehlo.elementwise_rows.FEW
        ops.stablehlo.comparison._BLEND_BLOCK ops.stablehlo.comparison._BLEND_SIZE
        ops.stablehlo.convolution.MIN_EINSUM_TERMS
        ops.stablehlo.convolution.SUMS_BLOCK_BYTES ops.stablehlo.convolution.WINDOWS_BLOCK_BYTES
        ops.stablehlo.contraction._FEW_PRODUCTS ops.stablehlo.contraction._FEW_USES
        ops.stablehlo.linalg._BLOCK
        ops.stablehlo.shape._COPY_LIMIT
    """,
    "speed: how much is read, found out or remembered at a time": """
        engines.child._PIPE_SIZE formats.arrays.array_files._CHUNK formats.compressed._CHUNK
        interpret.plans.compiler.INLINE_LIMIT interpret.plans.compiler.UNROLL_LIMIT
        verdict.noise.supply._BLOCK verdict.noise.magnitudes.CHUNK verdict.noise.supply._MOST_KNOWN
        verdict.noise.supply._MOST_DIGESTS
        verdict.envelope.loops._FEW
        verdict.usual_spreads._CHUNK
        interpret.plans.fold.FOLDING_LIMIT interpret.checks.operand_checks._MAX_REMEMBERED ir.constants._FEW
        ir.constant_arrays._FEW ir.literal_departures._FEW
        comparison.equivalence.residues.fields._BLOCK comparison.equivalence.residues.fields._FEW
        ir.dense_literals._CHUNK text.locate._MAX_LOCATED text.locate._MAX_STATEMENTS text.print._MAX_CACHED
        text.reader.splitter._CHUNK
        text.reader.splitter._MIN_LENGTH text.statement.statement_cache._MAX_LABEL
        text.statement.statement_cache._MAX_LABELS
        text.statement.statement_cache._MAX_STATEMENT text.statement.statement_cache._MAX_TEXT
        text.statement.statement_cache._MAX_TEXTS
        verifier.forms._MAX_KNOWN verifier.operation._MAX_PROBLEMS api.executables._MOST_EXECUTABLES
        formats.bytecode.operations._MAX_CACHED formats.bytecode.operations._MAX_ROWS
        cli.checking.workers._MAX_WORKERS
    """,
    "memory: an estimate of what something takes": """
        text.reader.scan._TRANSITION_SIZE text.statement.statement_cache._TEMPLATE_SIZE
    """,
    "advice: beyond, no name is suggested, and the error is the same": """
        diagnostics.spelling._MAX_CANDIDATES diagnostics.spelling._MAX_LENGTH_DIFFERENCE
        diagnostics.spelling._MAX_SIMILAR text.reader.resolve._MAX_SUGGESTIONS
        text.statement.statement_parser._MAX_KEYWORD
        verifier.module._MAX_SUGGESTIONS
    """,
    "a search is given up, beyond which less is found, and nothing wrong": """
        ops.stablehlo.orders._LONGEST ops.stablehlo.orders._MOST_WINDOWED
        verdict.envelope.decisions.record._MOST verdict.envelope.doubled.rules._MOST_QUADRANTS
        verdict.envelope.decisions.rankings.MOST_OTHERS
        verdict.envelope.implementations.sums_in_order._MOST
        verdict.envelope.implementations.sums_in_order._FEW
        verdict.envelope.doubled.sums._MOST_WINDOWED verdict.envelope.doubled.complex_numbers._MOST_TURNED
        verdict.envelope.origins.operations._MOST_RUNS verdict.envelope.origins.precision._MOST_TRIED
        dataflow.exact_arithmetic._DEPTH dataflow.exponentials._MAX_FACTORS
        dataflow.exponentials._MIN_EXPONENT dataflow.ranges._DEPTH dataflow.traced_values._MAX_ANCESTORS
        dataflow.traced_values._MAX_CALL_DEPTH dataflow.zeros._MAX_USES
        comparison.equivalence.residues.literals._MOST_LITERALS
        comparison.equivalence.residues.constants._MOST_SCALARS
        comparison.equivalence.residues.constants._MOST_ELEMENTS
        comparison.equivalence.residues.constants._GREATEST_LOGARITHM
        comparison.equivalence.residues.constants._LEAST_SPACING
        comparison.equivalence.residues.constants._MOST_CHANNELS
        comparison.equivalence.paths.equations._MOST_ELEMENTS
        comparison.equivalence.paths.equations._MOST_EQUATIONS
        comparison.equivalence.paths.equations._MOST_UNKNOWNS
        comparison.equivalence.residues.constants._MOST_DISTINCT
        comparison.equivalence.residues.constants._MOST_OF_THREE
        comparison.equivalence.paths.search._FEW comparison.equivalence.residues.roots._MOST_SQUARES
        comparison.equivalence.paths.other_integers._ENOUGH_INTEGERS
        comparison.equivalence.residues.uses._FEW_INTEGERS
        comparison.equivalence.residues.uses.MOST_COUNTED
        comparison.equivalence.paths.stacked._MOST comparison.equivalence.paths.stacked.LEAST
        comparison.equivalence.paths.seldom._MOST_SOUGHT comparison.equivalence.paths.seldom._MOST_ASIDE
        comparison.equivalence.paths.seldom._MOST_CHANGES comparison.equivalence.paths.seldom._ROUNDS
        comparison.equivalence.paths.seldom._MOST_NUMBERS
        comparison.equivalence.paths.plain._MOST_NOTED comparison.equivalence.paths.noted.MOST_INPUTS
        comparison.equivalence.paths.solved._MOST_INPUTS comparison.equivalence.paths.solved._MOST_SITES
        comparison.equivalence.paths.solved._MOST_VALUES comparison.equivalence.paths.solved._MOST_ELEMENTS
        comparison.equivalence.paths.solved._GREATEST_COUNT comparison.equivalence.paths.solved._ROUNDS
        comparison.equivalence.paths.stacked._FEW
        comparison.equivalence.graphs._MOST_NESTED comparison.equivalence.graphs._MOST_NUMBERED
        comparison.equivalence.places._LEAST comparison.equivalence.places._ENOUGH
        comparison.equivalence.paths.moved._FEW_OUTCOMES comparison.equivalence.paths.moved._FEW_ARGUMENTS
        comparison.equivalence.paths.one_sided._ENOUGH comparison.equivalence.paths.one_sided._MOST_REPLACED
        comparison.equivalence.paths.moved.FEW_ELEMENTS
        comparison.equivalence.residues.rules.functions._GREATEST_EXPONENT
        comparison.equivalence.residues.rules.functions._MOST_EXPONENTS
        comparison.equivalence.residues.rules.functions._MOST_SHIFTS
        comparison.equivalence.residues.powers._MOST_TURNS comparison.equivalence.residues.roots._MOST_ROOTS
        comparison.equivalence.residues.roots._MOST_OF_ROOT
        comparison.equivalence.residues.rules.transforms._LONGEST
        comparison.equivalence.shrink._MOST_DIMENSIONS
        comparison.equivalence.shrink._LEAST
        formula.contradictions._MOST_CELLS formula.contradictions._MOST_HALVINGS
        hlo.convert.locations._MOST_LINKS indexing.elements._MAX_POINTS indexing.composition._MAX_DEPTH
        indexing.operand_indexing._MAX_POINTS indexing.why._MAX_MARKED indexing.why._MAX_POINTS
        interpret.observers.saturation._LONGEST interpret.observers.saturation._MOST
        linter.rules.hygiene._MAX_ELEMENTS
        linter.fixes._MAX_BYTES linter.fixes._MAX_FLOPS linter.fixes._MAX_MEMORY
        linter.fixes._MAX_OPERATIONS linter.fixes._MAX_PASSES linter.rules.numerics._MAX_INDICES
        verdict.envelope.implementations.deviations._GREATEST_EPSILON targets.lowering.check._MOST_PROVED
        targets.lowering.check._SIZE
        targets.lowering.draft._MOST_ELEMENTS targets.lowering.lower._ROUNDS
        targets.lowering.rules.structure._MOST_FOLDED
        rewrite.mark.MAX_INLINED rewrite.refinement.folding.MAX_ELEMENTS text.source_frames.MAX_CHAIN
        text.assembly.deprecated_syntax._MAX_ARRAY
    """,
    "how long a comparison goes on with an engine that fails, or how much it holds at a time": """
        comparison.compare._MOST_TO_PROVE comparison.isolation._MOST_BYTES comparison.sides.MOST_FAILURES
    """,
    "calibrated by runs of honest engines and of planted faults, see docs/verdict.md": """
        verdict.envelope.origins.operations._ENOUGH
        verdict.envelope.origins.operations._LEAST_SAMPLES verdict.envelope.origins.operations._MOST_REPEATS
        comparison.equivalence.residues.fields.EXACT
        comparison.equivalence.residues.decisions.LEAST_MARGIN
        comparison.equivalence.residues.decisions._LEAST_MASK
        comparison.equivalence.residues.decisions.GREATEST_THRESHOLD
        comparison.equivalence.residues.decisions.LEAST_OF_FLOATS
        verdict.growths.LEAST_SUM verdict.alone._BLOCK verdict.alone._OF_EXACT verdict.rounding.FEW
        verdict.rounding.FEW_UNITS verdict.rounding._FEW_NARROW_UNITS verdict.usual_spreads.LEAST
        verdict.tolerance._MOST
    """,
    "of a format or of a type: no limit of ours": """
        dataflow.ranges._MAX_EXPONENT formats.bytecode.fields.DYNAMIC_SIZE ops.dialects.check._MOST_ULPS
        rewrite.rules.legalize_indexing.MOST_I32
    """,
    "how much of an op an engine takes that a profile calls supported": "targets.conformance.probe._FEW",
    "how old a folder is that another machine has left behind": "host.scratch._MAX_AGE",
    "how small an array is whose wrong shape is rather explained": "cli.inputs.arguments._ALWAYS_READ",
    "how long a line is that tells a finding from others": "diagnostics.fingerprint._MAX_LENGTH",
}
