"""The assertions `assert_stablehlo` and `assert_equivalent`, for tests of exported programs.

    from stablehlo_tools.testing import assert_equivalent, assert_stablehlo

    def test_step_exports():
        assert_stablehlo(step, parameters, batch, lint=True)  # equals the results of JAX

    def test_exported_file():
        assert_stablehlo(Path("model.mlir"), x, expect=y, rtol=1e-4)

    def test_engine():
        assert_stablehlo(Path("model.mlir"), x, engine="xla", against="numpy")  # names the first wrong op

    def test_refactoring():
        assert_equivalent(Path("model.mlir"), Path("refactored.mlir"))  # the same function

The package also provides them as pytest fixtures of the same names.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stablehlo_tools.api import changing, checking, judging, reading, running
from stablehlo_tools.comparison.equivalence.results import Equivalence, Level
from stablehlo_tools.comparison.wording import comparison_lines
from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, RunError, Severity
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.engines.protocol import Engine
from stablehlo_tools.ir.operations import Function, Module, default_entry
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.linter.configuration import Configuration
from stablehlo_tools.linter.settings import Settings, SettingsLayer, read_all
from stablehlo_tools.text.source_frames import Places
from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate
from stablehlo_tools.verdict.tolerance import Tolerance, ToleranceKind

__tracebackhide__ = True  # pytest omits this file from tracebacks


def assert_stablehlo(
    program: Any,
    *inputs: Any,
    expect: Any = None,
    rtol: float | None = None,
    atol: float | None = None,
    tolerance: ToleranceKind = "estimated",
    lint: bool | str | Sequence[str] = False,
    engine: str | Engine = "numpy",
    against: str | Engine | Mapping[str, Any] | None = None,
) -> Module:
    """Assert that a program is valid and computes the expected results; return its module.

    `program` is anything that `stablehlo_tools.parse` takes, or a function, which JAX lowers for `inputs`. It
    is executed on `inputs`; an export of JAX on those of its function, which may be trees. Its results must
    equal the arrays `expect`, within `rtol` and `atol`; by default, within a `tolerance` that is estimated
    from rounding, or that of the type. Without `expect`, those of a function must equal the results of JAX.
    Without inputs, and for a function of `jax.ShapeDtypeStruct`s, the program is only verified. Callbacks
    without results, such as those of `jax.debug.print`, are left out.

    With `lint`, there must also be no findings of the rules selected by the nearest shlo.toml or
    pyproject.toml, or of those named. For a function, whose locations are of this machine, HYG008 is off
    unless named.

    `engine` executes the program, as `shlo run --engine` does. With `against`, an engine or recorded arrays
    by name, it is compared as `shlo compare` does, and the message names the first operation that differs;
    `rtol` and `atol` then replace these budgets, too.

    Raises AssertionError with the output of `shlo` as its message, and TypeError for invalid arguments.
    """
    is_function = callable(program) and not hasattr(program, "as_text")  # which a jax.stages.Compiled has
    try:
        case = (_lower if is_function else _given_case)(program, inputs, expect)
        if case.expected is None and against is None and (rtol, atol) != (None, None):
            raise TypeError("`rtol` and `atol` require `expect` or `against`")
        fault = _render(_findings(case.module, lint, _MACHINE_RULES if is_function else ()))
        allowed = Tolerance(rtol, atol, kind=tolerance)
        fault = fault or _check_run(case, engine, allowed)
        if against is not None and not fault:
            fault = _check_against(case, engine, against, allowed)
    except DiagnosticError as error:
        fault = _render(error.diagnostics)
    if fault:
        raise AssertionError(fault)
    return case.module


def assert_equivalent(
    first: Any, second: Any, *, level: Level = "reals", seeds: int | None = None, entry: str | None = None
) -> Equivalence:
    """Assert that two programs compute the same function, and return the verdict.

    The programs are anything that `stablehlo_tools.parse` takes; for the options, see
    `stablehlo_tools.equivalent`. Raises AssertionError with the output of `shlo equiv` as its message, also
    if equality is not shown.
    """
    try:
        found = judging.equivalent(first, second, level=level, seeds=seeds, entry=entry)
    except DiagnosticError as error:
        raise AssertionError(_render(error.diagnostics)) from None
    if not found:
        unexplained = found.unexplained
        raise AssertionError(f"{found}\n{_render([unexplained.operation]) if unexplained else ''}".rstrip())
    return found


class _Case(NamedTuple):
    """A program with its inputs, None if it is not run, and expected results, None if not checked."""

    module: Module
    inputs: Sequence[Any] | None
    expected: Sequence[Any] | None


def _given_case(program: Any, inputs: Sequence[Any], expect: Any) -> _Case:
    module = reading.parse(program)
    is_exported = bool(module.interfaces) or hasattr(program, "module_kept_var_idx")
    if is_exported and (inputs or expect is not None):
        inputs = _leaves(inputs) if module.interfaces else _passed(program, _leaves(inputs))
        expect = expect if expect is None else _leaves(expect)
    if expect is None:
        return _Case(module, inputs or None, None)
    return _Case(module, inputs, expect if isinstance(expect, (list, tuple)) else [expect])


# -- exports of JAX -------------------------------------------------------------------------------------


def _passed(exported: Any, leaves: Sequence[Any]) -> list[Any]:
    """The inputs of the program of an `Exported`: all arguments of its function, or the ones it keeps."""
    platforms = exported.platforms
    passed = [platforms.index("cpu") if "cpu" in platforms else 0] if len(platforms) > 1 else []
    has_all = len(leaves) == len(exported.in_avals)
    return [*passed, *([leaves[kept] for kept in exported.module_kept_var_idx] if has_all else leaves)]


def _leaves(tree: Any) -> list[Any]:
    """The arrays in a tree, which may be a sequence only where JAX is not installed."""
    try:
        import jax
    except ImportError:
        return list(tree) if isinstance(tree, (list, tuple)) else [tree]
    return [_array(leaf, None) for leaf in jax.tree.leaves(tree)]


# -- functions of JAX -----------------------------------------------------------------------------------


def _lower(function: Callable[..., Any], inputs: Sequence[Any], expect: Any) -> _Case:
    """A function lowered by JAX, with the arrays of its inputs and results."""
    try:
        import jax
    except ImportError:
        raise TypeError(
            "functions are lowered by JAX, which is not installed: pass the program instead"
        ) from None
    jitted: Any = function if hasattr(function, "lower") else jax.jit(function, keep_unused=True)
    lowered = jitted.lower(*inputs)
    module = reading.parse(lowered)
    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves(inputs)):
        if expect is not None:
            raise TypeError("`expect` requires arrays as inputs, not ShapeDtypeStructs")
        return _Case(module, None, None)
    if expect is None:
        expect = jitted(*jax.tree.map(_copy, inputs))
    infos = jax.tree.leaves(lowered.args_info)
    leaves = jax.tree.leaves(_dynamic_inputs(inputs, lowered.args_info[0]))
    arrays = [_array(leaf, leaf_info.dtype) for leaf, leaf_info in zip(leaves, infos, strict=True)]
    if len(arrays) != len(_main(module).type.inputs):  # JAX drops unused arguments
        from jax import export

        arrays = [arrays[index] for index in export.export(jitted)(*inputs).module_kept_var_idx]
    return _Case(module, arrays, [_array(leaf, None) for leaf in jax.tree.leaves(expect)])


def _copy(leaf: Any) -> Any:
    """A copy of a JAX array, since the function may donate its arguments."""
    import jax

    return leaf.copy() if isinstance(leaf, jax.Array) else leaf


def _dynamic_inputs(inputs: Sequence[Any], lowered_for: Sequence[Any]) -> Sequence[Any]:
    """The inputs that are not static arguments, by the number and shapes of lowered ones."""
    if len(inputs) == len(lowered_for):
        return inputs
    dynamic = [
        chosen
        for chosen in itertools.combinations(inputs, len(lowered_for))
        if all(map(_is_like, chosen, lowered_for))
    ]
    if len(dynamic) != 1:
        raise TypeError(
            "cannot tell which arguments are static: pass `function.lower(...)` and only the arrays"
        )
    return dynamic[0]


def _is_like(given: Any, described: Any) -> bool:
    """Whether an input has the structure and the shapes of a lowered argument."""
    import jax

    (leaves, structure), (wanted, other) = map(jax.tree.flatten, (given, described))
    return bool(structure == other) and [np.shape(leaf) for leaf in leaves] == [each.shape for each in wanted]


def _array(leaf: Any, dtype: Any) -> Any:
    """A JAX array or number as a numpy array of the program's type; a PRNG key as its key data."""
    import jax

    if hasattr(leaf, "dtype") and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return np.asarray(jax.random.key_data(leaf))
    return np.asarray(leaf, dtype) if dtype is not None or hasattr(leaf, "dtype") else leaf


# -- findings and results -------------------------------------------------------------------------------


# The rule about locations with paths of the machine.
_MACHINE_RULES = ("HYG008",)


def _findings(module: Module, lint: bool | str | Sequence[str], ignored: Sequence[str]) -> list[Diagnostic]:
    """The errors and warnings of a module."""
    settings = _settings(module, lint, ignored) if lint else None
    findings = checking.verify(module) if settings is None else checking.lint(module, settings=settings)
    return [finding for finding in findings if finding.severity is not Severity.NOTE]


def _settings(module: Module, lint: bool | str | Sequence[str], ignored: Sequence[str]) -> Settings:
    """The settings of the nearest file, with the selection replaced by the codes of `lint`, if any."""
    codes = () if lint is True else (lint,) if isinstance(lint, str) else tuple(lint or ())
    selection = {"lint.select": codes} if codes else {}
    ignore = tuple(code for code in ignored if code not in codes)
    named = [SettingsLayer(read_all({**selection, "lint.ignore": ignore}))]
    name = module.source.name if module.source else "-"
    return Configuration(named).settings_for(Path(name))


def _render(diagnostics: Iterable[Diagnostic]) -> str:
    """The output of `shlo` for diagnostics; empty without any."""
    stream = io.StringIO()
    report.write(diagnostics, stream)
    return stream.getvalue().rstrip()


def _check_run(case: _Case, engine: str | Engine, tolerance: Tolerance) -> str:
    """A message about wrong results of a program, if it is run; empty if they are as expected."""
    if case.inputs is None:
        return ""
    try:
        with running.compile(changing.without_callbacks(case.module), engine=engine) as program:
            results = program(*case.inputs)
    except RunError as error:
        is_unsupported = any(diagnostic.unsupported for diagnostic in error)
        help = "\nhelp: to verify without running, pass no inputs, or `jax.ShapeDtypeStruct`s for a function"
        return _render(error) + help * is_unsupported
    if case.expected is None:
        return ""
    if len(case.expected) != len(results):
        return f"expected {plural(len(case.expected), 'result')}, found {len(results)}"
    main, inputs = _main(case.module), case.inputs
    estimate = ProgramEstimate(changing.without_callbacks(case.module), main.symbol, [inputs])
    compared = zip(itertools.count(), results, case.expected, main.type.results)
    return "\n".join(line for each in compared for line in _differences(*each, estimate, tolerance))


def _check_against(
    case: _Case, engine: str | Engine, against: str | Engine | Mapping[str, Any], tolerance: Tolerance
) -> str:
    """The text of a comparison, as `shlo compare` prints it; empty if the sides agree."""
    main = _main(case.module)
    if case.inputs is None and main.type.inputs:
        raise TypeError("`against` requires arrays as inputs")
    module = changing.without_callbacks(case.module)
    comparison = judging.compare(module, case.inputs or (), engine, against, tolerance=tolerance)
    return "" if comparison.agrees else "\n".join(comparison_lines(comparison, Places(module)))


def _main(module: Module) -> Function:
    """The entry function."""
    return require_function(module, default_entry(module))


def _differences(
    index: int, result: Any, expected: Any, type: Type, estimate: ProgramEstimate, tolerance: Tolerance
) -> Iterator[str]:
    """Lines about the differences of a result from the expected one."""
    if not isinstance(type, TensorType):
        return  # a token
    if not hasattr(expected, "dtype"):  # lists and numbers take the type of the result
        expected = np.asarray(expected, result.dtype)
    judgement = estimate.judge(index, result, np.asarray(expected), tolerance)
    if judgement.kind == "wrong":
        yield from (f"result {index}, {type} {judgement}", *(f"  {line}" for line in judgement.details))
