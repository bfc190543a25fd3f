"""Programs of frameworks, as the real packages give them, and programs for them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools

TESTDATA = Path(__file__).resolve().parents[2] / "testdata"
MLP = TESTDATA / "models/mlp.mlir"


def jax_or_skip() -> Any:
    return pytest.importorskip("jax", reason="JAX is not installed")


def function(x: Any, params: Any) -> Any:
    return (x @ params["w"] + params["b"]).max(axis=1)


X = np.arange(6, dtype=np.float32).reshape(2, 3)
PARAMS = {"w": np.ones((3, 4), np.float32), "b": np.arange(4, dtype=np.float32)}
EXPECTED = np.array([3 + 3, 12 + 3], np.float32)  # sums of rows of X, and the greatest of b


def test_what_jax_has_in_each_form() -> None:
    jax = jax_or_skip()
    jitted = jax.jit(function)
    lowered = jitted.lower(X, PARAMS)
    forms: list[Any] = [lowered, lowered.compiler_ir("stablehlo"), lowered.as_text(), lowered.compile()]
    forms += [lowered.compiler_ir("hlo"), jitted.trace(X, PARAMS)]
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")
    exported = jax.export.export(jitted)(X, PARAMS)
    forms += [exported, exported.serialize(), exported.mlir_module_serialized]
    modules = [*map(stablehlo_tools.parse, forms), stablehlo_tools.parse(jitted, arguments=[X, PARAMS])]
    for module in modules:
        assert stablehlo_tools.verify(module) == []
        (result,) = stablehlo_tools.run(module, [X, PARAMS["b"], PARAMS["w"]])
        np.testing.assert_array_equal(result, EXPECTED)


def test_programs_of_xla_have_their_large_constants() -> None:
    """The text of a compiled program, and by default that of an `XlaComputation`, elides them."""
    jax = jax_or_skip()
    weights = np.random.default_rng(0).normal(size=40).astype(np.float32)
    lowered = jax.jit(lambda x: x + weights).lower(weights)
    compiled, hlo = lowered.compile(), stablehlo_tools.hlo
    for program in (compiled, hlo.parse(compiled), lowered.compiler_ir("hlo"), hlo.to_hlo(lowered)):
        np.testing.assert_array_equal(stablehlo_tools.run(program, [weights]), [weights + weights])
    assert hlo.verify(compiled) == []
    assert stablehlo_tools.info(compiled).size > weights.nbytes


def test_an_exported_object_is_called_as_its_bytes_are() -> None:
    """Its text has a platform index that callers do not pass, no unused arguments, and other names."""
    jax = jax_or_skip()
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")

    def of_platform(x: Any, _unused: Any) -> Any:
        return jax.lax.platform_dependent(x, cpu=lambda x: x + 1, tpu=lambda x: x + 2)

    exported = jax.export.export(jax.jit(of_platform), platforms=["tpu", "cpu"])(X, X)
    for inputs in ([X, X], {"args[0]": X}):
        np.testing.assert_array_equal(stablehlo_tools.run(exported, inputs), [X + 1])
    assert stablehlo_tools.info(exported) == stablehlo_tools.info(bytes(exported.serialize()))


def test_an_exported_object_that_cannot_be_serialized_is_its_text() -> None:
    jax = jax_or_skip()

    class Pair(list):  # type: ignore[type-arg]  # JAX asks for how to serialize it
        pass

    jax.tree_util.register_pytree_node(Pair, lambda pair: (pair, None), lambda _, pair: Pair(pair))
    exported = jax.export.export(jax.jit(lambda pair: pair[0] + pair[1]))(Pair([X, X]))
    np.testing.assert_array_equal(stablehlo_tools.run(exported, [X, X]), [X + X])


def test_a_jitted_function_needs_arguments() -> None:
    jax = jax_or_skip()
    with pytest.raises(TypeError, match=r"needs arguments to be traced: `parse\(function, arguments="):
        stablehlo_tools.parse(jax.jit(function))
    with pytest.raises(TypeError, match=r"pass `jax.jit\(f\)`"):
        stablehlo_tools.parse(function, arguments=[X, PARAMS])


def test_a_function_of_tensorflow() -> None:
    tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed")
    module = stablehlo_tools.parse(
        tf.function(lambda x: x * 2 + 1, jit_compile=True), arguments=[tf.constant(X)]
    )
    assert stablehlo_tools.verify(module) == []
    np.testing.assert_array_equal(stablehlo_tools.run(module, X)[0], X * 2 + 1)


def test_variables_of_tensorflow_are_arguments() -> None:
    tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed")
    weights, bias = tf.Variable(PARAMS["w"]), tf.Variable(PARAMS["b"])
    layer = tf.function(lambda x: tf.nn.relu(x @ weights + bias), jit_compile=True)
    module = stablehlo_tools.parse(layer, arguments=[tf.constant(X)])
    assert stablehlo_tools.verify(module) == []
    (result,) = stablehlo_tools.run(module, [X, weights.numpy(), bias.numpy()])
    np.testing.assert_array_equal(result, X @ PARAMS["w"] + PARAMS["b"])
    with pytest.raises(ValueError, match="jit_compile=True"):  # which TensorFlow says
        stablehlo_tools.parse(tf.function(lambda x: x), arguments=[tf.constant(X)])
    with pytest.raises(TypeError, match="arguments="):
        stablehlo_tools.parse(layer)


def test_files_that_are_open() -> None:
    module = stablehlo_tools.load(MLP)
    with MLP.open("rb") as binary, MLP.open(encoding="utf-8") as text:
        forms = [binary, text, io.StringIO(MLP.read_text(encoding="utf-8"))]
        forms += [io.BytesIO(stablehlo_tools.serialize(module, form="bytecode"))]
        assert all(stablehlo_tools.parse(form) == module for form in forms)
    with (TESTDATA / "diagnostics/shapes.mlir").open(encoding="utf-8") as wrong:
        (found,) = stablehlo_tools.verify(wrong)
    assert found.span is not None
    assert found.span.source.name.endswith("shapes.mlir")


def test_jax_calls_compiles_and_differentiates_what_it_can() -> None:
    jax = jax_or_skip()
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")
    inputs = np.load(TESTDATA / "models/mlp.inputs.npz")["arg0"]
    call = stablehlo_tools.to_jax(MLP)
    expected = np.load(TESTDATA / "models/mlp.expected.npz")
    for results in (call(inputs), jax.jit(call)(inputs), jax.jit(lambda x: call(x + 0))(inputs)):
        for result, name in zip(results, expected, strict=True):
            np.testing.assert_allclose(result, expected[name], rtol=1e-5, atol=1e-6)
    with pytest.raises(TypeError, match="takes 1 arguments, found 2"):
        call(inputs, inputs)
    exported = jax.export.export(jax.jit(lambda x: (x**2).sum()))(X)
    for form in (exported, bytes(exported.serialize(vjp_order=1))):
        np.testing.assert_allclose(jax.grad(stablehlo_tools.to_jax(form))(X), 2 * X)


def test_a_module_of_mlir_is_the_same_program() -> None:
    pytest.importorskip("jaxlib", reason="MLIR comes with jax")
    module = stablehlo_tools.load(MLP)
    bound = stablehlo_tools.to_mlir(module)
    assert bound.operation.verify()
    assert stablehlo_tools.ir.digest(stablehlo_tools.parse(bound)) == stablehlo_tools.ir.digest(module)
