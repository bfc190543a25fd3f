"""custom_call, and the LAPACK routines behind it."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, run
from stablehlo_tools.formula.check import check
from stablehlo_tools.ir.attributes import Integer, Struct
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import TensorType, TokenType, TupleType, element_type_named, tensor_type
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.custom_call import custom_call_target
from stablehlo_tools.ops.targets import CUSTOM_CALLS

DTYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
LETTERS = {"L": 76, "U": 85, "N": 78, "T": 84, "C": 67, "R": 82}


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        ("@Qr(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<1xf32>)", "custom_call_operands",
         r"@Qr cannot .* operands \(tensor<2xf32>\) and results \(tensor<2xf32>, tensor<1xf32>\)"),
        ("@mhlo.erf(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>", "custom_call_operands",
         "@mhlo.erf cannot be executed with operands"),
        ("@mhlo.erf(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)", "custom_call_shape",
         "@mhlo.erf: expected 2 results, found 1"),
        ("@mhlo.erf(%x) : (tensor<2xf32>) -> tensor<3xf32>", "custom_call_shape",
         "result 0 of @mhlo.erf: expected tensor<3xf32>, found tensor<2xf32>"),
        ("@mhlo.erf(%x) : (tensor<2xf32>) -> tensor<2xf64>", "custom_call_shape",
         "result 0 of @mhlo.erf: expected tensor<2xf64>, found tensor<2xf32>"),
    ],
)  # fmt: skip
def test_operands_and_results_that_a_target_is_not_for(call, code, message) -> None:
    results = "0:2" if call.endswith(")") else "0"
    text = f"func.func @main(%x: tensor<2xf32>) {{ %{results} = stablehlo.custom_call {call} return }}"
    with pytest.raises(RunError, match=message) as error:
        run(text, [np.ones(2, np.float32)])
    assert error.value.diagnostic.code == code


@pytest.fixture
def lapack():
    """Call a routine on operands; options are letters."""

    def call(name, *operands, **options):
        ui8 = element_type_named("ui8")
        config = {option: Integer(LETTERS[letter], ui8) for option, letter in options.items()}
        return CUSTOM_CALLS[f"lapack_{name}_ffi"](operands, {"backend_config": config}, ())

    return call


def matrices(letter, *shape, seed=0):
    numbers = np.random.default_rng(seed)
    values = numbers.standard_normal(shape)
    if letter in "cz":
        values = values + 1j * numbers.standard_normal(shape)
    return values.astype(DTYPES[letter])


def adjoint(matrix):
    return matrix.swapaxes(-2, -1).conj()


def test_unknown_target(kernel) -> None:
    with pytest.raises(Unsupported, match="@frobnicate"):
        kernel("custom_call")((), call_target_name="frobnicate", results=())


@pytest.mark.parametrize("target", ["Sharding", "xla.sdy.GlobalToLocalShape"])
def test_annotations_are_identities(kernel, target) -> None:
    operand = np.ones(4)
    types = tensor_type((4,), "f64"), tensor_type((2,), "f64")
    (result,) = kernel("custom_call")((operand,), call_target_name=target, results=types[:1])
    assert result is operand
    with pytest.raises(Unsupported, match="Shardy splits"):
        kernel("custom_call")((operand,), call_target_name=target, results=types[1:])


def test_sizes_of_results_may_be_operands() -> None:
    text = """
    func.func @main(%x: tensor<?x2x2xf32>, %whole: tensor<3xi32>, %rows: tensor<2xi32>, %one: tensor<1xi32>)
      -> tensor<?x2xf32> {
      %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x, %whole, %rows, %whole, %whole, %one) {
        indices_of_shape_operands = dense<[1, 2, 3, 4, 5]> : tensor<5xi64>,
        mhlo.backend_config = {mode = 78 : ui8}
      } : (tensor<?x2x2xf32>, tensor<3xi32>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<1xi32>)
        -> (tensor<?x2x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>, tensor<?x2x2xf32>, tensor<?xi32>)
      return %0#1 : tensor<?x2xf32>
    }
    """
    x = np.array([[[0, 3], [4, 0]]] * 3, np.float32)
    (values,) = run(text, [x, *(np.array(shape, np.int32) for shape in ([3, 2, 2], [3, 2], [3]))])
    np.testing.assert_allclose(values, [[4, 3]] * 3, rtol=1e-6)


def test_an_assertion_says_which_sizes_are_wrong() -> None:
    text = """
    func.func @main(%holds: tensor<i1>, %size: tensor<i32>) {
      stablehlo.custom_call @shape_assertion(%holds, %size) {
        error_message = "Expected value >= 7, got {0}", has_side_effect = true
      } : (tensor<i1>, tensor<i32>) -> ()
      return
    }
    """
    assert run(text, [True, 7]) == []
    with pytest.raises(RunError, match="Expected value >= 7, got 5") as error:
        run(text, [False, 5])
    assert error.value.diagnostic.code == "shape_assertion"


def test_buffers() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x3xcomplex<f32>>, tensor<i1>) {
      %0 = stablehlo.custom_call @Pin(%x) : (tensor<2xf32>) -> memref<2xf32>
      %1 = stablehlo.custom_call @Unpin(%0) : (memref<2xf32>) -> tensor<2xf32>
      %2 = stablehlo.custom_call @CreateBuffer() : () -> memref<2x3xcomplex<f32>>
      %3 = stablehlo.custom_call @Unpin(%2) : (memref<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
      %4 = stablehlo.custom_call @CreateBuffer() : () -> memref<i1>
      %5 = stablehlo.custom_call @Unpin(%4) : (memref<i1>) -> tensor<i1>
      return %1, %3, %5 : tensor<2xf32>, tensor<2x3xcomplex<f32>>, tensor<i1>
    }
    """
    pinned, made, flag = run(text, [np.array([1, 2], np.float32)])
    assert pinned.tolist() == [1, 2]
    assert (made.tolist(), made.dtype.name) == ([[0] * 3] * 2, "complex64")
    assert (flag.shape, flag.dtype.name) == ((), "bool")


def test_a_target_of_ones_own(kernel) -> None:
    @custom_call_target("test.scale")
    def scale(inputs, attributes, results):
        return [inputs[0] * attributes["backend_config"]["factor"]]

    try:
        results = (tensor_type((1,), "i64"),)
        arguments = {"call_target_name": "test.scale", "backend_config": {"factor": 3}, "results": results}
        assert kernel("custom_call")((np.array([2]),), **arguments)[0].tolist() == [6]
    finally:
        del CUSTOM_CALLS["test.scale"]


# --- rules ------------------------------------------------------------------------------------------


def violated(*, inputs=(), results=(), **attributes):
    names = {field.name: field.default for field in OPS["stablehlo.custom_call"].attributes}
    names |= {"call_target_name": "f", "inputs": tuple(inputs), "results": tuple(results), **attributes}
    return [found.rule.id for found in check(OPS["stablehlo.custom_call"], names).violations]


def layouts(*rows):
    index = element_type_named("index")
    return tuple(Dense.from_array(np.array(row, np.int64), TensorType((len(row),), index)) for row in rows)


def alias(operand_index, *, operand=(), output=()):
    def integers(values):
        return tuple(Integer(value, element_type_named("i64")) for value in values)

    (index,) = integers([operand_index])
    paths = {"operand_tuple_indices": integers(operand), "output_tuple_indices": integers(output)}
    return Struct("#stablehlo.output_operand_alias", {"operand_index": index, **paths})


MATRIX, VECTOR, TOKEN = tensor_type((2, 3), "f32"), tensor_type((2,), "f32"), TokenType()


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ({}, []),
        ({"operand_layouts": layouts()}, ["C1"]),
        ({"operand_layouts": layouts([1, 0], []), "result_layouts": ()}, []),
        ({"operand_layouts": layouts([1, 0]), "result_layouts": ()}, ["C2"]),
        ({"operand_layouts": layouts([1, 1], []), "result_layouts": ()}, ["C2"]),
        ({"operand_layouts": layouts([1, 0], [0]), "result_layouts": ()}, ["C2"]),
        ({"backend_config": "text"}, []),
        ({"backend_config": "text", "api_version": 4}, ["C4"]),
        ({"backend_config": {"a": True}, "api_version": 4}, []),
        ({"backend_config": {"a": True}}, ["C4"]),
    ],
)
def test_rules(case, expected) -> None:
    assert violated(inputs=(MATRIX, TOKEN), **case) == expected


def test_layouts_of_a_tuple_are_those_of_its_elements() -> None:
    results = (TupleType((MATRIX, TOKEN)),)
    assert violated(results=results, operand_layouts=(), result_layouts=layouts([0, 1], [])) == []
    assert violated(results=results, operand_layouts=(), result_layouts=layouts([0, 1])) == ["C2"]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (alias(0, operand=(1,), output=(1,)), []),
        (alias(1, output=(0,)), []),
        (alias(2, output=(0,)), ["C3"]),
        (alias(0, operand=(2,), output=(0,)), ["C3"]),
        (alias(0, operand=(1,), output=(0,)), ["C3"]),
        (alias(1, output=()), ["C3"]),
    ],
)
def test_aliases(entry, expected) -> None:
    inputs = TupleType((VECTOR, MATRIX)), VECTOR
    assert violated(inputs=inputs, results=(VECTOR, MATRIX), output_operand_aliases=(entry,)) == expected


# --- LAPACK -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 5, 70])
@pytest.mark.parametrize("letter", DTYPES)
def test_potrf(lapack, letter, size) -> None:
    root = matrices(letter, 2, size, size)
    positive = root @ adjoint(root) + size * np.eye(size, dtype=root.dtype)
    other = matrices(letter, 2, size, size, seed=1)
    above = np.triu(np.ones((size, size), bool), 1)

    factor, info = lapack(f"{letter}potrf", np.where(above, other, positive), uplo="L")
    lower = np.tril(factor)
    np.testing.assert_allclose(lower @ adjoint(lower), positive, rtol=1e-3, atol=1e-3)
    np.testing.assert_array_equal(factor[:, above], other[:, above])  # not touched
    assert info.tolist() == [0, 0]

    factor, info = lapack(f"{letter}potrf", np.where(above.T, other, positive), uplo="U")
    upper = np.triu(factor)
    np.testing.assert_allclose(adjoint(upper) @ upper, positive, rtol=1e-3, atol=1e-3)
    np.testing.assert_array_equal(factor[:, above.T], other[:, above.T])


def test_potrf_says_where_it_fails(lapack) -> None:
    good = np.eye(3, dtype=np.float32)
    bad = np.array([[4, 7, 8], [2, -5, 9], [1, 2, 6]], np.float32)
    factor, info = lapack("spotrf", np.stack([good, bad]), uplo="L")
    assert info.dtype == np.int32
    assert info.tolist() == [0, 2]
    np.testing.assert_array_equal(factor[0], good)
    np.testing.assert_array_equal(factor[1, :, 0], [2, 1, 0.5])
    assert factor[1, 1, 1] == -6  # what is left of -5: not positive


@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (70, 70), (4, 6), (50, 40), (3, 0)])
@pytest.mark.parametrize("letter", DTYPES)
def test_getrf(lapack, letter, shape) -> None:
    matrix = matrices(letter, 2, *shape)
    factors, pivots, info = lapack(f"{letter}getrf", matrix)
    count = min(shape)
    assert pivots.shape == (2, count)
    assert info.tolist() == [0, 0]
    lower = np.tril(factors[..., :count], -1) + np.eye(shape[0], count)
    upper = np.triu(factors[..., :count, :])
    for index in range(2):
        rows = matrix[index].copy()
        for row, pivot in enumerate(pivots[index]):
            rows[[row, pivot - 1]] = rows[[pivot - 1, row]]
        np.testing.assert_allclose((lower @ upper)[index], rows, rtol=1e-3, atol=1e-3)
    assert (np.abs(lower.real) + np.abs(lower.imag) < 2.0001).all()


def test_getrf_of_singular_and_nan(lapack) -> None:
    singular = np.array([[0, 7, 8], [0, 5, 9], [0, 2, 6]], np.float32)
    factors, pivots, info = lapack("sgetrf", singular)
    assert info == 1
    assert pivots.tolist() == [1, 2, 3]
    np.testing.assert_allclose(factors, np.array([[0, 7, 8], [0, 5, 9], [0, 0.4, 2.4]]), rtol=1e-6)
    _, pivots, _ = lapack("sgetrf", np.array([[1, 2], [np.nan, 1]], np.float32))
    assert pivots.tolist() == [1, 2]  # a NaN is no pivot


@pytest.mark.parametrize("side", ["L", "R"])
@pytest.mark.parametrize("uplo", ["L", "U"])
@pytest.mark.parametrize("trans_x", ["N", "T", "C"])
@pytest.mark.parametrize("diag", ["N", "U"])
def test_trsm(lapack, side, uplo, trans_x, diag) -> None:
    size = 40
    a = matrices("z", 2, size, size) / size + 2 * np.eye(size)
    b = matrices("z", 2, *((size, 3) if side == "L" else (3, size)), seed=1)
    (x,) = lapack("ztrsm", a, b, side=side, uplo=uplo, trans_x=trans_x, diag=diag)
    triangle = np.tril(a) if uplo == "L" else np.triu(a)
    if diag == "U":
        triangle[:, np.arange(size), np.arange(size)] = 1
    op = {"N": triangle, "T": triangle.swapaxes(-2, -1), "C": adjoint(triangle)}[trans_x]
    np.testing.assert_allclose(op @ x if side == "L" else x @ op, b, rtol=1e-9, atol=1e-9)


def test_several_results_may_be_one_tuple() -> None:
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<2xi32> {
  %0 = stablehlo.custom_call @TopK(%x) : (tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<2xi32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}"""
    assert run(text, [np.array([3, 9, 1, 5], np.float32)])[0].tolist() == [1, 3]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("operand_layouts", "[dense<0> : tensor<1xindex>]", "[dense<0> : tensor<1xindex>]"),
        ("operand_layouts", "[1, 0]", "[1, 0]"),
        (
            "output_operand_aliases",
            "[#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 7, "
            "operand_tuple_indices = []>]",
            "[#stablehlo.output_operand_alias<operand_index = 7>]",
        ),
    ],
    ids=["dense", "integers", "struct"],
)
def test_wrong_attributes_are_shown_as_they_are_written(name: str, value: str, shown: str) -> None:
    layouts = ", result_layouts = []" if name == "operand_layouts" else ""
    found = stablehlo_tools.verify(f"""
    func.func @main(%x: tensor<2x2xf32>) {{
      stablehlo.custom_call @f(%x) {{{name} = {value}{layouts}}} : (tensor<2x2xf32>) -> ()
      return
    }}""")
    assert dict(found[0].values)[name] == shown
