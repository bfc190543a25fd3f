"""Inputs that are made up: distributions, sizes by name, and softmaxes that are saturated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options.records import with_distributions
from stablehlo_tools.interpret.random_values import distribution_of, generated_input
from stablehlo_tools.ir.types import tensor_type

ARTIFACTS = Path(__file__).resolve().parents[3] / "testdata" / "artifacts"
IDENTITY = """\
func.func @main(%x: tensor<50x40xf32>, %c: tensor<30xcomplex<f32>>, %ids: tensor<60xi32>, %m: tensor<9xi1>)
    -> (tensor<50x40xf32>, tensor<30xcomplex<f32>>, tensor<60xi32>, tensor<9xi1>) {
  return %x, %c, %ids, %m : tensor<50x40xf32>, tensor<30xcomplex<f32>>, tensor<60xi32>, tensor<9xi1>
}
"""
SOFTMAX = """\
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [1]
    : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<4x16xf32>
  %4 = stablehlo.exponential %3 : tensor<4x16xf32>
  %5 = stablehlo.reduce(%4 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
  %7 = stablehlo.divide %4, %6 : tensor<4x16xf32>
  return %7 : tensor<4x16xf32>
}
"""


def drawn(shlo: Any, *options: str, program: str = IDENTITY) -> list[Any]:
    done = shlo("run", "-", "--random", *options, "--output", "y.npz", stdin=program)
    assert done.status == outcome.CLEAN, done.err
    return list(np.load("y.npz").values())


def test_distributions_of_all_and_of_one(shlo: Any) -> None:
    x, c, ids, _ = drawn(shlo, "normal:3,0.01", "c=uniform:5,6", "int:7,9")
    assert abs(x.mean() - 3) < 0.01
    assert 0.005 < x.std() < 0.02
    assert ((c.real >= 5) & (c.real < 6) & (c.imag >= 5) & (c.imag < 6)).all()
    assert set(ids.tolist()) == {7, 8}


def test_a_seed_gives_the_same_again(shlo: Any) -> None:
    options = ("x=normal:1", "ids=int:0,50257", "--seed", "3")
    first, second = drawn(shlo, *options), drawn(shlo, *options)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert not np.array_equal(first[0], drawn(shlo, "x=normal:1", "--seed", "4")[0])
    others = drawn(shlo, "ids=int:0,50257", "--seed", "3")  # of each argument on its own
    assert np.array_equal(first[2], others[2])
    assert not np.array_equal(first[0], others[0])


def test_weights_are_scaled_by_the_terms_of_their_sums(shlo: Any) -> None:
    program = """func.func @main(%x: tensor<2x900xf32>, %w: tensor<900x900xf32>)
      -> (tensor<2x900xf32>, tensor<2x900xf32>, tensor<900x900xf32>) {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<2x900xf32>, tensor<900x900xf32>) -> tensor<2x900xf32>
      return %x, %0, %w : tensor<2x900xf32>, tensor<2x900xf32>, tensor<900x900xf32>
    }"""
    x, product, w = drawn(shlo, program=program)
    assert abs(w.std() * math.sqrt(900) - 1) < 0.01
    assert 0.5 < product.std() / x.std() < 2  # a product has the size of its factor
    assert abs(drawn(shlo, "w=normal:2", program=program)[2].std() - 2) < 0.02
    assert abs(drawn(shlo, "x=fan-in", program=program)[0].std() * math.sqrt(2) - 1) < 0.1  # of its rows


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("x=norml:1", "unknown distribution 'norml:1': expected one of normal:S"),
        ("x=normal:one", "invalid numbers in 'normal:one'"),
        ("x=normal:1,2,3", "expected normal:S, normal:M,S"),
        ("x=normal:-1", "a standard deviation is not negative"),
        ("x=uniform:2,1", "is empty"),
        ("ids=int:0.5,2", "expected integers"),
        ("ids=int:3,3", "is empty"),
        ("ids=int:0,99999999999", "its numbers are -2147483648 to 2147483647"),
        ("m=normal:1", "cannot generate a tensor<9xi1> from normal:1"),
        ("xx=normal:1", "unknown argument `xx`; did you mean `x`?"),
        ("other=normal:1", "expected one of: x, c, ids, m"),
    ],
)
def test_what_is_no_distribution(shlo: Any, option: str, message: str) -> None:
    done = shlo("run", "-", "--random", option, stdin=IDENTITY)
    assert done.status == outcome.USAGE
    assert message in done.err


@pytest.mark.parametrize(("option", "least", "greatest"), [([], -7, 6), (["x=uniform:-0.5,0.5"], -4, 6)])
def test_quantized_elements_are_stored_integers(
    shlo: Any, tmp_path: Path, option: Sequence[str], least: int, greatest: int
) -> None:
    """A distribution is of floats, of which -0.5 is stored as -0.5 / 0.1 + 1."""
    type = "tensor<2000x!quant.uniform<i8<-7:6>:f32, 0.1:1>>"
    program = f"func.func @main(%x: {type}) -> {type} {{\n  return %x : {type}\n}}"
    out = tmp_path / "out.npy"
    assert shlo("run", "-", "--random", *option, "-o", str(out), stdin=program).status == 0
    array = np.load(out)
    assert (array.dtype, array.min(), array.max()) == (np.int8, least, greatest)


@pytest.mark.parametrize("name", ["f64", "f32", "bf16", "f8E4M3FN", "complex<f64>", "i64", "ui8", "i4"])
@pytest.mark.parametrize("text", ["normal:0.5", "uniform:0,2", "int:0,3"])
def test_each_type_is_drawn_from_each_distribution(name: str, text: str) -> None:
    if name.startswith("u") and text.startswith("normal"):
        text = "normal:50,1"  # it has no negative numbers
    array = generated_input(tensor_type((200,), name), 0, 0, distribution_of(text))
    wide = array.astype(np.complex128)
    assert array.shape == (200,)
    if not text.startswith("normal"):
        assert (wide.real >= 0).all()
        assert (wide.real <= 2).all()
    if text.startswith("int") or name[0] in "iu":
        assert (wide.real == np.round(wide.real)).all()
    assert len(set(wide.tolist())) > 1


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("--random m.mlir", "--random= m.mlir"),
        ("m --random", "m --random="),
        (
            "m --random normal:1 x=int:0,2 --seed 1",
            "m --random= --random=normal:1 --random=x=int:0,2 --seed 1",
        ),
        ("m --random normal", "m --random= --random=normal"),
        ("--random fan-in m.mlir", "--random= --random=fan-in m.mlir"),
        ("--random w=fan-in /", "--random= --random=w=fan-in /"),
        ("m --random nrmal", "m --random= --random=nrmal"),
        ("m --random normal:nan", "m --random= --random=normal:nan"),
        ("--random FILE::NAME", "--random= FILE::NAME"),
        (r"--random C:\m.mlir", r"--random= C:\m.mlir"),
        ("--random -- normal:1", "--random= -- normal:1"),
        ("--random --seed=1 m", "--random= --seed=1 m"),
        ("--seed 1 normal:1", "--seed 1 normal:1"),
    ],
)
def test_what_follows_random(written: str, read: str) -> None:
    assert with_distributions(written.split()) == read.split()


# -- sizes by name ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shapes", [["b=2"], ["args[1]=4x3", "b=2"], ["args[1]=4x3"]])
def test_a_size_has_the_name_that_info_shows(shlo: Any, shapes: Sequence[str]) -> None:
    """The sizes of dense.jaxexport are those that `export_functions.py` gives: args[1] is f32[2*b,3]."""
    export = ARTIFACTS / "dense.jaxexport"
    done = shlo("infer", export, "--shapes", ",".join(shapes))
    assert "tensor<4x3xf32>" in done.out.partition("@main")[2].partition("->")[0]
    assert shlo("run", export, "--random", "--shapes", ",".join(shapes), "--output", "y.npz").status == 0
    assert next(iter(np.load("y.npz").values())).shape == (4, 2)
    assert "is unknown" in shlo("stats", export).out
    assert "is unknown" not in shlo("stats", export, "--shapes", ",".join(shapes)).out
    named: dict[str | int, Any] = {name: shape for name, _, shape in (each.partition("=") for each in shapes)}
    module = stablehlo_tools.refine(export, named)
    assert str(module["main"].type.inputs[3]) == "tensor<4x3xf32>"


def test_the_other_sizes_follow_from_arrays_that_are_given(shlo: Any) -> None:
    export = ARTIFACTS / "dense.jaxexport"
    done = shlo("run", export, "--random", "--inputs", "args[1]=6x3xf32=1", "--output", "y.npz")
    assert done.status == outcome.CLEAN
    done = shlo("run", export, "--random")
    assert done.status == outcome.USAGE
    assert "such as `--shapes b=2`" in done.err


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ("c=2", "unknown argument `c`; `@main` takes 6 arguments, and sizes named b"),
        ("b=2x3", "invalid size '2x3' for b"),
        ("b=?", "invalid size '?' for b"),
    ],
)
def test_sizes_that_are_none(shlo: Any, shapes: str, message: str) -> None:
    done = shlo("infer", ARTIFACTS / "dense.jaxexport", "--shapes", shapes)
    assert done.status == outcome.USAGE
    assert message in done.err
    assert shlo("run", ARTIFACTS / "dense.jaxexport", "--random", "--shapes", shapes).status == outcome.USAGE


def test_shapes_are_for_what_is_made_up(shlo: Any) -> None:
    done = shlo("run", "-", "--shapes", "x=2", stdin=IDENTITY)
    assert done.status == outcome.USAGE
    assert "--shapes: missing --random" in done.err


# -- softmaxes -------------------------------------------------------------------------------------------


def test_a_saturated_softmax_is_mentioned(shlo: Any) -> None:
    done = shlo("run", "-", "--random", "x=normal:9", "w=normal:9", stdin=SOFTMAX)
    assert done.status == outcome.CLEAN
    assert "of the rows of the softmax %7 in line 14 are saturated" in done.err
    assert "saturated" not in shlo("run", "-", "--random", stdin=SOFTMAX).err
    assert "saturated" not in shlo("run", "-", "--inputs", "4x8xf32=9", "8x16xf32=9", stdin=SOFTMAX).err


def test_some_rows_may_be_saturated(shlo: Any) -> None:
    """As a causal mask does it."""
    rows = ",".join(["80" + ",0" * 7, *["0" + ",0" * 7] * 3])
    weights = ",".join(str(int(i == j)) for i in range(8) for j in range(16))
    inputs = (f"x=4x8xf32={rows}", f"w=8x16xf32={weights}")
    done = shlo("run", "-", "--random", "--inputs", *inputs, stdin=SOFTMAX)
    assert (done.status, done.err) == (outcome.CLEAN, "")


# -- names -----------------------------------------------------------------------------------------------


def test_arrays_of_foreign_names_are_not_taken_in_order(shlo: Any) -> None:
    Path("m.mlir").write_text(SOFTMAX)
    x, w = np.ones((4, 8), np.float32), np.ones((8, 16), np.float32)
    np.savez("foreign.npz", w0=x, w1=w)
    done = shlo("run", "m.mlir", "--inputs", "foreign.npz")
    assert done.status == outcome.USAGE
    assert "foreign.npz: expected arrays with the names of arguments " in done.err
    assert "(x, w), found w0, w1. Rename" in done.err
    np.savez("ordered.npz", x, w)
    assert shlo("run", "m.mlir", "--inputs", "ordered.npz").status == outcome.CLEAN
    np.savez("one.npz", whatever=np.ones((4, 8), np.float32))
    one = "func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {\n  return %x : tensor<4x8xf32>\n}\n"
    assert shlo("run", "-", "--inputs", "one.npz", stdin=one).status == outcome.CLEAN


PLATFORMS = """
func.func public @main(%i: tensor<i32> {jax.global_constant = "_platform_index"}, %x: tensor<2xf32>)
    -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_the_platform_is_no_argument_of_a_caller(shlo: Any) -> None:
    data = stablehlo_tools.serialize(PLATFORMS, form="jaxexport", platforms=["tpu", "cpu"])
    Path("m.jaxexport").write_bytes(data)
    one = np.ones(2, np.float32)
    assert (
        "1., 1." in shlo("run", "m.jaxexport", "--inputs", "2xf32=1").out
    )  # of the cpu, which is the second
    assert "1., 1." in shlo("run", "m.jaxexport", "--inputs", "args[0]=2xf32=1").out
    assert "-1., -1." in shlo("run", "m.jaxexport", "--inputs", "2xf32=1", "_platform_index=i32=0").out
    assert stablehlo_tools.run(data, [one])[0].tolist() == [1, 1]
    assert stablehlo_tools.run(data, {"args[0]": one})[0].tolist() == [1, 1]
    on_tpu = {"args[0]": one, "_platform_index": np.int32(0)}
    assert stablehlo_tools.run(data, on_tpu)[0].tolist() == [-1, -1]
    assert stablehlo_tools.compare(data, [one], "numpy", "numpy").agrees
    assert (
        shlo("compare", "m.jaxexport", "--engine", "numpy", "--random", "--mode", "all").status
        == outcome.CLEAN
    )
    assert shlo("run", "m.jaxexport", "--random", "--record", "case").status == outcome.CLEAN
    assert shlo("run", "case").status == outcome.CLEAN


@pytest.mark.parametrize(("type", "sizes"), [("tensor<?x4xf32>", "0=2x4"), ("tensor<*xf32>", "0=2x3")])
def test_the_example_of_sizes_fits_the_type(shlo: Any, type: str, sizes: str) -> None:
    program = f"func.func @main(%x: {type}) -> {type} {{\n  return %x : {type}\n}}\n"
    assert f"such as `--shapes {sizes}`" in shlo("run", "-", "--random", stdin=program).err


@pytest.mark.parametrize(
    ("distribution", "message"),
    [
        ("int:0,300", "--random int:0,300: no argument is an integer"),
        ("gauss", "--random gauss: unknown distribution 'gauss'"),
    ],
)
def test_a_distribution_for_nothing_is_an_error(shlo: Any, distribution: str, message: str) -> None:
    done = shlo("run", "-", "--random", distribution, stdin=SOFTMAX)
    assert (done.status, done.out) == (outcome.USAGE, "")
    assert message in done.err


def test_a_word_after_random_may_be_a_file(shlo: Any) -> None:
    Path("model").write_text(SOFTMAX)
    assert shlo("run", "--random", "model").status == outcome.CLEAN
