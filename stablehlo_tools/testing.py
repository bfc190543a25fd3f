"""An assertion for the tests of those who export programs.

    from stablehlo_tools.testing import assert_stablehlo

    def test_step_exports():
        assert_stablehlo(step, parameters, batch, lint=True)

    def test_exported_file():
        assert_stablehlo(Path("model.mlir"), x, expect=y)

As a fixture of the same name it is there in every test of pytest, once the package is installed.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from stablehlo_tools import api, report
from stablehlo_tools.comparison import judge
from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError, Severity
from stablehlo_tools.ir import Module, default_entry
from stablehlo_tools.lint.configuration import Configuration
from stablehlo_tools.lint.settings import Place, read_all
from stablehlo_tools.roundings import narrowest
from stablehlo_tools.types import TensorType


def assert_stablehlo(
    program: Any,
    *arguments: Any,
    lint: bool | str | Sequence[str] = False,
    expect: Any = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> Module:
    """Assert that a program keeps all rules of StableHLO, and return its module.

    `program` is all that `stablehlo_tools.parse` takes, or a function, which JAX lowers for `arguments`. With
    `lint` nothing may be found either by the rules that the nearest shlo.toml or pyproject.toml selects, or
    by those named; of a function, whose locations are of this machine, HYG008 must be named. With `expect`,
    the results for `arguments` must be these arrays, within `rtol` and `atol` (see `shlo run --expect`).

    Raises AssertionError, with what `shlo` prints as its message.
    """
    is_function = callable(program) and not hasattr(program, "as_text")  # which a jax.stages.Compiled has
    if is_function:
        program, arguments, expect = _lowered(program, arguments, expect)
    elif expect is not None and not isinstance(expect, (list, tuple)):
        expect = [expect]
    try:
        module = api.parse(program)
        _require_nothing(_found(module, lint, _OF_THIS_MACHINE if is_function else ()))
        if expect is not None:
            _compare(module, api.run(module, arguments), expect, rtol, atol)
    except DiagnosticError as error:
        raise AssertionError(_in_full(error.diagnostics)) from None
    return module


def _lowered(function: Callable[..., Any], arguments: Sequence[Any], expect: Any) -> tuple[Any, Any, Any]:
    """A function as JAX lowers it, and arguments and results as the arrays in them."""
    try:
        import jax
    except ImportError:
        raise TypeError("a function is lowered by JAX, which is not installed: give the program") from None
    is_jitted = hasattr(function, "lower")
    jitted: Any = function if is_jitted else jax.jit(function, keep_unused=True)
    lowered = jitted.lower(*arguments)
    if expect is None:
        return lowered, [], None
    leaves = jax.tree.leaves(arguments)
    if len(leaves) != len(jax.tree.leaves(lowered.args_info)):
        raise TypeError("some arguments are static: give `function.lower(...)` and the arrays alone")
    if is_jitted:  # what it does not use is no argument of the program
        from jax import export

        leaves = [leaves[index] for index in export.export(jitted)(*arguments).module_kept_var_idx]
    return lowered, list(map(_array, leaves)), list(map(_array, jax.tree.leaves(expect)))


def _array(leaf: Any) -> Any:
    """An array or a number of JAX as the program has it; a key of random numbers is its words."""
    import jax

    is_key = hasattr(leaf, "dtype") and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key)
    return np.asarray(jax.random.key_data(leaf) if is_key else leaf) if hasattr(leaf, "dtype") else leaf


# The rule about locations that name files of the machine on which a program was lowered.
_OF_THIS_MACHINE = ("HYG008",)


def _found(module: Module, lint: bool | str | Sequence[str], ignored: Sequence[str]) -> list[Diagnostic]:
    if lint is False:
        return api.verify(module)
    codes = () if lint is True else (lint,) if isinstance(lint, str) else tuple(lint)
    selection = {"lint.select": codes} if codes else {}
    ignore = tuple(code for code in ignored if code not in codes)
    named = [Place(read_all({**selection, "lint.ignore": ignore}))]
    name = module.source.name if module.source else "-"
    return api.lint(module, settings=Configuration(named).settings_for(Path(name)))


def _require_nothing(found: Iterable[Diagnostic]) -> None:
    findings = [each for each in found if each.severity is not Severity.NOTE]
    if findings:
        raise AssertionError(_in_full(findings))


def _in_full(diagnostics: Iterable[Diagnostic]) -> str:
    stream = io.StringIO()
    report.write(diagnostics, stream)
    return "\n" + stream.getvalue().rstrip()


def _compare(
    module: Module, results: Sequence[Any], expect: Sequence[Any], rtol: float | None, atol: float | None
) -> None:
    function = module.function(default_entry(module))
    assert function is not None
    types, rounded = function.type.results, narrowest(module, function)
    if len(expect) != len(results):
        raise AssertionError(f"the program has {len(results)} results, and {len(expect)} are expected")
    differing = []
    for index, (result, wanted, type) in enumerate(zip(results, expect, types, strict=True)):
        if not isinstance(type, TensorType):
            continue  # a token
        if not hasattr(wanted, "dtype"):  # lists and numbers are of the type that they are compared with
            wanted = np.asarray(wanted, result.dtype)
        verdict = judge(result, np.asarray(wanted), type, rtol, atol, through=rounded[index])
        if not verdict.agrees:
            differing += [f"result {index}, {type}, differs:", *(f"  {line}" for line in verdict.lines)]
    if differing:
        raise AssertionError("\n".join(["", *differing]))
