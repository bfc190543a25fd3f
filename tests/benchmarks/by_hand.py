"""Models as a numpy programmer writes them by hand: what a warm call costs without an interpreter.

Each function takes the arguments of the model of its name, in the same order, and returns its results. It
follows the sources, not the programs that JAX makes of them: gradients are those of a textbook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.lib.stride_tricks import as_strided

from tests.benchmarks.models import Array

total: Callable[..., Any] = np.add.reduce  # the method `sum` takes twice as long for a small array
greatest: Callable[..., Any] = np.maximum.reduce


def _normal(seed: int, *shape: int, scale: float) -> Array:
    return (np.random.RandomState(seed).standard_normal(shape) * scale).astype(np.float32)


def _softmax(x: Array) -> Array:
    powers = np.exp(x - greatest(x, -1, keepdims=True))
    return powers / total(powers, -1, keepdims=True)


# -- mlp ------------------------------------------------------------------------------------------

FIRST = _normal(10, 16, 32, scale=0.25).astype(ml_dtypes.bfloat16).astype(np.float32)
SECOND, THIRD = _normal(11, 32, 32, scale=0.2), _normal(12, 32, 10, scale=0.2)


def mlp(x: Array) -> list[Array]:
    x = np.maximum(x.astype(ml_dtypes.bfloat16).astype(np.float32) @ FIRST, 0) @ SECOND + 0.1
    logits = x / (1 + np.exp(-x)) @ THIRD
    shifted = logits - greatest(logits, -1, keepdims=True)
    log_softmax = shifted - np.log(total(np.exp(shifted), -1, keepdims=True))
    return [log_softmax, logits.argmax(-1).astype(np.int32)]


# -- attention, and its gradient --------------------------------------------------------------------

HEADS, DEPTH = 4, 8
AHEAD = np.arange(12)[:, None] < np.arange(12)


def _normalized(x: Array) -> tuple[Array, Array]:
    """Mean 0 and variance 1 along the last dimension; the factor that did it."""
    width = x.shape[-1]
    centred = x - total(x, -1, keepdims=True) / width
    factor = 1 / np.sqrt(total(centred * centred, -1, keepdims=True) / width + 1e-6)
    return centred * factor, factor


def _normalized_grad(grad: Array, normalized: Array, factor: Array) -> Array:
    width = grad.shape[-1]
    mean = total(grad, -1, keepdims=True) / width
    return factor * (grad - mean - normalized * (total(grad * normalized, -1, keepdims=True) / width))


def _gelu_gate(x: Array) -> tuple[Array, Array]:
    """What gelu multiplies `x` by, and the hyperbolic tangent in it."""
    tanh = np.tanh(0.7978846 * (x + 0.044715 * (x * x * x)))
    return 0.5 * (1 + tanh), tanh


def _layers(leaves: Sequence[Array]) -> list[Sequence[Array]]:
    """The weights of each layer: down, norm, output, query_key_value, up."""
    return [leaves[:5], leaves[5:10]]


def _to_heads(x: Array) -> Array:
    """`...(time)(head, depth)` as `...(head)(time)(depth)`."""
    return x.reshape(*x.shape[:-1], HEADS, DEPTH).swapaxes(-2, -3)


def _from_heads(x: Array) -> Array:
    x = x.swapaxes(-2, -3)
    return x.reshape(*x.shape[:-2], HEADS * DEPTH)


def _decoder(layers: Sequence[Sequence[Array]], x: Array) -> tuple[Array, list[tuple[Array, ...]]]:
    """The result, and for each layer what its gradient needs."""
    kept: list[tuple[Array, ...]] = []
    for down, norm, output, query_key_value, up in layers:
        width = x.shape[-1]
        first, first_factor = _normalized(x)
        heads = _to_heads((first * norm) @ query_key_value.reshape(3, 1, width, width))
        query, key, value = heads
        scores = query @ key.swapaxes(-1, -2) / np.sqrt(np.asarray(DEPTH, x.dtype))
        scores[..., AHEAD] = -np.inf
        weights = _softmax(scores)
        mixed = _from_heads(weights @ value)
        x = x + mixed @ output.reshape(width, width)
        second, second_factor = _normalized(x)
        wide = (second * norm) @ up
        gate, tanh = _gelu_gate(wide)
        x = x + (wide * gate) @ down
        kept.append((first, first_factor, heads, weights, mixed, second, second_factor, wide, gate, tanh))
    return x, kept


def attention(*inputs: Array) -> list[Array]:
    return [_decoder(_layers(inputs), inputs[-1])[0]]


def _flat(x: Array) -> Array:
    return x.reshape(-1, x.shape[-1])


def _product_grad(x: Array, grad: Array) -> Array:
    """The gradient of the weights in `x @ weights`."""
    return _flat(x).T @ _flat(grad)


def attention_grad(*inputs: Array) -> list[Array]:
    layers, x, target = _layers(inputs), *inputs[-2:]
    result, kept = _decoder(layers, x)
    error = result - target
    grad = error * np.asarray(2 / error.size, x.dtype)
    grads: list[Array] = []
    for weights, values in zip(reversed(layers), reversed(kept), strict=True):
        of_weights, grad = _layer_grad(weights, values, grad)
        grads = of_weights + grads
    return [total(error * error, None) / error.size, *grads]


def _layer_grad(weights: Sequence[Array], kept: Sequence[Array], grad: Array) -> tuple[list[Array], Array]:
    down, norm, output, query_key_value, up = weights
    first, first_factor, (query, key, value), attention, mixed, second, second_factor, wide, gate, tanh = kept
    width = grad.shape[-1]
    of_down = _product_grad(wide * gate, grad)
    of_tanh = 0.5 * wide * (1 - tanh * tanh) * 0.7978846 * (1 + 0.134145 * (wide * wide))
    of_wide = (grad @ down.T) * (gate + of_tanh)
    of_up = _product_grad(second * norm, of_wide)
    of_second = of_wide @ up.T
    of_norm = total(of_second * second, (0, 1))
    grad = grad + _normalized_grad(of_second * norm, second, second_factor)
    of_output = _product_grad(mixed, grad)
    of_mixed = _to_heads(grad @ output.reshape(width, width).T)
    of_value = attention.swapaxes(-1, -2) @ of_mixed
    of_attention = of_mixed @ value.swapaxes(-1, -2)
    of_scores = attention * (of_attention - total(of_attention * attention, -1, keepdims=True))
    of_scores = of_scores / np.sqrt(np.asarray(DEPTH, grad.dtype))
    of_heads = np.stack([of_scores @ key, of_scores.swapaxes(-1, -2) @ query, of_value])
    of_heads = _from_heads(of_heads).reshape(3, -1, width)
    of_query_key_value = _flat(first * norm).T @ of_heads
    back = of_heads @ query_key_value.reshape(3, width, width).swapaxes(-1, -2)
    of_first = total(back, 0).reshape(grad.shape)
    of_norm = of_norm + total(of_first * first, (0, 1))
    grad = grad + _normalized_grad(of_first * norm, first, first_factor)
    shaped = of_output.reshape(output.shape), of_query_key_value.reshape(query_key_value.shape)
    return [of_down, of_norm, *shaped, of_up], grad


# -- convnet --------------------------------------------------------------------------------------


def _windows(x: Array, size: int, stride: int, fill: float) -> Array:
    """A view of the windows of an image, padded as SAME does: `(batch, row, column, y, x, channel)`."""
    batch, height, _, channels = x.shape
    count = -(-height // stride)
    padding = max((count - 1) * stride + size - height, 0)
    padded = np.full((batch, height + padding, height + padding, channels), fill, x.dtype)
    low = padding // 2
    padded[:, low : low + height, low : low + height] = x
    a, b, c, d = padded.strides
    strides = (a, b * stride, c * stride, b, c, d)
    return as_strided(padded, (batch, count, count, size, size, channels), strides)


def _convolve(x: Array, kernel: Array, stride: int = 1) -> Array:
    size, channels = kernel.shape[0], kernel.shape[-1]
    windows = _windows(x, size, stride, 0)
    shape = (*windows.shape[:3], channels)
    if kernel.shape[2] == x.shape[-1]:
        return (windows.reshape(-1, kernel[..., 0].size) @ kernel.reshape(-1, channels)).reshape(shape)
    return total(windows * kernel[:, :, 0], (3, 4))  # each channel by itself


def _batch_norm(x: Array) -> Array:
    count = x.size // x.shape[-1]
    centred = x - total(x, (0, 1, 2)) / count
    return centred * (1 / np.sqrt(total(centred * centred, (0, 1, 2)) / count + 1e-5))


def _residual(x: Array, first: Array, second: Array, shortcut: Array) -> Array:
    y = np.maximum(_batch_norm(_convolve(x, first, stride=2)), 0)
    y = _batch_norm(_convolve(y, second))
    return np.maximum(y + _batch_norm(_convolve(x, shortcut, stride=2)), 0)


def convnet(x: Array, *kernels: Array) -> list[Array]:
    x = np.maximum(_batch_norm(_convolve(x, kernels[0])), 0)
    x = greatest(_windows(x, 3, 2, -np.inf), (3, 4))
    x = _residual(x, *kernels[1:4])
    x = _residual(x, *kernels[4:7])
    return [_softmax(total(x, (1, 2)) / (x.shape[1] * x.shape[2]) @ kernels[7])]


# -- loops ----------------------------------------------------------------------------------------


def scan(x: Array, inner: Array, outer: Array) -> list[Array]:
    state = np.ones((x.shape[1], inner.shape[0]), x.dtype)
    sums = np.empty(x.shape[:2], x.dtype)
    for step, row in enumerate(x):
        update = row @ outer
        gate = 1 / (1 + np.exp(-update))
        state = gate * state + (1 - gate) * np.tanh(state @ inner + update)
        total(state, -1, out=sums[step])
    before, count = np.zeros_like(state), 0
    while greatest(abs(before - state), None) > 1e-3 and count < 100:
        before, state, count = state, 0.5 * np.cos(state @ inner), count + 1
    return [sums, state, np.asarray(count, np.int32)]


def rnn(x: Array, inner: Array, outer: Array) -> list[Array]:
    state = np.zeros((x.shape[1], len(inner)), x.dtype)
    states = np.empty((*x.shape[:2], len(inner)), x.dtype)
    for step, row in enumerate(x):
        state = np.tanh(state @ inner + row @ outer, out=states[step])
    return [state, states]


# -- prng -----------------------------------------------------------------------------------------

# Numbers as arrays: numpy takes longer to convert those of Python than to compute with an array of this size.
ROTATIONS = [
    [(np.asarray(by, np.uint32), np.asarray(32 - by, np.uint32)) for by in row]
    for row in ((13, 15, 26, 6), (17, 29, 16, 24))
]


def _threefry(key: Array, low: Array) -> tuple[Array, Array]:
    """Threefry-2x32 of the counters `low`, whose upper halves are 0."""
    words = [key[0], key[1], key[0] ^ key[1] ^ np.uint32(0x1BD11BDA)]
    x, y = np.full_like(low, key[0]), low + key[1]
    for step in range(5):
        for left, right in ROTATIONS[step % 2]:
            x += y
            y = (y << left | y >> right) ^ x
        x += words[(step + 1) % 3]
        y += words[(step + 2) % 3] + np.uint32(step + 1)
    return x, y


def _split(key: Array, count: int) -> Array:
    return np.stack(_threefry(key, np.arange(count, dtype=np.uint32)), -1)


def _bits(key: Array, count: int) -> Array:
    x, y = _threefry(key, np.arange(count, dtype=np.uint32))
    return x ^ y


def _uniform(key: Array, count: int, low: float) -> Array:
    """Floats of [low, 1): the bits become fractions of [1, 2) first."""
    fractions = (_bits(key, count) >> np.uint32(9) | np.uint32(0x3F800000)).view(np.float32)
    return np.maximum((fractions - 1) * np.float32(1 - low) + np.float32(low), np.float32(low))


# M. Giles, "Approximating the erfinv function", single precision
CENTRAL = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
           -0.00417768164, 0.246640727, 1.50140941)  # fmt: skip
TAIL = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
        0.00943887047, 1.00167406, 2.83297682)  # fmt: skip


def _erf_inv(x: Array) -> Array:
    w = -np.log((1 - x) * (1 + x))
    results = []
    for of, coefficients in ((w - 2.5, CENTRAL), (np.sqrt(w) - 3, TAIL)):
        result = np.full_like(x, coefficients[0])
        for coefficient in coefficients[1:]:
            result *= of
            result += coefficient
        results.append(result)
    return x * np.where(w < 5, *results)


def _below(key: Array, count: int, low: int, high: int) -> Array:
    """Integers of [low, high): two draws make up the bits that a remainder would leave uneven."""
    span = np.uint32(high - low)
    upper, lower = (_bits(half, count) for half in _split(key, 2))
    factor = np.uint32(pow(1 << 16, 2, high - low))
    return ((upper % span * factor + lower % span) % span).astype(np.int32) + np.int32(low)


def prng(key: Array) -> list[Array]:
    keys = _split(key, 5)
    normal = np.float32(np.sqrt(2)) * _erf_inv(_uniform(keys[1], 200, np.nextafter(np.float32(-1), 0)))
    shuffled = np.argsort(_bits(_split(keys[3], 2)[1], 50), kind="stable").astype(np.int32)
    return [
        _bits(keys[0], 33).astype(np.uint8),
        normal.reshape(40, 5),
        _below(keys[2], 64, -7, 1000),
        shuffled,
        _uniform(keys[4], 100, 0) < np.float32(0.25),
    ]


# -- orders and matrices ----------------------------------------------------------------------------


def sort(x: Array, groups: Array) -> list[Array]:
    descending = x.shape[1] - 1 - np.argsort(x[:, ::-1], 1, kind="stable")[:, ::-1]
    order = np.lexsort((x, groups))
    by_groups = [np.take_along_axis(values, order, 1) for values in (groups, x)]
    top = np.argsort(-groups, 1, kind="stable")[:, :7].astype(np.int32)
    ascending = np.sort(x, 0, kind="stable")
    largest = np.take_along_axis(groups, top, 1)
    return [ascending, descending.astype(np.int32), *by_groups, order.astype(np.int32), largest, top]


def linalg(a: Array, b: Array) -> list[Array]:
    factor = np.linalg.cholesky(a @ a.mT + 24 * np.eye(a.shape[-1], dtype=a.dtype))
    whole = np.linalg.solve(factor.mT, np.linalg.solve(factor, b))  # numpy has none for triangular matrices
    spectrum = np.fft.rfft(b, axis=1)
    return [factor, whole, np.fft.fft(a), spectrum, np.fft.irfft(spectrum, n=b.shape[1], axis=1)]


_OWN = (mlp, attention, attention_grad, convnet, scan, prng, sort, linalg)

# By the labels of the models.
BY_HAND: Mapping[str, Callable[..., list[Array]]] = {
    **{function.__name__: function for function in _OWN},
    "shared/rnn": rnn,
}
