"""Programs that consist of JAX's operations have the derivatives of the functions that JAX exported."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools

jax = pytest.importorskip("jax", reason="JAX is not installed")
pytest.importorskip("flatbuffers", reason="jax.export serializes with it")

lax, jnp = jax.lax, jax.numpy

X = np.random.default_rng(7).standard_normal((4, 6), np.float32)
W = np.random.default_rng(8).standard_normal((3, 3, 2, 3), np.float32)
PLACES = np.array([0, 3, 1])


def layers(x: Any) -> Any:
    image = lax.conv_general_dilated(
        x.reshape(1, 4, 3, 2),
        W,
        (2, 1),
        "SAME",
        rhs_dilation=(1, 2),
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )
    pooled = lax.reduce_window(image, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 1, 1, 1), "VALID")
    return jax.nn.softmax(x @ x.T + jnp.tanh(pooled).sum()).max(axis=1).prod() + jnp.cumsum(x, 1).std()


def places(x: Any) -> Any:
    taken = x[PLACES].at[:, 2].set(3 * x[0, :3]).at[PLACES % 2].add(x[:3] ** 2)
    moved = lax.dynamic_update_slice(x, x[:1, :2] ** 2, (PLACES[1] + 5, -1))
    chosen = jax.nn.one_hot(jnp.argmax(x, axis=1), 6) * lax.pad(x, x[0, 0], [(1, -1, 0), (0, 0, 0)])
    return (
        (jnp.sort(x, 1) * jnp.arange(6.0)).sum()
        + (lax.top_k(x, 3)[0] ** 2 + taken[:, :3].sum()).sum()
        + (moved * chosen).sum()
    )


def control(x: Any) -> Any:
    state, sums = lax.scan(lambda c, row: (jnp.tanh(c * row), c.sum()), x[0], x)
    branch = lax.cond(x[0, 0] > 0, lambda: (x**2).sum(), lambda: (x**3).sum())
    switch = lax.switch(7, [lambda y: y.sum(), lambda y: (y**3).sum()], x)
    return state.sum() + sums.sum() + branch * switch


def wide(x: Any) -> Any:
    """Words of 64 bits, within a program for JAX without these."""
    kept = jnp.where(jax.random.bernoulli(jax.random.PRNGKey(3), 0.5, x.shape), x, 0)
    return (
        jnp.abs(jnp.fft.rfft(kept)).sum()
        + jnp.abs(jnp.exp(1j * x) * (x + 2j)).sum()
        + jax.scipy.special.erf(x).sum()
    )


@pytest.mark.parametrize("function", [layers, places, control, wide])
def test_derivatives_are_those_of_the_function(function: Any) -> None:
    call = stablehlo_tools.to_jax(jax.jit(function).lower(X))
    results, expected = (jax.jit(jax.value_and_grad(each))(X) for each in (call, function))
    for result, known in zip(results, expected, strict=True):
        np.testing.assert_allclose(result, known, rtol=1e-4, atol=1e-5)
    both = np.stack([X, X[::-1]])
    results, expected = (jax.jit(jax.vmap(each))(both) for each in (call, function))
    np.testing.assert_allclose(results, expected, rtol=1e-4)


def test_what_has_no_derivative_is_named_where_one_is_needed() -> None:
    """Products of windows: JAX has no derivative of them."""
    product = jax.jit(lambda x: lax.reduce_window(x, np.float32(1), lax.mul, (1, 2), (1, 1), "VALID"))
    call = stablehlo_tools.to_jax(product.lower(X))
    np.testing.assert_allclose(call(X), X[:, :-1] * X[:, 1:], rtol=1e-6)
    np.testing.assert_allclose(jax.vmap(call)(np.stack([X, 2 * X]))[1], 4 * call(X), rtol=1e-6)
    with pytest.raises(NotImplementedError, match=r"no derivative of stablehlo\.reduce_window: %0"):
        jax.grad(lambda x: call(x).sum())(X)


def test_arguments_have_the_types_of_the_program() -> None:
    call = stablehlo_tools.to_jax(
        "func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> { return %x : tensor<2xf64> }"
    )
    assert call(np.array([0.1, 1e300])).tolist() == [0.1, 1e300]
    with pytest.raises(TypeError, match=r"argument 0 is float32\[\], expected tensor<2xf64>"):
        call(np.float32(1))
    with pytest.raises(TypeError, match="f takes 1 arguments, found 2"):
        call(1, 2)


@pytest.mark.parametrize(
    ("op", "init", "expected"),
    [("multiply", 2.0, [48, 24, 16, 12]), ("maximum", 3.5, [0, 0, 0, 1]), ("add", 5.0, [1, 1, 1, 1])],
)
def test_reductions_begin_with_their_initial_value(op: str, init: float, expected: list[float]) -> None:
    """By hand; JAX's own derivative of a reduction ignores an initial value that is no identity."""
    call = stablehlo_tools.to_jax(f"""
      func.func @main(%x: tensor<4xf32>) -> tensor<f32> {{
        %i = stablehlo.constant dense<{init}> : tensor<f32>
        %0 = stablehlo.reduce(%x init: %i) applies stablehlo.{op} across dimensions = [0]
          : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
        return %0 : tensor<f32>
      }}""")
    assert jax.grad(call)(np.array([1, 2, 3, 4], np.float32)).tolist() == expected


def test_arguments_may_be_named() -> None:
    program = """func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.subtract %x, %y : tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    named = {"y": np.array([1, 2], np.float32), "x": np.array([5, 7], np.float32)}
    assert jax.jit(stablehlo_tools.to_jax(program))(named).tolist() == [4, 5]
