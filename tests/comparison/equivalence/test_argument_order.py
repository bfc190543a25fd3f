"""Programs whose arguments and results are in another order."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.cli.main import execute
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.ir.interface import Input, Interface
from stablehlo_tools.rewrite.arguments import permuted

_V = "tensor<4xf32>"


def _quotient(
    arguments: str, results: str = "%q, %d", infos: tuple[str, str] = ("quotient", "difference")
) -> str:
    named = ", ".join(f'{_V} {{jax.result_info = "{info}"}}' for info in infos)
    return f"""func.func @main({arguments}) -> ({named}) {{
      %q = stablehlo.divide %x, %y : {_V}
      %d = stablehlo.subtract %x, %y : {_V}
      return {results} : {_V}, {_V}
    }}"""


_IN_ORDER = _quotient(f"%x: {_V}, %y: {_V}")
_NOTE = "{} of the second program are taken in the order 1, 0"


def test_arguments_correspond_by_name() -> None:
    proof = st.equivalent(_IN_ORDER, _quotient(f"%y: {_V}, %x: {_V}"))
    assert proof
    assert _NOTE.format("arguments") in proof.assumptions
    assert _NOTE.format("arguments") not in st.equivalent(_IN_ORDER, _IN_ORDER).assumptions


def test_results_correspond_by_the_names_of_jax() -> None:
    other = _quotient(f"%y: {_V}, %x: {_V}", "%d, %q", ("difference", "quotient"))
    proof = st.equivalent(_IN_ORDER, other)
    assert proof
    assert {_NOTE.format("arguments"), _NOTE.format("results")} <= {*proof.assumptions}
    assert not st.equivalent(_IN_ORDER, other.replace("%d, %q", "%q, %d"))


def test_arguments_without_common_names_are_in_order() -> None:
    def renamed(first: str, second: str) -> str:
        return _IN_ORDER.replace("%x", f"%{first}").replace("%y", f"%{second}")

    assert st.equivalent(_IN_ORDER, renamed("a", "b"))
    assert st.equivalent(renamed("a", "b"), renamed("b", "c"))  # only `b` is a name of both
    assert not st.equivalent(_IN_ORDER, _quotient(f"%x: {_V}, %y: {_V}").replace("%x, %y :", "%y, %x :"))


_PORTS = {
    "the end of the other": ("params['layer.scale']", "params['layer.bias']"),
    "in another syntax": ("layer/scale", "layer/bias"),
}


@pytest.mark.parametrize("names", _PORTS.values(), ids=_PORTS)
def test_names_of_other_frameworks(names: tuple[str, str]) -> None:
    def program(*arguments: str) -> str:
        return f"""func.func @main({", ".join(arguments)}) -> {_V} {{
          %0 = stablehlo.reshape %x : (tensor<1x4xf32>) -> {_V}
          %1 = stablehlo.multiply %0, %s : {_V}
          %2 = stablehlo.add %1, %b : {_V}
          return %2 : {_V}
        }}"""

    def argument(value: str, name: str, type: str = _V) -> str:
        return f'%{value}: {type} loc("{name}")'

    x = argument("x", "x", "tensor<1x4xf32>")  # which only its type tells
    first = program(argument("s", "layer.scale"), argument("b", "layer.bias"), x.replace('"x"', '"args[0]"'))
    scale, bias = argument("s", names[0]), argument("b", names[1])
    assert st.equivalent(first, program(x, bias, scale))
    assert st.equivalent(first, program(bias, x, scale))
    exchanged = program(x, argument("b", names[0]), argument("s", names[1]))
    assert st.equivalent(first, exchanged).verdict == "different"


def test_arguments_without_common_names_are_in_the_order_of_callers() -> None:
    exported = st.parse(_quotient(f"%arg0: {_V}, %arg1: {_V}").replace("%x, %y", "%arg1, %arg0"))
    assert not st.equivalent(_IN_ORDER, exported)
    exported.interfaces = {"main": Interface([Input("args[0]", [1]), Input("args[1]", [0])], {})}
    assert st.equivalent(_IN_ORDER, exported)
    assert st.equivalent(exported, _IN_ORDER)


def test_an_export_and_its_text_have_their_arguments_in_one_order() -> None:
    """Its caller passes the last one alone, and two others have the same type."""
    text = f"""func.func @main(%arg0: {_V}, %arg1: {_V}, %arg2: tensor<f32>) -> {_V} {{
      %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> {_V}
      %1 = stablehlo.divide %arg0, %arg1 : {_V}
      %2 = stablehlo.multiply %0, %1 : {_V}
      return %2 : {_V}
    }}"""
    exported = st.parse(text)
    exported.interfaces = {"main": Interface([Input("args[0]", [2])], {})}
    assert st.equivalent(exported, text)
    assert st.equivalent(text, exported)
    assert not st.equivalent(exported, text.replace("%arg0, %arg1 : ", "%arg1, %arg0 : "))


def test_ambiguous_names_are_no_counterparts() -> None:
    """`bias` ends two names, so that arguments correspond in order."""
    first = _quotient(f'%x: {_V} loc("a.bias"), %y: {_V} loc("b.bias")')
    assert st.equivalent(first, _quotient(f'%x: {_V} loc("bias"), %y: {_V} loc("other")'))
    assert not st.equivalent(first, _quotient(f'%y: {_V} loc("bias"), %x: {_V} loc("other")'))


@pytest.mark.parametrize(
    ("names", "others", "verdict"),
    [
        (("param", "param.1"), ("param.1", "param"), "equal"),
        (("p.1", "p.2"), ("p.2", "p.1"), "equal"),
        (("x.1", "y.2"), ("y.3", "x.4"), "different"),
    ],
)
def test_numbers_that_make_names_unique_are_no_names(
    names: tuple[str, str], others: tuple[str, str], verdict: str
) -> None:
    """XLA numbers the parameters that partitioning creates in the order in which it visits them."""

    def program(x: str, y: str) -> str:
        return f"""HloModule m
        ENTRY main {{
          {x} = f32[4] parameter(0)
          {y} = f32[4] parameter(1)
          ROOT r = f32[4] subtract({x}, {y})
        }}"""

    assert st.equivalent(program(*names), program(*others)).verdict == verdict


def test_functions_that_others_call_are_reordered_too() -> None:
    """The calls take the arguments in the order of the text."""

    def program(*arguments: str) -> str:
        return f"""func.func @f({", ".join(f"{each}: {_V}" for each in arguments)}) -> {_V} {{
          %r = stablehlo.subtract %x, %y : {_V}
          return %r : {_V}
        }}
        func.func @g(%a: {_V}, %b: {_V}) -> {_V} {{
          %r = func.call @f(%a, %b) : ({_V}, {_V}) -> {_V}
          return %r : {_V}
        }}"""

    first, second = program("%x", "%y"), program("%y", "%x")
    assert st.equivalent(first, second, entry="f")
    assert not st.equivalent(first, second, entry="g")
    moved = permuted(st.parse(second), "f", [1, 0], [0])
    st.verify(moved)
    inputs = [np.full(4, number, np.float32) for number in (5, 3)]
    assert [st.run(moved, inputs, entry=name)[0][0] for name in "fg"] == [2, -2]


def test_a_port_of_a_torch_model() -> None:
    testdata = Path("testdata")
    folder, port = testdata / "artifacts" / "linear", testdata / "equivalence" / "linear.mlir"
    assert st.equivalent(folder, port)
    wrong = port.read_text().replace("stablehlo.add", "stablehlo.subtract")
    assert st.equivalent(folder, wrong).verdict == "different"


def test_a_saved_case_keeps_the_names_of_arguments(tmp_path: Path) -> None:
    """Its text calls them `%arg0`, as MLIR does."""
    first, other, case = (str(tmp_path / name) for name in ("first.mlir", "other.mlir", "case"))
    Path(first).write_text(_IN_ORDER)
    Path(other).write_text(_quotient(f"%y: {_V}, %x: {_V}").replace("divide %x, %y", "divide %x, %x"))
    assert execute(["equiv", first, other, "--save", case]) == 1
    assert execute(["compare", case, other, "--mode", "outputs"]) == 1
    saved = st.load(case)
    assert st.equivalent(saved, Path(first))
    assert st.equivalent(saved, _quotient(f"%y: {_V}, %x: {_V}"))


def test_a_constant_of_the_other_program_is_missing_beside_one(tmp_path: Path) -> None:
    folder = shutil.copytree(Path("testdata", "artifacts", "linear"), tmp_path / "linear")
    (folder / "data" / "bias").unlink()
    port = """func.func @main(%x: tensor<1x3xf32>, %weight: tensor<2x3xf32>) -> tensor<1x2xf32> {
      %0 = stablehlo.constant dense<[[10.0, 20.0]]> : tensor<1x2xf32>
      return %0 : tensor<1x2xf32>
    }"""
    missing = r"cannot read data/bias of this program: No such file or directory"
    with pytest.raises(RunError, match=missing):
        st.equivalent(folder, port)
    with pytest.raises(RunError, match=missing):
        st.compare(folder, [np.ones((1, 3), np.float32)], "numpy", other=port)


@pytest.mark.parametrize(("bias", "verdict"), [("[10.0, 20.0]", "equal"), ("[10.0, 20.001]", "different")])
def test_weights_beside_one_program_are_constants_of_the_other(bias: str, verdict: str) -> None:
    """The bias of the folder is 10 and 20; the other program does not take it."""
    weight = "%w: tensor<2x3xf32> loc(\"params['weight']\")"
    port = f"""func.func @main(%x: tensor<1x3xf32>, {weight}) -> tensor<1x2xf32> {{
      %b = stablehlo.constant dense<{bias}> : tensor<2xf32>
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1]
        : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<1x2xf32>
      %1 = stablehlo.reshape %b : (tensor<2xf32>) -> tensor<1x2xf32>
      %2 = stablehlo.add %0, %1 : tensor<1x2xf32>
      return %2 : tensor<1x2xf32>
    }}"""
    folder = Path("testdata", "artifacts", "linear")
    assert st.equivalent(folder, port).verdict == verdict
    assert st.equivalent(port, folder).verdict == verdict
    inputs = {"args[0]": np.ones((1, 3), np.float32)}
    assert st.compare(folder, inputs, "numpy", other=port, mode="outputs").agrees == (verdict == "equal")
