"""Single ops on numpy arrays."""

from __future__ import annotations

import inspect
import keyword
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools import InferenceError, interpret, ops
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.statement.statement_parser import parse_type
from tests.differential import compare  # noqa: F401 (it fills FAMILIES)
from tests.differential.programs import FAMILIES, program

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_elementwise() -> None:
    assert np.array_equal(ops.add(X, X), X * 2)
    assert np.array_equal(ops.select(X > 2, X, -X), np.where(X > 2, X, -X))


def test_attributes_have_the_names_and_the_defaults_of_the_specification() -> None:
    product = ops.dot_general(X, X, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[1])
    assert np.array_equal(product, X @ X.T)
    image, window = X.reshape(1, 1, 2, 3), np.ones((1, 1, 2, 2), np.float32)
    convolved = ops.convolution(
        image, window,
        input_batch_dimension=0, input_feature_dimension=1, input_spatial_dimensions=[2, 3],
        kernel_input_feature_dimension=1, kernel_output_feature_dimension=0, kernel_spatial_dimensions=[2, 3],
        output_batch_dimension=0, output_feature_dimension=1, output_spatial_dimensions=[2, 3],
        feature_group_count=1, batch_group_count=1,
    )  # fmt: skip
    assert convolved.tolist() == [[[[8, 12]]]]


def test_a_region_is_a_function_of_ops() -> None:
    (maxima,) = ops.reduce([X], [-np.inf], dimensions=[1], body=ops.maximum)
    assert maxima.tolist() == [2, 5]
    (descending,) = ops.sort(
        [X], dimension=1, comparator=lambda a, b: ops.compare(a, b, comparison_direction="GT")
    )
    assert descending.tolist() == [[2, 1, 0], [5, 4, 3]]
    tripled = ops.map([X, X], dimensions=[0, 1], computation=lambda a, b: ops.add(a, ops.multiply(b, 2.0)))
    assert np.array_equal(tripled, X * 3)


def test_control_flow_has_names_that_python_can_say() -> None:
    (last,) = ops.while_(
        [0], cond=lambda i: ops.compare(i, 10, comparison_direction="LT"), body=lambda i: ops.add(i, 3)
    )
    assert last == 12
    (branch,) = ops.if_(False, true_branch=lambda: X, false_branch=lambda: -X)
    assert np.array_equal(branch, -X)
    assert {"while_", "if_", "not_", "and_", "erf"} <= set(dir(ops))


def test_a_scan_takes_slices() -> None:
    def running(x, total):
        return ops.add(x, total), ops.add(x, total)

    sums, total = ops.scan(
        [X],
        [np.zeros(3, np.float32)],
        dimension=0,
        body=running,
        outputs=["tensor<2x3xf32>"],
        carries=["f32"],
    )
    assert np.array_equal(sums, X.cumsum(axis=0))
    assert np.array_equal(total, X.sum(axis=0))


def test_what_no_rule_determines_is_said_by_result() -> None:
    assert ops.convert(X, result="bf16").dtype == ml_dtypes.bfloat16
    assert ops.convert(X, result=np.int8).dtype == np.int8
    assert ops.iota(iota_dimension=0, output="tensor<3xi16>").tolist() == [0, 1, 2]
    assert ops.reshape(X, result="tensor<3x2xf32>").shape == (3, 2)


def test_quantized_operands_are_constants_of_their_type() -> None:
    type = parse_type("tensor<2x!quant.uniform<i8:f32, 0.5:1>>")
    assert isinstance(type, TensorType)
    operand = Dense.from_array(np.array([3, -5], np.int8), type)
    assert ops.uniform_dequantize(operand).tolist() == [1.0, -3.0]


def test_numbers_and_lists_of_python_have_the_usual_types() -> None:
    for operand, name in ((1.5, "float32"), ([[1, 2]], "int32"), ([1j], "complex64"), (True, "bool")):
        assert ops.add(operand, operand).dtype == name
    assert ops.add(2**40, 2**40) == 2**41  # not what is left of it in 32 bits
    assert ops.add([np.float64(1)], [np.float64(2)]).dtype == np.float64
    with pytest.raises(TypeError, match="expected an array of numbers"):
        ops.add(2**70, 1)


def test_arrays_of_any_layout() -> None:
    for operand in (X.astype(">f4"), np.asfortranarray(X), np.repeat(X, 2, 1)[:, ::2], X[::-1][::-1]):
        assert ops.add(operand, X).tolist() == (X * 2).tolist()
    kept = X.copy()
    ops.reshape(kept, result="tensor<3x2xf32>")[0] = 7  # results belong to the caller
    assert np.array_equal(kept, X)


def test_lists_that_are_empty_in_most_programs_may_be_left_out() -> None:
    rows = ops.gather(
        X, [[1], [0]], offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1,
        slice_sizes=[1, 3],
    )  # fmt: skip
    assert np.array_equal(rows, X[[1, 0]])
    (summed,) = ops.scatter(
        [np.zeros(4, np.float32)], [[1], [3], [3]], [np.ones(3, np.float32)], update_window_dims=[],
        inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        update_computation=ops.add,
    )  # fmt: skip
    assert summed.tolist() == [0, 1, 0, 2]


def test_tuples_and_tokens() -> None:
    assert ops.get_tuple_element(ops.tuple([X, np.int8(3)]), index=1) == 3
    assert ops.after_all([ops.create_token(), None]) is None


def test_rules_are_checked() -> None:
    with pytest.raises(InferenceError, match=r"2x3xf32.*3x2xf32") as raised:
        ops.add(X, X.T)
    assert raised.value.diagnostic.code == "add_c1"
    with pytest.raises(InferenceError, match=r"transpose_c2.*0 = 1"):
        ops.transpose(X, permutation=[0, 0])
    with pytest.raises(InferenceError, match="expected a list of integers"):
        ops.transpose(X, permutation="ab")  # type: ignore[arg-type]


def test_arguments_are_those_of_the_op() -> None:
    with pytest.raises(TypeError, match="transpose: missing a required argument: 'permutation'"):
        ops.transpose(X)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="add: too many positional arguments"):
        ops.add(X, X, X)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"reduce: expected a list for init_values, found 0\.0"):
        ops.reduce([X], 0.0, dimensions=[0], body=ops.add)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected an array of numbers, found None"):
        ops.reduce([X], [0.0], dimensions=[0], body=lambda a, b: None)
    with pytest.raises(InferenceError, match=r'shape of `result`: write result="tensor<\.\.\.>"'):
        ops.reshape(X)
    with pytest.raises(AttributeError, match="nonsense"):
        ops.nonsense(X)  # type: ignore[attr-defined]


def test_a_file_of_the_same_name_does_not_hide_the_op() -> None:
    import stablehlo_tools.ops.stablehlo.convolution

    assert callable(stablehlo_tools.ops.convolution)


# Programs of one operation, whose results are theirs.
ALONE = [name for name in FAMILIES if not OPS[name].regions and name != "stablehlo.set_dimension_size"]


@pytest.mark.parametrize("name", ALONE)
def test_every_op_computes_what_a_program_of_it_does(name: str) -> None:
    op, drawn = OPS[name], program(name, "golden")
    module = drawn.builder().module
    operation = next(operation for operation in module.walk() if operation.name == name)

    def array_of(value: Value) -> Array:
        if not isinstance(value.owner, Operation):
            return drawn.inputs[value.index]
        constant = value.owner.attributes["value"]
        assert isinstance(constant, Dense)
        return constant.array

    operands = operand_groups(op, operation, list(map(array_of, operation.operands)))
    attributes = spec_attributes(op, operation)
    types: list[Any] = [value.type for value in operation.results]
    types = [types] if op.outputs[0].rule.variadic else types
    named = dict(zip([output.name for output in op.outputs], types, strict=True))
    results = function_of(op)(*operands, **attributes, **named)
    expected = interpret.execute(module, drawn.inputs)
    for result, array in zip(results if isinstance(results, tuple) else (results,), expected, strict=True):
        assert (result.dtype, result.shape, result.tobytes()) == (array.dtype, array.shape, array.tobytes())


def function_of(op: Op) -> Any:
    found = getattr(ops, op.mnemonic + "_" * keyword.iskeyword(op.mnemonic))
    assert found.__doc__ == op.documentation
    return found


def test_a_conversion_says_to_what() -> None:
    for convert in (ops.convert, ops.bitcast_convert):
        with pytest.raises(InferenceError, match=r'write result="tensor<\.\.\.>"'):
            convert(X)


@pytest.mark.parametrize("name", dir(ops))
def test_every_op_explains_itself(name: str) -> None:
    function = getattr(ops, name)
    assert function.__doc__
    op = next(op for op in OPS.values() if op.documentation == function.__doc__)
    assert set(inspect.signature(function).parameters) >= {operand.name for operand in op.operands}
