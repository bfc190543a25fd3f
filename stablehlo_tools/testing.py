"""An assertion for the tests of those who export programs.

    from stablehlo_tools.testing import assert_stablehlo

    def test_step_exports():
        assert_stablehlo(step, parameters, batch, lint=True)  # gives what JAX itself computes

    def test_exported_file():
        assert_stablehlo(Path("model.mlir"), x, expect=y, rtol=1e-4)

As a fixture of the same name it is there in every test of pytest, once the package is installed.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stablehlo_tools import api, report
from stablehlo_tools.analysis.comparison import judge
from stablehlo_tools.analysis.roundings import narrowest_types
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, RunError, Severity
from stablehlo_tools.ir.operations import Function, Module, default_entry
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.linter.configuration import Configuration
from stablehlo_tools.linter.settings import Settings, SettingsLayer, read_all

__tracebackhide__ = True  # pytest shows the line of the test, and none of this file


def assert_stablehlo(
    program: Any,
    *inputs: Any,
    expect: Any = None,
    rtol: float | None = None,
    atol: float | None = None,
    lint: bool | str | Sequence[str] = False,
) -> Module:
    """Assert that a program keeps all rules of StableHLO and computes what it should; return its module.

    `program` is all that `stablehlo_tools.parse` takes, or a function, which JAX lowers for `inputs`. It is
    executed on `inputs`, which have to fit. Its results have to be the arrays in `expect`, within `rtol` and
    `atol` (by default those of `shlo run --expect`); where `expect` is left out, those of a function have to
    be what JAX itself computes. Without inputs, and for a function with `jax.ShapeDtypeStruct`s as inputs,
    a program is only verified.

    With `lint` nothing may be found either by the rules that the nearest shlo.toml or pyproject.toml selects,
    or by those named; of a function, whose locations are of this machine, HYG008 must be named.

    Raises AssertionError, with what `shlo` prints as its message, and TypeError for arguments that are of no
    use.
    """
    is_function = callable(program) and not hasattr(program, "as_text")  # which a jax.stages.Compiled has
    try:
        case = (_lowered if is_function else _given)(program, inputs, expect)
        if case.expected is None and (rtol, atol) != (None, None):
            raise TypeError("rtol and atol are for results: say what to `expect`")
        fault = _in_full(_findings(case.module, lint, _OF_THIS_MACHINE if is_function else ()))
        fault = fault or _fault_of_run(case, rtol, atol)
    except DiagnosticError as error:
        fault = _in_full(error.diagnostics)
    if fault:
        raise AssertionError(fault)
    return case.module


class _Case(NamedTuple):
    """A program with its inputs, None if it is not run, and its results, None where any will do."""

    module: Module
    inputs: Sequence[Any] | None
    expected: Sequence[Any] | None


def _given(program: Any, inputs: Sequence[Any], expect: Any) -> _Case:
    module = api.parse(program)
    if expect is None:
        return _Case(module, inputs or None, None)
    return _Case(module, inputs, expect if isinstance(expect, (list, tuple)) else [expect])


# -- functions of JAX -----------------------------------------------------------------------------------


def _lowered(function: Callable[..., Any], inputs: Sequence[Any], expect: Any) -> _Case:
    """A function as JAX lowers it, with inputs and results as the arrays in them."""
    try:
        import jax
    except ImportError:
        raise TypeError("a function is lowered by JAX, which is not installed: give the program") from None
    jitted: Any = function if hasattr(function, "lower") else jax.jit(function, keep_unused=True)
    lowered = jitted.lower(*inputs)
    module = api.parse(lowered)
    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves(inputs)):
        if expect is not None:
            raise TypeError("`expect` is for results, which take arrays as inputs, not ShapeDtypeStructs")
        return _Case(module, None, None)
    if expect is None:
        expect = jitted(*jax.tree.map(_kept, inputs))
    infos = jax.tree.leaves(lowered.args_info)
    leaves = jax.tree.leaves(_dynamic(inputs, lowered.args_info[0]))
    arrays = [_array(leaf, info.dtype) for leaf, info in zip(leaves, infos, strict=True)]
    if len(arrays) != len(_main(module).type.inputs):  # what a function does not use is no argument
        from jax import export

        arrays = [arrays[index] for index in export.export(jitted)(*inputs).module_kept_var_idx]
    return _Case(module, arrays, [_array(leaf, None) for leaf in jax.tree.leaves(expect)])


def _kept(leaf: Any) -> Any:
    """A copy of an array of JAX, since a function may be one that its arguments are donated to."""
    import jax

    return leaf.copy() if isinstance(leaf, jax.Array) else leaf


def _dynamic(inputs: Sequence[Any], lowered_for: Sequence[Any]) -> Sequence[Any]:
    """The inputs that are no static arguments: as many as the function is lowered for, and of such shapes."""
    if len(inputs) == len(lowered_for):
        return inputs
    dynamic = [
        chosen
        for chosen in itertools.combinations(inputs, len(lowered_for))
        if all(map(_is_like, chosen, lowered_for))
    ]
    if len(dynamic) != 1:
        raise TypeError("some arguments are static: give `function.lower(...)` and the arrays alone")
    return dynamic[0]


def _is_like(given: Any, described: Any) -> bool:
    """Whether an input has the structure and the shapes of one that a function is lowered for."""
    import jax

    (leaves, structure), (wanted, other) = map(jax.tree.flatten, (given, described))
    return bool(structure == other) and [np.shape(leaf) for leaf in leaves] == [each.shape for each in wanted]


def _array(leaf: Any, dtype: Any) -> Any:
    """An array or a number of JAX as the program has it; a key of random numbers is its words."""
    import jax

    if hasattr(leaf, "dtype") and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return np.asarray(jax.random.key_data(leaf))
    return np.asarray(leaf, dtype) if dtype is not None or hasattr(leaf, "dtype") else leaf


# -- findings and results -------------------------------------------------------------------------------


# The rule about locations that name files of the machine on which a program was lowered.
_OF_THIS_MACHINE = ("HYG008",)


def _findings(module: Module, lint: bool | str | Sequence[str], ignored: Sequence[str]) -> list[Diagnostic]:
    """What is wrong with a module; notes are not."""
    found = api.lint(module, settings=_settings(module, lint, ignored)) if lint else api.verify(module)
    return [each for each in found if each.severity is not Severity.NOTE]


def _settings(module: Module, lint: bool | str | Sequence[str], ignored: Sequence[str]) -> Settings:
    """The settings of the nearest file, in which `lint` may take the place of the selection."""
    codes = () if lint is True else (lint,) if isinstance(lint, str) else tuple(lint or ())
    selection = {"lint.select": codes} if codes else {}
    ignore = tuple(code for code in ignored if code not in codes)
    named = [SettingsLayer(read_all({**selection, "lint.ignore": ignore}))]
    name = module.source.name if module.source else "-"
    return Configuration(named).settings_for(Path(name))


def _in_full(diagnostics: Iterable[Diagnostic]) -> str:
    """What `shlo` prints of diagnostics; empty where there are none."""
    stream = io.StringIO()
    report.write(diagnostics, stream)
    return stream.getvalue().rstrip()


def _fault_of_run(case: _Case, rtol: float | None, atol: float | None) -> str:
    """What is wrong with the results of a program, if it is run; empty where nothing is."""
    if case.inputs is None:
        return ""
    try:
        results = api.run(case.module, case.inputs)
    except RunError as error:
        is_unsupported = any(each.unsupported for each in error)
        help = "\nTo verify a program and not run it, give it no inputs; a function, `jax.ShapeDtypeStruct`s."
        return _in_full(error) + help * is_unsupported
    if case.expected is None:
        return ""
    if len(case.expected) != len(results):
        return f"the program gives {len(results)} results, and {len(case.expected)} are expected"
    main = _main(case.module)
    rounded = narrowest_types(case.module, main)
    compared = zip(itertools.count(), results, case.expected, main.type.results, rounded)
    return "\n".join(line for each in compared for line in _differences(*each, rtol, atol))


def _main(module: Module) -> Function:
    """The function that is run."""
    function = module.function(default_entry(module))
    assert function is not None
    return function


def _differences(
    index: int,
    result: Any,
    wanted: Any,
    type: Type,
    rounded: ElementType | None,
    rtol: float | None,
    atol: float | None,
) -> Iterator[str]:
    """Lines on how a result differs from what is wanted of it."""
    if not isinstance(type, TensorType):
        return  # a token
    if not hasattr(wanted, "dtype"):  # lists and numbers are of the type that they are compared with
        wanted = np.asarray(wanted, result.dtype)
    verdict = judge(result, np.asarray(wanted), type, rtol, atol, through=rounded)
    if not verdict.agrees:
        yield from (f"result {index}, {type}, differs:", *(f"  {line}" for line in verdict.lines))
