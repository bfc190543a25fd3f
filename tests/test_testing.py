"""`assert_stablehlo`, in the library and as a fixture."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.ir import Module
from stablehlo_tools.testing import assert_stablehlo as asserted

DOUBLED = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
WRONG = DOUBLED.replace("%x, %x : tensor<2xf32>", "%x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>")
UNUSED = DOUBLED.replace("  return", "  %1 = stablehlo.negate %x : tensor<2xf32>\n  return")
X = np.array([1, 2], np.float32)


def message_of(*arguments: Any, **named: Any) -> str:
    with pytest.raises(AssertionError) as raised:
        asserted(*arguments, **named)
    return str(raised.value)


def test_the_fixture_is_there(assert_stablehlo: Callable[..., Module]) -> None:
    assert [function.symbol for function in assert_stablehlo(DOUBLED).functions] == ["main"]


def test_what_is_wrong_is_shown_in_full() -> None:
    message = message_of(WRONG)
    assert "error[add_c1]" in message
    assert "--> <string>:2:" in message
    assert "error[syntax]" in message_of(DOUBLED.replace("->", "="))


def test_results_are_compared() -> None:
    asserted(DOUBLED, X, expect=2 * X)
    asserted(DOUBLED, X, expect=[2 * X + 1], atol=2)
    message = message_of(DOUBLED, X, expect=np.array([2, 5], np.float32))
    assert "result 0, tensor<2xf32>, differs" in message
    assert "worst at [1]: got 4.0, expected 5.0" in message
    assert "got tensor<2xf32>, expected tensor<2xf64>" in message_of(DOUBLED, X, expect=np.zeros(2))
    assert "1 results, and 2 are expected" in message_of(DOUBLED, X, expect=[X, X])


def test_inputs_that_do_not_fit_fail() -> None:
    assert "tensor<2xf32>" in message_of(DOUBLED, np.zeros(3, np.float32), expect=X)


def test_rules_are_those_of_the_configuration(tmp_path: Path) -> None:
    model, other = tmp_path / "model.mlir", tmp_path / "other" / "model.mlir"
    other.parent.mkdir()
    for path in (model, other):
        path.write_text(UNUSED)
    asserted(model)
    assert "warning[HYG002]" in message_of(model, lint=True)
    (other.parent / "shlo.toml").write_text('[lint]\nselect = ["SUP"]\n')
    asserted(other, lint=True)
    assert "warning[HYG002]" in message_of(model, lint=["HYG"])


def test_a_function_is_lowered() -> None:
    jax = pytest.importorskip("jax")

    def scaled(x: Any, factors: dict[str, Any]) -> Any:
        return {"y": x * factors["scale"]}

    factors = {"scale": np.float32(3), "unused": np.float32(0)}
    asserted(scaled, X, factors, expect={"y": 3 * X})
    asserted(jax.jit(scaled, keep_unused=True), X, factors, expect=scaled(X, factors))
    assert "differs" in message_of(scaled, X, factors, expect={"y": X})


def test_what_a_function_does_not_use_is_no_argument() -> None:
    jax, export = pytest.importorskip("jax"), pytest.importorskip("jax.export")
    jitted = jax.jit(lambda x, unused: 2 * x)
    lowered = jitted.lower(X, X)
    asserted(jitted, X, X, expect=2 * X)
    for program in (lowered, export.export(jitted)(X, X), lowered.compile()):
        asserted(program, X, expect=2 * X)
    static = jax.jit(lambda x, n: n * x, static_argnums=1)
    asserted(static, X, 2)
    with pytest.raises(TypeError, match="some arguments are static"):
        asserted(static, X, 2, expect=2 * X)
    key = jax.random.key(0)
    asserted(lambda key: jax.random.bits(key, (4,)), key, expect=jax.random.bits(key, (4,)))


def test_locations_of_this_machine_are_no_fault_of_a_function() -> None:
    pytest.importorskip("jax")
    for lint in (True, "HYG00", ["NUM", "HYG0"]):
        asserted(lambda x: x + 1, X, lint=lint)
    assert "HYG008" in message_of(lambda x: x + 1, X, lint=["HYG008"])


def test_a_function_needs_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(TypeError, match="not installed"):
        asserted(lambda x: x, X)
