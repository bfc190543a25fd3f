"""batch_norm_inference, batch_norm_training and batch_norm_grad."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

OPERAND = np.array([[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]])
ONES = np.ones(2)


def normalized(operand, mean, variance, epsilon, feature_index):
    """By the definition, one feature at a time."""
    features = np.moveaxis(operand, feature_index, 0)
    rows = [
        (feature - m) / np.sqrt(v + epsilon) for feature, m, v in zip(features, mean, variance, strict=True)
    ]
    return np.moveaxis(np.stack(rows), 0, feature_index)


def test_inference_of_the_specification(kernel) -> None:
    result = kernel("batch_norm_inference")(
        OPERAND, ONES, ONES, np.array([2.0, 3.0]), ONES, epsilon=0.0, feature_index=2
    )
    assert result.tolist() == [[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]


def test_training_of_the_specification(kernel) -> None:
    output, mean, variance = kernel("batch_norm_training")(OPERAND, ONES, ONES, epsilon=0.0, feature_index=2)
    assert output.tolist() == [[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]
    assert (mean.tolist(), variance.tolist()) == ([2.0, 3.0], [1.0, 1.0])


def test_gradient_of_the_specification(kernel) -> None:
    gradients = kernel("batch_norm_grad")(
        OPERAND, ONES, np.array([2.0, 3.0]), ONES, np.full((2, 2, 2), 0.1), epsilon=0.0, feature_index=2
    )
    wanted = [np.zeros((2, 2, 2)), np.zeros(2), np.full(2, 0.4)]
    for gradient, expected in zip(gradients, wanted, strict=True):
        np.testing.assert_allclose(gradient, expected, atol=1e-15)


@pytest.mark.parametrize("feature_index", [0, 1, 2])
def test_each_dimension_can_be_that_of_the_features(kernel, feature_index) -> None:
    random = np.random.default_rng(feature_index)
    operand = random.normal(size=(2, 3, 4))
    scale, offset, mean, variance = np.abs(random.normal(size=(4, operand.shape[feature_index])))
    result = kernel("batch_norm_inference")(
        operand, scale, offset, mean, variance, epsilon=0.5, feature_index=feature_index
    )
    shape = [-1 if axis == feature_index else 1 for axis in range(3)]
    expected = normalized(operand, mean, variance, 0.5, feature_index) * scale.reshape(shape)
    np.testing.assert_allclose(result, expected + offset.reshape(shape))
    others = tuple(axis for axis in range(3) if axis != feature_index)
    output, mean, variance = kernel("batch_norm_training")(
        operand, scale, offset, epsilon=0.5, feature_index=feature_index
    )
    np.testing.assert_allclose([mean, variance], [operand.mean(others), operand.var(others)])
    expected = normalized(operand, mean, variance, 0.5, feature_index)
    np.testing.assert_allclose(output, expected * scale.reshape(shape) + offset.reshape(shape))


def test_gradients_are_those_of_training(kernel) -> None:
    """Against differences of the loss sum(output * weights)."""
    random = np.random.default_rng(0)
    arrays = [random.normal(size=(4, 3, 2)), random.normal(size=3), random.normal(size=3)]
    weights = random.normal(size=(4, 3, 2))
    training = kernel("batch_norm_training")

    def loss(*operands):
        return np.sum(training(*operands, epsilon=0.01, feature_index=1)[0] * weights)

    _, mean, variance = training(*arrays, epsilon=0.01, feature_index=1)
    gradients = kernel("batch_norm_grad")(
        arrays[0], arrays[1], mean, variance, weights, epsilon=0.01, feature_index=1
    )
    step = 1e-6
    for position, gradient in enumerate(gradients):
        for place in np.ndindex(gradient.shape):
            above, below = ([array.copy() for array in arrays] for _ in range(2))
            above[position][place] += step
            below[position][place] -= step
            assert gradient[place] == pytest.approx((loss(*above) - loss(*below)) / (2 * step), abs=1e-7)


def test_narrow_floats_are_rounded_once(kernel) -> None:
    random = np.random.default_rng(1)
    operand = random.normal(size=(8, 2)).astype(ml_dtypes.bfloat16)
    vectors = [np.abs(random.normal(size=2)).astype(ml_dtypes.bfloat16) for _ in range(4)]
    named = {"epsilon": 0.125, "feature_index": 1}
    result = kernel("batch_norm_inference")(operand, *vectors, **named)
    wide = kernel("batch_norm_inference")(*(x.astype(np.float32) for x in (operand, *vectors)), **named)
    assert result.dtype == ml_dtypes.bfloat16
    np.testing.assert_array_equal(result, wide.astype(ml_dtypes.bfloat16))
    for value in kernel("batch_norm_training")(operand, *vectors[:2], **named):
        assert value.dtype == ml_dtypes.bfloat16
    for value in kernel("batch_norm_grad")(operand, *vectors[:3], operand, **named):
        assert value.dtype == ml_dtypes.bfloat16
