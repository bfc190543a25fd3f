"""`assert_stablehlo`, in the library and as a fixture."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.operations import Module, Value
from stablehlo_tools.testing import assert_stablehlo as asserted
from stablehlo_tools.verifier.builder import OpBuilder
from tests.comparison.faulty import Fault, FaultyEngine

DOUBLED = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
WRONG = DOUBLED.replace("%x, %x : tensor<2xf32>", "%x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>")
UNUSED = DOUBLED.replace("  return", "  %1 = stablehlo.negate %x : tensor<2xf32>\n  return")
X = np.array([1, 2], np.float32)
ARTIFACTS = Path(__file__).resolve().parents[2] / "testdata" / "artifacts"


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
    assert "result 0, tensor<2xf32> DIFFERS" in message
    assert "worst at [1]: got 4.0, expected 5.0" in message
    assert "got tensor<2xf32>, expected tensor<2xf64>" in message_of(DOUBLED, X, expect=np.zeros(2))
    assert "expected 2 results, found 1" in message_of(DOUBLED, X, expect=[X, X])
    types = "tensor<f32>, tensor<f32>"
    twice = f"func.func @main(%x: tensor<f32>) -> ({types}) {{\n  return %x, %x : {types}\n}}"
    assert "expected 1 result, found 2" in message_of(twice, np.float32(1), expect=[np.float32(1)])


def test_inputs_that_do_not_fit_fail() -> None:
    assert "tensor<2xf32>" in message_of(DOUBLED, np.zeros(3, np.float32), expect=X)
    asserted(DOUBLED, X)
    assert "expected tensor<2xf32>, found" in message_of(DOUBLED, np.zeros((3, 3)))
    assert "a non-numeric str" in message_of(DOUBLED, "nonsense")
    assert "@main expects 1 input, got 2" in message_of(DOUBLED, X, "nonsense")
    assert "@main expects 1 input, got 0" in message_of(DOUBLED, expect=X)


def test_arguments_that_are_of_no_use_are_refused() -> None:
    for arguments in ((DOUBLED,), (DOUBLED, X)):
        with pytest.raises(TypeError, match="`rtol` and `atol` require `expect`"):
            asserted(*arguments, rtol=1e-3)


CALL = DOUBLED.replace("stablehlo.add %x, %x", "stablehlo.custom_call @mine(%x)").replace(
    ": tensor<2xf32>\n  return", ": (tensor<2xf32>) -> tensor<2xf32>\n  return"
)


def test_what_cannot_be_run_says_how_to_only_verify_it() -> None:
    asserted(CALL)
    message = message_of(CALL, X)
    assert "@mine" in message
    assert message.endswith("`jax.ShapeDtypeStruct`s for a function")


def test_no_frame_of_this_package_is_shown(tmp_path: Path) -> None:
    test = tmp_path / "test_program.py"
    test.write_text(f"""
from stablehlo_tools.testing import assert_stablehlo

def test_wrong():
    assert_stablehlo({WRONG!r})

def test_differs():
    assert_stablehlo({DOUBLED!r}, [1, 2], expect=[[2, 5]])
""")
    options = ("-p", "no:cacheprovider", "-p", "no:stablehlo_tools", "--rootdir", str(tmp_path), "--color=no")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(test)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "120"},
        check=False,
    )
    assert re.findall(r"^\S+:\d+: .*", done.stdout, re.MULTILINE) == [
        "test_program.py:5: AssertionError",
        "test_program.py:8: AssertionError",
    ]
    assert "test_wrong - AssertionError: error[add_c1]: " in done.stdout
    assert "test_differs - AssertionError: result 0, tensor<2xf32> DIFFERS" in done.stdout


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
    assert "DIFFERS" in message_of(scaled, X, factors, expect={"y": X})


def test_what_a_function_does_not_use_is_no_argument() -> None:
    jax, export = pytest.importorskip("jax"), pytest.importorskip("jax.export")
    jitted = jax.jit(lambda x, unused: 2 * x)
    lowered = jitted.lower(X, X)
    asserted(jitted, X, X, expect=2 * X)
    for program in (lowered, export.export(jitted)(X, X), lowered.compile()):
        asserted(program, X, expect=2 * X)
    static = jax.jit(lambda x, n: n * x, static_argnums=1)
    asserted(static, X, 2)
    asserted(static, X, 2, expect=2 * X)
    assert "DIFFERS" in message_of(static, X, 2, expect=3 * X)
    with pytest.raises(TypeError, match="cannot tell which arguments are static"):  # is 2 of them, or 3?
        asserted(static, 2, 3)
    key = jax.random.key(0)
    asserted(lambda key: jax.random.bits(key, (4,)), key, expect=jax.random.bits(key, (4,)))


def test_an_export_is_called_as_its_function(tmp_path: Path) -> None:
    """In each form: the object of JAX, the bytes, and a file."""
    jax, export = pytest.importorskip("jax"), pytest.importorskip("jax.export")
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")

    def noisy(weights: dict[str, Any], unused: Any, key: Any) -> Any:
        return {"y": 2 * weights["w"], "noise": jax.random.bits(key, (2,))}

    size, arguments = export.symbolic_shape("b"), ({"w": X}, X, jax.random.key(0))
    shapes = ({"w": jax.ShapeDtypeStruct(size, X.dtype)}, *arguments[1:])
    exported = export.export(jax.jit(noisy), platforms=("tpu", "cpu"))(*shapes)
    data = bytes(exported.serialize())
    file = tmp_path / "noisy.jaxexport"
    file.write_bytes(data)
    for program in (exported, data, bytearray(data), file):
        asserted(program)
        asserted(program, *arguments)
        asserted(program, *arguments, expect=noisy(*arguments))
        wrong = {**noisy(*arguments), "y": X}
        assert "result 1" in message_of(program, *arguments, expect=wrong)


def test_an_export_is_called_without_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    file = ARTIFACTS / "sine.jaxexport"
    for arguments in ((X,), (X, np.zeros((3, 2), np.float32))):  # the second of which is not used
        asserted(file, *arguments, expect=np.sin(X))


def test_locations_of_this_machine_are_no_fault_of_a_function() -> None:
    pytest.importorskip("jax")
    for lint in (True, "HYG00", ["NUM", "HYG0"]):
        asserted(lambda x: x + 1, X, lint=lint)
    assert "HYG008" in message_of(lambda x: x + 1, X, lint=["HYG008"])


def test_a_function_gives_what_jax_computes() -> None:
    """A callback that is no part of the program makes JAX compute something else than it was lowered to."""
    jax = pytest.importorskip("jax")
    asserted(lambda x: jax.numpy.sin(x) @ x, X)
    asserted(lambda x, n: x * n, X.astype(np.float64), 3)  # as JAX takes them, in 32 bits

    class Changing:
        def lower(self, x: Any) -> Any:
            return jax.jit(lambda x: 2 * x).lower(x)

        def __call__(self, x: Any) -> Any:
            return 3 * x

    assert "got 4.0, expected 6.0" in message_of(Changing(), X)
    assert "got 4.0, expected 4.5" in message_of(Changing(), X, expect=np.array([2, 4.5], np.float32))
    asserted(Changing(), X, rtol=1)


@pytest.mark.parametrize("against", [None, "numpy"])
def test_callbacks_of_which_nothing_is_computed_are_left_out(against: str | None) -> None:
    jax = pytest.importorskip("jax")

    def printing(x: Any) -> Any:
        jax.debug.print("{}", x)
        return x + 1

    module = asserted(printing, X, against=against)
    assert [op.attributes["call_target_name"] for op in module.walk() if op.name == "stablehlo.custom_call"]
    with pytest.raises(stablehlo_tools.RunError, match="cannot be executed"):
        stablehlo_tools.run(module, [X])
    assert stablehlo_tools.run(stablehlo_tools.without_callbacks(module), [X])[0].tolist() == [2, 3]


def test_donated_arguments_stay() -> None:
    jax = pytest.importorskip("jax")
    array = jax.numpy.asarray(X)
    asserted(jax.jit(lambda x: x + 1, donate_argnums=0), array)
    assert not array.is_deleted()


def test_a_function_of_shapes_is_not_run() -> None:
    jax = pytest.importorskip("jax")
    shape = jax.ShapeDtypeStruct((1 << 20, 1 << 20), np.float32)
    assert asserted(lambda x: x @ x, shape).function("main") is not None
    with pytest.raises(TypeError, match="not ShapeDtypeStructs"):
        asserted(lambda x: x @ x, shape, expect=X)


def test_a_function_needs_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(TypeError, match="not installed"):
        asserted(lambda x: x, X)


HALF = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tanh %x : tensor<2xf32>
  %1 = stablehlo.add %0, %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


def negating(op: str, program: str) -> FaultyEngine:
    """An engine that negates the result of an op of a program."""

    def negated(builder: OpBuilder, value: Value) -> Value:
        return builder.add("stablehlo.negate", [value])[0]

    return FaultyEngine(Fault(op, program.rindex("%", 0, program.index(op)), negated))


def test_another_engine_executes() -> None:
    asserted(DOUBLED, X, expect=2 * X, engine=negating("stablehlo.tanh", HALF))
    engine = negating("stablehlo.add", DOUBLED)
    assert "result 0, tensor<2xf32> DIFFERS" in message_of(DOUBLED, X, expect=2 * X, engine=engine)
    assert "error[unknown_engine]" in message_of(DOUBLED, X, engine="no-such-engine")


def test_an_unknown_tolerance_is_none_that_is_exact() -> None:
    with pytest.raises(ValueError, match="unknown tolerance 'types'; expected one of estimated, type"):
        asserted(DOUBLED, X, expect=2 * X, tolerance="types")  # type: ignore[arg-type]


def test_engines_are_compared() -> None:
    asserted(HALF, X, engine="numpy", against="numpy")
    message = message_of(HALF, X, engine=negating("stablehlo.tanh", HALF), against="numpy")
    assert "out0: tensor<2xf32> DIFFERS in 2 of 2 elements" in message
    assert "main/%0: stablehlo.tanh at <string>:2:3: wrong op" in message
    asserted(HALF, X, engine=negating("stablehlo.tanh", HALF), against="numpy", atol=9)
    with pytest.raises(TypeError, match="`against` requires arrays"):
        asserted(HALF, against="numpy")


def test_recorded_values_are_compared() -> None:
    sums = np.tanh(X) + X
    asserted(HALF, X, against={"out0": sums})
    message = message_of(HALF, X, against={"out0": sums + 1, "main/%0": np.tanh(X) + 1})
    assert "main/%0: stablehlo.tanh" in message
