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
from stablehlo_tools.types import TensorType


def assert_stablehlo(
    program: Any,
    *arguments: Any,
    lint: bool | Sequence[str] = False,
    expect: Any = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> Module:
    """Assert that a program keeps all rules of StableHLO, and return its module.

    `program` is all that `stablehlo_tools.parse` takes, or a function, which JAX lowers for `arguments`. With
    `lint` nothing may be found either by the rules that the nearest shlo.toml or pyproject.toml selects, or
    by those named. With `expect`, the results for `arguments` must be these arrays, within `rtol` and `atol`
    (see `shlo run --expect`).

    Raises AssertionError, with what `shlo` prints as its message.
    """
    if callable(program):
        program, arguments, expect = _lowered(program, arguments, expect)
    elif expect is not None and not isinstance(expect, (list, tuple)):
        expect = [expect]
    try:
        module = api.parse(program)
        _require_nothing(_found(module, lint))
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
    jitted = function if hasattr(function, "lower") else jax.jit(function, keep_unused=True)
    leaves = list(map(np.asarray, jax.tree.leaves(arguments)))
    return jitted.lower(*arguments), leaves, None if expect is None else jax.tree.leaves(expect)


def _found(module: Module, lint: bool | Sequence[str]) -> list[Diagnostic]:
    if lint is False:
        return api.verify(module)
    named = [] if lint is True else [Place(read_all({"lint.select": tuple(lint)}))]
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
    types = module.function(default_entry(module)).type.results  # type: ignore[union-attr]
    if len(expect) != len(results):
        raise AssertionError(f"the program has {len(results)} results, and {len(expect)} are expected")
    differing = []
    for index, (result, wanted, type) in enumerate(zip(results, expect, types, strict=True)):
        if not isinstance(type, TensorType):
            continue  # a token
        if not hasattr(wanted, "dtype"):  # lists and numbers are of the type that they are compared with
            wanted = np.asarray(wanted, result.dtype)
        verdict = judge(result, np.asarray(wanted), type, rtol, atol)
        if not verdict.agrees:
            differing += [f"result {index}, {type}, differs:", *(f"  {line}" for line in verdict.lines)]
    if differing:
        raise AssertionError("\n".join(["", *differing]))
