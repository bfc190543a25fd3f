"""The public functions of the package: parse, load, verify, lint, run, compile, compare, refine ...

Each takes a program as a `Module`, as text (str or UTF-8 bytes), as a `pathlib.Path`, or as an object of
another library that prints MLIR; see `formats.programs.source_of`.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, get_args

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import (
    ConversionError,
    Diagnostic,
    InferenceError,
    ParseError,
    Severity,
    VerificationError,
    errors_of,
    in_order,
    require_valid,
)
from stablehlo_tools.diagnostics.report.listing import Diagnostics
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.formats import programs as reading, texts
from stablehlo_tools.formats.faults import NOT_MLIR
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.signatures import unpacks
from stablehlo_tools.ir.operations import Module, default_entry
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.text import parse as syntax, reference
from stablehlo_tools.text.splitter import UNCLOSED_REGION, UNMATCHED_BRACE
from stablehlo_tools.text.statement_cache import StatementCache
from stablehlo_tools.verifier.functions import TERMINATOR, UNDEFINED_SYMBOL
from stablehlo_tools.verifier.module import verify as verify_module
from stablehlo_tools.verifier.structure import NESTED_FUNCTION

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from stablehlo_tools.comparison.equivalence.results import Equivalence, Level
    from stablehlo_tools.comparison.results import Comparison
    from stablehlo_tools.dataflow.statistics import Stats
    from stablehlo_tools.engines.compiled import CompiledProgram
    from stablehlo_tools.engines.protocol import Engine
    from stablehlo_tools.formats.cases.case import Case
    from stablehlo_tools.formats.vhlo.compatibility import Compatibility
    from stablehlo_tools.interpret.machine import Executable
    from stablehlo_tools.interpret.observation import Observe
    from stablehlo_tools.interpret.options import RunOptions
    from stablehlo_tools.ir.arrays import Array
    from stablehlo_tools.ir.state import ModuleState
    from stablehlo_tools.linter.settings import Settings
    from stablehlo_tools.ops.model.versions import Version
    from stablehlo_tools.rewrite.refinement.arguments import Shape
    from stablehlo_tools.targets.profile import Profile
    from stablehlo_tools.targets.support import Support
    from stablehlo_tools.verdict.envelope.origins import Unit
    from stablehlo_tools.verdict.envelope.precision import Precision
    from stablehlo_tools.verdict.envelope.results import Uncertainty
    from stablehlo_tools.verdict.sanitizer.sanitize import Sanitized
    from stablehlo_tools.verdict.tolerance import Tolerance

Parser = Literal["fast", "reference"]

# The process-wide cache of parsed statements and their problems.
STATEMENTS: Final = StatementCache()


def parse(
    source: Any, *, arguments: Sequence[Any] | None = None, name: str | None = None, parser: Parser = "fast"
) -> Module:
    """The module of a text; HLO text is converted to StableHLO. `name` is the file name in diagnostics.

    A jitted function of JAX, or a `tf.function` with `jit_compile=True`, is traced for `arguments`.

    The `reference` parser parses a whole MLIR text by the grammar: it is slower, and returns the same module.
    Raises `ParseError` with all syntax errors of the text; for HLO text, also `VerificationError` and
    `ConversionError`.
    """
    if isinstance(source, Module):
        return source
    source = source if arguments is None else reading.lowered(source, arguments)
    text = reading.source_of(source, name)
    if is_hlo(text):
        from stablehlo_tools import hlo  # not imported for MLIR programs

        return hlo.to_stablehlo(text)
    module, errors = _read(texts.only_piece(text), parser)
    if errors:
        raise ParseError(*errors)
    return module


def _read(source: Source, parser: Parser) -> tuple[Module, list[Diagnostic]]:
    if parser != "fast":
        require_one_of(get_args(Parser), parser, "parser")
        return reference.read(source)
    return syntax.read(source, STATEMENTS)


def serialize(
    program: Any,
    *,
    target: str | Version | None = None,
    form: Literal["artifact", "bytecode", "jaxexport"] = "artifact",
    platforms: Sequence[str] = (),
) -> bytes:
    """The bytes of a program in a binary form, the same each time.

    - `artifact`: a portable artifact, MLIR bytecode that consumers of StableHLO `target` and later read;
    - `jaxexport`: an export that `jax.export.deserialize` reads, which contains such an artifact. It is a
      function for the `platforms` (by default `cpu`) with the arguments of the program in order. An existing
      export, as a path, bytes or `Exported`, is written again in the current form, as the same function.
    - `bytecode`: plain MLIR bytecode of the dialects of the program, without a `target`.

    `target` is a version such as `1.4.0`, or `week4`, `week12` or `current`: the version that consumers of
    that age read. The default is `current`, and `week12` for JAX. Newer features are rewritten where
    possible, see `lower`. Raises `ParseError`; `ConversionError` with all parts that the form cannot
    represent; `VerificationError` for an invalid program of `jax.export`, or one that cannot be written;
    `ValueError` for an invalid version, and for options that the form does not have.
    """
    from stablehlo_tools.formats.bytecode.write import plain_bytecode, portable_artifact
    from stablehlo_tools.ops.model.versions import CURRENT

    require_one_of(("artifact", "bytecode", "jaxexport"), form, "form")
    version = None if target is None else _version(target)
    if platforms and form != "jaxexport":
        raise ValueError(f"form {form!r} has no platforms: pass form='jaxexport'")
    if form == "bytecode" and version is not None:
        raise ValueError(f"form {form!r} has no target: pass form='artifact'")
    try:
        if form == "jaxexport":
            return _export(program, version, platforms)
        if form == "artifact":
            return portable_artifact(lower(program, target=version or CURRENT), version or CURRENT)
        return plain_bytecode(parse(program))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        verified(program)  # raises what is wrong with the program, if that is why it cannot be written
        raise


def _export(program: Any, target: Version | None, platforms: Sequence[str]) -> bytes:
    from stablehlo_tools.formats.jaxexport.renew import renewed_bytes
    from stablehlo_tools.formats.jaxexport.wrap import TARGET, exported_bytes

    exported = None if isinstance(program, Module) else reading.exported_by_jax(program)
    if exported is None:
        return exported_bytes(parse(program), target or TARGET, platforms or ("cpu",))
    if platforms:
        raise ValueError("platforms cannot be changed for an existing export")
    return renewed_bytes(*exported, target or TARGET)


def to_jax(program: Any, *, platforms: Sequence[str] = ("cpu", "cuda", "rocm", "tpu")) -> Callable[..., Any]:
    """The program as a function of arrays that JAX calls, and compiles under `jax.jit`.

    It takes arguments in order, or in a dictionary by name, and returns a result, or a tuple of several. An
    export of `jax.export` keeps the structure of its arguments, and its derivatives if it has any. Other
    programs become JAX's own operations, which can be differentiated and vectorized, and calls of ops for
    which JAX has no function; these raise NotImplementedError if their derivative is needed. A program for
    several processes, with side effects, or of unknown sizes, tuples, tokens or quantized types becomes a
    single such call.
    Raises `ParseError`; `VerificationError`; the errors of `serialize`; ImportError without JAX.
    """
    from stablehlo_tools.formats.jaxexport.calls import call_of, function_of

    exported = None if isinstance(program, Module) else reading.exported_by_jax(program)
    if exported is not None:
        return function_of(program, bytes(exported[0]))
    module = verified(program)
    from stablehlo_tools.formats.jaxexport.operations import function_in_jax

    def export(part: Module) -> Callable[..., Any]:
        return call_of(serialize(part, form="jaxexport", platforms=platforms))

    return function_in_jax(module, export)


def to_mlir(program: Any) -> Any:
    """The program as an `ir.Module` of the MLIR bindings that jaxlib has, in a context of its own.

    Raises `ParseError`; ImportError without jaxlib; `MLIRError` if the bindings reject the program.
    """
    from stablehlo_tools.formats.jaxexport.calls import mlir_module

    return mlir_module(format(parse(program), generic=True))


def lower(
    program: Any,
    *,
    target: str | Version | Profile | None = None,
    rewrites: str | Sequence[str] = (),
    keep: str | Sequence[str] = (),
    entry: str | None = None,
) -> Module:
    """The program, rewritten for a target or by `rewrites`; the given module is not changed.

    The target is that of `shlo lower --for`: `stablehlo-1.4`, `iree-3.13`, the path of a profile. For a plain
    version, such as `1.4.0`, the rewrites are those of `serialize`, without checks; with neither target nor
    rewrites, the version is the current one. Rewrites are codes or families: `no-dot`, `chlo`. Operations
    with a name in `keep` are not rewritten. The result may contain operations that cannot be rewritten:
    `support` or `compat` finds them. Each replacement is checked, see `shlo lower`.

    Raises `ParseError`; `VerificationError` for an invalid program; `ValueError` for an unknown rewrite or
    version; `ProfileError` for an unknown target.
    """
    if not rewrites and not keep and (target is None or _is_version(target)):
        from stablehlo_tools.rewrite.lowering import lower_to_version

        return lower_to_version(parse(program), _version(target or "current"))  # type: ignore[arg-type]
    module = verified(program)
    from stablehlo_tools.targets.lowering.lower import codes_named, lower as lower_module
    from stablehlo_tools.targets.registry import target_named

    name = f"stablehlo-{target}" if isinstance(target, tuple) or _is_version(target) else target
    profile = target_named(name) if isinstance(name, str) else name
    codes = codes_named(_several(rewrites))
    return lower_module(
        module, codes=codes, target=profile, keep=_several(keep), entry=entry and _entry(module, entry)
    ).module


def _several(names: str | Sequence[str]) -> Sequence[str]:
    """The names; a single one may be given without a list."""
    return [names] if isinstance(names, str) else names


def _is_version(target: str | Version | Profile | None) -> bool:
    """Whether a target is a version of StableHLO by itself: `1.4.0`, `week4`."""
    from stablehlo_tools.ops.model.versions import NAMED, Version

    return isinstance(target, Version) or (
        isinstance(target, str) and (target in NAMED or target[:1].isdigit())
    )


def compat(program: Any, target: str | Version | None = None) -> Compatibility:
    """The versions of StableHLO that can represent a program, and the features that require them.

    With a `target`, such as `1.4.0` or `week4`, also diagnostics for the features that it lacks. Raises
    `ParseError`; `VerificationError` for an invalid program; `ValueError` for an invalid version.
    """
    module = verified(program)
    from stablehlo_tools.formats.vhlo.compatibility import compatibility

    return compatibility(module, None if target is None else _version(target))


def support(program: Any, target: str | Profile, *, project: str | os.PathLike[str] | None = None) -> Support:
    """The operations of a program that a target refuses, grouped by op, element type and reason.

    `target` is a name, such as `iree-3.13` or `stablehlo-1.4`, or the path of a profile; `project` is a
    folder whose folder `targets` has more of them. Raises `ParseError`; `VerificationError` for an invalid
    program; `ProfileError` for an unknown target, or mistakes in its profile.
    """
    from stablehlo_tools.targets.registry import target_named
    from stablehlo_tools.targets.support import support

    module = verified(program)
    folder = None if project is None else Path(project)
    return support(module, target_named(target, folder) if isinstance(target, str) else target)


def _version(target: str | Version) -> Version:
    from stablehlo_tools.ops.model.versions import version_named

    return version_named(target) if isinstance(target, str) else target


def deserialize(data: bytes, *, name: str | None = None) -> Module:
    """The module in MLIR bytecode, such as a portable artifact, whose constants are views of `data`.

    Raises `ParseError`.
    """
    return parse(data, name=name)


def load(path: str | os.PathLike[str]) -> Module:
    """The module in a file. Raises `OSError`, and the errors of `parse`."""
    return parse(reading.read(path))


def verify(program: Any, *, strict: bool = False, parser: Parser = "fast") -> Diagnostics:
    """All diagnostics of a program, including its syntax errors; an empty list if it is valid.

    HLO text is recognized by its contents. Each program of a split input (`// -----`) is verified.
    `strict` also reports deviations from the specification that MLIR accepts and exporters write, and
    reports ops of unknown dialects, which cannot be checked, and elided constants as errors. For `parser`,
    see `parse`; the `reference` parser reports one syntax error at a time.
    """
    if isinstance(program, Module):
        return Diagnostics(_verify_module(program, strict=strict, as_read=False))
    try:
        source = reading.source_of(program)
    except ParseError as error:
        return Diagnostics(error.diagnostics)
    if is_hlo(source):
        from stablehlo_tools import hlo  # not imported for MLIR programs

        return Diagnostics(hlo.verify(source, strict=strict))
    pieces = (_verify_text(piece, parser, strict=strict) for piece in texts.pieces(source))
    return Diagnostics(diagnostic for piece in pieces for diagnostic in piece)


def _verify_module(module: Module, *, strict: bool = False, as_read: bool = True) -> list[Diagnostic]:
    return verify_module(module, strict=strict, known=STATEMENTS.problems, as_read=as_read)


_NO_PROGRAM = Code(
    "no_program",
    "The text contains no operation, only comments or aliases.",
    "If you expected a program, check whether the file is truncated.",
)


def _verify_text(source: Source, parser: Parser, *, strict: bool) -> list[Diagnostic]:
    module, errors = _read(source, parser)
    if module.is_implicit and not (errors or module.body.operations):
        message = "this program has no operations"
        return [Diagnostic(_NO_PROGRAM, message, Span(source, 0, 0), Severity.NOTE)]
    diagnostics = errors + _without_effects_of_braces(_verify_module(module, strict=strict), errors)
    return in_order(diagnostics)


def _without_effects_of_braces(diagnostics: list[Diagnostic], errors: list[Diagnostic]) -> list[Diagnostic]:
    """The errors of verification, without those caused by a truncated text or unbalanced braces."""
    if {UNCLOSED_REGION, UNMATCHED_BRACE}.isdisjoint(error.code for error in errors):
        return diagnostics
    return [each for each in diagnostics if each.code not in (NESTED_FUNCTION, TERMINATOR, UNDEFINED_SYMBOL)]


def lint(program: Any, *, settings: Settings | None = None) -> Diagnostics:
    """The findings of the lint rules selected by `settings` in a program; if it is invalid, its errors.

    HLO text is converted to StableHLO first. Each program of a split input (`// -----`) is linted.
    `linter.configuration.Configuration` reads settings from files.
    """
    from stablehlo_tools.linter.check import check, check_pieces
    from stablehlo_tools.linter.settings import Settings

    settings = settings or Settings()
    if isinstance(program, Module):
        return Diagnostics(check(program, settings, STATEMENTS))
    source = reading.source_of(program)
    if is_hlo(source):
        try:
            return Diagnostics(check(parse(source), settings, STATEMENTS))
        except (ParseError, VerificationError, ConversionError) as error:
            return Diagnostics(error.diagnostics)
    pieces = (syntax.read(piece, STATEMENTS) for piece in texts.pieces(source))
    return Diagnostics(check_pieces(pieces, source, settings, STATEMENTS))


def run(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    progress: Callable[..., None] | None = None,
    observe: Observe | None = None,
    max_memory: int | None = None,
    max_steps: int | None = None,
    timeout: float | None = None,
) -> list[Array]:
    """The results of the function `entry` (`main`, or the only one) on `inputs`; [] without functions.

    `inputs` are arrays in order, a dictionary by the names of `shlo run --inputs`, or a single array. What
    `compile` returns takes the same, and also inputs as separate arguments.

    Raises `ParseError`; `VerificationError`, before execution, for an invalid module; `RunError` for invalid
    inputs and failures during execution. `observe` is called with an `Observation` after each operation,
    including those in regions and callees; execution is then not optimized, and an exception of `observe`
    ends the run. A program that needs more than `max_memory` bytes is rejected. A run is stopped after
    `max_steps` operations and loop iterations, or at the end of an operation after `timeout` seconds.

    A `Module` is verified and compiled again only if it has changed since its last run; see `compile`.
    """
    module = parse(program)
    as_read = module is not program
    if entry is None and not module.functions:
        _require_valid(module, as_read=as_read)
        return []
    from stablehlo_tools import interpret  # not imported if programs are only parsed and verified

    name = _entry(module, entry)
    options = interpret.RunOptions(max_memory=max_memory, max_steps=max_steps, timeout=timeout)
    if observe is None:
        return _executable(module, name, options, as_read=as_read)(inputs, progress=progress)
    _require_valid(module, as_read=as_read)
    observer = interpret.Observer(observe)
    return interpret.execute(module, inputs, name, options, progress=progress, observer=observer)


def uncertainty(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    profile: str = "any",
    seed: int = 0,
    origins: Unit | None = None,
) -> Uncertainty:
    """An estimate of how far rounding may move the results of a program on `inputs`.

    Each of its `results` has a `reference`, which is computed in a wider type, the spread `sigma` of correct
    results, the `bound` of their errors, and the number of correct `digits`; `outside(array)` marks the
    elements of an array beyond the bound. `profile` selects the engines whose roundings are estimated: `any`
    that keeps f32, or `cpu`, `narrow`, `partial`, `gpu`, `gpu-tf32`, `tpu`, `iree`. Equal `seed`s give equal
    estimates.

    With `origins`, further runs find the five `ops`, `kinds` of them, `lines` of the user's program, or name
    `scopes` whose rounding causes most of the error: the `origins` of the returned uncertainty.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit, and
    for unsupported ops, such as digamma of f64; `ValueError` for an unknown profile or unit.
    """
    module = parse(program)
    _executables(module, as_read=module is not program)  # verifies it, unless that is done
    from stablehlo_tools import interpret
    from stablehlo_tools.verdict.envelope.estimate import uncertainty as estimated

    name = _entry(module, entry)
    plain = partial(_executable, module, name, interpret.RunOptions(), as_read=False)
    estimate = estimated(module, [inputs], name, profile, seed, plain=plain)
    if origins is None:
        return estimate
    from stablehlo_tools.verdict.envelope.origins import origins as origins_of

    return replace(estimate, origins=origins_of(module, inputs, name, profile, seed, origins))


def precision(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    budget: float = 1e-3,
    entry: str | None = None,
    *,
    by: Unit = "ops",
    to: str | None = None,
    wide_results: bool = False,
    engine: str | Engine | None = None,
) -> Precision:
    """The operations to keep in f32, so that a program in narrower floats is within a `budget` on `inputs`.

    The error of a result is the norm of its difference from a reference in a wider type, relative to the norm
    of the reference. It keeps single `ops`, or all ops of some `kinds`, `lines` or name `scopes`: as few as
    the search finds, the largest origins of the error first. The `program` of the returned plan has the
    converts; its error is estimated, and measured on numpy and on `engine`. A program in f32 is cast `to`
    another type first. `wide_results` are returned in f32.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit, for
    a program without narrow floats, and for unsupported ops; `EngineError` for a program that an engine
    cannot execute; `ValueError` for an unknown unit or type.
    """
    module = verified(program)
    from stablehlo_tools.verdict.envelope.precision import PrecisionOptions, precision as chosen

    name = _entry(module, entry)

    def execute(program: Module) -> list[Array]:
        with compile(program, name, engine=engine or "numpy") as compiled:
            return compiled(inputs)

    options = PrecisionOptions(by, to, wide_results)
    return chosen(module, inputs, budget, name, options, None if engine is None else execute)


def sanitize(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    codes: Sequence[str] | None = None,
) -> Sanitized:
    """The implementation-defined choices on which the results for `inputs` depend.

    The program is executed again with each choice made differently: other orders of reductions and of
    updates, integers divided by zero, shifts and conversions out of range, unstable sorts, random numbers,
    the last place of functions. `findings` are the choices that change a result, and `diagnostics` quote the
    sentence of the specification, the operation and both values. The returned object is true without
    findings. With `codes`, only these choices are tried, such as `unstable_sort`.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit, and
    failures during execution.
    """
    module = verified(program)
    from stablehlo_tools.verdict.sanitizer.sanitize import sanitize as sanitized

    return sanitized(module, [inputs], _entry(module, entry), codes=codes)


def compare(
    program: Any,
    inputs: Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    a: str | Engine = "xla",
    b: str | Engine | Mapping[str, Array] = "numpy",
    *,
    other: Any = None,
    entry: str | None = None,
    mode: str = "auto",
    tolerance: Tolerance | None = None,
    max_memory: float | None = None,
    casts: bool = False,
    timeout: float | None = None,
) -> Comparison:
    """The comparison of a program on engine `a` with the reference `b`: an engine, or recorded arrays.

    With `other`, two programs are compared: `other` is executed on `b`. Arguments and results of both have
    equal types, and correspond by name if both have the same names; with `casts`, float types may differ.

    Recorded arrays have the names of results, `out0`, or of values, `main/%12`. Engines and modes are those
    of `shlo compare`: by default, results are compared, and if they differ, the first operation to differ is
    searched for. `tolerance` replaces the estimate of rounding. Values that need more than `max_memory`
    bytes, by default 1 GiB, take several runs. `timeout` limits each compilation and each execution.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit;
    `EngineError` for a program that an engine cannot execute.
    """
    module = verified(program)
    reference = module if other is None else verified(other)
    from stablehlo_tools.comparison.compare import DEFAULT_MEMORY, compare as compare_sides
    from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side, make_constants
    from stablehlo_tools.engines.registry import engine_named
    from stablehlo_tools.interpret.inputs import convert_inputs
    from stablehlo_tools.interpret.options import RunOptions
    from stablehlo_tools.verdict.tolerance import Tolerance

    if tolerance is not None and not isinstance(tolerance, Tolerance):
        given = type(tolerance).__name__
        raise TypeError(f"tolerance: expected a Tolerance, such as `Tolerance(rtol=1e-3)`, found {given}")
    if not isinstance(b, (str, Mapping)) and isinstance(b, Sequence):
        raise TypeError("recorded arrays have names: `{'out0': array}`")
    limits = RunOptions(timeout=timeout)
    first = EngineSide(module, engine_named(a) if isinstance(a, str) else a, _entry(module, entry), limits)
    second: Side
    if isinstance(b, Mapping):
        second = RecordedSide(reference, b, _entry(reference, entry))
    else:
        engine = engine_named(b) if isinstance(b, str) else b
        second = EngineSide(reference, engine, _entry(reference, entry), limits)
        if other is not None:
            make_constants((first, second))
    arrays = convert_inputs(first.function, inputs)
    with contextlib.closing(first), contextlib.closing(second):
        memory = DEFAULT_MEMORY if max_memory is None else max_memory
        return compare_sides(
            first, second, arrays, mode=mode, tolerance=tolerance, max_memory=memory, casts=casts
        )


def equivalent(
    first: Any,
    second: Any,
    *,
    level: Level = "reals",
    seeds: int | None = None,
    primes: int = 4,
    entry: str | None = None,
    in_shardings: Sequence[str] = (),
    tolerance_constants: float = 0.0,
    shrink: bool = False,
    timeout: float | None = 600.0,
) -> Equivalence:
    """A proof that two programs compute the same function; it is true if they do.

    At the level `reals`, the default, they compute the same function of real numbers; at the level `bits`,
    also the same roundings, in any order of the terms of a sum. The proof covers the paths of random inputs,
    one set for each of `seeds`, by default two, or one where it is enough, and errs with a probability that
    decreases with the number of `primes`. The second program may be partitioned: it takes shards of the
    inputs, by its shardings or `in_shardings`. Constants with a relative difference of at most
    `tolerance_constants` count as equal. With `shrink`, the programs are compared at smaller sizes. A run
    ends after `timeout` seconds. See docs/equiv.md.

    Raises `ParseError`; `VerificationError` for an invalid program; `RunError` for programs of different
    types, or that cannot be executed.
    """
    from stablehlo_tools.comparison.equivalence.prove import equivalent as prove
    from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions

    one, other = (
        require_function(module, _entry(module, entry)) for module in map(verified, (first, second))
    )
    options = EquivalenceOptions(
        level, seeds, primes, in_shardings, tolerance_constants, timeout=timeout, shrink=shrink
    )
    return prove(one, other, options)


class CompileOptions(TypedDict, total=False):
    """The process grid, the devices and the limits of a program, which `RunOptions` describes."""

    num_replicas: int | None
    num_partitions: int | None
    device: str | None
    num_devices: int | None
    max_memory: int | None
    max_steps: int | None
    timeout: float | None


@unpacks(CompileOptions)
def compile(
    program: Any,
    entry: str | None = None,
    *,
    engine: str | Engine = "numpy",
    distributed: tuple[str, int, int] | None = None,
    **options: Unpack[CompileOptions],
) -> CompiledProgram:
    """The function `entry` (`main`, or the only one), verified and compiled, to be called many times.

    `engine` and `device` are those of `shlo run --engine`: `numpy`, `xla`, `iree`, `pjrt:PLUGIN.so`,
    `reference`, `cmd:...`, `xla@ENVIRONMENT`, or an `Engine`. The limits are those of `run`; engines other
    than `numpy` have no `max_steps`, and `timeout` also limits their compilation.

    A program for several processes is called with `run_parallel`; the module has the default numbers of
    replicas and partitions. `num_devices` is the number of devices of `xla`, by default as many as the
    program needs: one for each process, or for each partition that XLA makes. `distributed` divides them
    among hosts that execute the same program on the same inputs: the address `HOST:PORT` of host 0, the
    number of hosts, and the index of this one.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError`, and for other engines
    `EngineError`, for a program that cannot be executed.
    """
    from stablehlo_tools.engines.compiled import CompiledProgram

    module = verified(program)
    from stablehlo_tools.interpret.options import Distributed, RunOptions

    name = _entry(module, entry)
    spec = engine if isinstance(engine, str) else engine.name
    hosts = Distributed(*distributed) if distributed else None
    chosen = RunOptions(engine=spec, distributed=hosts, **options).for_module(module)
    if chosen.on_interpreter and isinstance(engine, str):
        from stablehlo_tools import interpret

        executable = interpret.compile(module, name, chosen)
        return CompiledProgram(
            module, executable.function, executable.run_parallel, executable, memory=executable.memory
        )
    if chosen.max_steps is not None:
        raise ValueError("max_steps is a limit of the engine numpy")
    from stablehlo_tools.engines.refined import compile_on
    from stablehlo_tools.engines.registry import engine_named

    compiled = compile_on(engine_named(engine) if isinstance(engine, str) else engine, module, name, chosen)
    function = require_function(module, name)
    return CompiledProgram(module, function, compiled.execute, close=compiled.close)


class _Executables(NamedTuple):
    """The plans compiled from a module in one state, with these targets of custom calls."""

    state: ModuleState
    targets: Mapping[str, Any]
    by_options: dict[tuple[object, ...], Executable]


_MOST_EXECUTABLES: Final = 8  # of one module


def _executable(module: Module, entry: str, options: RunOptions, *, as_read: bool) -> Executable:
    """The compiled function of a module, which the module holds until it changes. Raises RunError."""
    from stablehlo_tools import interpret

    executables, key = _executables(module, as_read=as_read).by_options, (entry, options)
    if key not in executables:
        executable = interpret.compile(module, entry, options)
        if len(executables) >= _MOST_EXECUTABLES:
            executables.clear()
        executables[key] = executable
        return executable
    return executables[key]


def _executables(module: Module, *, as_read: bool) -> _Executables:
    """The plans that a valid module holds; it is verified if it has changed."""
    from stablehlo_tools.ir.state import ModuleState
    from stablehlo_tools.ops.stablehlo.custom_call import user_targets

    executables: _Executables | None = module.derived.get(_Executables)
    targets = dict(user_targets())
    if executables is None or executables.targets != targets or not executables.state.is_of(module):
        _require_valid(module, as_read=as_read)
        executables = module.derived[_Executables] = _Executables(ModuleState(module), targets, {})
    return executables


def refine(
    program: Any, shapes: Mapping[str | int, Shape] | Sequence[Shape | None] = (), entry: str | None = None
) -> Module:
    """The program refined for the given shapes of arguments of `entry` (`main`, or the only function).

    Shapes are given by name or index of the argument, or in order; each is `"2x?"`, or a list of sizes with
    None for an unknown one. Known shapes are propagated, shape computations are folded, and dynamic ops with
    known shapes are replaced by static ones. Static parts do not change.

    Raises `ParseError`; `InferenceError` for shapes that do not match the arguments; `VerificationError` for
    a program that is invalid, as it is or with these shapes.
    """
    module = verified(program)
    from stablehlo_tools.rewrite.refinement.arguments import argument_types
    from stablehlo_tools.rewrite.refinement.functions import refine_module

    function = require_function(module, _entry(module, entry), InferenceError)
    refined = refine_module(module, function, argument_types(module, function, shapes))
    errors = errors_of(_verify_module(refined))
    if errors:
        raise AssertionError(f"the refined program is invalid: {errors[0]}")
    return refined


def stats(program: Any, entry: str | None = None) -> Stats:
    """The statistics of `entry` (`main`, or the only function): ops, parameters, constants, FLOPs, bytes
    moved and peak memory.

    Raises `ParseError`; `VerificationError` for an invalid program; `RunError` for an unknown function.
    """
    module = verified(program)
    from stablehlo_tools.dataflow.statistics import stats_of
    from stablehlo_tools.interpret.options import RunOptions

    return stats_of(module, _entry(module, entry), RunOptions().for_module(module))


def _entry(module: Module, name: str | None) -> str:
    """The name of the function that is meant: `main` or `@main`; the default one without a name."""
    if name is None:
        return default_entry(module)
    if not isinstance(name, str):
        raise TypeError(f"entry: expected the name of a function, found {name!r}")
    return name.removeprefix("@")


def verified(program: Any) -> Module:
    """The module of a valid program. Raises `ParseError`; `VerificationError` for an invalid one."""
    module = parse(program)
    _require_valid(module, as_read=module is not program)
    return module


def _require_valid(module: Module, *, as_read: bool) -> None:
    require_valid(_verify_module(module, as_read=as_read))


def extract(
    program: Any,
    results: str | Sequence[str] = (),
    arguments: str | Sequence[str] = (),
    *,
    op: str | None = None,
    inputs: Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] | None = None,
    entry: str | None = None,
) -> Case:
    """The part of a program that computes the values `results` from `arguments`, as a program of its own.

    Instead of `results`, `op` names one operation, by a value that it computes or by its line. Values are
    named as for `shlo extract`. The part computes other values that it needs, up to the arguments of the
    enclosing function or loop. With `inputs` of `entry` (`main`, or the only function), the program is run,
    and the case has the inputs and outputs of the part.

    Raises `ParseError`; `VerificationError`; `ValueError` for an unknown value; `RunError` if the run fails
    or does not compute the results.
    """
    module = verified(program)
    from stablehlo_tools.formats.cases.extraction import extract_operation, extract_values

    name = _entry(module, entry)
    if op is not None:
        return extract_operation(module, name, op, inputs)
    named, cut = map(_several, (results, arguments))
    return extract_values(module, name, named, cut, inputs)


def inline(program: Any, entry: str | None = None) -> Module:
    """A program of `entry` (`main`, or the only function) in which calls are replaced by function bodies.

    Recursive calls and composites remain. Raises `ParseError`; `VerificationError`; `InferenceError` for an
    unknown function.
    """
    module = verified(program)
    from stablehlo_tools.rewrite.inline import inline_calls

    return inline_calls(module, require_function(module, _entry(module, entry), InferenceError).symbol)


def without_callbacks(program: Any) -> Module:
    """A program without callbacks of which nothing is computed, such as those of `jax.debug.print`.

    Raises `ParseError`; `VerificationError`.
    """
    from stablehlo_tools.interpret import callbacks

    return callbacks.without_callbacks(verified(program))[0]


def outline(
    program: Any,
    name: str,
    results: str | Sequence[str],
    arguments: str | Sequence[str] = (),
    entry: str | None = None,
) -> Module:
    """The program with the operations that compute `results` moved to a private function `@name`.

    They begin at `arguments`; see `extract` for names. Raises `ParseError`; `VerificationError`; `ValueError`
    for unknown values, and for operations that cannot be moved.
    """
    module = verified(program)
    from stablehlo_tools.ir.clone import clone
    from stablehlo_tools.rewrite.lookup import find_value
    from stablehlo_tools.rewrite.outline import outline_into

    copy, around = clone(module), _entry(module, entry)
    values, given = (
        [find_value(copy, each, around) for each in _several(names)] for names in (results, arguments)
    )
    outline_into(copy, values, name, given)
    return copy


def format(program: Any, *, generic: bool = False) -> str:
    """The canonical text of a program: in assembly format or `generic` form, or HLO text as XLA prints it.

    A split input (`// -----`) stays split.
    """
    from stablehlo_tools.text.print import print_module  # which no other function needs

    if isinstance(program, Module):
        return print_module(program, generic=generic, layouts=STATEMENTS.layouts)
    program = reading.source_of(program)
    if is_hlo(program):
        return _format_hlo(program, generic=generic)
    modules = parse_pieces(program)
    printed = (print_module(module, generic=generic, layouts=STATEMENTS.layouts) for module in modules)
    return _SEPARATOR.join(printed)


def _format_hlo(source: Source, *, generic: bool) -> str:
    from stablehlo_tools import hlo

    if generic:
        message = "HLO text has no generic form"
        raise ParseError(Diagnostic(NOT_MLIR, message, Span(source, 0, 0)))
    return hlo.format(source)


_SEPARATOR = f"\n{texts.SPLIT}\n\n"


def parse_pieces(program: Any) -> list[Module]:
    """The modules of a split input, separated by lines `// -----`. Raises `ParseError`."""
    read = [syntax.read(piece, STATEMENTS) for piece in texts.pieces(reading.source_of(program))]
    errors = [error for _, diagnostics in read for error in diagnostics]
    if errors:
        raise ParseError(*errors)
    return [module for module, _ in read]


def run_parallel(
    program: Any,
    inputs: Sequence[Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike]],
    num_replicas: int | None = None,
    num_partitions: int | None = None,
    entry: str | None = None,
    *,
    infeed: Sequence[Sequence[npt.ArrayLike]] = (),
    max_steps: int | None = None,
    timeout: float | None = None,
) -> list[list[Array]]:
    """The results of each process of a process grid, in which all execute the function `entry`.

    `inputs` are those of each process, (replica 0, partition 0) first, then (0, 1). The module defines the
    default numbers of replicas and partitions. `infeed` has the arrays of each infeed, in the order of
    execution: a process runs until it waits for others. Raises the errors of `run`, and `RunError` for a
    deadlock. `max_steps` and `timeout` are those of `run`, for all processes together.
    """
    module = verified(program)
    from stablehlo_tools import interpret

    options = interpret.RunOptions(num_replicas, num_partitions, max_steps=max_steps, timeout=timeout)
    compiled = interpret.compile(module, _entry(module, entry), options.for_module(module))
    return compiled.run_parallel(inputs, host=interpret.Host(deque(map(list, infeed))))
