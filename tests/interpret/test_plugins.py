"""Custom calls that are said in Python."""

from __future__ import annotations

import asyncio
import sys
from typing import NoReturn

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError
from stablehlo_tools.interpret import plugins
from stablehlo_tools.ops.stablehlo.custom_call import scope
from stablehlo_tools.ops.targets import is_known

PROGRAM = """
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xbf16>) {
  %0:2 = stablehlo.custom_call @acme.two(%x) {
    api_version = 4 : i32,
    backend_config = {count = 3 : i64, scale = 0.5 : f32, name = "x", on, pair = [1, true],
                      sizes = array<i64: 4, 5>, table = dense<[[1, 2]]> : tensor<1x2xi32>, callee = @main}
  } : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xbf16>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xbf16>
}
"""
X = np.array([1, 2], np.float32)


@pytest.fixture(autouse=True)
def _forget():
    with scope():
        yield


def test_what_a_function_gets_and_gives() -> None:
    seen = []

    @stablehlo_tools.custom_call("acme.two", "acme.three")
    def two(operands, attributes, results):
        seen.append((operands, attributes, results))
        return operands[0] + 1, operands[0].astype("bfloat16")

    assert is_known("acme.three")
    first, second = stablehlo_tools.run(PROGRAM, [X])
    assert first.tolist() == [2, 3]
    assert (second.tolist(), second.dtype) == ([1, 2], np.dtype("bfloat16"))
    (((operand,), attributes, results),) = seen
    assert operand.tolist() == [1, 2]
    assert not operand.flags.writeable
    assert list(map(str, results)) == ["tensor<2xf32>", "tensor<2xbf16>"]
    config = attributes["backend_config"]
    assert config.pop("table").tolist() == [[1, 2]]
    assert config == {
        "count": 3, "scale": 0.5, "name": "x", "on": True, "pair": (1, True), "sizes": (4, 5),
        "callee": "main",
    }  # fmt: skip
    assert (attributes["call_target_name"], attributes["api_version"]) == ("acme.two", 4)


def test_what_a_function_keeps_is_not_written_into() -> None:
    kept = np.zeros(1 << 16, np.float32)
    stablehlo_tools.custom_call("acme.kept")(lambda operands, attributes, results: kept)
    program = """
    func.func @main() -> tensor<65536xf32> {
      %0 = stablehlo.custom_call @acme.kept() {backend_config = "text"} : () -> tensor<65536xf32>
      %1 = stablehlo.exponential %0 : tensor<65536xf32>
      return %1 : tensor<65536xf32>
    }
    """
    assert stablehlo_tools.run(program)[0].tolist() == [1] * (1 << 16)
    assert not kept.any()


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda *call: 1 / 0, r"failed: ZeroDivisionError: division by zero \(.*test_plugins.py:\d+\)"),
        (lambda *call: None, "returned 1 result, expected 2"),
        (lambda *call: [X], "returned 1 result, expected 2"),
        (lambda *call: [X, X], "returned tensor<2xf32>.*, expected tensor<2xbf16>"),
        (lambda *call: [X[:1], X], "returned tensor<1xf32>.*, expected tensor<2xf32>"),
        (lambda *call: [[1.0, 2.0], X], "returned tensor<2xf64>.*, expected tensor<2xf32>"),
        (lambda *call: [None, X], "returned None.*, expected tensor<2xf32>"),
        (lambda *call: ["a", X], "returned an array of <U1.*, expected tensor<2xf32>"),
    ],
)
def test_faults_are_those_of_the_plugin(function, message) -> None:
    stablehlo_tools.custom_call("acme.two")(function)
    with pytest.raises(RunError, match=f"plugin for @acme.two {message}|{message}") as error:
        stablehlo_tools.run(PROGRAM, [X])
    assert error.value.diagnostics[0].code == "plugin"
    assert error.value.diagnostics[0].span.begin == (3, 10)  # type: ignore[union-attr]


class Speechless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Unwilling:
    def __array__(self, *arguments, **options):
        raise asyncio.CancelledError


def _raising(error):
    def function(*call) -> NoReturn:
        raise error

    return function


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda *call: sys.exit(0), r"failed: SystemExit: 0 \(.*test_plugins.py:\d+\)"),
        (_raising(GeneratorExit()), r"failed: GeneratorExit \("),
        (_raising(asyncio.CancelledError()), r"failed: CancelledError \("),
        (_raising(Speechless()), r"failed: Speechless \("),
        (lambda *call: [Unwilling(), X], r"failed: CancelledError \("),
        (lambda *call: [[[1.0], [2.0, 3.0]], X], "failed: ValueError: "),
    ],
)
def test_a_plugin_can_end_nothing_but_its_call(function, message) -> None:
    stablehlo_tools.custom_call("acme.two")(function)
    with pytest.raises(RunError, match=f"plugin for @acme.two {message}") as error:
        stablehlo_tools.run(PROGRAM, [X])
    assert error.value.diagnostics[0].code == "plugin"


def test_interrupts_of_a_plugin_are_its_users() -> None:
    stablehlo_tools.custom_call("acme.two")(_raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        stablehlo_tools.run(PROGRAM, [X])


def test_what_is_said_in_a_scope_is_forgotten_behind_it() -> None:
    program = PROGRAM.replace("acme.two", "acme.scoped")
    stablehlo_tools.custom_call("acme.scoped")(lambda *call: [X, X.astype("bfloat16")])
    with scope():
        stablehlo_tools.custom_call("acme.scoped")(lambda *call: [X + 1, X.astype("bfloat16")])
        stablehlo_tools.custom_call("acme.inner")(print)
        assert stablehlo_tools.run(program, [X])[0].tolist() == [2, 3]
    assert not is_known("acme.inner")
    assert stablehlo_tools.run(program, [X])[0].tolist() == [1, 2]


def test_processes_know_the_scope_that_they_are_started_in() -> None:
    stablehlo_tools.custom_call("acme.two")(lambda *call: [X, X.astype("bfloat16")])
    grid = stablehlo_tools.run_parallel(PROGRAM, [[X]] * 3, 3)
    assert [first.tolist() for first, _ in grid] == [[1, 2]] * 3


@pytest.mark.parametrize("name", ["Cholesky", "lapack_spotrf_ffi", "ragged_all_to_all"])
def test_what_is_there_is_replaced_only_on_demand(name) -> None:
    with pytest.raises(ValueError, match=f"custom call @{name} is built in; pass override=True"):
        stablehlo_tools.custom_call("acme.new", name)(print)
    assert not is_known("acme.new")
    program = f"""
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = stablehlo.custom_call @{name}(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}
    """
    stablehlo_tools.custom_call(name, override=True)(lambda operands, *call: operands[0] * 3)
    assert stablehlo_tools.run(program, [X])[0].tolist() == [3, 6]


def test_a_module_and_what_it_imports(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["elsewhere"])
    (tmp_path / "acme_helper.py").write_text("NAME = 'acme.helped'\n")
    text = "import acme_helper, stablehlo_tools\nstablehlo_tools.custom_call(acme_helper.NAME)(print)\n"
    (tmp_path / "acme_module.py").write_text(text)
    for plugin in ("acme_module", "acme_module.py", "acme_module"):
        with plugins.load(plugin):
            assert is_known("acme.helped")
            assert sys.path == [str(tmp_path), "elsewhere"]
        assert not is_known("acme.helped")
        assert sys.path == ["elsewhere"]
        assert not {"acme_module", "plugin acme_module"} & sys.modules.keys()


def test_a_plugin_that_fails_leaves_nothing_behind(tmp_path) -> None:
    path, before = tmp_path / "p.py", [*sys.path]
    path.write_text("import stablehlo_tools\nstablehlo_tools.custom_call('acme.half')(print)\n1 / 0\n")
    with (
        pytest.raises(RunError, match=r"cannot import plugin .*ZeroDivisionError"),
        plugins.load(str(path)),
    ):
        pass
    assert sys.path == before
    assert not is_known("acme.half")


def test_dataclasses_of_a_plugin(tmp_path) -> None:
    path = tmp_path / "p.py"
    path.write_text("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: 'int'\n")
    with plugins.load(str(path)):
        pass
